// Lines of one's own become exercises: every position of a tree in which the person is to move asks for the moves that
// the tree has there.

import { inOrder, mainFrom, movesOf, pathTo } from "../study/tree.js";
import { sideOf } from "../core/xiangqi.js";
import { positionOf } from "./mistakes.js";

/** @typedef {import("../study/tree.js").Tree} Tree */
/** @typedef {import("./exercises.js").Side} Side */
/** @typedef {import("./exercises.js").Task} Task */

/** What of a tree is learned: the line to a node and its main moves on from there, or all of it. @typedef {{ node: number }|"all"} Part */

/** The nodes of a part, parents before children. @param {Tree} tree @param {Part} part */
export function nodesOf(tree, part) {
  if (part === "all") return inOrder(tree).filter((node) => node > 0);
  return [...pathTo(tree, part.node), ...mainFrom(tree, part.node)];
}

/**
 * @param {import("../rules/rules.js").GameClass} Game
 * @param {{ startFen: string|null, nodes: Tree, ruleset: import("./exercises.js").Ruleset }} study
 * @param {Part} part @param {Side} side @returns {Task[]}  a position that comes twice is one task
 */
export function tasksOfLines(Game, { startFen, nodes, ruleset }, part, side) {
  const game = new Game(startFen, [], ruleset);
  /** @type {Map<string, Task>} */
  const tasks = new Map();
  /** @type {string[]} */
  let at = [];
  try {
    for (const node of nodesOf(nodes, part)) {
      const line = movesOf(nodes, pathTo(nodes, node));
      const [before, move] = [line.slice(0, -1), line[line.length - 1]];
      goTo(game, at, before);
      at = before;
      if (sideOf(game.view().turn) !== side) continue;
      const position = positionOf(game.fen());
      const known = tasks.get(position);
      if (known) known.moves = [...new Set([...known.moves, move])];
      else {
        const about = { kind: /** @type {const} */ ("line"), position, side, ruleset, startFen };
        tasks.set(position, { ...about, before, moves: [move], mistake: null });
      }
    }
  } finally {
    game.free();
  }
  return [...tasks.values()];
}

/** From one line to another, by what they have in common. @param {InstanceType<import("../rules/rules.js").GameClass>} game @param {string[]} from @param {string[]} to */
function goTo(game, from, to) {
  const parting = from.findIndex((move, at) => move !== to[at]);
  const same = parting < 0 ? from.length : parting;
  for (let count = from.length; count > same; count--) game.undo();
  for (const move of to.slice(same)) game.play(move);
}
