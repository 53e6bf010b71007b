/**
 * The start positions of handicap games, without the pieces that the stronger side gives away. By tradition the
 * stronger side plays Red and moves first. "horse" and "rook" remove the piece on Red's left; "nine" removes Red's
 * soldiers, advisors and elephants.
 */
export const HANDICAPS = {
  none: null,
  horse: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1",
  horses: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKAB1R w - - 0 1",
  rook: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1",
  nine: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/1C5C1/9/RN2K2NR w - - 0 1",
} as const;

export type Handicap = keyof typeof HANDICAPS;

/** The FENs of the starts, the ordinary one first; codes of games count on this order. */
export const START_FENS: readonly (string | null)[] = Object.values(HANDICAPS);
