// An ending on the board. The engine plays the other side at full strength.

import type { BoardState } from "../board/index.ts";
import type { Notation } from "../core/xiangqi.ts";
import { EndingGame } from "./ending-game.ts";
import { adviceKey } from "./ending-names.ts";
import { HOLD_MOVES } from "./endings.ts";
import type { Ending } from "./endings.ts";
import { boardOf, soundOf } from "./room-context.ts";
import type { Mood, RoomContext, RoomMessage } from "./room-context.ts";

/** The engine's time for a move, in milliseconds. It suffices for the simple positions of endings. */
const MOVE_MS = 700;

export class EndingRoom {
  readonly #context: RoomContext;
  #game: EndingGame | null = null;
  #job: AbortController | null = null;
  #isNoted = false;

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
    this.#game = new EndingGame(this.#context.Game, ending);
    this.#show({ key: adviceKey(ending) });
    void this.#think();
  }

  again(): void {
    if (this.ending) this.open(this.ending);
  }

  /** Takes back the person's last move and the engine's reply. */
  back(): void {
    if (!this.#game || !this.mayGoBack) return;
    this.#job?.abort();
    this.#game.takeBack();
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
      const engine = await this.#context.loadEngine();
      signal.throwIfAborted();
      const limits = { moves: game.moves, movetime: MOVE_MS };
      const { move } = await engine.getBestMove(ending.fen, limits, { signal });
      await this.#context.settle();
      if (job === this.#job && !signal.aborted && move) this.#play(game, move);
    } catch (error) {
      if (job !== this.#job || signal.aborted) return;
      this.status = "failed";
      this.#show({ key: "ending.engineFailed" }, "bad");
      reportError(error);
    }
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
    const { id, goal } = this.ending;
    const { state, verdict, personMoves } = game.standing;
    if (state === "on") {
      // Before the person's first move the message about the ending stays.
      if (personMoves === 0) return this.#context.changed();
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
    this.#show({ key: `ending.${state}.${goal}`, verdict }, isSolved ? "good" : "bad");
  }

  #show(message: RoomMessage, mood: Mood = "plain"): void {
    this.message = message;
    this.mood = mood;
    this.#context.changed();
  }
}
