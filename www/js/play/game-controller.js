// The game: a person's intent goes to the rules, the rules' answer goes into the state, and when it is the engine's turn
// the engine is asked. It knows no element of the page; what should be heard or read aloud leaves as an event.

import { afterMove, isRunning, leftByUndo, rewound, thoughtAt, withPause } from "./clock.ts";
import { notationOf } from "../core/languages.ts";
import { freshFields, newGame, reopenedFields, withMove } from "../core/game-record.ts";
import { fromRed, otherSide, sideOf, squareIndex } from "../core/xiangqi.ts";
import {
  isEnginesTurn,
  isOver,
  isPaused,
  isPersonsTurn,
  redoTarget,
  undoTarget,
  withEngine,
  withGame,
  withPosition,
} from "./state.js";
import { moveFacts } from "../core/move-facts.ts";
import { DrawOffers } from "./draw-offers.js";
import { EngineTurn } from "./engine-turn.js";
import { warningOf } from "./warnings.ts";

/** @import { Answer, Info, SearchOptions } from "../engine/types.ts" */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("../core/game-record.ts").GameRecord} GameRecord */
/** @typedef {import("../core/xiangqi.ts").PositionView} PositionView */
/** @typedef {import("../rules/rules.ts").GameClass} GameClass */
/** @typedef {InstanceType<GameClass>} Rules */

/** @typedef {import("./game-events.ts").MoveEvent} MoveEvent */
/** @typedef {import("./game-events.ts").RefusedEvent} RefusedEvent */
/** @typedef {import("./game-events.ts").WarnedEvent} WarnedEvent */
/** @typedef {import("./game-events.ts").EndangeredEvent} EndangeredEvent */
/** @typedef {import("./game-events.ts").GameEvent} GameEvent */

/** How much of the engine's line is worth reading while it thinks, in plies. */
const LINE_LENGTH = 6;
export class GameController {
  #store;
  #Game;
  #save;
  #emit;
  #dangerOf;
  #turn;
  #draws;
  /** @type {Rules|null} */
  #rules = null;
  /** Another tab plays this game; this one shows it. */
  #follows = false;

  /**
   * @param {object} parts
   * @param {ReturnType<typeof import("./state.js").createStore>} parts.store
   * @param {GameClass} [parts.Game]                       without it nothing happens before `begin`
   * @param {() => Promise<import("./engine-turn.js").Opponent>} parts.loadEngine  makes the engine's client; called once,
   *   when first needed
   * @param {(game: GameRecord, placement: string, view: PositionView) => void} [parts.save]
   * @param {(event: GameEvent) => void} [parts.emit]
   * @param {typeof import("../engine/pace.ts").pauseBefore} [parts.pauseBefore]  how long a reply takes at least
   * @param {(move: string, rules: Rules) => string|undefined} [parts.dangerOf]  the capture to warn of before a move
   */
  constructor({ store, Game, loadEngine, save = () => {}, emit = () => {}, ...parts }) {
    this.#store = store;
    this.#Game = Game;
    this.#save = save;
    this.#emit = emit;
    this.#dangerOf = parts.dangerOf ?? (() => undefined);
    const hear = {
      onInfo: (/** @type {Info} */ info) => this.#onInfo(info),
      onAnswer: (/** @type {Answer} */ answer) => this.#onAnswer(answer),
      onFailure: (/** @type {unknown} */ error) => emit({ type: "engineFailed", error }),
    };
    this.#turn = new EngineTurn(store, loadEngine, hear, parts.pauseBefore);
    this.#draws = new DrawOffers(store, this.#turn);
  }

  /** The rules are there. @param {GameClass} Game */
  begin(Game) {
    this.#Game = Game;
  }

  /** Starts a game from the start position or from `startFen`. @param {Partial<GameRecord>} choices @throws ChuheError */
  newGame(choices = {}) {
    this.open({ ...newGame(), ...choices, moves: [], ply: 0 });
  }

  /** Puts a recorded game on the board and goes on with it. @param {GameRecord} record @throws ChuheError, nothing changed then */
  open(record) {
    this.#load(record);
    this.#turn.newGame();
    this.#settled({ type: "opened" });
  }

  /**
   * Shows the game as another tab has just left it. That tab stores it and has the engine answer.
   * @param {GameRecord} record @throws ChuheError, nothing changed then
   */
  follow(record) {
    this.#load(record);
    this.#follows = true;
    this.#emit({ type: "followed" });
  }

  /** The person is back at this tab: the engine answers here if nothing is coming from elsewhere. */
  wake() {
    this.#follows = false;
    if (!this.#turn.isThinking && this.#store.get().engine.status === "idle") this.#think();
  }

  /** @param {GameRecord} record */
  #load(record) {
    if (!this.#Game) return;
    const rules = new this.#Game(record.startFen, record.moves, record.ruleset);
    const notation = rules.notation(this.#kind);
    for (let ply = record.moves.length; ply > record.ply; ply--) rules.undo();
    if (record.ended) rules.declare(record.ended.reason, record.ended.side);
    this.#cancel();
    this.#rules?.free();
    this.#rules = rules;
    this.#store.update((state) =>
      withPosition(
        withGame(
          { ...state, ready: true, spent: record.clock?.spent ?? 0, evaluation: null },
          record,
        ),
        { ...rules.view(this.#kind), notation },
      ),
    );
  }

  /**
   * The person moves. A move that loses by repetition, or a piece where that is asked about, is played only `knowingly`.
   * @param {string} from @param {string} to @param {{ knowingly?: boolean }} [how]
   * @returns {boolean} whether it was played
   */
  move(from, to, { knowingly = false } = {}) {
    const rules = this.#rules;
    if (!rules) return false;
    const { refusal, told, loss } = rules.describe(from + to);
    if (!isPersonsTurn(this.#store.get()) || refusal || !told) {
      this.refuse(from, to);
      return false;
    }
    const warning = knowingly ? null : warningOf(rules, from, to, loss, this.#kind, this.#dangerOf);
    if (warning) {
      this.#emit(warning);
      return false;
    }
    this.#play(told, "person");
    return true;
  }

  /** The legal points at which the person's piece would lose by repetition. @param {string|null} from @returns {string[]} */
  losing(from) {
    const state = this.#store.get();
    if (from === null || !isPersonsTurn(state)) return [];
    return this.#rules?.losing(from) ?? [];
  }

  /** How moves are written. */
  get #kind() {
    return notationOf(this.#store.get().settings);
  }

  /** The settings write moves another way: so does the list. */
  rewrite() {
    if (!this.#Game || !this.#rules) return;
    const game = this.#store.get().game;
    const rules = new this.#Game(game.startFen, game.moves, game.ruleset);
    const notation = rules.notation(this.#kind);
    rules.free();
    this.#store.update((state) => ({ ...state, position: { ...state.position, notation } }));
  }

  /** Why a move is not one; null when it is. @param {string} from @param {string} to @returns {RefusedEvent|null} */
  refusal(from, to) {
    const reason = this.#rules?.refusal(from + to);
    if (!reason) return null;
    const { placement, checkers } = this.#store.get().position;
    const piece = placement[squareIndex(from)];
    return { type: "refused", reason, piece, checkers: reason === "stillInCheck" ? checkers : [] };
  }

  /** The board would not let a piece go there: say why. @param {string} from @param {string} to */
  refuse(from, to) {
    const refused = this.refusal(from, to);
    if (refused) this.#emit(refused);
  }

  /** The person gives up; of two people the one to move. */
  resign() {
    const { game, position } = this.#store.get();
    this.#declare("resignation", game.mode === "engine" ? game.side : sideOf(position.turn));
  }

  /** A side's clock has run down. @param {import("../core/xiangqi.ts").Side} side */
  timeOver(side) {
    this.#declare("time", side);
  }

  /** Both sides want no more of it. */
  agree() {
    this.#declare("agreement", null);
  }

  /** The person offers the engine a draw; it agrees or declines, and an event says so. */
  async offerDraw() {
    if (!this.#rules || isPaused(this.#store.get())) return;
    const { game } = this.#store.get();
    const takes = await this.#draws.isTaken(this.#rules.startFen());
    if (game !== this.#store.get().game || takes === null) return;
    if (takes) this.agree();
    else this.#emit({ type: "drawDeclined" });
  }

  /** The engine has resigned, and is asked to play on for the rest of this game. */
  playOn() {
    if (!this.#rules) return;
    this.#goTo(this.#store.get().game.ply, { playOn: true });
    this.#settled({ type: "resumed" });
  }

  /** The same game from its beginning. @param {Partial<GameRecord>} [facts] that differ */
  restart(facts = {}) {
    const { game } = this.#store.get();
    const clock = game.clock && rewound(game.clock);
    this.newGame({
      ...game,
      ...freshFields(),
      record: null,
      seed: newGame().seed,
      clock,
      ...facts,
    });
  }

  /** Writes down what is to be known of the game beside its moves. @param {Partial<GameRecord>} facts */
  note(facts) {
    this.#store.update((state) => withGame(state, facts));
    this.keep();
  }

  /** Whether this tab plays the game, and not another one. */
  get leads() {
    return !this.#follows;
  }

  /** The side to move has thought on. @param {number} ms */
  tick(ms) {
    this.#store.update((state) => ({ ...state, spent: state.spent + ms }));
  }

  /** Stops both clocks, the engine's search too. */
  pause() {
    if (!isRunning(this.#store.get())) return;
    this.#cancel();
    // A question about a move is taken back: its answer could not be played while the clocks stand.
    this.#store.update((state) => ({ ...state, caution: null }));
    this.#setPaused(true);
    this.#emit({ type: "paused" });
  }

  /** Ends a pause. */
  goOn() {
    if (!isPaused(this.#store.get())) return;
    this.#setPaused(false);
    this.#settled({ type: "resumed" });
  }

  /** @param {boolean} isStopped */
  #setPaused(isStopped) {
    this.note({ clock: withPause(this.#store.get().game.clock, isStopped) });
  }

  /** Stores the game with its clock as it is now. */
  keep() {
    if (this.#rules && !this.#follows) this.#remember();
  }

  /**
   * Asks the engine at full strength about the position on the board, while it has nothing else to do.
   * @param {SearchOptions} options @param {(info: Info) => void} [onInfo]
   * @returns {Promise<(Answer & { texts: string[] })|null>} with the line as the settings write moves; null when the board
   *   went on
   */
  async consult(options, onInfo) {
    if (!this.#rules) return null;
    const { moves, ply, ruleset } = this.#store.get().game;
    const asked = { moves: moves.slice(0, ply), rules: ruleset, ...options };
    const answer = await this.#turn.ask(this.#rules.startFen(), asked, onInfo);
    return answer && { ...answer, texts: this.#rules.line(answer.pv, this.#kind) };
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
    this.#turn.moveNow();
  }

  /** Asks the engine again after it failed. */
  retry() {
    if (this.#turn.isThinking) return;
    this.#cancel();
    this.#think();
  }

  /** @param {import("../core/game-record.ts").GameEnd["reason"]} reason @param {import("../core/xiangqi.ts").Side|null} side who resigned or was too slow */
  #declare(reason, side) {
    const state = this.#store.get();
    if (!this.#rules || isOver(state)) return;
    this.#cancel();
    this.#rules.declare(reason, side);
    const clock = withPause(state.game.clock, false);
    this.#store.update((now) =>
      withPosition(withGame(now, { clock, ended: { reason, side } }), this.#view(now)),
    );
    this.#settled({ type: "ended" });
  }

  /** @param {number|null} target @param {"undone"|"redone"} type */
  #jump(target, type) {
    if (target === null || !this.#rules) return;
    this.#cancel();
    const { game, spent } = this.#store.get();
    const isUndo = type === "undone";
    const clock = isUndo ? leftByUndo(game.clock, game.ply, spent) : game.clock;
    this.#store.update((state) => ({ ...state, spent: isUndo ? 0 : thoughtAt(clock, target) }));
    this.#goTo(target, isUndo ? { clock, helped: game.helped + 1 } : {});
    this.#settled({ type });
  }

  /**
   * A record may go on where the rules see the game over, so moves are not played one by one.
   * @param {number} target @param {Partial<GameRecord>} facts
   */
  #goTo(target, facts) {
    if (!this.#Game) return;
    const game = this.#store.get().game;
    const rules = new this.#Game(game.startFen, game.moves.slice(0, target), game.ruleset);
    this.#rules?.free();
    this.#rules = rules;
    this.#store.update((state) => {
      const changed = { ply: target, ended: null, ...reopenedFields(state.game), ...facts };
      return withPosition(withGame(state, changed), this.#view(state));
    });
  }

  /** @param {import("../core/move-facts.ts").MoveFacts} told of a legal move @param {"person"|"engine"} by */
  #play(told, by) {
    const rules = /** @type {Rules} */ (this.#rules);
    rules.play(told.move);
    this.#cancel();
    const view = rules.view(this.#kind);
    this.#store.update((state) => {
      const clock = afterMove(state.game.clock, state.game.ply, state.spent);
      const game = { ...withMove(state.game, told.move), clock };
      return withPosition(withGame({ ...state, spent: 0 }, game), view);
    });
    this.#settled({ type: "move", by, ...told });
  }

  /** After every change of position: remember it, tell of it, and let the engine answer. @param {GameEvent} event */
  #settled(event) {
    this.#follows = false;
    this.#remember();
    this.#emit(event);
    this.#think();
  }

  #remember() {
    const { game, position, spent } = this.#store.get();
    const clock = game.clock && { ...game.clock, spent: Math.round(spent) };
    this.#save({ ...game, clock }, position.placement, position);
  }

  /** The position on the board, with the whole line in words as it is. @param {State} state @returns {PositionView} */
  #view({ position: { notation } }) {
    const rules = /** @type {Rules} */ (this.#rules);
    return { ...rules.view(this.#kind), notation };
  }

  /** The engine is asked if it is its turn. */
  #think() {
    if (this.#rules && isEnginesTurn(this.#store.get()))
      void this.#turn.think(this.#rules.startFen());
  }

  /** The engine has made up its mind. @param {Answer} answer */
  #onAnswer(answer) {
    const { game } = this.#store.get();
    this.#noteScore(answer);
    if (answer.resigns && !game.playOn) return this.#declare("resignation", otherSide(game.side));
    const move = /** @type {string} */ (answer.move);
    const told = moveFacts(/** @type {Rules} */ (this.#rules), move);
    if (!told) throw new Error(`the engine's move ${move} is against the rules`);
    this.#play(told, "engine");
    if (!this.#draws.hear(answer) || isOver(this.#store.get())) return;
    this.#store.update((state) => ({ ...state, drawOffered: true }));
    this.#emit({ type: "drawOffered" });
  }

  /** @param {Info} info */
  #onInfo(info) {
    this.#noteScore(info);
    const pv = info.pv?.slice(0, LINE_LENGTH) ?? [];
    const line = /** @type {Rules} */ (this.#rules).line(pv, this.#kind);
    this.#store.update((state) => withEngine(state, { info, line }));
  }

  /** How the game stands, as the engine sees the position on the board. @param {Pick<Info, "score"|"depth">} found */
  #noteScore({ score, depth }) {
    if (!score || !depth) return; // a move of the book says nothing
    const { turn } = this.#store.get().position;
    this.#store.update((state) => ({ ...state, evaluation: fromRed(score, turn) }));
  }

  #cancel() {
    this.#draws.forget();
    this.#turn.cancel();
  }
}
