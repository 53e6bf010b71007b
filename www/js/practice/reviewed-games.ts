// Summaries of the reviewed games of one's own, for the profile, and which side was the person's last. The oldest go
// where there are too many: a profile is of how one plays now.

import { createStoredValue, isText, parseVersion } from "../core/stored.ts";
import { KINDS, PHASES } from "./profile.ts";

/** @import { Unchecked } from "../core/stored.ts" */
/** @typedef {import("./profile.ts").GameSummary} GameSummary */
/** @typedef {"red"|"black"|"both"} Whose */
/** @typedef {{ whose: Whose, games: GameSummary[] }} ReviewedGames  the latest game first */

export const REVIEWED_KEY = "chuhe:reviewed";
const VERSION = 1;
/** So many are kept. */
export const MOST_GAMES = 200;
const WHOSE = ["red", "black", "both"];

/** @returns {ReviewedGames} */
const nothing = () => ({ whose: "red", games: [] });

/** @param {Unchecked} value @param {number} most */
const isCount = (value, most) => Number.isSafeInteger(value) && value >= 0 && value <= most;

/** @param {Unchecked} one */
const isFlag = (one) => one === undefined || typeof one === "boolean";

/** @param {Unchecked} one */
const isLapse = (one) =>
  PHASES.includes(one?.phase) &&
  KINDS.includes(one.kind) &&
  Number.isFinite(one.loss) &&
  one.loss >= 0 &&
  one.loss <= 1 &&
  isFlag(one.hurried);

/** @param {Unchecked} one */
const isSummary = (one) =>
  isText(one?.name, /^[\w-]{1,40}$/) &&
  (one.side === "red" || one.side === "black") &&
  isCount(one.day, 100_000) &&
  isCount(one.moves, 10_000) &&
  Array.isArray(one.lapses) &&
  one.lapses.length <= one.moves &&
  one.lapses.every(isLapse);

/** @param {string|null} text @returns {ReviewedGames} */
export function decodeReviewed(text) {
  const raw = parseVersion(text, VERSION);
  if (!raw) return nothing();
  return {
    whose: WHOSE.includes(raw.whose) ? raw.whose : "red",
    games: Array.isArray(raw.games) ? raw.games.filter(isSummary).slice(0, MOST_GAMES) : [],
  };
}

/** @param {ReviewedGames} reviewed */
export const encodeReviewed = (reviewed) => JSON.stringify({ version: VERSION, ...reviewed });

/** A game that is reviewed again counts once. @param {ReviewedGames} reviewed @param {GameSummary} game @returns {ReviewedGames} */
export function withGame({ whose, games }, game) {
  const others = games.filter(({ name }) => name !== game.name);
  return { whose, games: [game, ...others].slice(0, MOST_GAMES) };
}

/** @param {() => Storage} area  may throw @param {(code: "full"|"blocked") => void} [onProblem] */
export const createReviewedGames = (area, onProblem) =>
  createStoredValue(area, REVIEWED_KEY, {
    decode: decodeReviewed,
    encode: encodeReviewed,
    onProblem,
    reportsEachTime: true,
  });
