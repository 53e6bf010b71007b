// A small board beside a move of a line: the position after it. By a finger it stays and offers to take the line.

import { createBoard } from "../../board/index.ts";
import { button, el, setText } from "../../ui/dom.ts";

/**
 * @typedef {object} Glimpse  what is looked at
 * @property {string} placement
 * @property {[string, string]|null} lastMove
 * @property {string|null} check
 * @property {"w"|"b"} turn
 * @property {string} words   the move
 * @property {boolean} mayTake   it can be taken into the tree
 */

/** Between it and the move, and to the edges of the window, in CSS pixels. */
const GAP = 6;
const STILL = { fileLabels: false, animationMs: 0 };

/**
 * @param {HTMLElement} host what it stands in; it is laid over the page
 * @param {import("../../core/i18n.ts").I18n} i18n
 * @param {() => Partial<import("../../board/index.ts").BoardState>} look
 * @param {() => void} onTake
 */
export function createPreview(host, i18n, look, onTake) {
  const place = el("div", "preview-board");
  const take = button("button button-small button-primary", onTake);
  const box = el("div", "line-preview", place, take);
  box.classList.add("is-away");
  host.append(box);
  /** @type {import("../../board/index.ts").Board|null} */
  let board = null;
  let isShown = false;

  /** It has its pieces ready before they are looked at. */
  function prepare() {
    board ??= createBoard(place, { ...look(), ...STILL });
    return board;
  }

  /** Beside the move, where there is room. @param {HTMLElement} beside */
  function settle(beside) {
    const { left, top, bottom } = beside.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = box;
    const below = bottom + GAP + height <= innerHeight || top < height + GAP;
    const y = below ? Math.min(bottom + GAP, innerHeight - height - GAP) : top - GAP - height;
    const x = Math.min(Math.max(GAP, left), document.documentElement.clientWidth - width - GAP);
    Object.assign(box.style, {
      left: `${Math.round(x)}px`,
      top: `${Math.round(Math.max(0, y))}px`,
    });
  }

  return {
    element: box,
    prepare,
    get isShown() {
      return isShown;
    },
    /** @param {Glimpse} glimpse @param {HTMLElement} beside @param {boolean} pinned */
    show({ words, mayTake, ...position }, beside, pinned) {
      isShown = true;
      box.classList.remove("is-away");
      box.classList.toggle("is-pinned", pinned);
      take.hidden = !pinned || !mayTake;
      setText(take, i18n.t("analysis.lines.take"));
      const label = i18n.t("analysis.lines.after", { move: words });
      prepare().set({ ...look(), ...position, ...STILL, label });
      settle(beside);
    },
    hide() {
      isShown = false;
      box.classList.add("is-away");
    },
  };
}
