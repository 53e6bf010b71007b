// Parses and formats addresses of exercises, such as `#horse/2`, or `#horse/` for a chapter.

import { CHAPTERS, chapterAt, stepId } from "./chapters.ts";

/** The location of an exercise. */
export interface Place {
  /** The index of the chapter. */
  chapter: number;
  /** The index of the exercise in the chapter. */
  step: number;
}

/**
 * Returns the exercise that an address names. If the address names only a chapter, returns the first exercise of the
 * chapter that is not done. If the address is unknown, does the same for the first chapter that is not done.
 */
export function placeOf(hash: string, isDone: (id: string) => boolean): Place {
  const [id, number] = hash.slice(1).split("/");
  const chapter = CHAPTERS.findIndex((each) => each.id === id);
  if (chapter < 0) return firstOpen(isDone);
  const step = Number(number) - 1;
  return { chapter, step: step in chapterAt(chapter).steps ? step : openIn(chapter, isDone) };
}

/** Returns the index of the first step of a chapter that is not done, 0 if all are done. */
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
  // Skips the overview once any exercise is done.
  const chapter = CHAPTERS.findIndex(
    ({ steps, hasOverview }, index) =>
      doneCounts[index] !== steps.length && !(hasOverview && isBegun),
  );
  return chapter < 0 ? { chapter: 0, step: 0 } : { chapter, step: openIn(chapter, isDone) };
}

/** Returns the next exercise; null after the last one. */
export function placeAfter({ chapter, step }: Place): Place | null {
  if (step + 1 < chapterAt(chapter).steps.length) return { chapter, step: step + 1 };
  return chapter + 1 < CHAPTERS.length ? { chapter: chapter + 1, step: 0 } : null;
}

export const hashOf = ({ chapter, step }: Place): string =>
  `#${stepId(chapterAt(chapter).id, step)}`;
