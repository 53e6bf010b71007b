// A link that takes a rating to another browser: bytes in base64url. The version; the experience; level and step in
// hundredths; the run; each game in six bytes: its day since 2020, its points and opponent, the rating after it; a
// checksum.

import { isIntegerIn } from "../core/numbers.ts";
import {
  EXPERIENCES,
  KEPT,
  POINTS,
  RATING_FIELD,
  RATING_VERSION,
  isCountedGame,
  VERSION_OF_SECOND_SCALE,
  isRating,
  convertRating,
} from "./rating.ts";

/** @typedef {import("./rating.ts").Counted} Counted */
/** @typedef {import("./rating.ts").RatingRecord} RatingRecord */

const HEAD = 7;
const EACH = 6;
const TAIL = 2;
const FIRST_DAY = Date.UTC(2020, 0, 1);
const DAY_MS = 86_400_000;
const hundreds = (/** @type {number} */ value) => Math.round(value * 100);

/** @param {RatingRecord} record one that has begun @returns {string} with the `#` */
export function ratingHash({ experience, rating, history }) {
  if (!rating) return "";
  const bytes = new Uint8Array(HEAD + EACH * history.length + TAIL);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, RATING_VERSION);
  view.setUint8(1, EXPERIENCES.indexOf(experience ?? "unknown"));
  view.setUint16(2, hundreds(rating.level));
  view.setUint16(4, hundreds(rating.step));
  view.setInt8(6, Math.max(-100, Math.min(100, rating.run)));
  history.forEach(({ day, points, opponent, level }, index) => {
    const at = HEAD + EACH * index;
    view.setUint16(at, Math.max(0, Math.round((Date.parse(day) - FIRST_DAY) / DAY_MS)));
    view.setUint16(at + 2, POINTS.indexOf(points) * 2048 + hundreds(opponent));
    view.setUint16(at + 4, hundreds(level));
  });
  view.setUint16(bytes.length - TAIL, checksum(bytes.subarray(0, -TAIL)));
  const text = btoa(String.fromCharCode(...bytes));
  return `#${RATING_FIELD}=${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/**
 * @param {string} hash `location.hash`
 * @returns {Pick<RatingRecord, "experience"|"rating"|"history">|"broken"|null} null when the address names no rating
 */
export function parseRatingHash(hash) {
  const text = new URLSearchParams(hash.replace(/^#/, "")).get(RATING_FIELD);
  if (text === null) return null;
  const bytes = bytesOf(text);
  const games = bytes ? (bytes.length - HEAD - TAIL) / EACH : -1;
  if (!bytes || !isIntegerIn(games, 0, KEPT)) return "broken";
  const view = new DataView(bytes.buffer);
  if (view.getUint16(bytes.length - TAIL) !== checksum(bytes.subarray(0, -TAIL))) return "broken";
  const experience = EXPERIENCES[view.getUint8(1)];
  const [level, step] = [view.getUint16(2) / 100, view.getUint16(4) / 100];
  const rating = { level, step, run: view.getInt8(6) };
  const history = Array.from({ length: games }, (_, index) => gameAt(view, HEAD + EACH * index));
  const version = view.getUint8(0);
  const isKnown = version === RATING_VERSION || version === VERSION_OF_SECOND_SCALE;
  if (!isKnown || !experience || !isRating(rating) || !history.every(isCountedGame))
    return "broken";
  const linked = { experience, rating, history };
  return version === VERSION_OF_SECOND_SCALE ? convertRating(linked) : linked;
}

/** @param {DataView} view @param {number} at @returns {Counted} */
function gameAt(view, at) {
  const result = view.getUint16(at + 2);
  return {
    day: new Date(FIRST_DAY + view.getUint16(at) * DAY_MS).toISOString().slice(0, 10),
    points: POINTS[result >> 11] ?? -1,
    opponent: (result % 2048) / 100,
    level: view.getUint16(at + 4) / 100,
    seed: null,
  };
}

/** @param {string} text */
function bytesOf(text) {
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Fletcher's, of 16 bits. @param {Uint8Array} bytes */
function checksum(bytes) {
  let [low, high] = [0, 0];
  for (const byte of bytes) {
    low = (low + byte) % 255;
    high = (high + low) % 255;
  }
  return high * 256 + low;
}
