// Shows a line of moves on the board, step by step or as an animation.

import { splitMove, squareName } from "../core/xiangqi.ts";
import type { BoardState } from "../board/index.ts";
import type { GameClass } from "../rules/rules.ts";
import type { BoardMode, StepName } from "./board-mode.ts";
import { playOut } from "./line.ts";
import type { Step } from "./line.ts";

/** The time between two moves of the animation, in milliseconds. */
const STEP_MS = 1100;

export interface ShownLine {
  startFen: string | null;
  /** The moves before the line. */
  moves: string[];
  line: string[];
  /** The number of moves that are already played on the board when the line is first shown. */
  from: number;
}

/** Formats the moves of a line. `moves` are the moves before the line. */
type LineWriter = (moves: string[], line: string[]) => string[];

export interface ShowLineParts {
  onChange(): void;
  onDismiss(): void;
  playSound(step: Step): void;
  announce(words: string): void;
  write: LineWriter;
  /** Formats the moves for screen readers. */
  writeSpoken: LineWriter;
  /** Formats the status: the last move, and the number of moves on the board out of `total`. */
  formatStatus(move: string, at: number, total: number): string;
}

export class ShowLine implements BoardMode {
  readonly #steps: readonly Step[];
  readonly #start: Pick<BoardState, "placement" | "turn" | "check">;
  readonly #parts: ShowLineParts;
  readonly #shown: ShownLine;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of moves of the line that are played on the board. */
  at = 0;
  playing = false;

  constructor(Game: GameClass, shown: ShownLine, parts: ShowLineParts) {
    this.#parts = parts;
    this.#shown = shown;
    this.#steps = playOut(Game, shown.startFen, shown.moves, shown.line);
    const game = new Game(shown.startFen, shown.moves);
    const { placement, turn, check } = game.view();
    this.#start = { placement, turn, check };
    game.free();
    this.at = Math.min(shown.from, this.total);
  }

  get total(): number {
    return this.#steps.length;
  }

  /** Animates the remaining moves. Announces all of them to screen readers at once. */
  play(): void {
    if (this.at >= this.total) return;
    this.playing = true;
    this.#parts.announce(`${this.#spoken().slice(this.at).join("; ")}.`);
    this.#schedule(STEP_MS / 2);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.playing = false;
    this.#parts.onChange();
  }

  #schedule(ms: number) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#goTo(this.at + 1);
      if (this.at < this.total) this.#schedule(STEP_MS);
      else this.stop();
    }, ms);
  }

  #goTo(at: number) {
    const next = Math.max(0, Math.min(this.total, at));
    const step = this.#steps[next - 1];
    if (step && next === this.at + 1) this.#parts.playSound(step);
    this.at = next;
    this.#parts.onChange();
  }

  board(): Partial<BoardState> {
    const next = this.#steps[this.at];
    return {
      ...this.#position(),
      movable: null,
      dests: new Map(),
      arrows: next && !this.playing ? [arrowOf(next.move)] : [],
    };
  }

  #position(): Pick<BoardState, "placement" | "turn" | "check" | "lastMove"> {
    const step = this.#steps[this.at - 1];
    if (!step) return { ...this.#start, lastMove: null };
    const { placement, side, check, move } = step;
    const turn = side === "red" ? "b" : "w";
    const general = placement.indexOf(turn === "w" ? "K" : "k");
    const lastMove = splitMove(move);
    return { placement, turn, lastMove, check: check ? squareName(general) : null };
  }

  status(): string {
    const { moves, line } = this.#shown;
    return this.#formatStatus(this.#parts.write(moves, line));
  }

  #spoken() {
    const { moves, line } = this.#shown;
    return this.#parts.writeSpoken(moves, line);
  }

  #formatStatus(texts: readonly string[]) {
    const last = Math.max(this.at, 1) - 1;
    return this.#parts.formatStatus(texts[last] ?? "", this.at, this.total);
  }

  step(name: StepName): void {
    if (this.playing) this.stop();
    const to = { first: 0, back: this.at - 1, on: this.at + 1, last: this.total };
    this.#goTo(to[name]);
    this.#parts.announce(this.#formatStatus(this.#spoken()));
  }

  canStep(): { back: boolean; on: boolean } {
    return { back: this.at > 0, on: this.at < this.total };
  }

  dismiss(): void {
    clearTimeout(this.#timer);
    this.playing = false;
    this.#parts.onDismiss();
  }
}

function arrowOf(move: string) {
  const [from, to] = splitMove(move);
  return { from, to, weight: 1 };
}
