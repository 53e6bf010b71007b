// Moves as the person reads them: in words for newcomers, else in the notation that the settings name.

import { spellOutWxf } from "../core/words.ts";
import { isForNovice } from "./state.ts";

/**
 * @param {import("./state.ts").State} state @param {import("../core/i18n.ts").I18n} i18n
 * @returns {(text: string) => string}
 */
export const moveWriter = (state, i18n) =>
  isForNovice(state) ? (text) => spellOutWxf(text, i18n) : i18n.move;
