// The storage of studies. Each study has its own key, so that two tabs with different studies never overwrite each
// other; each tab remembers the key of its study. The latest few studies are in localStorage, which is written
// synchronously at each change; the others move to IndexedDB (study-archive.ts).

import { readerOf, writerOf } from "../core/stored.ts";
import type { StoreProblem } from "../core/stored.ts";
import { TRANSFER_KEY } from "../study/session-transfer.ts";
import type { LibraryLink } from "./library-link.ts";
import { createPostponed } from "./postponed.ts";
import {
  NEW_GAME,
  STUDY_KEY,
  UNKNOWN,
  archivedOf,
  decodeStudy,
  encodeStudy,
  isWorthKeeping,
  newName,
  problemOf,
} from "./stored-study.ts";
import type { BoardStudy, LibraryGame, StoredStudy } from "./stored-study.ts";
import type { StudyArchive } from "./study-archive.ts";
import { sourceOf } from "./study-rows.ts";
import { createStudyShelf } from "./study-shelf.ts";
import type { ShelvedStudy } from "./study-shelf.ts";
import type { StudyData } from "./study.ts";

export { STUDY_KEY, VERSION, decodeStudy, encodeStudy } from "./stored-study.ts";
export type { BoardStudy, LibraryGame, StoredStudy, ShelvedStudy };

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
/** The delay before the current node is stored, in milliseconds. Steps through a study follow each other quickly. */
const STEP_PAUSE = 300;

/** Returns the library game of a study that was opened as `opened`, whose id may differ from the stored one. */
const openedAs = (stored: LibraryGame | null, opened: LibraryGame | null): LibraryGame | null =>
  stored && opened ? { ...stored, id: opened.id } : (stored ?? opened);

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
  /** The digest of the study at its last change, and the time of that change. */
  let change = { content: "", time: 0 };
  /** The text that this tab last read or wrote under the study's key; a different text was written by another tab. */
  let current: string | null = null;
  /** True during a batch of changes, which `save` ignores. */
  let isBatch = false;
  /** Stores a study in which only the current node has changed, after the person has stopped stepping. */
  const steps = createPostponed(save, STEP_PAUSE);
  /** The texts that localStorage has no room for, by key, each with the reason. */
  const unplaced = new Map<string, { text: string; code: StoreProblem }>();
  let isMoving = false;
  /** Settles when all moves to the archive that have begun are done. */
  let moving: Promise<unknown> = Promise.resolve();

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
   * place.
   */
  async function moveOut(count: number): Promise<Problem | null> {
    const leaving = others()
      .slice(count)
      .flatMap(({ key, text, stored }) => (stored ? [{ key, text, stored }] : []));
    try {
      if (leaving.length > 0)
        await archive.put(leaving.map(({ key, text, stored }) => [key, archivedOf(text, stored)]));
    } catch (error) {
      return problemOf(error);
    }
    // A study that another tab has changed in the meantime stays.
    for (const { key, text } of leaving) if (read(key) === text) remove(key);
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
    if (code !== null) track(placeAll());
  }

  function track(work: Promise<unknown>) {
    moving = Promise.allSettled([moving, work]);
  }

  /** Waits until no study is being moved to the archive. */
  async function settle() {
    for (let last: unknown = null; last !== moving;) {
      last = moving;
      await moving;
    }
  }

  /** Stores a text under the key of any study. Returns true if it is stored now. */
  async function place(key: string, text: string): Promise<boolean> {
    await settle();
    const code = tryWrite(key, text);
    if (code === null) {
      note(key, text);
      return true;
    }
    unplaced.set(key, { text, code });
    track(placeAll());
    await settle();
    return read(key) === text || (await archive.get(key).catch(() => null))?.text === text;
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

  /** Encodes a version of this tab's study. */
  const encode = (study: BoardStudy) => encodeStudy(study, Date.now(), source, game, change.time);

  const changeOf = ({ data, changed }: StoredStudy) => ({ content: sourceOf(data), time: changed });

  /** Sends the new version of a library game to the library. `content` is its digest. */
  function updateLibrary(opened: LibraryGame, data: StudyData, content: string) {
    const study = name;
    const done = () => {
      if (name !== study || saved?.data !== data || !game) return;
      game = { ...game, left: content };
      write(encode(saved));
    };
    link.queue(study, opened, data, done);
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
    steps.drop();
    ({ source, game } = stored);
    change = changeOf(stored);
    written = encodeStudy(stored, 0);
    saved = stored;
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
    steps.flush();
    name = newName();
    source = digest;
    game = libraryGame;
    written = "";
    saved = null;
    current = null;
    rememberName();
  }

  function save(study: BoardStudy) {
    if (isBatch) return;
    steps.drop();
    const text = encodeStudy(study, 0);
    const isFirst = written === "";
    if (text === written || (isFirst && !isWorthKeeping(study.data))) return;
    written = text;
    saved = study;
    split();
    const content = sourceOf(study.data);
    const isNews = game !== null && content !== (game.left ?? source);
    if (isNews && game) game = { ...game, left: UNKNOWN };
    if (content !== change.content) change = { content, time: Date.now() };
    write(encode(study));
    if (isNews && game) updateLibrary(game, study.data, content);
    if (!isFirst) return;
    rememberName();
    track(tidy());
  }

  /** Notes that the library has stored a version of this tab's study, and sends it a later version. */
  function noteSent(sent: LibraryGame) {
    if (!saved) return;
    const content = sourceOf(saved.data);
    if (game?.left === content) return;
    game = { ...(game ?? sent), left: sent.left };
    write(encode(saved));
    if (content !== sent.left) updateLibrary(game, saved.data, content);
  }

  /** Removes a study from localStorage and returns its text; null if it is not there. */
  function takeLocal(key: string) {
    const text = unplaced.get(key)?.text ?? read(key);
    unplaced.delete(key);
    remove(key);
    return text;
  }

  const shelf = createStudyShelf({
    archive,
    link,
    ownKey: () => STUDY_KEY + name,
    local: all,
    textOf,
    takeLocal,
    place,
    noteSent,
    async settle() {
      steps.flush();
      await settle();
    },
  });

  return {
    ...shelf,

    /** The key of this tab's study. */
    get key() {
      return STUDY_KEY + name;
    },

    /** The id of the library's game that is open; null for other studies, and until the library has added the study. */
    get gameId() {
      return game === null || game.id === NEW_GAME.id ? null : game.id;
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

    /**
     * Stores a study soon of which only the current node has changed since the last `save`. `flush` and all changes of
     * the study store it at once.
     */
    saveSoon(study: BoardStudy) {
      if (isBatch) return;
      steps.soon(study);
    },

    flush: steps.flush,

    /** Makes several changes without storing them. The next `save` stores the result. */
    batch(act: () => void) {
      isBatch = true;
      try {
        act();
      } finally {
        isBatch = false;
      }
    },

    begin,

    /** Returns the latest study other than this tab's current one: its previous study, or a study of another tab. */
    before(): ShelvedStudy | null {
      for (const { key, text, stored } of others())
        if (stored !== null && isWorthKeeping(stored.data)) return { key, text, stored };
      return null;
    },

    /** Makes another stored study this tab's study. `libraryGame` is the library's game as which it was opened. */
    turnTo(
      { key, stored }: Pick<ShelvedStudy, "key" | "stored">,
      libraryGame: LibraryGame | null = null,
    ) {
      steps.flush();
      name = key.slice(STUDY_KEY.length);
      ({ source } = stored);
      change = changeOf(stored);
      saved = stored;
      game = openedAs(stored.game, libraryGame);
      written = "";
      current = read(key);
      rememberName();
    },

    /** Notes that this tab's study was opened as a game of the library. */
    reopenAs(libraryGame: LibraryGame) {
      steps.flush();
      game = openedAs(game, libraryGame);
      written = "";
      if (saved) save(saved);
    },

    /** Returns a function that makes the current study this tab's study again. */
    bookmark() {
      steps.flush();
      const mark = { name, source, game, current, change, saved };
      return () => {
        ({ name, source, game, current, change, saved } = mark);
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
      if (stored) steps.drop();
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
