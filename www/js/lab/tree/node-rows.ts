// What of a tree is shown at a moment: the path, beside it the moves that have a value by then, the rest as numbers.
// Pure.

import { bestAt, focusAt, movesOf, pathTo } from "./search-tree.ts";

/** @typedef {import("./search-tree.ts").Node} Node */
/** @typedef {import("./search-tree.ts").Tree} Tree */

/**
 * @typedef {object} NodeRow
 * @property {"node"} type
 * @property {Node} node
 * @property {boolean} isOnPath
 * @property {boolean} isHere     the step is about it
 * @property {boolean} isBest     the best of its parent so far
 * @property {boolean} isFoldable it has moves below it that can be shown or hidden
 * @property {boolean} isOpen     they are shown
 * @property {Row[]} rows         what is below it
 */
/**
 * @typedef {object} RestRow  moves that are only counted
 * @property {"folded"|"ahead"|"cut"} type  looked at and folded away; still to come; cut off
 * @property {number} node        whose moves they are
 * @property {number} count
 */
/** @typedef {NodeRow|RestRow} Row */

/** So many moves that have their value are shown beside the path without being asked for. */
const BESIDE = 3;

/**
 * @param {Tree} tree @param {number} moment
 * @param {ReadonlySet<number>} unfolded  nodes of which all moves are shown
 * @returns {NodeRow}
 */
export function rowsAt(tree, moment, unfolded) {
  const here = focusAt(tree, moment);
  const path = new Set(pathTo(tree, here).map(({ id }) => id));
  return rowOf(tree.nodes[0], { tree, moment, unfolded, path, here }, false);
}

/** @typedef {{ tree: Tree, moment: number, unfolded: ReadonlySet<number>, path: Set<number>, here: Node }} Sight */

/** @param {Node} node @param {Sight} sight @param {boolean} isBest @returns {NodeRow} */
function rowOf(node, sight, isBest) {
  const { tree, moment, unfolded, path, here } = sight;
  const isOnPath = path.has(node.id);
  const seen = node.children.filter((child) => tree.nodes[child].entered <= moment);
  const isOpen = isOnPath || unfolded.has(node.id);
  const shown = unfolded.has(node.id) ? new Set(seen) : beside(node, seen, sight);
  const isFoldable = isOnPath ? seen.length > beside(node, seen, sight).size : seen.length > 0;
  return {
    type: "node",
    node,
    isOnPath,
    isHere: node === here,
    isBest,
    isFoldable,
    isOpen,
    rows: isOpen ? rowsBelow(node, seen, shown, sight) : [],
  };
}

/** Of the moves that were looked at: the one on the path, the best, the last ones. @param {Node} node @param {number[]} seen @param {Sight} sight */
function beside(node, seen, { tree, moment, path }) {
  const done = seen.filter((child) => !path.has(child));
  if (done.length <= BESIDE + 1) return new Set(seen);
  const best = bestAt(tree, node, moment)?.child;
  const last = new Set(done.slice(-BESIDE));
  return new Set(seen.filter((id) => path.has(id) || id === best || last.has(id)));
}

/** @param {Node} node @param {number[]} seen @param {Set<number>} shown @param {Sight} sight @returns {Row[]} */
function rowsBelow(node, seen, shown, sight) {
  const { tree, moment } = sight;
  const best = bestAt(tree, node, moment)?.child;
  /** @type {Row[]} */
  const rows = [];
  for (const id of seen) {
    const before = rows.at(-1);
    if (shown.has(id)) rows.push(rowOf(tree.nodes[id], sight, id === best));
    else if (before?.type === "folded") before.count += 1;
    else rows.push({ type: "folded", node: node.id, count: 1 });
  }
  return [...rows, ...restOf(node, seen, sight)];
}

/** The moves that are not looked at by the moment. @param {Node} node @param {number[]} seen @param {Sight} sight @returns {RestRow[]} */
function restOf(node, seen, { tree, moment }) {
  if (node.left <= moment)
    return node.skipped > 0 ? [{ type: "cut", node: node.id, count: node.skipped }] : [];
  const all = movesOf(tree, node);
  const tried = seen.filter((child) => tree.nodes[child].before < 0).length;
  return all === null || all === tried
    ? []
    : [{ type: "ahead", node: node.id, count: all - tried }];
}
