// What the engine says of the moves that the explorer lists, one after the other, while nobody else needs it.

import { fromRed } from "../core/xiangqi.ts";

/** @typedef {import("./engine-queue.ts").EngineQueue} EngineQueue */
/** @typedef {import("../engine/types.js").Score} Score */
/** @typedef {{ fen: string, moves: readonly string[], tell: () => void }} Wanted */

/** Nodes for each move. */
const NODES = 80_000;
/** Scores that are remembered. */
const KEPT = 2000;

/**
 * @param {Pick<EngineQueue, "ask"|"owner"|"subscribe">} queue  the page's engine
 * @param {Pick<EngineQueue, "ask">|null} second                another, where there is a core for it
 */
export function createMoveScores(queue, second) {
  /** From Red's view, by position and move; null where the move ends the game. @type {Map<string, Score|null>} */
  const known = new Map();
  /** @type {Wanted|null} */
  let wanted = null;
  /** @type {AbortController|null} */
  let job = null;

  const keyOf = (/** @type {string} */ fen, /** @type {string} */ move) => `${fen} ${move}`;
  /** A review takes both engines, the engine's lines one of them. */
  const isFree = () => (second ? queue.owner !== "review" : queue.owner === null);

  /** The next move to look at, if that may be done now. @returns {Wanted & { move: string }|null} */
  function nextMove() {
    if (!wanted || !isFree()) return null;
    const { fen, moves } = wanted;
    const move = moves.find((it) => !known.has(keyOf(fen, it)));
    return move === undefined ? null : { ...wanted, move };
  }

  /** One move after another, until all are known or somebody else asks the engine. */
  async function go() {
    if (job) return;
    const mine = new AbortController();
    job = mine;
    try {
      for (let next = nextMove(); next; next = nextMove()) {
        const { fen, move, tell } = next;
        const engine = second ?? queue;
        const answer = await engine.ask(fen, [move], { nodes: NODES }, undefined, mine.signal);
        if (mine.signal.aborted) return;
        if (!answer) break;
        keep(keyOf(fen, move), answer, fen);
        tell();
      }
    } catch (error) {
      // Without an engine there are no scores; whoever asks again tries again.
      if (!(/** @type {{ code?: string }} */ (error).code)) reportError(error);
    } finally {
      if (job === mine) job = null;
    }
  }

  /** @param {string} key @param {{ move: string|null, score: Score }} answer @param {string} fen  before the move */
  function keep(key, { move, score }, fen) {
    const [oldest] = known.keys();
    if (known.size >= KEPT) known.delete(oldest);
    known.set(key, move ? fromRed(score, fen.includes(" w") ? "b" : "w") : null);
  }

  function stop() {
    job?.abort();
    job = null;
  }

  queue.subscribe(() => void go());

  return {
    /** @param {string} fen @param {string} move @returns {Score|null|undefined} from Red's view; undefined: not known */
    of: (fen, move) => known.get(keyOf(fen, move)),

    /** These are wanted now, and no others. @param {Wanted} next */
    want(next) {
      if (wanted?.fen !== next.fen) stop();
      wanted = next;
      void go();
    },

    /** None are wanted. */
    rest() {
      wanted = null;
      stop();
    },
  };
}

/** @typedef {ReturnType<typeof createMoveScores>} MoveScores */
