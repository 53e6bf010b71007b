// The types of `<xiangqi-game>` that programs use.

import type { XiangqiGameElement } from "./game-element.ts";

declare global {
  interface HTMLElementTagNameMap {
    "xiangqi-game": XiangqiGameElement;
  }
}

export type { Notation, Side } from "../core/xiangqi.ts";
export type { BoardName, SetName } from "../board/looks.ts";

/** The detail of `positionchange`. */
export interface PositionChange {
  fen: string;
  /** The number of moves before the position, and in the line that the buttons step through. */
  ply: number;
  plies: number;
  /** The moves before the position, such as `h2e2`. */
  moves: string[];
  /** The moves of the whole line. */
  line: string[];
  /** The start of the game as FEN; null for the standard starting position. */
  startFen: string | null;
  /** True if a person's move has led to the position, false for the engine's reply or a step through the record. */
  isPlayed: boolean;
}

/** The detail of `recordload`. */
export interface RecordLoad {
  /** The tags of the record, such as `Red`, `Black` and `Event`. */
  tags: Record<string, string>;
  /** The number of moves of the main line. */
  plies: number;
}

export interface XiangqiGameEventMap {
  /** A record has been read and is on the board. */
  recordload: CustomEvent<RecordLoad>;
  /** The record could not be fetched or read; the detail is the error. */
  recorderror: CustomEvent<unknown>;
  /** Another position is on the board. */
  positionchange: CustomEvent<PositionChange>;
}
