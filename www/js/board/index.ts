// A Xiangqi board on a canvas. It does not know the rules: the page sets a placement and its legal moves (`dests`), and
// the board reports a person's actions (`onMove`). It can show any placement, and animates the changes between them.
//
// Changes go through `set`; the board draws at most once per animation frame.

import type { Notation, Side, Turn } from "../core/xiangqi.ts";
import { sideOf } from "../core/xiangqi.ts";
import { arrowsToDraw } from "./arrows.ts";
import type { Arrow } from "./arrows.ts";
import { BoardCanvas } from "./board-canvas.ts";
import { RANKS, placeAt, sideOfLetter, squareIndex, squareName } from "./geometry.ts";
import type { Point } from "./geometry.ts";
import type { Grid, GridWords } from "./grid.ts";
import { bindInput } from "./input.ts";
import type { Effect, InputContext } from "./input.ts";
import type { BoardName, SetName } from "./looks.ts";
import { extraMarks } from "./marks.ts";
import type { Marks } from "./marks.ts";
import { MovingPieces } from "./moving-pieces.ts";
import type { Overlay } from "./shapes.ts";
import { View } from "./view.ts";
import type { Surfaces } from "./view.ts";

export interface BoardState {
  /** 90 letters, index rank * 9 + file, `.` for an empty square. */
  placement: string;
  /** The side at the bottom. */
  orientation: Side;
  turn: Turn;
  /** The side whose pieces a person may move. */
  movable: null | Side | "both";
  /** Legal targets by square. */
  dests: Map<string, string[]>;
  lastMove: [string, string] | null;
  /** The square of the general in check. */
  check: string | null;
  /** Legal targets of the selected piece that need a warning. */
  risky: string[];
  selected: string | null;
  showDests: boolean;
  /** The duration of a move over two to three cells, in milliseconds; 0 for no animation. */
  animationMs: number;
  /** Whether changes are animated: as the system prefers, always, or never. */
  motion: "system" | "full" | "reduced";
  theme: "light" | "dark";
  board: BoardName;
  pieces: SetName;
  fileLabels: boolean;
  /** The notation that the file labels follow: that of the moves beside the board. */
  labels: Notation;
  /** Markers by square: "ring", "dot", "cross" or "warn". */
  markers: Record<string, string>;
  arrows: Arrow[];
  /** Draws a person's shapes and a badge over the pieces. */
  overlay: Overlay | null;
  /** The side whose pieces are drawn upside down, for a person on the opposite side of the device. */
  inverted: Side | null;
  /** True to darken the board, as after the end of a game. */
  dimmed: boolean;
  /** The name of the board's picture for screen readers. */
  label: string;
  /**
   * The words of the grid for the keyboard and for screen readers; null for no grid. When the language changes, the
   * page must set a new object, since the names of the points are updated only for a new object.
   */
  words: GridWords | null;
}

interface BoardEvents {
  /**
   * Called for a legal move. A dropped piece stays on its target until `set` gets a placement. To undo the move, set
   * the old placement.
   */
  onMove?: (from: string, to: string, how: { dragged: boolean }) => void;
  onSelect?: (square: string | null) => void;
  /** Called for an attempted move that is not in `dests`. */
  onRefused?: (from: string, to: string) => void;
  /** Called after a tap on a square, by pointer, key or screen reader; after the events that the tap causes. */
  onTap?: (square: string) => void;
  /** Called for a tap on a piece of the side that is not to move. */
  onOutOfTurn?: (turn: Turn) => void;
}

export type BoardConfig = Partial<BoardState> & BoardEvents;

/**
 * The appearance of a piece dragged by a finger or a pen. The finger hides the square, so the piece is drawn larger and
 * `rise` cells higher, with lines through its target.
 */
const FINGER = { rise: 0.62, scale: 1.35, guides: true };
/** The appearance of a piece dragged by a mouse. */
const MOUSE = { rise: 0, scale: 1.12, guides: false };

export function defaults(): BoardState {
  return {
    placement: ".".repeat(90),
    orientation: "red",
    turn: "w",
    movable: null,
    dests: new Map(),
    lastMove: null,
    check: null,
    risky: [],
    selected: null,
    showDests: true,
    animationMs: 240,
    motion: "system",
    theme: "light",
    board: "wood",
    pieces: "brush",
    fileLabels: true,
    labels: "chinese",
    markers: {},
    arrows: [],
    overlay: null,
    inverted: null,
    dimmed: false,
    label: "",
    words: null,
  };
}

export const createBoard = (host: HTMLElement, config: BoardConfig = {}): Board =>
  new Board(host, config);

/** The board. Scripts outside the page find it as the property `board` of its canvas. */
export class Board {
  #state = defaults();
  #events: BoardEvents;
  #host;
  #screen;
  #view;
  #input;
  #moving = new MovingPieces();
  /** Null until `words` are set and the module is loaded. */
  #grid: Grid | null = null;
  #isGridRequested = false;
  /** A call of `focus` that waits until the grid exists. */
  #pendingFocus: { square: string | undefined } | null = null;
  #drag: ({ square: number; over: number } & typeof FINGER) | null = null;
  /** True if the next frame has to paint the whole board. */
  #isStale = true;
  #frame = 0;
  /**
   * The square of the general that is marked as in check, -1 for none. A new mark appears only after the checking piece
   * has arrived.
   */
  #shownCheck = -1;
  #waiting: (() => void)[] = [];
  #controller = new AbortController();
  #reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

  constructor(
    host: HTMLElement,
    { onMove, onSelect, onRefused, onTap, onOutOfTurn, ...state }: BoardConfig,
  ) {
    this.#host = host;
    this.#events = { onMove, onSelect, onRefused, onTap, onOutOfTurn };
    this.#screen = new BoardCanvas(host, () => this.#schedule());
    this.#view = new View(this.canvas);
    this.#input = bindInput(this.canvas, {
      context: () => this.#inputContext(),
      squareUnder: (event) => this.#screen.squareUnder(event),
      apply: (effect) => this.#apply(effect),
      onTap: (square) => this.#events.onTap?.(squareName(square)),
      hover: (square) => this.#hover(square),
    });
    const { signal } = this.#controller;
    document.addEventListener("visibilitychange", () => this.#onVisibility(), { signal });
    Object.assign(this.canvas, { board: this });
    this.set(state);
  }

  get canvas(): HTMLCanvasElement {
    return this.#screen.canvas;
  }

  /** A copy of the state that was last set. The board may still show an animation towards that state. */
  get state(): BoardState {
    return { ...this.#state };
  }

  /** Changes some fields of the state. If only the arrows change, only their areas are painted again. */
  set(partial: Partial<BoardState>): void {
    const before = this.#state;
    const next = { ...before, ...partial };
    this.#state = next;
    const [name, ...others] = Object.keys(partial);
    if (name === "arrows" && others.length === 0) return this.#schedule();
    if (partial.placement !== undefined) {
      if (next.placement !== before.placement) this.#input.cancel();
      if (partial.selected === undefined) next.selected = remainingSelection(before, next);
      this.#show(next);
    }
    this.#screen.setLook(next);
    this.canvas.setAttribute("aria-label", next.label);
    this.canvas.dataset.placement = next.placement;
    this.canvas.dataset.orientation = next.orientation;
    if (next.words && !this.#isGridRequested) void this.#createGrid();
    this.#grid?.update(next);
    this.#raise();
    this.#repaint();
  }

  #show({ placement, lastMove }: BoardState): void {
    const hint = lastMove && indicesOf(lastMove);
    this.#moving.show(placement, { now: performance.now(), time: this.#time(), hint });
  }

  /** Returns the duration for an animation that begins now, in milliseconds; 0 if nothing is to be animated. */
  #time(): number {
    const { motion, animationMs } = this.#state;
    const isReduced = motion === "system" ? this.#reducedMotion.matches : motion === "reduced";
    const isStill = isReduced || document.hidden || !this.#screen.surfaces;
    return isStill ? 0 : Math.max(0, animationMs);
  }

  /** Resolves when no animation is running. */
  flushAnimation(): Promise<void> {
    if (!this.#moving.active) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#schedule();
    });
  }

  /** Resolves when the board has been drawn. Resolves at once on a hidden page, which draws nothing. */
  whenDrawn(): Promise<void> {
    if (this.#screen.surfaces || document.hidden) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Returns the square at a point of the host in CSS pixels, null for none. */
  squareAt(x: number, y: number): string | null {
    const { left, top } = this.#host.getBoundingClientRect();
    const { clientLeft, clientTop } = this.#host;
    const place = { clientX: left + clientLeft + x, clientY: top + clientTop + y };
    const square = this.#screen.squareUnder(place);
    return square < 0 ? null : squareName(square);
  }

  /** Returns the middle of a square in CSS pixels of the host. */
  centerOf(square: string): Point {
    return this.#screen.centre(squareIndex(square));
  }

  /** Moves the focus to a square; by default to the square that had the focus last. */
  focus(square?: string): void {
    if (this.#grid) this.#grid.focus(square);
    else this.#pendingFocus = { square };
  }

  /** Removes the board from the page. */
  destroy(): void {
    this.#input.unbind();
    this.#grid?.remove();
    this.#controller.abort();
    cancelAnimationFrame(this.#frame);
    this.#settle();
    this.#screen.remove();
  }

  /** Loads and adds the grid for the keyboard and for screen readers. Until then the board is an image with a label. */
  async #createGrid(): Promise<void> {
    this.#isGridRequested = true;
    try {
      const { Grid: GridClass } = await import("./grid.ts");
      if (this.#controller.signal.aborted) return;
      this.#grid = new GridClass(this.#host, this.#state, {
        press: (square) => this.#input.press(square),
        escape: () => this.#input.escape(),
        corner: () => this.#corner(),
      });
      this.canvas.setAttribute("aria-hidden", "true");
      const isFree = document.activeElement === document.body;
      if (this.#pendingFocus && isFree) this.#grid.focus(this.#pendingFocus.square);
    } catch {
      this.#isGridRequested = false; // the next change requests it again
    }
  }

  /** Returns the point at the top left, and the distance between neighbouring points, in CSS pixels of the host. */
  #corner() {
    const [a, b] = [this.centerOf("a9"), this.centerOf("i0")];
    const cell = Math.abs(a.y - b.y) / (RANKS - 1);
    return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), cell };
  }

  // ---- input

  #inputContext(): InputContext {
    const { dests, selected } = this.#state;
    return {
      selected: squareIndex(selected),
      isMovable: (square) => this.#isMovable(square),
      isLegal: (from, to) =>
        this.#isMovable(from) && (dests.get(squareName(from))?.includes(squareName(to)) ?? false),
    };
  }

  #sideAt(square: number): Side | null {
    return sideOfLetter(this.#state.placement.charAt(square));
  }

  #isMovable(square: number): boolean {
    const { movable, turn } = this.#state;
    const side = this.#sideAt(square);
    return side === sideOf(turn) && (movable === "both" || movable === side);
  }

  #apply(effect: Effect): void {
    switch (effect.type) {
      case "select":
        return this.#select(effect.square);
      case "drag":
        return this.#dragTo(effect);
      case "return":
        return this.#release(this.#drag?.square ?? -1);
      case "touch":
        return this.#touch(effect.square);
      case "refuse":
        return this.#events.onRefused?.(squareName(effect.from), squareName(effect.to));
      default:
        return this.#move(effect);
    }
  }

  #move({ from, to, dragged }: Extract<Effect, { type: "move" }>): void {
    if (dragged) this.#release(to);
    this.#events.onMove?.(squareName(from), squareName(to), { dragged });
  }

  #touch(square: number): void {
    const { movable, turn } = this.#state;
    const side = this.#sideAt(square);
    if (movable && side && side !== sideOf(turn)) this.#events.onOutOfTurn?.(turn);
  }

  #select(square: number): void {
    const name = square < 0 ? null : squareName(square);
    if (name === this.#state.selected) return;
    this.#state = { ...this.#state, selected: name };
    this.#grid?.update(this.#state);
    this.#raise();
    this.#repaint();
    this.#events.onSelect?.(name);
  }

  #dragTo({ from, over, x, y, device }: Extract<Effect, { type: "drag" }>): void {
    const pixel = this.#screen.pixel(x, y);
    if (this.#drag?.over !== over) this.#isStale = true;
    this.#drag = { square: from, over, ...(device === "mouse" ? MOUSE : FINGER) };
    this.#moving.hold(from, placeAt(this.#screen.layout, pixel.x, pixel.y));
    this.canvas.style.cursor = "grabbing";
    this.#schedule();
  }

  #release(to: number): void {
    if (!this.#drag) return;
    this.#drag = null;
    this.canvas.style.cursor = "";
    this.#moving.release(to, performance.now(), this.#time());
    this.#raise();
    this.#repaint();
  }

  #raise(): void {
    this.#moving.raise(squareIndex(this.#state.selected), performance.now(), this.#time());
  }

  #hover(square: number): void {
    if (this.#drag) return;
    const { selected, isLegal } = this.#inputContext();
    const isTarget = selected >= 0 && square >= 0 && isLegal(selected, square);
    const grab = square >= 0 && this.#isMovable(square) ? "grab" : "";
    this.canvas.style.cursor = isTarget ? "pointer" : grab;
  }

  // ---- drawing

  #repaint(): void {
    this.#isStale = true;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((now) => this.#draw(now));
  }

  #draw(now: number): void {
    this.#frame = 0;
    if (this.#screen.work()) this.#isStale = true;
    const isActive = this.#moving.tick(now);
    if (this.#screen.surfaces) this.#paint(this.#screen.surfaces);
    if (isActive || this.#screen.busy) this.#schedule();
    if (!isActive && this.#screen.surfaces) this.#settle();
  }

  #paint(surfaces: Surfaces): void {
    const next = squareIndex(this.#state.check);
    const check = this.#moving.travelling && next !== this.#shownCheck ? -1 : next;
    const isWhole = this.#isStale || check !== this.#shownCheck;
    this.#shownCheck = check;
    this.#isStale = false;
    const { dimmed, inverted } = this.#state;
    const { pieces } = this.#moving;
    const frame = { pieces, marks: this.#marks(), drag: this.#drag, dimmed, inverted };
    this.#view.paint(surfaces, frame, isWhole);
    this.canvas.dataset.ready = "true";
  }

  #marks(): Marks {
    const { selected, dests, risky, showDests, lastMove, placement } = this.#state;
    const from = squareIndex(selected);
    const points = (selected && showDests && dests.get(selected)) || [];
    const over = this.#drag?.over ?? -1;
    return {
      lastMove: lastMove && indicesOf(lastMove),
      check: this.#shownCheck,
      selected: from,
      points: points.map(squareIndex),
      risky: risky.map(squareIndex),
      over,
      overLegal: over >= 0 && this.#inputContext().isLegal(from, over),
      guides: this.#drag?.guides ?? false,
      extra: extraMarks(this.#state.markers),
      arrows: arrowsToDraw(this.#state.arrows),
      overlay: this.#state.overlay,
      isOccupied: (square) => placement[square] !== ".",
    };
  }

  #settle(): void {
    this.#waiting.splice(0).forEach((resolve) => resolve());
  }

  /** Ends all animations when the page is hidden, since a hidden page gets no frames. */
  #onVisibility(): void {
    if (document.hidden) {
      this.#moving.finish();
      this.#settle();
    }
    this.#repaint();
  }
}

const indicesOf = ([from, to]: [string, string]): [number, number] => [
  squareIndex(from),
  squareIndex(to),
];

/** Returns the selected square after a change of placement, or null if the piece on that square has changed. */
function remainingSelection(before: BoardState, next: BoardState): string | null {
  const square = squareIndex(next.selected);
  return next.placement[square] === before.placement[square] ? next.selected : null;
}
