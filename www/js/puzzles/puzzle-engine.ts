// The engine of the puzzles' page, which answers wrong moves, plays endings, and judges exercises.

import { memoizeAsync } from "../core/memoize.ts";
import type { EngineClient } from "../engine/client.ts";
import { EngineFile, NETWORK } from "../engine/files.ts";
import { loadReviewing } from "../explain/judge.ts";
import type { Exercise } from "../practice/exercises.ts";

const HASH_MB = 16;

/** Returns a function that creates the engine at its first call. */
export const engineLoader = (module: WebAssembly.Module): (() => Promise<EngineClient>) =>
  memoizeAsync(async () => {
    const { EngineClient } = await import("../engine/client.ts");
    const client = new EngineClient({ module, hashMb: HASH_MB });
    // If the network cannot be fetched, the engine plays without it, though less well.
    const network = await new EngineFile(NETWORK).bytes().catch(() => null);
    if (network) client.useNetwork(network);
    return client;
  });

/**
 * Returns a function that judges whether a move is as good as the better move of the review. The function resolves to
 * null if the engine fails or cannot be loaded.
 */
export const judgeBy =
  (loadEngine: () => Promise<EngineClient>) =>
  async (exercise: Exercise, move: string): Promise<boolean | null> => {
    try {
      const [{ isRightMove }, reviewing] = await Promise.all([
        import("./practice-judge.ts"),
        loadReviewing(),
      ]);
      return await isRightMove(await loadEngine(), reviewing, exercise, move);
    } catch (error) {
      reportError(error);
      return null;
    }
  };
