// A field in which moves are typed, in any notation that the rules read.

import type { MessageKey } from "../core/message-keys.ts";
import { translate } from "../core/i18n.ts";
import type { I18n } from "../core/i18n.ts";
import { button, el, i18nElement, icon, setText } from "./dom.ts";

/** The locale keys for the errors of reading a move, which are the same as for game records. */
const FAULTS: Readonly<Record<string, MessageKey>> = {
  notANotation: "record.unknownText",
  noSuchPiece: "record.noSuchPiece",
  ambiguous: "record.ambiguous",
  illegal: "record.illegalMove",
};

export interface MoveFieldActions {
  /** The element after which the field is inserted. */
  after: HTMLElement;
  /** Returns the move that a text names in the position on the board. Throws the rules' error if it cannot be read. */
  read(text: string): string;
  mayMove(): boolean;
  /**
   * Plays a move. Returns null if the move was played, and otherwise the reason why it was not. Returns an empty text
   * if the reason is shown elsewhere, such as in a question that has the focus.
   */
  play(move: string): string | null;
  announce(words: string): void;
  /** Called when the field is closed, to move the focus elsewhere. */
  leave(): void;
}

export interface MoveField {
  /** Opens the field after an element and moves the focus into it. */
  show(after?: HTMLElement): void;
}

export function createMoveField(
  i18n: I18n,
  { after, read, mayMove, play, announce, leave }: MoveFieldActions,
): MoveField {
  const { t } = i18n;
  const input = el("input", "typed-input");
  const label = i18nElement("label", "typed.label", "field-label");
  const fault = el("p", "typed-fault");
  const enter = i18nElement("button", "typed.play", "button button-small button-primary");
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

  function showFault(words: string) {
    setText(fault, words);
    input.setAttribute("aria-invalid", String(words !== ""));
    if (words) announce(words);
  }

  function hide() {
    form.hidden = true;
    leave();
  }

  function playText(text: string) {
    try {
      const reason = play(read(text));
      if (reason === "") return;
      if (reason === null) input.value = "";
      else showFault(reason);
    } catch (error) {
      const { reason = "" } = error as { reason?: string };
      showFault(t(FAULTS[reason] ?? "record.unknownText"));
    }
    input.select();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    showFault("");
    const text = input.value.trim();
    if (text === "") return;
    if (mayMove()) playText(text);
    else showFault(t("typed.wait"));
  });
  // The field may still hold a move that needed a confirmation before it was played.
  input.addEventListener("focus", () => input.select());
  form.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    // The slash is the key that opens the field, so a slash at the start of the field is not typed.
    if (event.key === "/" && (input.selectionStart ?? 0) === 0) event.preventDefault();
    if (event.key !== "Escape") return;
    event.stopPropagation();
    hide();
  });

  return {
    show(element = after) {
      if (form.previousElementSibling !== element) element.after(form);
      translate(form, i18n);
      input.placeholder = t("typed.example");
      showFault("");
      form.hidden = false;
      input.focus();
      input.select();
    },
  };
}
