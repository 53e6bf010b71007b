// The types of `<xiangqi-puzzle>` that programs use.

/** The detail of `solved`. */
export interface Solved {
  /** The moves of the solution as they were played, such as `h2e2`. */
  moves: string[];
  /** The number of hints that were asked for, of wrong moves, and of moves that were shown. */
  hints: number;
  mistakes: number;
  shown: number;
}

/** The detail of `mistake`. */
export interface Mistake {
  /** The wrong move. */
  move: string;
  /** The number of moves before it. */
  ply: number;
}

export interface XiangqiPuzzleEventMap {
  /** A person has played the last move of the solution. */
  solved: CustomEvent<Solved>;
  /** A person has played another move than the solution's. */
  mistake: CustomEvent<Mistake>;
}
