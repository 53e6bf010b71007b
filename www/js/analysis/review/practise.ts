// The section below a review that turns its mistakes into exercises. The person chooses whose mistakes are used, and
// the choice is remembered.

import type { MessageKey } from "../../core/message-keys.ts";
import { html } from "lit-html";
import type { I18n } from "../../core/i18n.ts";
import type { Side } from "../../core/xiangqi.ts";
import { mistakesOf, tasksOfMistakes } from "../../practice/mistakes.ts";
import type { ReviewedGame } from "../../practice/mistakes.ts";
import { summaryOf } from "../../practice/profile.ts";
import { withGame } from "../../practice/reviewed-games.ts";
import type { SideChoice } from "../../practice/reviewed-games.ts";
import type { GameClass } from "../../rules/rules.ts";
import type { ExerciseAdder } from "../add-exercises.ts";

interface PractiseParts {
  i18n: I18n;
  Game: GameClass;
  exercising: ExerciseAdder;
  /** Returns the person's side, null if it is unknown. */
  own(): Side | null;
}

const CHOICES: readonly (readonly [SideChoice, MessageKey])[] = [
  ["red", "side.red"],
  ["black", "side.black"],
  ["both", "analysis.practice.both"],
];

const sideOf = (whose: SideChoice) => (whose === "both" ? null : whose);

/** Creates the function that returns the section's template for a reviewed game, or for null if there is none. */
export function createPractise(parts: PractiseParts, update: () => void) {
  const { i18n, Game, own, exercising } = parts;
  const { reviewed, today, add, gameName } = exercising;
  const { t } = i18n;
  /** The person's choice for the game on screen. */
  let chosen: { moves: string[]; whose: SideChoice } | null = null;

  const whoseIs = ({ moves }: ReviewedGame): SideChoice =>
    chosen?.moves === moves ? chosen.whose : (own() ?? reviewed.load().whose);

  function practise(game: ReviewedGame) {
    const whose = whoseIs(game);
    const side = sideOf(whose);
    const tasks = tasksOfMistakes(Game, game, side);
    const stored = { ...reviewed.load(), whose };
    // If the person chose both sides, the game does not count in their statistics.
    const summed = side ? withGame(stored, summaryOf(Game, game, side, today())) : stored;
    add({ kind: "mistake", side, name: gameName() }, tasks, reviewed.save(summed));
    update();
  }

  return (game: ReviewedGame | null) => {
    const whose = game ? whoseIs(game) : null;
    const count = game && whose ? mistakesOf(game.judged, sideOf(whose)).length : 0;
    const choose = (next: SideChoice) => {
      chosen = { moves: game?.moves ?? [], whose: next };
      update();
    };
    const choices = CHOICES.map(
      ([value, key]) =>
        html`<label>
          <input
            type="radio"
            name="practise-side"
            value=${value}
            .checked=${value === whose}
            @change=${() => choose(value)}
          /><span>${t(key)}</span>
        </label>`,
    );
    const press = t(count > 0 ? "analysis.practice.press" : "analysis.practice.count", { count });
    return html`<div class="review-practise" ?hidden=${!game}>
      <h2 class="review-title">${t("analysis.practice.title")}</h2>
      <fieldset class="practise-side">
        <legend class="review-words">${t("analysis.practice.whose")}</legend>
        <div class="segments">${choices}</div>
      </fieldset>
      <button
        type="button"
        class="button button-primary"
        id="review-practise"
        ?hidden=${count === 0 && whose === "both"}
        @click=${() => game && practise(game)}
        .textContent=${press}
      ></button>
      <p class="review-note">
        ${t(count > 0 ? "analysis.practice.hint" : "analysis.practice.none")}
      </p>
    </div>`;
  };
}
