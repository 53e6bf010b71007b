// Positions made for the tree: few pieces and few moves, each with something to see. Their texts have the keys
// `lab.tree.lesson.*` and `lab.tree.about.*`.

import type { Judge, Method } from "../methods.ts";

export interface Lesson {
  id: string;
  fen: string;
  /** The first choice, like judge and depth. */
  method: Method;
  judge: Judge;
  depth: number;
}

export const LESSONS: readonly [Lesson, ...Lesson[]] = [
  // One move of Red leaves Black without any.
  { id: "mate", fen: "3k5/9/4P4/9/9/9/9/9/9/4K4 w", method: "minimax", judge: "a", depth: 2 },
  // One of the two soldiers that the horse can take is protected.
  {
    id: "horse",
    fen: "3k5/9/9/9/9/2p1pp3/9/3N5/9/4K4 w",
    method: "alphabeta",
    judge: "b",
    depth: 2,
  },
  // Every square of the soldier has another value, and the best ones come last.
  {
    id: "again",
    fen: "4k4/9/3P5/9/9/9/9/9/9/3K5 w",
    method: "pvs-reversed",
    judge: "e",
    depth: 2,
  },
  // The same soldiers, moved in either order.
  {
    id: "table",
    fen: "5k3/9/9/2P3P2/9/9/9/9/9/3K5 w",
    method: "pvs-table",
    judge: "c",
    depth: 4,
  },
];
