// A puzzle on the board: a person's moves against the solution, hints, and the solution shown step by step.

import { pause } from "../engine/pace.ts";
import { splitMove } from "../core/xiangqi.ts";
import { Attempt } from "../rules/attempt.ts";

/** @typedef {import("./puzzle-set.ts").Puzzle} Puzzle */
/** @typedef {import("../shell/sound.ts").Sound} Sound */
/** @typedef {import("../core/move-facts.ts").MoveFacts} MoveFacts */
/**
 * What is said: a line, the numbers in it, the move in question, and how the game has ended.
 * @typedef {{ key: string, params?: Record<string, string|number>, told?: MoveFacts,
 *   verdict?: import("../core/xiangqi.ts").Verdict|null }} Words
 */

/**
 * What a room needs of the page.
 * @typedef {object} Page
 * @property {import("../rules/rules.ts").GameClass} Game
 * @property {() => void} changed                        draw anew
 * @property {() => Promise<void>} settle                what moves on the board has arrived
 * @property {(key: string, outcome: import("./puzzle-progress.ts").Outcome, how?: { clean: boolean }) => void} note
 * @property {(sound: Sound) => void} play
 * @property {(told: MoveFacts, check: boolean) => void} announceMove  a move that was just played, for those who do not see it
 * @property {() => Promise<import("../engine/client.ts").EngineClient>} loadEngine
 */

/** How long a wrong move stands before it is taken back, and what a reply waits for, in milliseconds. */
const WRONG_MS = 650;
const REPLY_MS = 260;
/** So long the answer to a wrong move is waited for, and so long it stands, in milliseconds. */
const REFUTING_MS = 700;
const REFUTED_MS = 1100;
/** What the engine searches for that answer. */
const REFUTING_NODES = 40_000;

export class PuzzleRoom {
  #page;
  /** @type {Attempt|null} */
  #attempt = null;
  /** Counts what was opened: whoever waited for something older gives up. */
  #turn = 0;
  #helped = false;
  #faulted = false;
  #hints = 0;

  /** @type {Puzzle|null} */
  puzzle = null;
  /** @type {"play"|"busy"|"solved"|"shown"} */
  status = "busy";
  /** @type {Words} */
  words = { key: "puzzle.begin.red" };
  /** @type {"plain"|"good"|"bad"} */
  mood = "plain";

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
  }

  /** @param {Puzzle} puzzle */
  open(puzzle) {
    this.#turn++;
    this.#attempt?.free();
    this.#attempt = new Attempt(this.#page.Game, puzzle);
    this.puzzle = puzzle;
    this.#helped = this.#faulted = false;
    this.#hints = 0;
    this.status = "play";
    this.#say(`puzzle.begin.${puzzle.side}`);
  }

  /** The same from its start. */
  again() {
    if (this.puzzle) this.open(this.puzzle);
  }

  /** Leaves the board to others. */
  leave() {
    this.#turn++;
    this.#attempt?.free();
    this.#attempt = null;
  }

  get isDone() {
    return this.status === "solved" || this.status === "shown";
  }

  get ply() {
    return this.#attempt?.ply ?? 0;
  }

  /** What the board shows. @returns {Partial<import("../board/index.ts").BoardState>} */
  get board() {
    if (!this.#attempt) return {};
    const view = this.#attempt.view;
    const mayMove = this.status === "play";
    const side = this.puzzle?.side ?? "red";
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
    const wanted = this.#attempt?.expectedMove;
    if (this.#hints === 0 || !wanted || this.status !== "play") return {};
    const [from, to] = splitMove(wanted);
    return this.#hints === 1 ? { [from]: "ring" } : { [from]: "ring", [to]: "dot" };
  }

  /** What typed moves are read on. */
  get position() {
    return { startFen: this.puzzle?.fen ?? null, moves: this.#attempt?.moves ?? [] };
  }

  /** @param {import("../core/xiangqi.ts").Notation} notation */
  written(notation) {
    return this.#attempt?.notation(notation) ?? [];
  }

  /** The board would not have it. @param {string} move @returns {string|undefined} why */
  refusal(move) {
    return this.#attempt?.refusal(move);
  }

  /** A person's move. @param {string} move */
  async move(move) {
    const attempt = this.#attempt;
    if (!attempt || this.status !== "play") return this.#page.changed();
    const judgement = attempt.judge(move);
    if (judgement === "refused") return this.#page.changed();
    if (judgement === "wrong") return this.#takeBack(attempt, move);
    this.#play(attempt, move);
    if (judgement === "solved") return this.#solve();
    this.#say("puzzle.right", "good");
    return this.#answer(attempt);
  }

  hint() {
    if (this.status !== "play") return;
    this.#helped = true;
    this.#hints = Math.min(2, this.#hints + 1);
    const told = this.#attempt?.moveFacts(this.#attempt.expectedMove ?? "");
    this.#say(this.#hints === 1 ? "puzzle.hint.piece" : "puzzle.hint.point", "plain", told);
  }

  /** The next move of the solution, with its reply. */
  async show() {
    const attempt = this.#attempt;
    const wanted = attempt?.expectedMove;
    if (!attempt || !wanted || this.status !== "play") return;
    this.#fail();
    this.#play(attempt, wanted);
    if (attempt.isOver) {
      this.status = "shown";
      return this.#say("puzzle.shown");
    }
    this.#say("puzzle.showing");
    await this.#answer(attempt);
  }

  /** Back to before a wrong move, once its answer was seen. @param {Attempt} attempt @param {string} move */
  async #takeBack(attempt, move) {
    const turn = this.#turn;
    this.#fail();
    this.status = "busy";
    const told = attempt.moveFacts(move);
    attempt.play(move);
    this.#page.announceMove(told, false);
    const answer = this.#refute(attempt);
    this.#say("puzzle.wrong", "bad");
    await this.#page.settle();
    await pause(WRONG_MS).over;
    const reply = await Promise.race([answer, pause(REFUTING_MS).over]);
    if (turn !== this.#turn) return;
    if (reply) await this.#showReply(attempt, reply);
    if (turn !== this.#turn) return;
    attempt.undoTo(attempt.ply - (reply ? 2 : 1));
    this.status = "play";
    this.#page.changed();
  }

  /** The best answer to what is on the board. Without the engine there is none. @param {Attempt} attempt */
  async #refute({ fen, moves, isDecided }) {
    if (isDecided) return null;
    try {
      const engine = await this.#page.loadEngine();
      const { move } = await engine.getBestMove(fen, { moves, nodes: REFUTING_NODES });
      return move ?? null;
    } catch {
      return null; // the wrong move is taken back all the same
    }
  }

  /** @param {Attempt} attempt @param {string} reply */
  async #showReply(attempt, reply) {
    const told = attempt.moveFacts(reply);
    attempt.play(reply);
    this.#page.play("move");
    this.#say("puzzle.wrong.reply", "bad", told);
    await this.#page.settle();
    await pause(REFUTED_MS).over;
  }

  /** @param {Attempt} attempt */
  async #answer(attempt) {
    const turn = this.#turn;
    const { reply } = attempt;
    if (!reply) return;
    this.status = "busy";
    this.#page.changed();
    await this.#page.settle();
    await pause(REPLY_MS).over;
    if (turn !== this.#turn) return;
    this.status = "play";
    this.#play(attempt, reply);
    this.#page.changed();
  }

  /** @param {Attempt} attempt @param {string} move */
  #play(attempt, move) {
    const told = attempt.moveFacts(move);
    attempt.play(move);
    this.#hints = 0;
    const { check } = attempt.view;
    this.#page.announceMove(told, check !== null);
    this.#page.play(attempt.isOver ? "end" : check ? "check" : told.capture ? "capture" : "move");
  }

  #solve() {
    this.status = "solved";
    if (this.puzzle && !this.#faulted)
      this.#page.note(this.puzzle.key, "solved", { clean: !this.#helped });
    this.#say(this.#faulted ? "puzzle.solved.late" : "puzzle.solved", "good");
  }

  /** The first fault counts, the others do not. */
  #fail() {
    if (!this.#faulted && this.puzzle) this.#page.note(this.puzzle.key, "failed");
    this.#faulted = true;
  }

  /** @param {string} key @param {PuzzleRoom["mood"]} [mood] @param {MoveFacts} [told] */
  #say(key, mood = "plain", told) {
    this.words = { key, told };
    this.mood = mood;
    this.#page.changed();
  }
}
