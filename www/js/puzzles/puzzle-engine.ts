// The engine for this page: it answers wrong moves, plays endings, and judges what is practised.

import { EngineFile, NETWORK } from "../engine/files.ts";

const HASH_MB = 16;

/** The engine, made when first asked for. @param {WebAssembly.Module} module */
export function engineLoader(module) {
  /** @type {Promise<import("../engine/client.ts").EngineClient>|null} */
  let made = null;
  const make = async () => {
    const { EngineClient } = await import("../engine/client.ts");
    const client = new EngineClient({ module, hashMb: HASH_MB });
    // It plays these endings without the network, too, only not so well.
    const network = await new EngineFile(NETWORK).bytes().catch(() => null);
    if (network) client.useNetwork(network);
    return client;
  };
  return () => {
    made ??= make().catch((error) => {
      made = null;
      throw error;
    });
    return made;
  };
}

/**
 * Whether a move is as good as the one a review found; null where the engine cannot be had.
 * @param {import("../rules/rules.ts").GameClass} Rules @param {ReturnType<typeof engineLoader>} loadEngine
 */
export const judgeBy =
  (Rules, loadEngine) =>
  async (
    /** @type {import("../practice/exercises.ts").Exercise} */ exercise,
    /** @type {string} */ move,
  ) => {
    try {
      const { isAsGood } = await import("./practice-judge.ts");
      return await isAsGood(await loadEngine(), Rules, exercise, move);
    } catch (error) {
      reportError(error);
      return null;
    }
  };
