// The panel with the tree of moves. Only one move is a tab stop; the arrow keys step through the others. A step marks
// another move and renders nothing, because a tree can have thousands of moves.

import { render } from "lit-html";
import type { I18n } from "../core/i18n.ts";
import { branchOf, siblingsOf } from "../study/tree.ts";
import type { Tree } from "../study/tree.ts";
import { button, byId, el, langOfMoves, setText } from "../ui/dom.ts";
import { bindLongPress } from "./long-press.ts";
import type { StudyState } from "./study.ts";
import { bindTreeDrag } from "./tree-drag.ts";
import { createTreeTemplate, idOfNode, idOfNote } from "./tree-template.ts";

interface TreeActions {
  go(node: number): void;
  /** Opens the menu of a node. */
  menu(node: number): void;
  /** Selects the moves from the current node to another one. Returns false if they are not on one line. */
  select(node: number): boolean;
  /** Moves a node to a place among its siblings. */
  order(node: number, place: number): void;
  /** Edits the comment on the current move. */
  edit(): void;
}

export function createTreePanel(
  host: HTMLElement,
  i18n: I18n,
  { go, menu, select, order, edit }: TreeActions,
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
  /** Goes to the move of a comment, where the whole comment is shown; there, edits the comment. */
  function editNote(note: HTMLElement) {
    if (String(getSelection()) !== "") return;
    const node = Number(note.dataset.note);
    if (shown?.at === node) edit();
    else go(node);
  }

  list.addEventListener("click", ({ target, shiftKey }) => {
    const note = target instanceof Element ? target.closest<HTMLElement>("[data-note]") : null;
    if (note) return editNote(note);
    const node = nodeOf(target);
    if (node === null || (shiftKey && select(node))) return;
    const isMenu = target instanceof Element && target.closest(".node-menu");
    (isMenu ? menu : go)(node);
  });
  bindLongPress(list, nodeOf, menu);

  /** The button of the current move; null at the start. */
  let current: HTMLElement | null = null;
  let currentNote: HTMLElement | null = null;
  /** The move that Tab reaches: the current move or, at the start, the first move. */
  let tabStop: HTMLElement | null = null;
  const menuButton = button("node-menu", () => {});
  menuButton.textContent = "⋯";
  menuButton.setAttribute("aria-haspopup", "dialog");

  const cellOf = (node: number) => document.getElementById(idOfNode(node));

  /** Marks the current move, and puts the button of its menu after it. */
  function mark({ nodes, texts, at }: StudyState) {
    const cell = at === 0 ? null : cellOf(at);
    const stop = cell ?? cellOf(nodes[0]?.children[0] ?? 0);
    if (current !== cell) current?.removeAttribute("aria-current");
    if (tabStop !== stop) tabStop?.setAttribute("tabindex", "-1");
    [current, tabStop] = [cell, stop];
    const note = document.getElementById(idOfNote(at));
    if (currentNote !== note) currentNote?.classList.remove("is-current");
    currentNote = note;
    note?.classList.add("is-current");
    cell?.setAttribute("aria-current", "true");
    stop?.setAttribute("tabindex", "0");
    if (!cell) return menuButton.remove();
    const label = i18n.t("analysis.tree.menu", { move: i18n.move(texts[at] ?? "") });
    menuButton.dataset.node = `${at}`;
    menuButton.setAttribute("aria-label", label);
    menuButton.title = label;
    if (menuButton.previousElementSibling !== cell) cell.after(menuButton);
  }

  // Keeps the current move visible when the parts around the tree grow.
  new ResizeObserver(() => {
    if (current?.isConnected) scrollToCell(host, current, currentNote);
  }).observe(host);

  return {
    update(state: StudyState) {
      const [start] = state.nodes;
      const lang = langOfMoves(state.notation, i18n);
      if (list.lang !== lang) list.lang = lang; // also an equal value would restyle the whole tree
      setText(empty, i18n.t("analysis.tree.empty"));
      empty.hidden = start?.children.length !== 0 || start.comment !== "";
      const focused = document.activeElement;
      const hadFocus = list.contains(focused);
      const before = shown;
      shown = state;
      render(templateOf(state), list);
      mark(state);
      if (hadFocus && focused === menuButton && menuButton.isConnected)
        menuButton.focus({ preventScroll: true });
      const isMoved = before?.study !== state.study || before.at !== state.at;
      if (!isMoved && before.texts === state.texts && hasSameMoves(before.nodes, state.nodes))
        return;
      if (!current) return host.scrollTo(0, 0);
      if (isMoved && hadFocus) current.focus({ preventScroll: true });
      scrollToCell(host, current, currentNote);
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

/**
 * Scrolls the tree, but never the page, until a cell, its comment and a margin around them are visible. If there is not
 * room for both, the cell is visible.
 */
function scrollToCell(host: HTMLElement, cell: HTMLElement, note: HTMLElement | null) {
  const outer = host.getBoundingClientRect();
  const inner = cell.getBoundingClientRect();
  const margin = inner.height * 1.5;
  const end = Math.max(inner.bottom, note?.getBoundingClientRect().bottom ?? 0) + margin;
  const room = inner.top - margin - outer.top;
  if (room < 0) host.scrollTop += room;
  else if (end > outer.bottom) host.scrollTop += Math.min(room, end - outer.bottom);
}
