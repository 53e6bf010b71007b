// Opens games and positions: stored and transferred games, and games and positions from links, texts and files. The
// study that was open before stays stored, and can be opened again.

import type { I18n } from "../core/i18n.ts";
import { digestOf } from "../database/library-edits.ts";
import { listMemory } from "../database/listed-games.ts";
import { choicesOfLink, faultsOfLink, parseLink } from "../rules/link.ts";
import type { Link } from "../rules/link.ts";
import { describeOpenedRecord, describeReadFault, nameAfterFile } from "../rules/record-words.ts";
import type { ReadFault } from "../rules/record-words.ts";
import { readAny, rejectTooLarge } from "../rules/records.ts";
import type { Rules } from "../rules/records.ts";
import { describeRulesError } from "../rules/rules.ts";
import { decodeTransfer } from "../study/session-transfer.ts";
import { codeIn, unpackStudy } from "../study/study-link.ts";
import { readStudy } from "../study/study-record.ts";
import { mainFrom, movesOf, pathTo } from "../study/tree.ts";
import type { Notify } from "../ui/notice.ts";
import { sourceOf } from "./study-rows.ts";
import type { BoardStudy, LibraryGame, ShelvedStudy, StudyStorage } from "./study-storage.ts";
import { emptyStudy } from "./study.ts";
import type { Study, StudyData } from "./study.ts";

interface OpenerParts {
  rules: Rules;
  study: Study;
  storage: StudyStorage;
  i18n: I18n;
  notify: Notify;
  /** Turns the board. */
  turn(isFlipped: boolean): void;
  /** Called when a text or a file has been opened. */
  onOpened(): void;
  /** Called when a text or a file has been opened that has further games. */
  onSeveral(source: string | File): void;
  /** Called when something dropped or pasted cannot be read. */
  onRefused(data: string | File, fault: ReadFault): void;
}

export type StudyOpener = ReturnType<typeof createStudyOpener>;

export function createStudyOpener(parts: OpenerParts) {
  const { rules, study, storage, i18n, notify, turn, onOpened, onSeveral, onRefused } = parts;
  const { t } = i18n;
  /** The number of the latest request to open a record; earlier requests are dropped. */
  let request = 0;

  /** Opens a study that is not stored yet. `source` is its digest (see `sourceOf`). Throws a ChuheError. */
  function replace(data: StudyData, source: string | null, game: LibraryGame | null = null) {
    const goBackThere = storage.bookmark();
    storage.begin(source, game);
    try {
      study.open(data);
    } catch (error) {
      goBackThere(); // `study.open` changes nothing when it throws
      throw error;
    }
  }

  /** Opens a stored study. `game` is the library's game as which it is opened. Throws a ChuheError. */
  function turnTo(entry: ShelvedStudy, game: LibraryGame | null = null) {
    if (entry.key === storage.key) {
      if (game) storage.reopenAs(game);
      return;
    }
    const goBackThere = storage.bookmark();
    storage.turnTo(entry, game);
    try {
      storage.batch(() => put(entry.stored));
      storage.save(entry.stored);
    } catch (error) {
      storage.putAside(entry.text);
      goBackThere(); // `study.open` changes nothing when it throws
      throw error;
    }
  }

  /**
   * Opens a record or, if the record was opened before, its study. `words` is the text of the notice. `ply` is the ply
   * to go to. If `ply` is null, an edited study opens at its stored node, and any other at its start. Throws a
   * ChuheError.
   */
  async function openRecord(
    data: StudyData,
    words: string,
    ply: number | null = null,
    game: LibraryGame | null = null,
  ) {
    const source = sourceOf(data);
    const openAnew = () => replace({ ...data, at: mainNode(data, ply ?? 0) }, source, game);
    const own = ++request;
    const opened = await storage.findOpened(source);
    if (own !== request) return;
    if (!opened || !canReopen(opened, game)) {
      openAnew();
      return notifyOpened(words);
    }
    if (ply !== null || !opened.isEdited) study.go(mainNode(study.data(), ply ?? 0));
    if (opened.isSame) return notifyOpened(words);
    const again = [words, t("analysis.in.again")].filter(Boolean).join(" ");
    notify(again, { ms: 12_000, label: t("analysis.in.anew"), onAction: openAnew });
  }

  /** Opens a stored study; returns false if the rules reject it. */
  function canReopen(entry: ShelvedStudy, game: LibraryGame | null) {
    try {
      turnTo(entry, game);
      return true;
    } catch {
      return false;
    }
  }

  /** Shows a stored study, and turns the board as stored. Throws a ChuheError if the rules reject the study. */
  function put({ data, flipped }: BoardStudy) {
    study.open(data);
    turn(flipped);
  }

  /** Shows a stored study without storing it again; returns false if the rules reject it. */
  function canPut(stored: BoardStudy): boolean {
    try {
      storage.batch(() => put(stored));
      return true;
    } catch {
      return false;
    }
  }

  /** Shows `words` with a button that goes back to the previous study. Shows nothing if `words` is empty. */
  function notifyOpened(words: string) {
    const wayBack = storage.before() && { label: t("analysis.in.back"), onAction: goBack };
    if (words) notify(words, { ms: 10_000, ...wayBack });
  }

  function goBack() {
    const before = storage.before();
    try {
      if (before) turnTo(before);
    } catch (error) {
      notify(describeRulesError(error, i18n).join(" "));
    }
  }

  /** Opens a text or a file, with a notice that begins with `first`. Returns the fault if it cannot be read. */
  async function take(source: string | File, first = ""): Promise<ReadFault | null> {
    try {
      const isFile = source instanceof File;
      if (isFile) rejectTooLarge(source.size);
      const content = isFile ? new Uint8Array(await source.arrayBuffer()) : source;
      const { data, found } = await readAny(content, (text, summary) =>
        readStudy(rules, text, summary),
      );
      const tags = nameAfterFile(data.tags, isFile ? source.name : "");
      const words = describeOpenedRecord({ ...found, tags }, isFile, i18n);
      await openRecord({ ...data, tags }, `${first} ${words}`.trim());
      onOpened();
      if (found.games > 1) onSeveral(source);
      return null;
    } catch (error) {
      return describeReadFault(error, i18n);
    }
  }

  /**
   * Adds a game to the open study if one of their main lines continues the other. Keeps comments and variations.
   * Returns the game's nodes in the study, or null if the game could not be added.
   */
  function mergeGame({ startFen, nodes }: StudyData): number[] | null {
    const { startFen: fen, nodes: open } = study.data();
    const line = movesOf(nodes, mainFrom(nodes));
    const main = movesOf(open, mainFrom(open));
    const length = Math.min(line.length, main.length);
    const isSame =
      fen === startFen &&
      length > 0 &&
      main.slice(0, length).join() === line.slice(0, length).join();
    if (!isSame) return null;
    const last = study.addLine(0, line);
    return pathTo(study.data().nodes, last);
  }

  /** Returns true if the bar of the library's list says where the game comes from. */
  const isListed = (game: number | null) => game !== null && listMemory().load()?.game?.id === game;

  /** Opens a game that another page has transferred. */
  async function openTransfer(text: string) {
    const transfer = decodeTransfer(text);
    try {
      if (!transfer) throw new Error("broken");
      const { pgn, ply, isRecord, game, flipped } = transfer;
      const { data } = readStudy(rules, pgn);
      const merged = isRecord ? null : mergeGame(data);
      if (merged) study.go(merged[ply - 1] ?? 0);
      else if (isRecord) await openLibraryGame(pgn, ply, game, isListed(game) ? "" : undefined);
      else await openRecord(data, "", ply);
      turn(flipped);
    } catch {
      notify(t("analysis.in.brokenHanded"), { ms: 12_000 });
    }
  }

  /** Opens the study that is encoded in a link. */
  async function openCode(code: string) {
    const data = await unpackStudy(code);
    try {
      if (!data) throw new Error("broken");
      replace(data, sourceOf(data));
      notifyOpened(t("analysis.in.link"));
    } catch {
      notify(t("analysis.in.brokenLink"), { ms: 0 });
    }
  }

  /** Opens the study, the game or the position in the address. */
  function followLink() {
    const code = codeIn(location.hash);
    const link = code === null ? parseLink(location.hash) : null;
    if (code === null && !link) return;
    clearHash();
    if (code !== null) return void openCode(code);
    if (!link) return;
    const faults = faultsOfLink(link).flatMap((fault) => describeRulesError(fault, i18n));
    try {
      if (faults.length === 0) {
        const data = studyOfLink(link);
        replace(data, sourceOf(data));
        return notifyOpened(t("analysis.in.link"));
      }
    } catch (error) {
      faults.push(...describeRulesError(error, i18n));
    }
    notify(t("notice.badLink", { lines: faults.join(" ") }), { ms: 0 });
  }

  function studyOfLink(link: Link): StudyData {
    const { startFen, moves, ply } = choicesOfLink(link, 1, "red");
    const record = rules.Record.fromMoves(startFen, moves);
    const { data } = readStudy(rules, record.export("pgn-iccs"));
    record.free();
    return { ...data, at: mainNode(data, ply) };
  }

  /** Opens a game of the library at a ply. `id` is its id in the library, null if it is unknown. */
  const openLibraryGame = (
    pgn: string,
    ply: number,
    id: number | null,
    words = t("analysis.in.library"),
  ) => {
    const game = id === null ? null : { id, base: digestOf(pgn), left: null };
    return openRecord(readStudy(rules, pgn).data, words, ply, game);
  };

  return {
    take,
    openLibraryGame,
    /** Opens one of the games of a file or a text that is open. Returns the fault if it cannot be read. */
    async openGame(pgn: string): Promise<ReadFault | null> {
      try {
        await openRecord(readStudy(rules, pgn).data, "");
        return null;
      } catch (error) {
        return describeReadFault(error, i18n);
      }
    },
    goBack,
    followLink,

    /** Returns true if another page has asked to open a record. */
    isAskedToOpen() {
      if (location.hash !== "#open") return false;
      clearHash();
      return true;
    },

    /** Opens dropped or pasted data. */
    async takeIn(source: string | File) {
      const fault = await take(source);
      if (fault) onRefused(source, fault);
    },

    /** Describes the previous study; returns null if there is none. */
    describeBefore() {
      const before = storage.before();
      if (!before) return null;
      return t("analysis.in.before", { moves: before.stored.data.nodes.length - 1 });
    },

    /** Begins a study of a position. Returns the error messages if the rules reject the position; empty on success. */
    begin(startFen: string | null): string[] {
      try {
        replace(emptyStudy(startFen), null);
        notifyOpened(t("analysis.in.begun"));
        return [];
      } catch (error) {
        return describeRulesError(error, i18n);
      }
    },

    /** Begins an empty study, without a notice. The study that was open stays stored. */
    beginQuietly() {
      request += 1;
      replace(emptyStudy(), null);
    },

    /**
     * Opens a study by its key. Returns the error messages if the rules reject it; empty on success. Returns null if
     * the study cannot be found.
     */
    async openStored(key: string): Promise<string[] | null> {
      request += 1;
      const own = request;
      const entry = await storage.find(key);
      if (own !== request) return [];
      if (!entry) return null;
      try {
        turnTo(entry);
        return [];
      } catch (error) {
        return describeRulesError(error, i18n);
      }
    },

    /** Opens the stored study. Then opens the transferred game and the link in the address, if there are any. */
    async resume(stored: BoardStudy | "broken" | null) {
      const isBroken = stored === "broken" || (stored && !canPut(stored) && storage.putAside());
      if (isBroken) notify(t("analysis.in.broken"), { ms: 12_000 });
      const transfer = storage.takeTransfer();
      if (transfer !== null) await openTransfer(transfer);
      followLink();
    },

    /** Opens the version of this study that another tab has stored. */
    followTab(event: StorageEvent) {
      const changed = storage.readChange(event);
      if (changed) canPut(changed);
    },
  };
}

const clearHash = () => history.replaceState(null, "", location.pathname + location.search);

/** Returns the node of the main line at a ply; the start if the line is too short. */
const mainNode = ({ nodes }: Pick<StudyData, "nodes">, ply: number) =>
  mainFrom(nodes)[ply - 1] ?? 0;
