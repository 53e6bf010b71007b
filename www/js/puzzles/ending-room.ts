// An ending on the board: the engine plays the other side at full strength.

import { Duel } from "./ending-game.ts";
import { HOLD_MOVES } from "./endings.ts";

/** @typedef {import("./endings.ts").Ending} Ending */
/** @typedef {import("./puzzle-room.ts").Words} Words */
/** @typedef {import("./puzzle-room.ts").Page} Page */

/** The engine's time for a move, in milliseconds: endings are simple enough for it. */
const MOVE_MS = 700;

export class EndingRoom {
  #page;
  /** @type {Duel|null} */
  #duel = null;
  /** @type {AbortController|null} */
  #job = null;
  #noted = false;

  /** @type {Ending|null} */
  ending = null;
  /** @type {"play"|"thinking"|"failed"|"over"} failed: the engine could not be had */
  status = "play";
  /** @type {Words} */
  words = { key: "ending.begin" };
  /** @type {"plain"|"good"|"bad"} */
  mood = "plain";

  /** @param {Page} page */
  constructor(page) {
    this.#page = page;
  }

  /** @param {Ending} ending */
  open(ending) {
    this.leave();
    this.ending = ending;
    this.status = "play";
    this.#noted = false;
    this.#duel = new Duel(this.#page.Game, ending);
    this.#say({ key: `ending.${ending.id}.why` });
    void this.#think();
  }

  again() {
    if (this.ending) this.open(this.ending);
  }

  /** Takes the last move back, and the engine's reply with it. */
  back() {
    if (!this.#duel || !this.mayGoBack) return;
    this.#job?.abort();
    this.#duel.takeBack();
    this.status = "play";
    this.#say({ key: "ending.back" });
    void this.#think();
  }

  leave() {
    this.#job?.abort();
    this.#job = null;
    this.#duel?.free();
    this.#duel = null;
  }

  get mayGoBack() {
    return !!this.#duel && this.#duel.moves.length > this.#duel.firstPly;
  }

  get moves() {
    return this.#duel?.moves ?? [];
  }

  /** What typed moves are read on. */
  get position() {
    return { startFen: this.ending?.fen ?? null, moves: this.moves };
  }

  /** @returns {Partial<import("../board/index.ts").BoardState>} */
  get board() {
    if (!this.#duel || !this.ending) return {};
    const view = this.#duel.view;
    const mayMove = this.status === "play" && this.#duel.isPersonsTurn;
    const { side } = this.ending;
    return {
      ...view,
      orientation: side,
      movable: mayMove ? side : null,
      dests: mayMove ? view.dests : new Map(),
      markers: {},
    };
  }

  /** @param {import("../core/xiangqi.ts").Notation} notation */
  written(notation) {
    return this.#duel?.written(notation) ?? [];
  }

  /** @param {string} move */
  refusal(move) {
    return this.#duel?.refusal(move);
  }

  /** A person's move. @param {string} move */
  async move(move) {
    const duel = this.#duel;
    if (!duel?.isPersonsTurn || this.status !== "play" || duel.refusal(move) !== undefined)
      return this.#page.changed();
    this.#play(duel, move);
    await this.#think();
  }

  async #think() {
    const duel = this.#duel;
    const ending = this.ending;
    if (!duel || !ending || duel.isPersonsTurn || duel.standing.state !== "on") return;
    const job = new AbortController();
    this.#job = job;
    this.status = "thinking";
    this.#page.changed();
    try {
      const engine = await this.#page.loadEngine();
      job.signal.throwIfAborted();
      const limits = { moves: duel.moves, movetime: MOVE_MS };
      const { move } = await engine.getBestMove(ending.fen, limits, { signal: job.signal });
      await this.#page.settle();
      if (job === this.#job && !job.signal.aborted && move) this.#play(duel, move);
    } catch (error) {
      if (job !== this.#job || job.signal.aborted) return;
      this.status = "failed";
      this.#say({ key: "ending.engineFailed" }, "bad");
      reportError(error);
    }
  }

  /** @param {Duel} duel @param {string} move */
  #play(duel, move) {
    const told = duel.told(move);
    duel.play(move);
    this.status = "play";
    const { state } = duel.standing;
    const { check } = duel.view;
    this.#page.announceMove(told, check !== null);
    this.#page.play(state !== "on" ? "end" : check ? "check" : told.capture ? "capture" : "move");
    this.#judge(duel);
  }

  /** @param {Duel} duel */
  #judge(duel) {
    const ending = /** @type {Ending} */ (this.ending);
    const { state, verdict, held } = duel.standing;
    if (state === "on") {
      // Before the person's first move there is nothing to say but what the ending is about.
      if (held === 0) return this.#page.changed();
      const isDraw = ending.goal === "draw";
      return this.#say(
        isDraw
          ? { key: "ending.held", params: { held, most: HOLD_MOVES } }
          : { key: "ending.moves", params: { count: held } },
      );
    }
    this.status = "over";
    if (!this.#noted) this.#page.note(`e:${ending.id}`, state, { clean: false });
    this.#noted = true;
    const key =
      state === "solved" ? `ending.solved.${ending.goal}` : `ending.failed.${ending.goal}`;
    this.#say({ key, verdict }, state === "solved" ? "good" : "bad");
  }

  /** @param {Words} words @param {EndingRoom["mood"]} [mood] */
  #say(words, mood = "plain") {
    this.words = words;
    this.mood = mood;
    this.#page.changed();
  }
}
