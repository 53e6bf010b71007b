// A press takes the focus from a field. What the field changes then waits until the press has been heard, so that its target
// stays under the pointer.

let isPressed = false;

// Tests that run without a page have no events.
globalThis.addEventListener?.("mousedown", () => (isPressed = true), { capture: true });
for (const type of ["mouseup", "dragend"])
  globalThis.addEventListener?.(type, () => (isPressed = false), { capture: true });

/** Acts at once, or during a press just before what is pressed hears the click. @param {() => void} act */
export function afterPress(act) {
  if (!isPressed) return act();
  const waiting = new AbortController();
  const how = { capture: true, signal: waiting.signal };
  const go = () => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    act();
  };
  addEventListener("click", go, how);
  // A press that ends elsewhere is no click.
  for (const type of ["mouseup", "dragend"]) addEventListener(type, () => setTimeout(go), how);
}
