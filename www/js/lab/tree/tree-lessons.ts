// The lessons of the tree panel: positions with few pieces and few moves, each of which demonstrates one subject. Their
// texts have the keys `lab.tree.lesson.*` and `lab.tree.about.*`.

import type { Judge, Method } from "../methods.ts";

export interface Lesson {
  id: string;
  fen: string;
  /** The method with which the lesson begins. */
  method: Method;
  /** The evaluation with which the lesson begins. */
  judge: Judge;
  /** The depth with which the lesson begins, in plies. */
  depth: number;
}

export const LESSONS: readonly [Lesson, ...Lesson[]] = [
  // One of Red's moves leaves Black without a legal move.
  { id: "mate", fen: "3k5/9/4P4/9/9/9/9/9/9/4K4 w", method: "minimax", judge: "a", depth: 2 },
  // The horse can take two soldiers, one of which is protected.
  {
    id: "horse",
    fen: "3k5/9/9/9/9/2p1pp3/9/3N5/9/4K4 w",
    method: "alphabeta",
    judge: "b",
    depth: 2,
  },
  // Each move of the soldier has a different value, and the best ones are searched last.
  {
    id: "again",
    fen: "4k4/9/3P5/9/9/9/9/9/9/3K5 w",
    method: "pvs-reversed",
    judge: "e",
    depth: 2,
  },
  // The two soldiers' moves lead to the same position in either order.
  {
    id: "table",
    fen: "5k3/9/9/2P3P2/9/9/9/9/9/3K5 w",
    method: "pvs-table",
    judge: "c",
    depth: 4,
  },
];
