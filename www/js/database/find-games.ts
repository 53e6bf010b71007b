// Searches all games of a library for positions.

import type { GameLibrary } from "../../pkg-lab/lab.js";
import type { Explored, PositionQuery } from "./types.ts";

/** Returns the games in which a position or its mirror image occurs, and the ply at which it occurs in each. */
export function findGames(library: GameLibrary, { search, text }: PositionQuery, ids: Uint32Array) {
  const pairs = library.find(search, text, true, ids);
  return {
    ids: pairs.filter((_, index) => index % 2 === 0),
    plies: pairs.filter((_, index) => index % 2 === 1),
  };
}

/** Returns the moves played in a position, and the `count` newest games in which it occurs. */
export function exploreGames(
  library: GameLibrary,
  fen: string,
  count: number,
): Omit<Explored, "book"> {
  const newest = library.select({ column: "date", descending: true });
  const { ids, plies } = findGames(library, { search: "position", text: fen }, newest);
  const replies = library.replies(fen, ids);
  const rows = library.rows(ids.subarray(0, count));
  return { replies, rows, plies: [...plies.subarray(0, count)], size: library.size };
}
