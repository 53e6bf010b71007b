// Practical endings: positions that every player should know to win, or to hold. The locale files have the name of each
// ending under `ending.ID.name` and the traditional advice under `ending.ID.why`. Games of the engine against itself
// have confirmed the results.

import type { Side } from "../core/xiangqi.ts";

export interface Ending {
  id: string;
  fen: string;
  /** The person's side. */
  side: Side;
  goal: "win" | "draw";
}

/** The number of the person's moves after which a drawn ending counts as held. */
export const HOLD_MOVES = 30;

/** Returns endings in which Red is to move; `side` is the person's side. */
const endingsOf = (
  goal: Ending["goal"],
  side: Side,
  placements: Record<string, string>,
): Ending[] =>
  Object.entries(placements).map(([id, placement]) => ({
    id,
    fen: `${placement} w - - 0 1`,
    side,
    goal,
  }));

/** The endings, from the simplest to the longest. */
export const ENDINGS: readonly Ending[] = [
  ...endingsOf("win", "red", {
    soldier: "5k3/9/9/9/3P5/9/9/9/9/4K4",
    "rook-horse": "3k5/9/9/9/4n4/9/9/7R1/9/4K4",
    "rook-advisors": "3k5/4a4/3a5/9/9/9/9/R8/9/4K4",
    "rook-elephants": "4k4/9/4b4/9/2b6/9/9/9/6R2/3K5",
    "horse-advisor": "4k4/4a4/9/9/9/9/4N4/9/9/3K5",
    "cannon-advisors": "3a1k3/4a4/9/9/9/9/9/1C7/9/3AK4",
    "soldiers-advisors": "3ak4/4a4/2P3P2/9/9/9/9/9/9/3K5",
    "horse-soldier": "3ak4/4a4/9/5P3/9/9/4N4/9/9/3K5",
    "rook-four": "2bak4/4a4/9/9/9/9/9/9/6R2/3K5",
    "rook-one-advisor": "2b1k4/4a4/4b4/9/9/9/9/9/6R2/3K5",
    "rook-soldier": "2bak4/4a4/4b4/2P6/9/9/9/9/6R2/3K5",
    "two-horses": "2bak4/4a4/4b4/9/9/9/3N1N3/9/9/3K5",
    "three-soldiers": "2bak4/4a4/4b4/2P1P1P2/9/9/9/9/9/3K5",
    "horse-cannon": "2bak4/4a4/4b4/9/9/4N4/9/7C1/4A4/2BAK1B2",
    "rook-cannon": "3k1ab2/4a4/4b4/9/9/9/9/7C1/8R/4K4",
  }),
  ...endingsOf("draw", "black", {
    "hold-cannon": "5k3/9/9/9/9/9/9/4C4/9/4K4",
    "hold-horse-advisors": "3ak4/4a4/9/9/9/4N4/9/9/9/3K5",
    "hold-horse-elephants": "4k4/9/4b4/9/2b6/4N4/9/9/9/3K5",
    "hold-soldier-advisors": "3ak4/4a4/9/3P5/9/9/9/9/9/3K5",
    "hold-rook": "2bak4/4a4/4b4/9/9/9/9/1R7/9/3K5",
    "hold-two-soldiers": "2bak4/4a4/4b4/3P1P3/9/9/9/9/9/3K5",
    "hold-horse-soldier": "2bak4/4a4/4b4/5P3/9/4N4/9/9/9/3K5",
  }),
];
