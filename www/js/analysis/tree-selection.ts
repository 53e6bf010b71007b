// The selection of moves in the tree: a part of one line that begins or ends with the current move. It is made with
// Shift and a click or an arrow key, and can be copied.

import type { I18n } from "../core/i18n.ts";
import { nodeAt, pathTo } from "../study/tree.ts";
import { rangeBetween } from "./line-clipboard.ts";
import type { LineRange } from "./line-clipboard.ts";
import type { StudyState } from "./study.ts";

interface SelectionPage {
  /** Returns null until the study is created. */
  state(): StudyState | null;
  /** Tells screen readers what is selected. */
  onSelect(range: LineRange, state: StudyState): void;
}

/** Describes a selection by its first and last move. */
export function describeSelection({ first, last }: LineRange, state: StudyState, i18n: I18n) {
  const { nodes, texts } = state;
  const end = last ?? first;
  const count = nodeAt(nodes, end).ply - nodeAt(nodes, first).ply + 1;
  const [one, other] = [first, end].map((node) => i18n.move(texts[node] ?? ""));
  return i18n.t("analysis.select.said", { count, first: one ?? "", last: other ?? "" });
}

export function createTreeSelection(host: HTMLElement, { state, onSelect }: SelectionPage) {
  /** The node at the other end of the selection; null if nothing is selected. */
  let head: number | null = null;
  /** The study and the current node for which the selection was made. */
  let place = "";
  let marked: Element[] = [];

  const placeIn = ({ study, at }: StudyState) => `${study}:${at}`;

  /** Returns the selected line; null if there is none. */
  function range(): LineRange | null {
    const now = state();
    if (!now || head === null || placeIn(now) !== place) return null;
    return rangeBetween(now.nodes, now.at, head);
  }

  function show() {
    const now = state();
    const selected = range();
    for (const cell of marked) cell.removeAttribute("data-selected");
    marked = [];
    if (!now || !selected) return;
    const path = pathTo(now.nodes, selected.last ?? selected.first);
    for (const node of path.slice(path.indexOf(selected.first))) {
      const cell = host.querySelector(`.node[data-node="${node}"]`);
      cell?.setAttribute("data-selected", "");
      if (cell) marked.push(cell);
    }
  }

  /** Selects the moves from the current node to another one of its line. Returns false if that is no line. */
  function select(node: number): boolean {
    const now = state();
    if (!now || !rangeBetween(now.nodes, now.at, node)) return false;
    [head, place] = [node, placeIn(now)];
    show();
    const selected = range();
    if (selected) onSelect(selected, now);
    return true;
  }

  return {
    range,
    select,

    /** Moves the end of the selection back (-1) or forward (1). */
    extend(direction: 1 | -1) {
      const now = state();
      if (!now) return;
      const from = range() && head !== null ? head : now.at;
      const { parent, children } = nodeAt(now.nodes, from);
      const next = direction === 1 ? children[0] : parent;
      if (next !== undefined && next > 0) select(next);
    },

    /** Ends the selection. Returns false if there was none. */
    clear(): boolean {
      const wasSelected = range() !== null;
      head = null;
      show();
      return wasSelected;
    },

    /** Marks the selected moves in the tree. */
    update() {
      if (marked.length > 0 || head !== null) show();
    },
  };
}
