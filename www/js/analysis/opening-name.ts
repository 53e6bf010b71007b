// What the opening of the line on the board is called, and the way to look for another: a button over the moves.

import { LANGUAGES, textIn } from "../core/languages.ts";
import { button, setText } from "../ui/dom.ts";

/** Plies after which no opening has a name of its own any more, and some. */
const DEEPEST = 30;

/**
 * Tells openings by one game that goes along with whoever asks: the names are read once, when they are first wanted.
 * @param {import("../rules/rules.ts").GameClass} Game
 * @returns {(startFen: string|null, moves: readonly string[]) => import("../../pkg/chuhe.js").Opening|null}
 */
export function createNamer(Game) {
  /** @type {InstanceType<typeof Game>|null} */
  let game = null;
  return (startFen, moves) => {
    if (startFen !== null || moves.length === 0) return null;
    game ??= new Game();
    const held = game.moves();
    const wanted = moves.slice(0, DEEPEST);
    const parts = held.findIndex((move, index) => move !== wanted[index]);
    const same = parts < 0 ? held.length : parts;
    for (let count = held.length; count > same; count--) game.undo();
    for (const move of wanted.slice(same)) game.play(move);
    return game.view("iccs").opening;
  };
}

/** @param {HTMLElement} host @param {import("../core/i18n.ts").I18n} i18n @param {() => void} find */
export function createOpeningName(host, i18n, find) {
  const made = button("opening-name", find);
  made.id = "opening-name";
  made.setAttribute("aria-haspopup", "dialog");
  host.prepend(made);
  return {
    /** @param {import("../../pkg/chuhe.js").Opening|null} opening */
    update(opening) {
      const { text, lang } = textIn(opening, i18n.lang);
      setText(made, text || i18n.t("analysis.opening.find"));
      made.lang = LANGUAGES[lang].htmlLang;
      made.title = i18n.t("analysis.opening.find");
      made.toggleAttribute("data-named", text !== "");
    },
  };
}
