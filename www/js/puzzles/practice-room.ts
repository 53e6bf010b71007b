// An exercise on the board: what was better, or what is played here? A line is walked: its moves of the other side come
// by themselves.

import { pause } from "../engine/pace.ts";
import { START_PLACEMENT, splitMove } from "../core/xiangqi.ts";
import { moveFacts } from "../core/move-facts.ts";
import { isAnswer } from "../practice/exercises.ts";

/** @typedef {import("../practice/exercises.ts").Exercise} Exercise */
/** @typedef {import("./puzzle-room.ts").Words} Words */
/** @typedef {import("../core/move-facts.ts").MoveFacts} MoveFacts */

/**
 * What the room needs of the page besides what other rooms need.
 * @typedef {Omit<import("./puzzle-room.ts").Page, "note"|"loadEngine"> & {
 *   note: (exercise: Exercise, isRight: boolean) => number,
 *   judge: (exercise: Exercise, move: string) => Promise<boolean|null>,
 *   done: () => void }} PracticePage
 *   note: how it went, once for each time it is asked; says in how many days it comes again; judge: whether another move is
 *   as good, null where nobody can tell; done: it is answered
 */

/** How long a wrong move stands before it is taken back, and what a move of the line waits for, in milliseconds. */
const WRONG_MS = 900;
const REPLY_MS = 360;
/** The board where nothing is asked. @type {Partial<import("../board/index.ts").BoardState>} */
const NOTHING = {
  placement: START_PLACEMENT,
  turn: "w",
  orientation: "red",
  movable: null,
  dests: new Map(),
  lastMove: null,
  check: null,
  markers: {},
};

export class PracticeRoom {
  #page;
  /** @type {InstanceType<import("../rules/rules.ts").GameClass>|null} */
  #game = null;
  /** Counts what was opened: whoever waited for something older gives up. */
  #turn = 0;
  #noted = false;
  #hints = 0;
  /** In how many days it is asked again. */
  #days = 1;

  /** @type {Exercise|null} */
  exercise = null;
  /** @type {"none"|"busy"|"play"|"right"|"shown"} */
  status = "none";
  /** @type {Words} */
  words = { key: "practice.empty" };
  /** @type {"plain"|"good"|"bad"} */
  mood = "plain";

  /** @param {PracticePage} page */
  constructor(page) {
    this.#page = page;
  }

  /** @param {Exercise} exercise @param {boolean} [goesOn]  from what is on the board */
  open(exercise, goesOn = false) {
    const { before, kind, startFen, ruleset } = exercise;
    const shown = goesOn ? this.moves : kind === "line" ? before.slice(0, -1) : before;
    this.leave();
    this.exercise = exercise;
    this.#game = new this.#page.Game(startFen, shown, ruleset);
    this.#noted = false;
    this.#hints = 0;
    this.mood = "plain";
    void this.#walk();
  }

  /** Nothing is asked. */
  close() {
    this.leave();
    this.exercise = null;
    this.status = "none";
    this.#page.changed();
  }

  leave() {
    this.#turn++;
    this.#game?.free();
    this.#game = null;
  }

  /** The moves up to what is asked are played. */
  async #walk() {
    const turn = this.#turn;
    const { before, side } = /** @type {Exercise} */ (this.exercise);
    this.status = "busy";
    this.#page.changed();
    while (this.moves.length < before.length) {
      await this.#page.settle();
      await pause(REPLY_MS).over;
      if (turn !== this.#turn) return;
      this.#play(before[this.moves.length]);
      this.#page.changed();
    }
    this.status = "play";
    this.#say(`puzzle.begin.${side}`);
  }

  get isDone() {
    return this.status === "right" || this.status === "shown";
  }

  get moves() {
    return this.#game?.moves() ?? [];
  }

  /** What typed moves are read on. */
  get position() {
    return { startFen: this.exercise?.startFen ?? null, moves: this.moves };
  }

  /** What the board shows. @returns {Partial<import("../board/index.ts").BoardState>} */
  get board() {
    if (!this.#game || !this.exercise) return NOTHING;
    const view = this.#game.view();
    const mayMove = this.status === "play";
    const { side } = this.exercise;
    return {
      ...view,
      orientation: side,
      movable: mayMove ? side : null,
      dests: mayMove ? view.dests : new Map(),
      markers: this.#markers(),
    };
  }

  /** The hint: first the piece, then the point as well. @returns {Record<string, string>} */
  #markers() {
    if (this.#hints === 0 || this.status !== "play") return {};
    const [from, to] = splitMove(this.#wanted);
    return this.#hints === 1 ? { [from]: "ring" } : { [from]: "ring", [to]: "dot" };
  }

  get #wanted() {
    return this.exercise?.answers[0].move ?? "";
  }

  /** The line so far; of a mistake, once it is answered, the better line. @param {import("../core/xiangqi.ts").Notation} notation @returns {string[]} */
  written(notation) {
    const { exercise } = this;
    if (!exercise || !this.#game) return [];
    if (!exercise.mistake) return this.#game.notation(notation);
    if (!this.isDone) return [];
    const { startFen, before, ruleset, mistake } = exercise;
    const game = new this.#page.Game(startFen, before, ruleset);
    const line = game.line(mistake.better, notation);
    game.free();
    return line;
  }

  /** The board would not have it. @param {string} move @returns {string|undefined} why */
  refusal(move) {
    return this.#game?.refusal(move);
  }

  /** A person's move. @param {string} move */
  async move(move) {
    const { exercise } = this;
    const may = exercise && this.status === "play" && this.refusal(move) === undefined;
    if (!may) return this.#page.changed();
    if (isAnswer(exercise, move)) {
      this.#play(move);
      return this.#right();
    }
    const turn = this.#turn;
    this.status = "busy";
    this.#play(move);
    const { mistake } = exercise;
    if (!mistake) return this.#takeBack("practice.wrong.line");
    if (move === mistake.played) return this.#takeBack("practice.wrong.same");
    this.#say("practice.judging");
    const isGood = await this.#page.judge(exercise, move);
    if (turn !== this.#turn) return;
    if (isGood) return this.#right();
    return this.#takeBack(isGood === null ? "practice.wrong.unknown" : "practice.wrong");
  }

  hint() {
    if (this.status !== "play" || !this.#game) return;
    this.#note(false);
    this.#hints = Math.min(2, this.#hints + 1);
    const told = moveFacts(this.#game, this.#wanted);
    this.#say(this.#hints === 1 ? "puzzle.hint.piece" : "puzzle.hint.point", "plain", told);
  }

  /** What is right is played; it is asked again tomorrow. */
  show() {
    if (this.status !== "play" || !this.#game) return;
    this.#note(false);
    const told = moveFacts(this.#game, this.#wanted);
    this.#play(this.#wanted);
    this.status = "shown";
    this.#say("practice.shown", "plain", told);
  }

  #right() {
    const isFirst = !this.#noted;
    this.#note(true);
    this.status = "right";
    const again = this.#days === 1 ? "practice.right.tomorrow" : "practice.right";
    this.#say(isFirst ? again : "practice.right.late", "good");
    this.#page.done();
  }

  /** Back to before a wrong move, once it was seen. @param {string} key */
  async #takeBack(key) {
    const turn = this.#turn;
    if (key !== "practice.wrong.unknown") this.#note(false);
    this.#say(key, "bad");
    await this.#page.settle();
    await pause(WRONG_MS).over;
    if (turn !== this.#turn) return;
    this.#game?.undo();
    this.status = "play";
    this.#page.changed();
  }

  /** @param {string} move */
  #play(move) {
    const game = this.#game;
    if (!game) return;
    const told = moveFacts(game, move);
    game.play(move);
    this.#hints = 0;
    const { check } = game.view();
    this.#page.announceMove(told, check !== null);
    this.#page.play(check ? "check" : told.capture ? "capture" : "move");
  }

  /** The first that is seen of it counts. @param {boolean} isRight */
  #note(isRight) {
    if (!this.#noted && this.exercise) this.#days = this.#page.note(this.exercise, isRight);
    this.#noted = true;
  }

  /** @param {string} key @param {PracticeRoom["mood"]} [mood] @param {MoveFacts} [told] */
  #say(key, mood = "plain", told) {
    this.words = { key, told, params: { days: this.#days } };
    this.mood = mood;
    this.#page.changed();
  }
}
