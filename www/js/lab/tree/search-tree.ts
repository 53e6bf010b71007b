// The steps of a search as a tree, and its state at any moment. Moments count events: at moment `m` the first `m` of them
// have happened. All functions are pure, so a step back shows an earlier moment.

import { itemAt } from "../item-at.ts";
import type { Counts, TraceEvent } from "../types.ts";

type EnterEvent = Extract<TraceEvent, { type: "enter" }>;
/** Why a position was left. */
export type LeaveReason = Extract<TraceEvent, { type: "leave" }>["kind"];

/** One visit of a position; a second search of its move is another node. */
export interface TreeNode {
  /** The index in the tree's nodes. */
  id: number;
  /** The id of the parent, -1 for the first position. */
  parent: number;
  /** Null for the first position. */
  move: string | null;
  /** Plies from the first position. */
  ply: number;
  /** Plies that remain. */
  depth: number;
  /** The window at the entry, for the side to move, like all values. */
  alpha: number;
  beta: number;
  /** The moment of the entry. */
  entered: number;
  /** The moment of the value; Infinity if the trace ends before. */
  left: number;
  value: number;
  kind: LeaveReason | null;
  /** The number of moves that were not searched. */
  skipped: number;
  /** Ids in the order of the visits. */
  children: number[];
  /** The move is searched again: this value only showed that the move is good. */
  superseded: boolean;
  /** The id of the earlier visit of the same move, -1 if there is none. */
  before: number;
}

export interface Tree {
  events: readonly TraceEvent[];
  /** In the order of their visits. */
  nodes: TreeNode[];
  /** `[moment - 1]`: the id of the event's node. */
  focus: Int32Array;
  /** The trace reaches the end of the search. */
  isComplete: boolean;
}

/** A value for the side to move, and the id of the node that its move leads to. */
interface Best {
  value: number;
  child: number;
}

export function buildTree(events: readonly TraceEvent[]): Tree {
  const nodes: TreeNode[] = [];
  const focus = new Int32Array(events.length);
  const open: TreeNode[] = [];
  /** The node whose move is searched again next. */
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

/** Returns the node of the last event of a moment. */
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

/** Returns the best move that has a value by a moment; null if no move has one. */
export function bestAt(tree: Tree, node: TreeNode, moment: number): Best | null {
  let best: Best | null = null;
  for (const child of node.children) {
    const { value, left, superseded } = nodeAt(tree, child);
    if (left > moment) break;
    if (!superseded && (best === null || -value > best.value)) best = { value: 0 - value, child };
  }
  return best;
}

/** Returns the value that the side to move has for sure by a moment. */
export const alphaAt = (tree: Tree, node: TreeNode, moment: number): number =>
  Math.max(node.alpha, bestAt(tree, node, moment)?.value ?? -Infinity);

/** Returns the nodes of the best line by a moment, without `node` itself. */
export function lineAt(tree: Tree, node: TreeNode, moment: number): TreeNode[] {
  const line = [];
  for (let best = bestAt(tree, node, moment); best;) {
    const next = nodeAt(tree, best.child);
    line.push(next);
    best = bestAt(tree, next, moment);
  }
  return line;
}

/** Counts the moves of a position, with those cut off; null if the trace ends too early to know. */
export const movesOf = (tree: Tree, { left, children, skipped }: TreeNode): number | null =>
  left === Infinity
    ? null
    : children.filter((child) => nodeAt(tree, child).before < 0).length + skipped;

/** Returns the moments that show something new: the entry of a position that is left at once is shown with its value. */
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

/** Returns a function from a moment to the counts, as the search itself counts. */
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

/** Returns the step after everything below the current node: the node is left, or the one beside it. */
export function stepOver(tree: Tree, steps: number[], step: number): number {
  const last = steps.length - 1;
  const moment = itemAt(steps, step);
  const here = focusAt(tree, moment);
  if (here.left > moment) return here.left === Infinity ? last : stepOf(steps, here.left);
  const next = Math.min(step + 1, last);
  const nextNode = focusAt(tree, itemAt(steps, next));
  return nextNode.left === Infinity ? next : Math.min(last, stepOf(steps, nextNode.left));
}

/** Returns the step at which the parent node was entered. */
export function stepOut(tree: Tree, steps: number[], step: number): number {
  const { parent } = focusAt(tree, itemAt(steps, step));
  return parent < 0 ? 0 : stepOf(steps, nodeAt(tree, parent).entered);
}
