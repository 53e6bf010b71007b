/**
 * From pointer events to intents. The state machine (`step`) is pure: an event and what the board
 * knows go in, the next gesture and a list of effects come out. `bindInput` ties it to a canvas.
 *
 * A press picks a piece at once; whether it was a tap or a drag is decided by how far the pointer
 * slips, so a shaky finger still taps. A second finger, a lost pointer or Escape takes all back.
 */

/** How far a press may slip and still be a tap, in CSS pixels. */
const SLOP = { mouse: 4, pen: 6, touch: 10 };

/**
 * @typedef {{mode: "idle"}
 *   | {mode: "pressed", id: number, x: number, y: number, slop: number, square: number, piece: boolean, again: boolean}
 *   | {mode: "dragging", id: number, square: number, over: number}} Gesture
 */

/**
 * @typedef {object} Pointer
 * @property {"down" | "move" | "up" | "cancel" | "escape"} type
 * @property {number} [id]
 * @property {number} [x]          CSS pixels
 * @property {number} [y]
 * @property {number} [square]     the point meant, or -1
 * @property {string} [device]     mouse, touch, pen
 * @property {boolean} [primary]   first finger, main button
 */

/**
 * @typedef {object} Known
 * @property {number} selected                              index, or -1
 * @property {(square: number) => boolean} movable          may this piece be picked up?
 * @property {(from: number, to: number) => boolean} dest   is this a legal move?
 */

/**
 * @typedef {{do: "select", square: number}
 *   | {do: "move", from: number, to: number, dragged: boolean}
 *   | {do: "refuse", from: number, to: number}
 *   | {do: "drag", from: number, over: number, x: number, y: number, device: string}
 *   | {do: "touch", square: number}
 *   | {do: "return"}} Effect
 */

/** @typedef {{gesture: Gesture, effects: Effect[]}} Outcome */

/** @type {Gesture} */
export const IDLE = Object.freeze({ mode: "idle" });

/** @param {Gesture} gesture @param {Effect[]} effects @returns {Outcome} */
function outcome(gesture, ...effects) {
  return { gesture, effects };
}

/** @param {Gesture} gesture @param {Pointer} event @param {Known} known @returns {Outcome} */
export function step(gesture, event, known) {
  switch (event.type) {
    case "down":
      return down(gesture, event, known);
    case "move":
      return move(gesture, event);
    case "up":
      return up(gesture, event, known);
    case "escape":
      return escape(gesture, known);
    default:
      return concerns(gesture, event) ? cancel(gesture) : outcome(gesture);
  }
}

/** @param {Gesture} gesture @param {Pointer} event */
function concerns(gesture, event) {
  return gesture.mode !== "idle" && (event.id === undefined || gesture.id === event.id);
}

/** @param {Gesture} gesture @returns {Outcome} */
function cancel(gesture) {
  return gesture.mode === "dragging" ? outcome(IDLE, { do: "return" }) : outcome(IDLE);
}

/** @param {Gesture} gesture @param {Known} known @returns {Outcome} */
function escape(gesture, known) {
  const { effects } = cancel(gesture);
  if (known.selected >= 0) effects.push({ do: "select", square: -1 });
  return outcome(IDLE, ...effects);
}

/** @param {Gesture} gesture @param {Pointer} event @param {Known} known @returns {Outcome} */
function down(gesture, event, known) {
  if (gesture.mode !== "idle" && gesture.id !== event.id) return cancel(gesture);
  if (gesture.mode !== "idle") return restart(gesture, event, known);
  const { id = 0, x = 0, y = 0, square = -1, device = "mouse", primary = true } = event;
  if (!primary) return outcome(gesture);
  const slop = SLOP[/** @type {keyof typeof SLOP} */ (device)] ?? SLOP.touch;
  const piece = square >= 0 && known.movable(square);
  const again = piece && known.selected === square;
  /** @type {Gesture} */
  const pressed = { mode: "pressed", id, x, y, slop, square, piece, again };
  return piece && !again ? outcome(pressed, { do: "select", square }) : outcome(pressed);
}

/** The release of this very pointer was never heard of. @param {Gesture} gesture @param {Pointer} event */
function restart(gesture, event, /** @type {Known} */ known) {
  const { effects } = cancel(gesture);
  const next = down(IDLE, event, known);
  return outcome(next.gesture, ...effects, ...next.effects);
}

/** @param {Gesture} gesture @param {Pointer} event @returns {Outcome} */
function move(gesture, event) {
  if (!concerns(gesture, event)) return outcome(gesture);
  const { id = 0, x = 0, y = 0, square: over = -1, device = "mouse" } = event;
  if (gesture.mode === "pressed") {
    const slipped = Math.hypot(x - gesture.x, y - gesture.y);
    if (!gesture.piece || slipped <= gesture.slop) return outcome(gesture);
  }
  const square = gesture.mode === "idle" ? -1 : gesture.square;
  return outcome(
    { mode: "dragging", id, square, over },
    { do: "drag", from: square, over, x, y, device },
  );
}

/** @param {Gesture} gesture @param {Pointer} event @param {Known} known @returns {Outcome} */
function up(gesture, event, known) {
  if (!concerns(gesture, event)) return outcome(gesture);
  if (gesture.mode === "dragging") return drop(gesture.square, event.square ?? -1, known);
  return gesture.mode === "pressed" ? tap(gesture, event, known) : outcome(IDLE);
}

/** @param {number} from @param {number} to @param {Known} known @returns {Outcome} */
function drop(from, to, known) {
  if (to < 0 || to === from) return outcome(IDLE, { do: "return" });
  if (!known.dest(from, to)) return outcome(IDLE, { do: "return" }, { do: "refuse", from, to });
  return outcome(IDLE, { do: "select", square: -1 }, { do: "move", from, to, dragged: true });
}

/**
 * @param {Extract<Gesture, {mode: "pressed"}>} gesture
 * @param {Pointer} event @param {Known} known @returns {Outcome}
 */
function tap(gesture, event, known) {
  const from = known.selected;
  const to = gesture.square;
  const slipped = Math.hypot((event.x ?? 0) - gesture.x, (event.y ?? 0) - gesture.y);
  if (gesture.piece)
    return gesture.again ? outcome(IDLE, { do: "select", square: -1 }) : outcome(IDLE);
  if (slipped > gesture.slop && event.square !== to) return outcome(IDLE);
  if (from < 0) return to < 0 ? outcome(IDLE) : outcome(IDLE, { do: "touch", square: to });
  if (to < 0) return outcome(IDLE, { do: "select", square: -1 });
  if (!known.dest(from, to)) return outcome(IDLE, { do: "refuse", from, to });
  return outcome(IDLE, { do: "select", square: -1 }, { do: "move", from, to, dragged: false });
}

/**
 * Ties the machine to a canvas.
 *
 * @param {HTMLCanvasElement} canvas
 * @param {object} board
 * @param {() => Known} board.known
 * @param {(event: {clientX: number, clientY: number}) => number} board.squareUnder
 * @param {(effect: Effect) => void} board.apply
 * @param {(square: number) => void} board.hover   the point under an idle mouse, or -1
 * @returns {{unbind: () => void, cancel: () => void, escape: () => void, press: (square: number) => Effect[]}}
 *   `press`: a tap on a point without any pointer, and what came of it
 */
export function bindInput(canvas, { known, squareUnder, apply, hover }) {
  /** @type {Gesture} */
  let gesture = IDLE;
  const feed = (/** @type {Pointer} */ event) => {
    const next = step(gesture, event, known());
    gesture = next.gesture;
    next.effects.forEach(apply);
    return next.effects;
  };
  const pointer = (/** @type {Pointer["type"]} */ type) => (/** @type {PointerEvent} */ event) => {
    const square = squareUnder(event);
    const primary = event.isPrimary && event.button <= 0;
    const { pointerId: id, clientX: x, clientY: y, pointerType: device } = event;
    feed({ type, id, x, y, square, device, primary });
    if (type === "down" && gesture.mode === "pressed") capture(canvas, id);
    if (device === "mouse") hover(gesture.mode === "idle" ? square : -1);
  };
  const stop = new AbortController();
  const on = { signal: stop.signal };
  canvas.addEventListener("pointerdown", pointer("down"), on);
  canvas.addEventListener("pointermove", pointer("move"), on);
  canvas.addEventListener("pointerup", pointer("up"), on);
  canvas.addEventListener("pointercancel", pointer("cancel"), on);
  canvas.addEventListener("lostpointercapture", pointer("cancel"), on);
  const isCarrying = () =>
    gesture.mode === "dragging" || (gesture.mode === "pressed" && gesture.piece);
  holdView(canvas, isCarrying, on);
  canvas.addEventListener("pointerleave", () => hover(-1), on);
  canvas.addEventListener("contextmenu", (e) => gesture.mode !== "idle" && e.preventDefault(), on);
  const keydown = (/** @type {KeyboardEvent} */ e) =>
    e.key === "Escape" && feed({ type: "escape" });
  canvas.ownerDocument.addEventListener("keydown", keydown, on);
  canvas.ownerDocument.defaultView?.addEventListener("blur", () => feed({ type: "cancel" }), on);
  return {
    unbind: () => stop.abort(),
    cancel: () => feed({ type: "cancel" }),
    escape: () => feed({ type: "escape" }),
    press: (square) => {
      feed({ type: "cancel" });
      return [...feed({ type: "down", square }), ...feed({ type: "up", square })];
    },
  };
}

/**
 * A finger that does something moves no page that is zoomed in; a second finger still zooms.
 * @param {HTMLElement} host @param {() => unknown} isBusy @param {AddEventListenerOptions} [on]
 */
export function holdView(host, isBusy, on) {
  const hold = (/** @type {TouchEvent} */ event) =>
    event.touches.length === 1 && event.cancelable && isBusy() && event.preventDefault();
  host.addEventListener("touchmove", hold, { ...on, passive: false });
}

/** Keeps the pointer's events coming when it leaves the canvas. @param {number} id */
function capture(/** @type {HTMLCanvasElement} */ canvas, id) {
  try {
    canvas.setPointerCapture(id);
  } catch {
    // The pointer is already gone and its release will not be heard; the next press starts afresh.
  }
}
