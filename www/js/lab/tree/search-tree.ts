// The steps of a search as a tree, and how that tree stands at any moment of it. Pure: stepping back is asking for an
// earlier moment.

/**
 * @typedef {object} EnterEvent  a position is entered
 * @property {"enter"} type
 * @property {string|null} move   null for the first position
 * @property {number} depth       plies left
 * @property {number} alpha       for its side to move, like all values
 * @property {number} beta
 */
/** @typedef {"leaf"|"over"|"known"|"searched"|"cut"} Kind  why a position was left */
/**
 * @typedef {object} LeaveEvent  the position entered last is left
 * @property {"leave"} type
 * @property {number} value
 * @property {Kind} kind
 * @property {number} [left]      moves that were not looked at
 */
/**
 * @typedef {object} AgainEvent  the move just searched is searched again
 * @property {"again"} type
 * @property {number} value       of the move, for the side that made it
 */
/** @typedef {EnterEvent|LeaveEvent|AgainEvent} TraceEvent */

/**
 * @typedef {object} Node  one visit of a position; searched again, it is another one
 * @property {number} id
 * @property {number} parent      -1 for the first position
 * @property {string|null} move
 * @property {number} ply         from the first position
 * @property {number} depth       plies left
 * @property {number} alpha       as it was entered
 * @property {number} beta
 * @property {number} entered     the moment at which it is there
 * @property {number} left        the moment at which its value is there; Infinity where the trace ends before
 * @property {number} value
 * @property {Kind|null} kind
 * @property {number} skipped     moves that were not looked at
 * @property {number[]} children  in the order of their visits
 * @property {boolean} superseded it is searched again: its value only said that it is good
 * @property {number} before      the visit of the same move before this one, -1 where there was none
 */

/**
 * @typedef {object} Tree
 * @property {readonly TraceEvent[]} events
 * @property {Node[]} nodes       in the order of their visits
 * @property {Int32Array} focus   `[moment - 1]`: the node of that event
 * @property {boolean} isComplete    the trace reaches the end of the search
 */

/** The counts of a search. @typedef {{ nodes: number, leaves: number, cutoffs: number, researches: number, known: number }} Counts */

/** A move is the best so far; `child` is its node. @typedef {{ value: number, child: number }} Best */

/** Moments count events: at moment `m` the first `m` of them have happened. @param {readonly TraceEvent[]} events @returns {Tree} */
export function buildTree(events) {
  /** @type {Node[]} */
  const nodes = [];
  const focus = new Int32Array(events.length);
  /** @type {number[]} */
  const open = [];
  let again = -1;
  for (const [index, event] of events.entries()) {
    if (event.type === "enter") {
      const node = entered(event, nodes, open.at(-1) ?? -1, index + 1, again);
      again = -1;
      open.push(node.id);
      focus[index] = node.id;
    } else if (event.type === "leave") {
      focus[index] = open.pop() ?? 0;
      const { value, kind, left = 0 } = event;
      Object.assign(nodes[focus[index]], { value, kind, skipped: left, left: index + 1 });
    } else {
      again = nodes[open.at(-1) ?? 0].children.at(-1) ?? 0;
      nodes[again].superseded = true;
      focus[index] = again;
    }
  }
  return { events, nodes, focus, isComplete: nodes.length > 0 && open.length === 0 };
}

/** @param {EnterEvent} event @param {Node[]} nodes @param {number} parent @param {number} moment @param {number} before */
function entered({ move, depth, alpha, beta }, nodes, parent, moment, before) {
  /** @type {Node} */
  const node = {
    id: nodes.length,
    parent,
    move,
    ply: parent < 0 ? 0 : nodes[parent].ply + 1,
    depth,
    alpha,
    beta,
    entered: moment,
    left: Infinity,
    value: 0,
    kind: null,
    skipped: 0,
    children: [],
    superseded: false,
    before,
  };
  nodes.push(node);
  if (parent >= 0) nodes[parent].children.push(node.id);
  return node;
}

/** The node that the event of a moment is about. @param {Tree} tree @param {number} moment */
export const focusAt = (tree, moment) => tree.nodes[tree.focus[moment - 1]];

/** From the first position to a node. @param {Tree} tree @param {Node} node @returns {Node[]} */
export function pathTo(tree, node) {
  const path = [node];
  while (path[0].parent >= 0) path.unshift(tree.nodes[path[0].parent]);
  return path;
}

/** The moves that lead to a node. @param {Tree} tree @param {Node} node @returns {string[]} */
export const movesTo = (tree, node) => pathTo(tree, node).flatMap(({ move }) => move ?? []);

/** The best of the moves that have a value by a moment, for the side to move. @param {Tree} tree @param {Node} node @param {number} moment @returns {Best|null} */
export function bestAt(tree, node, moment) {
  /** @type {Best|null} */
  let best = null;
  for (const child of node.children) {
    const { value, left, superseded } = tree.nodes[child];
    if (left > moment) break;
    if (!superseded && (best === null || -value > best.value)) best = { value: 0 - value, child };
  }
  return best;
}

/** What the side to move is sure of by a moment. @param {Tree} tree @param {Node} node @param {number} moment */
export const alphaAt = (tree, node, moment) =>
  Math.max(node.alpha, bestAt(tree, node, moment)?.value ?? -Infinity);

/** The best line from a node as far as it is known by a moment: the nodes on it, without the first. @param {Tree} tree @param {Node} node @param {number} moment @returns {Node[]} */
export function lineAt(tree, node, moment) {
  const line = [];
  let best = bestAt(tree, node, moment);
  while (best) {
    const next = tree.nodes[best.child];
    line.push(next);
    best = bestAt(tree, next, moment);
  }
  return line;
}

/** The moves of a position: those looked at sooner or later, and those cut off. Null where the trace ends too early to know. @param {Tree} tree @param {Node} node */
export function movesOf(tree, { left, children, skipped }) {
  if (left === Infinity) return null;
  return children.filter((child) => tree.nodes[child].before < 0).length + skipped;
}

/**
 * The moments at which there is something new to see: that a position was entered which is left at once is seen with its
 * value.
 * @param {Tree} tree @returns {number[]}
 */
export function stepsOf({ events }) {
  const atOnce = (/** @type {TraceEvent|undefined} */ next) =>
    next?.type === "leave" &&
    (next.kind === "leaf" || next.kind === "over" || next.kind === "known");
  return events.flatMap(({ type }, index) =>
    type === "enter" && atOnce(events[index + 1]) ? [] : [index + 1],
  );
}

/** The first step that shows a moment. @param {number[]} steps @param {number} moment */
export function stepOf(steps, moment) {
  let [low, high] = [0, steps.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[middle] >= moment) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The counts at every moment, as the search itself counts.
 * @param {Tree} tree @returns {(moment: number) => Counts}
 */
export function countsOf({ events }) {
  const names = /** @type {(keyof Counts)[]} */ ([
    "nodes",
    "leaves",
    "cutoffs",
    "researches",
    "known",
  ]);
  const sums = names.map(() => new Uint32Array(events.length + 1));
  for (const [index, event] of events.entries())
    for (const [place, name] of names.entries())
      sums[place][index + 1] = sums[place][index] + Number(counted(event) === name);
  return (moment) =>
    /** @type {Counts} */ (
      Object.fromEntries(names.map((name, place) => [name, sums[place][moment]]))
    );
}

/** @param {TraceEvent} event @returns {keyof Counts|null} */
function counted(event) {
  if (event.type === "enter") return "nodes";
  if (event.type === "again") return "researches";
  /** @type {Partial<Record<Kind, keyof Counts>>} */
  const names = { leaf: "leaves", cut: "cutoffs", known: "known" };
  return names[event.kind] ?? null;
}

/** The next step at which something is cut off; null where there is none. @param {Tree} tree @param {number[]} steps @param {number} step */
export function nextCut({ events }, steps, step) {
  const next = steps.findIndex((moment, index) => {
    const event = events[moment - 1];
    return index > step && event.type === "leave" && event.kind === "cut";
  });
  return next < 0 ? null : next;
}

/** The step after all that is below the node looked at: it is left, or the one beside it is. @param {Tree} tree @param {number[]} steps @param {number} step */
export function stepOver(tree, steps, step) {
  const last = steps.length - 1;
  const here = focusAt(tree, steps[step]);
  if (here.left > steps[step]) return here.left === Infinity ? last : stepOf(steps, here.left);
  const next = Math.min(step + 1, last);
  const there = focusAt(tree, steps[next]);
  return there.left === Infinity ? next : Math.min(last, stepOf(steps, there.left));
}

/** The step at which the node was entered that this one is below of. @param {Tree} tree @param {number[]} steps @param {number} step */
export function stepOut(tree, steps, step) {
  const { parent } = focusAt(tree, steps[step]);
  return parent < 0 ? 0 : stepOf(steps, tree.nodes[parent].entered);
}
