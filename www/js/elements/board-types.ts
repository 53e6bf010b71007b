// The types of `<xiangqi-board>` that programs use.

import type { Side } from "../core/xiangqi.ts";

export type { Notation, Side } from "../core/xiangqi.ts";
export type { BoardName, SetName } from "../board/looks.ts";

type File = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h" | "i";
type Rank = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** A point of the board: the file from Red's left, and the rank from Red's back rank. */
export type Square = `${File}${Rank}`;

/** A piece as in a FEN: Red's are capitals. */
export type Piece =
  "K" | "A" | "B" | "N" | "R" | "C" | "P" | "k" | "a" | "b" | "n" | "r" | "c" | "p";

/** The pieces by square. */
export type Position = Partial<Record<Square, Piece>>;

/** The squares that each piece may move to, by its square. */
export type LegalTargets =
  ReadonlyMap<string, readonly string[]> | Readonly<Record<string, readonly string[]>>;

export type Pen = "green" | "red" | "yellow" | "blue";

export interface BoardArrow {
  from: string;
  to: string;
  /** 0 to 1, by default 1: a heavier arrow is broader and more opaque. Only for arrows without a pen. */
  weight?: number;
  /** A pen as in records; without one the arrow has the colour of the board's marks. */
  pen?: Pen;
}

/** The mark of a square: a sign in the colour of the board, or a ring of a pen. */
export type BoardMark = "ring" | "dot" | "cross" | "warn" | Pen;

/** The detail of `movestart`. */
export interface MoveStart {
  from: Square;
  piece: Piece;
}

/** The detail of `moveend` and `movefinished`. */
export interface MoveEnd {
  from: Square;
  to: Square;
  /** The move as the rules read it, such as `h2e2`. */
  move: string;
  piece: Piece;
  captured: Piece | null;
  /** The side that moved. */
  side: Side;
  /** True if the piece was dragged, false if both squares were tapped or pressed. */
  dragged: boolean;
}

/** The detail of `movecancel`. */
export interface MoveCancel {
  from: Square;
  piece: Piece;
  /** The square of a move that is not among the legal targets, or that a listener of `moveend` has prevented. */
  to: Square | null;
  /** "putback": a person put the piece back; "replaced": the page has set a position without it. */
  reason: "putback" | "illegal" | "prevented" | "replaced";
}

/** The detail of `squareclick`. */
export interface SquareClick {
  square: Square;
  piece: Piece | null;
}

export interface XiangqiBoardEventMap {
  /** A person has picked up a piece. */
  movestart: CustomEvent<MoveStart>;
  /** A person has moved a piece. If a listener prevents it, the piece goes back. */
  moveend: CustomEvent<MoveEnd>;
  /** The animation of a person's move is over. */
  movefinished: CustomEvent<MoveEnd>;
  /** A piece was put back, or a move was refused. */
  movecancel: CustomEvent<MoveCancel>;
  /** A person has tapped a point, or pressed it by key or screen reader. */
  squareclick: CustomEvent<SquareClick>;
}
