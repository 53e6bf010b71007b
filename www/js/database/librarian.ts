// Manages the library: imports files, stores changes, and loads the changes of other tabs. It accesses the store, the
// locks and other tabs only through an `Environment`, so tests can replace them.

import type { GameLibrary, LibraryLine } from "../../pkg-lab/lab.js";
import { errorDetails } from "../core/error-details.ts";
import { sourcesIn } from "./archive.ts";
import type { Source } from "./archive.ts";
import { addResult, attempt, emptyReport } from "./import-tally.ts";
import { exploreGames, findGames } from "./find-games.ts";
import { LOSSLESS, applyEdits } from "./library-edits.ts";
import type { Owner } from "./library-edits.ts";
import { VersionConflict } from "./library-store.ts";
import type { LibraryStore } from "./library-store.ts";
import { linesToLearn } from "./lines-to-learn.ts";
import type {
  BookChoice,
  Explored,
  ImportReport,
  InterruptedImport,
  LibraryEvent,
  LineChoice,
  Persons,
  PositionQuery,
  Query,
  Row,
  Selection,
  State,
  Trouble,
} from "./types.ts";

/** Labels by the ids of their games. */
type LabelsByGame = Map<number, string[]>;

/** The shortest time between two reports of progress, in milliseconds. */
const PROGRESS_MS = 50;
/** The time after which an import stores the games that it has read so far, in milliseconds. */
const BATCH_MS = 1000;
/** The number of changed blocks at which an import stores its games even before `BATCH_MS`. */
const BATCH_BLOCKS = 4;
/** The number of games in a block; it must be the same as in `chuhe::records::library`. */
const BLOCK = 512;

interface Environment {
  createLibrary: () => GameLibrary;
  openStore: () => Promise<LibraryStore>;
  onEvent: (event: LibraryEvent) => void;
  /** Tells other tabs that the store has changed. */
  notifyTabs: () => void;
  /** Calls `act` while holding the import lock. */
  withImportLock: <Result>(act: () => Promise<Result>) => Promise<Result>;
  /** Returns true if an import runs in any tab. */
  isImportLocked: () => Promise<boolean>;
}

export class Librarian {
  #environment: Environment;
  #library: GameLibrary;
  /** Null until the store is open, and as long as the browser forbids storage. */
  #store: LibraryStore | null = null;
  /** The version of the store at the last load or save. */
  #version = 0;
  #trouble: Trouble = null;
  /** The numbers of the blocks that have changes which are not stored yet. */
  #unstored = new Set<number>();
  /** Stored blocks that could not be read. */
  #damaged: Uint8Array[] = [];
  /** True from the loading of damaged blocks until these are stored under separate keys. */
  #isBroken = false;
  /** The keys of queued games and edits that the library now contains; the next save deletes these keys. */
  #consumed: string[] = [];
  /** The owners that are not stored yet, by the names of their studies. */
  #owners = new Map<string, Owner>();
  /** The games that were removed last. Reloading makes `ids` invalid, so it sets `texts` to their PGN. */
  #removed: { ids: Uint32Array; texts: string[] | null } = { ids: new Uint32Array(), texts: null };
  /** The former labels of each game that the last change of labels affected. */
  #previousLabels: LabelsByGame = new Map();
  #isCancelled = false;
  /**
   * The part of the import that is already stored. `earlier` counts the games of the runs that a change by another tab
   * ended; `run` counts the games of the current run. `blocks` contains the numbers of the blocks that the current run
   * has stored. `time` is the time of the last save, in milliseconds.
   */
  #batch = { earlier: emptyReport(), run: emptyReport(), blocks: new Set<number>(), time: 0 };
  /** Resolves when all queued actions have ended. */
  #lastAction: Promise<unknown> = Promise.resolve();

  constructor(environment: Environment) {
    this.#environment = environment;
    this.#library = environment.createLibrary();
  }

  open(): Promise<State> {
    return this.#inTurn(async () => {
      try {
        this.#store = await this.#environment.openStore();
        await this.#load();
        if (this.#damaged.length > 0) await this.#change(() => {});
        await this.#takeQueued();
      } catch {
        this.#store = null;
        this.#trouble = "blocked";
      }
      return { ...this.#state(), interrupted: await this.#interruptedImport() };
    });
  }

  /** Tries again to store the changes that could not be stored. */
  storeAgain(): Promise<State> {
    return this.#inTurn(async () => {
      this.#store ??= await this.#environment.openStore().catch(() => null);
      await this.#change(() => {});
      return this.#state();
    });
  }

  /** Loads the changes that other tabs have stored or queued. */
  refresh(): Promise<void> {
    return this.#inTurn(async () => {
      if (!this.#store) return;
      const isOutdated = (await this.#store.version()) !== this.#version;
      if (isOutdated) await this.#load();
      const hasTaken = await this.#takeQueued();
      if (isOutdated || hasTaken) this.#environment.onEvent({ type: "overtaken" });
    });
  }

  /** Imports files and stores their games in batches. If the import is cancelled, removes these games again. */
  importFiles(files: Blob[], names: string[]): Promise<ImportReport> {
    this.#isCancelled = false;
    return this.#inTurn(() =>
      this.#environment.withImportLock(async () => {
        this.#batch.earlier = emptyReport();
        this.#batch.run = emptyReport();
        await this.#markImport({ file: names[0] ?? "", added: 0 });
        const report = await this.#change(() => this.#runImport(files, names));
        await this.#markImport(null);
        return report;
      }),
    );
  }

  /**
   * Runs an import once. After a conflict with another tab, `#change` calls this method again. The report counts games
   * that earlier runs have stored as added, not as known.
   */
  async #runImport(files: Blob[], names: string[]): Promise<ImportReport> {
    const before = this.#numberedBlocks(this.#allNumbers()).map(([, bytes]) => bytes);
    const { earlier, run } = this.#batch;
    earlier.added += run.added;
    earlier.updated += run.updated;
    this.#batch = { earlier, run: emptyReport(), blocks: new Set(), time: performance.now() };
    const report = await this.#readFiles(files, names);
    if (report.isCancelled) {
      this.#rebuild(before);
      for (const number of this.#batch.blocks) this.#unstored.add(number);
      return { ...report, added: earlier.added, updated: earlier.updated };
    }
    report.added += earlier.added;
    report.updated += earlier.updated;
    report.known -= earlier.added + earlier.updated;
    return report;
  }

  /**
   * Stores the games that an import has read so far, if they fill a batch. Throws a `VersionConflict` if another tab
   * has stored a change.
   */
  async #storeBatch({ added, updated }: ImportReport, file: string): Promise<void> {
    this.#collectChanges();
    const isTime = performance.now() - this.#batch.time > BATCH_MS;
    if (this.#trouble || (!isTime && this.#unstored.size < BATCH_BLOCKS)) return;
    const numbers = [...this.#unstored];
    if (!(await this.#save())) throw new VersionConflict("another tab has stored a change");
    this.#batch.run = { ...emptyReport(), added, updated };
    this.#batch.time = performance.now();
    for (const number of numbers) this.#batch.blocks.add(number);
    await this.#markImport({ file, added: this.#batch.earlier.added + added });
  }

  async #markImport(importing: InterruptedImport | null): Promise<void> {
    await this.#store?.markImport(importing).catch(() => {});
  }

  /** Deletes the stored progress of an interrupted import. */
  forgetImport(): Promise<void> {
    return this.#inTurn(() => this.#markImport(null));
  }

  cancel(): void {
    this.#isCancelled = true;
  }

  select(query: Query, position: PositionQuery | null): Promise<Selection> {
    return this.#inTurn(async () => {
      const library = this.#library;
      const whole = { size: library.size, labels: library.labels() };
      const ids = library.select(query);
      return { ...(position ? findGames(library, position, ids) : { ids, plies: null }), ...whole };
    });
  }

  /** Returns the moves played in a position, and the `count` newest games in which it occurs. */
  explore(fen: string, count: number): Promise<Omit<Explored, "book">> {
    return this.#inTurn(async () => exploreGames(this.#library, fen, count));
  }

  /** Returns the lines that were played most from a position. */
  mainLines(fen: string, choice: LineChoice): Promise<LibraryLine[]> {
    return this.#inTurn(async () => linesToLearn(this.#library, fen, choice));
  }

  rows(ids: Uint32Array): Row[] {
    return this.#library.rows(ids);
  }

  persons(text: string, apart: string[], limit: number): Persons {
    return this.#library.persons(text, apart, limit);
  }

  /** Returns a game as PGN; "" if there is no such game. */
  write(id: number): string {
    return this.#library.write(id, LOSSLESS) ?? "";
  }

  /** Returns a PGN file of the games with these ids; null exports all games. */
  export(ids: Uint32Array | null): Promise<Blob> {
    return this.#inTurn(async () => {
      const texts = this.#texts(ids ?? this.#library.select({}));
      return new Blob([texts.join("\n")], { type: "application/x-chess-pgn" });
    });
  }

  /** Returns an opening book of the moves of games, as text. */
  book(ids: Uint32Array, { plies, least, side, positions }: BookChoice): Promise<string> {
    return this.#inTurn(async () => this.#library.book(ids, plies, least, side, positions));
  }

  remove(ids: Uint32Array): Promise<void> {
    return this.#inTurn(() =>
      this.#change(() => {
        this.#library.remove(ids);
        this.#removed = { ids, texts: null };
      }),
    );
  }

  /** Restores the games that were removed last, and returns their number. */
  restore(): Promise<number> {
    const { ids } = this.#removed;
    return this.#inTurn(() =>
      this.#change(() => {
        const before = this.#library.size;
        if (this.#removed.texts) for (const text of this.#removed.texts) this.#library.add(text);
        else this.#library.restore(ids);
        return this.#library.size - before;
      }),
    );
  }

  /** Adds the labels `added` to games, and removes the labels `removed`. Returns the number of games that changed. */
  label(ids: Uint32Array, added: string[], removed: string[]): Promise<number> {
    return this.#inTurn(() =>
      this.#change(() => {
        const after: LabelsByGame = new Map();
        this.#previousLabels = new Map();
        for (const { id, labels } of this.#library.rows(ids)) {
          const others = labels.filter((label) => !removed.includes(label));
          const next = [...new Set([...others, ...added])];
          if (next.join() === labels.join()) continue;
          this.#previousLabels.set(id, labels);
          after.set(id, next);
        }
        return this.#setLabels(after);
      }),
    );
  }

  /** Undoes the last change of labels. Returns the number of games whose labels changed. */
  unlabel(): Promise<number> {
    return this.#inTurn(() => this.#change(() => this.#setLabels(this.#previousLabels)));
  }

  #setLabels(labels: LabelsByGame): number {
    for (const [id, names] of labels) this.#library.setLabels(id, names.join());
    return labels.size;
  }

  /** Adds the games and edits that other pages have queued, except unreadable ones. Returns true if any were added. */
  #takeQueued(): Promise<boolean> {
    const isAdded = (text: string): boolean => {
      try {
        this.#library.add(text);
        return true;
      } catch {
        return false;
      }
    };
    return this.#change(async () => {
      const queued = (await this.#store?.queued()) ?? [];
      const edits = (await this.#store?.edits()) ?? { edits: [], owners: new Map() };
      const games = queued.filter(([, text]) => isAdded(text)).map(([key]) => key);
      this.#consumed = [...games, ...applyEdits(this.#library, edits, this.#owners)];
      return this.#consumed.length > 0;
    });
  }

  /** Runs an action after all earlier actions have ended. */
  #inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    const action = this.#lastAction.then(act);
    this.#lastAction = action.catch(() => {});
    return action;
  }

  async #interruptedImport(): Promise<InterruptedImport | null> {
    const importing = (await this.#store?.importing().catch(() => null)) ?? null;
    const isRunning = importing && (await this.#environment.isImportLocked().catch(() => false));
    return isRunning ? null : importing;
  }

  #state(): State {
    return {
      interrupted: null,
      size: this.#library.size,
      trouble: this.#trouble,
      damaged: this.#damaged.reduce((sum, bytes) => sum + bytes.length, 0),
    };
  }

  /**
   * Changes the library and stores the change. If another tab has stored a change meanwhile, loads the stored library
   * and calls `change` again. Does the same if `change` throws a `VersionConflict`.
   */
  async #change<Result>(change: () => Result | Promise<Result>): Promise<Result> {
    for (;;) {
      const before = new Set(this.#unstored);
      const result = await resultOrConflict(change);
      this.#collectChanges();
      if (!(result instanceof VersionConflict) && (await this.#save())) return result;
      this.#unstored = new Set([...before].filter((number) => this.#unstored.has(number)));
      await this.#load();
      this.#environment.onEvent({ type: "overtaken" });
    }
  }

  #collectChanges(): void {
    for (const number of this.#library.changed()) this.#unstored.add(number);
  }

  /** Stores all unstored changes. Returns false if another tab has stored a change; other failures set `#trouble`. */
  async #save(): Promise<boolean> {
    if (this.#unstored.size + this.#consumed.length === 0) return true;
    const before = this.#trouble;
    try {
      if (!this.#store) throw new Error("there is no store");
      await this.#store.save(this.#version, {
        blocks: new Map(this.#numberedBlocks(this.#unstored)),
        consumed: this.#consumed,
        owners: this.#owners,
        replacesAll: this.#isBroken,
        unreadable: this.#isBroken ? this.#damaged : [],
      });
      this.#version++;
      this.#unstored.clear();
      this.#consumed = [];
      this.#owners.clear();
      this.#isBroken = false;
      this.#trouble = null;
      this.#environment.notifyTabs();
    } catch (error) {
      if (error instanceof VersionConflict) return false;
      this.#trouble = errorDetails(error).name === "QuotaExceededError" ? "full" : "blocked";
    }
    if (this.#trouble !== before || this.#trouble)
      this.#environment.onEvent({ type: "trouble", trouble: this.#trouble });
    return true;
  }

  /** Loads the stored library, and adds the games of the unstored blocks to it. */
  async #load(): Promise<void> {
    if (!this.#store) return;
    const rescued = this.#texts(idsIn(this.#unstored));
    const { version, blocks } = await this.#store.load();
    this.#version = version;
    this.#unstored.clear();
    this.#owners.clear();
    const damaged = this.#rebuild(blocks.map(([, bytes]) => bytes));
    for (const text of rescued) this.#library.add(text);
    if (damaged.length === 0) return;
    // The readable blocks have new numbers without gaps, so all of them have to be stored again.
    this.#damaged = damaged;
    this.#isBroken = true;
    for (const number of this.#allNumbers()) this.#unstored.add(number);
  }

  /** Replaces the library with a new one loaded from `blocks`, and returns the blocks that cannot be read. */
  #rebuild(blocks: Uint8Array[]): Uint8Array[] {
    const old = this.#library;
    const { ids, texts } = this.#removed;
    if (ids.length > 0 && !texts) {
      old.restore(ids);
      this.#removed = { ids, texts: this.#texts(ids) };
    }
    // Unstored games get new ids, so labels stored by id are no longer valid.
    this.#previousLabels = new Map();
    this.#library = this.#environment.createLibrary();
    old.free();
    return blocks.filter((bytes) => {
      try {
        this.#library.load(bytes);
        return false;
      } catch {
        return true;
      }
    });
  }

  async #readFiles(files: Blob[], names: string[]): Promise<ImportReport> {
    const report = emptyReport();
    const total = files.reduce((sum, { size }) => sum + size, 0);
    const onProgress = this.#progressReporter(total, report);
    let done = 0;
    for (const [index, file] of files.entries()) {
      const name = names[index] ?? "";
      const sources = await attempt(report, name, () => sourcesIn(file, name));
      let start = done;
      for (const source of sources ?? []) {
        const onShare = (share: number) => onProgress(start + share * source.weight);
        await attempt(report, source.name, () => this.#readSource(source, report, onShare));
        if (this.#isCancelled) return { ...report, added: 0, updated: 0, isCancelled: true };
        start += source.weight;
      }
      done += file.size;
      onProgress(done);
    }
    return report;
  }

  /** Returns a function that reports the progress of an import, at most every `PROGRESS_MS` and at its end. */
  #progressReporter(total: number, report: ImportReport): (done: number) => void {
    let last = -Infinity;
    return (done) => {
      const now = performance.now();
      if (done < total && now - last < PROGRESS_MS) return;
      last = now;
      const progress = { done, total, added: report.added };
      this.#environment.onEvent({ type: "progress", progress });
    };
  }

  /** Reads the games of a file. Calls `onShare` with the share of the file that has been read, from 0 to 1. */
  async #readSource(
    { name, size, pieces }: Source,
    report: ImportReport,
    onShare: (share: number) => void,
  ): Promise<void> {
    const library = this.#library;
    library.begin(name);
    let read = 0;
    for await (const bytes of pieces()) {
      if (this.#isCancelled) return;
      addResult(report, name, library.push(bytes));
      read += bytes.length;
      onShare(read / size);
      await this.#storeBatch(report, name);
    }
    addResult(report, name, library.finish());
    await this.#storeBatch(report, name);
  }

  #texts(ids: Iterable<number>): string[] {
    return [...ids].map((id) => this.write(id)).filter((text) => text !== "");
  }

  #allNumbers(): number[] {
    return Array.from({ length: Math.ceil(this.#library.end / BLOCK) }, (_, number) => number);
  }

  #numberedBlocks(numbers: Iterable<number>): [number, Uint8Array][] {
    return [...numbers].map((number) => [number, this.#library.block(number)]);
  }
}

async function resultOrConflict<Result>(
  change: () => Result | Promise<Result>,
): Promise<Result | VersionConflict> {
  try {
    return await change();
  } catch (error) {
    if (error instanceof VersionConflict) return error;
    throw error;
  }
}

/** Returns all ids that belong to the given blocks; an id may have no game. */
const idsIn = (blocks: Iterable<number>): number[] =>
  [...blocks].flatMap((block) => Array.from({ length: BLOCK }, (_, at) => block * BLOCK + at));
