// A press takes the focus from a field. The field's changes wait until the press has had its click, so that the
// target of the press stays under the pointer.

let isPressed = false;

// Tests that run without a page have no events.
globalThis.addEventListener?.("mousedown", () => (isPressed = true), { capture: true });
for (const type of ["mouseup", "dragend"])
  globalThis.addEventListener?.(type, () => (isPressed = false), { capture: true });

/** Calls `act` at once; during a press just before the click reaches its target. */
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
  // A press that ends on another element brings no click.
  for (const type of ["mouseup", "dragend"])
    addEventListener(type, () => setTimeout(actOnce), options);
}
