// The engine of an element, loaded when it is first asked for: lines of a position, or a reply.

import type { Notation } from "../core/xiangqi.ts";
import type { RulesGame } from "../rules/rules.ts";
import type { Line, Score } from "../engine/types.ts";
import { loadRulesOnce } from "./record-source.ts";

/** The number of lines that the engine shows. */
const LINES = 3;
/** The number of moves that are shown of a line. */
const SHOWN_MOVES = 8;
/** The limits of the search for lines, and of a reply, in milliseconds. */
const LINES_MS = 5000;
const REPLY_MS = 500;

export interface EngineLine {
  score: Score;
  pv: string[];
}

/** Returns lines from the position of a game with their moves in a notation. */
export const inWords = (lines: EngineLine[], game: RulesGame, notation: Notation) =>
  lines.map(({ score, pv }) => ({ score, moves: game.line(pv.slice(0, SHOWN_MOVES), notation) }));

/** The position to search, as the start of a game and its moves. */
export interface SearchRequest {
  startFen: string;
  moves: string[];
}

export const requestOf = (game: RulesGame): SearchRequest => ({
  startFen: game.startFen(),
  moves: game.moves(),
});

export class GameEngine {
  #client = this.#load();
  /** Ends the last search. */
  #search = new AbortController();

  async #load() {
    const [{ EngineClient }, { module }] = await Promise.all([
      import("../engine/client.ts"),
      loadRulesOnce(),
    ]);
    const client = new EngineClient({ module });
    // Without its network the engine plays weaker.
    await client.loadNetwork().catch((error: unknown) => console.warn(error));
    return client;
  }

  /** Searches for the best lines, and reports them as they get deeper, until the next search. */
  async lines(
    { startFen, moves }: SearchRequest,
    show: (lines: EngineLine[]) => void,
  ): Promise<void> {
    const signal = this.#begin();
    const client = await this.#client;
    const seen = new Map<number, EngineLine>();
    const report = await client.getBestMove(startFen, {
      moves,
      multipv: LINES,
      movetime: LINES_MS,
      signal,
      onInfo({ multipv, score, pv }) {
        seen.set(multipv, { score, pv });
        const lines = [...seen].toSorted(([a], [b]) => a - b).map(([, line]) => line);
        if (!signal.aborted) show(lines);
      },
    });
    if (!signal.aborted) show(report.lines.map(({ score, pv }: Line) => ({ score, pv })));
  }

  /** Returns the reply in a position; null at the end of a game. */
  async reply({ startFen, moves }: SearchRequest): Promise<string | null> {
    const signal = this.#begin();
    const client = await this.#client;
    const { move } = await client.getBestMove(startFen, { moves, movetime: REPLY_MS, signal });
    return move;
  }

  /** Ends a search, which rejects with an AbortError. */
  stop(): void {
    this.#search.abort();
  }

  dispose(): void {
    this.stop();
    void this.#client.then(
      (client) => client.dispose(),
      () => {}, // it was not loaded
    );
  }

  #begin(): AbortSignal {
    this.stop();
    this.#search = new AbortController();
    return this.#search.signal;
  }
}
