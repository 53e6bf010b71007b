// Stores the last comparison and its choices in the browser. Invalid stored values are ignored.

import { isIntegerIn } from "../../core/numbers.ts";
import { type Unchecked, createStoredValue, isText, parseObject } from "../../core/stored.ts";
import { COUNTS, JUDGES, MAX_DEPTH, METHODS, RULES } from "../methods.ts";
import type { Judge, Method, Rule } from "../methods.ts";
import type { Row, Subject } from "./comparison.ts";

export interface Choices {
  methods: Method[];
  judge: Judge;
  rule: Rule;
  /** The depth from which the depth rule starts, in plies. */
  depth: number;
}

export interface Result {
  subject: Subject;
  rows: Row[];
}

export const LAB_KEY = "chuhe:lab";
/**
 * The version of the stored format. Version 1 counted only a part of the engine's own search, so the results stored
 * with it are ignored, and only the choices are read.
 */
const VERSION = 2;
const MOVE = /^[a-i]\d[a-i]\d$/;
/** The greatest depth that can be chosen, in plies. At greater depths even the best method takes hours. */
export const MAX_CHOSEN_DEPTH = 10;

export const defaultChoices = (): Choices => ({
  methods: METHODS.map(({ code }) => code),
  judge: "a",
  rule: "fixed",
  depth: 4,
});

const isLine = (line: Unchecked) => Array.isArray(line) && line.every((move) => isText(move, MOVE));

const isMethod = (method: Unchecked) => METHODS.some(({ code }) => code === method);

const isRow = (row: Unchecked) =>
  isMethod(row?.method) &&
  isIntegerIn(row.depth, 1, MAX_DEPTH) &&
  COUNTS.every((name) => isIntegerIn(row[name], 0, Number.MAX_SAFE_INTEGER)) &&
  Number.isInteger(row.value) &&
  Number.isFinite(row.millis) &&
  row.millis >= 0 &&
  isLine(row.line);

const isSubject = (subject: Unchecked) =>
  (subject?.startFen === null || typeof subject?.startFen === "string") &&
  isLine(subject.moves) &&
  typeof subject.fen === "string" &&
  JUDGES.includes(subject.judge);

const isChoices = (choices: Unchecked) =>
  Array.isArray(choices?.methods) &&
  choices.methods.every(isMethod) &&
  JUDGES.includes(choices.judge) &&
  RULES.includes(choices.rule) &&
  isIntegerIn(choices.depth, 1, MAX_CHOSEN_DEPTH);

function decode(text: string | null): { choices: Choices; result: Result | null } {
  const raw = parseObject(text);
  const { choices, result } = isIntegerIn(raw?.version, 1, VERSION) ? raw : {};
  const { subject, rows } = (raw?.version === VERSION && result) || {};
  const isGood = isSubject(subject) && Array.isArray(rows) && rows.every(isRow);
  return {
    choices: isChoices(choices) ? choices : defaultChoices(),
    result: isGood ? { subject, rows } : null,
  };
}

/** Creates the storage of the comparison. `area` may throw, because some browsers forbid even access to the storage. */
export const createCompareStorage = (area: () => Storage) =>
  createStoredValue(area, LAB_KEY, {
    decode,
    encode: (value) => JSON.stringify({ version: VERSION, ...value }),
  });
