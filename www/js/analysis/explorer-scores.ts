// Scores the moves that the explorer lists. The engine searches one move after the other, while no other part needs it.

import type { Score } from "../../pkg/chuhe.js";
import { errorDetails } from "../core/error-details.ts";
import { fromRed } from "../core/xiangqi.ts";
import type { EngineQueue } from "./engine-queue.ts";

/** The limit of the search for each move, in nodes. */
const NODES = 80_000;
const MAX_SCORES = 2000;

interface ScoreRequest {
  fen: string;
  moves: readonly string[];
  onScore: () => void;
}

export type MoveScores = ReturnType<typeof createMoveScores>;

/** `second` is another engine; null if the device has no core for it. */
export function createMoveScores(
  queue: Pick<EngineQueue, "ask" | "owner" | "subscribe">,
  second: Pick<EngineQueue, "ask"> | null,
) {
  /** The scores from Red's point of view, by position and move; null for a move that ends the game. */
  const scores = new Map<string, Score | null>();
  let request: ScoreRequest | null = null;
  let job: AbortController | null = null;

  const keyOf = (fen: string, move: string) => `${fen} ${move}`;
  /**
   * Returns true if the engine that scores the moves is free. A review uses both engines; the engine's lines use only
   * the first engine.
   */
  const isFree = () => (second ? queue.owner !== "review" : queue.owner === null);

  function nextMove() {
    if (!request || !isFree()) return null;
    const { fen, moves } = request;
    const move = moves.find((candidate) => !scores.has(keyOf(fen, candidate)));
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
        store(keyOf(fen, move), answer.move ? fromRed(answer.score, turn) : null);
        onScore();
      }
    } catch (error) {
      // An error with a code means that the engine is missing or has crashed. The next request loads the engine again.
      if (!errorDetails(error).code) reportError(error);
    } finally {
      if (job === own) job = null;
    }
  }

  function store(key: string, score: Score | null) {
    const [oldest = ""] = scores.keys();
    if (scores.size >= MAX_SCORES) scores.delete(oldest);
    scores.set(key, score);
  }

  function abort() {
    job?.abort();
    job = null;
  }

  queue.subscribe(() => void run());

  return {
    /** Returns a score from Red's point of view; null for a move that ends the game, undefined if there is none yet. */
    get: (fen: string, move: string) => scores.get(keyOf(fen, move)),

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
