// The row of things one can do to the game.

import { button, el, icon, setText } from "../../ui/dom.ts";
import { isOver, isPersonsTurn, redoTarget, undoTarget } from "../state.ts";

/** @typedef {"new"|"hint"|"undo"|"redo"|"flip"|"open"|"export"|"more"} Control */

/**
 * @param {HTMLElement} host
 * @param {import("../../core/i18n.ts").I18n} i18n
 * @param {Record<Control, () => void>} actions
 */
export function createControls(host, i18n, actions) {
  const make = (/** @type {Control} */ name) => {
    const label = el("span");
    const element = button("control", actions[name], icon(name), label);
    element.id = `control-${name}`;
    host.append(element);
    return { element, label, name };
  };
  const [fresh, hint, undo, redo] = [make("new"), make("hint"), make("undo"), make("redo")];
  const rest = [make("flip"), make("open"), make("export"), make("more")];
  const all = [fresh, hint, undo, redo, ...rest];

  return {
    /** @param {import("../state.ts").State} state */
    update(state) {
      for (const { label, name } of all) setText(label, i18n.t(`control.${name}`));
      for (const { element } of all) element.disabled = !state.ready;
      undo.element.disabled = !state.ready || undoTarget(state) === null;
      redo.element.disabled = !state.ready || redoTarget(state) === null;
      hint.element.disabled = !state.ready || !isPersonsTurn(state);
      hint.element.classList.toggle("is-busy", state.hint?.status === "asked");
      fresh.element.classList.toggle("is-inviting", isOver(state));
    },
  };
}
