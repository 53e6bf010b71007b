// Which exercise the address names: `#horse/2`, or a chapter alone.

import { CHAPTERS, stepId } from "./chapters.ts";

/** @typedef {{ chapter: number, step: number }} Place  both from 0 */

/**
 * @param {string} hash @param {(id: string) => boolean} isDone
 * @returns {Place} a chapter without a step begins where it is not done; nothing that is known, where the
 *   first chapter is not
 */
export function placeOf(hash, isDone) {
  const [id, number] = hash.slice(1).split("/");
  const chapter = CHAPTERS.findIndex((known) => known.id === id);
  if (chapter < 0) return firstOpen(isDone);
  const step = Number(number) - 1;
  const exists = Number.isInteger(step) && step >= 0 && step < CHAPTERS[chapter].steps.length;
  return { chapter, step: exists ? step : openIn(chapter, isDone) };
}

/** @param {number} chapter @param {(id: string) => boolean} isDone */
function openIn(chapter, isDone) {
  const { id, steps } = CHAPTERS[chapter];
  return Math.max(
    0,
    steps.findIndex((_, step) => !isDone(stepId(id, step))),
  );
}

/** @param {(id: string) => boolean} isDone @returns {Place} */
function firstOpen(isDone) {
  const has =
    (/** @type {boolean} */ done) => (/** @type {import("./chapters.ts").Chapter} */ it) =>
      it.steps.some((_, step) => isDone(stepId(it.id, step)) === done);
  // Who has begun needs no glance at it all any more.
  const chapter = CHAPTERS.findIndex(
    (it) => has(false)(it) && !(it.glance && CHAPTERS.some(has(true))),
  );
  return chapter < 0 ? { chapter: 0, step: 0 } : { chapter, step: openIn(chapter, isDone) };
}

/** @param {Place} place @returns {Place|null} null after the last */
export function after({ chapter, step }) {
  if (step + 1 < CHAPTERS[chapter].steps.length) return { chapter, step: step + 1 };
  return chapter + 1 < CHAPTERS.length ? { chapter: chapter + 1, step: 0 } : null;
}

/** @param {Place} place */
export const hashOf = ({ chapter, step }) => `#${stepId(CHAPTERS[chapter].id, step)}`;
