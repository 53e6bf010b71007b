// A study as it is stored: the study with its time, the record from which it was opened, and its library game; and how
// it is encoded as a text.

import { errorDetails } from "../core/error-details.ts";
import { isIntegerIn } from "../core/numbers.ts";
import { isText, parseVersion } from "../core/stored.ts";
import type { StoreProblem, Unchecked } from "../core/stored.ts";
import { readStudyData } from "../study/study-data.ts";
import { nodeAt } from "../study/tree.ts";
import type { ArchivedStudy } from "./study-archive.ts";
import { rowsOf, sourceOf } from "./study-rows.ts";
import type { StudyData } from "./study.ts";

/** A study, and whether its board is flipped (Black at the bottom). */
export interface BoardStudy {
  data: StudyData;
  flipped: boolean;
}

/** The library's game from which a study was opened. */
export interface LibraryGame {
  id: number;
  /** The digest of the game when it was opened. */
  base: string;
  /** The digest (see `sourceOf`) of the version last sent to the library. */
  left: string | null;
}

export interface StoredStudy extends BoardStudy {
  /** The time at which the study was stored last, in milliseconds since 1970. Also opening and stepping store it. */
  time: number;
  /** The time of the last change of what a person may have written, in milliseconds since 1970. */
  changed: number;
  /** The digest of the study when it was opened. */
  source: string | null;
  game: LibraryGame | null;
}

export const VERSION = 1;
const HASH = /^[0-9a-z]+$/;
/** The largest id of a game of the library. */
const MAX_ID = 2 ** 32 - 1;

/** The value of `left` while a version is being sent to the library, which may or may not have stored it. */
export const UNKNOWN = "0";

/** The library game of a study that was not opened from the library, before the library has added it. */
export const NEW_GAME: LibraryGame = { id: MAX_ID, base: "0", left: null };

/**
 * Encodes a study. `time` is the present time and `changed` the time of the last change, in milliseconds since 1970.
 * `source` is a digest (see `sourceOf`).
 */
export function encodeStudy(
  { data, flipped }: BoardStudy,
  time: number,
  source: string | null = null,
  game: LibraryGame | null = null,
  changed = time,
): string {
  const { startFen, at, tags, result } = data;
  const { tree, places } = rowsOf(data.nodes);
  return JSON.stringify({
    version: VERSION,
    time,
    ...(changed !== time && { changed }),
    startFen,
    tree,
    at: places.get(at) ?? 0,
    tags,
    result,
    flipped,
    ...(source !== null && { source }),
    ...(game !== null && { game }),
  });
}

/** The prefix of the keys of studies; the study's name follows. */
export const STUDY_KEY = "chuhe:analysis:";

/** Decodes a stored study. Returns null if the text is broken or of another version. */
export function decodeStudy(text: string): StoredStudy | null {
  const raw = parseVersion(text, VERSION);
  const data = raw ? readStudyData(raw) : null;
  if (!data) return null;
  const time = Number.isFinite(raw.time) ? raw.time : 0;
  const source = isText(raw.source, HASH) ? raw.source : null;
  const changed = Number.isFinite(raw.changed) ? raw.changed : time;
  return { data, flipped: raw.flipped === true, time, changed, source, game: readGame(raw.game) };
}

function readGame(raw: Unchecked): LibraryGame | null {
  if (!isIntegerIn(raw?.id, 0, MAX_ID) || !isText(raw.base, HASH)) return null;
  return { id: raw.id, base: raw.base, left: isText(raw.left, HASH) ? raw.left : null };
}

/** Returns true if a study is worth keeping and differs from the record from which it was opened. */
export const isEdited = ({ data, source }: StoredStudy) =>
  isWorthKeeping(data) && source !== sourceOf(data);

/** Returns true if a study is more than an untouched standard starting position. */
export function isWorthKeeping({ startFen, nodes }: StudyData): boolean {
  const { children, comment, shapes } = nodeAt(nodes, 0);
  return startFen !== null || children.length > 0 || comment !== "" || shapes.length > 0;
}

/** Returns a study as the archive stores it. */
export const archivedOf = (text: string, { time, source, data }: StoredStudy): ArchivedStudy => ({
  text,
  time,
  source: source ?? "",
  content: sourceOf(data),
});

/** Returns a name for a new study. */
export const newName = (): string => crypto.getRandomValues(new Uint32Array(2)).join("");

/** Returns why IndexedDB has rejected a change. */
export const problemOf = (error: unknown): StoreProblem =>
  errorDetails(error).name === "QuotaExceededError" ? "full" : "blocked";
