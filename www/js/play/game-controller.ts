// The game controller: passes a person's actions to the rules, stores the results in the state, and requests the
// engine's moves. The controller uses no element of the page. It emits events for the parts that show or announce them.

import { freshFields, newGame, reopenedFields, withMove } from "../core/game-record.ts";
import type { GameEnd, GameRecord } from "../core/game-record.ts";
import { notationOf } from "../core/languages.ts";
import { moveFacts } from "../core/move-facts.ts";
import type { MoveFacts } from "../core/move-facts.ts";
import { fromRed, otherSide, pieceAt, sideOf } from "../core/xiangqi.ts";
import type { Notation, PositionView, Side } from "../core/xiangqi.ts";
import type { pauseBefore } from "../engine/pace.ts";
import type { Answer, Info, SearchOptions } from "../engine/types.ts";
import type { GameClass, RulesGame } from "../rules/rules.ts";
import {
  clockAfterMove,
  clockAfterUndo,
  isRunning,
  resetClock,
  timeSpentAt,
  withPause,
} from "./clock.ts";
import { createDrawOffers } from "./draw-offers.ts";
import { createEngineTurn } from "./engine-turn.ts";
import type { EngineTurn, Opponent } from "./engine-turn.ts";
import type { GameEvent, RefusedEvent } from "./game-events.ts";
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
} from "./state.ts";
import type { PlayStore, State } from "./state.ts";
import { warningOf } from "./warnings.ts";

/** The length of the engine's line that is shown while it thinks, in plies. */
const LINE_LENGTH = 6;

interface ControllerParts {
  store: PlayStore;
  /** The rules, if they are loaded already. Without them the methods do nothing until `begin` is called. */
  Game?: GameClass;
  /** Creates the engine's client. Called once, when the engine is first needed. */
  loadEngine: () => Promise<Opponent>;
  save?: (game: GameRecord, placement: string, view: PositionView) => void;
  emit?: (event: GameEvent) => void;
  /** Returns the shortest time until a reply, in milliseconds. */
  pauseBefore?: typeof pauseBefore;
  /** Returns the opponent's capture to warn of before a move; undefined if there is none. */
  dangerOf?: (move: string, rules: RulesGame) => string | undefined;
}

export class GameController {
  readonly #store: PlayStore;
  #Game: GameClass | undefined;
  readonly #save: NonNullable<ControllerParts["save"]>;
  readonly #emit: (event: GameEvent) => void;
  readonly #dangerOf: NonNullable<ControllerParts["dangerOf"]>;
  readonly #turn: EngineTurn;
  readonly #draws: ReturnType<typeof createDrawOffers>;
  #rules: RulesGame | null = null;
  /** True while another tab plays this game and this tab only shows it. */
  #follows = false;

  constructor({
    store,
    Game,
    loadEngine,
    save = () => {},
    emit = () => {},
    ...parts
  }: ControllerParts) {
    this.#store = store;
    this.#Game = Game;
    this.#save = save;
    this.#emit = emit;
    this.#dangerOf = parts.dangerOf ?? (() => undefined);
    const listeners = {
      onInfo: (info: Info) => this.#onInfo(info),
      onAnswer: (answer: Answer) => this.#onAnswer(answer),
      onFailure: (error: unknown) => emit({ type: "engineFailed", error }),
    };
    this.#turn = createEngineTurn(store, loadEngine, listeners, parts.pauseBefore);
    this.#draws = createDrawOffers(store, this.#turn);
  }

  /** Sets the rules once they are loaded. */
  begin(Game: GameClass): void {
    this.#Game = Game;
  }

  /** Starts a game. If the fields are invalid, throws a ChuheError and changes nothing. */
  newGame(fields: Partial<GameRecord> = {}): void {
    this.open({ ...newGame(), ...fields, moves: [], ply: 0 });
  }

  /**
   * Puts a recorded game on the board and continues it. If the record is invalid, throws a ChuheError and changes
   * nothing.
   */
  open(record: GameRecord): void {
    this.#load(record);
    this.#turn.newGame();
    this.#finishChange({ type: "opened" });
  }

  /**
   * Shows the game as another tab has just stored it. The engine's moves are requested in that tab only. If the record
   * is invalid, throws a ChuheError and changes nothing.
   */
  follow(record: GameRecord): void {
    this.#load(record);
    this.#follows = true;
    this.#emit({ type: "followed" });
  }

  /**
   * Continues the game in this tab. Requests the engine's move if it is due, unless the engine is thinking or has
   * failed.
   */
  wake(): void {
    this.#follows = false;
    if (!this.#turn.isThinking && this.#store.get().engine.status === "idle") this.#think();
  }

  #load(record: GameRecord) {
    if (!this.#Game) return;
    const rules = new this.#Game(record.startFen, record.moves, record.ruleset);
    const notation = rules.notation(this.#notation);
    for (let ply = record.moves.length; ply > record.ply; ply--) rules.undo();
    if (record.ended) rules.declare(record.ended.reason, record.ended.side);
    this.#cancel();
    this.#rules?.free();
    this.#rules = rules;
    const spent = record.clock?.spent ?? 0;
    this.#store.update((state) =>
      withPosition(withGame({ ...state, ready: true, spent, evaluation: null }, record), {
        ...rules.view(this.#notation),
        notation,
      }),
    );
  }

  /**
   * Plays the person's move. A move that needs a warning, because it loses by repetition or gives a piece away, is
   * played only if `knowingly` is true. Returns true if the move was played.
   */
  move(from: string, to: string, { knowingly = false } = {}): boolean {
    const rules = this.#rules;
    if (!rules) return false;
    const { refusal, told: facts, loss } = rules.describe(from + to);
    if (!isPersonsTurn(this.#store.get()) || refusal || !facts) {
      this.refuse(from, to);
      return false;
    }
    const warning = knowingly
      ? null
      : warningOf(rules, from, to, loss, this.#notation, this.#dangerOf);
    if (warning) {
      this.#emit(warning);
      return false;
    }
    this.#play(rules, facts, "person");
    return true;
  }

  /** Returns the legal targets of the person's piece on `from` that would lose the game by repetition. */
  losing(from: string | null): string[] {
    if (from === null || !isPersonsTurn(this.#store.get())) return [];
    return this.#rules?.losing(from) ?? [];
  }

  get #notation(): Notation {
    return notationOf(this.#store.get().settings);
  }

  /** Writes the state's list of moves again, after a change of the notation. */
  rewrite(): void {
    if (!this.#Game || !this.#rules) return;
    const { game } = this.#store.get();
    const rules = new this.#Game(game.startFen, game.moves, game.ruleset);
    const notation = rules.notation(this.#notation);
    rules.free();
    this.#store.update((state) => ({ ...state, position: { ...state.position, notation } }));
  }

  /** Returns why a move is not legal; null for a legal move. */
  refusal(from: string, to: string): RefusedEvent | null {
    const reason = this.#rules?.refusal(from + to);
    if (!reason) return null;
    const { placement, checkers } = this.#store.get().position;
    return {
      type: "refused",
      reason,
      piece: pieceAt(placement, from),
      checkers: reason === "stillInCheck" ? checkers : [],
    };
  }

  /** Emits the reason why a move is not legal. */
  refuse(from: string, to: string): void {
    const refused = this.refusal(from, to);
    if (refused) this.#emit(refused);
  }

  /** Resigns for the person, or in a game between two people for the side to move. */
  resign(): void {
    const { game, position } = this.#store.get();
    this.#declare("resignation", game.mode === "engine" ? game.side : sideOf(position.turn));
  }

  timeOver(side: Side): void {
    this.#declare("time", side);
  }

  /** Ends the game by an agreed draw. */
  agree(): void {
    this.#declare("agreement", null);
  }

  /** Offers the engine a draw. Ends the game if the engine accepts, and emits "drawDeclined" if it declines. */
  async offerDraw(): Promise<void> {
    const { game } = this.#store.get();
    if (!this.#rules || isPaused(this.#store.get())) return;
    const isAccepted = await this.#draws.isAccepted(this.#rules.startFen());
    if (game !== this.#store.get().game || isAccepted === null) return;
    if (isAccepted) this.agree();
    else this.#emit({ type: "drawDeclined" });
  }

  /** Continues the game after the engine has resigned. The engine does not resign again in this game. */
  playOn(): void {
    if (!this.#rules) return;
    this.#goTo(this.#store.get().game.ply, { playOn: true });
    this.#finishChange({ type: "resumed" });
  }

  /** Starts the same game again from its beginning, with `fields` changed. */
  restart(fields: Partial<GameRecord> = {}): void {
    const { game } = this.#store.get();
    const clock = game.clock && resetClock(game.clock);
    const { seed } = newGame();
    this.newGame({ ...game, ...freshFields(), record: null, seed, clock, ...fields });
  }

  /** Changes fields of the game other than its moves, and stores the game. */
  note(fields: Partial<GameRecord>): void {
    this.#store.update((state) => withGame(state, fields));
    this.keep();
  }

  /** True unless another tab plays the game. */
  get leads(): boolean {
    return !this.#follows;
  }

  /** Adds `ms` milliseconds to the thinking time of the side to move. */
  tick(ms: number): void {
    this.#store.update((state) => ({ ...state, spent: state.spent + ms }));
  }

  /** Stops both clocks and the engine's search. */
  pause(): void {
    if (!isRunning(this.#store.get())) return;
    this.#cancel();
    // Closes an open question about a move, since the move could not be played while the clocks are stopped.
    this.#store.update((state) => ({ ...state, caution: null }));
    this.#setPaused(true);
    this.#emit({ type: "paused" });
  }

  /** Ends a pause. */
  goOn(): void {
    if (!isPaused(this.#store.get())) return;
    this.#setPaused(false);
    this.#finishChange({ type: "resumed" });
  }

  #setPaused(stops: boolean) {
    this.note({ clock: withPause(this.#store.get().game.clock, stops) });
  }

  /** Stores the game with the current time of its clock, unless another tab plays the game. */
  keep(): void {
    if (this.#rules && !this.#follows) this.#storeGame();
  }

  /**
   * Searches the position on the board at full strength. In the answer, `texts` is the line in the notation of the
   * settings. Returns null if the engine is busy, or if the game goes on meanwhile.
   */
  async consult(
    options: SearchOptions,
    onInfo?: (info: Info) => void,
  ): Promise<(Answer & { texts: string[] }) | null> {
    if (!this.#rules) return null;
    const { moves, ply, ruleset } = this.#store.get().game;
    const position = { moves: moves.slice(0, ply), rules: ruleset };
    const fen = this.#rules.startFen();
    const answer = await this.#turn.request(fen, { ...position, ...options }, onInfo);
    return answer && { ...answer, texts: this.#rules.line(answer.pv, this.#notation) };
  }

  undo(): void {
    this.#jump(undoTarget(this.#store.get()), "undone");
  }

  redo(): void {
    this.#jump(redoTarget(this.#store.get()), "redone");
  }

  /** Turns the board while the engine continues its search. */
  flip(): void {
    this.#store.update((state) => withGame(state, { flipped: !state.game.flipped }));
    this.#storeGame();
  }

  /** Makes the engine play the best move so far. */
  moveNow(): void {
    this.#turn.moveNow();
  }

  /** Requests the engine's move again after a failure. */
  retry(): void {
    if (this.#turn.isThinking) return;
    this.#cancel();
    this.#think();
  }

  /** Ends the game. `side` is the side that has resigned or run out of time; null for an agreed draw. */
  #declare(reason: GameEnd["reason"], side: Side | null) {
    const rules = this.#rules;
    const state = this.#store.get();
    if (!rules || isOver(state)) return;
    this.#cancel();
    rules.declare(reason, side);
    const clock = withPause(state.game.clock, false);
    this.#store.update((now) =>
      withPosition(withGame(now, { clock, ended: { reason, side } }), this.#view(rules, now)),
    );
    this.#finishChange({ type: "ended" });
  }

  #jump(target: number | null, type: "undone" | "redone") {
    if (target === null || !this.#rules) return;
    this.#cancel();
    const { game, spent } = this.#store.get();
    const isUndo = type === "undone";
    const clock = isUndo ? clockAfterUndo(game.clock, game.ply, spent) : game.clock;
    this.#store.update((state) => ({ ...state, spent: isUndo ? 0 : timeSpentAt(clock, target) }));
    this.#goTo(target, isUndo ? { clock, helped: game.helped + 1 } : {});
    this.#finishChange({ type });
  }

  /**
   * Goes to the position after `target` moves. Creates the rules anew from these moves: a record may continue after the
   * end of the game, where the rules accept no further move.
   */
  #goTo(target: number, fields: Partial<GameRecord>) {
    if (!this.#Game) return;
    const { game } = this.#store.get();
    const rules = new this.#Game(game.startFen, game.moves.slice(0, target), game.ruleset);
    this.#rules?.free();
    this.#rules = rules;
    this.#store.update((state) => {
      const changed = { ply: target, ended: null, ...reopenedFields(state.game), ...fields };
      return withPosition(withGame(state, changed), this.#view(rules, state));
    });
  }

  #play(rules: RulesGame, facts: MoveFacts, by: "person" | "engine") {
    rules.play(facts.move);
    this.#cancel();
    const view = rules.view(this.#notation);
    this.#store.update((state) => {
      const clock = clockAfterMove(state.game.clock, state.game.ply, state.spent);
      const game = { ...withMove(state.game, facts.move), clock };
      return withPosition(withGame({ ...state, spent: 0 }, game), view);
    });
    this.#finishChange({ type: "move", by, ...facts });
  }

  /** Completes a change of position: stores the game, emits the event and lets the engine answer. */
  #finishChange(event: GameEvent) {
    this.#follows = false;
    this.#storeGame();
    this.#emit(event);
    this.#think();
  }

  #storeGame() {
    const { game, position, spent } = this.#store.get();
    const clock = game.clock && { ...game.clock, spent: Math.round(spent) };
    this.#save({ ...game, clock }, position.placement, position);
  }

  /** Returns the view of the position on the board, with the notation of the whole line, undone moves included. */
  #view(rules: RulesGame, { position: { notation } }: State): PositionView {
    return { ...rules.view(this.#notation), notation };
  }

  #think() {
    if (this.#rules && isEnginesTurn(this.#store.get()))
      void this.#turn.think(this.#rules.startFen());
  }

  #onAnswer(answer: Answer) {
    const { game } = this.#store.get();
    this.#noteScore(answer);
    if (answer.resigns && !game.playOn) return this.#declare("resignation", otherSide(game.side));
    const rules = this.#rules!; // a search runs only with the rules loaded
    const move = answer.move!; // null only if the game is over
    const facts: MoveFacts | null = moveFacts(rules, move);
    if (!facts) throw new Error(`the engine's move ${move} is against the rules`);
    this.#play(rules, facts, "engine");
    if (!this.#draws.note(answer) || isOver(this.#store.get())) return;
    this.#store.update((state) => ({ ...state, drawOffered: true }));
    this.#emit({ type: "drawOffered" });
  }

  #onInfo(info: Info) {
    this.#noteScore(info);
    const pv = info.pv?.slice(0, LINE_LENGTH) ?? [];
    const line = this.#rules?.line(pv, this.#notation) ?? [];
    this.#store.update((state) => withEngine(state, { info, line }));
  }

  /** Stores the engine's evaluation of the position on the board. */
  #noteScore({ score, depth }: Pick<Info, "score" | "depth">) {
    if (!score || !depth) return; // a move of the book has no evaluation
    const { turn } = this.#store.get().position;
    this.#store.update((state) => ({ ...state, evaluation: fromRed(score, turn) }));
  }

  #cancel() {
    this.#draws.forget();
    this.#turn.cancel();
  }
}
