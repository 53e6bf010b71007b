// What ears are told of the engine's lines: once for a position that one stays at, and when the engine rests.

/** So deep it has to be, and so long one has to stay. */
const DEEP = 10;
const STAY_MS = 3000;

/** @param {(words: string) => void} announce @param {() => number} [now] */
export function createSummary(announce, now = () => performance.now()) {
  let key = "";
  let since = 0;
  /** What was told last of this position. */
  let told = "";

  return {
    /**
     * @param {string} place @param {import("./live-search.ts").Status} status @param {number} depth
     * @param {() => string} words
     */
    update(place, status, depth, words) {
      if (place !== key) [key, since, told] = [place, now(), ""];
      const rested = status === "rested";
      const due = rested ? told !== "rested" : status === "thinking" && told === "";
      if (!due || now() - since < STAY_MS || (depth < DEEP && !rested)) return;
      const said = words();
      if (said === "") return;
      told = rested ? "rested" : "thinking";
      announce(said);
    },
  };
}
