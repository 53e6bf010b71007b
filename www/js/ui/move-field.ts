// A field beside the moves to type moves into, in any notation that the rules read.

import { translate } from "../core/i18n.js";
import { button, el, icon, said, setText } from "./dom.ts";

/** What the rules' reader says is wrong, in the words for records. @type {Record<string, string>} */
const FAULTS = {
  notANotation: "record.unknownText",
  noSuchPiece: "record.noSuchPiece",
  ambiguous: "record.ambiguous",
  illegal: "record.illegalMove",
};

/**
 * @param {import("../core/i18n.js").I18n} i18n
 * @param {object} does
 * @param {HTMLElement} does.after                 which the field follows
 * @param {(text: string) => string} does.read     the move that a text names now; throws what the rules throw
 * @param {() => boolean} does.mayMove
 * @param {(move: string) => string|null} does.play  null: it was played; else why not, or nothing where that is said
 * @param {(words: string) => void} does.announce
 * @param {() => void} does.leave                  takes the focus back
 */
export function createTyped(i18n, { after, read, mayMove, play, announce, leave }) {
  const { t } = i18n;
  const input = el("input", "typed-input");
  const label = said("label", "typed.label", "field-label");
  const fault = el("p", "typed-fault");
  const enter = said("button", "typed.play", "button button-small button-primary");
  const close = button("tool", () => hide(), icon("close"));
  close.dataset.i18nLabel = "action.close";
  const form = el("form", "typed", label, input, enter, close, fault);
  form.id = "typed";
  input.id = "typed-move";
  fault.id = "typed-fault";
  label.htmlFor = input.id;
  Object.assign(input, { autocomplete: "off", spellcheck: false, autocapitalize: "off" });
  input.setAttribute("aria-describedby", fault.id);
  after.after(form);

  /** @param {string} words */
  function refuse(words) {
    setText(fault, words);
    input.setAttribute("aria-invalid", String(words !== ""));
    if (words) announce(words);
  }

  function hide() {
    form.hidden = true;
    leave();
  }

  function enterMove() {
    refuse("");
    const text = input.value.trim();
    if (text === "") return;
    if (!mayMove()) return refuse(t("typed.wait"));
    try {
      const reason = play(read(text));
      if (reason === "") return; // a question has the focus
      if (reason === null) input.value = "";
      else refuse(reason);
    } catch (error) {
      const { reason = "" } = /** @type {{ reason?: string }} */ (error);
      refuse(t(FAULTS[reason] ?? "record.unknownText"));
    }
    input.select();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    enterMove();
  });
  // What was asked about before it was played stands there still.
  input.addEventListener("focus", () => input.select());
  form.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    // The key that leads here is pressed again: one is here.
    if (event.key === "/" && (input.selectionStart ?? 0) === 0) event.preventDefault();
    if (event.key !== "Escape") return;
    event.stopPropagation();
    hide();
  });

  return {
    /** Opens the field, in the language of now, and goes into it. @param {HTMLElement} [beside] which it follows this time */
    show(beside = after) {
      if (form.previousElementSibling !== beside) beside.after(form);
      translate(form, i18n);
      input.placeholder = t("typed.example");
      refuse("");
      form.hidden = false;
      input.focus();
      input.select();
    },
  };
}
