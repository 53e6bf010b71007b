// The practice on the puzzles' page: what is due, one exercise after the other, and what stands around the board
// meanwhile.

import { pause } from "../engine/pace.ts";
import { dateOfDay } from "../practice/calendar-days.ts";
import { familyOf } from "../practice/mistakes.ts";
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
import { withAnswer } from "../practice/schedule.ts";
import { PracticeRoom } from "./practice-room.ts";

/** @typedef {import("../practice/exercises.ts").Exercise} Exercise */
/** @typedef {import("./puzzle-panel.ts").Shown} Shown */

/** What was right stands so long before the line goes on, in milliseconds. */
const GOES_ON_MS = 700;

/**
 * @param {object} parts
 * @param {import("../core/i18n.ts").I18n} parts.i18n
 * @param {import("../practice/practice-storage.ts").PracticeStorage} parts.storage
 * @param {Omit<import("./practice-room.ts").PracticePage, "note"|"done">} parts.page
 * @param {() => number} parts.today
 * @param {import("../ui/notice.ts").Notify} parts.notify
 */
export function createPracticeSection({ i18n, storage, page, today, notify }) {
  const { t } = i18n;
  const room = new PracticeRoom({ ...page, note, done });

  /** @param {Exercise} exercise @param {boolean} isRight @returns {number} days until it is asked again */
  function note(exercise, isRight) {
    const day = today();
    const key = keyOf(exercise);
    const { practice } = storage.change((now) => withAnswer(now, key, isRight, day));
    const known = practice.exercises.find((one) => keyOf(one) === key);
    return Math.max(1, (known?.card.due ?? day + 1) - day);
  }

  /** Where the line goes on and that is due as well, it does. */
  async function done() {
    const found = nextDue(storage.load(), today(), at());
    if (!found?.isContinuation) return;
    const { exercise } = room;
    await page.settle();
    await pause(GOES_ON_MS).over;
    if (room.exercise === exercise && room.status === "right") room.open(found.exercise, true);
  }

  const at = () =>
    room.exercise && { exercise: room.exercise, moves: room.isDone ? room.moves : null };

  /** To what is asked next, if anything is. */
  function next() {
    const found = nextDue(storage.load(), today(), at());
    if (found) room.open(found.exercise, found.isContinuation);
    else room.close();
  }

  /** What was removed can be had back. @param {import("../practice/exercises.ts").Practice} removed @param {string} words @param {() => void} [restored] */
  function offerBack(removed, words, restored) {
    const onAction = () => {
      storage.change((now) => withRestored(now, removed));
      if (!room.exercise) next();
      page.changed();
      restored?.();
    };
    notify(words, { ms: 20_000, label: t("practice.undo"), onAction });
  }

  /** Removes the exercise on the board, and goes on. */
  function remove() {
    const { exercise } = room;
    if (!exercise) return;
    const key = keyOf(exercise);
    const { removed } = withoutExercise(storage.load(), key);
    storage.change((now) => withoutExercise(now, key).practice);
    next();
    offerBack(removed, t("practice.removed"));
  }

  /** @param {import("../practice/exercises.ts").ExerciseSet} set @param {() => void} [restored]  called when it is back */
  function removeSet({ id, name }, restored) {
    const { removed } = withoutSet(storage.load(), id);
    storage.change((now) => withoutSet(now, id).practice);
    const isGone = removed.exercises.some(
      (one) => room.exercise && keyOf(one) === keyOf(room.exercise),
    );
    if (isGone) next();
    page.changed();
    offerBack(removed, t("practice.removed.set", { name }), restored);
  }

  /** A day in words: today, tomorrow, or its date. @param {number} day */
  function sayDay(day) {
    const away = day - today();
    if (away <= 0) return t("practice.day.today");
    if (away === 1) return t("practice.day.tomorrow");
    const form = new Intl.DateTimeFormat(i18n.htmlLang, {
      weekday: "short",
      month: "long",
      day: "numeric",
    });
    return form.format(dateOfDay(day));
  }

  /** What a mistake did, and the question. @param {Exercise} exercise */
  function sayTask({ mistake }) {
    if (!mistake) return t("practice.task.line");
    const { name = "none", piece = "", other = "", count = 0 } = mistake.fact ?? {};
    const key = `practice.fact.${familyOf(name)}`;
    const a = (/** @type {string} */ letter) => (letter ? t(`practice.a.${letter}`) : "");
    return t(i18n.has(key) ? key : "practice.fact.none", {
      piece: a(piece),
      other: a(other),
      count,
    });
  }

  /** Title and task of what is on the board, or of nothing. */
  function sayAsked() {
    const { exercise } = room;
    const practice = storage.load();
    if (exercise) {
      const name = setOf(practice, exercise)?.name ?? t("practice.title");
      const number = roundOf(exercise);
      const title = exercise.mistake ? t("practice.move", { name, number }) : name;
      return { title, task: sayTask(exercise) };
    }
    const isEmpty = practice.exercises.length === 0;
    return { title: t("practice.title"), task: t(isEmpty ? "practice.none" : "practice.done") };
  }

  /** What is said where nothing is asked. */
  function sayRest() {
    const practice = storage.load();
    const later = nextDay(practice, today());
    if (practice.exercises.length === 0) return t("practice.empty");
    return later ? t("practice.later", { day: sayDay(later.day), count: later.count }) : "";
  }

  return {
    room,
    next,
    remove,
    removeSet,
    sayDay,
    load: storage.load,
    today,
    /** Nothing was ever added, or all of it was deleted. */
    get isEmpty() {
      return storage.load().exercises.length === 0;
    },
    get due() {
      return countDue(storage.load(), today());
    },

    /** Whoever comes here meets what is due; what is on the board stays there. */
    enter() {
      if (!room.exercise || room.isDone) next();
      else room.open(room.exercise);
    },

    /**
     * @param {(words: import("./puzzle-room.ts").Words) => string} say @param {import("../core/xiangqi.ts").Notation} notation
     * @returns {Shown}
     */
    shown(say, notation) {
      const { exercise, status } = room;
      const mayPlay = status === "play";
      const practice = storage.load();
      const due = countDue(practice, today());
      const key = exercise && keyOf(exercise);
      const mine = practice.exercises.some((one) => keyOf(one) === key && isDue(one, today()))
        ? 1
        : 0;
      return {
        section: "practice",
        ...sayAsked(),
        grade: null,
        themes: [],
        words: exercise ? say(room.words) : sayRest(),
        mood: exercise ? room.mood : "plain",
        written: room.written(notation),
        // Of a mistake the better line is shown, which begins in the midst of its game.
        ...(exercise?.mistake
          ? { first: { round: roundOf(exercise), isReply: exercise.side === "black" } }
          : {}),
        notation,
        score: exercise ? [t("practice.due", { count: due })] : [],
        enabled: {
          previous: false,
          next: exercise !== null && (room.isDone || due > mine),
          hint: mayPlay,
          show: mayPlay,
          again: false,
          analyse: true,
          back: false,
          remove: exercise !== null,
        },
      };
    },
  };
}

/** Which round of its game an exercise is in; Black may have begun. @param {Pick<Exercise, "before"|"side">} exercise */
export function roundOf({ before, side }) {
  const hasRedBegun = (before.length % 2 === 0) === (side === "red");
  return Math.floor((before.length + (hasRedBegun ? 0 : 1)) / 2) + 1;
}

/** @typedef {ReturnType<typeof createPracticeSection>} PracticeSection */
