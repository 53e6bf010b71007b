// The practice: opens the exercises that are due, one after the other, and derives the content of the panel.

import type { I18n } from "../core/i18n.ts";
import { pause } from "../engine/pace.ts";
import { dateOfDay } from "../practice/calendar-days.ts";
import {
  countDue,
  isDue,
  keyOf,
  nextDay,
  nextDue,
  setOf,
  withRestored,
  withoutExercise,
  withoutSet,
} from "../practice/exercises.ts";
import type { Exercise, ExerciseSet, Practice } from "../practice/exercises.ts";
import { familyOf } from "../practice/mistakes.ts";
import type { PracticeStorage } from "../practice/practice-storage.ts";
import { withAnswer } from "../practice/schedule.ts";
import type { Notify } from "../ui/notice.ts";
import { PracticeRoom } from "./practice-room.ts";
import type { PracticeContext } from "./practice-room.ts";
import type { SectionContent } from "./puzzle-panel.ts";
import type { RoomMessage } from "./room-context.ts";

/** The time between a right answer and the next exercise of the same line, in milliseconds. */
const CONTINUE_MS = 700;
/** The time in which a removal can be undone, in milliseconds. */
const UNDO_MS = 20_000;

interface PracticeParts {
  i18n: I18n;
  storage: PracticeStorage;
  page: Omit<PracticeContext, "note" | "done">;
  /** Returns the number of the current day, as `dayNumber` counts days. */
  today: () => number;
  notify: Notify;
}

export type PracticeSection = ReturnType<typeof createPracticeSection>;

export function createPracticeSection({ i18n, storage, page, today, notify }: PracticeParts) {
  const { t } = i18n;
  const room = new PracticeRoom({ ...page, note, done });

  /** Stores an answer. Returns the days until the exercise is due again. */
  function note(exercise: Exercise, isRight: boolean): number {
    const day = today();
    const key = keyOf(exercise);
    const { practice } = storage.change((now) => withAnswer(now, key, isRight, day));
    const stored = practice.exercises.find((other) => keyOf(other) === key);
    return Math.max(1, (stored?.card.due ?? day + 1) - day);
  }

  /** Continues the line on the board if its next exercise is due. */
  async function done() {
    const due = findNext();
    if (!due?.isContinuation) return;
    const { exercise } = room;
    await page.settle();
    await pause(CONTINUE_MS).over;
    if (room.exercise === exercise && room.status === "right") room.open(due.exercise, true);
  }

  const findNext = () =>
    nextDue(
      storage.load(),
      today(),
      room.exercise && { exercise: room.exercise, moves: room.isDone ? room.moves : null },
    );

  function next() {
    const due = findNext();
    if (due) room.open(due.exercise, due.isContinuation);
    else room.close();
  }

  /** Shows a notice about a removal, with a button to undo it. `restored` is called after the undo. */
  function offerUndo(removed: Practice, words: string, restored?: () => void) {
    const onAction = () => {
      storage.change((now) => withRestored(now, removed));
      if (!room.exercise) next();
      page.changed();
      restored?.();
    };
    notify(words, { ms: UNDO_MS, label: t("practice.undo"), onAction });
  }

  /** Removes the exercise on the board, and opens the next one. */
  function remove() {
    const { exercise } = room;
    if (!exercise) return;
    const key = keyOf(exercise);
    const { removed } = withoutExercise(storage.load(), key);
    storage.change((now) => withoutExercise(now, key).practice);
    next();
    offerUndo(removed, t("practice.removed"));
  }

  /** Removes a set. `restored` is called if the removal is undone. */
  function removeSet({ id, name }: ExerciseSet, restored?: () => void) {
    const { removed } = withoutSet(storage.load(), id);
    storage.change((now) => withoutSet(now, id).practice);
    const key = room.exercise && keyOf(room.exercise);
    if (removed.exercises.some((exercise) => keyOf(exercise) === key)) next();
    page.changed();
    offerUndo(removed, t("practice.removed.set", { name }), restored);
  }

  /** Formats a day: today, tomorrow, or its date. */
  function formatDay(day: number): string {
    const away = day - today();
    if (away <= 0) return t("practice.day.today");
    if (away === 1) return t("practice.day.tomorrow");
    return new Intl.DateTimeFormat(i18n.htmlLang, {
      weekday: "short",
      month: "long",
      day: "numeric",
    }).format(dateOfDay(day));
  }

  /** Describes the task. For an exercise made from a mistake, the text says what the mistake has cost. */
  function describeTask({ mistake }: Exercise): string {
    if (!mistake) return t("practice.task.line");
    const { name = "none", piece = "", other = "", count = 0 } = mistake.fact ?? {};
    const key = `practice.fact.${familyOf(name)}`;
    const withArticle = (letter: string) => (letter ? t(`practice.a.${letter}`) : "");
    return t(i18n.has(key) ? key : "practice.fact.none", {
      piece: withArticle(piece),
      other: withArticle(other),
      count,
    });
  }

  /** Returns the title and the task of the exercise on the board. */
  function heading(practice: Practice, exercise: Exercise) {
    const name = setOf(practice, exercise)?.name ?? t("practice.title");
    const number = roundOf(exercise);
    const title = exercise.mistake ? t("practice.move", { name, number }) : name;
    return { title, task: describeTask(exercise) };
  }

  /** Returns the texts of the panel while there is no exercise on the board. */
  function emptyTexts(practice: Practice) {
    const title = t("practice.title");
    if (practice.exercises.length === 0)
      return { title, task: t("practice.none"), words: t("practice.empty") };
    const later = nextDay(practice, today());
    const words = later
      ? t("practice.later", { day: formatDay(later.day), count: later.count })
      : "";
    return { title, task: t("practice.done"), words };
  }

  return {
    room,
    next,
    remove,
    removeSet,
    formatDay,
    load: storage.load,
    today,
    get isEmpty() {
      return storage.load().exercises.length === 0;
    },
    /** The number of exercises that are due. */
    get due() {
      return countDue(storage.load(), today());
    },

    /**
     * If the exercise on the board is not answered yet, opens it again. Otherwise opens the next exercise that is due.
     */
    enter() {
      if (!room.exercise || room.isDone) next();
      else room.open(room.exercise);
    },

    /** Returns the content of the panel. */
    content(format: (message: RoomMessage) => string): SectionContent {
      const { exercise, status } = room;
      const mayPlay = status === "play";
      const practice = storage.load();
      const due = countDue(practice, today());
      const key = exercise && keyOf(exercise);
      const isOwnDue = practice.exercises.some(
        (other) => keyOf(other) === key && isDue(other, today()),
      );
      return {
        ...(exercise
          ? { ...heading(practice, exercise), words: format(room.message), mood: room.mood }
          : emptyTexts(practice)),
        // The better line of a mistake begins in the middle of its game, so its rounds are numbered from there.
        ...(exercise?.mistake && {
          first: { round: roundOf(exercise), isReply: exercise.side === "black" },
        }),
        score: exercise ? [t("practice.due", { count: due })] : [],
        enabled: {
          next: exercise !== null && (room.isDone || due > (isOwnDue ? 1 : 0)),
          hint: mayPlay,
          show: mayPlay,
          analyse: true,
          remove: exercise !== null,
        },
      };
    },
  };
}

/**
 * Returns the number of the round in which an exercise begins, counted from the start of its game. Black may have made
 * the first move of that game.
 */
export function roundOf({ before, side }: Pick<Exercise, "before" | "side">): number {
  const hasRedBegun = (before.length % 2 === 0) === (side === "red");
  return Math.floor((before.length + (hasRedBegun ? 0 : 1)) / 2) + 1;
}
