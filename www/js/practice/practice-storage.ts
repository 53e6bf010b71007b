// Stores the exercises in localStorage under one key. Each change reads the stored text, which another tab may have
// changed, and writes it anew. A text with unreadable parts is copied to a second key.

import { RULESETS } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import { isText, parseVersion, readerOf, writerOf } from "../core/stored.ts";
import type { StoreProblem, Unchecked } from "../core/stored.ts";
import { decodeLine, encodeLine } from "../rules/move-code.ts";
import { MAX_EXERCISES, MAX_NAME, MAX_PLIES, noPractice, usedSets } from "./exercises.ts";
import type {
  Answer,
  Card,
  Exercise,
  ExerciseKind,
  ExerciseSet,
  Mistake,
  Practice,
} from "./exercises.ts";
import type { Memory } from "./schedule.ts";

export const PRACTICE_KEY = "chuhe:practice";
/** The key of the last text with unreadable parts. */
export const UNREAD_PRACTICE_KEY = "chuhe:practice-unread";
const VERSION = 1;

const MOVE = /^[a-i]\d[a-i]\d$/;
const POSITION = /^[\w/]{10,90} [wb]$/;
const FEN = /^[\w/ -]{10,140}$/;
const FACT = /^[a-zA-Z-]{1,60}$/;
const PIECE = /^[KABNRCPkabnrcp]$/;
const NAME = new RegExp(String.raw`^\P{Cc}{1,${MAX_NAME}}$`, "u");
const LAST_DAY = 100_000;

export const encodePractice = ({ sets, exercises }: Practice): string =>
  JSON.stringify({ version: VERSION, sets, exercises: exercises.map(encodeExercise) });

const encodeExercise = ({ before, mistake, ...rest }: Exercise) => ({
  ...rest,
  before: encodeLine(before),
  mistake: mistake && { ...mistake, better: encodeLine(mistake.better) },
});

/**
 * Returns the readable exercises of a text. `isWhole` is false if some parts are unreadable. For a missing text (null),
 * `isWhole` is true.
 */
export function decodePractice(text: string | null): { practice: Practice; isWhole: boolean } {
  const raw = parseVersion(text, VERSION);
  if (!raw || !Array.isArray(raw.sets) || !Array.isArray(raw.exercises))
    return { practice: noPractice(), isWhole: text === null };
  const sets: ExerciseSet[] = raw.sets.filter(isSet);
  const ids = new Set(sets.map(({ id }) => id));
  const exercises: Exercise[] = raw.exercises
    .slice(0, MAX_EXERCISES)
    .flatMap((value: Unchecked) => readExercise(value, ids) ?? []);
  // A set without exercises counts as unreadable.
  const used = usedSets(exercises);
  const isWhole = used.size === raw.sets.length && exercises.length === raw.exercises.length;
  return { practice: { sets: sets.filter(({ id }) => used.has(id)), exercises }, isWhole };
}

const isCount = (value: Unchecked, most = LAST_DAY): value is number =>
  Number.isSafeInteger(value) && value >= 0 && value <= most;

const isKind = (value: unknown): value is ExerciseKind => value === "mistake" || value === "line";

const isSide = (value: unknown): value is Side => value === "red" || value === "black";

const isSet = (value: Unchecked): value is ExerciseSet =>
  isCount(value?.id, Number.MAX_SAFE_INTEGER) &&
  isKind(value.kind) &&
  (value.side === null || isSide(value.side)) &&
  isText(value.name, NAME);

/** Returns an exercise, or null if the value is no exercise of the sets with these `ids`. */
function readExercise(value: Unchecked, ids: ReadonlySet<number>): Exercise | null {
  const { kind, position, side, ruleset, startFen, answers, card } = value ?? {};
  const before = readLine(value?.before);
  const isDescribed =
    isKind(kind) &&
    isText(position, POSITION) &&
    isSide(side) &&
    RULESETS.includes(ruleset) &&
    (startFen === null || isText(startFen, FEN));
  if (!isDescribed || !before || !isCard(card) || !areAnswers(answers, ids)) return null;
  const mistake = kind === "mistake" ? readMistake(value.mistake) : null;
  if (kind === "mistake" ? !mistake : value.mistake !== null) return null;
  return { kind, position, side, ruleset, startFen, before, answers, mistake, card };
}

/** Decodes a line, in which each ply takes two characters. Returns null if the line is broken or too long. */
const readLine = (code: unknown): string[] | null =>
  typeof code === "string" && code.length <= 2 * MAX_PLIES ? decodeLine(code) : null;

const areAnswers = (value: unknown, ids: ReadonlySet<number>): value is Answer[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((answer: Unchecked) => isText(answer?.move, MOVE) && ids.has(answer.set));

const isCard = (value: Unchecked): value is Card =>
  isCount(value?.due) &&
  (value.last === null || isCount(value.last)) &&
  isCount(value.asked) &&
  isCount(value.missed, value.asked) &&
  (value.memory === null || isMemory(value.memory));

const isMemory = (value: Unchecked): value is Memory =>
  Number.isFinite(value?.stability) &&
  value.stability > 0 &&
  Number.isFinite(value.difficulty) &&
  value.difficulty >= 1 &&
  value.difficulty <= 10;

function readMistake(value: Unchecked): Mistake | null {
  const better = readLine(value?.better);
  if (!better || better.length === 0 || !isText(value.played, MOVE)) return null;
  if (value.fact !== null && !isFact(value.fact)) return null;
  return { played: value.played, better, fact: value.fact };
}

const isFact = (value: Unchecked): boolean =>
  isText(value?.name, FACT) &&
  [value.piece, value.other].every((piece) => piece === undefined || isText(piece, PIECE)) &&
  (value.count === undefined || isCount(value.count));

type Change = (practice: Practice) => Practice;

/** `unread`: a part of the stored text cannot be read. The text was copied to `UNREAD_PRACTICE_KEY`. */
export type PracticeProblem = StoreProblem | "unread";

/** Creates the storage of exercises. `area` may throw. Each change reports each problem at most once. */
export function createPracticeStorage(
  area: () => Storage,
  onProblem: (problem: PracticeProblem) => void,
) {
  const read = readerOf(area);
  const write = writerOf(area);
  const reported = new Set<PracticeProblem>();
  /** Changes that could not be written, the oldest first. They are lost when the page is closed. */
  let pending: Change[] = [];
  /** The text that was read last, and its exercises with the pending changes applied. */
  let cache: { text: string | null; practice: Practice } = { text: null, practice: noPractice() };
  /** Why a text with unreadable parts could not be copied. While this is set, the text is not overwritten. */
  let asideProblem: StoreProblem | null = null;

  function report(problem: PracticeProblem): void {
    if (!reported.has(problem)) onProblem(problem);
    reported.add(problem);
  }

  function putAside(text: string): void {
    asideProblem = write(UNREAD_PRACTICE_KEY, text);
    report(asideProblem ?? "unread");
  }

  function decode(text: string | null): Practice {
    const { practice, isWhole } = decodePractice(text);
    asideProblem = null;
    if (isWhole || text === null) return practice;
    putAside(text);
    if (!asideProblem) write(PRACTICE_KEY, encodePractice(practice));
    return practice;
  }

  function load(): Practice {
    const text = read(PRACTICE_KEY);
    if (text === cache.text) return cache.practice;
    const practice = pending.reduce((changed, change) => change(changed), decode(text));
    cache = { text, practice };
    return practice;
  }

  return {
    load,
    /**
     * Applies a change. A change that cannot be written now is applied again to the text that another tab stores later.
     */
    change(change: Change): { practice: Practice; isStored: boolean } {
      reported.clear();
      const before = load();
      const next = change(before);
      if (next === before && pending.length === 0) return { practice: next, isStored: true };
      if (asideProblem && cache.text !== null) putAside(cache.text);
      const text = encodePractice(next);
      const problem = asideProblem ?? write(PRACTICE_KEY, text);
      cache = { text: problem ? cache.text : text, practice: next };
      pending = problem ? [...pending, change] : [];
      if (problem) report(problem);
      return { practice: next, isStored: problem === null };
    },
  };
}

export type PracticeStorage = ReturnType<typeof createPracticeStorage>;
