// A link that takes a rating to another browser: bytes in base64url. The bytes are the version, the experience, the
// level and the step in hundredths, the run, six bytes for each game (the day, counted from 2020-01-01; the points and
// the opponent's strength; the rating after the game) and a checksum.

import { isIntegerIn } from "../core/numbers.ts";
import {
  EXPERIENCES,
  MAX_HISTORY,
  POINTS,
  RATING_FIELD,
  RATING_VERSION,
  VERSION_OF_SECOND_SCALE,
  convertRating,
  isRatedGame,
  isRating,
} from "./rating.ts";
import type { LinkedRating, RatedGame } from "./rating.ts";

/** The length of the head, in bytes. */
const HEAD = 7;
/** The length of a game, in bytes. */
const GAME = 6;
/** The length of the checksum, in bytes. */
const CHECKSUM = 2;
const FIRST_DAY = Date.UTC(2020, 0, 1);
const DAY_MS = 86_400_000;

const hundredths = (value: number) => Math.round(value * 100);

/**
 * Returns the hash of a link that holds a rating, including the `#`. Returns an empty text if the rating has not begun.
 */
export function ratingHash({ experience, rating, history }: LinkedRating): string {
  if (!rating) return "";
  const bytes = new Uint8Array(HEAD + GAME * history.length + CHECKSUM);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, RATING_VERSION);
  view.setUint8(1, EXPERIENCES.indexOf(experience ?? "unknown"));
  view.setUint16(2, hundredths(rating.level));
  view.setUint16(4, hundredths(rating.step));
  view.setInt8(6, Math.max(-100, Math.min(100, rating.run)));
  history.forEach(({ day, points, opponent, level }, index) => {
    const at = HEAD + GAME * index;
    view.setUint16(at, Math.max(0, Math.round((Date.parse(day) - FIRST_DAY) / DAY_MS)));
    view.setUint16(at + 2, POINTS.indexOf(points) * 2048 + hundredths(opponent));
    view.setUint16(at + 4, hundredths(level));
  });
  view.setUint16(bytes.length - CHECKSUM, checksum(bytes.subarray(0, -CHECKSUM)));
  const text = btoa(String.fromCharCode(...bytes));
  return `#${RATING_FIELD}=${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Parses `location.hash`. Returns null if the hash has no rating, and "broken" if its rating is invalid. */
export function parseRatingHash(hash: string): LinkedRating | "broken" | null {
  const text = new URLSearchParams(hash.replace(/^#/, "")).get(RATING_FIELD);
  if (text === null) return null;
  const bytes = bytesOf(text);
  const games = bytes ? (bytes.length - HEAD - CHECKSUM) / GAME : -1;
  if (!bytes || !isIntegerIn(games, 0, MAX_HISTORY)) return "broken";
  const view = new DataView(bytes.buffer);
  if (view.getUint16(bytes.length - CHECKSUM) !== checksum(bytes.subarray(0, -CHECKSUM)))
    return "broken";
  const experience = EXPERIENCES[view.getUint8(1)];
  const [level, step] = [view.getUint16(2) / 100, view.getUint16(4) / 100];
  const rating = { level, step, run: view.getInt8(6) };
  const history = Array.from({ length: games }, (_, index) => gameAt(view, HEAD + GAME * index));
  const version = view.getUint8(0);
  const isKnownVersion = version === RATING_VERSION || version === VERSION_OF_SECOND_SCALE;
  if (!isKnownVersion || !experience || !isRating(rating) || !history.every(isRatedGame))
    return "broken";
  const linked = { experience, rating, history };
  return version === VERSION_OF_SECOND_SCALE ? convertRating(linked) : linked;
}

function gameAt(view: DataView, at: number): RatedGame {
  const result = view.getUint16(at + 2);
  return {
    day: new Date(FIRST_DAY + view.getUint16(at) * DAY_MS).toISOString().slice(0, 10),
    points: POINTS[result >> 11] ?? -1,
    opponent: (result % 2048) / 100,
    level: view.getUint16(at + 4) / 100,
    seed: null,
  };
}

/** Decodes a text in base64url. Returns null if the text is invalid. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Returns Fletcher's checksum of 16 bits. */
function checksum(bytes: Uint8Array): number {
  let [low, high] = [0, 0];
  for (const byte of bytes) {
    low = (low + byte) % 255;
    high = (high + low) % 255;
  }
  return high * 256 + low;
}
