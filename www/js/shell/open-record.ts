// The sheet that opens a game from a text or a file. Nothing is asked about its type.

import { button, el, i18nElement, setText } from "../ui/dom.ts";
import { labelOf, makeSheet, show, submit, textField } from "../ui/sheet-parts.ts";

/** @typedef {import("../rules/record-words.ts").ReadFault} Fault */

/**
 * @param {import("../core/i18n.ts").I18n} i18n
 * @param {object} does
 * @param {(data: string|File) => Promise<Fault|null>} does.open  puts it on the board and calls `done`; else
 *        what is wrong
 * @param {(files: File[]) => void} [does.openAll]                several of them, where they can be gone through
 * @param {() => void} does.goBack                                to the game before
 * @param {() => string|null} does.before                         the game before in words, if there is one
 */
export function createOpenDialog(i18n, { open: take, openAll, goBack, before }) {
  const { form, text, file, fault } = makeForm();
  file.multiple = openAll !== undefined;
  const back = makeBack(() => {
    dialog.close();
    goBack();
  });
  form.append(back.element);
  const dialog = makeSheet("open", "open.title", i18n, form);

  /** @param {string|File} data */
  const attempt = async (data) => {
    fault.replaceChildren();
    const found = await take(data);
    if (!found) return;
    setText(fault, found.words);
    if (typeof data === "string") point(text, found);
  };
  text.addEventListener("input", () => fault.replaceChildren());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(text.value);
  });
  file.addEventListener("change", () => {
    const chosen = [...(file.files ?? [])];
    if (openAll && chosen.length > 1) {
      dialog.close();
      openAll(chosen);
    } else if (chosen.length > 0) void attempt(chosen[0]);
    file.value = ""; // so that the same file can be chosen again
  });

  const open = () => {
    back.offer(before());
    if (dialog.open) return;
    fault.replaceChildren();
    show(dialog);
  };

  return {
    show: open,
    /** Something came from elsewhere than the sheet and could not be opened. @param {string|File} data @param {Fault} found */
    refuse(data, found) {
      open();
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

/** To paste into, or to choose a file by. */
function makeForm() {
  const text = Object.assign(textField("open-text", 7), { autofocus: true });
  text.setAttribute("aria-describedby", "open-hint");
  const hint = Object.assign(i18nElement("p", "open.hint", "hint"), { id: "open-hint" });
  const fault = Object.assign(el("p", "faults"), { id: "open-fault" });
  const alert = el("div", "", fault);
  alert.setAttribute("role", "alert");
  const file = Object.assign(el("input", "unseen"), { type: "file", id: "open-file" });
  const choose = el("label", "button button-file", file, i18nElement("span", "open.file"));
  const send = Object.assign(submit("open.start"), { autofocus: false });
  const form = el(
    "form",
    "",
    el("div", "field", labelOf("open.text", text.id), text, hint, alert),
    el("div", "sheet-actions is-pair", choose, send),
  );
  form.id = "open-form";
  return { form, text, file, fault };
}

/** Back to the game before. @param {() => void} goBack */
function makeBack(goBack) {
  const words = Object.assign(el("p", "hint"), { id: "open-back-words" });
  const way = Object.assign(button("button button-small", goBack), { id: "open-back-button" });
  way.dataset.i18n = "open.back";
  const element = el("div", "field field-head is-ruled", words, way);
  element.id = "open-back";
  return {
    element,
    /** @param {string|null} game in words */
    offer(game) {
      element.hidden = game === null;
      setText(words, game ?? "");
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
