// The tree on the page: an indented list of moves, each with its window or its value; what is folded is a number.

import { button, el } from "../../ui/dom.ts";
import { token } from "../../ui/token.ts";
import { alphaAt, bestAt } from "./search-tree.ts";
import { rowsAt } from "./node-rows.ts";

/** @typedef {import("./search-tree.ts").Node} Node */
/** @typedef {import("./search-tree.ts").Tree} Tree */
/** @typedef {import("./node-rows.ts").NodeRow} NodeRow */
/** @typedef {import("./node-rows.ts").RestRow} RestRow */

/**
 * @typedef {object} Sight  what is shown of which search
 * @property {Tree} tree
 * @property {number} moment
 * @property {ReadonlySet<number>} unfolded
 * @property {ReadonlySet<number>} line   nodes of the best line so far
 * @property {import("./values.ts").View} view
 * @property {string} method
 * @property {(node: Node) => string} move
 * @property {(node: Node) => string} piece  that made the move
 * @property {string} lang                that moves are written in
 * @property {import("../../core/i18n.ts").I18n["t"]} t
 */

/**
 * @param {HTMLElement} host
 * @param {{ go: (node: number) => void, fold: (node: number, isOpen: boolean) => void }} handlers
 */
export function createTreeList(host, handlers) {
  return {
    /** @param {Sight} sight */
    update(sight) {
      const held = heldIn(host);
      const root = rowsAt(sight.tree, sight.moment, sight.unfolded);
      host.replaceChildren(el("ol", "lab-tree", item(root, sight, handlers)));
      if (held) giveBack(host, held);
      reveal(host);
    },
  };
}

/** What has the focus in it, to give it back to what takes its place. @param {HTMLElement} host */
function heldIn(host) {
  const { activeElement: at } = document;
  return at instanceof HTMLElement && host.contains(at) ? (at.dataset.key ?? "") : "";
}

/** @param {HTMLElement} host @param {string} held */
function giveBack(host, held) {
  const there = host.querySelector(`[data-key="${held}"]`) ?? host.querySelector("[aria-current]");
  if (there instanceof HTMLElement) there.focus({ preventScroll: true });
}

/** Scrolls the list, and nothing else, so far that the place is in sight. @param {HTMLElement} host */
function reveal(host) {
  const here = host.querySelector(".is-here > .lab-row");
  if (!here) return;
  const [box, row] = [host.getBoundingClientRect(), here.getBoundingClientRect()];
  const room = row.height * 1.5;
  if (row.top < box.top + room) host.scrollTop -= box.top + room - row.top;
  else if (row.bottom > box.bottom - room) host.scrollTop += row.bottom - box.bottom + room;
}

/** @typedef {Parameters<typeof createTreeList>[1]} Acts */

/** @param {NodeRow} row @param {Sight} sight @param {Acts} handlers @returns {HTMLLIElement} */
function item(row, sight, handlers) {
  const { node, rows } = row;
  const line = el(
    "div",
    "lab-row",
    ...fold(row, sight, handlers),
    name(row, sight, handlers),
    ...facts(row, sight),
  );
  const made = el("li", classOf(row, sight), line);
  made.dataset.node = String(node.id);
  if (rows.length > 0) {
    const below = rows.map((each) =>
      each.type === "node" ? item(each, sight, handlers) : rest(each, sight, handlers),
    );
    made.append(el("ol", "lab-below", ...below));
  }
  return made;
}

/** @param {NodeRow} row @param {Sight} sight */
function classOf({ node, isOnPath, isHere, isBest }, { line, moment }) {
  const names = ["lab-node"];
  if (isOnPath) names.push("is-path");
  if (isHere) names.push("is-here");
  if (isBest) names.push("is-best");
  if (line.has(node.id)) names.push("is-line");
  if (node.left <= moment) names.push("is-done");
  return names.join(" ");
}

/** What folds and unfolds the moves of a node. @param {NodeRow} row @param {Sight} sight @param {Acts} handlers */
function fold({ node, isFoldable }, { t, unfolded, move }, handlers) {
  if (!isFoldable) return [el("span", "lab-fold")];
  const isOpen = unfolded.has(node.id);
  const made = button("lab-fold", () => handlers.fold(node.id, !isOpen), isOpen ? "−" : "+");
  made.dataset.key = `fold-${node.id}`;
  const what = move(node) || t("lab.tree.root");
  made.setAttribute("aria-label", t(isOpen ? "lab.tree.fold" : "lab.tree.unfold", { move: what }));
  made.setAttribute("aria-expanded", String(isOpen));
  return [made];
}

/** The move, which leads to its place. @param {NodeRow} row @param {Sight} sight @param {Acts} handlers */
function name({ node, isHere }, { t, move, piece, lang }, handlers) {
  const words = el("span", "lab-name", move(node) || t("lab.tree.root"));
  if (node.move) words.lang = lang;
  const made = button(
    "lab-move",
    () => handlers.go(node.id),
    ...(node.move ? [token(piece(node))] : []),
    words,
  );
  if (isHere) made.setAttribute("aria-current", "step");
  made.dataset.key = `node-${node.id}`;
  return made;
}

/** The numbers of a node and what became of it. @param {NodeRow} row @param {Sight} sight @returns {HTMLElement[]} */
function facts(row, sight) {
  const { node, isBest } = row;
  const { t, moment } = sight;
  const marks = [
    isBest ? "best" : "",
    node.before >= 0 ? "again" : "",
    node.left <= moment ? { cut: "cut", known: "known", over: "over" }[String(node.kind)] : "",
  ];
  const tags = marks.flatMap((mark) =>
    mark ? [el("span", `lab-mark is-${mark}`, t(`lab.tree.mark.${mark}`))] : [],
  );
  const isDone = node.left <= moment;
  const numbers = el("span", "lab-numbers");
  if (row.isHere || !isDone) numbers.append(standing(node, sight, isDone));
  if (isDone) numbers.append(result(node, sight));
  return [...tags, numbers];
}

/** The value that a node was left with: for its side to move, and turned for who moved there. @param {Node} node @param {Sight} sight */
function result({ ply, value, superseded, kind, alpha }, { view, method }) {
  const own = view.value(ply, value);
  const isLow = method !== "minimax" && kind === "searched" && value <= alpha;
  const isBound = superseded || kind === "cut" || isLow;
  const words = view.forRed || ply === 0 ? own : `${own} → ${view.value(ply - 1, -value)}`;
  return el("span", `lab-value${isBound ? " is-bound" : ""}`, words);
}

/** A node at work: its window now, and its best value so far. @param {Node} node @param {Sight} sight @param {boolean} isDone */
function standing(node, { tree, moment, view, method, t }, isDone) {
  const best = isDone ? null : bestAt(tree, node, moment);
  const worth = best ? t("lab.tree.sofar", { value: view.value(node.ply, best.value) }) : "";
  if (method === "minimax") return el("span", "lab-window", worth);
  const alpha = Math.min(alphaAt(tree, node, moment), node.beta);
  const window = view.window(node.ply, isDone ? node.alpha : alpha, node.beta);
  return el("span", "lab-window", el("b", "", window), worth && ` ${worth}`);
}

/** @param {RestRow} row @param {Sight} sight @param {Acts} handlers */
function rest({ type, node, count }, { t }, handlers) {
  const words = t(`lab.tree.rest.${type}`, { count });
  if (type !== "folded") return el("li", `lab-rest is-${type}`, words);
  const made = button("lab-unfold", () => handlers.fold(node, true), words);
  made.dataset.key = `rest-${node}`;
  return el("li", "lab-rest is-folded", made);
}
