// Shortcuts: single keys, silent while somebody types or a sheet is open.

/**
 * @param {Record<string, () => void>} actions  by `KeyboardEvent.key`, letters in lower case; `Ctrl+z` is Command on a Mac
 * @returns {() => void} unbinds
 */
export function bindKeys(actions) {
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.altKey || event.defaultPrevented) return;
    const target = /** @type {HTMLElement} */ (event.target);
    // For a moment the focus stays in a sheet that has just been closed.
    if (
      target.closest("input, textarea, select, dialog[open]") ||
      document.querySelector("dialog:modal")
    )
      return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const isCtrl = event.ctrlKey || event.metaKey;
    if (isCtrl && event.shiftKey) return;
    const action = actions[isCtrl ? `Ctrl+${key}` : key];
    if (!action) return;
    if (key.startsWith("Arrow") && target.closest(".moves-scroll")) return;
    event.preventDefault();
    action();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}
