// Gestures that open a menu: the right mouse button, the menu key, and a long touch.

const HOLD_MS = 500;
/** The distance that a finger may move during a long press, in CSS pixels. A longer movement is scrolling. */
const MAX_SLIP = 10;

/** Calls `open` with the result of `find` for the pressed element, unless the result is null. */
export function bindLongPress<T>(
  host: HTMLElement,
  find: (target: EventTarget | null) => T | null,
  open: (thing: T) => void,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasOpened = false;
  let from = { x: 0, y: 0 };
  const stop = () => clearTimeout(timer);

  host.addEventListener("contextmenu", (event) => {
    const thing = find(event.target);
    if (thing === null) return;
    event.preventDefault();
    stop();
    if (!hasOpened) open(thing);
  });
  host.addEventListener("pointerdown", ({ target, pointerType, clientX: x, clientY: y }) => {
    hasOpened = false;
    stop();
    const thing = find(target);
    if (pointerType === "mouse" || thing === null) return;
    from = { x, y };
    timer = setTimeout(() => {
      hasOpened = true;
      open(thing);
    }, HOLD_MS);
  });
  host.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (Math.hypot(clientX - from.x, clientY - from.y) > MAX_SLIP) stop();
  });
  for (const end of ["pointerup", "pointercancel"]) host.addEventListener(end, stop);
  // Suppresses the click that follows a long press.
  host.addEventListener(
    "click",
    (event) => {
      if (hasOpened) event.stopPropagation();
      hasOpened = false;
    },
    { capture: true },
  );
}
