// The summary of the engine's lines for screen readers: once for a position at which a person stays, and when the search
// rests.

import type { Status } from "./live-search.ts";

/** The least depth of a search that still runs. */
const LEAST_DEPTH = 10;
/** The least time at a position, in milliseconds. */
const STAY_MS = 3000;

export function createSummary(
  announce: (words: string) => void,
  now: () => number = () => performance.now(),
) {
  let key = "";
  let since = 0;
  /** The status in which this position was last summed up. */
  let announced: "" | "thinking" | "rested" = "";

  return {
    /** Announces `words` if it is time. `place` is the key of the position. */
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
