import type { I18n } from "../../core/i18n.ts";
import { button, el, icon, setText } from "../../ui/dom.ts";
import { isOver, isPersonsTurn, redoTarget, undoTarget } from "../state.ts";
import type { State } from "../state.ts";

const CONTROLS = ["new", "hint", "undo", "redo", "flip", "open", "export", "more"] as const;
type Control = (typeof CONTROLS)[number];

/** Creates the row of buttons below the board. */
export function createControls(
  host: HTMLElement,
  i18n: I18n,
  commands: Record<Control, () => void>,
) {
  const controls = CONTROLS.map((name) => {
    const label = el("span");
    const element = button("control", commands[name], icon(name), label);
    element.id = `control-${name}`;
    host.append(element);
    return { element, label, name };
  });

  return {
    update(state: State) {
      const isDisabled: Partial<Record<Control, boolean>> = {
        undo: undoTarget(state) === null,
        redo: redoTarget(state) === null,
        hint: !isPersonsTurn(state),
      };
      for (const { element, label, name } of controls) {
        setText(label, i18n.t(`control.${name}`));
        element.disabled = !state.ready || isDisabled[name] === true;
        if (name === "hint") element.classList.toggle("is-busy", state.hint?.status === "pending");
        if (name === "new") element.classList.toggle("is-inviting", isOver(state));
      }
    },
  };
}
