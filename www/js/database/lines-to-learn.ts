// Chooses how many games make a main line.

import type { GameLibrary, LibraryLine } from "../../pkg-lab/lab.js";
import type { LineChoice } from "./types.ts";

/** The least number of games of a move, by the least size of the library: one game among thousands is no main line. */
const LEAST_GAMES = [
  [0, 1],
  [200, 2],
  [5000, 3],
] as const;

/** Returns the lines that were played most from a position in all games of a library. */
export function linesToLearn(library: GameLibrary, fen: string, choice: LineChoice): LibraryLine[] {
  const [, games = 1] = LEAST_GAMES.findLast(([least]) => library.size >= least) ?? [];
  return library.mainLines(fen, library.select({}), { ...choice, games });
}
