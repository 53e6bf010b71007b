// Shows the tree as an indented list of moves, each with its window or its value. Folded moves are only counted.

import { type TemplateResult, html, nothing, render } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { repeat } from "lit-html/directives/repeat.js";
import { token } from "../../ui/token.ts";
import { type NodeRow, type RestRow, rowsAt } from "./node-rows.ts";
import { type TreeNode, alphaAt, bestAt } from "./search-tree.ts";
import type { StepContext } from "./step-words.ts";

interface ListState extends StepContext {
  moment: number;
  unfolded: ReadonlySet<number>;
  /** The ids of the nodes of the best line so far. */
  line: ReadonlySet<number>;
  /** Returns the FEN letter of the piece that made the move to a node. */
  piece: (node: TreeNode) => string;
  /** The `lang` attribute of the moves. */
  lang: string;
  go: (node: number) => void;
  fold: (node: number, isOpen: boolean) => void;
}

/**
 * Shows the tree in `host`. Keeps the focus on its list item. If that item is no longer shown, focuses the current
 * node.
 */
export function showTree(host: HTMLElement, state: ListState): void {
  const key = focusedKey(host);
  const root = rowsAt(state.tree, state.moment, state.unfolded);
  render(
    html`<ol class="lab-tree">
      ${nodeItem(root, state)}
    </ol>`,
    host,
  );
  if (key && focusedKey(host) !== key) {
    const next = host.querySelector(`[data-key="${key}"]`) ?? host.querySelector("[aria-current]");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }
  scrollToCurrent(host);
}

function focusedKey(host: HTMLElement) {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && host.contains(activeElement)
    ? activeElement.dataset.key
    : undefined;
}

/** Scrolls the list, but not the page, until one and a half rows are visible above and below the current row. */
function scrollToCurrent(host: HTMLElement) {
  const current = host.querySelector(".is-here > .lab-row");
  if (!current) return;
  const [box, row] = [host.getBoundingClientRect(), current.getBoundingClientRect()];
  const margin = row.height * 1.5;
  if (row.top < box.top + margin) host.scrollTop -= box.top + margin - row.top;
  else if (row.bottom > box.bottom - margin) host.scrollTop += row.bottom - box.bottom + margin;
}

function nodeItem(row: NodeRow, state: ListState): TemplateResult {
  const { node, rows } = row;
  const below = repeat(
    rows,
    (each, index) => (each.type === "node" ? each.node.id : `rest-${index}`),
    (each) => (each.type === "node" ? nodeItem(each, state) : restItem(each, state)),
  );
  const list = html`<ol class="lab-below">
    ${below}
  </ol>`;
  return html`<li class=${classOf(row, state)} data-node=${node.id}>
    <div class="lab-row">
      ${foldButton(row, state)}${moveButton(row, state)}${facts(row, state)}
    </div>
    ${rows.length > 0 ? list : nothing}
  </li>`;
}

function classOf({ node, isOnPath, isHere, isBest }: NodeRow, { line, moment }: ListState) {
  const classes = {
    "is-path": isOnPath,
    "is-here": isHere,
    "is-best": isBest,
    "is-line": line.has(node.id),
    "is-done": node.left <= moment,
  };
  const on = Object.entries(classes).flatMap(([name, isOn]) => (isOn ? [name] : []));
  return ["lab-node", ...on].join(" ");
}

function foldButton({ node, isFoldable }: NodeRow, { t, unfolded, move, fold }: ListState) {
  if (!isFoldable) return html`<span class="lab-fold"></span>`;
  const isOpen = unfolded.has(node.id);
  const name = move(node) || t("lab.tree.root");
  return html`<button
    type="button"
    class="lab-fold"
    data-key="fold-${node.id}"
    aria-label=${t(isOpen ? "lab.tree.fold" : "lab.tree.unfold", { move: name })}
    aria-expanded=${isOpen}
    @click=${() => fold(node.id, !isOpen)}
  >
    ${isOpen ? "−" : "+"}
  </button>`;
}

function moveButton({ node, isHere }: NodeRow, { t, move, piece, lang, go }: ListState) {
  const letter = node.move && piece(node);
  return html`<button
    type="button"
    class="lab-move"
    data-key="node-${node.id}"
    aria-current=${isHere ? "step" : nothing}
    @click=${() => go(node.id)}
  >
    ${guard([letter], () => (letter ? token(letter) : nothing))}
    <span class="lab-name" lang=${node.move ? lang : nothing}
      >${move(node) || t("lab.tree.root")}</span
    >
  </button>`;
}

/** Returns the marks of a node, such as "best" or "cut", with its window and its value. */
function facts({ node, isBest, isHere }: NodeRow, state: ListState) {
  const { t, moment } = state;
  const isDone = node.left <= moment;
  const marks = [
    isBest && "best",
    node.before >= 0 && "again",
    isDone && node.kind !== "leaf" && node.kind !== "searched" && node.kind,
  ];
  return html`${marks.map((mark) =>
      mark ? html`<span class="lab-mark is-${mark}">${t(`lab.tree.mark.${mark}`)}</span>` : nothing,
    )}<span class="lab-numbers"
      >${isHere || !isDone ? nodeWindow(node, state, isDone) : nothing}${isDone ? nodeValue(node, state) : nothing}</span
    >`;
}

/** Formats the value of a node for its side to move and, negated, for the side that moved to the node. */
function nodeValue(node: TreeNode, { view, method }: ListState) {
  const { ply, superseded, kind, alpha } = node;
  const own = view.value(ply, node.value);
  const isLow = method !== "minimax" && kind === "searched" && node.value <= alpha;
  const isBound = superseded || kind === "cut" || isLow;
  const text = view.forRed || ply === 0 ? own : `${own} → ${view.value(ply - 1, -node.value)}`;
  return html`<span class="lab-value ${isBound ? "is-bound" : ""}">${text}</span>`;
}

/** Formats the window of a node at the moment, and its best value so far. */
function nodeWindow(node: TreeNode, { tree, moment, view, method, t }: ListState, isDone: boolean) {
  const best = isDone ? null : bestAt(tree, node, moment);
  const sofar = best ? t("lab.tree.sofar", { value: view.value(node.ply, best.value) }) : "";
  if (method === "minimax") return html`<span class="lab-window">${sofar}</span>`;
  const alpha = Math.min(alphaAt(tree, node, moment), node.beta);
  const text = view.window(node.ply, isDone ? node.alpha : alpha, node.beta);
  return html`<span class="lab-window"><b>${text}</b>${sofar && ` ${sofar}`}</span>`;
}

function restItem({ type, node, count }: RestRow, { t, fold }: ListState) {
  const text = t(`lab.tree.rest.${type}`, { count });
  if (type !== "folded") return html`<li class="lab-rest is-${type}">${text}</li>`;
  return html`<li class="lab-rest is-folded">
    <button
      type="button"
      class="lab-unfold"
      data-key="rest-${node}"
      @click=${() => fold(node, true)}
    >
      ${text}
    </button>
  </li>`;
}
