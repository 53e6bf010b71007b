// The sheet that opens a game from a text or a file. The format is detected.

import type { I18n } from "../core/i18n.ts";
import { liveAddress, friendCodeIn } from "../rules/friend-link.ts";
import type { ReadFault } from "../rules/record-words.ts";
import { button, el, i18nElement, setText } from "../ui/dom.ts";
import { labelOf, makeSheet, show, submit, textField } from "../ui/sheet-parts.ts";

interface OpenActions {
  /** Puts a game on the board and calls `done` of the sheet; returns the fault if the game cannot be read. */
  open(data: string | File): Promise<ReadFault | null>;
  /** Opens several files; absent on a page that can open only one. */
  openAll?(files: File[]): void;
  /** Goes back to the game that was on the board before. */
  goBack(): void;
  /** Describes the game that was on the board before; returns null if there is none. */
  before(): string | null;
}

export function createOpenDialog(i18n: I18n, { open: take, openAll, goBack, before }: OpenActions) {
  const { form, text, file, fault } = makeForm();
  file.multiple = openAll !== undefined;
  const back = makeBack(() => {
    dialog.close();
    goBack();
  });
  form.append(back.element);
  const dialog = makeSheet("open", "open.title", i18n, form);

  const showFault = (data: string | File, found: ReadFault) => {
    setText(fault, found.words);
    if (typeof data === "string") selectToken(text, found);
  };
  const attempt = async (data: string | File) => {
    fault.replaceChildren();
    const code = typeof data === "string" ? friendCodeIn(data) : null;
    if (code !== null) return location.assign(liveAddress(code, document.baseURI));
    const result = await take(data);
    if (result) showFault(data, result);
  };
  text.addEventListener("input", () => fault.replaceChildren());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(text.value);
  });
  file.addEventListener("change", () => {
    const files = [...(file.files ?? [])];
    const [first] = files;
    if (openAll && files.length > 1) {
      dialog.close();
      openAll(files);
    } else if (first) void attempt(first);
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
    /** Shows why data that did not come from the sheet could not be opened. */
    refuse(data: string | File, found: ReadFault) {
      open();
      if (typeof data === "string") text.value = data;
      showFault(data, found);
    },
    /** Closes the sheet, after its game has been put on the board. */
    done() {
      text.value = "";
      dialog.close();
    },
  };
}

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

/** Makes the field with the button that goes back to the previous game. */
function makeBack(goBack: () => void) {
  const words = Object.assign(el("p", "hint"), { id: "open-back-words" });
  const press = Object.assign(button("button button-small", goBack), { id: "open-back-button" });
  press.dataset.i18n = "open.back";
  const element = el("div", "field field-head is-ruled", words, press);
  element.id = "open-back";
  return {
    element,
    /** Shows the field with a description of the previous game, or hides it for null. */
    offer(game: string | null) {
      element.hidden = game === null;
      setText(words, game ?? "");
    },
  };
}

/** Selects the token at fault in the text field. */
function selectToken(field: HTMLTextAreaElement, { token, line }: ReadFault): void {
  const lines = field.value.split("\n");
  const start = lines.slice(0, Math.max(0, (line ?? 1) - 1)).join("\n").length;
  const at = token ? field.value.indexOf(token, start) : -1;
  if (at < 0) return;
  field.focus();
  field.setSelectionRange(at, at + (token ?? "").length);
}
