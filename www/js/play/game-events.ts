// The events of the game controller, for the parts that show or announce them.

import type { MoveFacts } from "../core/move-facts.ts";
import type { Verdict } from "../core/xiangqi.ts";

export interface MoveEvent extends MoveFacts {
  type: "move";
  by: "person" | "engine";
}

export interface RefusedEvent {
  type: "refused";
  reason: string;
  piece: string;
  /** The squares of the pieces that give a check which the move does not answer. */
  checkers: string[];
}

/**
 * A move of the person that was not played, because it loses by repetition. A call of `move` with `knowingly` plays it.
 */
export interface WarnedEvent {
  type: "warned";
  from: string;
  to: string;
  verdict: Verdict;
  /** The plies of the verdict's cycle, in the notation of the settings. */
  texts: string[];
}

/**
 * A move of the person that was not played, because it gives a piece away. A call of `move` with `knowingly` plays it.
 */
export interface EndangeredEvent {
  type: "endangered";
  from: string;
  to: string;
  /** The opponent's move that would capture the piece. */
  capture: string;
}

export type GameEvent =
  | MoveEvent
  | RefusedEvent
  | WarnedEvent
  | EndangeredEvent
  | { type: "opened" | "undone" | "redone" | "followed" | "resumed" }
  | { type: "ended" | "drawOffered" | "drawDeclined" | "paused" }
  | { type: "engineFailed"; error: unknown };
