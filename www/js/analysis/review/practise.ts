// Below a review: its mistakes become exercises, at one press. Which side was one's own is asked, and remembered.

import { button, el, setText } from "../../ui/dom.ts";
import { segments } from "../../ui/sheet-parts.ts";
import { translate } from "../../core/i18n.ts";
import { mistakesOf, tasksOfMistakes } from "../../practice/mistakes.ts";
import { summaryOf } from "../../practice/profile.ts";
import { withGame } from "../../practice/reviewed-games.ts";

/** @typedef {import("../../core/xiangqi.ts").Side} Side */
/** @typedef {import("../../practice/reviewed-games.ts").SideChoice} SideChoice */
/** @typedef {import("../../practice/mistakes.ts").ReviewedGame} ReviewedGame */

/**
 * @typedef {object} PractiseParts
 * @property {import("../../core/i18n.ts").I18n} i18n
 * @property {import("../../rules/rules.ts").GameClass} Game
 * @property {ReturnType<typeof import("../../practice/reviewed-games.ts").createReviewedGames>} reviewed
 * @property {() => number} today
 * @property {() => ReviewedGame|null} game     null: it is not reviewed to its end
 * @property {() => Side|null} own          the person's side, where that is known
 * @property {() => string} name            what the game is called
 * @property {import("../exercising.js").Exercising["add"]} add
 */

/** @type {readonly (readonly [SideChoice, string])[]} */
const WHOSE = [
  ["red", "side.red"],
  ["black", "side.black"],
  ["both", "analysis.practice.both"],
];

/** @param {HTMLElement} host @param {PractiseParts} parts */
export function createPractise(host, parts) {
  const { i18n, Game, reviewed, today, game, own, name, add } = parts;
  const { t } = i18n;
  const title = el("h2", "review-title");
  const legend = el("legend", "review-words");
  const choice = el("fieldset", "practise-side", legend, segments("practise-side", WHOSE));
  const press = button("button button-primary", practise);
  const note = el("p", "review-note");
  press.id = "review-practise";
  host.append(title, choice, press, note);
  translate(host, i18n);
  /** What was last chosen for the game that is shown. @type {{ moves: string[], whose: SideChoice }|null} */
  let chosen = null;

  /** @returns {SideChoice} */
  function whoseNow() {
    const moves = game()?.moves;
    if (chosen && chosen.moves === moves) return chosen.whose;
    return own() ?? reviewed.load().whose;
  }

  /** @param {SideChoice} whose @returns {Side|null} */
  const sideOf = (whose) => (whose === "both" ? null : whose);

  choice.addEventListener("change", (event) => {
    const { value } = /** @type {HTMLInputElement} */ (event.target);
    chosen = { moves: game()?.moves ?? [], whose: /** @type {SideChoice} */ (value) };
    update();
  });

  function practise() {
    const one = game();
    if (!one) return;
    const whose = whoseNow();
    const side = sideOf(whose);
    const tasks = tasksOfMistakes(Game, one, side);
    const kept = { ...reviewed.load(), whose };
    // Both sides are nobody's own game.
    const summed = side ? withGame(kept, summaryOf(Game, one, side, today())) : kept;
    add({ kind: "mistake", side, name: name() }, tasks, reviewed.save(summed));
    update();
  }

  function update() {
    const one = game();
    host.hidden = one === null;
    if (!one) return;
    const whose = whoseNow();
    const count = mistakesOf(one.judged, sideOf(whose)).length;
    setText(title, t("analysis.practice.title"));
    setText(legend, t("analysis.practice.whose"));
    for (const input of choice.querySelectorAll("input")) input.checked = input.value === whose;
    setText(press, t(count > 0 ? "analysis.practice.press" : "analysis.practice.count", { count }));
    press.hidden = count === 0 && whose === "both";
    setText(note, t(count > 0 ? "analysis.practice.hint" : "analysis.practice.none"));
  }

  return { update };
}
