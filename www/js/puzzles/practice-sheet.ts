// The sheet of the practice: the sets with the days on which they are next due, and the profile of the person's
// mistakes.

import { html, render } from "lit-html";
import type { I18n } from "../core/i18n.ts";
import { setStates } from "../practice/exercises.ts";
import type { SetState } from "../practice/exercises.ts";
import { profileOf } from "../practice/profile.ts";
import { createReviewedGames } from "../practice/reviewed-games.ts";
import { buildSheet } from "../ui/build-sheet.ts";
import type { PracticeSection } from "./practice-section.ts";
import { profileTemplate } from "./profile-view.ts";
import { iconTemplate } from "../ui/icon-template.ts";

export function createPracticeSheet(i18n: I18n, section: PracticeSection) {
  const { t } = i18n;
  const reviewed = createReviewedGames(() => localStorage);
  const { dialog, body, open } = buildSheet("practice-dialog", i18n);

  function template() {
    const sets = setStates(section.load(), section.today());
    const { games } = reviewed.load();
    return html`<p class="hint">${t(sets.length > 0 ? "practice.sheet.hint" : "practice.empty")}</p>
      <div class="field" ?hidden=${sets.length === 0}>
        <h3 class="field-label">${t("practice.sheet.sets")}</h3>
        <ul class="set-rows">
          ${sets.map(row)}
        </ul>
      </div>
      <div class="field" ?hidden=${sets.length + games.length === 0}>
        ${profileTemplate(profileOf(games), i18n)}
      </div>
      <a class="button" href="analysis.html">${t("practice.sheet.analysis")}</a>`;
  }

  function row(state: SetState, index: number) {
    const { set, due, next } = state;
    const label = t("practice.set.remove", { name: set.name });
    return html`<li class="set-row">
      <span class="set-words">
        <span class="set-name">${set.name}</span>
        <span class="hint">${describeSet(state)}</span>
      </span>
      <span class=${due > 0 ? "set-day is-due" : "set-day"}>
        ${
          due > 0
            ? t("practice.set.due", { count: due })
            : t("practice.set.next", { day: section.formatDay(next) })
        }
      </span>
      <button
        type="button"
        class="tool"
        aria-label=${label}
        title=${label}
        @click=${() => remove(state, index)}
      >
        ${iconTemplate("remove")}
      </button>
    </li>`;
  }

  const describeSet = ({ set: { kind, side }, count }: SetState) =>
    side
      ? t(`practice.set.${kind}`, { side: t(`side.${side}`), count })
      : t("practice.set.both", { count });

  /** Removes a set, and moves the focus to the button of the next set. */
  function remove({ set }: SetState, index: number) {
    section.removeSet(set, update);
    update();
    const buttons = body.querySelectorAll<HTMLElement>(".set-row button");
    const next = buttons[Math.min(index, buttons.length - 1)];
    (next ?? body.querySelector<HTMLElement>("a.button"))?.focus();
  }

  const draw = () => render(template(), body);
  const update = () => dialog.open && draw();

  return {
    show() {
      draw();
      open(t("practice.sheet.title"));
    },
    /** Updates an open sheet after a change of the language. */
    update,
  };
}
