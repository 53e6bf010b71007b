// The page's own knowledge of Xiangqi, which needs no rules module: sides, squares, pieces and positions. Only the
// rules decide which moves are legal.

import type { PositionView as RulesPositionView, RulesetCode, Score } from "../../pkg/chuhe.js";

export type { CyclePly, Verdict } from "../../pkg/chuhe.js";

export type Side = "red" | "black";

/** The side to move as in a FEN: "w" is Red, "b" is Black. */
export type Turn = "w" | "b";

export type Notation = "chinese" | "wxf" | "iccs";

/** The code of a ruleset; rulesets differ in how they judge repetitions. */
export type Ruleset = RulesetCode;

/**
 * The rules' description of the position on the board. `notation` covers the whole line, including undone moves. A ply
 * of the verdict's `cycle` may come after the last move on the board; such a ply has not been played yet.
 */
export type PositionView = Omit<RulesPositionView, "fen" | "startFen" | "moves">;

/** Returns true if two views show the same position of a game; their notations may differ. */
export const isSamePosition = (one: PositionView, other: PositionView): boolean =>
  one.dests === other.dests;

export const NOTATIONS: readonly Notation[] = ["chinese", "wxf", "iccs"];

/** The rulesets; the default comes first. */
export const RULESETS = ["asian", "chinese", "plain"] as const satisfies readonly Ruleset[];

export const START_PLACEMENT =
  "RNBAKABNR" +
  "........." +
  ".C.....C." +
  "P.P.P.P.P" +
  "........." +
  "........." +
  "p.p.p.p.p" +
  ".c.....c." +
  "........." +
  "rnbakabnr";

/**
 * Returns the view of a placement that is shown until the rules describe it. The view has no legal moves, and Red is to
 * move.
 */
export function barePosition(placement = START_PLACEMENT): PositionView {
  return {
    placement,
    startPlacement: placement,
    turn: "w",
    dests: new Map(),
    lastMove: null,
    check: null,
    checkers: [],
    verdict: { result: "ongoing", reason: null, offender: null, cycle: [] },
    opening: null,
    notation: [],
  };
}

export const otherSide = (side: Side): Side => (side === "red" ? "black" : "red");

export const sideOf = (turn: Turn): Side => (turn === "w" ? "red" : "black");

/** Returns the side of a piece's letter; Red's are capitals. */
export const sideOfPiece = (piece: string): Side =>
  piece === piece.toUpperCase() ? "red" : "black";

export const isRed = (piece: string): boolean => piece >= "A" && piece <= "Z";

/** Converts a score of the side to move to Red's view. */
export function fromRed(score: Score, turn: Turn): Score {
  if (turn === "w") return score;
  return "mate" in score ? { mate: -score.mate } : { cp: -score.cp };
}

export const FILES = 9;
export const RANKS = 10;
export const SQUARES = FILES * RANKS;

/** Returns the file of a square, counted from Red's left, 0 to 8. */
export const fileOf = (square: string): number => square.charCodeAt(0) - 97;

/** Returns the rank of a square, counted from Red's back rank, 0 to 9. */
export const rankOf = (square: string): number => square.charCodeAt(1) - 48;

/** Returns the number of files and ranks from one square to another; positive is to Red's right and forward for Red. */
export const offset = (from: string, to: string): { files: number; ranks: number } => ({
  files: fileOf(to) - fileOf(from),
  ranks: rankOf(to) - rankOf(from),
});

/** Returns rank * 9 + file of a square `a0` to `i9`, or -1 for anything else. */
export function squareIndex(square: string | null | undefined): number {
  if (!square || !/^[a-i][0-9]$/.test(square)) return -1;
  return rankOf(square) * FILES + fileOf(square);
}

export const squareName = (index: number): string =>
  String.fromCharCode(97 + (index % FILES)) + Math.floor(index / FILES);

export const SQUARE_NAMES = Array.from({ length: SQUARES }, (_, index) => squareName(index));

/** Returns the letter of the piece on a square, `.` if the square is empty. */
export const pieceAt = (placement: string, square: string): string =>
  placement.charAt(squareIndex(square));

/** Returns the square that is `files` to Red's right and `ranks` forward for Red; the result must be on the board. */
export const shiftSquare = (square: string, files: number, ranks: number): string =>
  squareName(squareIndex(square) + ranks * FILES + files);

/** Returns the squares strictly between two squares of one file or rank; none if the squares share neither. */
export function squaresBetween(from: string, to: string): string[] {
  const { files, ranks } = offset(from, to);
  if ((files !== 0) === (ranks !== 0)) return [];
  const steps = Math.abs(files || ranks);
  return Array.from({ length: steps - 1 }, (_, i) =>
    shiftSquare(from, Math.sign(files) * (i + 1), Math.sign(ranks) * (i + 1)),
  );
}

/** Splits a move such as `h2e2` into the square that it leaves and the square that it reaches. */
export const splitMove = (move: string): [from: string, to: string] => [
  move.slice(0, 2),
  move.slice(2, 4),
];

/** Returns the placement after a move, legal or not. */
export function movedPlacement(placement: string, from: string, to: string): string {
  const letters = [...placement];
  letters[squareIndex(to)] = pieceAt(placement, from);
  letters[squareIndex(from)] = ".";
  return letters.join("");
}

/**
 * Returns the position after a move without using the rules. The result has no legal moves and no check; its other
 * fields that only the rules can compute, such as the verdict, are those of the position before the move.
 */
export function movedPosition(position: PositionView, from: string, to: string): PositionView {
  return {
    ...position,
    placement: movedPlacement(position.placement, from, to),
    turn: position.turn === "w" ? "b" : "w",
    dests: new Map(),
    lastMove: [from, to],
    check: null,
    checkers: [],
  };
}

/** Letters of pieces, the most valuable first and the general last. */
const TRAY_ORDER = "rncbapk";

/**
 * Returns the pieces of one placement that are missing in a later placement. They are grouped by side and sorted from
 * the most to the least valuable.
 */
export function capturedPieces(before: string, after: string): Record<Side, string[]> {
  const remaining = [...after];
  const captured = [...before].filter((piece) => {
    if (piece === ".") return false;
    const at = remaining.indexOf(piece);
    if (at >= 0) remaining.splice(at, 1);
    return at < 0;
  });
  const order = (piece: string) => TRAY_ORDER.indexOf(piece.toLowerCase());
  captured.sort((a, b) => order(a) - order(b));
  return {
    red: captured.filter((piece) => sideOfPiece(piece) === "red"),
    black: captured.filter((piece) => sideOfPiece(piece) === "black"),
  };
}
