// The last comparison and what was chosen for it, kept by this browser. What cannot be read is as if it were not there.

import { isIntegerIn } from "../../core/numbers.ts";
import { createStoredValue, isText, parseObject } from "../../core/stored.ts";
import { COUNTS, JUDGES, MAX_DEPTH, METHODS, RULES } from "../methods.ts";

/** @import { Unchecked } from "../../core/stored.ts" */
/** @typedef {import("./comparison.ts").Row} Row */
/** @typedef {import("./comparison.ts").Subject} Subject */
/** @typedef {import("../methods.ts").Method} Method */

/**
 * @typedef {object} Choices
 * @property {Method[]} methods
 * @property {import("../methods.ts").Judge} judge
 * @property {import("../methods.ts").Rule} rule
 * @property {number} depth     of the rules that start from one
 */
/** @typedef {{ subject: Subject, rows: Row[] }} Result */

export const LAB_KEY = "chuhe:lab";
/** The first did not count all that the engine's own search does: of it only what was chosen is read. */
const VERSION = 2;
const CHOSEN_SINCE = 1;
const MOVE = /^[a-i]\d[a-i]\d$/;
/** What can be chosen: deeper, even the best method takes hours. */
export const MOST_DEPTH = 10;

/** @returns {Choices} */
export const defaultChoices = () => ({
  methods: METHODS.map(({ code }) => code),
  judge: "a",
  rule: "fixed",
  depth: 4,
});

/** @param {Unchecked} line */
const isLine = (line) => Array.isArray(line) && line.every((move) => isText(move, MOVE));

/** @param {Unchecked} method */
const isMethod = (method) => METHODS.some(({ code }) => code === method);

/** @param {Unchecked} row */
const isRow = (row) =>
  isMethod(row?.method) &&
  isIntegerIn(row.depth, 1, MAX_DEPTH) &&
  COUNTS.every((name) => isIntegerIn(row[name], 0, Number.MAX_SAFE_INTEGER)) &&
  Number.isInteger(row.value) &&
  Number.isFinite(row.millis) &&
  row.millis >= 0 &&
  isLine(row.line);

/** @param {Unchecked} subject */
const isSubject = (subject) =>
  (subject?.startFen === null || typeof subject?.startFen === "string") &&
  isLine(subject.moves) &&
  typeof subject.fen === "string" &&
  JUDGES.includes(subject.judge);

/** @param {Unchecked} choices */
const isChoices = (choices) =>
  Array.isArray(choices?.methods) &&
  choices.methods.every(isMethod) &&
  JUDGES.includes(choices.judge) &&
  RULES.includes(choices.rule) &&
  isIntegerIn(choices.depth, 1, MOST_DEPTH);

/** @param {string|null} text @returns {{ choices: Choices, result: Result|null }} */
function decode(text) {
  const raw = parseObject(text);
  const { choices, result } = isIntegerIn(raw?.version, CHOSEN_SINCE, VERSION) ? raw : {};
  const { subject, rows } = (raw?.version === VERSION && result) || {};
  const isGood = isSubject(subject) && Array.isArray(rows) && rows.every(isRow);
  return {
    choices: isChoices(choices) ? choices : defaultChoices(),
    result: isGood ? { subject, rows } : null,
  };
}

/** @param {() => Storage} area  may throw where nothing can be stored */
export const createCompareStorage = (area) =>
  createStoredValue(area, LAB_KEY, {
    decode,
    encode: (kept) => JSON.stringify({ version: VERSION, ...kept }),
  });
