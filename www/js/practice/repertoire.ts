// Lines of one's own become exercises: every position of a tree in which the person is to move asks for the moves that
// the tree has there.

import { inOrder, mainFrom, pathTo } from "../study/tree.js";
import { sideOf } from "../core/xiangqi.ts";
import { MOST } from "./exercises.ts";
import { positionOf } from "./mistakes.ts";

/** @typedef {import("../study/tree.js").Tree} Tree */
/** @typedef {import("./exercises.ts").Side} Side */
/** @typedef {import("./exercises.ts").Task} Task */

/** What of a tree is learned: the line to a node and its main moves on from there, or all of it. @typedef {{ node: number }|"all"} Part */

/** The nodes of a part, depth first. @param {Tree} tree @param {Part} part */
export function nodesOf(tree, part) {
  if (part === "all") return inOrder(tree).filter((node) => node > 0);
  return [...pathTo(tree, part.node), ...mainFrom(tree, part.node)];
}

/**
 * No more than can be kept.
 * @param {import("../rules/rules.ts").GameClass} Game
 * @param {{ startFen: string|null, nodes: Tree, ruleset: import("./exercises.ts").Ruleset }} study
 * @param {Part} part @param {Side} side @returns {Task[]}  a position that comes twice is one task
 */
export function tasksOfLines(Game, { startFen, nodes, ruleset }, part, side) {
  const game = new Game(startFen, [], ruleset);
  /** @type {Map<string, Task>} */
  const tasks = new Map();
  /** The moves that lead to where the game is. @type {string[]} */
  const at = [];
  try {
    const isFirst = sideOf(game.view().turn) === side;
    for (const node of nodesOf(nodes, part)) {
      const { ply, parent, move } = nodes[node];
      while (at.length > ply - 1) {
        game.undo();
        at.pop();
      }
      if (at.length < ply - 1) {
        const last = nodes[parent].move ?? "";
        game.play(last);
        at.push(last);
      }
      if ((at.length % 2 === 0) !== isFirst || move === null) continue;
      const position = positionOf(game.fen());
      const known = tasks.get(position);
      if (known && !known.moves.includes(move)) known.moves.push(move);
      if (known) continue;
      if (tasks.size === MOST) break;
      const about = { kind: /** @type {const} */ ("line"), position, side, ruleset, startFen };
      tasks.set(position, { ...about, before: [...at], moves: [move], mistake: null });
    }
  } finally {
    game.free();
  }
  return [...tasks.values()];
}
