// A tree of moves as plain data, and the pure functions that change it. Node 0 is the start; a node keeps its number
// for as long as the tree is open, and one that was removed stays in the list without being anyone's child.

/**
 * @typedef {object} StudyNode
 * @property {string|null} move        such as `h2e2`; null at the start only
 * @property {string} comment
 * @property {number|null} evaluation  centipawns from Red's view
 * @property {number|null} clock       milliseconds that the mover had left after the move
 * @property {readonly number[]} signs  behind the move (signs.js), rising
 * @property {readonly string[]} shapes  drawn on the board, such as `Gh2e2` (an arrow) and `Rh2` (a ring)
 * @property {number} parent           -1 at the start
 * @property {number[]} children       the main one first
 * @property {number} ply              moves from the start to here
 */

/** @typedef {readonly StudyNode[]} Tree */

/** @param {string|null} [move] @param {number} [parent] @param {number} [ply] @returns {StudyNode} */
const node = (move = null, parent = -1, ply = 0) => ({
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

/** @returns {Tree} */
export const newTree = () => [node()];

/** @param {Tree} tree @param {number} index @param {Partial<StudyNode>} changes @returns {Tree} */
export const withNode = (tree, index, changes) => tree.with(index, { ...tree[index], ...changes });

/** @param {Tree} tree @param {number} parent @param {string} move @returns {number|undefined} */
export const childOf = (tree, parent, move) =>
  tree[parent].children.find((child) => tree[child].move === move);

/** A move behind another one, as the last variation. It is the last node of the new tree. @param {Tree} tree @param {number} parent @param {string} move @returns {Tree} */
export function withChild(tree, parent, move) {
  const { children, ply } = tree[parent];
  const grown = withNode(tree, parent, { children: [...children, tree.length] });
  return [...grown, node(move, parent, ply + 1)];
}

/** From the first move to a node. @param {Tree} tree @param {number} index @returns {number[]} */
export function pathTo(tree, index) {
  const path = [];
  for (let at = index; tree[at].parent >= 0; at = tree[at].parent) path.push(at);
  return path.toReversed();
}

/** The main moves from a node on, itself left out. @param {Tree} tree @param {number} [from] @returns {number[]} */
export function mainFrom(tree, from = 0) {
  const line = [];
  for (let [at] = tree[from].children; at !== undefined; [at] = tree[at].children) line.push(at);
  return line;
}

/** @param {Tree} tree @param {number[]} path @returns {string[]} */
export const movesOf = (tree, path) => path.map((index) => tree[index].move ?? "");

/** Not removed. @param {Tree} tree @param {number} index */
export function isThere(tree, index) {
  if (!Number.isInteger(index) || !tree[index]) return false;
  const path = pathTo(tree, index);
  return path.every((at) => tree[tree[at].parent].children.includes(at));
}

/**
 * The first move of the variation that a node is in: itself or the nearest before it that is not the main move of its
 * fork; null on the main line.
 * @param {Tree} tree @param {number} index @returns {number|null}
 */
export const branchOf = (tree, index) =>
  pathTo(tree, index).findLast((at) => tree[tree[at].parent].children[0] !== at) ?? null;

/** Its variation so many places up among its siblings; to the first by default. @param {Tree} tree @param {number} index @returns {Tree} */
export function raised(tree, index, places = Infinity) {
  const branch = branchOf(tree, index);
  if (branch === null) return tree;
  const { parent } = tree[branch];
  const place = Math.max(0, tree[parent].children.indexOf(branch) - places);
  const others = tree[parent].children.filter((child) => child !== branch);
  return withNode(tree, parent, { children: others.toSpliced(place, 0, branch) });
}

/** Its variation one place down, if it is not the last. @param {Tree} tree @param {number} index @returns {Tree} */
export function lowered(tree, index) {
  const branch = branchOf(tree, index) ?? index;
  const { parent } = tree[branch];
  if (parent < 0) return tree;
  const place = tree[parent].children.indexOf(branch);
  const others = tree[parent].children.filter((child) => child !== branch);
  return withNode(tree, parent, { children: others.toSpliced(place + 1, 0, branch) });
}

/** The line to a node becomes the main one. @param {Tree} tree @param {number} index @returns {Tree} */
export function madeMain(tree, index) {
  let next = tree;
  while (branchOf(next, index) !== null) next = raised(next, index);
  return next;
}

/** Without a node and all behind it. @param {Tree} tree @param {number} index @returns {Tree} */
export function without(tree, index) {
  const { parent } = tree[index];
  if (parent < 0) return tree;
  return withNode(tree, parent, { children: tree[parent].children.filter((it) => it !== index) });
}

/** What is there, in reading order: a node, all behind its main child, then its variations. @param {Tree} tree @returns {number[]} */
export function inOrder(tree) {
  const order = [];
  const waiting = [0];
  while (waiting.length > 0) {
    const index = /** @type {number} */ (waiting.pop());
    order.push(index);
    waiting.push(...tree[index].children.toReversed());
  }
  return order;
}
