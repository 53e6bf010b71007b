// A tree of moves as plain data, and the pure functions that change it. Node 0 is the start. A node keeps its index as
// long as the study is open. A removed node stays in the array, but it is no longer a child of its parent.

export interface StudyNode {
  /** The move in coordinates, such as `h2e2`; null only at the start. */
  move: string | null;
  comment: string;
  /** The evaluation in centipawns from Red's point of view; null if there is none. */
  evaluation: number | null;
  /** The time on the mover's clock after the move, in milliseconds; null if it is unknown. */
  clock: number | null;
  /** The signs of the move (signs.ts), in ascending order. */
  signs: readonly number[];
  /** Drawings on the board, such as `Gh2e2` (an arrow) and `Rh2` (a ring). */
  shapes: readonly string[];
  /** The index of the parent; -1 at the start. */
  parent: number;
  /** The indexes of the children; the first child continues the main line. */
  children: number[];
  /** The number of moves from the start to this node. */
  ply: number;
}

export type Tree = readonly StudyNode[];

const newNode = (move: string | null = null, parent = -1, ply = 0): StudyNode => ({
  move,
  comment: "",
  evaluation: null,
  clock: null,
  signs: [],
  shapes: [],
  parent,
  children: [],
  ply,
});

/** Returns a tree with only the start. */
export const newTree = (): Tree => [newNode()];

/** Returns a node of the tree. Throws a `RangeError` if there is no such index. */
export function nodeAt(tree: Tree, index: number): StudyNode {
  const node = tree[index];
  if (!node) throw new RangeError(`no node ${index}`);
  return node;
}

export const withNode = (tree: Tree, index: number, changes: Partial<StudyNode>): Tree =>
  tree.with(index, { ...nodeAt(tree, index), ...changes });

/** Returns the child with a move; undefined if there is none. */
export const childOf = (tree: Tree, parent: number, move: string): number | undefined =>
  nodeAt(tree, parent).children.find((child) => nodeAt(tree, child).move === move);

/** Adds a move as the last child of its parent. The new node is the last in the array. */
export function withChild(tree: Tree, parent: number, move: string): Tree {
  const { children, ply } = nodeAt(tree, parent);
  const grown = withNode(tree, parent, { children: [...children, tree.length] });
  return [...grown, newNode(move, parent, ply + 1)];
}

/** Returns the nodes from the first move to a node, without the start. */
export function pathTo(tree: Tree, index: number): number[] {
  const path: number[] = [];
  for (let at = index; nodeAt(tree, at).parent >= 0; at = nodeAt(tree, at).parent) path.push(at);
  return path.toReversed();
}

/** Returns the nodes of the main line after a node. */
export function mainFrom(tree: Tree, from = 0): number[] {
  const line: number[] = [];
  let [next] = nodeAt(tree, from).children;
  while (next !== undefined) {
    line.push(next);
    [next] = nodeAt(tree, next).children;
  }
  return line;
}

export const movesOf = (tree: Tree, path: readonly number[]): string[] =>
  path.map((index) => nodeAt(tree, index).move ?? "");

/** Returns the line through a node: the nodes of the line, their moves, and the number of moves up to the node. */
export function lineThrough(
  tree: Tree,
  node: number,
): { path: number[]; moves: string[]; ply: number } {
  const before = pathTo(tree, node);
  const path = [...before, ...mainFrom(tree, node)];
  return { path, moves: movesOf(tree, path), ply: before.length };
}

const isChild = (tree: Tree, index: number) =>
  nodeAt(tree, nodeAt(tree, index).parent).children.includes(index);

/** Returns true if the tree has a node with this index that is not removed. */
export function isInTree(tree: Tree, index: number): boolean {
  if (!Number.isInteger(index) || !tree[index]) return false;
  return pathTo(tree, index).every((at) => isChild(tree, at));
}

/** Returns the moves from the position before a node, the main move first; only the node itself for the start. */
export const siblingsOf = (tree: Tree, index: number): readonly number[] => {
  const { parent } = nodeAt(tree, index);
  return parent < 0 ? [index] : nodeAt(tree, parent).children;
};

/** Returns the place of a node among its siblings; 0 is the main move. */
export const placeOf = (tree: Tree, index: number): number =>
  siblingsOf(tree, index).indexOf(index);

const isMainChild = (tree: Tree, index: number) =>
  nodeAt(tree, nodeAt(tree, index).parent).children[0] === index;

/**
 * Returns the first node of the variation that contains a node. This is the node or its nearest ancestor that is not
 * the first child of its parent. Returns null on the main line.
 */
export const branchOf = (tree: Tree, index: number): number | null =>
  pathTo(tree, index).findLast((at) => !isMainChild(tree, at)) ?? null;

/**
 * Moves a node among its siblings. `placeFrom` converts the node's index to the new index. An index beyond the last one
 * means the last one.
 */
function moveSibling(tree: Tree, index: number, placeFrom: (place: number) => number): Tree {
  const { parent } = nodeAt(tree, index);
  const { children } = nodeAt(tree, parent);
  const others = children.filter((child) => child !== index);
  const place = Math.min(placeFrom(children.indexOf(index)), others.length);
  if (children[place] === index) return tree;
  return withNode(tree, parent, { children: others.toSpliced(place, 0, index) });
}

/** Moves a node to a place among its siblings; the first place is the main move. */
export function placeSibling(tree: Tree, index: number, place: number): Tree {
  return nodeAt(tree, index).parent < 0 ? tree : moveSibling(tree, index, () => Math.max(0, place));
}

/** Moves the variation that contains a node up by `places` among its siblings, but not beyond the first place. */
export function raiseVariation(tree: Tree, index: number, places = Infinity): Tree {
  const branch = branchOf(tree, index);
  if (branch === null) return tree;
  return moveSibling(tree, branch, (place) => Math.max(0, place - places));
}

/**
 * Moves the variation that contains a node down one place among its siblings. If the node is on the main line, moves
 * the node itself.
 */
export function lowerVariation(tree: Tree, index: number): Tree {
  const branch = branchOf(tree, index) ?? index;
  if (nodeAt(tree, branch).parent < 0) return tree;
  return moveSibling(tree, branch, (place) => place + 1);
}

/** Makes the line through a node the main line. */
export function makeMainLine(tree: Tree, index: number): Tree {
  let next = tree;
  while (branchOf(next, index) !== null) next = raiseVariation(next, index);
  return next;
}

/** Removes a node and its descendants. */
export function withoutNode(tree: Tree, index: number): Tree {
  const { parent } = nodeAt(tree, index);
  if (parent < 0) return tree;
  const children = nodeAt(tree, parent).children.filter((child) => child !== index);
  return withNode(tree, parent, { children });
}

/**
 * Returns the nodes that are not removed, in reading order: a node, the subtree of its main child, then its variations.
 */
export function inOrder(tree: Tree): number[] {
  const order: number[] = [];
  const stack = [0];
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    order.push(index);
    stack.push(...nodeAt(tree, index).children.toReversed());
  }
  return order;
}

/** Returns the previous (-1) or the next (1) sibling at the nearest fork at or before a node; null if there is none. */
export function adjacentVariation(tree: Tree, index: number, direction: 1 | -1): number | null {
  for (const at of pathTo(tree, index).toReversed()) {
    const { children } = nodeAt(tree, nodeAt(tree, at).parent);
    if (children.length > 1) return children[children.indexOf(at) + direction] ?? null;
  }
  return null;
}
