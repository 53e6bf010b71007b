// The tree of moves in words: the main line in two columns, variations as running text below the move they replace,
// comments where they were made. One move at a time can be reached by Tab; keys go on from there.

import { notationOf } from "../core/languages.ts";
import { byId, el, langOfMoves, setText } from "../ui/dom.ts";
import { describeScore } from "../core/words.ts";
import { bindLongPress } from "./long-press.ts";
import { glyphsOf, describeSign } from "../study/signs.ts";
import { mainFrom, pathTo } from "../study/tree.ts";

/** @typedef {import("./study.ts").StudyState} StudyState */
/** @typedef {import("../study/tree.ts").Tree} Tree */

/**
 * @param {HTMLElement} host @param {import("../core/i18n.ts").I18n} i18n
 * @param {object} does
 * @param {(node: number) => void} does.go
 * @param {(node: number) => void} does.menu  asks for what can be done to a node
 * @param {() => import("../shell/settings.ts").Settings} does.settings
 */
export function createTreePanel(host, i18n, { go, menu, settings }) {
  const empty = byId("tree-empty");
  const list = el("div", "tree-list");
  host.append(list);
  /** By node: its button. @type {Map<number, HTMLButtonElement>} */
  let cells = new Map();
  /** @type {StudyState|null} */
  let shown = null;
  let shownAs = "";
  let current = -1;

  const nodeOf = (/** @type {EventTarget|null} */ target) => {
    const cell = /** @type {Element|null} */ (target)?.closest?.("[data-node]");
    return cell ? Number(/** @type {HTMLElement} */ (cell).dataset.node) : null;
  };
  list.addEventListener("click", ({ target }) => {
    const node = nodeOf(target);
    if (node === null) return;
    if (/** @type {Element} */ (target).closest(".node-menu")) menu(node);
    else go(node);
  });
  bindLongPress(list, nodeOf, menu);
  // What grows around the tree does not push the present move out of sight.
  new ResizeObserver(() => {
    const cell = cells.get(current);
    if (cell) bringIntoView(host, cell);
  }).observe(host);

  /** @param {StudyState} state */
  function build(state) {
    const writer = new Writer(state, i18n);
    list.replaceChildren(...writer.main());
    cells = writer.cells;
    current = -1;
  }

  /** @param {number} at */
  function mark(at) {
    if (current === at) return;
    const had = list.contains(document.activeElement);
    const before = cells.get(current);
    before?.removeAttribute("aria-current");
    before?.setAttribute("tabindex", "-1");
    list.querySelector(".node-menu")?.remove();
    current = at;
    const cell = cells.get(at);
    (cell ?? cells.get(mainFrom(shown?.nodes ?? [], 0)[0]))?.setAttribute("tabindex", "0");
    if (!cell) return host.scrollTo(0, 0);
    cell.setAttribute("aria-current", "true");
    cell.after(menuButton(at));
    if (had) cell.focus({ preventScroll: true });
    bringIntoView(host, cell);
  }

  /** @param {number} node */
  function menuButton(node) {
    const made = el("button", "node-menu", "⋯");
    const label = i18n.t("analysis.tree.menu", { move: i18n.move(shown?.texts[node] ?? "") });
    made.type = "button";
    made.dataset.node = String(node);
    made.setAttribute("aria-label", label);
    made.setAttribute("aria-haspopup", "dialog");
    made.title = label;
    return made;
  }

  return {
    /** @param {StudyState} state */
    update(state) {
      list.lang = langOfMoves(notationOf(settings()), i18n);
      setText(empty, i18n.t("analysis.tree.empty"));
      empty.hidden = state.nodes[0].children.length > 0 || state.nodes[0].comment !== "";
      const as = `${i18n.lang} ${state.study}`;
      const same = as === shownAs && shown?.texts === state.texts && sameShape(shown, state);
      const before = shown;
      shown = state;
      shownAs = as;
      if (!same) build(state);
      else if (before?.nodes !== state.nodes)
        for (const [node, cell] of cells) annotate(cell, state, node, i18n);
      mark(state.at);
    },
    /** To where the moves are, for the keyboard. */
    focus: () => cells.get(current)?.focus(),
  };
}

/** The same moves in the same order with the same comments; evaluations and signs may differ. @param {StudyState|null} a @param {StudyState} b */
function sameShape(a, b) {
  if (a?.nodes === b.nodes) return true;
  return (
    a?.nodes.length === b.nodes.length &&
    a.nodes.every((it, index) => {
      const other = b.nodes[index];
      return it === other || (it.children === other.children && it.comment === other.comment);
    })
  );
}

/** What stands behind a move: its signs, what it is worth. @param {HTMLElement} cell @param {StudyState} state @param {number} node @param {import("../core/i18n.ts").I18n} i18n */
function annotate(cell, state, node, i18n) {
  sign(cell, state.nodes[node].signs, i18n);
  score(cell, state, node, i18n);
}

/** @param {HTMLElement} cell @param {readonly number[]} signs @param {import("../core/i18n.ts").I18n} i18n */
function sign(cell, signs, i18n) {
  const old = cell.querySelector(".sign");
  if (signs.length === 0) return old?.remove();
  const made = old ?? el("span", "sign");
  if (!old) cell.firstChild?.after(made);
  setText(made, glyphsOf(signs));
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", signs.map((one) => describeSign(one, i18n)).join(", "));
}

/** What a move is worth, behind it. @param {HTMLElement} cell @param {StudyState} state @param {number} node @param {import("../core/i18n.ts").I18n} i18n */
function score(cell, { nodes }, node, i18n) {
  const cp = nodes[node].evaluation;
  const old = cell.querySelector(".worth");
  if (cp === null) {
    cell.removeAttribute("title");
    return old?.remove();
  }
  const made = old ?? cell.appendChild(el("span", "worth"));
  setText(made, `${cp > 0 ? "+" : ""}${(cp / 100).toFixed(1)}`);
  cell.title = describeScore({ cp }, "w", i18n);
}

/** Writes a tree once. */
class Writer {
  #state;
  #i18n;
  /** Black moves first. */
  #shift;
  /** @type {Map<number, HTMLButtonElement>} */
  cells = new Map();

  /** @param {StudyState} state @param {import("../core/i18n.ts").I18n} i18n */
  constructor(state, i18n) {
    this.#state = state;
    this.#i18n = i18n;
    const { nodes, at, position } = state;
    this.#shift = (position.turn === "b" ? 1 : 0) ^ (nodes[at].ply % 2);
  }

  /** @param {number} node */
  #round(node) {
    const index = this.#state.nodes[node].ply - 1 + this.#shift;
    return { number: Math.floor(index / 2) + 1, isRed: index % 2 === 0 };
  }

  /** @param {number} node */
  #cell(node) {
    const { texts } = this.#state;
    const made = el("button", "node", this.#i18n.move(texts[node]));
    made.type = "button";
    made.dataset.node = String(node);
    made.tabIndex = -1;
    this.cells.set(node, made);
    annotate(made, this.#state, node, this.#i18n);
    return made;
  }

  /** @param {number} node @returns {HTMLElement[]} */
  #note(node) {
    const { comment } = this.#state.nodes[node];
    if (comment === "") return [];
    const note = el("p", "note", comment);
    note.lang = "";
    return [note];
  }

  /** The moves that could have been played instead. @param {number} node */
  #others(node) {
    const { nodes } = this.#state;
    const siblings = nodes[nodes[node].parent].children;
    return siblings[0] === node ? siblings.slice(1) : [];
  }

  /** The main line: rounds in rows, interrupted by what is said about them. @returns {HTMLElement[]} */
  main() {
    const parts = this.#note(0);
    parts[0]?.classList.add("is-opening");
    let rounds = el("ol", "rounds");
    /** @type {HTMLElement|null} */
    let row = null;
    const closeRounds = () => {
      if (rounds.childElementCount > 0) parts.push(rounds);
      rounds = el("ol", "rounds");
      row = null;
    };
    for (const node of mainFrom(this.#state.nodes)) {
      const { number, isRed } = this.#round(node);
      if (row === null || isRed) {
        row = el("li", "round", el("span", "round-number", `${number}.`));
        if (!isRed) row.append(el("span", "ply-gap", "…"));
        rounds.append(row);
      }
      row.append(el("span", "ply-cell", this.#cell(node)));
      const below = [...this.#note(node), ...this.#variations(node)];
      if (below.length === 0) continue;
      closeRounds();
      parts.push(...below);
    }
    closeRounds();
    return parts;
  }

  /** @param {number} node of the line it is written in @returns {HTMLElement[]} */
  #variations(node) {
    const others = this.#others(node);
    if (others.length === 0) return [];
    const list = el("ol", "variations", ...others.map((first) => this.#variation(first)));
    list.setAttribute(
      "aria-label",
      this.#i18n.t("analysis.tree.variations", {
        move: this.#i18n.move(this.#state.texts[node]),
      }),
    );
    return [list];
  }

  /** Running text. @param {number} first @returns {HTMLElement} */
  #variation(first) {
    const { nodes } = this.#state;
    const item = el("li", "variation");
    let numbered = false;
    for (const node of [first, ...mainFrom(nodes, first)]) {
      const { number, isRed } = this.#round(node);
      const step = el("span", "variation-move");
      if (isRed || !numbered)
        step.append(el("span", "round-number", `${number}.${isRed ? "" : "…"}`));
      step.append(this.#cell(node));
      const others = node === first ? [] : this.#variations(node);
      const below = [...this.#note(node), ...others];
      item.append(step, ...below);
      numbered = below.length === 0;
    }
    return item;
  }
}

/** Scrolls the tree alone, never the page. @param {HTMLElement} host @param {HTMLElement} cell */
function bringIntoView(host, cell) {
  const outer = host.getBoundingClientRect();
  const inner = cell.getBoundingClientRect();
  const margin = inner.height * 1.5;
  if (inner.top - margin < outer.top) host.scrollTop += inner.top - margin - outer.top;
  else if (inner.bottom + margin > outer.bottom)
    host.scrollTop += inner.bottom + margin - outer.bottom;
}

/**
 * The node that Up and Down lead to: the same fork's variation before or after, of this node or of the nearest fork
 * before it.
 * @param {Tree} tree @param {number} at @param {1|-1} away @returns {number|null}
 */
export function besides(tree, at, away) {
  for (const node of pathTo(tree, at).toReversed()) {
    const { children } = tree[tree[node].parent];
    if (children.length > 1) return children[children.indexOf(node) + away] ?? null;
  }
  return null;
}
