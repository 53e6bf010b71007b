// "Why was that bad?" on the page where one plays: looks at the person's last move with the engine at full strength, and
// where it was a mistake, offers to play out what punishes it, with the reasons; then back, or on.

import { createBoard } from "../../board/index.ts";
import { notationOf } from "../../core/languages.ts";
import { buildSheet } from "../../ui/build-sheet.ts";
import { button, el, setText } from "../../ui/dom.ts";
import { moveFacts } from "../../core/move-facts.ts";
import { spokenLine } from "../../core/spoken-line.ts";
import { describeMove } from "../../core/words.ts";
import { isSamePosition } from "../../core/xiangqi.ts";
import { explain } from "../../explain/explain.ts";
import { CalledOff, walkerHere, wordsHere } from "../judge-here.ts";
import { ShowLine } from "../../explain/show-line.ts";
import { judgeMove, judgePosition } from "../../explain/judge.ts";
import { describeExplanation } from "../../explain/why-words.ts";
import "../../../css/why.css";

/** @typedef {import("../context.ts").Page} Page */
/** @typedef {import("../../core/xiangqi.ts").PositionView} PositionView */

/**
 * @typedef {object} WhyParts
 * @property {() => Partial<import("../../board/index.ts").BoardState>} look  how boards look
 * @property {(name: import("../../shell/sound.ts").Sound) => void} play  a sound
 * @property {(words: string) => void} announce
 */

/** Enough to be sure, and over in a moment. */
const NODES = { position: 60_000, comparison: 120_000 };
/** How long the balance beside the board may take, which asks the engine as well. */
const BALANCE_MS = 3000;
const MISTAKES = new Set(["mistake", "blunder"]);

/** @param {Page} page @param {WhyParts} parts */
export async function createWhyHere(page, parts) {
  const words = wordsHere(page.i18n.lang);
  await words.use(page.i18n.lang);
  return new WhyHere(page, words, parts);
}

/**
 * @typedef {object} Offer
 * @property {PositionView} position   for which it is made
 * @property {string|null} startFen
 * @property {string[]} moves           before the move
 * @property {import("../../explain/judge.ts").Finding} finding
 */

class WhyHere {
  #page;
  #words;
  #parts;
  #ask;
  /** @type {Offer|null} */
  #offer = null;
  /** In which the offer is written. */
  #lang = "";
  /** @type {ReturnType<typeof createWhySheet>|null} */
  #sheet = null;

  /** @param {Page} page @param {import("../../core/i18n.ts").I18n} words @param {WhyParts} parts */
  constructor(page, words, parts) {
    this.#page = page;
    this.#words = words;
    this.#parts = parts;
    this.#ask = button("button button-small why-ask", () => void this.#open());
    this.#ask.id = "why-ask";
    page.store.subscribe(({ position }) => {
      if (!this.#offer) return;
      if (!isSamePosition(position, this.#offer.position)) this.#withdraw();
      else if (page.i18n.lang !== this.#lang) void this.#make(this.#offer);
    });
  }

  /** Looks closer at the person's last move, as long as this is the position. @param {PositionView} position */
  async consider(position) {
    const { store } = this.#page;
    if (!isSamePosition(store.get().position, position)) return;
    const { game } = store.get();
    const ply = game.ply - 2;
    try {
      await this.#balanceFirst(position);
      const walker = walkerHere(this.#page, position, NODES);
      if (!walker) return;
      const before = await judgePosition(walker, ply);
      const after = await judgePosition(walker, ply + 1);
      const { label, finding } = await judgeMove(walker, ply, before, after, game.side);
      if (!label || !finding || !MISTAKES.has(label)) return;
      if (!isSamePosition(store.get().position, position)) return;
      const { startFen, moves } = walker;
      await this.#make({ position, startFen, moves: moves.slice(0, ply), finding });
    } catch (error) {
      if (!(error instanceof CalledOff)) reportError(error);
    }
  }

  /** The balance asks the engine about the same position: it comes first. @param {PositionView} position */
  async #balanceFirst(position) {
    const { store } = this.#page;
    const { evaluation, settings } = store.get();
    if (!settings.evalBar) return;
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, BALANCE_MS);
      const stop = store.subscribe((state) => {
        if (state.evaluation === evaluation && isSamePosition(state.position, position)) return;
        clearTimeout(timer);
        stop();
        resolve(undefined);
      });
    });
  }

  /** @param {Offer} offer */
  async #make(offer) {
    const { i18n, store, announce } = this.#page;
    this.#offer = offer;
    this.#lang = i18n.lang;
    const strip = document.querySelector(`.player[data-side="${store.get().game.side}"]`);
    await this.#words.use(i18n.lang);
    if (this.#offer !== offer || !strip) return;
    setText(this.#ask, this.#words.t("analysis.review.here.ask"));
    if (this.#ask.parentElement === strip) return;
    strip.append(this.#ask);
    announce(this.#ask.textContent);
  }

  #withdraw() {
    this.#offer = null;
    this.#ask.remove();
    this.#sheet?.close();
  }

  async #open() {
    const offer = this.#offer;
    if (!offer) return;
    const { i18n, rules, store, controller } = this.#page;
    await this.#words.use(i18n.lang);
    this.#sheet ??= createWhySheet(this.#words, this.#parts, {
      takeBack: () => controller.undo(),
    });
    const { settings, game } = store.get();
    if (!rules || this.#offer !== offer) return;
    this.#sheet.show(offer, {
      Game: rules.Game,
      notation: notationOf(settings),
      side: game.side,
      // A move that was played stays played there.
      mayTakeBack: !settings.insist,
    });
  }
}

/**
 * @typedef {object} Shown
 * @property {import("../../rules/rules.ts").GameClass} Game
 * @property {import("../../core/xiangqi.ts").Notation} notation
 * @property {"red"|"black"} side
 * @property {boolean} mayTakeBack
 */

/**
 * @param {import("../../core/i18n.ts").I18n} i18n @param {WhyParts} parts @param {{ takeBack: () => void }} does
 */
function createWhySheet(i18n, parts, { takeBack }) {
  const { t } = i18n;
  const host = el("div", "board");
  const place = el("p", "why-place");
  const why = el("ul", "why-sentences");
  /** @type {ShowLine|null} */
  let line = null;
  /** @param {string} name @param {() => void} act @param {string} [look] */
  const key = (name, act, look = "button-small") => {
    const made = button(`button ${look}`, act);
    made.id = `why-${name}`;
    return made;
  };
  const back = key("back", () => line?.step("back"));
  const on = key("on", () => line?.step("on"));
  const play = key("play", () => (line?.playing ? line.stop() : line?.play()));
  const take = key(
    "take",
    () => {
      sheet.dialog.close();
      takeBack();
    },
    "",
  );
  const goOn = key("go-on", () => sheet.dialog.close(), "button-primary");
  const steps = el("div", "why-steps", back, on, play);
  const actions = el("div", "sheet-actions is-pair", take, goOn);
  const frame = el("div", "why-board", host);
  const sheet = buildSheet("why-dialog", i18n, frame, place, steps, why, actions);
  const board = createBoard(host, {});
  sheet.dialog.addEventListener("close", () => line?.dismiss());

  function update() {
    if (!line) return;
    board.set({ ...parts.look(), ...line.board(), label: t("board.label") });
    setText(place, line.status());
    const { back: mayBack, on: mayOn } = line.canStep();
    back.disabled = !mayBack;
    on.disabled = !mayOn;
    play.disabled = !mayOn && !line.playing;
    setText(play, t(`analysis.review.line.${line.playing ? "stop" : "play"}`));
  }

  /** Moves as the settings write them. @param {Offer} offer @param {Shown} shown */
  const writer =
    ({ startFen }, { Game, notation }) =>
    (/** @type {string[]} */ before, /** @type {string[]} */ of) => {
      const game = new Game(startFen, before);
      try {
        return game.line(of, notation);
      } finally {
        game.free();
      }
    };

  /** The move that was bad, for ears. @param {Offer} offer @param {Shown} shown */
  function spoken({ startFen, moves, finding }, { Game, notation }) {
    const game = new Game(startFen, moves);
    const told = moveFacts(game, finding.played);
    game.free();
    return describeMove(told, notation, i18n);
  }

  return {
    close: () => sheet.dialog.close(),
    /** @param {Offer} offer @param {Shown} shown */
    show(offer, shown) {
      const { startFen, moves, finding } = offer;
      const written = writer(offer, shown);
      line?.dismiss();
      line = new ShowLine(
        shown.Game,
        { startFen, moves, line: [finding.played, ...shortened(finding)], from: 1 },
        {
          onChange: update,
          onDismiss: () => {},
          playSound: ({ check, captured }) =>
            parts.play(check ? "check" : captured ? "capture" : "move"),
          announce: parts.announce,
          write: written,
          writeSpoken: (before, of) =>
            spokenLine(shown.Game, { startFen, moves: before }, of, shown.notation, i18n),
          formatStatus: (move, at, total) =>
            t("analysis.review.line.at", { move: i18n.move(move), at, total }),
        },
      );
      const sentences = describeExplanation(
        explain(shown.Game, { startFen, moves, ...finding }),
        i18n,
      );
      why.replaceChildren(...sentences.map((sentence) => el("li", "", sentence)));
      setText(back, t("analysis.review.line.back"));
      setText(on, t("analysis.review.line.step"));
      setText(take, t("analysis.review.here.takeBack"));
      setText(goOn, t("analysis.review.here.playOn"));
      take.hidden = !shown.mayTakeBack;
      board.set({ orientation: shown.side });
      const [move] = written(moves, [finding.played]);
      const title = (/** @type {string} */ of) => t("analysis.review.here.title", { move: of });
      sheet.open(title(i18n.move(move)), title(spoken(offer, shown)));
      line.play();
      update();
    },
  };
}

/** So many moves of a line that does not end in mate are played out. */
const MOST = 8;

/** @param {import("../../explain/judge.ts").Finding} finding */
const shortened = ({ punishment, scores }) =>
  "mate" in scores.played ? punishment : punishment.slice(0, MOST);
