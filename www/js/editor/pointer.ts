// Lets pieces be dragged from the tray to the board, across the board and off it. A press that hardly moves is a tap.

import { BOARD_WIDTH } from "../board/geometry.ts";
import type { Board } from "../board/index.ts";
import { preventPanning, tapSlop } from "../board/input.ts";
import { el } from "../ui/dom.ts";
import { token } from "../ui/token.ts";

/** The distance of a dragged piece above the finger, in cells. Without it, the finger would hide the piece. */
const RISE = 0.8;

export interface PointerActions {
  /** Returns the letter of the piece on a square, `.` for an empty square. */
  pieceAt(square: string): string;
  tap(square: string): void;
  remove(square: string): void;
  /** Called when a drag begins; `from` is null for a piece from the tray. */
  lift(piece: string, from: string | null): void;
  hover(over: string | null): void;
  /** Called when a drag ends; `to` is null if it ends off the board. */
  drop(piece: string, from: string | null, to: string | null): void;
}

interface Press {
  id: number;
  piece: string;
  from: string | null;
  x: number;
  y: number;
  slop: number;
  /** The picture of the dragged piece; null until the press has moved far enough to be a drag. */
  ghost: HTMLElement | null;
}

/** Binds the pointer's events. `trays` hold buttons with `data-piece`; dragged pieces are shown in `dialog`. */
export function bindPointer(
  dialog: HTMLDialogElement,
  board: Board,
  trays: readonly HTMLElement[],
  actions: PointerActions,
): void {
  const { canvas } = board;
  let press: Press | null = null;

  const squareOf = ({ clientX, clientY }: MouseEvent) => {
    const host = canvas.parentElement;
    const { left, top, right, bottom } = canvas.getBoundingClientRect();
    if (!host || clientX < left || clientX > right || clientY < top || clientY > bottom)
      return null;
    const box = host.getBoundingClientRect();
    return board.squareAt(clientX - box.left - host.clientLeft, clientY - box.top - host.clientTop);
  };
  const begin = (event: PointerEvent, piece: string, from: string | null) => {
    end(from);
    const { pointerId: id, clientX: x, clientY: y, pointerType } = event;
    press = { id, piece, from, x, y, slop: tapSlop(pointerType), ghost: null };
  };
  const end = (to: string | null) => {
    const ended = press;
    press = null;
    if (!ended?.ghost) return;
    ended.ghost.remove();
    actions.drop(ended.piece, ended.from, to);
  };
  const cancel = () => end(press?.from ?? null);

  canvas.addEventListener("pointerdown", (event) => {
    const square = squareOf(event);
    if (!square) return;
    if (event.button === 2 && event.pointerType === "mouse") return actions.remove(square);
    if (event.isPrimary && event.button === 0) begin(event, actions.pieceAt(square), square);
  });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  for (const tray of trays)
    tray.addEventListener("pointerdown", (event) => {
      if (!(event.target instanceof Element) || !event.isPrimary || event.button !== 0) return;
      const slot = event.target.closest<HTMLButtonElement>("button[data-piece]");
      if (slot && !slot.disabled) begin(event, slot.dataset.piece ?? ".", null);
    });
  dialog.addEventListener("pointermove", (event) => {
    if (press?.id !== event.pointerId || press.piece === ".") return;
    if (!press.ghost) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) <= press.slop) return;
      canvas.setPointerCapture(press.id);
      press.ghost = makeGhost(press.piece, canvas.clientWidth / BOARD_WIDTH);
      dialog.append(press.ghost);
      actions.lift(press.piece, press.from);
    }
    moveGhost(dialog, press.ghost, event);
    actions.hover(squareOf(event));
  });
  preventPanning(dialog, () => press !== null && press.piece !== ".");
  dialog.addEventListener("pointerup", (event) => {
    if (press?.id !== event.pointerId) return;
    const { ghost, from } = press;
    const to = squareOf(event);
    end(to);
    if (!ghost && from && from === to) actions.tap(from);
  });
  dialog.addEventListener("pointercancel", cancel);
  dialog.addEventListener("close", cancel);
}

/** Makes the picture of a dragged piece; `width` is in CSS pixels. */
function makeGhost(piece: string, width: number) {
  const ghost = el("div", "editor-ghost", token(piece));
  ghost.style.width = `${width}px`;
  return ghost;
}

function moveGhost(
  dialog: HTMLDialogElement,
  ghost: HTMLElement,
  { clientX, clientY, pointerType }: PointerEvent,
) {
  const { left, top } = dialog.getBoundingClientRect();
  const rise = pointerType === "mouse" ? 0 : RISE * ghost.clientWidth;
  ghost.style.left = `${clientX - left - dialog.clientLeft + dialog.scrollLeft}px`;
  ghost.style.top = `${clientY - top - dialog.clientTop + dialog.scrollTop - rise}px`;
}
