// The name of the opening on the board, as a button that opens the search for openings.

import type { Opening } from "../../pkg/chuhe.js";
import type { I18n } from "../core/i18n.ts";
import { LANGUAGES, textIn } from "../core/languages.ts";
import type { GameClass, RulesGame } from "../rules/rules.ts";
import { button, setText } from "../ui/dom.ts";

/** The number of plies that are looked up. No named opening is longer. */
const MAX_PLIES = 30;

/** Returns the opening of a line; null if it has no name. */
export type OpeningFinder = (startFen: string | null, moves: readonly string[]) => Opening | null;

/**
 * Creates a function that finds openings. It reuses one game for all lines, because every new game would read the
 * opening names again.
 */
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
