// What a person chose for the engine's lines, kept in the browser's store: whether they are wanted, and how many.

import { isIntegerIn } from "../../core/numbers.ts";
import { createStoredValue, parseVersion } from "../../core/stored.ts";
import { MOST_LINES } from "./engine-line.ts";

export const LINES_KEY = "chuhe:lines";
const VERSION = 1;

/** @typedef {{ on: boolean, count: number }} LineChoice */

/**
 * As it was stored, field by field; a small device that is held in the hand is spared the work until it is asked for.
 * @param {string|null} text @param {boolean} isHandheld @returns {LineChoice}
 */
export function readChoice(text, isHandheld) {
  const { on, count } = parseVersion(text, VERSION) ?? {};
  return {
    on: typeof on === "boolean" ? on : !isHandheld,
    count: isIntegerIn(count, 1, MOST_LINES) ? count : 3,
  };
}

/** @param {() => Storage} area may throw @param {boolean} isHandheld */
export const createLinesStorage = (area, isHandheld) =>
  createStoredValue(area, LINES_KEY, {
    decode: (text) => readChoice(text, isHandheld),
    encode: (choice) => JSON.stringify({ version: VERSION, ...choice }),
  });
