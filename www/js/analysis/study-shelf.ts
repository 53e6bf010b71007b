// All stored studies, wherever they lie: lists, finds, changes and removes them, and puts them into the library.

import type { LibraryLink } from "./library-link.ts";
import {
  NEW_GAME,
  STUDY_KEY,
  decodeStudy,
  encodeStudy,
  isEdited,
  isWorthKeeping,
} from "./stored-study.ts";
import type { LibraryGame, StoredStudy } from "./stored-study.ts";
import type { StudyArchive } from "./study-archive.ts";
import { sourceOf } from "./study-rows.ts";
import type { StudyData } from "./study.ts";

/** A stored study under its key. */
export interface ShelvedStudy {
  key: string;
  text: string;
  stored: StoredStudy;
}

export interface OpenedStudy extends ShelvedStudy {
  /** True if the study has what the record that is being opened has. The notice then does not mention edits. */
  isSame: boolean;
  /** True if a person has added something to the record. */
  isEdited: boolean;
}

interface ShelfParts {
  archive: StudyArchive;
  link: Pick<LibraryLink, "queue">;
  /** Returns the key of this tab's study. */
  ownKey(): string;
  /** Returns the studies in localStorage. `stored` is null if a study cannot be read. */
  local(): { key: string; text: string; stored: StoredStudy | null }[];
  /** Returns the latest text of a study; null if there is none. */
  textOf(key: string): Promise<string | null>;
  /** Removes a study from localStorage and returns its text; null if it is not there. */
  takeLocal(key: string): string | null;
  /** Stores a text under a key. Resolves to true if it is stored. */
  place(key: string, text: string): Promise<boolean>;
  /** Notes that the library has stored the version `sent.left` of this tab's study. */
  noteSent(sent: LibraryGame): void;
  /** Waits until no study is on its way from one store to another. */
  settle(): Promise<void>;
}

export function createStudyShelf(parts: ShelfParts) {
  const { archive, link, ownKey, local, textOf, takeLocal, place, noteSent, settle } = parts;

  /** Returns a stored study; null if there is none that can be read. */
  async function find(key: string): Promise<ShelvedStudy | null> {
    await settle();
    const text = await textOf(key);
    const stored = text === null ? null : decodeStudy(text);
    return text === null || stored === null ? null : { key, text, stored };
  }

  /** Sends a study to the library, then stores it with its game. Resolves to false if one of them fails. */
  async function send(key: string, stored: StoredStudy): Promise<boolean> {
    const { source, changed, data, game } = stored;
    const isSent = await new Promise<boolean>((resolve) =>
      link.queue(
        key.slice(STUDY_KEY.length),
        game ?? NEW_GAME,
        data,
        () => resolve(true),
        () => resolve(false),
      ),
    );
    if (!isSent) return false;
    const sent = { ...(game ?? NEW_GAME), left: sourceOf(data) };
    if (key !== ownKey()) return place(key, encodeStudy(stored, Date.now(), source, sent, changed));
    noteSent(sent);
    return true;
  }

  return {
    find,

    /**
     * Returns all stored studies, the one that was changed last first. Leaves out those that cannot be read. `isWhole`
     * is false if the archive cannot be read.
     */
    async list(): Promise<{ studies: ShelvedStudy[]; isWhole: boolean }> {
      await settle();
      const archived = await archive.all().catch(() => null);
      const texts = new Map(archived?.map(({ key, text }) => [key, text]));
      for (const { key, text, stored } of local())
        if (stored || !texts.has(key)) texts.set(key, text);
      const studies = [...texts].flatMap(([key, text]) => {
        const stored = decodeStudy(text);
        return stored && isWorthKeeping(stored.data) ? [{ key, text, stored }] : [];
      });
      studies.sort((a, b) => b.stored.time - a.stored.time);
      return { studies, isWhole: archived !== null };
    },

    /**
     * Returns the latest study that was opened from the record with the digest `digest`, or that the library has stored
     * as this record. One to which a person has added something is preferred.
     */
    async findOpened(digest: string): Promise<OpenedStudy | null> {
      const here = local();
      const isLocal = new Set(here.map(({ key }) => key));
      const archived = await archive.find(digest).catch(() => []);
      const entries = archived
        .filter(({ key }) => !isLocal.has(key))
        .map(({ key, text }) => ({ key, text, stored: decodeStudy(text) }));
      const matches: OpenedStudy[] = [];
      for (const { key, text, stored } of [...here, ...entries]) {
        if (!stored || !isWorthKeeping(stored.data)) continue;
        const { game, source, data } = stored;
        const isStored = game !== null && sourceOf(data) === digest;
        if (!isStored && source !== digest) continue;
        const hasMore = isEdited(stored);
        matches.push({ key, text, stored, isSame: isStored || !hasMore, isEdited: hasMore });
      }
      matches.sort(
        (a, b) => Number(b.isEdited) - Number(a.isEdited) || b.stored.time - a.stored.time,
      );
      return matches[0] ?? null;
    },

    /** Changes a stored study that is not this tab's, and its library game. Resolves to false if that is impossible. */
    async amend(key: string, change: (data: StudyData) => StudyData): Promise<boolean> {
      const before = (await find(key))?.stored;
      if (!before) return false;
      const stored = { ...before, data: change(before.data), changed: Date.now() };
      if (stored.game) return send(key, stored);
      return place(key, encodeStudy(stored, Date.now(), stored.source));
    },

    /**
     * Puts a stored study into the library, where its later changes go, too. If the library has the study already,
     * updates its game. Resolves to false if that is impossible.
     */
    async toLibrary(key: string): Promise<boolean> {
      const entry = await find(key);
      return entry !== null && send(key, entry.stored);
    },

    /**
     * Removes a stored study that is not this tab's. Returns a function that stores it again; it resolves to false if
     * that is impossible. Rejects if the study cannot be removed.
     */
    async remove(key: string): Promise<() => Promise<boolean>> {
      await settle();
      const text = takeLocal(key);
      const archived = await archive.get(key).catch(() => null);
      const removal = archive.remove(key);
      await (text === null ? removal : removal.catch(() => {}));
      const isReadable = text !== null && decodeStudy(text) !== null;
      const latest = isReadable ? text : (archived?.text ?? text);
      return async () => latest !== null && place(key, latest);
    },
  };
}
