// Keyboard shortcuts. They do nothing while a person types or a sheet is open.

/**
 * Binds actions to keys. The names of keys are those of `KeyboardEvent.key`, with letters in lower case. The Ctrl of
 * `Ctrl+z` stands for Command on a Mac. Returns a function that unbinds them.
 */
export function bindKeys(actions: Readonly<Record<string, () => void>>): () => void {
  const onKey = (event: KeyboardEvent) => {
    const { target } = event;
    if (event.altKey || event.defaultPrevented || !(target instanceof Element)) return;
    // The focus is still in a sheet for a moment after it has been closed.
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
