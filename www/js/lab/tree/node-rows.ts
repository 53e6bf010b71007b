// Computes the rows of a tree that are shown at a moment: the path to the current node, some of the searched moves
// beside the path, and the numbers of the other moves. All functions are pure.

import { bestAt, focusAt, movesOf, nodeAt, pathTo } from "./search-tree.ts";
import type { Tree, TreeNode } from "./search-tree.ts";

export interface NodeRow {
  type: "node";
  node: TreeNode;
  isOnPath: boolean;
  isHere: boolean;
  isBest: boolean;
  /** True if moves below the node can be shown or hidden. */
  isFoldable: boolean;
  rows: Row[];
}

/** A row that only counts moves. */
export interface RestRow {
  /** "folded": searched but hidden; "ahead": not searched yet; "cut": cut off. */
  type: "folded" | "ahead" | "cut";
  /** The id of the node whose moves are counted. */
  node: number;
  count: number;
}

type Row = NodeRow | RestRow;

interface State {
  tree: Tree;
  moment: number;
  /** The ids of the unfolded nodes, which show all their moves. */
  unfolded: ReadonlySet<number>;
  path: Set<number>;
  here: TreeNode;
}

/** The number of moves shown beside the path. These are the moves that were searched last. */
const BESIDE = 3;

export function rowsAt(tree: Tree, moment: number, unfolded: ReadonlySet<number>): NodeRow {
  const here = focusAt(tree, moment);
  const path = new Set(pathTo(tree, here).map(({ id }) => id));
  return rowOf(nodeAt(tree, 0), { tree, moment, unfolded, path, here }, false);
}

function rowOf(node: TreeNode, state: State, isBest: boolean): NodeRow {
  const { tree, moment, unfolded, path, here } = state;
  const isOnPath = path.has(node.id);
  const isUnfolded = unfolded.has(node.id);
  const entered = node.children.filter((child) => nodeAt(tree, child).entered <= moment);
  const beside = movesBeside(node, entered, state);
  return {
    type: "node",
    node,
    isOnPath,
    isHere: node === here,
    isBest,
    isFoldable: entered.length > (isOnPath ? beside.size : 0),
    rows:
      isOnPath || isUnfolded
        ? rowsBelow(node, entered, isUnfolded ? new Set(entered) : beside, state)
        : [],
  };
}

/** Selects the searched moves of a node to show: the move on the path, the best move, and the last `BESIDE` moves. */
function movesBeside(node: TreeNode, entered: number[], { tree, moment, path }: State) {
  const done = entered.filter((child) => !path.has(child));
  if (done.length <= BESIDE + 1) return new Set(entered);
  const best = bestAt(tree, node, moment)?.child;
  const last = new Set(done.slice(-BESIDE));
  return new Set(entered.filter((id) => path.has(id) || id === best || last.has(id)));
}

function rowsBelow(node: TreeNode, entered: number[], shown: Set<number>, state: State): Row[] {
  const { tree, moment } = state;
  const best = bestAt(tree, node, moment)?.child;
  const rows: Row[] = [];
  for (const id of entered) {
    const before = rows.at(-1);
    if (shown.has(id)) rows.push(rowOf(nodeAt(tree, id), state, id === best));
    else if (before?.type === "folded") before.count += 1;
    else rows.push({ type: "folded", node: node.id, count: 1 });
  }
  return [...rows, ...restOf(node, entered, state)];
}

/** Returns a row that counts the moves that are cut off or not searched yet. Returns no row if there are none. */
function restOf(node: TreeNode, entered: number[], { tree, moment }: State): RestRow[] {
  if (node.left <= moment)
    return node.skipped > 0 ? [{ type: "cut", node: node.id, count: node.skipped }] : [];
  const all = movesOf(tree, node);
  const tried = entered.filter((child) => nodeAt(tree, child).before < 0).length;
  return all === null || all === tried
    ? []
    : [{ type: "ahead", node: node.id, count: all - tried }];
}
