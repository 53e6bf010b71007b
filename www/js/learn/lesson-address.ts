// Addresses of exercises: `#horse/2`, or a chapter alone.

import { CHAPTERS, chapterAt, stepId } from "./chapters.ts";

/** An exercise by its chapter and its step in the chapter, both from 0. */
export interface Place {
  chapter: number;
  step: number;
}

/**
 * Returns the exercise of an address. For a chapter alone, that is its first exercise that is not done; for an unknown
 * address, the first of the first chapter that is not done.
 */
export function placeOf(hash: string, isDone: (id: string) => boolean): Place {
  const [id, number] = hash.slice(1).split("/");
  const chapter = CHAPTERS.findIndex((each) => each.id === id);
  if (chapter < 0) return firstOpen(isDone);
  const step = Number(number) - 1;
  return { chapter, step: step in chapterAt(chapter).steps ? step : openIn(chapter, isDone) };
}

/** Returns the first step of a chapter that is not done, 0 if all are done. */
function openIn(chapter: number, isDone: (id: string) => boolean) {
  const { id, steps } = chapterAt(chapter);
  const step = steps.findIndex((_, index) => !isDone(stepId(id, index)));
  return Math.max(0, step);
}

function firstOpen(isDone: (id: string) => boolean): Place {
  const doneCounts = CHAPTERS.map(
    ({ id, steps }) => steps.filter((_, index) => isDone(stepId(id, index))).length,
  );
  const isBegun = doneCounts.some((count) => count > 0);
  // Readers who have begun a chapter are not led back to the overview.
  const chapter = CHAPTERS.findIndex(
    ({ steps, hasOverview }, index) =>
      doneCounts[index] !== steps.length && !(hasOverview && isBegun),
  );
  return chapter < 0 ? { chapter: 0, step: 0 } : { chapter, step: openIn(chapter, isDone) };
}

/** Returns null after the last exercise. */
export function placeAfter({ chapter, step }: Place): Place | null {
  if (step + 1 < chapterAt(chapter).steps.length) return { chapter, step: step + 1 };
  return chapter + 1 < CHAPTERS.length ? { chapter: chapter + 1, step: 0 } : null;
}

export const hashOf = ({ chapter, step }: Place): string =>
  `#${stepId(chapterAt(chapter).id, step)}`;
