// Pieces carried by a pointer: from the tray to the board, over it, and off it. A press that does not slip is a tap.

import { BOARD_WIDTH } from "../board/geometry.js";
import { holdView } from "../board/input.js";
import { token } from "../ui/token.ts";

/** How far a press may slip and still be a tap, in CSS pixels. */
const SLOP = { mouse: 4, pen: 6, touch: 10 };
/** A finger hides what is under it: the piece is shown this many cells above. */
const RISE = 0.8;

/**
 * @typedef {object} Hands
 * @property {(square: string) => string} pieceAt          `.` for none
 * @property {(square: string) => void} tap
 * @property {(square: string) => void} remove
 * @property {(piece: string, from: string|null) => void} lift   a piece is carried; `from` is null from the tray
 * @property {(over: string|null) => void} hover           the carried piece is over this point
 * @property {(piece: string, from: string|null, to: string|null) => void} drop   `to` is null off the board
 */
/** @typedef {{ piece: string, from: string|null, id: number, x: number, y: number, slop: number, ghost: HTMLElement|null }} Press */

/**
 * @param {HTMLDialogElement} dialog in which the carried piece is shown
 * @param {import("../board/index.js").Board} board @param {HTMLElement[]} trays of buttons with `data-piece`
 * @param {Hands} hands
 */
export function bindPointer(dialog, board, trays, hands) {
  const { canvas } = board;
  /** @type {Press|null} */
  let press = null;

  /** @param {MouseEvent} event */
  const squareOf = ({ clientX, clientY }) => {
    const host = /** @type {HTMLElement} */ (canvas.parentElement);
    const { left, top, right, bottom } = canvas.getBoundingClientRect();
    if (clientX < left || clientX > right || clientY < top || clientY > bottom) return null;
    const box = host.getBoundingClientRect();
    return board.squareAt(clientX - box.left - host.clientLeft, clientY - box.top - host.clientTop);
  };
  /** @param {PointerEvent} event @param {string} piece @param {string|null} from */
  const begin = ({ pointerId: id, clientX: x, clientY: y, pointerType }, piece, from) => {
    end(from);
    const slop = SLOP[/** @type {keyof typeof SLOP} */ (pointerType)] ?? SLOP.touch;
    press = { piece, from, id, x, y, slop, ghost: null };
  };
  /** Ends what is being carried. @param {string|null} to */
  const end = (to) => {
    const ended = press;
    press = null;
    if (!ended?.ghost) return;
    ended.ghost.remove();
    hands.drop(ended.piece, ended.from, to);
  };

  canvas.addEventListener("pointerdown", (event) => {
    const square = squareOf(event);
    if (!square) return;
    if (event.button === 2 && event.pointerType === "mouse") return hands.remove(square);
    if (event.isPrimary && event.button === 0) begin(event, hands.pieceAt(square), square);
  });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  for (const tray of trays)
    tray.addEventListener("pointerdown", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      const button = /** @type {HTMLButtonElement|null} */ (
        target.closest("[data-piece]:is(button)")
      );
      if (!button || button.disabled || !event.isPrimary || event.button !== 0) return;
      begin(event, button.dataset.piece ?? ".", null);
    });
  dialog.addEventListener("pointermove", (event) => {
    if (press?.id !== event.pointerId || press.piece === ".") return;
    if (!press.ghost) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) <= press.slop) return;
      canvas.setPointerCapture(press.id);
      press.ghost = makeGhost(dialog, canvas, press.piece);
      hands.lift(press.piece, press.from);
    }
    carry(dialog, press.ghost, event);
    hands.hover(squareOf(event));
  });
  holdView(dialog, () => press && press.piece !== ".");
  dialog.addEventListener("pointerup", (event) => {
    if (press?.id !== event.pointerId) return;
    const { ghost, from } = press;
    const to = squareOf(event);
    end(to);
    if (!ghost && from && from === to) hands.tap(from);
  });
  dialog.addEventListener("pointercancel", () => end(press?.from ?? null));
  dialog.addEventListener("close", () => end(press?.from ?? null));
}

/** The carried piece. @param {HTMLElement} dialog @param {HTMLElement} canvas @param {string} piece */
function makeGhost(dialog, canvas, piece) {
  const ghost = document.createElement("div");
  ghost.className = "editor-ghost";
  ghost.style.width = `${canvas.clientWidth / BOARD_WIDTH}px`;
  ghost.append(token(piece));
  dialog.append(ghost);
  return ghost;
}

/** @param {HTMLElement} dialog @param {HTMLElement} ghost @param {PointerEvent} event */
function carry(dialog, ghost, { clientX, clientY, pointerType }) {
  const { left, top } = dialog.getBoundingClientRect();
  const rise = pointerType === "mouse" ? 0 : RISE * ghost.clientWidth;
  ghost.style.left = `${clientX - left - dialog.clientLeft + dialog.scrollLeft}px`;
  ghost.style.top = `${clientY - top - dialog.clientTop + dialog.scrollTop - rise}px`;
}
