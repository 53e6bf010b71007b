// The exercises of this browser, under one key. Every change reads what is stored, which another tab may have changed,
// and writes it whole. What cannot be read of it is put aside, and the rest goes on.

import { RULESETS } from "../core/xiangqi.ts";
import { isText, parseVersion, readerOf, writerOf } from "../core/stored.ts";
import { decodeLine, encodeLine } from "../rules/move-code.ts";
import { LONGEST_LINE, LONGEST_NAME, MOST, noPractice } from "./exercises.ts";

/** @import { Unchecked } from "../core/stored.ts" */
/** @typedef {import("./exercises.ts").Practice} Practice */
/** @typedef {import("./exercises.ts").Exercise} Exercise */
/** @typedef {import("./exercises.ts").Card} Card */
/** @typedef {import("./exercises.ts").ExerciseSet} ExerciseSet */
/** @typedef {import("./exercises.ts").Mistake} Mistake */

export const PRACTICE_KEY = "chuhe:practice";
/** What could not be read last. */
export const UNREAD_PRACTICE_KEY = "chuhe:practice-unread";
const VERSION = 1;

const MOVE = /^[a-i]\d[a-i]\d$/;
const POSITION = /^[\w/]{10,90} [wb]$/;
const FEN = /^[\w/ -]{10,140}$/;
const FACT = /^[a-zA-Z-]{1,60}$/;
const PIECE = /^[KABNRCPkabnrcp]$/;
const NAME = new RegExp(String.raw`^\P{Cc}{1,${LONGEST_NAME}}$`, "u");
const LAST_DAY = 100_000;

/** @param {Practice} practice */
export const encodePractice = ({ sets, exercises }) =>
  JSON.stringify({ version: VERSION, sets, exercises: exercises.map(packed) });

/** @param {Exercise} exercise */
const packed = ({ before, mistake, ...rest }) => ({
  ...rest,
  before: encodeLine(before),
  mistake: mistake && { ...mistake, better: encodeLine(mistake.better) },
});

/** @param {string|null} text @returns {{ practice: Practice, isWhole: boolean }} not whole: something in it cannot be read */
export function decodePractice(text) {
  const raw = parseVersion(text, VERSION);
  if (!raw || !Array.isArray(raw.sets) || !Array.isArray(raw.exercises))
    return { practice: noPractice(), isWhole: text === null };
  /** @type {ExerciseSet[]} */
  const sets = raw.sets.filter(isSet);
  const ids = new Set(sets.map(({ id }) => id));
  /** @type {Exercise[]} */
  const exercises = raw.exercises
    .slice(0, MOST)
    .flatMap((/** @type {Unchecked} */ one) => readExercise(one, ids) ?? []);
  // Without exercises a set would be gone.
  const used = new Set(exercises.flatMap(({ answers }) => answers.map(({ set }) => set)));
  const isWhole = used.size === raw.sets.length && exercises.length === raw.exercises.length;
  return { practice: { sets: sets.filter(({ id }) => used.has(id)), exercises }, isWhole };
}

/** @param {Unchecked} value @param {number} [most] */
const isCount = (value, most = LAST_DAY) =>
  Number.isSafeInteger(value) && value >= 0 && value <= most;
/** @param {Unchecked} value */
const isKind = (value) => value === "mistake" || value === "line";
/** @param {Unchecked} value */
const isSide = (value) => value === "red" || value === "black";

/** @param {Unchecked} one */
const isSet = (one) =>
  isCount(one?.id, Number.MAX_SAFE_INTEGER) &&
  isKind(one.kind) &&
  (one.side === null || isSide(one.side)) &&
  isText(one.name, NAME);

/** @param {Unchecked} one @param {Set<number>} ids of the sets @returns {Exercise|null} */
function readExercise(one, ids) {
  const { kind, position, side, ruleset, startFen, answers, card } = one ?? {};
  const before = readLine(one?.before);
  const isAbout =
    isKind(kind) &&
    isText(position, POSITION) &&
    isSide(side) &&
    RULESETS.includes(ruleset) &&
    (startFen === null || isText(startFen, FEN));
  if (!isAbout || !before || !isCard(card) || !isAnswers(answers, ids)) return null;
  const mistake = kind === "mistake" ? readMistake(one.mistake) : null;
  if (kind === "mistake" ? !mistake : one.mistake !== null) return null;
  return { kind, position, side, ruleset, startFen, before, answers, mistake, card };
}

/** Each move is two characters. @param {Unchecked} code @returns {string[]|null} */
const readLine = (code) =>
  typeof code === "string" && code.length <= 2 * LONGEST_LINE ? decodeLine(code) : null;

/** @param {Unchecked} answers @param {Set<number>} ids */
const isAnswers = (answers, ids) =>
  Array.isArray(answers) &&
  answers.length > 0 &&
  answers.every((/** @type {Unchecked} */ one) => isText(one?.move, MOVE) && ids.has(one.set));

/** @param {Unchecked} card */
const isCard = (card) =>
  isCount(card?.due) &&
  (card.last === null || isCount(card.last)) &&
  isCount(card.asked) &&
  isCount(card.missed, card.asked) &&
  (card.memory === null || isMemory(card.memory));

/** @param {Unchecked} memory */
const isMemory = (memory) =>
  Number.isFinite(memory?.stability) &&
  memory.stability > 0 &&
  Number.isFinite(memory.difficulty) &&
  memory.difficulty >= 1 &&
  memory.difficulty <= 10;

/** @param {Unchecked} raw @returns {Mistake|null} */
function readMistake(raw) {
  const better = readLine(raw?.better);
  if (!better || better.length === 0 || !isText(raw.played, MOVE)) return null;
  if (raw.fact !== null && !isFact(raw.fact)) return null;
  return { played: raw.played, better, fact: raw.fact };
}

/** @param {Unchecked} fact */
const isFact = (fact) =>
  isText(fact?.name, FACT) &&
  [fact.piece, fact.other].every((piece) => piece === undefined || isText(piece, PIECE)) &&
  (fact.count === undefined || isCount(fact.count));

/** @typedef {(practice: Practice) => Practice} Change */

/**
 * @param {() => Storage} area may throw
 * @param {(code: "full"|"blocked"|"unread") => void} onProblem called for each change that fails
 */
export function createPracticeStorage(area, onProblem) {
  const read = readerOf(area);
  const write = writerOf(area);
  /** @type {Set<string>} */
  const told = new Set();
  /** Changes that could not be written. They last as long as the page. @type {Change[]} */
  let pending = [];
  /** What was read last, which mostly is still so, and what the pending changes make of it. @type {{ text: string|null, practice: Practice }} */
  let known = { text: null, practice: noPractice() };
  /** Why what cannot be read could not be put aside: nothing is written over it. @type {"full"|"blocked"|null} */
  let held = null;

  /** @param {"full"|"blocked"|"unread"} code */
  function tell(code) {
    if (!told.has(code)) onProblem(code);
    told.add(code);
  }

  /** @param {string} text of which something cannot be read */
  function putAside(text) {
    held = write(UNREAD_PRACTICE_KEY, text);
    tell(held ?? "unread");
  }

  /** @param {string|null} text @returns {Practice} what can be read of it */
  function readable(text) {
    const { practice, isWhole } = decodePractice(text);
    held = null;
    if (isWhole || text === null) return practice;
    putAside(text);
    if (!held) write(PRACTICE_KEY, encodePractice(practice));
    return practice;
  }

  function load() {
    const text = read(PRACTICE_KEY);
    if (text === known.text) return known.practice;
    const practice = pending.reduce((now, change) => change(now), readable(text));
    known = { text, practice };
    return practice;
  }

  return {
    load,
    /**
     * Changes what there is.
     * @param {Change} change  made again on what another tab has stored meanwhile, if it cannot be written now
     * @returns {{ practice: Practice, isStored: boolean }}
     */
    change(change) {
      told.clear(); // whoever does something is told again
      const before = load();
      const next = change(before);
      if (next === before && pending.length === 0) return { practice: next, isStored: true };
      if (held && known.text !== null) putAside(known.text);
      const text = encodePractice(next);
      const code = held ?? write(PRACTICE_KEY, text);
      known = { text: code ? known.text : text, practice: next };
      pending = code ? [...pending, change] : [];
      if (code) tell(code);
      return { practice: next, isStored: code === null };
    },
  };
}

/** @typedef {ReturnType<typeof createPracticeStorage>} PracticeStorage */
