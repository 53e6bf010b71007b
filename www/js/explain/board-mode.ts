import type { BoardState } from "../board/index.ts";

export type StepName = "first" | "back" | "on" | "last";

/**
 * A display that takes the place of the study on the board for a while: a line that is played out, or a turning point that is
 * retried. The study keeps its place.
 */
export interface BoardMode {
  board(): Partial<BoardState>;
  /** The state of the mode in one line. */
  status(): string;
  /** Handles a move of the person. Without it the board accepts no moves. */
  move?(move: string): void;
  /** Returns why a move is refused; undefined for a move that is accepted. */
  refusal?(move: string): string | undefined;
  /** Returns the position in which typed moves are read. */
  position?(): { startFen: string | null; moves: string[] };
  /** Returns the element that the field for typed moves follows. */
  typingAnchor?(): HTMLElement;
  /** Handles the buttons and keys for stepping. */
  step(name: StepName): void;
  /** Returns whether there is a step back, and a step on. */
  canStep(): { back: boolean; on: boolean };
  /** Ends the mode, because the board shows something else. */
  dismiss(): void;
}

/** The board, which shows one mode at a time. */
export interface BoardOwner {
  enter(mode: BoardMode): void;
  /** Goes back to the study if the board shows this mode. */
  leave(mode: BoardMode): void;
  /** Draws the board again, because the mode has changed. */
  refresh(): void;
}
