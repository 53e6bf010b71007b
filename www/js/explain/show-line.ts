// A line played out on the board, step by step or by itself.

import { playOut } from "./line.ts";
import { splitMove, squareName } from "../core/xiangqi.js";

/** @typedef {import("./board-mode.ts").BoardMode} BoardMode */

/** Between two moves of a line that plays by itself. */
const STEP_MS = 1100;

/**
 * @typedef {object} ShownLine
 * @property {string|null} startFen
 * @property {string[]} moves   before the line
 * @property {string[]} line
 * @property {number} from      the first move of the line that is left to be played
 */

/** @implements {BoardMode} */
export class ShowLine {
  #steps;
  #start;
  #parts;
  #shown;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;
  /** How many moves of the line are on the board. */
  at = 0;
  playing = false;

  /**
   * @param {import("../rules/rules.js").GameClass} Game @param {ShownLine} shown
   * @param {{ changed: () => void, left: () => void, sound: (step: import("./line.ts").Step) => void,
   *   stepped: (words: string) => void, written: (moves: string[], line: string[]) => string[], spoken: (moves: string[], line: string[]) => string[],
   *   say: (move: string, at: number, total: number) => string }} parts  `spoken`: for ears
   */
  constructor(Game, shown, parts) {
    this.#parts = parts;
    this.#shown = shown;
    this.#steps = playOut(Game, shown.startFen, shown.moves, shown.line);
    const game = new Game(shown.startFen, shown.moves);
    const { placement, turn, check } = game.view();
    this.#start = { placement, turn, check };
    game.free();
    this.at = Math.min(shown.from, this.#steps.length);
  }

  get total() {
    return this.#steps.length;
  }

  /** Plays what is left by itself; ears have all of it at once, and hear it at their own pace. */
  play() {
    if (this.at >= this.total) return;
    this.playing = true;
    this.#parts.stepped(`${this.#spoken().slice(this.at).join("; ")}.`);
    this.#next(STEP_MS / 2);
  }

  stop() {
    clearTimeout(this.#timer);
    this.playing = false;
    this.#parts.changed();
  }

  /** @param {number} ms */
  #next(ms) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#goTo(this.at + 1);
      if (this.at < this.total) this.#next(STEP_MS);
      else this.stop();
    }, ms);
  }

  /** @param {number} at */
  #goTo(at) {
    const next = Math.max(0, Math.min(this.total, at));
    if (next === this.at + 1) this.#parts.sound(this.#steps[next - 1]);
    this.at = next;
    this.#parts.changed();
  }

  board() {
    const step = this.#steps[this.at - 1];
    const next = this.#steps[this.at];
    const turn = step ? (step.side === "red" ? "b" : "w") : this.#start.turn;
    const placement = step?.placement ?? this.#start.placement;
    const general = turn === "w" ? "K" : "k";
    const inCheck = step ? step.check : this.#start.check !== null;
    return {
      placement,
      turn: /** @type {"w"|"b"} */ (turn),
      movable: null,
      dests: new Map(),
      lastMove: step ? splitMove(step.move) : null,
      check: inCheck ? squareName(placement.indexOf(general)) : null,
      arrows: next && !this.playing ? [arrowOf(next.move)] : [],
    };
  }

  words() {
    return this.#say(this.#parts.written(this.#shown.moves, this.#shown.line));
  }

  #spoken() {
    return this.#parts.spoken(this.#shown.moves, this.#shown.line);
  }

  /** @param {string[]} texts of the moves */
  #say(texts) {
    const at = Math.max(this.at, 1);
    return this.#parts.say(texts[at - 1] ?? "", this.at, this.total);
  }

  /** @param {import("./board-mode.ts").StepName} name */
  step(name) {
    if (this.playing) this.stop();
    const to = { first: 0, back: this.at - 1, on: this.at + 1, last: this.total };
    this.#goTo(to[name]);
    this.#parts.stepped(this.#say(this.#spoken()));
  }

  ends() {
    return { back: this.at > 0, on: this.at < this.total };
  }

  left() {
    clearTimeout(this.#timer);
    this.playing = false;
    this.#parts.left();
  }
}

/** @param {string} move */
const arrowOf = (move) => {
  const [from, to] = splitMove(move);
  return { from, to, weight: 1 };
};
