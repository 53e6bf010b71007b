// Positions the result card: beside the board if there is room, else over a part of the board without the pieces that
// ended the game.

import type { Board } from "../../board/index.ts";
import { SQUARE_NAMES, otherSide, pieceAt } from "../../core/xiangqi.ts";
import { byId } from "../../ui/dom.ts";
import type { State } from "../state.ts";

/** A range of vertical coordinates, in CSS pixels. */
interface Span {
  top: number;
  bottom: number;
}

/** The smallest distance between the card and a piece, in CSS pixels. */
const GAP = 4;

/**
 * Returns the squares that the card must not cover: the target of the last move, the pieces that give check, and the
 * mated general.
 */
function squaresInSight({ position }: State): string[] {
  const { verdict, checkers, lastMove, placement } = position;
  const squares = [...checkers];
  if (lastMove) squares.push(lastMove[1]);
  const { result, reason } = verdict;
  const isMate = reason === "checkmate" || reason === "stalemate";
  if (isMate && (result === "red" || result === "black")) {
    const general = otherSide(result) === "red" ? "K" : "k";
    squares.push(...SQUARE_NAMES.filter((square) => pieceAt(placement, square) === general));
  }
  return squares;
}

/**
 * Returns the lowest span within `outer` that is free of `occupied` and at least `height` high. If there is none,
 * returns the largest free span.
 */
export function freeSpan(outer: Span, occupied: Span[], height: number): Span {
  const free: Span[] = [];
  let { top } = outer;
  for (const span of occupied.toSorted((a, b) => a.top - b.top)) {
    if (span.top > top) free.push({ top, bottom: Math.min(span.top, outer.bottom) });
    top = Math.max(top, span.bottom);
  }
  if (top < outer.bottom) free.push({ top, bottom: outer.bottom });
  const sizeOf = (span: Span) => span.bottom - span.top;
  const enough = free.findLast((span) => sizeOf(span) >= height);
  return enough ?? free.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0] ?? outer;
}

/** Returns a function that places the card for a state, now and whenever sizes change. */
export function bindPlace(host: HTMLElement, board: Pick<Board, "centerOf">) {
  const [field, moves] = [byId("board"), byId("moves")];
  const upright = matchMedia("(max-aspect-ratio: 1/1)");
  let shown: State | null = null;

  function place() {
    host.style.removeProperty("max-height");
    host.style.removeProperty("margin-top");
    if (!shown || host.hidden || !upright.matches) return;
    const area = field.getBoundingClientRect();
    const half = Math.abs(board.centerOf("a0").y - board.centerOf("a1").y) / 2 + GAP;
    const occupied = squaresInSight(shown).map((square) => {
      const { y } = board.centerOf(square);
      return { top: y - half, bottom: y + half };
    });
    const outer = { top: GAP, bottom: moves.getBoundingClientRect().bottom - area.top };
    const { top, bottom } = freeSpan(outer, occupied, host.scrollHeight + 2);
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
  return (state: State) => {
    shown = state;
    place();
  };
}
