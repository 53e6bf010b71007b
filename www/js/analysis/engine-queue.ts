// The page's engine, at full strength and without its opening book. A part of the page that needs the engine for a
// longer time claims it. The other parts wait until the engine is released.

import { errorDetails } from "../core/error-details.ts";
import { memoizeAsync } from "../core/memoize.ts";
import { createStore } from "../core/store.ts";
import type { Ruleset } from "../core/xiangqi.ts";
import type { EngineClient } from "../engine/client.ts";
import type { Answer, Info, SearchOptions } from "../engine/types.ts";

/** A part of the page that claims the engine. The explorer claims it so that the library answers without delay. */
export type EngineUser = "lines" | "review" | "explorer";

export type EngineQueue = ReturnType<typeof createEngineQueue>;

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/** `load` fetches the engine; it is called before the first search. After a failure, the next search calls it again. */
export function createEngineQueue(load: () => Promise<EngineClient>, ruleset: () => Ruleset) {
  const engine = memoizeAsync(load);
  const claim = createStore<{ user: EngineUser } | null>(null);

  return {
    /**
     * Searches a position, and supersedes a running search. Without a limit in `options`, the search runs until
     * `signal` aborts. `fen` is null for the standard starting position. Returns null if the search was aborted or
     * superseded. Throws an Error with the code `engineCrashed`, or the error of `load`.
     */
    async ask(
      fen: string | null,
      moves: string[],
      options: SearchOptions,
      onInfo?: (info: Info) => void,
      signal?: AbortSignal,
    ): Promise<Answer | null> {
      try {
        const client = await engine();
        const search = { ...options, moves, rules: ruleset() };
        return await client.getBestMove(fen ?? START, search, { onInfo, signal });
      } catch (error) {
        if (errorDetails(error).name === "AbortError") return null;
        throw error;
      }
    },

    /** Clears the results of earlier searches. */
    async forget() {
      (await engine()).newGame();
    },

    /** The part that has claimed the engine; null if none has. */
    get owner() {
      return claim.get()?.user ?? null;
    },

    /** Returns true if no other part has claimed the engine. */
    isFree: (user: EngineUser) => (claim.get()?.user ?? user) === user,

    /** Claims the engine. Returns the function that releases it. */
    claim(user: EngineUser): () => void {
      const own = { user };
      claim.set(own);
      return () => {
        if (claim.get() === own) claim.set(null);
      };
    },

    /** Calls `listener` after each claim and release. Returns a function that removes the listener. */
    subscribe: (listener: () => void) => claim.subscribe(listener),
  };
}
