// What a person practises: positions with the moves that are right there, each with the day on which it is asked again.
// Pure data; exercises are never changed in place.

import { dueAfter, remembered } from "./memory.ts";

/** @typedef {import("../core/xiangqi.ts").Side} Side */
/** @typedef {import("../core/xiangqi.ts").Ruleset} Ruleset */
/** @typedef {"mistake"|"line"} Kind  of one's own games, or of lines to be learned */

/**
 * When it is asked, and how it went.
 * @typedef {object} Card
 * @property {import("./memory.ts").Memory|null} memory  null until it was asked
 * @property {number} due          a day, see memory.js
 * @property {number|null} last    the day on which it was asked last
 * @property {number} asked        how often
 * @property {number} missed       how often it was not known
 */

/**
 * What a review found.
 * @typedef {object} Mistake
 * @property {string} played
 * @property {string[]} better      the better move first
 * @property {import("../explain/explain.js").Fact|null} fact  what the move lost or missed; null where nothing is proved
 */

/** @typedef {{ move: string, set: number }} Answer  a right move, and the set that it belongs to */

/**
 * @typedef {object} Exercise
 * @property {Kind} kind
 * @property {string} position     placement and side to move: there is one exercise for each, of each kind
 * @property {Side} side           to move, and the person's
 * @property {Ruleset} ruleset     of repetition
 * @property {string|null} startFen  null is the ordinary start position
 * @property {string[]} before     the moves that lead to the position
 * @property {Answer[]} answers
 * @property {Mistake|null} mistake  of those of this kind
 * @property {Card} card
 */

/**
 * Exercises that came together: the mistakes of a game, the lines of an opening.
 * @typedef {object} ExerciseSet
 * @property {number} id
 * @property {Kind} kind
 * @property {Side|null} side      null: both
 * @property {string} name
 */

/** @typedef {{ sets: ExerciseSet[], exercises: Exercise[] }} Practice */
/** @typedef {Omit<Exercise, "card"|"answers"> & { moves: string[] }} Task  an exercise that is to be added */

/** No more are kept. */
export const MOST = 2000;
/** No longer line is kept, in moves of either side. */
export const LONGEST_LINE = 1000;
/** A name has no more characters. */
export const LONGEST_NAME = 120;

/** @returns {Practice} */
export const noPractice = () => ({ sets: [], exercises: [] });

/** The name of an exercise, as long as it is there. @param {Pick<Exercise, "kind"|"position">} exercise */
export const keyOf = ({ kind, position }) => `${kind} ${position}`;

/** @param {number} today @returns {Card} */
const newCard = (today) => ({ memory: null, due: today, last: null, asked: 0, missed: 0 });

/**
 * Adds tasks to the set of their name. What is there already keeps its day, and takes further moves as right.
 * @param {Practice} practice @param {Omit<ExerciseSet, "id">} about @param {Task[]} tasks @param {number} today
 * @returns {{ practice: Practice, added: number, known: number, refused: number }} refused: there was no room for them, or their line is too long
 */
export function withTasks(practice, about, tasks, today) {
  const { sets, set } = setFor(practice, about);
  const exercises = new Map(practice.exercises.map((one) => [keyOf(one), one]));
  const counts = { added: 0, known: 0, refused: 0 };
  for (const { moves, ...task } of tasks) {
    const key = keyOf(task);
    const known = exercises.get(key);
    const answers = moves.map((move) => ({ move, set: set.id }));
    if (known) {
      exercises.set(key, { ...known, answers: joined(known.answers, answers) });
      counts.known += 1;
    } else if (exercises.size < MOST && canKeep(task)) {
      exercises.set(key, { ...task, answers, card: newCard(today) });
      counts.added += 1;
    } else counts.refused += 1;
  }
  const isUsed = counts.added + counts.known > 0;
  return {
    practice: isUsed ? { sets, exercises: [...exercises.values()] } : practice,
    ...counts,
  };
}

/** @param {Pick<Task, "before"|"mistake">} task */
const canKeep = ({ before, mistake }) =>
  before.length <= LONGEST_LINE && (mistake?.better.length ?? 0) <= LONGEST_LINE;

/** A name without what cannot be shown, cut where it is too long. @param {string} name */
function cleaned(name) {
  const letters = [...name.replaceAll(/\p{Cc}+/gu, " ").trim()];
  if (letters.length === 0) return "…";
  return (
    letters.length > LONGEST_NAME ? [...letters.slice(0, LONGEST_NAME - 1), "…"] : letters
  ).join("");
}

/** @param {Practice} practice @param {Omit<ExerciseSet, "id">} about */
function setFor({ sets }, about) {
  const named = { ...about, name: cleaned(about.name) };
  const known = sets.find((one) => isSameSet(one, named));
  if (known) return { sets, set: known };
  const set = { ...named, id: freeId(sets) };
  return { sets: [...sets, set], set };
}

/** @param {Omit<ExerciseSet, "id">} one @param {Omit<ExerciseSet, "id">} other */
const isSameSet = (one, other) =>
  one.kind === other.kind && one.side === other.side && one.name === other.name;

/** @param {ExerciseSet[]} sets */
const freeId = (sets) => Math.max(0, ...sets.map(({ id }) => id)) + 1;

/** @param {Answer[]} answers @param {Answer[]} others */
const joined = (answers, others) => [
  ...answers,
  ...others.filter(
    (other) => !answers.some(({ move, set }) => move === other.move && set === other.set),
  ),
];

/** @param {Exercise} exercise @param {string} move */
export const isAnswer = ({ answers }, move) => answers.some((answer) => answer.move === move);

/** The set that an exercise is told of under. @param {Practice} practice @param {Exercise} exercise */
export const setOf = ({ sets }, { answers }) => sets.find(({ id }) => id === answers[0].set);

/**
 * How an answer went. Only what is due counts: to do it once more on the same day tells nothing.
 * @param {Practice} practice @param {string} key @param {boolean} isRight @param {number} today @returns {Practice}
 */
export function withAnswer(practice, key, isRight, today) {
  const exercises = practice.exercises.map((one) =>
    keyOf(one) === key && one.card.due <= today
      ? { ...one, card: cardAfter(one.card, isRight, today) }
      : one,
  );
  return { ...practice, exercises };
}

/** @param {Card} card @param {boolean} isRight @param {number} today @returns {Card} */
function cardAfter({ memory, last, asked, missed }, isRight, today) {
  const now = remembered(memory, Math.max(0, today - (last ?? today)), isRight);
  return {
    memory: now,
    due: dueAfter(memory, now, today, isRight),
    last: today,
    asked: asked + 1,
    missed: missed + (isRight ? 0 : 1),
  };
}

/** @typedef {{ practice: Practice, gone: Practice }} Removal  `gone` as it was, to be put back */

/** @param {Practice} practice @param {string} key @returns {Removal} */
export function withoutExercise(practice, key) {
  const gone = practice.exercises.filter((one) => keyOf(one) === key);
  const exercises = practice.exercises.filter((one) => keyOf(one) !== key);
  return tidied(practice, exercises, gone);
}

/** A set, and all exercises that are in no other. @param {Practice} practice @param {number} id @returns {Removal} */
export function withoutSet(practice, id) {
  const isOf = (/** @type {Exercise} */ { answers }) => answers.some(({ set }) => set === id);
  const exercises = practice.exercises
    .map((one) =>
      isOf(one) ? { ...one, answers: one.answers.filter(({ set }) => set !== id) } : one,
    )
    .filter(({ answers }) => answers.length > 0);
  return tidied(practice, exercises, practice.exercises.filter(isOf));
}

/** Sets without exercises go too. @param {Practice} practice @param {Exercise[]} exercises @param {Exercise[]} gone @returns {Removal} */
function tidied({ sets }, exercises, gone) {
  const used = new Set(exercises.flatMap(({ answers }) => answers.map(({ set }) => set)));
  const left = sets.filter(({ id }) => used.has(id));
  const touched = new Set(gone.flatMap(({ answers }) => answers.map(({ set }) => set)));
  return {
    practice: { sets: left, exercises },
    gone: { sets: sets.filter(({ id }) => touched.has(id)), exercises: gone },
  };
}

/**
 * Puts back what was removed. Whose set was made again meanwhile comes into that; whose id is taken gets another one.
 * @param {Practice} practice @param {Practice} gone @returns {Practice}
 */
export function withRestored(practice, gone) {
  const sets = [...practice.sets];
  /** @type {Map<number, number>} */
  const ids = new Map();
  for (const set of gone.sets) {
    const known = sets.find((one) => isSameSet(one, set));
    const id = known?.id ?? (sets.some((one) => one.id === set.id) ? freeId(sets) : set.id);
    if (!known) sets.push({ ...set, id });
    ids.set(set.id, id);
  }
  const exercises = new Map(practice.exercises.map((one) => [keyOf(one), one]));
  for (const one of gone.exercises) {
    const answers = one.answers.map(({ move, set }) => ({ move, set: ids.get(set) ?? set }));
    const others = exercises.get(keyOf(one))?.answers ?? [];
    exercises.set(keyOf(one), { ...one, answers: joined(answers, others) });
  }
  return { sets, exercises: [...exercises.values()] };
}

/** Set by set, and line by line: what leads on comes after what it follows. @param {Practice} practice */
export const inTurn = ({ exercises }) =>
  exercises
    .map((one) => ({ one, place: `${one.startFen ?? ""} ${one.before.join(" ")}` }))
    .toSorted(
      (a, b) =>
        a.one.answers[0].set - b.one.answers[0].set ||
        (a.place < b.place ? -1 : a.place > b.place ? 1 : 0),
    )
    .map(({ one }) => one);

/** @param {Exercise} exercise @param {number} today */
export const isDue = ({ card }, today) => card.due <= today;

/** Whether an exercise comes behind moves of another one. @param {Exercise} exercise @param {Exercise} from @param {string[]} moves */
const follows = ({ kind, side, startFen, before }, from, moves) =>
  kind === "line" &&
  kind === from.kind &&
  side === from.side &&
  startFen === from.startFen &&
  before.length > moves.length &&
  moves.every((move, at) => before[at] === move);

/**
 * What is asked next: further along the line on the board, else the next that is due, from the first again after the last.
 * @param {Practice} practice @param {number} today
 * @param {{ exercise: Exercise, moves: string[]|null }|null} [at]  the exercise on the board, with all moves there once it is answered
 * @returns {{ exercise: Exercise, goesOn: boolean }|null}
 */
export function nextDue(practice, today, at = null) {
  const all = inTurn(practice);
  const due = all.filter((one) => isDue(one, today));
  const further = at?.moves && due.find((one) => follows(one, at.exercise, at.moves ?? []));
  if (further) return { exercise: further, goesOn: true };
  const key = at && keyOf(at.exercise);
  const place = all.findIndex((one) => keyOf(one) === key);
  const others = due.filter((one) => keyOf(one) !== key);
  const exercise = others.find((one) => all.indexOf(one) > place) ?? others[0] ?? due[0];
  return exercise ? { exercise, goesOn: false } : null;
}

/** @param {Practice} practice @param {number} today */
export const countDue = ({ exercises }, today) =>
  exercises.filter((one) => isDue(one, today)).length;

/** The next day on which something is asked, and how much. @param {Practice} practice @param {number} today @returns {{ day: number, count: number }|null} */
export function nextDay({ exercises }, today) {
  const later = exercises.map(({ card }) => card.due).filter((due) => due > today);
  if (later.length === 0) return null;
  const day = Math.min(...later);
  return { day, count: later.filter((due) => due === day).length };
}

/** @typedef {{ set: ExerciseSet, count: number, due: number, next: number }} SetState  `next`: the first day on which one of it is asked */

/** What there is, set by set, the latest first. @param {Practice} practice @param {number} today @returns {SetState[]} */
export const setsOf = ({ sets, exercises }, today) =>
  sets
    .map((set) => {
      const mine = exercises.filter(({ answers }) => answers.some((one) => one.set === set.id));
      const days = mine.map(({ card }) => card.due);
      const due = days.filter((day) => day <= today).length;
      return { set, count: mine.length, due, next: Math.min(...days) };
    })
    .toSorted((a, b) => b.set.id - a.set.id);
