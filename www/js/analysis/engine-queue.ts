// The page's one engine, at full strength and without its book. Whoever needs it for long claims it; the others then
// wait until it is free again.

import { errorDetails } from "../core/error-details.ts";

/** @typedef {import("../engine/client.js").EngineClient} EngineClient */
/** @typedef {import("../engine/types.js").Answer} Answer */
/** @typedef {import("../engine/types.js").Info} Info */
/** @typedef {import("../engine/types.js").SearchOptions} SearchOptions */

/**
 * @param {() => Promise<EngineClient>} load makes the engine, when it is first asked
 * @param {() => import("../core/xiangqi.ts").Ruleset} ruleset  of what is analysed
 */
export function createEngineQueue(load, ruleset) {
  /** @type {Promise<EngineClient>|null} */
  let client = null;
  /** @type {{ name: string }|null} */
  let claim = null;
  /** @type {Set<() => void>} */
  const listeners = new Set();
  const tell = () => {
    for (const listener of listeners) listener();
  };

  function engine() {
    client ??= load().catch((error) => {
      client = null; // asked again, it is fetched again
      throw error;
    });
    return client;
  }

  return {
    /**
     * Searches at a position; a question still under way is given up for it. With no limit it goes on until `signal`.
     * @param {string|null} fen null is the ordinary start position @param {string[]} moves since then
     * @param {SearchOptions} options @param {(info: Info) => void} [onInfo] @param {AbortSignal} [signal]
     * @returns {Promise<Answer|null>} null when it was aborted or another question came
     * @throws an Error with `code` "engineCrashed", or one of loading
     */
    async ask(fen, moves, options, onInfo, signal) {
      try {
        const asked = await engine();
        const given = { ...options, moves, rules: ruleset() };
        return await asked.getBestMove(fen ?? START, given, { onInfo, signal });
      } catch (error) {
        if (errorDetails(error).name === "AbortError") return null;
        throw error;
      }
    },

    /** What earlier searches found is forgotten: the next one begins with nothing. */
    async forget() {
      (await engine()).newGame();
    },

    /** Whose it is for now. */
    get owner() {
      return claim?.name ?? null;
    },

    /** @param {"lines"|"review"} name @returns {boolean} nobody else has claimed it */
    isFree: (name) => claim === null || claim.name === name,

    /** Takes it for oneself. @param {"lines"|"review"} name @returns {() => void} gives it back */
    claim(name) {
      const mine = { name };
      claim = mine;
      tell();
      return () => {
        if (claim !== mine) return;
        claim = null;
        tell();
      };
    },

    /** Hears when it is claimed or given back. @param {() => void} listener @returns {() => void} stops listening */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @typedef {ReturnType<typeof createEngineQueue>} EngineQueue */

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
