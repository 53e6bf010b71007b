// The editor for a position to search for: a whole position, or a few pieces with anything on the other squares.

import type { PositionQuery } from "../database/types.ts";
import { createEditor } from "../editor/editor-sheet.ts";
import { fenOfSetup, setupOf } from "../editor/setup.ts";
import type { Rules } from "../rules/records.ts";
import { boardLook } from "../shell/appearance.ts";
import type { PageShell } from "../shell/create-page.ts";

/** Creates the sheet. `choose` gets the position as a FEN, or a pattern of pieces written like a FEN. */
export async function createPositionSheet(
  { i18n, preferences }: Pick<PageShell, "i18n" | "preferences">,
  rules: Rules,
  choose: (text: string) => void,
) {
  const position = setupOf(rules.Game, null);
  const page = { i18n, rules, store: { get: () => ({ position }) } };
  const editor = await createEditor(page, {
    look: () => boardLook(preferences.settings, preferences.theme),
    play: (text) => choose(text || fenOfSetup(position)),
    command: "library.search.find",
    pieces: "library.search.pattern.how",
  });
  return {
    /** Opens the editor with the text of the current search. */
    show: (search: PositionQuery["search"], text: string) =>
      editor.show(text, search === "pattern"),
  };
}
