// Reads the properties of `<xiangqi-board>`. A malformed value is a RangeError that quotes it.

import type { Arrow } from "../board/arrows.ts";
import { SQUARE_NAMES, sideOfPiece, squareIndex } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import type {
  BoardArrow,
  BoardMark,
  LegalTargets,
  Piece,
  Position,
  Square,
} from "./board-types.ts";

/** The letters of the pens in drawings such as `Gh2e2`. */
const PENS: Record<string, string> = { green: "G", red: "R", yellow: "Y", blue: "B" };
const MARKS: readonly string[] = ["ring", "dot", "cross", "warn"];

function checkSquare(square: string): string {
  if (squareIndex(square) < 0) throw new RangeError(`"${square}" is no square`);
  return square;
}

export function readTargets(targets: LegalTargets | null): Map<string, string[]> | null {
  if (targets === null || targets === undefined) return null;
  const entries = targets instanceof Map ? [...targets] : Object.entries(targets);
  return new Map(
    entries.map(([from, to]: [string, readonly string[]]) => [
      checkSquare(from),
      to.map(checkSquare),
    ]),
  );
}

/** Splits arrows into those of the board's own colour, and drawings by pens. */
export function readArrows(arrows: readonly BoardArrow[]): { arrows: Arrow[]; shapes: string[] } {
  const own: Arrow[] = [];
  const shapes: string[] = [];
  for (const { from, to, weight = 1, pen } of arrows) {
    const move = checkSquare(from) + checkSquare(to);
    if (!(weight >= 0 && weight <= 1)) throw new RangeError(`weight ${weight} is not 0 to 1`);
    if (pen === undefined) own.push({ from, to, weight });
    else shapes.push(letterOf(pen) + move);
  }
  return { arrows: own, shapes };
}

/** Splits marks into those of the board, and rings of pens. */
export function readMarks(marks: Partial<Record<string, BoardMark>>): {
  markers: Record<string, string>;
  shapes: string[];
} {
  const markers: Record<string, string> = {};
  const shapes: string[] = [];
  for (const [square, mark = ""] of Object.entries(marks)) {
    checkSquare(square);
    if (MARKS.includes(mark)) markers[square] = mark;
    else shapes.push(letterOf(mark) + square);
  }
  return { markers, shapes };
}

function letterOf(pen: string): string {
  const letter = PENS[pen];
  if (!letter) throw new RangeError(`"${pen}" is no mark and no pen`);
  return letter;
}

/** Returns the letters of a position, see `placementOf`. */
export function placementFrom(position: Position): string {
  const letters = SQUARE_NAMES.map(() => ".");
  for (const [square, piece] of Object.entries(position)) {
    if (!/^[KABNRCP]$/i.test(piece)) throw new RangeError(`"${piece}" is no piece`);
    letters[squareIndex(checkSquare(square))] = piece;
  }
  return letters.join("");
}

export function positionFrom(placement: string): Position {
  const pieces = SQUARE_NAMES.map((square, index) => [square, placement.charAt(index)] as const);
  return Object.fromEntries(pieces.filter(([, piece]) => piece !== "."));
}

/** Returns every square that each piece of a side could go to if all moves were legal. */
export function allTargets(placement: string, side: Side): Map<string, string[]> {
  const isOwn = (square: string) => sideAt(placement, square) === side;
  const free = SQUARE_NAMES.filter((square) => !isOwn(square));
  return new Map(SQUARE_NAMES.filter(isOwn).map((square) => [square, free]));
}

function sideAt(placement: string, square: string): Side | null {
  const piece = placement.charAt(squareIndex(square));
  return piece === "." ? null : sideOfPiece(piece);
}

/** Returns the piece on a square; null for none. */
export function pieceOn(placement: string, square: string): Piece | null {
  const piece = placement.charAt(squareIndex(square));
  return piece === "." || piece === "" ? null : (piece as Piece);
}

export const asSquare = (square: string): Square => square as Square;
