// The sheet that opens a game from a text or a file. Nothing is asked about its type.

import { byId, setText } from "./dom.js";
import { sheet } from "./dialogs.js";

/** @typedef {{ words: string, token?: string, line?: number|null }} Fault  what is wrong, and where */

/**
 * @param {object} does
 * @param {(data: string|File) => Promise<Fault|null>} does.open  puts it on the board and calls `done`; else
 *        what is wrong
 * @param {() => void} does.goBack                                to the game before
 * @param {() => string|null} does.before                         the game before in words, if there is one
 */
export function createOpenDialog({ open, goBack, before }) {
  const dialog = sheet("open-dialog");
  const text = /** @type {HTMLTextAreaElement} */ (byId("open-text"));
  const file = /** @type {HTMLInputElement} */ (byId("open-file"));
  const fault = byId("open-fault");
  const back = byId("open-back");

  /** @param {string|File} data */
  const attempt = async (data) => {
    fault.replaceChildren();
    const found = await open(data);
    if (!found) return;
    setText(fault, found.words);
    if (typeof data === "string") point(text, found);
  };
  text.addEventListener("input", () => fault.replaceChildren());
  byId("open-form").addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(text.value);
  });
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen) void attempt(chosen);
    file.value = ""; // so that the same file can be chosen again
  });
  byId("open-back-button").addEventListener("click", () => {
    dialog.close();
    goBack();
  });

  const show = () => {
    const words = before();
    back.hidden = words === null;
    setText(byId("open-back-words"), words ?? "");
    if (dialog.open) return;
    fault.replaceChildren();
    dialog.showModal();
    dialog.scrollTop = 0;
  };

  return {
    show,
    /** Something came from elsewhere than the sheet and could not be opened. @param {string|File} data @param {Fault} found */
    refuse(data, found) {
      show();
      if (typeof data === "string") text.value = data;
      setText(fault, found.words);
      if (typeof data === "string") point(text, found);
    },
    /** The game is on the board; what was typed is not needed again. */
    done() {
      text.value = "";
      dialog.close();
    },
  };
}

/** Marks the first bad token in the text. @param {HTMLTextAreaElement} field @param {Fault} fault */
function point(field, { token, line }) {
  const lines = field.value.split("\n");
  const start = lines.slice(0, Math.max(0, (line ?? 1) - 1)).join("\n").length;
  const at = token ? field.value.indexOf(token, start) : -1;
  if (at < 0) return;
  field.focus();
  field.setSelectionRange(at, at + (token ?? "").length);
}
