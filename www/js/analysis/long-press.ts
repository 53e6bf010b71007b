// A press that asks for more: the right button, the menu key, or a finger that stays.

const HOLD_MS = 500;
/** A finger that moves this far is scrolling, in pixels. */
const SLIP = 10;

/**
 * @template T
 * @param {HTMLElement} host @param {(target: EventTarget|null) => T|null} what @param {(thing: T) => void} ask
 */
export function bindLongPress(host, what, ask) {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;
  let held = false;
  let from = { x: 0, y: 0 };
  const stop = () => clearTimeout(timer);

  host.addEventListener("contextmenu", (event) => {
    const thing = what(event.target);
    if (thing === null) return;
    event.preventDefault();
    stop();
    if (!held) ask(thing);
  });
  host.addEventListener("pointerdown", (event) => {
    held = false;
    stop();
    const thing = what(event.target);
    if (event.pointerType === "mouse" || thing === null) return;
    from = { x: event.clientX, y: event.clientY };
    timer = setTimeout(() => {
      held = true;
      ask(thing);
    }, HOLD_MS);
  });
  host.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (Math.hypot(clientX - from.x, clientY - from.y) > SLIP) stop();
  });
  for (const end of ["pointerup", "pointercancel"]) host.addEventListener(end, stop);
  // The press that asked is not also a click.
  host.addEventListener(
    "click",
    (event) => {
      if (held) event.stopPropagation();
      held = false;
    },
    { capture: true },
  );
}
