// Announces a summary of the engine's lines to screen readers: once after the person has stayed at a position for a
// while, and once when the search ends.

import type { Status } from "./live-search.ts";

/** The smallest depth of a running search whose lines are announced. */
const LEAST_DEPTH = 10;
/** The shortest time at a position before an announcement, in milliseconds. */
const STAY_MS = 3000;

export function createSummary(
  announce: (words: string) => void,
  now: () => number = () => performance.now(),
) {
  let key = "";
  let since = 0;
  /** The status at the last announcement about this position; "" before the first. */
  let announced: "" | "thinking" | "rested" = "";

  return {
    /** Announces `words` if a summary is due. `place` is the key of the position. */
    update(place: string, status: Status, depth: number, words: () => string): void {
      if (place !== key) [key, since, announced] = [place, now(), ""];
      const isRested = status === "rested";
      const isDue = isRested
        ? announced !== "rested"
        : status === "thinking" && announced === "" && depth >= LEAST_DEPTH;
      if (!isDue || now() - since < STAY_MS) return;
      const text = words();
      if (text === "") return;
      announced = isRested ? "rested" : "thinking";
      announce(text);
    },
  };
}
