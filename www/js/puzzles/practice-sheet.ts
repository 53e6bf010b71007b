// The sheet of the practice: what is practised, set by set, and when it is asked again; and where chances are lost.

import { button, el, icon, setText } from "../ui/dom.ts";
import { buildSheet } from "../ui/build-sheet.ts";
import { setStates } from "../practice/exercises.ts";
import { profileOf } from "../practice/profile.ts";
import { createReviewedGames } from "../practice/reviewed-games.ts";
import { showProfile } from "./profile-view.ts";

/** @typedef {import("../practice/exercises.ts").SetState} SetState */

/** @param {import("../core/i18n.ts").I18n} i18n @param {import("./practice-section.ts").PracticeSection} section */
export function createPracticeSheet(i18n, section) {
  const { t } = i18n;
  const hint = el("p", "hint");
  const title = el("h3", "field-label");
  const rows = el("ul", "set-rows");
  const way = el("a", "button");
  way.href = "analysis.html";
  const list = el("div", "field", title, rows);
  const profile = el("div", "field");
  const reviewed = createReviewedGames(() => localStorage);
  const made = buildSheet("practice-dialog", i18n, hint, list, profile, way);

  /** @param {SetState} state @param {number} index */
  function row({ set, count, due, next }, index) {
    const { name, kind, side } = set;
    const about = side
      ? t(`practice.set.${kind}`, { side: t(`side.${side}`), count })
      : t("practice.set.both", { count });
    const when =
      due > 0
        ? t("practice.set.due", { count: due })
        : t("practice.set.next", { day: section.sayDay(next) });
    const remove = button(
      "tool",
      () => {
        section.removeSet(set, retell);
        update();
        const left = rows.querySelectorAll("button");
        (left[Math.min(index, left.length - 1)] ?? way).focus();
      },
      icon("remove"),
    );
    remove.ariaLabel = remove.title = t("practice.set.remove", { name });
    const words = el("span", "set-words", el("span", "set-name", name), el("span", "hint", about));
    const day = el("span", due > 0 ? "set-day is-due" : "set-day", when);
    return el("li", "set-row", words, day, remove);
  }

  function update() {
    const sets = setStates(section.load(), section.today());
    setText(hint, t(sets.length > 0 ? "practice.sheet.hint" : "practice.empty"));
    setText(title, t("practice.sheet.sets"));
    setText(way, t("practice.sheet.analysis"));
    list.hidden = sets.length === 0;
    const { games } = reviewed.load();
    profile.hidden = sets.length + games.length === 0;
    profile.replaceChildren(...showProfile(profileOf(games), i18n));
    rows.replaceChildren(...sets.map(row));
  }

  const retell = () => {
    if (made.dialog.open) update();
  };

  return {
    show() {
      update();
      made.open(t("practice.sheet.title"));
    },
    /** The language has changed. */
    retell,
  };
}
