// The storage of studies. Each study has its own key, so that two tabs with different studies never overwrite each
// other; each tab remembers the key of its study. The latest few studies are in localStorage, which is written
// synchronously at each change; the others move to IndexedDB (study-archive.ts).

import { errorDetails } from "../core/error-details.ts";
import { isIntegerIn } from "../core/numbers.ts";
import { isText, parseVersion, readerOf, writerOf } from "../core/stored.ts";
import type { StoreProblem, Unchecked } from "../core/stored.ts";
import { TRANSFER_KEY } from "../study/session-transfer.ts";
import { readStudyData } from "../study/study-data.ts";
import { nodeAt } from "../study/tree.ts";
import type { LibraryLink } from "./library-link.ts";
import { createPostponed } from "./postponed.ts";
import type { ArchivedStudy, StudyArchive } from "./study-archive.ts";
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
  /** The time of the last change, in milliseconds since 1970. */
  time: number;
  /** The digest of the study when it was opened. */
  source: string | null;
  game: LibraryGame | null;
}

export interface StudyEntry {
  key: string;
  text: string;
  stored: StoredStudy;
  /** True if the study equals the record that is being opened. The notice then does not mention edits. */
  isSame: boolean;
}

/** `scarce`: little storage is left; `overtaken`: another tab has changed the study. */
type Problem = StoreProblem | "scarce" | "overtaken";

interface StorageParts {
  archive: StudyArchive;
  link: Pick<LibraryLink, "queue">;
  /** Returns the number of bytes that can still be stored. */
  room: () => Promise<number>;
  /** Called once for each kind of problem. */
  onProblem: (problem: Problem) => void;
}

export type StudyStorage = ReturnType<typeof createStudyStorage>;

export const VERSION = 1;
/** The prefix of the keys of studies; the study's name follows. */
export const STUDY_KEY = "chuhe:analysis:";
/** The key under which an unreadable study is preserved. */
export const UNREAD_KEY = "chuhe:analysis-unread";
/** The key in sessionStorage under which the tab remembers its study's name. */
const TAB_KEY = "chuhe:analysis";
/** The number of studies in localStorage besides the tab's own. */
const LATEST = 6;
/** Four fifths of the usual localStorage quota, in characters. A warning is shown if the studies are larger. */
const LOCAL_ROOM = 4_000_000;
/** The number of free bytes below which a warning is shown. */
const SCARCE = 20 * 2 ** 20;
/** The value of `left` while a version is being sent to the library, which may or may not have stored it. */
const UNKNOWN = "0";
const HASH = /^[0-9a-z]+$/;
/** The pause in the steps after which the place in a study is stored, in milliseconds. */
const PLACE_MS = 500;

/**
 * Encodes a study. `time` is the time of its last change, in milliseconds since 1970. `source` is a digest (see
 * `sourceOf`).
 */
export function encodeStudy(
  { data, flipped }: BoardStudy,
  time: number,
  source: string | null = null,
  game: LibraryGame | null = null,
): string {
  const { startFen, at, tags, result } = data;
  const { tree, places } = rowsOf(data.nodes);
  return JSON.stringify({
    version: VERSION,
    time,
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

/** Decodes a stored study. Returns null if the text is broken or of another version. */
export function decodeStudy(text: string): StoredStudy | null {
  const raw = parseVersion(text, VERSION);
  const data = raw ? readStudyData(raw) : null;
  if (!data) return null;
  const time = Number.isFinite(raw.time) ? raw.time : 0;
  const source = isText(raw.source, HASH) ? raw.source : null;
  return { data, flipped: raw.flipped === true, time, source, game: readGame(raw.game) };
}

function readGame(raw: Unchecked): LibraryGame | null {
  if (!isIntegerIn(raw?.id, 0, 2 ** 32 - 1) || !isText(raw.base, HASH)) return null;
  return { id: raw.id, base: raw.base, left: isText(raw.left, HASH) ? raw.left : null };
}

/** Returns true if a study is worth keeping and differs from the record from which it was opened. */
const isEdited = ({ data, source }: StoredStudy) =>
  isWorthKeeping(data) && source !== sourceOf(data);

/** Returns true if a study is more than an untouched standard starting position. */
function isWorthKeeping({ startFen, nodes }: StudyData): boolean {
  const { children, comment, shapes } = nodeAt(nodes, 0);
  return startFen !== null || children.length > 0 || comment !== "" || shapes.length > 0;
}

/** `area` returns the storage that all tabs share, and `own` returns the storage of this tab. Both may throw. */
export function createStudyStorage(
  area: () => Storage,
  own: () => Storage,
  { archive, link, room, onProblem }: StorageParts,
) {
  const reported = new Set<Problem>();
  const attempt = <T>(act: () => T, otherwise: T): T => {
    try {
      return act();
    } catch {
      return otherwise;
    }
  };
  let name = readerOf(own)(TAB_KEY) ?? newName();
  /** The digest of this tab's study when it was opened. */
  let source: string | null = null;
  let game: LibraryGame | null = null;
  /** The text that was written last, without its time. The same study is not written twice. */
  let written = "";
  /** The text that `load` read, to be put aside if the rules reject it. */
  let loaded: string | null = null;
  let saved: BoardStudy | null = null;
  /** The text that this tab last read or wrote under the study's key; a different text was written by another tab. */
  let current: string | null = null;
  /** True during a batch of changes, which `save` ignores. */
  let isBatch = false;
  /** Stores a study in which only the current node has changed, after the person has stopped stepping. */
  const place = createPostponed(save, PLACE_MS);
  /** The texts that localStorage has no room for, by key, each with the reason. */
  const unplaced = new Map<string, { text: string; code: StoreProblem }>();
  let isMoving = false;

  const read = readerOf(area);
  const tryWrite = writerOf(area);
  const remove = (key: string) => attempt(() => area().removeItem(key), undefined);

  const report = (problem: Problem | null) => {
    if (!problem || reported.has(problem)) return;
    reported.add(problem);
    onProblem(problem);
  };

  /** Returns the studies in localStorage, the latest first. */
  const all = () =>
    attempt(
      () =>
        Object.keys(area())
          .filter((key) => key.startsWith(STUDY_KEY))
          .map((key) => ({ key, text: area().getItem(key) ?? "" }))
          .map(({ key, text }) => ({ key, text, stored: decodeStudy(text) }))
          .toSorted((a, b) => (b.stored?.time ?? 0) - (a.stored?.time ?? 0)),
      [],
    );

  const others = () => all().filter(({ key }) => key !== STUDY_KEY + name);

  /**
   * Moves studies to the archive, except the tab's own and the latest `count` others. Leaves unreadable studies in
   * place. Removes library games without edits, because the library has them.
   */
  async function moveOut(count: number): Promise<Problem | null> {
    const moving = others()
      .slice(count)
      .flatMap(({ key, text, stored }) => (stored ? [{ key, text, stored }] : []));
    const needed = moving.filter(({ stored }) => stored.game === null || isEdited(stored));
    try {
      if (needed.length > 0)
        await archive.put(needed.map(({ key, text, stored }) => [key, archivedOf(text, stored)]));
    } catch (error) {
      return problemOf(error);
    }
    // A study that another tab has changed in the meantime stays.
    for (const { key, text } of moving) if (read(key) === text) remove(key);
    return null;
  }

  /** Archives all but the latest studies, and reports if little storage is left. */
  async function tidy() {
    const problem = await moveOut(LATEST);
    const size = all().reduce((sum, { text }) => sum + text.length, 0);
    const bytes = await room().catch(() => Infinity);
    if (problem === "full" || size > LOCAL_ROOM || bytes < SCARCE) report("scarce");
  }

  /** Stores the texts that localStorage had no room for. Makes room for each text, or archives it. */
  async function placeAll() {
    if (isMoving) return;
    isMoving = true;
    for (const [key, { text, code }] of unplaced) {
      unplaced.delete(key);
      const problem = await placeOne(key, text);
      report(problem && code === "full" ? code : problem);
    }
    isMoving = false;
  }

  async function placeOne(key: string, text: string): Promise<Problem | null> {
    for (const count of [1, 0]) {
      await moveOut(count);
      if (unplaced.has(key)) return null; // a newer text waits under the same key
      if (tryWrite(key, text) !== null) continue;
      note(key, text);
      return null;
    }
    const stored = decodeStudy(text);
    try {
      if (stored) await archive.put([[key, archivedOf(text, stored)]]);
    } catch (error) {
      return problemOf(error);
    }
    remove(key); // the older text of the study
    note(key, null);
    return null;
  }

  /** Records the text that is stored under a key now, if it is the key of this tab's study. */
  const note = (key: string, text: string | null) => {
    if (key === STUDY_KEY + name) current = text;
  };

  function write(text: string) {
    const key = STUDY_KEY + name;
    const code = isMoving ? "full" : tryWrite(key, text);
    if (code === null) current = text;
    else unplaced.set(key, { text, code });
    if (code !== null) void placeAll();
  }

  /** Renames this tab's study if another tab has changed it, to keep both versions. */
  function split() {
    const text = read(STUDY_KEY + name);
    if (text === null || current === null || text === current) return;
    name = newName();
    rememberName();
    current = null;
    report("overtaken");
  }

  /** Sends the new version of a library game to the library. `content` is its digest. */
  function updateLibrary(opened: LibraryGame, data: StudyData, content: string) {
    const study = name;
    link.queue(study, opened, data, () => {
      if (name !== study || saved?.data !== data || !game) return;
      game = { ...game, left: content };
      write(encodeStudy(saved, Date.now(), source, game));
    });
  }

  const rememberName = () => attempt(() => own().setItem(TAB_KEY, name), undefined);

  /**
   * Returns the text of a study; null if there is none. Prefers a readable text in localStorage, because it is at least
   * as new as the archived one.
   */
  async function textOf(key: string) {
    const local = read(key);
    if (local !== null && decodeStudy(local)) return local;
    const archived = await archive.get(key).catch(() => null);
    const isReadable = archived !== null && decodeStudy(archived.text) !== null;
    return local === null || isReadable ? (archived?.text ?? null) : local;
  }

  /** Returns the key of the study that was changed last, other than this tab's. */
  async function latest() {
    const [first] = others();
    return first?.key ?? (await archive.latest().catch(() => null));
  }

  const follow = (stored: StoredStudy, text: string | null) => {
    ({ source, game } = stored);
    written = encodeStudy(stored, 0);
    current = text;
  };

  /**
   * Moves a study that cannot be read, or that the rules reject, to a key that begins with `UNREAD_KEY`. Begins an
   * empty study.
   */
  function putAside(text = read(STUDY_KEY + name) ?? loaded): "broken" {
    const key = STUDY_KEY + name;
    const before = read(UNREAD_KEY);
    const aside = before === null || before === text ? UNREAD_KEY : `${UNREAD_KEY}:${name}`;
    if (text !== null && tryWrite(aside, text) === null) {
      remove(key);
      void archive.remove(key).catch(() => {});
    }
    begin();
    return "broken";
  }

  /** Begins another study, opened from the record with the digest `digest`. The previous study stays stored. */
  function begin(digest: string | null = null, libraryGame: LibraryGame | null = null) {
    name = newName();
    source = digest;
    game = libraryGame;
    written = "";
    current = null;
    rememberName();
  }

  function save(study: BoardStudy) {
    if (isBatch) return;
    place.drop();
    const text = encodeStudy(study, 0);
    const isFirst = written === "";
    if (text === written || (isFirst && !isWorthKeeping(study.data))) return;
    written = text;
    saved = study;
    split();
    const content = sourceOf(study.data);
    const isNews = game !== null && content !== (game.left ?? source);
    if (isNews && game) game = { ...game, left: UNKNOWN };
    write(encodeStudy(study, Date.now(), source, game));
    if (isNews && game) updateLibrary(game, study.data, content);
    if (!isFirst) return;
    rememberName();
    void tidy();
  }

  return {
    /** The key of this tab's study. */
    get key() {
      return STUDY_KEY + name;
    },

    /** Loads this tab's study. If there is none, loads the study that was changed last. */
    async load(): Promise<StoredStudy | "broken" | null> {
      let text = await textOf(STUDY_KEY + name);
      if (text === null) {
        const key = await latest();
        if (key === null) return null;
        name = key.slice(STUDY_KEY.length);
        rememberName();
        text = await textOf(key);
        if (text === null) return null;
      }
      const stored = decodeStudy(text);
      loaded = text;
      if (!stored) return putAside(text);
      follow(stored, read(STUDY_KEY + name));
      return stored;
    },

    putAside,

    save,

    /** Stores a study with a delay. Called if only the current node has changed. */
    saveSoon: (study: BoardStudy): void => void (isBatch || place.soon(study)),
    flush: place.flush,

    /** Makes several changes without storing them. The next `save` stores the result. */
    batch(act: () => void) {
      isBatch = true;
      try {
        act();
      } finally {
        isBatch = false;
      }
    },

    begin(...opened: Parameters<typeof begin>) {
      place.flush();
      begin(...opened);
    },

    /** Returns the latest study other than this tab's current one: its previous study, or a study of another tab. */
    before(): StudyEntry | null {
      for (const { key, text, stored } of others())
        if (stored !== null && isWorthKeeping(stored.data))
          return { key, text, stored, isSame: false };
      return null;
    },

    /**
     * Returns the latest edited study that was opened from the record with the digest `digest`, or that the library has
     * stored as this record.
     */
    async findEdited(digest: string): Promise<StudyEntry | null> {
      const local = all();
      const isLocal = new Set(local.map(({ key }) => key));
      const archived = await archive.find(digest).catch(() => []);
      const entries = archived
        .filter(({ key }) => !isLocal.has(key))
        .map(({ key, text }) => ({ key, text, stored: decodeStudy(text) }));
      const matches: StudyEntry[] = [];
      for (const { key, text, stored } of [...local, ...entries]) {
        if (!stored || !isEdited(stored)) continue;
        const isSame = stored.game !== null && sourceOf(stored.data) === digest;
        if (isSame || stored.source === digest) matches.push({ key, text, stored, isSame });
      }
      return matches.toSorted((a, b) => b.stored.time - a.stored.time)[0] ?? null;
    },

    /**
     * Makes another stored study this tab's study. `libraryGame` is the study's library game, used if none is stored
     * with the study.
     */
    turnTo(
      { key, stored }: Pick<StudyEntry, "key" | "stored">,
      libraryGame: LibraryGame | null = null,
    ) {
      place.flush();
      name = key.slice(STUDY_KEY.length);
      ({ source } = stored);
      game = stored.game ?? libraryGame;
      written = "";
      current = read(key);
      rememberName();
    },

    /** Returns a function that makes the current study this tab's study again. */
    bookmark() {
      place.flush();
      const before = { name, source, game, current };
      return () => {
        ({ name, source, game, current } = before);
        written = "";
        rememberName();
      };
    },

    /**
     * Returns the new version of this tab's study if another tab has written it, according to the event; null
     * otherwise.
     */
    readChange({ key, newValue }: Pick<StorageEvent, "key" | "newValue">): StoredStudy | null {
      if (key !== STUDY_KEY + name || newValue === null) return null;
      const stored = decodeStudy(newValue);
      if (stored) place.drop();
      if (stored) follow(stored, newValue);
      return stored;
    },

    /** Removes the game that another page has transferred, and returns its text. Returns null if there is none. */
    takeTransfer(): string | null {
      const text = read(TRANSFER_KEY);
      if (text !== null) remove(TRANSFER_KEY);
      return text;
    },
  };
}

const newName = () => crypto.getRandomValues(new Uint32Array(2)).join("");

const archivedOf = (text: string, { time, source, data }: StoredStudy): ArchivedStudy => ({
  text,
  time,
  source: source ?? "",
  content: sourceOf(data),
});

const problemOf = (error: unknown): StoreProblem =>
  errorDetails(error).name === "QuotaExceededError" ? "full" : "blocked";
