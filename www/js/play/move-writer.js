// Moves as the person reads them: in words for newcomers, else in the notation that the settings name.

import { inWords } from "../core/words.js";
import { isForNovice } from "./state.js";

/**
 * @param {import("./state.js").State} state @param {import("../core/i18n.js").I18n} i18n
 * @returns {(text: string) => string}
 */
export const moveWriter = (state, i18n) =>
  isForNovice(state) ? (text) => inWords(text, i18n) : i18n.move;
