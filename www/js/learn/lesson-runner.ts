// One exercise as it is being done: the position, what is left, what the last move was. It knows no page, so
// the tests run every exercise without one.

import { KINDS, ruleOf } from "./goals.ts";
import { moveFacts } from "../core/move-facts.ts";
import { pieceAt, splitMove } from "../core/xiangqi.ts";
import { explainMove } from "./notation-parts.ts";
import { whyNot } from "./obstacle-message.ts";

/** @typedef {import("./chapters.ts").Step} Step */
/** @typedef {import("./goals.ts").Goal} Goal */
/** @typedef {import("./goals.ts").Outcome} Outcome */
/** @typedef {import("./goals.ts").Say} Say */
/** @typedef {import("../rules/rules.ts").GameClass} GameClass */
/** @typedef {import("../rules/rules.ts").RulesGame} Rules */
/** @typedef {import("../core/xiangqi.ts").Notation} Notation */

/** What the board is to show. @typedef {import("../../pkg/chuhe.js").PositionView} Scene */

export class Runner {
  Game;
  step;
  /** How moves are written in what is said. @type {Notation} */
  notation = "chinese";
  /** @type {Rules} */
  game;
  /** The learner's moves. @type {string[]} */
  played = [];
  /** What is left to be done; its meaning depends on the kind. @type {string[]} */
  left = [];
  /** What happened to the exercise. @type {"open"|"done"|"over"} */
  state = "open";
  /** The board after the learner's move and, where there is one, after the answer. @type {Scene[]} */
  scenes = [];
  /** The last move in all notations, with the meaning of its parts. @type {{ texts: import("./notation-parts.ts").Texts, parts: import("./notation-parts.ts").Parts }|null} */
  written = null;

  /** @param {GameClass} Game @param {Step} step */
  constructor(Game, step) {
    this.Game = Game;
    this.step = step;
    this.game = this.#begin();
    this.reset();
  }

  #begin() {
    return new this.Game(this.step.fen, this.step.before ?? null);
  }

  /** How this step's goal goes. TypeScript does not follow that the entry of a goal's kind takes that goal. @returns {import("./goals.ts").Kind<Goal>} */
  get #kind() {
    return /** @type {import("./goals.ts").Kind<any>} */ (KINDS[this.step.goal.kind]);
  }

  /** From the beginning. */
  reset() {
    this.left = [...(this.#kind.left?.(this.step.goal) ?? [])];
    this.state = "open";
    this.rewind();
  }

  /** The start position, with what was achieved kept. */
  rewind() {
    this.put(this.#begin());
    this.played = [];
    this.written = null;
    const before = this.step.before?.at(-1);
    this.scenes = [this.#scene(before ?? null)];
  }

  dispose() {
    this.game.free();
  }

  get scene() {
    return /** @type {Scene} */ (this.scenes.at(-1));
  }

  /** Nothing was done yet. */
  get isFresh() {
    const whole = this.#kind.left?.(this.step.goal) ?? [];
    return this.state === "open" && this.played.length === 0 && this.left.length === whole.length;
  }

  get isOver() {
    return this.game.verdict().result !== "ongoing";
  }

  get movable() {
    return this.state === "open" && this.step.goal.kind !== "look"
      ? (this.step.movable ?? "red")
      : null;
  }

  /** @returns {Record<string, string>} */
  get markers() {
    return this.state === "open" ? (this.#kind.markers?.(this, this.step.goal) ?? {}) : {};
  }

  /** Points at which the piece there would lose by repetition; asked where that is the matter. @param {string|null} from */
  losing(from) {
    if (from === null || this.step.goal.kind !== "avoid" || this.state !== "open") return [];
    return this.game.losing(from);
  }

  /** Returns the rule of the piece that the learner has picked up, in exercises that try every kind. @param {string} square @returns {Say|null} */
  ruleAt(square) {
    if (this.step.goal.kind !== "each" || this.state !== "open") return null;
    return ruleOf(pieceAt(this.scene.placement, square));
  }

  /** The learner moves; the move is legal. @param {string} move @returns {Outcome} */
  move(move) {
    const shown = this.scene;
    this.scenes = [];
    const { texts } = moveFacts(this.game, move);
    const outcome = this.#kind.move(this, move, this.step.goal);
    if (outcome.type === "done" || outcome.type === "over") this.state = outcome.type;
    if (outcome.type === "back") this.scenes = [shown];
    else this.written = { texts, parts: explainMove(texts, shown.placement, move) };
    return outcome;
  }

  /** The learner tries what the rules do not allow. @param {string} move @returns {Outcome} */
  refuse(move) {
    const wanted = this.#kind.tried?.(this, move) ?? false;
    const done = wanted && this.left.length === 0;
    if (done) this.state = "done";
    return { type: done ? "done" : "back", say: this.#whyNot(move) };
  }

  /** @param {string} move @returns {Say} */
  #whyNot(move) {
    const { refusal, obstacle } = this.game.describe(move);
    const piece = pieceAt(this.scene.placement, splitMove(move)[0]);
    return whyNot(piece, obstacle) ?? { key: `refusal.${refusal ?? "cannotReach"}`, piece };
  }

  /** The next move of the solution, where the learner is on its way; null elsewhere. @returns {string|null} */
  get hint() {
    const { solution, goal } = this.step;
    if (this.state !== "open") return null;
    if (goal.kind === "refused") return this.left[0];
    if (goal.kind === "answer" || goal.kind === "checks" || goal.kind === "each") {
      const all = goal.kind === "answer" ? goal.ways : goal.by;
      return solution[all.indexOf(this.left[0])];
    }
    const onIt = this.played.every((move, ply) => move === solution[ply]);
    return onIt ? (solution[this.played.length] ?? null) : null;
  }

  // ---- what the kinds of exercises do

  /** @param {string} move */
  play(move) {
    this.game.play(move);
    this.played.push(move);
    this.scenes = [this.#scene(move)];
  }

  takeBack() {
    this.game.undo();
    this.played.pop();
  }

  /** The other side's move. @param {string} move */
  answer(move) {
    this.game.play(move);
    this.scenes.push(this.#scene(move));
  }

  /** Another position. @param {Rules} game */
  put(game) {
    if (game !== this.game) this.game.free();
    this.game = game;
  }

  /** The other side has passed. @param {Rules} game */
  passed(game) {
    this.put(game);
    this.scenes.push(this.#scene(this.played.at(-1) ?? null));
  }

  /** Something is achieved; false when it was already, or was not asked for. @param {string} what */
  tick(what) {
    const before = this.left.length;
    this.left = this.left.filter((item) => item !== what);
    return this.left.length < before;
  }

  /** A move of the position now. @param {string} move @param {Notation} [notation] */
  write(move, notation = this.notation) {
    return this.game.line([move], notation)[0] ?? move;
  }

  /** The plies of a cycle, those to come included. @param {import("../core/xiangqi.ts").CyclePly[]} cycle @returns {string[]} */
  writeCycle(cycle) {
    const played = this.game.notation(this.notation);
    const toCome = cycle.filter(({ ply }) => ply >= played.length).map(({ move }) => move);
    const texts = [...played, ...this.game.line(toCome, this.notation)];
    return cycle.map(({ ply, move }) => texts[ply] ?? move);
  }

  /** @param {string|null} move the last one @returns {Scene} */
  #scene(move) {
    return { ...this.game.view(), lastMove: move === null ? null : splitMove(move) };
  }
}
