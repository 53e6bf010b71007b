// What happens in a step, in sentences: each says what the search does, and with which numbers.

import { alphaAt, bestAt, focusAt, lineAt } from "./search-tree.ts";

/** @typedef {import("./search-tree.ts").Node} Node */
/** @typedef {import("./search-tree.ts").Tree} Tree */

/**
 * @typedef {object} Telling
 * @property {Tree} tree
 * @property {import("./values.ts").View} view
 * @property {string} method      its code
 * @property {import("../../core/i18n.ts").I18n["t"]} t
 * @property {(node: Node) => string} move  the move that led to a node, as it is written
 */

/** @param {Telling} telling @param {number} moment @returns {string[]} */
export function sayStep(telling, moment) {
  const { tree } = telling;
  const node = focusAt(tree, moment);
  const { type } = tree.events[moment - 1];
  if (type === "enter") return sayEntering(telling, node);
  if (type === "again") return sayAgain(telling, node, moment);
  return [...sayLeaving(telling, node), ...sayConsequence(telling, node, moment)];
}

/** @param {string} method */
const hasWindows = (method) => method !== "minimax";

/** It is only asked whether the move is better. @param {Telling} telling @param {Node} node */
const isAsked = ({ method, tree }, { parent, before, id, alpha, beta }) =>
  method.startsWith("pvs") &&
  parent >= 0 &&
  before < 0 &&
  tree.nodes[parent].children[0] !== id &&
  beta - alpha === 1;

/** @param {Telling} telling @param {Node} node */
function sayEntering(telling, node) {
  const { t, view, method } = telling;
  const { ply, depth, alpha, beta } = node;
  const side = view.side(ply);
  const window = view.window(ply, alpha, beta);
  if (node.parent < 0) {
    const sight = hasWindows(method) ? "lab.tree.say.rootWindow" : "lab.tree.say.rootAll";
    return [t("lab.tree.say.root", { side, depth }), t(sight, { window })];
  }
  const what = { mover: view.side(ply - 1), move: telling.move(node), side, depth };
  const key = node.before < 0 ? "lab.tree.say.enter" : "lab.tree.say.enterAgain";
  return [t(key, what), ...sayWindow(telling, node)];
}

/** Where the window of a position comes from. @param {Telling} telling @param {Node} node */
function sayWindow(telling, node) {
  const { t, view, method } = telling;
  if (!hasWindows(method)) return [];
  const { ply, alpha, beta } = node;
  const [mover, side] = [view.side(ply - 1), view.side(ply)];
  const window = view.window(ply, alpha, beta);
  const from = view.window(ply - 1, -beta, -alpha);
  const words = isAsked(telling, node)
    ? [t("lab.tree.say.asked", { mover, sure: view.value(ply - 1, -beta), window: from })]
    : [];
  if (!view.forRed)
    return [...words, t("lab.tree.say.windowTurned", { mover, from, side, window })];
  return words.length > 0 ? words : [t("lab.tree.say.window", { window })];
}

/** @param {Telling} telling @param {Node} node @param {number} moment */
function sayAgain(telling, node, moment) {
  const { t, view, tree } = telling;
  const parent = tree.nodes[node.parent];
  const sure = alphaAt(tree, parent, moment);
  const compared = view.compare(parent.ply, -node.value, ">", sure);
  const window = view.window(parent.ply, sure, parent.beta);
  return [t("lab.tree.say.again", { move: telling.move(node), compared, window })];
}

/** @param {Telling} telling @param {Node} node */
function sayLeaving(telling, node) {
  const { t, view, tree } = telling;
  const { ply, kind, value } = node;
  const what = { side: view.side(ply), whose: view.whose(ply), value: view.value(ply, value) };
  if (kind === "searched" || kind === "cut") return sayResult(telling, node, what);
  if (node.parent < 0) return [t("lab.tree.say.rootOver", what)];
  const move = telling.move(node);
  return [t(`lab.tree.say.${kind}`, { ...what, mover: view.side(ply - 1), move })].concat(
    kind === "known" ? sayBound(telling, node) : [],
    isAsked(telling, node) ? sayQuestion(telling, tree.nodes[node.parent], node) : [],
  );
}

/** @param {Telling} telling @param {Node} parent @param {Node} node */
function sayQuestion({ t, view }, parent, node) {
  return [t("lab.tree.say.question", { sure: view.value(parent.ply, -node.beta) })];
}

/** What the table knows may be a bound that settles the matter. @param {Telling} telling @param {Node} node */
function sayBound({ t, view }, { ply, value, alpha, beta }) {
  if (value >= beta)
    return [t("lab.tree.say.enough", { compared: view.compare(ply, value, "≥", beta, "β") })];
  if (value <= alpha)
    return [t("lab.tree.say.enough", { compared: view.compare(ply, value, "≤", alpha, "α") })];
  return [];
}

/** All moves were searched, or the others cut off. @param {Telling} telling @param {Node} node @param {{ side: string, whose: string, value: string }} what */
function sayResult(telling, node, what) {
  const { t, view, tree, method } = telling;
  const { ply, value, alpha, beta, skipped, left } = node;
  const best = bestAt(tree, node, left);
  const move = best ? telling.move(tree.nodes[best.child]) : "";
  if (node.kind === "cut") {
    const compared = view.compare(ply, value, "≥", beta, "β");
    const sure = view.value(ply - 1, -beta);
    const key = skipped > 0 ? "lab.tree.say.cut" : "lab.tree.say.cutNone";
    const why = t("lab.tree.say.cutWhy", { mover: view.side(ply - 1), sure });
    return [t(key, { side: what.side, move, compared, left: skipped }), why];
  }
  if (node.parent < 0)
    return [t("lab.tree.say.end", { ...what, move, line: sayLine(telling, node) })];
  const isLow = hasWindows(method) && value <= alpha;
  const low = isLow
    ? [t("lab.tree.say.low", { compared: view.compare(ply, value, "≤", alpha, "α") })]
    : [];
  return [t("lab.tree.say.searched", { ...what, move }), ...low];
}

/** @param {Telling} telling @param {Node} node */
const sayLine = (telling, node) =>
  lineAt(telling.tree, node, node.left)
    .map((each) => telling.move(each))
    .join(" ");

/** What the value of a position means for the one before. @param {Telling} telling @param {Node} node @param {number} moment */
function sayConsequence(telling, node, moment) {
  const { t, view, tree } = telling;
  if (node.parent < 0) return [];
  const { ply } = tree.nodes[node.parent];
  const mover = view.side(ply);
  const turned = { mover, value: view.value(ply, -node.value) };
  return [
    ...(view.forRed ? [] : [t("lab.tree.say.turned", turned)]),
    ...(node.superseded ? [] : sayPlace(telling, node, moment)),
  ];
}

/** Whether the move is the best so far, and what that does to the window. @param {Telling} telling @param {Node} node @param {number} moment */
function sayPlace(telling, node, moment) {
  const { t, view, tree, method } = telling;
  const parent = tree.nodes[node.parent];
  const [value, { ply, beta }] = [0 - node.value, parent];
  const [best, sure] = [bestAt(tree, parent, moment - 1), alphaAt(tree, parent, moment - 1)];
  const mover = view.side(ply);
  if (best && value <= best.value) {
    const compared = view.compare(ply, value, "≤", best.value);
    return [
      t("lab.tree.say.worse", { mover, compared, move: telling.move(tree.nodes[best.child]) }),
    ];
  }
  const words = best
    ? t("lab.tree.say.better", { mover, compared: view.compare(ply, value, ">", best.value) })
    : t("lab.tree.say.first", { mover });
  if (!hasWindows(method)) return [words];
  if (value >= beta)
    return [
      words,
      t("lab.tree.say.reaches", { compared: view.compare(ply, value, "≥", beta, "β") }),
    ];
  if (value <= sure)
    return [words, t("lab.tree.say.below", { compared: view.compare(ply, value, "≤", sure, "α") })];
  const [from, to] = [view.window(ply, sure, beta), view.window(ply, value, beta)];
  return [words, t("lab.tree.say.narrows", { mover, from, to })];
}
