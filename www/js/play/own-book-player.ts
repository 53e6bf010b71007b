// Plays the moves of one's own opening book in place of the engine, at every level. The settings choose the book.

import { Game } from "../../pkg/chuhe.js";
import { chooseMove } from "../database/own-book.ts";
import { loadBook, watchBook } from "../database/own-book-store.ts";
import type { StoredBook } from "../database/own-book-store.ts";
import type { Answer, SearchOptions } from "../engine/types.ts";
import { withGame } from "../rules/records.ts";
import type { Opponent } from "./engine-turn.ts";

const BUILT_IN: StoredBook = { book: new Map(), use: "builtin" };

const answerWith = (move: string): Answer => ({
  move,
  ponder: null,
  score: { cp: 0 },
  bound: "exact",
  depth: 0,
  seldepth: 0,
  nodes: 0,
  leaves: 0,
  timeMs: 0,
  pv: [move],
  lines: [],
  book: true,
  resigns: false,
  offersDraw: false,
  stopped: false,
  acceptsDraw: false,
});

/** Returns the FENs of the positions of a game without their counters, the current one last. */
function positionsOf(fen: string, moves: readonly string[]): string[] {
  return withGame(new Game(fen), (game) => {
    const position = () => game.fen().split(" ").slice(0, 2).join(" ");
    return [position(), ...moves.map((move) => (game.play(move), position()))];
  });
}

/** Returns a legal move of the book; null outside the book and once a position has recurred. */
export function bookMove(
  { book }: StoredBook,
  fen: string,
  moves: readonly string[],
  random: () => number = Math.random,
): string | null {
  if (book.size === 0) return null;
  const positions = positionsOf(fen, moves);
  if (new Set(positions).size < positions.length) return null;
  const move = chooseMove(book, positions.at(-1) ?? fen, random);
  try {
    if (move) new Game(fen, [...moves, move]).free();
    return move;
  } catch {
    return null; // the stored book has been tampered with
  }
}

/** Returns an engine that plays from the chosen book. Searches without a book are not affected. */
export function withOwnBook(engine: Opponent): Opponent {
  let stored: Promise<StoredBook> | null = null;
  watchBook(() => (stored = null));
  return {
    stop: () => engine.stop(),
    newGame: () => engine.newGame(),
    async getBestMove(fen, options: SearchOptions, watch) {
      if (!options.book) return engine.getBestMove(fen, options, watch);
      stored ??= loadBook().catch(() => BUILT_IN);
      const own = await stored;
      const { use } = own;
      const isOwn = use === "own" || use === "both";
      const move = isOwn ? bookMove(own, fen, options.moves ?? []) : null;
      watch.signal?.throwIfAborted();
      if (move) return answerWith(move);
      const book = use === "builtin" || use === "both";
      return engine.getBestMove(fen, { ...options, book }, watch);
    },
  };
}
