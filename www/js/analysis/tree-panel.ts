// The panel with the tree of moves. Only one move is a tab stop; the arrow keys step through the others.

import { render } from "lit-html";
import type { I18n } from "../core/i18n.ts";
import { branchOf, siblingsOf } from "../study/tree.ts";
import type { Tree } from "../study/tree.ts";
import { byId, el, langOfMoves, setText } from "../ui/dom.ts";
import { bindLongPress } from "./long-press.ts";
import type { StudyState } from "./study.ts";
import { bindTreeDrag } from "./tree-drag.ts";
import { createTreeTemplate } from "./tree-template.ts";

interface TreeActions {
  go(node: number): void;
  /** Opens the menu of a node. */
  menu(node: number): void;
  /** Selects the moves from the current node to another one. Returns false if they are not on one line. */
  select(node: number): boolean;
  /** Moves a node to a place among its siblings. */
  order(node: number, place: number): void;
}

export function createTreePanel(
  host: HTMLElement,
  i18n: I18n,
  { go, menu, select, order }: TreeActions,
) {
  const empty = byId("tree-empty");
  const list = el("div", "tree-list");
  host.append(list);
  const templateOf = createTreeTemplate(i18n);
  let shown: StudyState | null = null;

  const nodeOf = (target: EventTarget | null) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>("[data-node]") : null;
    return cell && Number(cell.dataset.node);
  };
  bindTreeDrag(list, {
    nodeOf,
    siblingsOf(node) {
      if (!shown) return null;
      const moved = branchOf(shown.nodes, node) ?? node;
      const siblings = siblingsOf(shown.nodes, moved);
      return siblings.length > 1 ? { moved, siblings } : null;
    },
    drop: order,
  });
  list.addEventListener("click", ({ target, shiftKey }) => {
    const node = nodeOf(target);
    if (node === null || (shiftKey && select(node))) return;
    const isMenu = target instanceof Element && target.closest(".node-menu");
    (isMenu ? menu : go)(node);
  });
  bindLongPress(list, nodeOf, menu);

  const currentCell = () => list.querySelector<HTMLElement>("[aria-current]");
  // Keeps the current move visible when the parts around the tree grow.
  new ResizeObserver(() => {
    const cell = currentCell();
    if (cell) scrollToCell(host, cell);
  }).observe(host);

  return {
    update(state: StudyState) {
      const [start] = state.nodes;
      const lang = langOfMoves(state.notation, i18n);
      if (list.lang !== lang) list.lang = lang; // also an equal value would restyle the whole tree
      setText(empty, i18n.t("analysis.tree.empty"));
      empty.hidden = start?.children.length !== 0 || start.comment !== "";
      const hadFocus = list.contains(document.activeElement);
      const before = shown;
      shown = state;
      render(templateOf(state), list);
      const isMoved = before?.study !== state.study || before.at !== state.at;
      if (!isMoved && before.texts === state.texts && hasSameMoves(before.nodes, state.nodes))
        return;
      const cell = currentCell();
      if (!cell) return host.scrollTo(0, 0);
      if (isMoved && hadFocus) cell.focus({ preventScroll: true });
      scrollToCell(host, cell);
    },
  };
}

/** Returns true if two trees have the same moves in the same order with the same comments. */
const hasSameMoves = (one: Tree, other: Tree) =>
  one === other ||
  (one.length === other.length &&
    one.every(
      ({ children, comment }, index) =>
        children === other[index]?.children && comment === other[index].comment,
    ));

/** Scrolls the tree, but never the page, until a cell and a margin around it are visible. */
function scrollToCell(host: HTMLElement, cell: HTMLElement) {
  const outer = host.getBoundingClientRect();
  const inner = cell.getBoundingClientRect();
  const margin = inner.height * 1.5;
  if (inner.top - margin < outer.top) host.scrollTop += inner.top - margin - outer.top;
  else if (inner.bottom + margin > outer.bottom)
    host.scrollTop += inner.bottom + margin - outer.bottom;
}
