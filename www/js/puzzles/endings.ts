// Practical endings: positions that every player should know to win, or to hold. The locale files have the tradition of
// each under `ending.ID.name` and `ending.ID.why`; games of the engine against itself have confirmed it.

import type { Side } from "../core/xiangqi.ts";

export interface Ending {
  id: string;
  fen: string;
  /** The person's side. */
  side: Side;
  goal: "win" | "draw";
}

/** After so many moves of the person a draw is held. */
export const HOLD_MOVES = 30;

/** Red, the person, is to move and wins. */
const win = (id: string, placement: string): Ending => ({
  id,
  fen: `${placement} w - - 0 1`,
  side: "red",
  goal: "win",
});

/** Red is to move; Black, the person, holds. */
const draw = (id: string, placement: string): Ending => ({
  id,
  fen: `${placement} w - - 0 1`,
  side: "black",
  goal: "draw",
});

/** From the simple to the long. */
export const ENDINGS: readonly Ending[] = [
  win("soldier", "5k3/9/9/9/3P5/9/9/9/9/4K4"),
  win("rook-horse", "3k5/9/9/9/4n4/9/9/7R1/9/4K4"),
  win("rook-advisors", "3k5/4a4/3a5/9/9/9/9/R8/9/4K4"),
  win("rook-elephants", "4k4/9/4b4/9/2b6/9/9/9/6R2/3K5"),
  win("horse-advisor", "4k4/4a4/9/9/9/9/4N4/9/9/3K5"),
  win("cannon-advisors", "3a1k3/4a4/9/9/9/9/9/1C7/9/3AK4"),
  win("soldiers-advisors", "3ak4/4a4/2P3P2/9/9/9/9/9/9/3K5"),
  win("horse-soldier", "3ak4/4a4/9/5P3/9/9/4N4/9/9/3K5"),
  win("rook-four", "2bak4/4a4/9/9/9/9/9/9/6R2/3K5"),
  win("rook-one-advisor", "2b1k4/4a4/4b4/9/9/9/9/9/6R2/3K5"),
  win("rook-soldier", "2bak4/4a4/4b4/2P6/9/9/9/9/6R2/3K5"),
  win("two-horses", "2bak4/4a4/4b4/9/9/9/3N1N3/9/9/3K5"),
  win("three-soldiers", "2bak4/4a4/4b4/2P1P1P2/9/9/9/9/9/3K5"),
  win("horse-cannon", "2bak4/4a4/4b4/9/9/4N4/9/7C1/4A4/2BAK1B2"),
  win("rook-cannon", "3k1ab2/4a4/4b4/9/9/9/9/7C1/8R/4K4"),
  draw("hold-cannon", "5k3/9/9/9/9/9/9/4C4/9/4K4"),
  draw("hold-horse-advisors", "3ak4/4a4/9/9/9/4N4/9/9/9/3K5"),
  draw("hold-horse-elephants", "4k4/9/4b4/9/2b6/4N4/9/9/9/3K5"),
  draw("hold-soldier-advisors", "3ak4/4a4/9/3P5/9/9/9/9/9/3K5"),
  draw("hold-rook", "2bak4/4a4/4b4/9/9/9/9/1R7/9/3K5"),
  draw("hold-two-soldiers", "2bak4/4a4/4b4/3P1P3/9/9/9/9/9/3K5"),
  draw("hold-horse-soldier", "2bak4/4a4/4b4/5P3/9/4N4/9/9/9/3K5"),
];
