// The place of the card at the end: beside the board where there is room, else over a part of the board that has none of
// the pieces that ended the game.

import { otherSide, squareIndex } from "../../core/xiangqi.ts";

/** @typedef {import("../state.ts").State} State */
/** @typedef {{ top: number, bottom: number }} Span  in CSS pixels */

/** Between the card and a piece, in CSS pixels. */
const GAP = 4;
const SQUARES = Array.from(
  { length: 90 },
  (_, at) => `${"abcdefghi"[at % 9]}${Math.floor(at / 9)}`,
);

/** The points that stay in sight: of the last move, of the pieces that give check, of the general that has lost. @param {State} state @returns {string[]} */
export function squaresInSight({ position }) {
  const { verdict, checkers, lastMove, placement } = position;
  const points = [...checkers];
  if (lastMove) points.push(lastMove[1]);
  const { result, reason } = verdict;
  // After a resignation or a loss on time the general need not be seen.
  const isMate = reason === "checkmate" || reason === "stalemate";
  if (isMate && (result === "red" || result === "black")) {
    const general = otherSide(result) === "red" ? "K" : "k";
    points.push(...SQUARES.filter((square) => placement[squareIndex(square)] === general));
  }
  return points;
}

/**
 * The stretch for a card: the lowest one that is high enough, else the highest.
 * @param {Span} outer @param {Span[]} kept  stretches that stay free @param {number} height of the card
 * @returns {Span}
 */
export function freeSpan(outer, kept, height) {
  /** @type {Span[]} */
  const free = [];
  let { top } = outer;
  for (const span of kept.toSorted((a, b) => a.top - b.top)) {
    if (span.top > top) free.push({ top, bottom: Math.min(span.top, outer.bottom) });
    top = Math.max(top, span.bottom);
  }
  if (top < outer.bottom) free.push({ top, bottom: outer.bottom });
  const sizeOf = (/** @type {Span} */ span) => span.bottom - span.top;
  const enough = free.findLast((span) => sizeOf(span) >= height);
  return enough ?? free.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0] ?? outer;
}

/**
 * @param {HTMLElement} host  the card
 * @param {Pick<import("../../board/index.ts").Board, "centerOf">} board
 * @returns {(state: State) => void}  puts it where it belongs, now and when sizes change
 */
export function bindPlace(host, board) {
  const field = /** @type {HTMLElement} */ (document.getElementById("board"));
  const moves = /** @type {HTMLElement} */ (document.getElementById("moves"));
  const upright = matchMedia("(max-aspect-ratio: 1/1)");
  /** @type {State|null} */
  let shown = null;

  function place() {
    host.style.removeProperty("max-height");
    host.style.removeProperty("margin-top");
    if (!shown || host.hidden || !upright.matches) return;
    const area = field.getBoundingClientRect();
    const half = Math.abs(board.centerOf("a0").y - board.centerOf("a1").y) / 2 + GAP;
    const kept = squaresInSight(shown).map((square) => {
      const { y } = board.centerOf(square);
      return { top: y - half, bottom: y + half };
    });
    const outer = { top: GAP, bottom: moves.getBoundingClientRect().bottom - area.top };
    const { top, bottom } = freeSpan(outer, kept, host.scrollHeight + 2);
    const height = Math.min(host.scrollHeight + 2, bottom - top);
    host.style.maxHeight = `${height}px`;
    host.style.marginTop = `${bottom - height}px`;
  }

  const sizes = new ResizeObserver(place);
  for (const element of [field, moves]) sizes.observe(element);
  // The card grows when parts are added to it later.
  new MutationObserver(place).observe(host, {
    childList: true,
    subtree: true,
    characterData: true,
  });
  return (state) => {
    shown = state;
    place();
  };
}
