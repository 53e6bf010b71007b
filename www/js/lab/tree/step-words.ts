// Describes a step in sentences: the action of the search, and its numbers.

import type { I18n } from "../../core/i18n.ts";
import { alphaAt, bestAt, focusAt, lineAt, nodeAt } from "./search-tree.ts";
import type { Tree, TreeNode } from "./search-tree.ts";
import type { View } from "./values.ts";

export interface StepContext {
  tree: Tree;
  view: View;
  method: string;
  t: I18n["t"];
  move: (node: TreeNode) => string;
}

export function describeStep(context: StepContext, moment: number): string[] {
  const { tree } = context;
  const node = focusAt(tree, moment);
  const type = tree.events[moment - 1]?.type;
  if (type === "enter") return describeEntry(context, node);
  if (type === "again") return describeSecondSearch(context, node, moment);
  return [...describeValue(context, node), ...describeConsequence(context, node, moment)];
}

const hasWindows = (method: string) => method !== "minimax";

/**
 * Returns true if a node was searched with an empty window, which only tests whether its move beats the best move so
 * far.
 */
const isTest = ({ method, tree }: StepContext, node: TreeNode) =>
  method.startsWith("pvs") &&
  node.parent >= 0 &&
  node.before < 0 &&
  nodeAt(tree, node.parent).children[0] !== node.id &&
  node.beta - node.alpha === 1;

function describeEntry(context: StepContext, node: TreeNode) {
  const { t, view, method } = context;
  const { ply, depth, alpha, beta } = node;
  const side = view.side(ply);
  if (node.parent < 0) {
    const key = hasWindows(method) ? "lab.tree.say.rootWindow" : "lab.tree.say.rootAll";
    const window = view.window(ply, alpha, beta);
    return [t("lab.tree.say.root", { side, depth }), t(key, { window })];
  }
  const params = { mover: view.side(ply - 1), move: context.move(node), side, depth };
  const key = node.before < 0 ? "lab.tree.say.enter" : "lab.tree.say.enterAgain";
  return [t(key, params), ...describeWindow(context, node)];
}

/** Explains where the window of a position comes from. */
function describeWindow(context: StepContext, node: TreeNode) {
  const { t, view, method } = context;
  if (!hasWindows(method)) return [];
  const { ply, alpha, beta } = node;
  const [mover, side] = [view.side(ply - 1), view.side(ply)];
  const window = view.window(ply, alpha, beta);
  const from = view.window(ply - 1, -beta, -alpha);
  const words = isTest(context, node)
    ? [t("lab.tree.say.asked", { mover, sure: view.value(ply - 1, -beta), window: from })]
    : [];
  if (!view.forRed)
    return [...words, t("lab.tree.say.windowTurned", { mover, from, side, window })];
  return words.length > 0 ? words : [t("lab.tree.say.window", { window })];
}

function describeSecondSearch(context: StepContext, node: TreeNode, moment: number) {
  const { t, view, tree } = context;
  const parent = nodeAt(tree, node.parent);
  const sure = alphaAt(tree, parent, moment);
  const compared = view.compare(parent.ply, -node.value, ">", sure);
  const window = view.window(parent.ply, sure, parent.beta);
  return [t("lab.tree.say.again", { move: context.move(node), compared, window })];
}

/** Describes the value of a position at the moment when it is left. */
function describeValue(context: StepContext, node: TreeNode) {
  const { t, view, tree } = context;
  const { ply, kind, value, parent } = node;
  const params = { side: view.side(ply), whose: view.whose(ply), value: view.value(ply, value) };
  if (kind === "cut") return describeCut(context, node);
  if (kind === "searched") return describeResult(context, node, params);
  if (parent < 0 || kind === null) return [t("lab.tree.say.rootOver", params)];
  const move = context.move(node);
  const sentences = [t(`lab.tree.say.${kind}`, { ...params, mover: view.side(ply - 1), move })];
  if (kind === "known") sentences.push(...describeBound(context, node));
  if (isTest(context, node)) {
    const sure = view.value(nodeAt(tree, parent).ply, -node.beta);
    sentences.push(t("lab.tree.say.question", { sure }));
  }
  return sentences;
}

/** Explains why a bound from the transposition table is enough, although it is not the exact value. */
function describeBound({ t, view }: StepContext, { ply, value, alpha, beta }: TreeNode) {
  if (value >= beta)
    return [t("lab.tree.say.enough", { compared: view.compare(ply, value, "≥", beta, "β") })];
  if (value <= alpha)
    return [t("lab.tree.say.enough", { compared: view.compare(ply, value, "≤", alpha, "α") })];
  return [];
}

function bestMove({ tree, move }: StepContext, node: TreeNode) {
  const best = bestAt(tree, node, node.left);
  return best ? move(nodeAt(tree, best.child)) : "";
}

function describeCut(context: StepContext, node: TreeNode) {
  const { t, view } = context;
  const { ply, value, beta, skipped } = node;
  const compared = view.compare(ply, value, "≥", beta, "β");
  const params = { side: view.side(ply), move: bestMove(context, node), compared, left: skipped };
  const why = { mover: view.side(ply - 1), sure: view.value(ply - 1, -beta) };
  const key = skipped > 0 ? "lab.tree.say.cut" : "lab.tree.say.cutNone";
  return [t(key, params), t("lab.tree.say.cutWhy", why)];
}

function describeResult(context: StepContext, node: TreeNode, params: Record<string, string>) {
  const { t, view, tree, method } = context;
  const { ply, value, alpha } = node;
  const move = bestMove(context, node);
  if (node.parent < 0) {
    const line = lineAt(tree, node, node.left).map(context.move).join(" ");
    return [t("lab.tree.say.end", { ...params, move, line })];
  }
  const searched = t("lab.tree.say.searched", { ...params, move });
  if (!hasWindows(method) || value > alpha) return [searched];
  return [searched, t("lab.tree.say.low", { compared: view.compare(ply, value, "≤", alpha, "α") })];
}

/** Explains what the value of a position means for its parent. */
function describeConsequence(context: StepContext, node: TreeNode, moment: number) {
  const { t, view, tree } = context;
  if (node.parent < 0) return [];
  const { ply } = nodeAt(tree, node.parent);
  const turned = { mover: view.side(ply), value: view.value(ply, -node.value) };
  return [
    ...(view.forRed ? [] : [t("lab.tree.say.turned", turned)]),
    ...(node.superseded ? [] : describeRank(context, node, moment)),
  ];
}

/** Explains whether the move is the best so far, and how the move changes the window. */
function describeRank(context: StepContext, node: TreeNode, moment: number) {
  const { t, view, tree, method } = context;
  const parent = nodeAt(tree, node.parent);
  const { ply, beta } = parent;
  const value = 0 - node.value;
  const [best, sure] = [bestAt(tree, parent, moment - 1), alphaAt(tree, parent, moment - 1)];
  const mover = view.side(ply);
  if (best && value <= best.value) {
    const compared = view.compare(ply, value, "≤", best.value);
    const move = context.move(nodeAt(tree, best.child));
    return [t("lab.tree.say.worse", { mover, compared, move })];
  }
  const words = best
    ? t("lab.tree.say.better", { mover, compared: view.compare(ply, value, ">", best.value) })
    : t("lab.tree.say.first", { mover });
  if (!hasWindows(method)) return [words];
  if (value >= beta) {
    const compared = view.compare(ply, value, "≥", beta, "β");
    return [words, t("lab.tree.say.reaches", { compared })];
  }
  if (value <= sure)
    return [words, t("lab.tree.say.below", { compared: view.compare(ply, value, "≤", sure, "α") })];
  const [from, to] = [view.window(ply, sure, beta), view.window(ply, value, beta)];
  return [words, t("lab.tree.say.narrows", { mover, from, to })];
}
