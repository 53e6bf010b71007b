// A sheet of commands. Each row has the name of a command and a description of what it does.

import type { I18n } from "../core/i18n.ts";
import { buildSheet } from "./build-sheet.ts";
import type { BuiltSheet } from "./build-sheet.ts";
import { button, el, setText } from "./dom.ts";

export interface MenuRow<Name extends string> {
  name: Name;
  element: HTMLButtonElement;
  write(label: string, meaning: string): void;
}

/** Builds a sheet with the id `ID-dialog`. Its rows have the ids `ID-NAME`. */
export function createMenuSheet<Name extends string>(
  id: string,
  i18n: I18n,
  names: readonly Name[],
  onPress: (name: Name) => void,
): BuiltSheet & { rows: MenuRow<Name>[] } {
  const rows = names.map((name): MenuRow<Name> => {
    const [label, more] = [el("span", "start-label"), el("span", "start-more")];
    const element = button("menu-way", () => onPress(name), label, more);
    element.id = `${id}-${name}`;
    return {
      name,
      element,
      write(words, meaning) {
        setText(label, words);
        setText(more, meaning);
      },
    };
  });
  const host = el("div", "menu", ...rows.map(({ element }) => element));
  return { rows, ...buildSheet(`${id}-dialog`, i18n, host) };
}
