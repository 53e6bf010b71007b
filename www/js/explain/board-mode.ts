import type { BoardState } from "../board/index.ts";

export type StepName = "first" | "back" | "on" | "last";

/**
 * A display that replaces the study on the board for a while: a line that is played out, or the retry of a mistake. The
 * study's current node stays the same.
 */
export interface BoardMode {
  board(): Partial<BoardState>;
  /** Returns the state of the mode as one line of text. */
  status(): string;
  /** Handles a move of the person. If it is missing, the board accepts no moves. */
  move?(move: string): void;
  /** Returns why a move is illegal; undefined if it is legal. */
  refusal?(move: string): string | undefined;
  /** Returns the position in which typed moves are interpreted. */
  position?(): { startFen: string | null; moves: string[] };
  /** Returns the element after which the field for typed moves is inserted. */
  typingAnchor?(): HTMLElement;
  /** Handles the buttons and keys for stepping. */
  step(name: StepName): void;
  /** Returns whether a step back and a step forward are possible. */
  canStep(): { back: boolean; on: boolean };
  /** Ends the mode, because the board is about to show something else. */
  dismiss(): void;
}

/** The owner of the board, which shows the study or one mode at a time. */
export interface BoardOwner {
  enter(mode: BoardMode): void;
  /** Shows the study again if the board shows this mode. */
  leave(mode: BoardMode): void;
  /** Draws the board again, because the mode has changed. */
  refresh(): void;
}
