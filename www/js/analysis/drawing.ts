// Drawing on the board: with the right button, or with a pen in hand by whatever points. A drag is an arrow, a press a ring;
// the same once more takes it away.

import { preventPanning } from "../board/input.ts";

/** Of a mouse without a pen: Shift or Control, Alt, both. */
const PLAIN = "G";

/** The colour that the held keys choose. @param {{ shiftKey: boolean, ctrlKey: boolean, altKey: boolean, metaKey: boolean }} keys @param {string|null} pen in hand */
export function penOf({ shiftKey, ctrlKey, altKey, metaKey }, pen) {
  const [first, second] = [shiftKey || ctrlKey, altKey || metaKey];
  if (first && second) return "Y";
  if (first) return "R";
  return second ? "B" : (pen ?? PLAIN);
}

/** With a shape more; one at the same points goes, and if it was the same nothing comes for it. @param {readonly string[]} shapes @param {string} shape */
export function withShape(shapes, shape) {
  const others = shapes.filter((other) => other.slice(1) !== shape.slice(1));
  return shapes.includes(shape) ? others : [...others, shape];
}

/** @param {string} pen @param {string} from @param {string} to */
const shapeOf = (pen, from, to) => (from === to ? pen + from : pen + from + to);

/**
 * @param {HTMLElement} host of the board
 * @param {object} does
 * @param {(x: number, y: number) => string|null} does.squareAt  of CSS pixels of the host
 * @param {() => boolean} does.may      draw now
 * @param {() => string|null} does.pen  in hand: then everything that points draws
 * @param {(shape: string) => void} does.draw
 * @param {(shape: string|null) => void} does.preview  what would be drawn; null: nothing any more
 */
export function bindDrawing(host, { squareAt, may, pen, draw, preview }) {
  /** @type {{ id: number, from: string, shape: string }|null} */
  let line = null;
  /** Where the keyboard began an arrow. */
  let begun = "";

  /** @param {PointerEvent} event */
  const squareOf = ({ clientX, clientY }) => {
    const { left, top } = host.getBoundingClientRect();
    return squareAt(clientX - left - host.clientLeft, clientY - top - host.clientTop);
  };
  /** @param {typeof line} next */
  const show = (next) => {
    if (line?.shape === next?.shape) return;
    line = next;
    preview(line?.shape ?? null);
  };
  /** @param {Event} event */
  const take = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  /** @param {(event: PointerEvent) => void} act */
  const ofLine = (act) => (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== line?.id) return;
    take(event);
    act(event);
  };
  const capture = { capture: true };

  host.addEventListener(
    "pointerdown",
    (event) => {
      if (line) show(null); // a second finger, or a button more
      const isDrawn = pen() ? event.isPrimary : event.button === 2 && event.pointerType === "mouse";
      if (!may() || !isDrawn) return;
      take(event);
      const from = squareOf(event);
      if (!from) return;
      host.setPointerCapture(event.pointerId);
      show({ id: event.pointerId, from, shape: shapeOf(penOf(event, pen()), from, from) });
    },
    capture,
  );
  const follow = ofLine((event) => {
    const to = squareOf(event);
    if (line && to) show({ ...line, shape: shapeOf(penOf(event, pen()), line.from, to) });
  });
  const end = ofLine((event) => {
    const shape = squareOf(event) ? line?.shape : null;
    show(null);
    if (shape && may()) draw(shape);
  });
  host.addEventListener("pointermove", follow, capture);
  host.addEventListener("pointerup", end, capture);
  host.addEventListener(
    "pointercancel",
    ofLine(() => show(null)),
    capture,
  );
  preventPanning(host, () => line);
  host.addEventListener("contextmenu", (event) => may() && event.preventDefault());

  /** A point of the board's grid is pressed without a pointer. @param {Event} event */
  const press = (event) => {
    const square = /** @type {HTMLElement} */ (event.target).dataset?.square;
    const colour = pen();
    if (!square || !colour || !may()) return;
    take(event);
    if (begun) draw(shapeOf(colour, begun, square));
    begun = begun ? "" : square;
    preview(begun ? colour + begun : null);
  };
  host.addEventListener("click", press, capture);
  host.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape" && line) show(null);
      if (event.key === " " || event.key === "Enter") press(event);
    },
    capture,
  );

  return {
    /** The pen was put down, or the board is another's. */
    stop() {
      begun = "";
      show(null);
      preview(null);
    },
  };
}
