// The tree of a traced search, and its state at any moment. A moment is a number of events: at moment `m` the first `m`
// events have happened. All functions are pure, so stepping back only needs an earlier moment.

import { itemAt } from "../item-at.ts";
import type { Counts, TraceEvent } from "../types.ts";

type EnterEvent = Extract<TraceEvent, { type: "enter" }>;
/** The reason why the search left a position. */
export type LeaveReason = Extract<TraceEvent, { type: "leave" }>["kind"];

/** One visit of a position; if a move is searched again, the second visit is a separate node. */
export interface TreeNode {
  /** The index of the node in the tree's `nodes`. */
  id: number;
  /** The id of the parent, -1 for the first position. */
  parent: number;
  /** The move to the position; null for the first position. */
  move: string | null;
  /** Plies from the first position. */
  ply: number;
  /** The remaining depth in plies. */
  depth: number;
  /** The lower bound of the window at the entry. Like all values, it is from the view of the side to move. */
  alpha: number;
  /** The upper bound of the window at the entry. */
  beta: number;
  /** The moment of the entry. */
  entered: number;
  /** The moment at which the node got its value; Infinity if the trace ends earlier. */
  left: number;
  value: number;
  kind: LeaveReason | null;
  /** The number of moves that were cut off unsearched. */
  skipped: number;
  /** The ids of the child nodes in the order of their visits. */
  children: number[];
  /** True if the move is searched again, because this visit only showed that the move beats the best move so far. */
  superseded: boolean;
  /** The id of the earlier visit of the same move, -1 if there is none. */
  before: number;
}

export interface Tree {
  events: readonly TraceEvent[];
  /** The nodes in the order of their visits. */
  nodes: TreeNode[];
  /** The id of each event's node, in the order of the events. */
  focus: Int32Array;
  /** True if the trace reaches the end of the search. */
  isComplete: boolean;
}

/** The best move of a node at a moment. */
interface Best {
  /** The value of the move for the side to move. */
  value: number;
  /** The id of the node that the move leads to. */
  child: number;
}

export function buildTree(events: readonly TraceEvent[]): Tree {
  const nodes: TreeNode[] = [];
  const focus = new Int32Array(events.length);
  const open: TreeNode[] = [];
  /** The node whose move the next event searches again. */
  let again: TreeNode | undefined;
  for (const [index, event] of events.entries()) {
    const above = open.at(-1);
    let node: TreeNode | undefined;
    if (event.type === "enter") {
      node = createNode(event, nodes.length, above, index + 1, again?.id ?? -1);
      again = undefined;
      nodes.push(node);
      above?.children.push(node.id);
      open.push(node);
    } else if (event.type === "leave") {
      node = open.pop();
      const { value, kind, left: skipped = 0 } = event;
      if (node) Object.assign(node, { value, kind, skipped, left: index + 1 });
    } else {
      node = again = nodes[above?.children.at(-1) ?? 0];
      if (node) node.superseded = true;
    }
    focus[index] = node?.id ?? 0;
  }
  return { events, nodes, focus, isComplete: nodes.length > 0 && open.length === 0 };
}

const createNode = (
  { move, depth, alpha, beta }: EnterEvent,
  id: number,
  parent: TreeNode | undefined,
  entered: number,
  before: number,
): TreeNode => ({
  id,
  parent: parent?.id ?? -1,
  move,
  ply: parent ? parent.ply + 1 : 0,
  depth,
  alpha,
  beta,
  entered,
  left: Infinity,
  value: 0,
  kind: null,
  skipped: 0,
  children: [],
  superseded: false,
  before,
});

export const nodeAt = ({ nodes }: Tree, id: number): TreeNode => itemAt(nodes, id);

/** Returns the node of the last event that has happened at a moment. */
export const focusAt = (tree: Tree, moment: number): TreeNode =>
  nodeAt(tree, itemAt(tree.focus, moment - 1));

/** Returns the nodes from the first position to a node. */
export function pathTo(tree: Tree, node: TreeNode): TreeNode[] {
  const path = [node];
  for (let { parent } = node; parent >= 0; { parent } = nodeAt(tree, parent))
    path.unshift(nodeAt(tree, parent));
  return path;
}

/** Returns the moves that lead to a node. */
export const movesTo = (tree: Tree, node: TreeNode): string[] =>
  pathTo(tree, node).flatMap(({ move }) => move ?? []);

/** Returns the best of the moves that have a value at a moment; null if no move has a value. */
export function bestAt(tree: Tree, node: TreeNode, moment: number): Best | null {
  let best: Best | null = null;
  for (const child of node.children) {
    const { value, left, superseded } = nodeAt(tree, child);
    if (left > moment) break;
    if (!superseded && (best === null || -value > best.value)) best = { value: 0 - value, child };
  }
  return best;
}

/** Returns alpha at a moment: the value that the side to move is already sure to reach. */
export const alphaAt = (tree: Tree, node: TreeNode, moment: number): number =>
  Math.max(node.alpha, bestAt(tree, node, moment)?.value ?? -Infinity);

/** Returns the nodes of the best line at a moment, without `node` itself. */
export function lineAt(tree: Tree, node: TreeNode, moment: number): TreeNode[] {
  const line = [];
  for (let best = bestAt(tree, node, moment); best;) {
    const next = nodeAt(tree, best.child);
    line.push(next);
    best = bestAt(tree, next, moment);
  }
  return line;
}

/**
 * Returns the number of moves of a position, including those cut off; null if the trace ends before the position is
 * left.
 */
export const movesOf = (tree: Tree, { left, children, skipped }: TreeNode): number | null =>
  left === Infinity
    ? null
    : children.filter((child) => nodeAt(tree, child).before < 0).length + skipped;

/**
 * Returns the moments that are shown as steps. A position that is left at once, such as a leaf, has one step for both
 * its entry and its value.
 */
export function stepsOf({ events }: Tree): number[] {
  const isAtOnce = (next: TraceEvent | undefined) =>
    next?.type === "leave" && ["leaf", "over", "known"].includes(next.kind);
  return events.flatMap(({ type }, index) =>
    type === "enter" && isAtOnce(events[index + 1]) ? [] : [index + 1],
  );
}

export function stepOf(steps: number[], moment: number): number {
  let [low, high] = [0, steps.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (itemAt(steps, middle) >= moment) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns a function that returns the counts of the search up to a moment. */
export function countsOf({ events }: Tree): (moment: number) => Counts {
  let counts: Counts = { nodes: 0, leaves: 0, cutoffs: 0, researches: 0, known: 0 };
  const byMoment = [counts];
  for (const event of events) {
    const name = countOf(event);
    if (name) counts = { ...counts, [name]: counts[name] + 1 };
    byMoment.push(counts);
  }
  return (moment) => itemAt(byMoment, moment);
}

function countOf(event: TraceEvent): keyof Counts | undefined {
  if (event.type === "enter") return "nodes";
  if (event.type === "again") return "researches";
  const names: Partial<Record<LeaveReason, keyof Counts>> = {
    leaf: "leaves",
    cut: "cutoffs",
    known: "known",
  };
  return names[event.kind];
}

/** Returns the next step with a cut-off, or null. */
export function nextCut({ events }: Tree, steps: number[], step: number): number | null {
  const next = steps.findIndex((moment, index) => {
    const event = events[moment - 1];
    return index > step && event?.type === "leave" && event.kind === "cut";
  });
  return next < 0 ? null : next;
}

/**
 * Returns the step at which the search leaves the current node. If the search has left that node already, returns the
 * step at which it leaves the next node.
 */
export function stepOver(tree: Tree, steps: number[], step: number): number {
  const last = steps.length - 1;
  const moment = itemAt(steps, step);
  const here = focusAt(tree, moment);
  if (here.left > moment) return here.left === Infinity ? last : stepOf(steps, here.left);
  const next = Math.min(step + 1, last);
  const nextNode = focusAt(tree, itemAt(steps, next));
  return nextNode.left === Infinity ? next : Math.min(last, stepOf(steps, nextNode.left));
}

/** Returns the step at which the parent node was entered; 0 if there is no parent. */
export function stepOut(tree: Tree, steps: number[], step: number): number {
  const { parent } = focusAt(tree, itemAt(steps, step));
  return parent < 0 ? 0 : stepOf(steps, nodeAt(tree, parent).entered);
}
