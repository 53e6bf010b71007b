// The board of the solve panel. Pieces of both sides can be moved to any point on which the solver has a position, by
// pointer or keyboard, and the map of one piece lies over the board.

import { type Board, createBoard } from "../../board/index.ts";
import type { GridWords } from "../../board/grid.ts";
import { SQUARES, isRed, pieceAt, squareIndex, squareName } from "../../core/xiangqi.ts";
import { createGridWords } from "../../shell/grid-words.ts";
import { el } from "../../ui/dom.ts";
import type { Lab } from "../lab-client.ts";
import type { TreePosition } from "../tree/tree-position.ts";
import { type HeatMap, describeState, heatOverlay, pointState } from "./heat-map.ts";

const ANIMATION_MS = 160;

export interface BoardView {
  position: TreePosition;
  lastMove: [string, string] | null;
  check: string | null;
  map: HeatMap | null;
  /** The square of the piece whose map is shown; null for none. */
  mapped: string | null;
  /** The points to which each piece may be put. */
  dests: Map<string, string[]>;
  label: string;
}

interface BoardHandlers {
  /** Called when a person has put a piece on another point. */
  onPlace: (from: string, to: string) => void;
  /** Called for a point on which the piece cannot stand. */
  onRefused: () => void;
  onSelect: (square: string) => void;
}

/** Returns the points of a map on which the piece may stand. */
export const pointsOf = (values: readonly number[]): string[] =>
  values.flatMap((value, index) => (value >= -1 ? [squareName(index)] : []));

export function createSolveBoard(lab: Lab, { onPlace, onRefused, onSelect }: BoardHandlers) {
  const element = el("div", "solve-board");
  const gridWords = createGridWords(lab.i18n, lab.announce, ["grid.help"]);
  let board: Board | null = null;
  let view: BoardView | null = null;

  /** Lets the side of the piece on a square move, because a board moves the pieces of one side. */
  function turnTo(square: string | null | undefined) {
    const piece = square && view ? pieceAt(view.position.placement, square) : ".";
    if (piece !== ".") board?.set({ turn: isRed(piece) ? "w" : "b" });
  }
  const squareOf = ({ target }: Event) =>
    target instanceof HTMLElement ? target.dataset.square : undefined;
  element.addEventListener(
    "pointerdown",
    ({ clientX, clientY }) => {
      const { left, top } = element.getBoundingClientRect();
      turnTo(board?.squareAt(clientX - left, clientY - top));
    },
    { capture: true },
  );
  for (const type of ["keydown", "click"] as const)
    element.addEventListener(type, (event) => turnTo(squareOf(event)), { capture: true });

  /** Returns the words of the board's points, with the state of each in the map. */
  function wordsOf({ map }: BoardView): GridWords {
    const words = gridWords();
    const { i18n } = lab;
    return {
      ...words,
      name(point) {
        const state = map && pointState(map, squareIndex(point.square));
        return words.name(point) + (state ? describeState(state, i18n) : "");
      },
    };
  }

  function show(next: BoardView) {
    const isSame = view?.position.placement === next.position.placement;
    view = next;
    const { map, mapped, position } = next;
    const state = {
      ...lab.look(),
      placement: position.placement,
      // A change of the map leaves the selected piece movable.
      turn: isSame && board ? board.state.turn : position.turn,
      lastMove: next.lastMove,
      check: next.check,
      label: next.label,
      dests: next.dests,
      overlay: map && heatOverlay(map, position.placement),
      words: wordsOf(next),
      movable: "both" as const,
      showDests: map === null,
      animationMs: ANIMATION_MS,
      markers: mapped ? { [mapped]: "ring" } : {},
    };
    if (board) return board.set(state);
    board = createBoard(element, {
      ...state,
      onMove: (from, to) => onPlace(from, to),
      onRefused,
      onSelect: (square) => {
        if (square) onSelect(square);
      },
    });
  }

  return { element, show };
}

/** Returns the square of each piece of a placement, Red's attacker first. */
export function piecesOf(placement: string): string[] {
  const squares = Array.from({ length: SQUARES }, (_, index) => squareName(index));
  const rank = (square: string) => "RNCPKkab".indexOf(pieceAt(placement, square));
  return squares
    .filter((square) => pieceAt(placement, square) !== ".")
    .toSorted((one, other) => rank(one) - rank(other));
}
