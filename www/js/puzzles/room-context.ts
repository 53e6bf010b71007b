// Types and functions that the rooms of puzzles, endings and exercises share.

import type { MessageKey } from "../core/message-keys.ts";
import type { PositionView } from "../../pkg/chuhe.js";
import type { BoardState } from "../board/index.ts";
import type { MessageParams } from "../core/i18n.ts";
import type { MoveFacts } from "../core/move-facts.ts";
import { splitMove } from "../core/xiangqi.ts";
import type { Side, Verdict } from "../core/xiangqi.ts";
import type { EngineClient } from "../engine/client.ts";
import type { SolvedEndings } from "../endings/solved-endings.ts";
import type { GameClass } from "../rules/rules.ts";
import type { Sound } from "../shell/sound.ts";
import type { Outcome } from "./puzzle-progress.ts";

export type Mood = "plain" | "good" | "bad";

/** The message of a room, shown in the panel. */
export interface RoomMessage {
  key: MessageKey;
  params?: MessageParams;
  /** The move that the message is about. */
  move?: MoveFacts;
  /** The verdict that has ended the game. */
  verdict?: Verdict | null;
}

/** The services of the page that a room uses. */
export interface RoomContext {
  Game: GameClass;
  /** Called after each change of the room. */
  changed(): void;
  /** Resolves when the animations on the board have ended. */
  settle(): Promise<void>;
  playSound(sound: Sound): void;
  /** Announces a move that was just played. */
  announceMove(move: MoveFacts, isCheck: boolean): void;
  /** The tables of solved endings. */
  solved: Pick<SolvedEndings, "probe">;
  loadEngine(): Promise<Pick<EngineClient, "getBestMove" | "newGame">>;
  /**
   * Stores the outcome of a puzzle or an ending. `clean` is true for a puzzle solved without help, which counts for the
   * streak.
   */
  note(key: string, outcome: Outcome, how?: { clean: boolean }): void;
}

/** Returns the state of the board from the view of `side`, whose pieces can be moved if `mayMove`. */
export const boardOf = (
  view: PositionView,
  side: Side,
  mayMove: boolean,
  markers: BoardState["markers"] = {},
): Partial<BoardState> => ({
  ...view,
  orientation: side,
  movable: mayMove ? side : null,
  dests: mayMove ? view.dests : new Map(),
  markers,
});

/** Returns the markers of a hint: the first hint shows the piece, the second also its target. */
export function hintMarkers(hints: number, move: string): BoardState["markers"] {
  if (hints === 0 || !move) return {};
  const [from, to] = splitMove(move);
  return hints === 1 ? { [from]: "ring" } : { [from]: "ring", [to]: "dot" };
}

/** Returns the sound of a move. `isEnd` is true if the move ends the puzzle or the game. */
export const soundOf = ({ capture }: MoveFacts, isCheck: boolean, isEnd = false): Sound =>
  isEnd ? "end" : isCheck ? "check" : capture ? "capture" : "move";
