// Turns pointer events into actions on the board. `step` is a pure state machine: it takes a gesture, an event and the
// state of the board, and returns the next gesture and a list of effects. `bindInput` connects it to a canvas.
//
// A press selects a piece at once. The press becomes a drag when the pointer moves farther than `tapSlop`. Otherwise it
// is a tap, so a shaky finger can still tap. A second finger, a lost pointer or Escape cancels the gesture.

const SLOP: Readonly<Record<string, number>> = { mouse: 4, pen: 6 };
const TOUCH_SLOP = 10;

/** Returns the largest movement of a press that is still a tap, in CSS pixels. */
export const tapSlop = (pointerType: string): number => SLOP[pointerType] ?? TOUCH_SLOP;

interface Press {
  mode: "pressed";
  id: number;
  x: number;
  y: number;
  slop: number;
  square: number;
  /** True if the pressed square has a piece that may be moved. */
  piece: boolean;
  /** True if that piece was selected already. */
  again: boolean;
}

type Gesture =
  { mode: "idle" } | Press | { mode: "dragging"; id: number; square: number; over: number };

export interface PointerInput {
  type: "down" | "move" | "up" | "cancel" | "escape";
  id?: number;
  /** CSS pixels. */
  x?: number;
  y?: number;
  /** The square under the pointer, -1 for none. */
  square?: number;
  /** "mouse", "touch" or "pen". */
  device?: string;
  /** True for the first finger and the main button. */
  primary?: boolean;
}

export interface InputContext {
  /** The selected square, -1 for none. */
  selected: number;
  /** Returns true if the piece of a square may be picked up. */
  isMovable: (square: number) => boolean;
  isLegal: (from: number, to: number) => boolean;
}

export type Effect =
  | { type: "select"; square: number }
  | { type: "move"; from: number; to: number; dragged: boolean }
  | { type: "refuse"; from: number; to: number }
  | { type: "drag"; from: number; over: number; x: number; y: number; device: string }
  | { type: "touch"; square: number }
  | { type: "return" };

interface StepResult {
  gesture: Gesture;
  effects: Effect[];
}

export const IDLE: Gesture = { mode: "idle" };

const result = (gesture: Gesture, ...effects: Effect[]): StepResult => ({ gesture, effects });

export function step(gesture: Gesture, event: PointerInput, context: InputContext): StepResult {
  switch (event.type) {
    case "down":
      return down(gesture, event, context);
    case "move":
      return move(gesture, event);
    case "up":
      return up(gesture, event, context);
    case "escape":
      return escape(gesture, context);
    default:
      return concerns(gesture, event) ? cancel(gesture) : result(gesture);
  }
}

const concerns = (gesture: Gesture, event: PointerInput): boolean =>
  gesture.mode !== "idle" && (event.id === undefined || gesture.id === event.id);

const cancel = (gesture: Gesture): StepResult =>
  gesture.mode === "dragging" ? result(IDLE, { type: "return" }) : result(IDLE);

function escape(gesture: Gesture, { selected }: InputContext): StepResult {
  const { effects } = cancel(gesture);
  if (selected >= 0) effects.push({ type: "select", square: -1 });
  return result(IDLE, ...effects);
}

function down(gesture: Gesture, event: PointerInput, context: InputContext): StepResult {
  if (gesture.mode !== "idle" && gesture.id !== event.id) return cancel(gesture);
  if (gesture.mode !== "idle") return restart(gesture, event, context);
  const { id = 0, x = 0, y = 0, square = -1, device = "mouse", primary = true } = event;
  if (!primary) return result(gesture);
  const slop = tapSlop(device);
  const piece = square >= 0 && context.isMovable(square);
  const again = piece && context.selected === square;
  const pressed: Press = { mode: "pressed", id, x, y, slop, square, piece, again };
  return piece && !again ? result(pressed, { type: "select", square }) : result(pressed);
}

/** Cancels the gesture of a pointer whose release never arrived, and begins a new one with that pointer. */
function restart(gesture: Gesture, event: PointerInput, context: InputContext): StepResult {
  const { effects } = cancel(gesture);
  const next = down(IDLE, event, context);
  return result(next.gesture, ...effects, ...next.effects);
}

function move(gesture: Gesture, event: PointerInput): StepResult {
  if (gesture.mode === "idle" || !concerns(gesture, event)) return result(gesture);
  const { id = 0, x = 0, y = 0, square: over = -1, device = "mouse" } = event;
  if (gesture.mode === "pressed") {
    const slipped = Math.hypot(x - gesture.x, y - gesture.y);
    if (!gesture.piece || slipped <= gesture.slop) return result(gesture);
  }
  const { square } = gesture;
  return result(
    { mode: "dragging", id, square, over },
    { type: "drag", from: square, over, x, y, device },
  );
}

function up(gesture: Gesture, event: PointerInput, context: InputContext): StepResult {
  if (gesture.mode === "idle" || !concerns(gesture, event)) return result(gesture);
  if (gesture.mode === "dragging") return drop(gesture.square, event.square ?? -1, context);
  return tap(gesture, event, context);
}

function drop(from: number, to: number, { isLegal }: InputContext): StepResult {
  if (to < 0 || to === from) return result(IDLE, { type: "return" });
  if (!isLegal(from, to)) return result(IDLE, { type: "return" }, { type: "refuse", from, to });
  return result(IDLE, { type: "select", square: -1 }, { type: "move", from, to, dragged: true });
}

function tap(press: Press, event: PointerInput, context: InputContext): StepResult {
  const from = context.selected;
  const to = press.square;
  const slipped = Math.hypot((event.x ?? 0) - press.x, (event.y ?? 0) - press.y);
  if (press.piece) return press.again ? result(IDLE, { type: "select", square: -1 }) : result(IDLE);
  if (slipped > press.slop && event.square !== to) return result(IDLE);
  if (from < 0) return to < 0 ? result(IDLE) : result(IDLE, { type: "touch", square: to });
  if (to < 0) return result(IDLE, { type: "select", square: -1 });
  if (!context.isLegal(from, to)) return result(IDLE, { type: "refuse", from, to });
  return result(IDLE, { type: "select", square: -1 }, { type: "move", from, to, dragged: false });
}

/** Returns true if an event ends a press on the square where the press began. */
const isTap = (gesture: Gesture, event: PointerInput): gesture is Press =>
  gesture.mode === "pressed" &&
  event.type === "up" &&
  concerns(gesture, event) &&
  gesture.square >= 0 &&
  (event.square === gesture.square ||
    Math.hypot((event.x ?? 0) - gesture.x, (event.y ?? 0) - gesture.y) <= gesture.slop);

interface InputHandlers {
  context: () => InputContext;
  squareUnder: (event: Pick<PointerEvent, "clientX" | "clientY">) => number;
  apply: (effect: Effect) => void;
  /** Called after a tap on a square, by pointer, key or screen reader. */
  onTap: (square: number) => void;
  /** Called with the square under a mouse whose button is not pressed, or with -1 for none. */
  hover: (square: number) => void;
}

/** Connects the state machine to a canvas. */
export function bindInput(
  canvas: HTMLCanvasElement,
  { context, squareUnder, apply, onTap, hover }: InputHandlers,
) {
  let gesture = IDLE;
  const feed = (event: PointerInput): Effect[] => {
    const before = gesture;
    const next = step(gesture, event, context());
    gesture = next.gesture;
    next.effects.forEach(apply);
    if (isTap(before, event)) onTap(before.square);
    return next.effects;
  };
  const pointer = (type: PointerInput["type"]) => (event: PointerEvent) => {
    const square = squareUnder(event);
    const primary = event.isPrimary && event.button <= 0;
    const { pointerId: id, clientX: x, clientY: y, pointerType: device } = event;
    feed({ type, id, x, y, square, device, primary });
    if (type === "down" && gesture.mode === "pressed") capture(canvas, id);
    if (device === "mouse") hover(gesture.mode === "idle" ? square : -1);
  };
  const controller = new AbortController();
  const on = { signal: controller.signal };
  canvas.addEventListener("pointerdown", pointer("down"), on);
  canvas.addEventListener("pointermove", pointer("move"), on);
  canvas.addEventListener("pointerup", pointer("up"), on);
  canvas.addEventListener("pointercancel", pointer("cancel"), on);
  canvas.addEventListener("lostpointercapture", pointer("cancel"), on);
  const isCarrying = () =>
    gesture.mode === "dragging" || (gesture.mode === "pressed" && gesture.piece);
  preventPanning(canvas, isCarrying, on);
  canvas.addEventListener("pointerleave", () => hover(-1), on);
  canvas.addEventListener("contextmenu", (e) => gesture.mode !== "idle" && e.preventDefault(), on);
  const keydown = ({ key }: KeyboardEvent) => key === "Escape" && feed({ type: "escape" });
  canvas.ownerDocument.addEventListener("keydown", keydown, on);
  canvas.ownerDocument.defaultView?.addEventListener("blur", () => feed({ type: "cancel" }), on);
  return {
    unbind: () => controller.abort(),
    cancel: () => feed({ type: "cancel" }),
    escape: () => feed({ type: "escape" }),
    /** Taps a square without a pointer; returns the effects. */
    press: (square: number): Effect[] => {
      feed({ type: "cancel" });
      return [...feed({ type: "down", square }), ...feed({ type: "up", square })];
    },
  };
}

/** Prevents one finger from panning the page while `isBusy` returns true; two fingers can still zoom. */
export function preventPanning(
  host: HTMLElement,
  isBusy: () => unknown,
  options?: AddEventListenerOptions,
): void {
  const prevent = (event: TouchEvent) =>
    event.touches.length === 1 && event.cancelable && isBusy() && event.preventDefault();
  host.addEventListener("touchmove", prevent, { ...options, passive: false });
}

/** Makes the canvas receive the pointer's events outside its area as well. */
function capture(canvas: HTMLCanvasElement, pointerId: number): void {
  try {
    canvas.setPointerCapture(pointerId);
  } catch {
    // The pointer is already gone and its release will not arrive; the next press begins a new gesture.
  }
}
