// The name of the opening of the line on the board, as a button that searches for another opening.

import type { Opening } from "../../pkg/chuhe.js";
import type { I18n } from "../core/i18n.ts";
import { LANGUAGES, textIn } from "../core/languages.ts";
import type { GameClass, RulesGame } from "../rules/rules.ts";
import { button, setText } from "../ui/dom.ts";

/** Plies after which no opening has a name of its own, with a margin. */
const MAX_PLIES = 30;

/** Returns the opening of a line; null if it has no name. */
export type OpeningFinder = (startFen: string | null, moves: readonly string[]) => Opening | null;

/** Finds openings with one game that is moved to each line, so that the names are read once, when they are first used. */
export function createOpeningFinder(Game: GameClass): OpeningFinder {
  let game: RulesGame | null = null;
  return (startFen, moves) => {
    if (startFen !== null || moves.length === 0) return null;
    game ??= new Game();
    const before = game.moves();
    const line = moves.slice(0, MAX_PLIES);
    const fork = before.findIndex((move, index) => move !== line[index]);
    const common = fork < 0 ? before.length : fork;
    for (let count = before.length; count > common; count--) game.undo();
    for (const move of line.slice(common)) game.play(move);
    return game.view("iccs").opening;
  };
}

export function createOpeningName(host: HTMLElement, i18n: I18n, onPress: () => void) {
  const element = button("opening-name", onPress);
  element.id = "opening-name";
  element.setAttribute("aria-haspopup", "dialog");
  host.prepend(element);
  return {
    update(opening: Opening | null) {
      const { text, lang } = textIn(opening, i18n.lang);
      setText(element, text || i18n.t("analysis.opening.find"));
      element.lang = LANGUAGES[lang].htmlLang;
      element.title = i18n.t("analysis.opening.find");
      element.toggleAttribute("data-named", text !== "");
    },
  };
}
