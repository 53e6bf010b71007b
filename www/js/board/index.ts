// A Xiangqi board on a canvas. It has no rules: the page sets the legal moves (`dests`), the board reports a person's
// actions (`onMove`) and shows any placement; the change from one to the next is animated.
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
  /** Milliseconds of a move of middle length; 0 for no animation. */
  animationMs: number;
  /** Animation: as the system says, always, or never. */
  motion: "system" | "full" | "reduced";
  theme: "light" | "dark";
  board: BoardName;
  pieces: SetName;
  fileLabels: boolean;
  /** The notation of the moves beside the board, whose names the files bear. */
  labels: Notation;
  /** Markers by square: "ring", "dot", "cross" or "warn". */
  markers: Record<string, string>;
  arrows: Arrow[];
  /** Draws over the pieces. */
  overlay: Overlay | null;
  /** The side whose pieces are upside down, for a person opposite. */
  inverted: Side | null;
  /** True when the game has ended. */
  dimmed: boolean;
  /** The name of the picture for screen readers. */
  label: string;
  /**
   * Makes the board a grid of named points, for the keyboard and for screen readers. Words of another language are another
   * object.
   */
  words: GridWords | null;
}

interface BoardEvents {
  /**
   * Called for a legal move. A dropped piece stays at its target until `set` brings a placement; set the old one to undo
   * the move.
   */
  onMove?: (from: string, to: string, how: { dragged: boolean }) => void;
  onSelect?: (square: string | null) => void;
  /** Called for an attempt that is not in `dests`. */
  onRefused?: (from: string, to: string) => void;
  /** Called for a tap on a piece of the side that is not to move. */
  onOutOfTurn?: (turn: Turn) => void;
}

export type BoardConfig = Partial<BoardState> & BoardEvents;

/** A piece under a finger is drawn `rise` cells above it and larger, since the finger hides its place. */
const FINGER = { rise: 0.62, scale: 1.35, guides: true };
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

/** The board. Its canvas has it as the property `board`, for scripts outside the page. */
export class Board {
  #state = defaults();
  #events: BoardEvents;
  #host;
  #screen;
  #view;
  #input;
  #moving = new MovingPieces();
  /** Loaded once there are words for it. */
  #grid: Grid | null = null;
  #isGridRequested = false;
  /** A request for the focus before the grid exists. */
  #pendingFocus: { square: string | undefined } | null = null;
  #drag: ({ square: number; over: number } & typeof FINGER) | null = null;
  /** True if the next drawing paints everything. */
  #isStale = true;
  #frame = 0;
  /** The square marked as in check: the mark waits until the checking piece has arrived. */
  #shownCheck = -1;
  #waiting: (() => void)[] = [];
  #controller = new AbortController();
  #reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

  constructor(
    host: HTMLElement,
    { onMove, onSelect, onRefused, onOutOfTurn, ...state }: BoardConfig,
  ) {
    this.#host = host;
    this.#events = { onMove, onSelect, onRefused, onOutOfTurn };
    this.#screen = new BoardCanvas(host, () => this.#schedule());
    this.#view = new View(this.canvas);
    this.#input = bindInput(this.canvas, {
      context: () => this.#inputContext(),
      squareUnder: (event) => this.#screen.squareUnder(event),
      apply: (effect) => this.#apply(effect),
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

  /** The state shown, or that an animation leads to. */
  get state(): BoardState {
    return { ...this.#state };
  }

  /** Changes some of the state. If only arrows change, little is painted. */
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

  /** Returns the milliseconds of an animation that begins now. */
  #time(): number {
    const { motion, animationMs } = this.#state;
    const isReduced = motion === "system" ? this.#reducedMotion.matches : motion === "reduced";
    const isStill = isReduced || document.hidden || !this.#screen.surfaces;
    return isStill ? 0 : Math.max(0, animationMs);
  }

  /** Resolves when no animation goes on. */
  flushAnimation(): Promise<void> {
    if (!this.#moving.active) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#schedule();
    });
  }

  /** Resolves when there is a picture, or at once in a hidden page, which draws none. */
  whenDrawn(): Promise<void> {
    if (this.#screen.surfaces || document.hidden) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Returns the square at a place of the host in CSS pixels. */
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

  /** Focuses a point, by default the one that the keyboard was on. */
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

  /** Adds the points for the keyboard and for screen readers; before that, the board is a picture with a name. */
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

  /** Returns the point at the top left, and the distance of points, in CSS pixels of the host. */
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

  /** Ends all animations when the page is hidden, since it gets no frames then. */
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

/** Returns the selection after a change of placement: it remains if its piece does. */
function remainingSelection(before: BoardState, next: BoardState): string | null {
  const square = squareIndex(next.selected);
  return next.placement[square] === before.placement[square] ? next.selected : null;
}
