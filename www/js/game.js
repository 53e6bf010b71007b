// The controller: a person's intent goes to the rules, the rules' answer goes into the state, and when
// it is the engine's turn the engine is asked. It knows no element of the page; what should be heard or
// read aloud leaves as an event.

import {
  defaultGame,
  idleEngine,
  isEnginesTurn,
  isPersonsTurn,
  redoTarget,
  sideOfPiece,
  splitMove,
  squareIndex,
  undoTarget,
  withEngine,
  withGame,
  withMove,
  withPosition,
} from "./state.js";
import { pause, pauseBefore } from "./pace.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").GameRecord} GameRecord */
/** @typedef {import("./state.js").PositionView} PositionView */
/** @typedef {import("./rules.js").GameClass} GameClass */
/** @typedef {InstanceType<GameClass>} Rules */

/**
 * @typedef {object} MoveEvent
 * @property {"move"} type
 * @property {"person"|"engine"} by
 * @property {string} move
 * @property {string} spoken     in Chinese notation, however the list is written
 * @property {import("./state.js").Side} side
 * @property {string} piece
 * @property {string|null} capture   the piece taken
 */
/** @typedef {{ type: "refused", reason: string, piece: string }} RefusedEvent */
/** @typedef {{ type: "opened"|"undone"|"redone"|"followed" }} JumpEvent */
/** @typedef {{ type: "engineFailed", error: unknown }} FailedEvent */
/**
 * The person's move was not played, because it loses by repetition; `move` with `knowingly` plays it.
 * @typedef {{ type: "warned", from: string, to: string, verdict: import("./state.js").Verdict, texts: string[] }} WarnedEvent
 *   `texts`: the plies of the verdict's cycle as the settings write moves
 */
/** @typedef {MoveEvent|RefusedEvent|JumpEvent|FailedEvent|WarnedEvent} GameEvent */

/** How much of the engine's line is worth reading while it thinks, in plies. */
const LINE_LENGTH = 6;

export class GameController {
  #store;
  #Game;
  #save;
  #emit;
  #askEngine;
  #pauseBefore;
  /** @type {Rules|null} */
  #rules = null;
  /** @type {AbortController|null} The search whose answer we wait for. */
  #job = null;
  /** @type {ReturnType<typeof pause>|null} What a quick reply waits for. */
  #pause = null;
  /** @type {any} The engine client, once somebody needed it. */
  #engine = null;

  /**
   * @param {object} parts
   * @param {ReturnType<typeof import("./state.js").createStore>} parts.store
   * @param {GameClass} parts.Game
   * @param {() => Promise<any>} parts.loadEngine          makes the engine client; called once, when first needed
   * @param {(game: GameRecord, placement: string) => void} [parts.save]
   * @param {(event: GameEvent) => void} [parts.emit]
   * @param {typeof pauseBefore} [parts.pauseBefore]        how long a reply takes at least
   */
  constructor({ store, Game, loadEngine, save = () => {}, emit = () => {}, ...parts }) {
    this.#store = store;
    this.#Game = Game;
    this.#save = save;
    this.#emit = emit;
    this.#pauseBefore = parts.pauseBefore ?? pauseBefore;
    this.#askEngine = once(loadEngine);
  }

  /** Starts a game from the start position or from `startFen`. @param {Partial<GameRecord>} choices @throws ChuheError */
  newGame(choices = {}) {
    const seed = Math.floor(Math.random() * 2 ** 32);
    this.open({ ...defaultGame(), seed, ...choices, moves: [], ply: 0 });
  }

  /** Puts a recorded game on the board and goes on with it. @param {GameRecord} record @throws ChuheError, nothing changed then */
  open(record) {
    this.#load(record);
    this.#engine?.newGame();
    this.#settled({ type: "opened" });
  }

  /**
   * Shows the game as another tab has just left it. That tab stores it and has the engine answer.
   * @param {GameRecord} record @throws ChuheError, nothing changed then
   */
  follow(record) {
    this.#load(record);
    this.#emit({ type: "followed" });
  }

  /** The person is back at this tab: the engine answers here if nothing is coming from elsewhere. */
  wake() {
    if (this.#rules && !this.#job && this.#store.get().engine.status === "idle") void this.#think();
  }

  /** @param {GameRecord} record */
  #load(record) {
    const rules = new this.#Game(record.startFen, record.moves);
    const notation = rules.notation(this.#kind);
    for (let ply = record.moves.length; ply > record.ply; ply--) rules.undo();
    this.#cancel();
    this.#rules?.free();
    this.#rules = rules;
    const start = new this.#Game(record.startFen, []);
    const startPlacement = start.placement();
    start.free();
    this.#store.update((state) =>
      withPosition(
        withGame({ ...state, ready: true }, record),
        this.#view(notation, startPlacement),
      ),
    );
  }

  /**
   * The person moves. A move that loses by repetition is played only `knowingly`.
   * @param {string} from @param {string} to @param {{ knowingly?: boolean }} [how]
   * @returns {boolean} whether it was played
   */
  move(from, to, { knowingly = false } = {}) {
    if (!isPersonsTurn(this.#store.get()) || this.#rules?.refusal(from + to) !== undefined) {
      this.refuse(from, to);
      return false;
    }
    const verdict = knowingly ? undefined : this.#rules?.lossByRepetition(from + to);
    if (verdict) {
      this.#emit({ type: "warned", from, to, verdict, texts: this.#write(verdict.cycle) });
      return false;
    }
    this.#play(from + to, "person");
    return true;
  }

  /** The legal points at which the person's piece would lose by repetition. @param {string|null} from @returns {string[]} */
  losing(from) {
    const state = this.#store.get();
    if (from === null || !isPersonsTurn(state)) return [];
    const points = state.position.dests.get(from) ?? [];
    return points.filter((to) => this.#rules?.lossByRepetition(from + to) !== undefined);
  }

  /** Plies of a cycle in words, those to come included. @param {import("./state.js").CyclePly[]} cycle @returns {string[]} */
  #write(cycle) {
    const rules = /** @type {Rules} */ (this.#rules);
    const played = rules.notation(this.#kind);
    const toCome = cycle.filter(({ ply }) => ply >= played.length).map(({ move }) => move);
    const texts = [...played, ...rules.line(toCome, this.#kind)];
    return cycle.map(({ ply, move }) => texts[ply] ?? move);
  }

  /** How moves are written. */
  get #kind() {
    return this.#store.get().settings.notation;
  }

  /** The settings write moves another way: so does the list. */
  rewrite() {
    if (!this.#rules) return;
    const { startFen, moves } = this.#store.get().game;
    const rules = new this.#Game(startFen, moves);
    const notation = rules.notation(this.#kind);
    rules.free();
    this.#store.update((state) => ({ ...state, position: { ...state.position, notation } }));
  }

  /** The board would not let a piece go there: say why. @param {string} from @param {string} to */
  refuse(from, to) {
    const reason = this.#rules?.refusal(from + to);
    if (!reason) return;
    this.#emit({
      type: "refused",
      reason,
      piece: this.#store.get().position.placement[squareIndex(from)],
    });
  }

  undo() {
    this.#jump(undoTarget(this.#store.get()), "undone");
  }

  redo() {
    this.#jump(redoTarget(this.#store.get()), "redone");
  }

  /** Turns the board. The engine thinks on. */
  flip() {
    this.#store.update((state) => withGame(state, { flipped: !state.game.flipped }));
    this.#remember();
  }

  /** The engine plays the best move it has found so far. */
  moveNow() {
    this.#engine?.stop();
    this.#pause?.end();
  }

  /** Asks the engine again after it failed. */
  retry() {
    if (this.#job) return;
    this.#store.update((state) => withEngine(state, idleEngine()));
    void this.#think();
  }

  /** @param {number|null} target @param {"undone"|"redone"} type */
  #jump(target, type) {
    if (target === null || !this.#rules) return;
    this.#cancel();
    this.#goTo(target);
    const { notation } = this.#store.get().position;
    this.#store.update((state) =>
      withPosition(withGame(state, { ply: target }), this.#view(notation)),
    );
    this.#settled({ type });
  }

  /**
   * A record may go on where the rules see the game over, so moves are not played one by one.
   * @param {number} target
   */
  #goTo(target) {
    const { startFen, moves } = this.#store.get().game;
    const rules = new this.#Game(startFen, moves.slice(0, target));
    this.#rules?.free();
    this.#rules = rules;
  }

  /** @param {string} move @param {"person"|"engine"} by @throws ChuheError when the move is not legal */
  #play(move, by) {
    const before = this.#store.get().position;
    const [from, to] = splitMove(move);
    const rules = /** @type {Rules} */ (this.#rules);
    const [spoken] = rules.line([move], "chinese");
    rules.play(move);
    this.#cancel();
    const notation = rules.notation(this.#kind);
    this.#store.update((state) =>
      withPosition(withGame(state, withMove(state.game, move)), this.#view(notation)),
    );
    const piece = before.placement[squareIndex(from)];
    const target = before.placement[squareIndex(to)];
    const capture = target === "." ? null : target;
    const side = sideOfPiece(piece);
    this.#settled({
      type: "move",
      by,
      move,
      spoken,
      side,
      piece,
      capture,
    });
  }

  /** After every change of position: remember it, tell of it, and let the engine answer. @param {GameEvent} event */
  #settled(event) {
    this.#remember();
    this.#emit(event);
    void this.#think();
  }

  #remember() {
    const { game, position } = this.#store.get();
    this.#save(game, position.placement);
  }

  /** @param {string[]} notation @param {string} startPlacement @returns {PositionView} */
  #view(notation, startPlacement = this.#store.get().position.startPlacement) {
    const rules = /** @type {Rules} */ (this.#rules);
    const last = rules.moves().at(-1);
    return {
      placement: rules.placement(),
      startPlacement,
      turn: rules.turn() === "w" ? "w" : "b",
      dests: rules.dests(),
      lastMove: last ? splitMove(last) : null,
      check: rules.check() ?? null,
      verdict: rules.verdict(),
      opening: rules.opening() ?? null,
      notation,
    };
  }

  async #think() {
    const { game } = this.#store.get();
    if (!isEnginesTurn(this.#store.get())) return;
    const job = new AbortController();
    this.#job = job;
    this.#store.update((state) => withEngine(state, { ...idleEngine(), status: "thinking" }));
    try {
      const choices = [...this.#store.get().position.dests.values()].flat().length;
      this.#pause = pause(this.#pauseBefore(game, choices));
      const [report] = await Promise.all([this.#search(job, game), this.#pause.over]);
      if (job === this.#job) this.#play(report.move, "engine");
    } catch (error) {
      if (job === this.#job) this.#fail(error);
    }
  }

  /** @param {AbortController} job @param {GameRecord} game */
  async #search(job, game) {
    this.#engine = await this.#askEngine();
    job.signal.throwIfAborted();
    const fen = /** @type {Rules} */ (this.#rules).startFen();
    const moves = game.moves.slice(0, game.ply);
    const onInfo = (/** @type {any} */ info) => {
      if (job === this.#job) this.#report(info);
    };
    return this.#engine.getBestMove(
      fen,
      { moves, level: game.level, seed: game.seed, book: true },
      { onInfo, signal: job.signal },
    );
  }

  /** @param {any} info */
  #report(info) {
    const pv = info.pv?.slice(0, LINE_LENGTH) ?? [];
    const line = /** @type {Rules} */ (this.#rules).line(pv, this.#kind);
    this.#store.update((state) => withEngine(state, { info, line }));
  }

  /** @param {unknown} error */
  #fail(error) {
    this.#job = null;
    this.#store.update((state) => withEngine(state, { ...idleEngine(), status: "failed" }));
    this.#emit({ type: "engineFailed", error });
  }

  #cancel() {
    this.#job?.abort();
    this.#job = null;
    if (this.#store.get().engine.status !== "idle")
      this.#store.update((state) => withEngine(state, idleEngine()));
  }
}

/**
 * Remembers the first success of `make`; a failure is forgotten, so the next call tries again.
 * @template T @param {() => Promise<T>} make @returns {() => Promise<T>}
 */
function once(make) {
  /** @type {Promise<T>|null} */
  let made = null;
  return () => {
    made ??= make().catch((error) => {
      made = null;
      throw error;
    });
    return made;
  };
}
