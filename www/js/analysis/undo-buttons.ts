// The buttons that undo and redo changes of the study. Their names say what would be undone.

import type { I18n } from "../core/i18n.ts";
import { button, el, icon } from "../ui/dom.ts";
import type { EditKind } from "./study-history.ts";

interface UndoActions {
  /** Returns what would be undone and redone next; null if there is nothing. */
  next(): { undo: EditKind | null; redo: EditKind | null };
  undo(): void;
  redo(): void;
}

export function createUndoButtons(
  host: HTMLElement,
  { t }: I18n,
  { next, ...actions }: UndoActions,
) {
  const names = ["undo", "redo"] as const;
  const buttons = names.map((name) => {
    const element = button("step", actions[name], icon(name));
    element.id = `edit-${name}`;
    return { name, element };
  });
  host.append(el("div", "undo-bar", ...buttons.map(({ element }) => element)));

  return {
    update() {
      const kinds = next();
      for (const { name, element } of buttons) {
        const kind = kinds[name];
        const what = kind && t(`analysis.edit.${kind}`);
        const label = what ? t(`analysis.${name}.next`, { what }) : t(`analysis.${name}.do`);
        if (element.title === label) continue;
        element.title = label;
        element.ariaLabel = label;
        // `disabled` would drop the keyboard's focus after the last change.
        element.ariaDisabled = String(!kind);
      }
    },
  };
}
