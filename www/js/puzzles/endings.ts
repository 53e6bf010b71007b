// Practical endings: positions that every player should know to win, or to hold, and positions with a single good move.
// `chuhe-dev endings` writes their file from solved tables; docs/PUZZLES.md says how they are chosen.

import type { Side } from "../core/xiangqi.ts";
import { memoizeAsync } from "../core/memoize.ts";
import type { Unchecked } from "../core/stored.ts";

export interface Ending {
  /** The name in addresses and in the stored progress. */
  id: string;
  chapter: string;
  /** The position, with Red to move. */
  fen: string;
  /** The person's side. */
  side: Side;
  goal: "win" | "draw";
  /** Plies of the win with the best play of both sides; missing for a draw, and without a table. */
  plies?: number;
  /** The material, such as `N vs AA`; missing if both sides have attackers, or one has more than two. */
  group?: string;
  /** True if the ending has a name and advice of its own. */
  classic?: boolean;
  /** The only move that reaches the goal, in a puzzle of that kind. */
  move?: string;
  /** The number, from 1, among the classic endings of its chapter, its only moves, or the others of the same material. */
  number: number;
}

export interface Chapter {
  id: string;
  endings: readonly Ending[];
}

/** The number of the person's moves after which a drawn ending counts as held. */
export const HOLD_MOVES = 30;

const VERSION = 1;

/** Reads the file of endings. */
export function decodeChapters(file: Unchecked): Chapter[] {
  if (file?.version !== VERSION) throw new Error(`endings of version ${file?.version}`);
  return file.chapters.map(({ id, endings }: Chapter): Chapter => {
    const counts = new Map<string | undefined, number>();
    const numbered = endings.map((ending) => {
      const among = ending.classic ? "classic" : ending.move ? "only" : ending.group;
      const number = (counts.get(among) ?? 0) + 1;
      counts.set(among, number);
      return { ...ending, chapter: id, number };
    });
    return { id, endings: numbered };
  });
}

/** Fetches the chapters, in the order in which manuals teach them. */
export const loadChapters = memoizeAsync(async () => {
  const url = new URL("../../assets/endings.json", import.meta.url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  return decodeChapters(await response.json());
});
