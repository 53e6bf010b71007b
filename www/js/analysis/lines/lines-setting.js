// What a person chose for the engine's lines, kept in the browser's store: whether they are wanted, and how many.

import { MOST_LINES } from "./engine-line.js";

export const LINES_KEY = "chuhe:lines";
const VERSION = 1;

/** @typedef {{ on: boolean, count: number }} LineChoice */

/**
 * As it was stored, field by field; a small device that is held in the hand is spared the work until it is asked for.
 * @param {string|null} text @param {boolean} isHandheld @returns {LineChoice}
 */
export function readChoice(text, isHandheld) {
  const choice = { on: !isHandheld, count: 3 };
  try {
    const raw = JSON.parse(text ?? "null");
    if (raw?.version !== VERSION) return choice;
    if (typeof raw.on === "boolean") choice.on = raw.on;
    if (Number.isInteger(raw.count) && raw.count >= 1 && raw.count <= MOST_LINES)
      choice.count = raw.count;
  } catch {
    // what cannot be read counts as not there
  }
  return choice;
}

/** @param {() => Storage} area may throw @param {boolean} isHandheld */
export function createChoiceStore(area, isHandheld) {
  return {
    load() {
      try {
        return readChoice(area().getItem(LINES_KEY), isHandheld);
      } catch {
        return readChoice(null, isHandheld);
      }
    },
    /** A store that takes nothing costs the choice only. @param {LineChoice} choice */
    save(choice) {
      try {
        area().setItem(LINES_KEY, JSON.stringify({ version: VERSION, ...choice }));
      } catch {
        // it holds until the page is closed
      }
    },
  };
}
