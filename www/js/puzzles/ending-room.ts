// An ending on the board. The tables of solved endings play the other side: the longest defence, and the quickest win. Where
// they have no table, or the position is drawn, the engine plays at full strength.

import type { BoardState } from "../board/index.ts";
import type { Notation } from "../core/xiangqi.ts";
import { pause } from "../engine/pace.ts";
import type { SolvedEnding } from "../endings/solved-endings.ts";
import { EndingGame } from "./ending-game.ts";
import { adviceKey } from "./ending-names.ts";
import { remarkOn } from "./ending-remarks.ts";
import type { Remark } from "./ending-remarks.ts";
import { HOLD_MOVES } from "./endings.ts";
import type { Ending } from "./endings.ts";
import { boardOf, soundOf } from "./room-context.ts";
import type { Mood, RoomContext, RoomMessage } from "./room-context.ts";

/** The engine's time for a move, in milliseconds. It suffices for the simple positions of endings. */
const MOVE_MS = 700;

/** The longest wait for a table, in milliseconds; then the engine answers. */
const MAX_WAIT_MS = 2500;

export class EndingRoom {
  readonly #context: RoomContext;
  #game: EndingGame | null = null;
  #job: AbortController | null = null;
  #isNoted = false;
  /** Fetches the tables before they are needed. */
  #tables: Promise<unknown> = Promise.resolve();
  /** The remark on the person's last move; null without a table. */
  #remark: Remark | null = null;
  /** The position before the person's last move. */
  #before: string | null = null;

  ending: Ending | null = null;
  /** "failed": the engine could not be loaded. */
  status: "play" | "thinking" | "failed" | "over" = "play";
  message: RoomMessage = { key: "ending.begin" };
  mood: Mood = "plain";

  constructor(context: RoomContext) {
    this.#context = context;
  }

  open(ending: Ending): void {
    this.leave();
    this.ending = ending;
    this.status = "play";
    this.#isNoted = false;
    this.#remark = this.#before = null;
    this.#game = new EndingGame(this.#context.Game, ending);
    this.#show({ key: adviceKey(ending) });
    this.#tables = this.#context.solved.probe(ending.fen).catch(() => null);
    void this.#think();
  }

  /** Resolves when the tables can answer at once, or cannot be fetched. */
  whenReady(): Promise<unknown> {
    return this.#tables;
  }

  again(): void {
    if (this.ending) this.open(this.ending);
  }

  /** Takes back the person's last move and the engine's reply. */
  back(): void {
    if (!this.#game || !this.mayGoBack) return;
    this.#job?.abort();
    this.#game.takeBack();
    this.#remark = this.#before = null;
    this.status = "play";
    this.#show({ key: "ending.back" });
    void this.#think();
  }

  leave(): void {
    this.#job?.abort();
    this.#job = null;
    this.#game?.free();
    this.#game = null;
  }

  get mayGoBack(): boolean {
    return !!this.#game && this.#game.moves.length > this.#game.firstPly;
  }

  get moves(): string[] {
    return this.#game?.moves ?? [];
  }

  /** The position in which typed moves are read. */
  get position() {
    return { startFen: this.ending?.fen ?? null, moves: this.moves };
  }

  get board(): Partial<BoardState> {
    if (!this.#game || !this.ending) return {};
    const mayMove = this.status === "play" && this.#game.isPersonsTurn;
    return boardOf(this.#game.view, this.ending.side, mayMove);
  }

  notation(notation: Notation): string[] {
    return this.#game?.notation(notation) ?? [];
  }

  refusal(move: string): string | undefined {
    return this.#game?.refusal(move);
  }

  /** Plays a move of the person. */
  async move(move: string): Promise<void> {
    const game = this.#game;
    if (!game?.isPersonsTurn || this.status !== "play" || game.refusal(move) !== undefined)
      return this.#context.changed();
    this.#before = game.view.fen;
    this.#remark = null;
    this.#play(game, move);
    await this.#think();
  }

  async #think(): Promise<void> {
    const game = this.#game;
    const ending = this.ending;
    if (!game || !ending || game.isPersonsTurn || game.standing.state !== "on") return;
    const job = new AbortController();
    const { signal } = job;
    this.#job = job;
    this.status = "thinking";
    this.#context.changed();
    try {
      const solved = await this.#probe(game.view.fen);
      signal.throwIfAborted();
      await this.#judgeMove(ending, solved, signal);
      const move = answerIn(solved) ?? (await this.#search(ending, game, signal));
      await this.#context.settle();
      if (job === this.#job && !signal.aborted && move) this.#play(game, move);
    } catch (error) {
      if (job !== this.#job || signal.aborted) return;
      this.status = "failed";
      this.#show({ key: "ending.engineFailed" }, "bad");
      reportError(error);
    }
  }

  /** Looks a position up; null if no table has it, or none in time: a small ending may still be being solved. */
  async #probe(fen: string): Promise<SolvedEnding | null> {
    try {
      const wait = pause(MAX_WAIT_MS);
      const late = wait.over.then(() => null);
      return await Promise.race([this.#context.solved.probe(fen), late]).finally(wait.end);
    } catch (error) {
      console.warn("Solved endings cannot be fetched:", error);
      return null;
    }
  }

  /** Remarks on the person's last move, after which the position is `solved`. */
  async #judgeMove(ending: Ending, solved: SolvedEnding | null, signal: AbortSignal) {
    const before = this.#before && solved && (await this.#probe(this.#before));
    signal.throwIfAborted();
    if (before && solved) this.#remark = remarkOn(ending, before, solved);
  }

  async #search(ending: Ending, game: EndingGame, signal: AbortSignal): Promise<string | null> {
    const engine = await this.#context.loadEngine();
    signal.throwIfAborted();
    const limits = { moves: game.moves, movetime: MOVE_MS };
    return (await engine.getBestMove(ending.fen, limits, { signal })).move;
  }

  #play(game: EndingGame, move: string): void {
    const facts = game.moveFacts(move);
    game.play(move);
    this.status = "play";
    const isCheck = game.view.check !== null;
    this.#context.announceMove(facts, isCheck);
    this.#context.playSound(soundOf(facts, isCheck, game.standing.state !== "on"));
    this.#judge(game);
  }

  #judge(game: EndingGame): void {
    if (!this.ending) return;
    const { id, goal, move: only } = this.ending;
    const { state, verdict, personMoves } = game.standing;
    if (state === "on") {
      // Before the person's first move the message about the ending stays.
      if (personMoves === 0) return this.#context.changed();
      if (this.#remark) return this.#show(this.#remark.message, this.#remark.mood);
      return this.#show(
        goal === "draw"
          ? { key: "ending.held", params: { held: personMoves, most: HOLD_MOVES } }
          : { key: "ending.moves", params: { count: personMoves } },
      );
    }
    this.status = "over";
    if (!this.#isNoted) this.#context.note(`e:${id}`, state, { clean: false });
    this.#isNoted = true;
    const isSolved = state === "solved";
    this.#show(
      { key: `ending.${only ? "only." : ""}${state}.${goal}`, verdict },
      isSolved ? "good" : "bad",
    );
  }

  #show(message: RoomMessage, mood: Mood = "plain"): void {
    this.message = message;
    this.mood = mood;
    this.#context.changed();
  }
}

/** Returns the best move of a won or lost position; null for a drawn one, in which the engine sets problems. */
const answerIn = (solved: SolvedEnding | null): string | null =>
  solved && solved.value !== "draw" ? (solved.moves[0]?.move ?? null) : null;
