// The engine's turn in a game: it is asked for a move, which comes at a person's pace; what happens on the board calls
// it off. Besides, it answers questions that the game does not wait for.

import { MAX_LEVEL } from "../core/levels.ts";
import { memoizeAsync } from "../core/memoize.ts";
import { pause, pauseBefore } from "../engine/pace.ts";
import { engineBudget } from "./clock.ts";
import { EngineQuestions } from "./engine-questions.js";
import { idleEngine, withEngine } from "./state.js";

/** @import { Answer, Info, SearchOptions, Watch } from "../engine/types.ts" */

/**
 * What a game wants of an engine's client, be it the worker's or the server's.
 * @typedef {object} Opponent
 * @property {(fen: string, options: SearchOptions, watch: Watch) => Promise<Answer>} getBestMove
 * @property {() => void} stop     it answers with the best move so far
 * @property {() => void} newGame  it forgets the game before
 */

/** Full strength thinks so long, in milliseconds; a clock may give it less. */
const TOP_LEVEL = { level: MAX_LEVEL, ms: 1000 };

export class EngineTurn {
  #store;
  #load;
  #pauseBefore;
  #hear;
  /** @type {AbortController|null} The search whose answer we wait for. */
  #job = null;
  /** @type {ReturnType<typeof pause>|null} What a quick reply waits for. */
  #pause = null;
  /** @type {Opponent|null} The engine's client, once somebody needed it. */
  #engine = null;
  /** The move was wanted before there was an engine to be told. */
  #isHurried = false;
  #questions = new EngineQuestions(async () => {
    this.#engine = await this.#load();
    return this.#job ? null : this.#engine;
  });

  /**
   * @param {ReturnType<typeof import("./state.js").createStore>} store
   * @param {() => Promise<Opponent>} load  makes the engine's client; called once, when first needed
   * @param {{ onInfo: (info: Info) => void, onAnswer: (answer: Answer) => void, onFailure: (error: unknown) => void }} hear
   * @param {typeof pauseBefore} [pausing]  how long a reply takes at least
   */
  constructor(store, load, hear, pausing = pauseBefore) {
    this.#store = store;
    this.#load = memoizeAsync(load);
    this.#hear = hear;
    this.#pauseBefore = pausing;
  }

  get isThinking() {
    return this.#job !== null;
  }

  /** Another game is on the board. */
  newGame() {
    this.#engine?.newGame();
  }

  /** Asks for a move in the game of the state. @param {string} startFen */
  async think(startFen) {
    const { game, position } = this.#store.get();
    const job = new AbortController();
    this.#job = job;
    this.#isHurried = false;
    this.#store.update((state) => withEngine(state, { ...idleEngine(), status: "thinking" }));
    try {
      const choices = [...position.dests.values()].flat().length;
      this.#pause = pause(this.#pauseBefore(game, choices));
      const [answer] = await Promise.all([this.#search(job, startFen), this.#pause.over]);
      if (job === this.#job) this.#hear.onAnswer(answer);
    } catch (error) {
      if (job !== this.#job) return;
      this.#job = null;
      this.#store.update((state) => withEngine(state, { ...idleEngine(), status: "failed" }));
      this.#hear.onFailure(error);
    }
  }

  /** It answers with the best move that it has found so far. */
  moveNow() {
    this.#engine?.stop();
    this.#isHurried = true;
    this.#pause?.end();
  }

  /** The game goes on without its answer. */
  cancel() {
    this.#questions.drop();
    this.#job?.abort();
    this.#job = null;
    if (this.#store.get().engine.status !== "idle")
      this.#store.update((state) => withEngine(state, idleEngine()));
  }

  /**
   * Asks at full strength about a position, while the engine has nothing else to do.
   * @param {string} fen @param {SearchOptions} options @param {(info: Info) => void} [onInfo]
   * @returns {Promise<Answer|null>} null when the board went on
   */
  async ask(fen, options, onInfo) {
    return this.isThinking ? null : this.#questions.ask(fen, options, onInfo);
  }

  /** @param {AbortController} job @param {string} startFen */
  async #search(job, startFen) {
    const { moves, ply, ruleset, level, seed } = this.#store.get().game;
    this.#engine = await this.#load();
    job.signal.throwIfAborted();
    const asked = {
      moves: moves.slice(0, ply),
      rules: ruleset,
      // Below the lowest level there are strengths for who has just begun.
      [level < 1 ? "strength" : "level"]: level,
      seed,
      book: true,
      ...this.#timeFor(level),
    };
    const onInfo = (/** @type {Info} */ info) => {
      if (job === this.#job) this.#hear.onInfo(info);
    };
    const answer = this.#engine.getBestMove(startFen, asked, { onInfo, signal: job.signal });
    if (this.#isHurried) this.#engine.stop();
    return answer;
  }

  /** With a clock the engine looks after its time; full strength always does. @param {number} level */
  #timeFor(level) {
    const budget = engineBudget(this.#store.get());
    if (level === TOP_LEVEL.level) return { movetime: Math.min(budget ?? Infinity, TOP_LEVEL.ms) };
    return budget === null ? {} : { movetime: budget };
  }
}
