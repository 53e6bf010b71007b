// Reviews that were made, kept by this browser: by the game they are of, the last few. What cannot be read is as if it
// were not there.

import { createStoredValue, isText, parseVersion } from "../../core/stored.ts";

/** @import { Unchecked } from "../../core/stored.ts" */
/** @typedef {import("../../explain/judge.ts").JudgedPosition} JudgedPosition */
/** @typedef {import("../../explain/judge.ts").JudgedMove} JudgedMove */

/**
 * What a review has found so far; the arrays are as long as the game, with nulls where nothing is known yet.
 * @typedef {object} Findings
 * @property {(JudgedPosition|null)[]} positions   one more than there are moves
 * @property {(JudgedMove|null)[]} moves
 */

export const REVIEWS_KEY = "chuhe:reviews";
const VERSION = 1;
/** So many are kept. */
const MOST = 6;
const MOVE = /^[a-i]\d[a-i]\d$/;
const LABELS = ["inaccuracy", "mistake", "blunder"];

/** @param {string|null} startFen @param {string[]} moves */
export const nameOf = (startFen, moves) => `${startFen ?? ""}|${moves.join("")}`;

/** @param {string[]} moves @returns {Findings} */
export const noFindings = (moves) => ({
  positions: Array.from({ length: moves.length + 1 }, () => null),
  moves: moves.map(() => null),
});

/** @param {() => Storage} area  may throw where nothing can be stored */
export function createReviewStorage(area) {
  const stored = createStoredValue(area, REVIEWS_KEY, {
    /** @returns {Unchecked[]} */
    decode(text) {
      const reviews = parseVersion(text, VERSION)?.reviews;
      return Array.isArray(reviews) ? reviews : [];
    },
    encode: (reviews) => JSON.stringify({ version: VERSION, reviews }),
  });
  return {
    /** @param {string|null} startFen @param {string[]} moves @returns {Findings|null} */
    load(startFen, moves) {
      const name = nameOf(startFen, moves);
      const found = stored.load().find((one) => one?.name === name);
      return found && isFindings(found, moves.length)
        ? { positions: found.positions, moves: found.moves }
        : null;
    },

    /** @param {string|null} startFen @param {string[]} moves @param {Findings} findings @returns {boolean} whether there was room */
    save(startFen, moves, findings) {
      const name = nameOf(startFen, moves);
      const others = stored.load().filter((one) => one?.name !== name);
      return stored.save([{ name, ...findings }, ...others].slice(0, MOST));
    },
  };
}

/** @param {Unchecked} score */
const isScore = (score) =>
  score !== null &&
  typeof score === "object" &&
  (Number.isFinite(score.cp) || Number.isInteger(score.mate));

/** @param {Unchecked} move */
const isMove = (move) => isText(move, MOVE);
/** @param {Unchecked} line */
const isLine = (line) => Array.isArray(line) && line.length < 500 && line.every(isMove);

/** @param {Unchecked} one */
const isPosition = (one) =>
  one === null || (isScore(one?.score) && (one.best === null || isMove(one.best)));

/** @param {Unchecked} finding */
const isFinding = (finding) =>
  isMove(finding?.played) &&
  isMove(finding.best) &&
  isLine(finding.punishment) &&
  isLine(finding.better) &&
  isScore(finding.scores?.played) &&
  isScore(finding.scores?.best);

/** @param {Unchecked} one @param {number} ply */
function isMoveJudged(one, ply) {
  if (one === null) return true;
  const isSound = one?.ply === ply && Number.isFinite(one.loss);
  const isSided = one?.side === "red" || one?.side === "black";
  if (!isSound || !isSided) return false;
  const isBare = one.label === null && (one.finding ?? null) === null;
  return isBare || ((one.label === null || LABELS.includes(one.label)) && isFinding(one.finding));
}

/** @param {Unchecked} findings @param {number} length of the game */
export const isFindings = ({ positions, moves }, length) =>
  Array.isArray(positions) &&
  Array.isArray(moves) &&
  positions.length === length + 1 &&
  moves.length === length &&
  positions.every(isPosition) &&
  moves.every(isMoveJudged);
