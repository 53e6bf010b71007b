// The review on the analysis page: walks the game, draws its graph, lists what went wrong, explains it, and lets a
// turning point be played again.

import { el, setText } from "../../ui/dom.ts";
import { spokenLine } from "../../core/spoken-line.ts";
import { chanceOf, opposite } from "../../explain/chances.ts";
import { explain } from "../../explain/explain.ts";
import { createGraph } from "./graph-view.ts";
import { createDetail } from "./detail.ts";
import { createReviewEars } from "./spoken-review.ts";
import { createDrops, createRunBar, createSummary, percent } from "./widgets.ts";
import { createPractise } from "./practise.ts";
import { createRetryPanel } from "./retry-panel.ts";
import { ReviewRun } from "./review-run.ts";
import { createReviewArchive } from "./review-archive.ts";
import { createReviewStorage } from "./review-storage.ts";
import { rulesetOf } from "../../rules/records.ts";
import { ShowLine } from "../../explain/show-line.ts";
import { describeExplanation } from "../../explain/why-words.ts";
import "../../../css/review.css";

/** @typedef {import("../../explain/judge.ts").JudgedMove} JudgedMove */
/** @typedef {import("../../explain/board-mode.ts").BoardOwner} BoardOwner */
/** @typedef {import("../../core/xiangqi.ts").Side} Side */

/**
 * @typedef {object} ReviewParts
 * @property {import("../../core/i18n.ts").I18n} i18n
 * @property {import("../study.js").Study} study
 * @property {import("../engine-queue.js").EngineQueue} queue
 * @property {import("./review-run.ts").Engine|null} second  another engine, where there is a core for it
 * @property {import("../../rules/rules.ts").GameClass} Game
 * @property {BoardOwner & { arrows: (arrows: import("../../board/arrows.ts").Arrow[]) => void }} owner
 * @property {() => import("../../core/xiangqi.ts").Notation} notation
 * @property {() => number} level            that the game was played at
 * @property {(name: import("../../shell/sound.ts").Sound) => void} play      a sound
 * @property {() => Promise<void>} settle
 * @property {(words: string) => void} announce
 * @property {() => void} toBoard            takes the keyboard there
 * @property {import("../exercising.js").Exercising} exercising
 * @property {() => Side|null} own           the person's side in the game that is kept on this device, if it is this one
 */

/** @param {HTMLElement} host @param {ReviewParts} parts */
export async function createReview(host, parts) {
  return new ReviewPanel(host, parts);
}

class ReviewPanel {
  #parts;
  #host;
  #run;
  #bar;
  #graph;
  #place = el("p", "graph-place");
  #graphHint = el("p", "review-note");
  #summary;
  #practise;
  #drops;
  #detail;
  #retry;
  /** The move chosen in the list. @type {number|null} */
  #chosen = null;
  /** The line on the board. @type {{ mode: ShowLine, kind: "punishment"|"better", ply: number }|null} */
  #shown = null;
  /** @type {Map<number, { finding: object, explanation: import("../../explain/explain.ts").Explanation }>} */
  #known = new Map();
  #frame = 0;

  /** @param {HTMLElement} host @param {ReviewParts} parts */
  constructor(host, parts) {
    this.#parts = parts;
    this.#host = host;
    const { i18n, study, queue, second, Game } = parts;
    this.#run = new ReviewRun({
      Game,
      queue,
      second,
      store: createReviewStorage(() => localStorage),
      archive: createReviewArchive(() => rulesetOf(study.get().tags)),
      onEvaluation: (ply, cp) => study.evaluate(this.#nodeAt(ply), cp),
      changed: () => {
        ears.follow(this.#run);
        this.#schedule();
      },
    });
    const said = (/** @type {JudgedMove} */ { ply, label }) =>
      i18n.t("analysis.review.ears.drop", {
        move: this.#spokenName(ply),
        label: i18n.t(`analysis.review.label.${label}`),
      });
    const ears = createReviewEars(i18n, { announce: parts.announce, said });
    const part = (/** @type {string} */ name) => {
      const made = el("div", name);
      host.append(made);
      return made;
    };
    this.#bar = createRunBar(part("review-bar"), i18n, () => this.#run);
    const graphHost = el("div", "graph");
    graphHost.id = "review-graph";
    const graphPart = part("review-graph-area");
    graphPart.append(graphHost, this.#place);
    this.#graph = createGraph(graphHost, (place) => study.go(this.#nodeAt(place)));
    this.#detail = createDetail(part("review-detail"), i18n, this.#does());
    this.#retry = createRetryPanel(part("review-retry"), {
      ...parts,
      left: (wasWithin) => {
        this.update();
        if (wasWithin) this.#detail.focus("retry");
      },
    });
    this.#drops = createDrops(part("review-drops"), i18n, {
      show: (ply) => this.show(ply),
      name: (ply) => this.#name(ply),
      said,
    });
    this.#practise = createPractise(part("review-practise"), {
      ...parts,
      ...parts.exercising,
      game: () => this.#reviewed,
      name: parts.exercising.gameName,
    });
    this.#summary = createSummary(part("review-summary"), i18n);
    host.append(this.#graphHint);
    study.subscribe(() => this.#studied());
    this.#studied();
  }

  /** For scripts that look from outside. */
  get run() {
    return this.#run;
  }

  get retry() {
    return this.#retry.retry;
  }

  /** The game, where it is reviewed to its end. */
  get #reviewed() {
    const { status, startFen, moves, findings } = this.#run;
    if (status !== "done" || moves.length === 0) return null;
    const { tags, nodes } = this.#parts.study.get();
    const clocks = this.#parts.study.mainLine().map((node) => nodes[node].clock);
    return { startFen, moves, ruleset: rulesetOf(tags), judged: findings.moves, clocks };
  }

  /** The node of the main line after so many moves. @param {number} ply */
  #nodeAt(ply) {
    return ply === 0 ? 0 : (this.#parts.study.mainLine()[ply - 1] ?? 0);
  }

  /** The place of the study in the main line; null in a variation. */
  get #at() {
    const { study } = this.#parts;
    const { at } = study.get();
    if (at === 0) return 0;
    const found = study.mainLine().indexOf(at);
    return found < 0 ? null : found + 1;
  }

  /** The study has changed: perhaps it is another game, or another place. */
  #studied() {
    const { study } = this.#parts;
    const main = study.mainLine();
    const last = main.at(-1) ?? 0;
    this.#run.open(study.get().startFen, study.lineTo(last), study.get().study);
    this.#schedule();
  }

  /** @param {number} ply @returns {JudgedMove|null} a move with something to show */
  #mistake(ply) {
    const judged = this.#run.findings.moves[ply];
    return judged?.finding ? judged : null;
  }

  /** The mistake that is told of now: the one chosen, or the one that led here. @returns {JudgedMove|null} */
  get #currentMistake() {
    const at = this.#at;
    if (this.#shown) return this.#mistake(this.#shown.ply);
    if (at === null) return null;
    if (this.#chosen !== null && this.#chosen === at) return this.#mistake(at);
    return at > 0 ? this.#mistake(at - 1) : null;
  }

  /** Goes to a mistake and tells of it. @param {number} ply */
  show(ply) {
    this.#leaveLine();
    this.#chosen = ply;
    const wasThere = this.#at === ply + 1;
    this.#parts.study.go(this.#nodeAt(ply + 1));
    this.update();
    this.#host.querySelector(".review-detail")?.scrollIntoView({ block: "nearest" });
    this.#tellWhy(ply, wasThere);
  }

  /** For ears: what was wrong, and what was better. Who comes here has heard the move. @param {number} ply @param {boolean} wasThere */
  #tellWhy(ply, wasThere) {
    const { announce, i18n } = this.#parts;
    const mistake = this.#mistake(ply);
    const facts = this.#facts(ply);
    if (!mistake?.finding || !facts) return;
    const label = i18n.t(`analysis.review.label.${mistake.label}`);
    const move = this.#spokenName(ply);
    const [better = ""] = this.#spoken(this.#run.moves.slice(0, ply), [mistake.finding.best]);
    announce(
      i18n.t("analysis.review.ears.mistake", {
        mistake: wasThere ? i18n.t("analysis.review.ears.drop", { move, label }) : label,
        why: facts.sentences.join(" "),
        better,
      }),
    );
  }

  #does() {
    return {
      show: (/** @type {"punishment"|"better"} */ kind) => this.#showLine(kind),
      step: (/** @type {"back"|"on"} */ way) => this.#shown?.mode.step(way),
      play: () => {
        const mode = this.#shown?.mode;
        if (mode?.playing) mode.stop();
        else mode?.play();
        this.update();
      },
      leave: () => {
        this.#leaveLine();
        this.update();
        this.#detail.focus("punishment");
      },
      keep: () => this.#keepLine(),
      retry: () => this.#beginRetry(),
    };
  }

  /** Puts a line of the mistake told of on the board and plays it. @param {"punishment"|"better"} kind */
  #showLine(kind) {
    const { owner, Game, i18n, play } = this.#parts;
    const mistake = this.#currentMistake;
    if (!mistake?.finding) return;
    const { startFen, moves } = this.#run;
    const { played, punishment, better } = mistake.finding;
    const line = kind === "better" ? better : [played, ...punishment];
    const from = kind === "better" ? 0 : 1;
    const mode = new ShowLine(
      Game,
      { startFen, moves: moves.slice(0, mistake.ply), line, from },
      {
        onChange: () => {
          owner.refresh();
          this.update();
        },
        onDismiss: () => {
          this.#shown = null;
          this.#schedule();
        },
        playSound: ({ check, captured }) => play(check ? "check" : captured ? "capture" : "move"),
        announce: this.#parts.announce,
        write: (before, of) => this.#written(before, of),
        writeSpoken: (before, of) => this.#spoken(before, of),
        formatStatus: (move, at, total) =>
          i18n.t("analysis.review.line.at", { move: i18n.move(move), at, total }),
      },
    );
    this.#shown = { mode, kind, ply: mistake.ply };
    this.#chosen = mistake.ply;
    owner.enter(mode);
    mode.play();
    this.update();
    this.#detail.focus("on");
  }

  #leaveLine() {
    if (this.#shown) this.#parts.owner.leave(this.#shown.mode);
    this.#shown = null;
  }

  /** The line on the board becomes a variation of the study. */
  #keepLine() {
    const mistake = this.#currentMistake;
    if (!mistake?.finding || !this.#shown) return;
    const { study, announce, i18n } = this.#parts;
    const { better, punishment } = mistake.finding;
    const isBetter = this.#shown.kind === "better";
    study.addLine(this.#nodeAt(mistake.ply + (isBetter ? 0 : 1)), isBetter ? better : punishment);
    this.#leaveLine();
    announce(i18n.t("analysis.review.kept"));
    this.update();
    this.#detail.focus("punishment");
  }

  #beginRetry() {
    const mistake = this.#currentMistake;
    if (!mistake?.finding) return;
    this.#leaveLine();
    const { startFen, moves } = this.#run;
    const { played, scores } = mistake.finding;
    const before = moves.slice(0, mistake.ply);
    const [text] = this.#written(before, [played]);
    const [spoken] = this.#spoken(before, [played]);
    this.#run.pause();
    this.#retry.begin(
      { startFen, moves: before, played, best: scores.best },
      { level: this.#parts.level(), text, spoken },
    );
    this.update();
    this.#parts.toBoard();
    this.#host.scrollIntoView({ block: "nearest" });
  }

  /** Moves as the settings write them. @param {string[]} before @param {string[]} line @returns {string[]} */
  #written(before, line) {
    const { Game, notation } = this.#parts;
    const game = new Game(this.#run.startFen, before);
    try {
      return game.line(line, notation());
    } finally {
      game.free();
    }
  }

  /** The same for ears. @param {string[]} before @param {string[]} line */
  #spoken(before, line) {
    const { Game, notation, i18n } = this.#parts;
    const { startFen } = this.#run;
    return spokenLine(Game, { startFen, moves: before }, line, notation(), i18n);
  }

  /** @param {number} ply */
  #spokenName(ply) {
    const { moves } = this.#run;
    const [move] = this.#spoken(moves.slice(0, ply), [moves[ply]]);
    return this.#parts.i18n.t("analysis.review.item", { number: this.#number(ply), move });
  }

  /** A move of the game with its number. @param {number} ply */
  #name(ply) {
    const { study, i18n } = this.#parts;
    const move = i18n.move(study.get().texts[this.#nodeAt(ply + 1)] ?? "");
    return i18n.t("analysis.review.item", { number: this.#number(ply), move });
  }

  /** The number of the move, as moves are counted in pairs. @param {number} ply */
  #number(ply) {
    const lead = this.#run.first === "red" ? 0 : 1;
    return Math.floor((ply + lead) / 2) + 1;
  }

  /** @param {number} ply */
  #facts(ply) {
    const mistake = this.#mistake(ply);
    if (!mistake?.finding) return null;
    const { i18n, Game } = this.#parts;
    const { startFen, moves } = this.#run;
    let known = this.#known.get(ply);
    if (known?.finding !== mistake.finding) {
      const question = { startFen, moves: moves.slice(0, ply), ...mistake.finding };
      known = { finding: mistake.finding, explanation: explain(Game, question) };
      this.#known.set(ply, known);
    }
    return { name: this.#name(ply), sentences: describeExplanation(known.explanation, i18n) };
  }

  /** @returns {import("./detail.ts").Detail|null} */
  #detailOf() {
    const mistake = this.#currentMistake;
    const facts = mistake && this.#facts(mistake.ply);
    if (!mistake?.finding || !mistake.label || !facts) return null;
    const before = this.#run.moves.slice(0, mistake.ply);
    const { played, better, punishment, scores } = mistake.finding;
    const betterLine = this.#written(before, better);
    const [playedText, ...punished] = this.#written(before, [played, ...punishment]);
    return {
      ...facts,
      label: mistake.label,
      played: playedText,
      better: betterLine[0],
      betterLine,
      punishment: punished,
      before: chanceOf(scores.best),
      after: chanceOf(scores.played),
      notation: this.#parts.notation(),
      shown: this.#shownNow(),
    };
  }

  #shownNow() {
    if (!this.#shown) return null;
    const { mode, kind } = this.#shown;
    return { kind, words: mode.status(), playing: mode.playing, ...mode.canStep() };
  }

  /** Red's chances at each place, as far as they are known. */
  #chances() {
    return this.#run.findings.positions.map((judged, ply) => {
      if (!judged) return null;
      const isRed = this.#run.sideAt(ply) === "red";
      return chanceOf(isRed ? judged.score : opposite(judged.score));
    });
  }

  /** A place in words. @param {number} at @param {(number|null)[]} chances @param {string} move that leads there */
  #sayPlace(at, chances, move) {
    const { t } = this.#parts.i18n;
    const chance = chances[at] ?? null;
    const share = percent(chance ?? 0);
    if (at === 0 && chance !== null) return t("analysis.review.graph.start", { percent: share });
    if (at === 0) return t("analysis.review.title");
    const number = this.#number(at - 1);
    if (chance === null) return t("analysis.review.graph.unknown", { number, move });
    const place = t("analysis.review.graph.place", { number, move, percent: share });
    const label = this.#run.findings.moves[at - 1]?.label;
    if (!label) return place;
    return t("analysis.review.graph.marked", { place, label: t(`analysis.review.label.${label}`) });
  }

  #schedule() {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.update();
    });
  }

  /** Everything as it is now. */
  update() {
    const { i18n } = this.#parts;
    if (!i18n.ready) return;
    const { status, findings } = this.#run;
    const isRetrying = this.#retry.retry !== null;
    const isKnown = findings.positions.some((judged) => judged !== null);
    this.#host.dataset.mode = isRetrying ? "retry" : isKnown ? "found" : "empty";
    this.#retry.update();
    this.#bar.update();
    this.#updateGraph();
    const judged = findings.moves.filter((move) => move !== null);
    this.#summary.update(judged);
    this.#practise.update();
    this.#drops.update(judged, this.#currentMistake?.ply ?? null, status === "done");
    this.#detail.update(isRetrying ? null : this.#detailOf());
    this.#parts.owner.arrows(isRetrying || this.#shown ? [] : this.#arrows());
  }

  #updateGraph() {
    const { t } = this.#parts.i18n;
    const chances = this.#chances();
    const labels = [null, ...this.#run.findings.moves.map((move) => move?.label ?? null)];
    const at = this.#at;
    const { moves } = this.#run;
    const say = (/** @type {number} */ place) => {
      const [move = ""] = this.#spoken(moves.slice(0, place - 1), moves.slice(place - 1, place));
      return this.#sayPlace(place, chances, place > 0 ? move : "");
    };
    this.#graph.update({ chances, labels, at, name: t("analysis.review.graph"), say });
    const { study, i18n } = this.#parts;
    const written = i18n.move(study.get().texts[this.#nodeAt(at ?? 0)] ?? "");
    setText(this.#place, at === null ? "" : this.#sayPlace(at, chances, written));
    setText(this.#graphHint, t("analysis.review.graph.hint"));
  }

  /** Before a mistake the better move, and thinner the one that was played; after it what punishes it. */
  #arrows() {
    const mistake = this.#currentMistake;
    if (!mistake?.finding) return [];
    const { best, played, punishment } = mistake.finding;
    const arrow = (/** @type {string} */ move, /** @type {number} */ weight) => ({
      from: move.slice(0, 2),
      to: move.slice(2),
      weight,
    });
    if (this.#at === mistake.ply) return [arrow(best, 1), arrow(played, 0.25)];
    return punishment.length > 0 ? [arrow(punishment[0], 0.8)] : [];
  }
}
