// A press outside a field takes the focus from the field, and this may change the page. Such changes wait until the
// click. Otherwise they could move the target of the press away from the pointer.

let isPressed = false;

// Tests that run without a page have no global `addEventListener`.
globalThis.addEventListener?.("mousedown", () => (isPressed = true), { capture: true });
for (const type of ["mouseup", "dragend"])
  globalThis.addEventListener?.(type, () => (isPressed = false), { capture: true });

/** Calls `act` at once. During a press, defers the call until the click event, before the event reaches its target. */
export function afterPress(act: () => void): void {
  if (!isPressed) return act();
  const waiting = new AbortController();
  const options = { capture: true, signal: waiting.signal };
  const actOnce = () => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    act();
  };
  addEventListener("click", actOnce, options);
  // A press that ends on another element causes no click.
  for (const type of ["mouseup", "dragend"])
    addEventListener(type, () => setTimeout(actOnce), options);
}
