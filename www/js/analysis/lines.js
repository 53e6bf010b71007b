// The engine's lines for the position one looks at: started anew with every other position, on the board as arrows,
// beside it as a bar, and by a press in the tree.

import { el } from "../panels/dom.js";
import { fromRed, splitMove } from "../state.js";
import { createLineBar } from "./line-bar.js";
import { createChoiceStore } from "./line-choice.js";
import {
  arrowsOf,
  evaluationOf,
  evaluationOfResult,
  roundLabel,
  scoreInWords,
  shortScore,
  toneOf,
} from "./line-data.js";
import { createHead } from "./line-head.js";
import { createPreview } from "./line-preview.js";
import { createRows } from "./line-rows.js";
import { createSummary } from "./line-summary.js";
import { LiveSearch } from "./live-search.js";
import { statusWords } from "./line-words.js";

/** @typedef {import("./study.js").StudyState} StudyState */
/** @typedef {import("./line-rows.js").Spot} Spot */
/** @typedef {import("./line-rows.js").Row} Row */
/** @typedef {import("../engine/types.js").Score} Score */

/** A pointer that only passes is shown nothing. */
const LOOK_MS = 120;

/**
 * What it needs of the page.
 * @typedef {object} LinesPage
 * @property {import("../i18n.js").I18n} i18n
 * @property {import("./study.js").Study} study
 * @property {import("./engine-desk.js").Desk} desk
 * @property {import("../rules.js").GameClass} Game
 * @property {() => import("../state.js").Notation} notation
 * @property {() => Partial<import("../board/index.js").BoardState>} look   of the small board; its side at the bottom
 * @property {(arrows: import("../board/arrows.js").Arrow[]) => void} onArrows
 * @property {(score: Score|null) => void} [onEvaluation]   from Red's view; null: not known
 * @property {HTMLElement} bar   beside the board
 * @property {(words: string) => void} announce
 * @property {"none"|"loaded"|"failed"} [network]   what became of the engine's network by now
 */

/** @param {HTMLElement} host @param {LinesPage} page */
export function createLines(host, page) {
  const { i18n, study, desk, Game } = page;
  const isHandheld = matchMedia("(pointer: coarse) and (max-width: 820px)").matches;
  const store = createChoiceStore(() => localStorage, isHandheld);
  let choice = store.load();
  /** @type {"none"|"loaded"|"failed"} */
  let network = page.network ?? "loaded";
  /** The game at the present place, for words and previews. @type {InstanceType<typeof Game>|null} */
  let game = null;
  let shownKey = "";
  /** Lines in words. @type {Map<string, string[]>} */
  const written = new Map();
  let drawn = "[]";
  /** Lines that somebody looks at stay as they are. @type {readonly import("./line-data.js").EngineLine[]|null} */
  let held = null;
  /** @type {{ spot: Spot, pinned: boolean }|null} */
  let looked = null;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let soon;

  const search = new LiveSearch(desk, () => update());
  const head = createHead(host.appendChild(el("header", "lines-head")), i18n, {
    onSwitch: (on) => choose({ on }),
    onCount: (count) => choose({ count }),
  });
  const list = host.appendChild(el("ol", "lines-list"));
  const rows = createRows(list, i18n, { look, leave, take, add, isPinned });
  const preview = createPreview(host, i18n, page.look, () => looked && take(looked.spot));
  const summary = createSummary(page.announce);
  const bar = createLineBar(page.bar, i18n);
  host.classList.add("lines");

  /** @param {Partial<typeof choice>} changes */
  function choose(changes) {
    choice = { ...choice, ...changes };
    store.save(choice);
    drop();
    search.configure(choice.on, choice.count);
    update();
  }

  /** The study is somewhere, perhaps somewhere else. */
  function follow() {
    const { position } = study.get();
    const { startFen, moves, verdict } = position;
    const key = `${startFen} ${moves.join(" ")}`;
    if (key === shownKey) return update();
    shownKey = key;
    drop();
    written.clear();
    game?.free();
    game = new Game(startFen, moves);
    const over = verdict.result !== "ongoing";
    search.to({ key, fen: startFen, moves, over });
    update();
  }

  /** The lines on show. */
  function lines() {
    return held ?? search.state.thought.lines;
  }

  // ---- what is looked at

  /** @param {Spot} spot @param {HTMLElement} element @param {boolean} pinned */
  function look(spot, element, pinned) {
    clearTimeout(soon);
    if (looked?.pinned && !pinned) return;
    const show = () => {
      const line = lines()[spot.row];
      if (!line || !element.isConnected) return;
      held = lines();
      looked = { spot, pinned };
      preview.show(glimpse(line.moves.slice(0, spot.index + 1)), element, pinned);
      list.classList.add("is-held");
    };
    if (pinned || preview.isShown || element === document.activeElement) show();
    else soon = setTimeout(show, LOOK_MS);
  }

  /** @param {Spot} spot */
  function isPinned({ row, index }) {
    return looked?.pinned === true && looked.spot.row === row && looked.spot.index === index;
  }

  /** Nobody looks any more; what a finger has pinned stays until another place is pressed. */
  function leave() {
    clearTimeout(soon);
    if (looked?.pinned) return;
    drop();
    update();
  }

  function drop() {
    clearTimeout(soon);
    held = null;
    looked = null;
    preview.hide();
    list.classList.remove("is-held");
  }

  /** The position after moves of a line. @param {string[]} moves @returns {import("./line-preview.js").Glimpse} */
  function glimpse(moves) {
    const { startFen, moves: before } = study.get().position;
    const after = new Game(startFen, [...before, ...moves]);
    const words = after.notation(page.notation()).at(-1) ?? "";
    const seen = {
      placement: after.placement(),
      lastMove: splitMove(moves.at(-1) ?? ""),
      check: after.check() ?? null,
      turn: after.turn() === "w" ? /** @type {const} */ ("w") : /** @type {const} */ ("b"),
      words: i18n.move(words),
    };
    after.free();
    return seen;
  }

  // ---- what is taken into the tree

  /** The line up to a move, and there. @param {Spot} spot */
  function take({ row, index }) {
    const line = lines()[row];
    drop();
    if (line) study.go(study.addLine(study.get().at, line.moves.slice(0, index + 1)));
  }

  /** The whole line; one stays where one is. @param {number} row */
  function add(row) {
    const line = lines()[row];
    if (!line) return;
    const { texts } = rowOf(line);
    study.addLine(study.get().at, line.moves.slice(0, texts.length));
    page.announce(i18n.t("analysis.lines.added", { number: row + 1 }));
  }

  // ---- what is shown

  /** Moves of a line in words. @param {string[]} moves */
  function write(moves) {
    const key = `${page.notation()} ${moves.join(" ")}`;
    const texts = written.get(key) ?? game?.line(moves, page.notation()) ?? [];
    written.set(key, texts);
    return texts;
  }

  /** @param {import("./line-data.js").EngineLine} line @returns {Row} */
  function rowOf({ score, depth, moves }) {
    const { turn, moves: before } = study.get().position;
    const place = { ply: before.length, turn };
    const red = fromRed(score, turn);
    const texts = write(moves);
    return {
      score: shortScore(red, i18n),
      scoreWords: scoreInWords(red, i18n),
      tone: toneOf(red),
      depth,
      texts,
      rounds: texts.map((_, index) => roundLabel(place, index)),
      blackFirst: turn === "b",
    };
  }

  function update() {
    if (!i18n.ready || !game) return;
    const { position } = study.get();
    const { status, thought } = search.state;
    const isShown = status !== "off" && status !== "over";
    const made = isShown ? lines().map(rowOf) : [];
    const most = Math.min(choice.count, movesOf(position.dests));
    const empty = isShown && status !== "failed" ? most : made.length;
    /** @type {(Row|null)[]} */
    const wanted = made.slice(0, most);
    while (wanted.length < empty) wanted.push(null);
    rows.update(wanted, page.notation());
    list.hidden = wanted.length === 0;
    host.dataset.status = status;

    const best = isShown ? evaluationOf(thought, position.turn) : null;
    const facts = statusWords(status, thought, position.verdict, network, i18n);
    const words = best ? scoreInWords(best, i18n) : "";
    head.update({
      on: choice.on,
      count: choice.count,
      score: best ? shortScore(best, i18n) : "",
      scoreWords: words,
      tone: best ? toneOf(best) : "even",
      facts,
      offer: offerFor(status),
      isBusy: status === "thinking" || status === "loading",
    });
    const score = best ?? (status === "over" ? evaluationOfResult(position.verdict.result) : null);
    bar.update(score, words || facts[0], page.look().orientation ?? "red", choice.on);
    page.onEvaluation?.(score);
    draw(isShown ? arrowsOf(thought.lines) : []);
    summary.update(shownKey, status, thought.depth, () => said(made[0], thought.depth));
  }

  /** The board is told of other arrows only. @param {import("../board/arrows.js").Arrow[]} arrows */
  function draw(arrows) {
    const next = JSON.stringify(arrows);
    if (next === drawn) return;
    drawn = next;
    page.onArrows(arrows);
  }

  /** For ears. @param {Row|undefined} row @param {number} depth */
  function said(row, depth) {
    if (!row) return "";
    const moves = i18n.move(row.texts.slice(0, 3).join(" "));
    return i18n.t("analysis.lines.summary", { depth, score: row.scoreWords, moves });
  }

  /** @param {import("./live-search.js").Status} status @returns {import("./line-head.js").Head["offer"]} */
  function offerFor(status) {
    if (status === "rested")
      return { words: i18n.t("analysis.lines.goOn"), act: () => search.goOn() };
    if (status === "failed") return { words: i18n.t("action.retry"), act: () => search.retry() };
    return null;
  }

  document.addEventListener("visibilitychange", () => search.hide(document.hidden));
  document.addEventListener("pointerdown", ({ target }) => {
    const inside =
      target instanceof Node && (list.contains(target) || preview.element.contains(target));
    if (!looked?.pinned || inside) return;
    drop();
    update();
  });
  study.subscribe(follow);
  desk.subscribe(() => search.deskChanged());
  search.hide(document.hidden);
  search.configure(choice.on, choice.count);
  follow();

  return {
    /** Words or looks have changed. */
    update,
    /** What became of the engine's network. @param {"none"|"loaded"|"failed"} state */
    judge(state) {
      if (state === network) return;
      const better = state === "loaded";
      network = state;
      if (better) search.forget();
      update();
    },
    /** For the keyboard. */
    toggle: () => choose({ on: !choice.on }),
    get state() {
      return { ...search.state, choice };
    },
  };
}

/** @param {Map<string, string[]>} dests */
const movesOf = (dests) => [...dests.values()].reduce((sum, { length }) => sum + length, 0);
