// Exercises: positions with their right moves and the day on which they are due. The functions work on plain data and
// never change an exercise in place.

import type { Ruleset, Side } from "../core/xiangqi.ts";
import type { Fact } from "../explain/judge.ts";
import type { Memory } from "./schedule.ts";

/** A mistake in one of the person's games, or a position of a line to learn. */
export type ExerciseKind = "mistake" | "line";

/** When an exercise is due, and the results of the answers. Days are numbers (see `dayNumber`). */
export interface Card {
  /** The estimate of the person's memory; null before the first answer. */
  memory: Memory | null;
  due: number;
  /** The day of the last answer; null before the first. */
  last: number | null;
  /** The number of answers. */
  asked: number;
  /** The number of wrong answers. */
  missed: number;
}

/** A mistake that a review found. */
export interface Mistake {
  played: string;
  /** A line that begins with the better move. */
  better: string[];
  /** The most serious proved fact about the mistake; null if none is proved. */
  fact: Fact | null;
}

/** A right move, and the id of the set from which it comes. */
export interface Answer {
  move: string;
  set: number;
}

export interface Exercise {
  kind: ExerciseKind;
  /** The placement and the side to move. A position has at most one exercise of each kind. */
  position: string;
  /** The side to move, which the person plays. */
  side: Side;
  ruleset: Ruleset;
  /** The FEN of the game's start; null for the standard starting position. */
  startFen: string | null;
  /** The moves that lead to the position. */
  before: string[];
  /** The right moves, at least one. */
  answers: Answer[];
  /** The mistake to avoid; null for an exercise of a line. */
  mistake: Mistake | null;
  card: Card;
}

/** A group of exercises that were added together: the mistakes of a game, or the lines of an opening. */
export interface ExerciseSet {
  id: number;
  kind: ExerciseKind;
  /** The person's side; null for both sides. */
  side: Side | null;
  name: string;
}

export interface Practice {
  sets: ExerciseSet[];
  exercises: Exercise[];
}

/** An exercise to be added. `moves` are its right moves. */
export type Task = Omit<Exercise, "card" | "answers"> & { moves: string[] };

type SetDescription = Omit<ExerciseSet, "id">;

export const MAX_EXERCISES = 2000;
/** The longest line, in plies. */
export const MAX_PLIES = 1000;
/** The longest name of a set, in characters. */
export const MAX_NAME = 120;

export const noPractice = (): Practice => ({ sets: [], exercises: [] });

/** Returns the key of an exercise, which never changes. */
export const keyOf = ({ kind, position }: Pick<Exercise, "kind" | "position">): string =>
  `${kind} ${position}`;

const byKey = (exercises: readonly Exercise[]): Map<string, Exercise> =>
  new Map(exercises.map((exercise) => [keyOf(exercise), exercise]));

/** Returns the id of the set under which an exercise is shown. */
const mainSet = ({ answers }: Exercise): number => answers[0]?.set ?? 0;

const newCard = (today: number): Card => ({
  memory: null,
  due: today,
  last: null,
  asked: 0,
  missed: 0,
});

/**
 * Adds tasks to the set that matches `description`. An existing exercise keeps its card, and also accepts the task's
 * moves. Returns the exercises with the numbers of new and of existing exercises, and of tasks that were refused. A
 * task is refused if there is no room or if its line is too long.
 */
export function withTasks(
  practice: Practice,
  description: SetDescription,
  tasks: readonly Task[],
  today: number,
) {
  const { sets, set } = withSet(practice, description);
  const exercises = byKey(practice.exercises);
  const counts = { added: 0, existing: 0, refused: 0 };
  for (const { moves, ...task } of tasks) {
    const key = keyOf(task);
    const existing = exercises.get(key);
    const answers = moves.map((move) => ({ move, set: set.id }));
    if (existing) {
      exercises.set(key, { ...existing, answers: mergeAnswers(existing.answers, answers) });
      counts.existing += 1;
    } else if (exercises.size < MAX_EXERCISES && isShortEnough(task)) {
      exercises.set(key, { ...task, answers, card: newCard(today) });
      counts.added += 1;
    } else counts.refused += 1;
  }
  const isUsed = counts.added + counts.existing > 0;
  return {
    practice: isUsed ? { sets, exercises: [...exercises.values()] } : practice,
    ...counts,
  };
}

const isShortEnough = ({ before, mistake }: Pick<Task, "before" | "mistake">): boolean =>
  before.length <= MAX_PLIES && (mistake?.better.length ?? 0) <= MAX_PLIES;

/** Removes control characters from a name and cuts it to `MAX_NAME` characters; "…" for an empty name. */
function cleanName(name: string): string {
  const letters = [...name.replaceAll(/\p{Cc}+/gu, " ").trim()];
  if (letters.length === 0) return "…";
  return letters.length > MAX_NAME
    ? `${letters.slice(0, MAX_NAME - 1).join("")}…`
    : letters.join("");
}

/** Returns the set that matches `description`, and all sets including it. Creates the set if there is none. */
function withSet({ sets }: Practice, description: SetDescription) {
  const named = { ...description, name: cleanName(description.name) };
  const existing = sets.find((set) => isSameSet(set, named));
  if (existing) return { sets, set: existing };
  const set = { ...named, id: freeId(sets) };
  return { sets: [...sets, set], set };
}

const isSameSet = (one: SetDescription, other: SetDescription): boolean =>
  one.kind === other.kind && one.side === other.side && one.name === other.name;

const freeId = (sets: readonly ExerciseSet[]): number =>
  Math.max(0, ...sets.map(({ id }) => id)) + 1;

const mergeAnswers = (answers: Answer[], others: Answer[]): Answer[] => [
  ...answers,
  ...others.filter(
    (other) => !answers.some(({ move, set }) => move === other.move && set === other.set),
  ),
];

export const isAnswer = ({ answers }: Pick<Exercise, "answers">, move: string): boolean =>
  answers.some((answer) => answer.move === move);

/** Returns the set under which an exercise is shown. */
export const setOf = ({ sets }: Practice, exercise: Exercise): ExerciseSet | undefined =>
  sets.find(({ id }) => id === mainSet(exercise));

/** The result of a removal. `removed` has the removed sets and exercises as they were, for `withRestored`. */
interface Removal {
  practice: Practice;
  removed: Practice;
}

export function withoutExercise(practice: Practice, key: string): Removal {
  const removed = practice.exercises.filter((exercise) => keyOf(exercise) === key);
  const exercises = practice.exercises.filter((exercise) => keyOf(exercise) !== key);
  return removalOf(practice, exercises, removed);
}

/** Removes a set, and the exercises that belong to no other set. */
export function withoutSet(practice: Practice, id: number): Removal {
  const isInSet = ({ answers }: Exercise) => answers.some(({ set }) => set === id);
  const exercises = practice.exercises
    .map((exercise) => ({
      ...exercise,
      answers: exercise.answers.filter(({ set }) => set !== id),
    }))
    .filter(({ answers }) => answers.length > 0);
  return removalOf(practice, exercises, practice.exercises.filter(isInSet));
}

/** Returns the result of a removal. Removes sets that have no remaining exercises too. */
function removalOf({ sets }: Practice, remaining: Exercise[], removed: Exercise[]): Removal {
  const setsOfExercises = (exercises: Exercise[]): ExerciseSet[] => {
    const ids = usedSets(exercises);
    return sets.filter(({ id }) => ids.has(id));
  };
  return {
    practice: { sets: setsOfExercises(remaining), exercises: remaining },
    removed: { sets: setsOfExercises(removed), exercises: removed },
  };
}

/** Returns the ids of the sets to which exercises belong. */
export const usedSets = (exercises: readonly Exercise[]): Set<number> =>
  new Set(exercises.flatMap(({ answers }) => answers.map(({ set }) => set)));

/**
 * Restores removed sets and exercises. If an equal set was created in the meantime, adds the exercises to it. If a
 * set's id was reused in the meantime, gives the set a new id.
 */
export function withRestored(practice: Practice, removed: Practice): Practice {
  const sets = [...practice.sets];
  const ids = new Map<number, number>();
  for (const set of removed.sets) {
    const existing = sets.find((other) => isSameSet(other, set));
    const isIdUsed = sets.some(({ id }) => id === set.id);
    const id = existing?.id ?? (isIdUsed ? freeId(sets) : set.id);
    if (!existing) sets.push({ ...set, id });
    ids.set(set.id, id);
  }
  const exercises = byKey(practice.exercises);
  for (const exercise of removed.exercises) {
    const answers = exercise.answers.map(({ move, set }) => ({ move, set: ids.get(set) ?? set }));
    const others = exercises.get(keyOf(exercise))?.answers ?? [];
    exercises.set(keyOf(exercise), { ...exercise, answers: mergeAnswers(answers, others) });
  }
  return { sets, exercises: [...exercises.values()] };
}

/** Sorts exercises by set, then by line. A line comes before its continuations. */
function sorted({ exercises }: Practice): Exercise[] {
  return exercises
    .map((exercise) => ({
      exercise,
      line: `${exercise.startFen ?? ""} ${exercise.before.join(" ")}`,
    }))
    .toSorted(
      (a, b) =>
        mainSet(a.exercise) - mainSet(b.exercise) ||
        (a.line < b.line ? -1 : a.line > b.line ? 1 : 0),
    )
    .map(({ exercise }) => exercise);
}

export const isDue = ({ card }: Pick<Exercise, "card">, today: number): boolean =>
  card.due <= today;

/** Returns true if an exercise continues the line of another one. `moves` are the moves on the board. */
const continues = (
  { kind, side, startFen, before }: Exercise,
  from: Exercise,
  moves: readonly string[],
): boolean =>
  kind === "line" &&
  kind === from.kind &&
  side === from.side &&
  startFen === from.startFen &&
  before.length > moves.length &&
  moves.every((move, index) => before[index] === move);

/** The exercise on the board. */
interface CurrentExercise {
  exercise: Exercise;
  /** All moves of the exercise's line up to the position on the board; null before the right answer. */
  moves: string[] | null;
}

/**
 * Returns the next due exercise. Prefers an exercise that continues the line on the board. Otherwise returns the first
 * due exercise after the current one in the order of sets and lines, starting over at the end. Returns null if none is
 * due.
 */
export function nextDue(
  practice: Practice,
  today: number,
  current: CurrentExercise | null = null,
): { exercise: Exercise; isContinuation: boolean } | null {
  const all = sorted(practice);
  const due = all.filter((exercise) => isDue(exercise, today));
  const { exercise: from, moves } = current ?? {};
  const continuation = from && moves && due.find((exercise) => continues(exercise, from, moves));
  if (continuation) return { exercise: continuation, isContinuation: true };
  const key = from && keyOf(from);
  const index = all.findIndex((exercise) => keyOf(exercise) === key);
  const others = due.filter((exercise) => keyOf(exercise) !== key);
  const exercise = others.find((other) => all.indexOf(other) > index) ?? others[0] ?? due[0];
  return exercise ? { exercise, isContinuation: false } : null;
}

export const countDue = ({ exercises }: Practice, today: number): number =>
  exercises.filter((exercise) => isDue(exercise, today)).length;

/**
 * Returns the next day after today on which exercises are due, and the number of these exercises. Returns null if there
 * is no such day.
 */
export function nextDay(
  { exercises }: Practice,
  today: number,
): { day: number; count: number } | null {
  const later = exercises.map(({ card }) => card.due).filter((due) => due > today);
  if (later.length === 0) return null;
  const day = Math.min(...later);
  return { day, count: later.filter((due) => due === day).length };
}

export interface SetState {
  set: ExerciseSet;
  /** The number of exercises. */
  count: number;
  /** The number of exercises that are due. */
  due: number;
  /** The first day on which an exercise of the set is due. */
  next: number;
}

/** Returns the states of all sets, the latest first. */
export const setStates = ({ sets, exercises }: Practice, today: number): SetState[] =>
  sets
    .map((set) => {
      const days = exercises
        .filter(({ answers }) => answers.some((answer) => answer.set === set.id))
        .map(({ card }) => card.due);
      const due = days.filter((day) => day <= today).length;
      return { set, count: days.length, due, next: Math.min(...days) };
    })
    .toSorted((a, b) => b.set.id - a.set.id);
