// Positions made for the tree: few pieces, few moves, each with something to see. Their words are `lab.tree.lesson.*` and
// `lab.tree.about.*`.

/**
 * @typedef {object} Lesson
 * @property {string} id
 * @property {string} fen
 * @property {import("../methods.ts").Method} method  to begin with, like the rest
 * @property {import("../methods.ts").Judge} judge
 * @property {number} depth
 */

/** @type {readonly Lesson[]} */
export const LESSONS = [
  // One move of Red leaves Black without any.
  { id: "mate", fen: "3k5/9/4P4/9/9/9/9/9/9/4K4 w", method: "minimax", judge: "a", depth: 2 },
  // Of two soldiers that the horse can take one is protected.
  {
    id: "horse",
    fen: "3k5/9/9/9/9/2p1pp3/9/3N5/9/4K4 w",
    method: "alphabeta",
    judge: "b",
    depth: 2,
  },
  // Every place of the soldier is worth something else, and the best come last.
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
