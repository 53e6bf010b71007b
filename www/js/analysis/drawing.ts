// Drawing on the board: with the right button of a mouse, or with a chosen pen by any pointer. A drag draws an arrow,
// and a press draws a ring. Drawing the same shape again removes it.

import { preventPanning } from "../board/input.ts";

/** The colour (green) if no pen is chosen and no modifier key is held. */
const PLAIN = "G";

type ModifierKeys = Pick<PointerEvent, "shiftKey" | "ctrlKey" | "altKey" | "metaKey">;

/**
 * Returns the colour for the held modifier keys: red for Shift or Control, blue for Alt or Meta, yellow for one of each
 * pair. If none is held, returns the colour of the chosen pen, or green without a pen.
 */
export function penOf(
  { shiftKey, ctrlKey, altKey, metaKey }: ModifierKeys,
  pen: string | null,
): string {
  const [first, second] = [shiftKey || ctrlKey, altKey || metaKey];
  if (first && second) return "Y";
  if (first) return "R";
  return second ? "B" : (pen ?? PLAIN);
}

/** Adds a shape, in place of a shape on the same squares. If the same shape is already there, removes it. */
export function withShape(shapes: readonly string[], shape: string): string[] {
  const others = shapes.filter((other) => other.slice(1) !== shape.slice(1));
  return shapes.includes(shape) ? others : [...others, shape];
}

const shapeOf = (pen: string, from: string, to: string) =>
  from === to ? pen + from : pen + from + to;

interface DrawingActions {
  /** Returns the square at a point, in CSS pixels from the host's upper left corner. */
  squareAt(x: number, y: number): string | null;
  mayDraw(): boolean;
  /** Returns the chosen pen, with which every pointer draws; null if only the right mouse button draws. */
  pen(): string | null;
  draw(shape: string): void;
  /** Shows the shape that would be drawn; null hides it. */
  preview(shape: string | null): void;
}

/** The shape that a pointer is drawing. */
interface Stroke {
  pointerId: number;
  from: string;
  shape: string;
}

/** Binds drawing to the host of a board. */
export function bindDrawing(
  host: HTMLElement,
  { squareAt, mayDraw, pen, draw, preview }: DrawingActions,
) {
  let stroke: Stroke | null = null;
  /** The first square of an arrow begun with the keyboard; "" if there is none. */
  let firstSquare = "";

  const squareOf = ({ clientX, clientY }: PointerEvent) => {
    const { left, top } = host.getBoundingClientRect();
    return squareAt(clientX - left - host.clientLeft, clientY - top - host.clientTop);
  };
  const show = (next: Stroke | null) => {
    if (stroke?.shape === next?.shape) return;
    stroke = next;
    preview(stroke?.shape ?? null);
  };
  const claim = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  /** Wraps a listener to receive only the events of the pointer that draws. */
  const ofStroke = (act: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerId !== stroke?.pointerId) return;
    claim(event);
    act(event);
  };
  const capture = { capture: true };

  host.addEventListener(
    "pointerdown",
    (event) => {
      if (stroke) show(null); // cancelled by a second finger or another button
      const isDrawing = pen()
        ? event.isPrimary
        : event.button === 2 && event.pointerType === "mouse";
      if (!mayDraw() || !isDrawing) return;
      claim(event);
      const from = squareOf(event);
      if (!from) return;
      host.setPointerCapture(event.pointerId);
      const shape = shapeOf(penOf(event, pen()), from, from);
      show({ pointerId: event.pointerId, from, shape });
    },
    capture,
  );
  const follow = ofStroke((event) => {
    const to = squareOf(event);
    if (stroke && to) show({ ...stroke, shape: shapeOf(penOf(event, pen()), stroke.from, to) });
  });
  const end = ofStroke((event) => {
    const shape = squareOf(event) ? stroke?.shape : null;
    show(null);
    if (shape && mayDraw()) draw(shape);
  });
  const cancel = ofStroke(() => show(null));
  host.addEventListener("pointermove", follow, capture);
  host.addEventListener("pointerup", end, capture);
  host.addEventListener("pointercancel", cancel, capture);
  preventPanning(host, () => stroke);
  host.addEventListener("contextmenu", (event) => mayDraw() && event.preventDefault());

  /**
   * Handles a press of a square's button by the keyboard or a screen reader. The first press begins an arrow, and the
   * second press ends it.
   */
  const press = (event: Event) => {
    const square = event.target instanceof HTMLElement ? event.target.dataset.square : undefined;
    const colour = pen();
    if (!square || !colour || !mayDraw()) return;
    claim(event);
    if (firstSquare) draw(shapeOf(colour, firstSquare, square));
    firstSquare = firstSquare ? "" : square;
    preview(firstSquare ? colour + firstSquare : null);
  };
  host.addEventListener("click", press, capture);
  host.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape" && stroke) show(null);
      if (event.key === " " || event.key === "Enter") press(event);
    },
    capture,
  );

  return {
    /** Discards an unfinished shape. */
    stop() {
      firstSquare = "";
      show(null);
      preview(null);
    },
  };
}
