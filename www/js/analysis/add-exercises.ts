// Adds mistakes of a review and lines of the tree to the exercises, and shows a notice with the result.

import type { I18n } from "../core/i18n.ts";
import { textIn } from "../core/languages.ts";
import { dayNumber } from "../practice/calendar-days.ts";
import { MAX_EXERCISES, withTasks } from "../practice/exercises.ts";
import type { ExerciseSet, Task } from "../practice/exercises.ts";
import { createPracticeStorage } from "../practice/practice-storage.ts";
import type { PracticeProblem } from "../practice/practice-storage.ts";
import { createReviewedGames } from "../practice/reviewed-games.ts";
import { describeGame } from "../rules/record-words.ts";
import type { Notify } from "../ui/notice.ts";
import type { OpeningFinder } from "./opening-name.ts";
import type { StudyData } from "./study.ts";

interface ExercisePage {
  notify: Notify;
  data: () => StudyData;
  openingOf: OpeningFinder;
}

export type ExerciseAdder = ReturnType<typeof createExerciseAdder>;

export function createExerciseAdder(i18n: I18n, { notify, data, openingOf }: ExercisePage) {
  const { t } = i18n;
  const onProblem = (code: PracticeProblem) =>
    notify(t(`analysis.practice.store.${code}`), { ms: 0 });
  const area = () => localStorage;
  const exercises = createPracticeStorage(area, onProblem);
  const today = () => dayNumber(new Date());

  const date = () =>
    new Intl.DateTimeFormat(i18n.htmlLang, { dateStyle: "medium" }).format(new Date());
  const name = () => describeGame(data().tags, i18n);

  function report({ added, existing, refused }: Record<"added" | "existing" | "refused", number>) {
    const onAction = () => (location.href = "puzzles.html#practice");
    const action = { ms: 12_000, label: t("analysis.practice.now"), onAction };
    if (refused > 0)
      notify(t("analysis.practice.refused", { most: MAX_EXERCISES, count: refused }), { ms: 0 });
    else if (added > 0) notify(t("analysis.practice.added", { count: added }), action);
    else notify(t(existing > 0 ? "analysis.practice.known" : "analysis.practice.counted"));
  }

  return {
    reviewed: createReviewedGames(area, onProblem),
    today,

    gameName: () => name() || t("analysis.practice.game", { day: date() }),

    /** Returns a name for a line: the name of its opening, else the players' names, else the date. */
    lineName(moves: readonly string[]) {
      const { text } = textIn(openingOf(data().startFen, moves), i18n.lang);
      return text || name() || t("analysis.practice.line", { day: date() });
    },

    /**
     * Adds exercises to the set that `description` describes, and shows the result. Shows no result if the exercises
     * could not be stored, or if `isRestStored` is false because other data of the same command could not be stored. In
     * both cases, the storage has already reported the failure.
     */
    add(description: Omit<ExerciseSet, "id">, tasks: readonly Task[], isRestStored = true) {
      const day = today();
      const counts = { added: 0, existing: 0, refused: 0 };
      const { isStored } = exercises.change((now) => {
        const { practice, ...next } = withTasks(now, description, tasks, day);
        Object.assign(counts, next);
        return practice;
      });
      if (isStored && isRestStored) report(counts);
    },
  };
}
