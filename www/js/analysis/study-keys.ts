// The keys that change the study with a modifier: redo, the order of variations, the selection of moves; and copying
// and pasting lines.

interface KeyActions {
  redo(): void;
  /** Moves the variation on the board one place up (-1) or down (1). */
  order(direction: 1 | -1): void;
  /** Extends the selection of moves back (-1) or forward (1). */
  extend(direction: 1 | -1): void;
  /** Returns the text to copy; null if there is none. */
  copy(): string | null;
}

/** Returns true if a key or a command of the clipboard belongs to a text or a sheet instead of the study. */
const isElsewhere = (target: EventTarget | null) =>
  (target instanceof Element && target.closest("input, textarea, select, dialog[open]") !== null) ||
  document.querySelector("dialog:modal") !== null;

export function bindStudyKeys({ redo, order, extend, copy }: KeyActions) {
  const actions: Record<string, () => void> = {
    "Ctrl+Shift+z": redo,
    "Ctrl+y": redo,
    "Alt+ArrowUp": () => order(-1),
    "Alt+ArrowDown": () => order(1),
    "Shift+ArrowLeft": () => extend(-1),
    "Shift+ArrowRight": () => extend(1),
  };
  document.addEventListener("keydown", (event) => {
    const { key, altKey, shiftKey, ctrlKey, metaKey, target, defaultPrevented } = event;
    if (defaultPrevented || isElsewhere(target)) return;
    const names = [
      ctrlKey || metaKey ? "Ctrl" : "",
      altKey ? "Alt" : "",
      shiftKey ? "Shift" : "",
      key.length === 1 ? key.toLowerCase() : key,
    ];
    const action = actions[names.filter(Boolean).join("+")];
    if (!action) return;
    event.preventDefault(); // also keeps the keys without modifiers from being used
    action();
  });

  const mayCopy = ({ target }: Event) =>
    !isElsewhere(target) && (document.getSelection()?.isCollapsed ?? true);
  // Safari copies without a selected text only if this event is handled.
  document.addEventListener("beforecopy", (event) => {
    if (mayCopy(event)) event.preventDefault();
  });
  document.addEventListener("copy", (event) => {
    const text = mayCopy(event) ? copy() : null;
    if (text === null) return;
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
  });
}
