// Scores the moves that the explorer lists. The engine searches one move after the other, while no other part needs it.

import { errorDetails } from "../core/error-details.ts";
import { fromRed } from "../core/xiangqi.ts";
import type { EngineQueue } from "./engine-queue.ts";
import { createMoveValues } from "./move-values.ts";
import type { MoveValues } from "./move-values.ts";

/** The limit of the search for each move, in nodes. */
const NODES = 80_000;
/** A move whose evaluation by the engine's lines has this depth needs no search of its own. */
const ENOUGH_DEPTH = 12;
/** The number of searches that are remembered. */
const MAX_SEARCHED = 2000;

interface ScoreRequest {
  fen: string;
  moves: readonly string[];
  onScore: () => void;
}

export type MoveScores = ReturnType<typeof createMoveScores>;

/**
 * `second` is another engine; null if the device has no core for it. `values` gets the scores; other parts may offer
 * deeper ones.
 */
export function createMoveScores(
  queue: Pick<EngineQueue, "ask" | "owner" | "subscribe">,
  second: Pick<EngineQueue, "ask"> | null,
  values: MoveValues = createMoveValues(),
) {
  /** The moves that were searched, with their positions. */
  const searched = new Set<string>();
  let request: ScoreRequest | null = null;
  let job: AbortController | null = null;

  const keyOf = (fen: string, move: string) => `${fen} ${move}`;
  /**
   * Returns true if the engine that scores the moves is free. A review and the explorer's questions to the library use
   * both engines; the engine's lines use only the first engine.
   */
  const isFree = () => queue.owner === null || (second !== null && queue.owner === "lines");

  function isToSearch(fen: string, move: string) {
    const value = values.get(fen, move);
    const isKnown = value && (value.source === "explorer" || value.depth >= ENOUGH_DEPTH);
    return !isKnown && !searched.has(keyOf(fen, move));
  }

  function nextMove() {
    if (!request || !isFree()) return null;
    const { fen, moves } = request;
    const move = moves.find((candidate) => isToSearch(fen, candidate));
    return move === undefined ? null : { ...request, move };
  }

  /** Scores one move after another, until another part needs the engine. */
  async function run() {
    if (job) return;
    const own = new AbortController();
    job = own;
    try {
      for (let next = nextMove(); next; next = nextMove()) {
        const { fen, move, onScore } = next;
        const engine = second ?? queue;
        const answer = await engine.ask(fen, [move], { nodes: NODES }, undefined, own.signal);
        if (own.signal.aborted) return;
        if (!answer) break;
        const turn = fen.includes(" w") ? "b" : "w";
        note(keyOf(fen, move));
        const score = answer.move ? fromRed(answer.score, turn) : null;
        // The search began one ply after the position.
        values.offer(fen, move, { source: "explorer", depth: answer.depth + 1, score });
        onScore();
      }
    } catch (error) {
      // An error with a code means that the engine is missing or has crashed. The next request loads the engine again.
      if (!errorDetails(error).code) reportError(error);
    } finally {
      if (job === own) job = null;
    }
  }

  function note(key: string) {
    const [oldest = ""] = searched;
    if (searched.size >= MAX_SEARCHED) searched.delete(oldest);
    searched.add(key);
  }

  function abort() {
    job?.abort();
    job = null;
  }

  queue.subscribe(() => void run());

  return {
    /** Returns a score from Red's point of view; null for a move that ends the game, undefined if there is none yet. */
    get: (fen: string, move: string) => values.get(fen, move)?.score,
    /** Returns the deepest evaluation of a move, with its source and depth. */
    valueOf: values.get,

    /** Requests scores for moves of a position. Replaces an earlier request. */
    request(next: ScoreRequest) {
      if (request?.fen !== next.fen) abort();
      request = next;
      void run();
    },

    stop() {
      request = null;
      abort();
    },
  };
}
