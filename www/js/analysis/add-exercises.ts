// What of the analysis becomes exercises, and what is told of it: mistakes of a review, and lines to be learned.

import { textIn } from "../core/languages.ts";
import { dayNumber } from "../practice/calendar-days.ts";
import { MAX_EXERCISES, withTasks } from "../practice/exercises.ts";
import { createPracticeStorage } from "../practice/practice-storage.ts";
import { createReviewedGames } from "../practice/reviewed-games.ts";
import { describePlayers } from "../rules/record-words.ts";

/**
 * @param {import("../core/i18n.ts").I18n} i18n
 * @param {object} page
 * @param {import("../ui/notice.ts").Notify} page.notify
 * @param {() => import("./study.ts").StudyData} page.data
 * @param {ReturnType<typeof import("./opening-name.ts").createNamer>} page.nameOf
 */
export function createExercising(i18n, { notify, data, nameOf }) {
  const { t } = i18n;
  const onProblem = (/** @type {string} */ code) =>
    notify(t(`analysis.practice.store.${code}`), { ms: 0 });
  const area = () => localStorage;
  const exercises = createPracticeStorage(area, onProblem);
  const today = () => dayNumber(new Date());

  const date = () =>
    new Intl.DateTimeFormat(i18n.htmlLang, { dateStyle: "medium" }).format(new Date());
  const players = () => describePlayers(data().tags, i18n);

  /** @param {{ added: number, existing: number, refused: number }} counts */
  function told({ added, existing, refused }) {
    const onAction = () => (location.href = "puzzles.html#practice");
    const way = { ms: 12_000, label: t("analysis.practice.now"), onAction };
    if (refused > 0)
      notify(t("analysis.practice.refused", { most: MAX_EXERCISES, count: refused }), { ms: 0 });
    else if (added > 0) notify(t("analysis.practice.added", { count: added }), way);
    else notify(t(existing > 0 ? "analysis.practice.known" : "analysis.practice.counted"));
  }

  return {
    reviewed: createReviewedGames(area, onProblem),
    today,

    /** What the game is called. */
    gameName: () => players() || t("analysis.practice.game", { day: date() }),

    /** What a line is called: by its opening, where that has a name. @param {string[]} moves */
    lineName(moves) {
      const { text } = textIn(nameOf(data().startFen, moves), i18n.lang);
      return text || players() || t("analysis.practice.line", { day: date() });
    },

    /**
     * Adds exercises, and says so if they are stored; else the store has said why not.
     * @param {Omit<import("../practice/exercises.ts").ExerciseSet, "id">} about
     * @param {import("../practice/exercises.ts").Task[]} tasks
     * @param {boolean} [isRestStored]  what goes along with them; else nothing more is said
     */
    add(about, tasks, isRestStored = true) {
      const day = today();
      const counts = { added: 0, existing: 0, refused: 0 };
      const { isStored } = exercises.change((now) => {
        const { practice, ...next } = withTasks(now, about, tasks, day);
        Object.assign(counts, next);
        return practice;
      });
      if (isStored && isRestStored) told(counts);
    },
  };
}

/** @typedef {ReturnType<typeof createExercising>} Exercising */
