// The board on which what is looked for is set up: a whole position, or a few pieces with anything elsewhere.

import { createEditor } from "../editor/editor-sheet.ts";
import { fenOfSetup, setupOf } from "../editor/setup.ts";
import { boardLook } from "../shell/appearance.js";

/**
 * @param {Pick<ReturnType<typeof import("../shell/create-page.js").createPage>, "i18n"|"preferences">} page
 * @param {import("../rules/records.ts").Rules} rules
 * @param {(text: string) => void} choose  what was set up, as in a FEN
 */
export async function createPositionSheet({ i18n, preferences }, rules, choose) {
  const position = setupOf(rules.Game, null);
  const around = { i18n, rules, store: { get: () => ({ position }) } };
  const does = {
    look: () => boardLook(preferences.settings, preferences.theme),
    play: (/** @type {string} */ text) => choose(text || fenOfSetup(position)),
    command: "library.search.find",
    pieces: "library.search.pattern.how",
  };
  const editor = await createEditor(around, does);
  return {
    /** @param {import("../database/types.js").Place["search"]} search @param {string} text  what is looked for now */
    show: (search, text) => editor.show(text, search === "pattern"),
  };
}
