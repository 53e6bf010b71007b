// Keeps the library: reads files into it, stores what has changed, notices what another tab has stored. Knows no worker
// and no page.

import { errorDetails } from "../core/error-details.ts";
import { sourcesIn } from "./archive.ts";
import { add, attempt, noReport } from "./import-tally.ts";
import { applyEdits } from "./library-edits.ts";
import { Overtaken } from "./library-store.ts";

/** @import { Explored, ImportReport, News, Place, Query, Selection, State, Trouble } from "./types.ts" */
/** @typedef {import("../../pkg-lab/lab.js").GameLibrary} GameLibrary */
/** @typedef {import("./library-store.ts").LibraryStore} LibraryStore */
/** @typedef {import("./archive.ts").Source} Source */
/** Labels by the numbers of their games. @typedef {Map<number, string[]>} Labelled */

/** How often in a second an import tells how far it is. */
const TELLS = 20;
/** An import stores what it has read after so many milliseconds, or so many blocks. */
const BATCH_MS = 1000;
const BATCH_BLOCKS = 4;
/** The format that keeps everything. */
const LOSSLESS = "pgn-iccs";

/**
 * @typedef {object} Around
 * @property {() => GameLibrary} make             an empty library
 * @property {() => Promise<LibraryStore>} open   where it is kept
 * @property {(news: News) => void} tell
 * @property {() => void} stored                  other tabs are told
 * @property {<T>(act: () => Promise<T>) => Promise<T>} alone   other tabs see that an import is under way
 * @property {() => Promise<boolean>} isElsewhere  an import is under way in another tab
 */

export class Librarian {
  /** @type {Around} */
  #around;
  /** @type {GameLibrary} */
  #library;
  /** @type {LibraryStore|null} null where nothing can be kept */
  #store = null;
  #version = 0;
  /** @type {Trouble} */
  #trouble = null;
  /** Numbers of blocks that are not stored as they are. @type {Set<number>} */
  #unstored = new Set();
  /** What could not be read. @type {Uint8Array[]} */
  #damaged = [];
  /** It has yet to be put aside. */
  #isBroken = false;
  /** Keys of what other pages have left and is here now. @type {string[]} */
  #taken = [];
  /** Where the games of studies are, as far as that is not stored. @type {Map<string, import("./library-edits.ts").Owner>} */
  #owners = new Map();
  /** What was removed last: games that can be put back, or what they were. @type {{ ids: Uint32Array, texts: string[]|null }} */
  #removed = { ids: new Uint32Array(), texts: null };
  /** What the games had whose labels were changed last. @type {Labelled} */
  #labelled = new Map();
  #isCancelled = false;
  /** What an import has stored by now, in runs that another tab's change ended and in this one. */
  #batch = { carried: noReport(), run: noReport(), blocks: new Set(), at: 0 };
  /** One change after another. @type {Promise<unknown>} */
  #turn = Promise.resolve();

  /** @param {Around} around */
  constructor(around) {
    this.#around = around;
    this.#library = around.make();
  }

  /** @returns {Promise<State>} */
  open() {
    return this.#inTurn(async () => {
      try {
        this.#store = await this.#around.open();
        await this.#load();
        if (this.#damaged.length > 0) await this.#keep(() => {});
        await this.#takeIn();
      } catch {
        this.#store = null;
        this.#trouble = "blocked";
      }
      return { ...this.#state(), interrupted: await this.#interrupted() };
    });
  }

  /** Tries again to store what could not be stored. @returns {Promise<State>} */
  storeAgain() {
    return this.#inTurn(async () => {
      this.#store ??= await this.#around.open().catch(() => null);
      await this.#keep(() => {});
      return this.#state();
    });
  }

  /** Another tab says that it has stored something. */
  refresh() {
    return this.#inTurn(async () => {
      if (!this.#store) return;
      const isOld = (await this.#store.version()) !== this.#version;
      if (isOld) await this.#load();
      const isMore = await this.#takeIn();
      if (isOld || isMore) this.#around.tell({ type: "overtaken" });
    });
  }

  /**
   * Reads files and keeps their games, step by step; where it is cancelled, those go again.
   * @param {Blob[]} files @param {string[]} names @returns {Promise<ImportReport>}
   */
  importFiles(files, names) {
    this.#isCancelled = false;
    return this.#inTurn(() =>
      this.#around.alone(async () => {
        this.#batch.carried = noReport();
        this.#batch.run = noReport();
        await this.#mark({ file: names[0] ?? "", added: 0 });
        const report = await this.#keep(() => this.#run(files, names));
        await this.#mark(null);
        return report;
      }),
    );
  }

  /** One run of an import. What earlier ones have stored counts as added, not as known. @param {Blob[]} files @param {string[]} names @returns {Promise<ImportReport>} */
  async #run(files, names) {
    const before = this.#blocks(this.#allBlocks());
    const { carried, run } = this.#batch;
    carried.added += run.added;
    carried.updated += run.updated;
    this.#batch = { carried, run: noReport(), blocks: new Set(), at: performance.now() };
    const report = await this.#read(files, names);
    if (report.isCancelled) {
      this.#rebuild(before);
      for (const number of this.#batch.blocks) this.#unstored.add(number);
      return { ...report, added: carried.added, updated: carried.updated };
    }
    report.added += carried.added;
    report.updated += carried.updated;
    report.known -= carried.added + carried.updated;
    return report;
  }

  /** Stores what an import has read, now and then. @param {ImportReport} report @param {string} file @throws Overtaken */
  async #storeBatch(report, file) {
    for (const number of this.#library.changed()) this.#unstored.add(number);
    const isDue = performance.now() - this.#batch.at > BATCH_MS;
    if (this.#trouble || (!isDue && this.#unstored.size < BATCH_BLOCKS)) return;
    const blocks = [...this.#unstored];
    if (!(await this.#save())) throw new Overtaken("another tab was faster");
    const { added, updated } = report;
    this.#batch.run = { ...noReport(), added, updated };
    this.#batch.at = performance.now();
    for (const number of blocks) this.#batch.blocks.add(number);
    await this.#mark({ file, added: this.#batch.carried.added + added });
  }

  /** Notes how far an import is, for when it is broken off. @param {import("./types.ts").Interrupted|null} importing */
  async #mark(importing) {
    await this.#store?.mark(importing).catch(() => {});
  }

  /** The import that was broken off was told of. */
  forgetImport() {
    return this.#inTurn(() => this.#mark(null));
  }

  cancel() {
    this.#isCancelled = true;
  }

  /** @param {Query} query @param {Place|null} place  what has to come on the board @returns {Promise<Selection>} */
  select(query, place) {
    return this.#inTurn(async () => {
      const library = this.#library;
      const whole = { size: library.size, labels: library.labels() };
      const ids = library.select(query);
      return { ...(place ? findIn(library, place, ids) : { ids, plies: null }), ...whole };
    });
  }

  /** What was played in a position. @param {string} fen @param {number} count  games that are named @returns {Promise<Omit<Explored, "book">>} */
  explore(fen, count) {
    return this.#inTurn(async () => {
      const library = this.#library;
      const newest = library.select({ column: "date", descending: true });
      const { ids, plies } = findIn(library, { search: "position", text: fen }, newest);
      const replies = library.replies(fen, ids);
      const rows = library.rows(ids.subarray(0, count));
      return { replies, rows, plies: [...plies.subarray(0, count)], size: library.size };
    });
  }

  /** @param {Uint32Array} ids */
  rows(ids) {
    return this.#library.rows(ids);
  }

  /** @param {number} id @returns {string} "" where there is no such game */
  write(id) {
    return this.#library.write(id, LOSSLESS) ?? "";
  }

  /** One file. @param {Uint32Array|null} ids  null: all */
  export(ids) {
    return this.#inTurn(async () => {
      const texts = this.#texts(ids ?? this.#library.select({}));
      return new Blob([texts.join("\n")], { type: "application/x-chess-pgn" });
    });
  }

  /** @param {Uint32Array} ids */
  remove(ids) {
    return this.#inTurn(() =>
      this.#keep(() => {
        this.#library.remove(ids);
        this.#removed = { ids, texts: null };
      }),
    );
  }

  /** Puts back what was removed last. @returns {Promise<number>} how many games */
  restore() {
    const { ids } = this.#removed;
    return this.#inTurn(() =>
      this.#keep(() => {
        const before = this.#library.size;
        if (this.#removed.texts) for (const text of this.#removed.texts) this.#library.add(text);
        else this.#library.restore(ids);
        return this.#library.size - before;
      }),
    );
  }

  /**
   * Gives games labels, and takes others away.
   * @param {Uint32Array} ids @param {string[]} given @param {string[]} taken @returns {Promise<number>} how many games changed
   */
  label(ids, given, taken) {
    return this.#inTurn(() =>
      this.#keep(() => {
        /** @type {Labelled} */
        const after = new Map();
        this.#labelled = new Map();
        for (const { id, labels } of this.#library.rows(ids)) {
          const kept = labels.filter((label) => !taken.includes(label));
          const next = [...new Set([...kept, ...given])];
          if (next.join() === labels.join()) continue;
          this.#labelled.set(id, labels);
          after.set(id, next);
        }
        return this.#setLabels(after);
      }),
    );
  }

  /** Games have the labels again that they had before the last change. @returns {Promise<number>} how many games */
  unlabel() {
    return this.#inTurn(() => this.#keep(() => this.#setLabels(this.#labelled)));
  }

  /** @param {Labelled} labelled */
  #setLabels(labelled) {
    for (const [id, labels] of labelled) this.#library.setLabels(id, labels.join());
    return labelled.size;
  }

  /** The games and edits that other pages have left come in; what is none stays there. @returns {Promise<boolean>} whether there were any */
  async #takeIn() {
    const comesIn = (/** @type {string} */ text) => {
      try {
        this.#library.add(text);
        return true;
      } catch {
        return false;
      }
    };
    return this.#keep(async () => {
      const left = (await this.#store?.left()) ?? [];
      const edits = (await this.#store?.edits()) ?? { edits: [], owners: new Map() };
      const taken = left.filter(([, text]) => comesIn(text)).map(([key]) => key);
      this.#taken = [...taken, ...applyEdits(this.#library, edits, this.#owners)];
      return this.#taken.length > 0;
    });
  }

  /** @template T @param {() => Promise<T>} act @returns {Promise<T>} */
  #inTurn(act) {
    const turn = this.#turn.then(act);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** The import that was broken off. @returns {Promise<import("./types.ts").Interrupted|null>} */
  async #interrupted() {
    const importing = (await this.#store?.importing().catch(() => null)) ?? null;
    const isThere = importing !== null && !(await this.#around.isElsewhere().catch(() => false));
    return isThere ? importing : null;
  }

  /** @returns {State} */
  #state() {
    return {
      interrupted: null,
      size: this.#library.size,
      trouble: this.#trouble,
      damaged: this.#damaged.reduce((sum, bytes) => sum + bytes.length, 0),
    };
  }

  /**
   * Changes the library and stores the change. Where another tab was faster, it is made anew on what that tab has stored.
   * @template T @param {() => T|Promise<T>} change  throws `Overtaken` where it has noticed that itself @returns {Promise<T>}
   */
  async #keep(change) {
    for (;;) {
      const before = new Set(this.#unstored);
      const result = await outcomeOf(change);
      for (const number of this.#library.changed()) this.#unstored.add(number);
      if (!(result instanceof Overtaken) && (await this.#save())) return result;
      this.#unstored = new Set([...before].filter((number) => this.#unstored.has(number)));
      await this.#load();
      this.#around.tell({ type: "overtaken" });
    }
  }

  /** Stores all that is not stored. @returns {Promise<boolean>} false where another tab was faster */
  async #save() {
    if (this.#unstored.size + this.#taken.length === 0) return true;
    const before = this.#trouble;
    try {
      if (!this.#store) throw new Error("there is no store");
      const whole = this.#isBroken;
      const taken = this.#taken;
      const blocks = new Map(this.#numbered(this.#unstored));
      const change = { blocks, taken, owners: this.#owners, whole };
      await this.#store.save(this.#version, whole ? { ...change, aside: this.#damaged } : change);
      this.#version++;
      this.#unstored.clear();
      this.#taken = [];
      this.#owners.clear();
      this.#isBroken = false;
      this.#trouble = null;
      this.#around.stored();
    } catch (error) {
      if (error instanceof Overtaken) return false;
      this.#trouble = errorDetails(error).name === "QuotaExceededError" ? "full" : "blocked";
    }
    if (this.#trouble !== before || this.#trouble)
      this.#around.tell({ type: "trouble", trouble: this.#trouble });
    return true;
  }

  /** As it is stored, and what could not be stored before. */
  async #load() {
    if (!this.#store) return;
    const rescued = this.#texts(this.#idsOf(this.#unstored));
    const { version, blocks } = await this.#store.load();
    this.#version = version;
    this.#unstored.clear();
    this.#owners.clear();
    const damaged = this.#rebuild(blocks.map(([, bytes]) => bytes));
    for (const text of rescued) this.#library.add(text);
    if (damaged.length === 0) return;
    // What can be read moves together; the rest is put aside.
    this.#damaged = damaged;
    this.#isBroken = true;
    for (const number of this.#allBlocks()) this.#unstored.add(number);
  }

  /** Another library of these blocks in place of this one. @param {Uint8Array[]} blocks @returns {Uint8Array[]} those that cannot be read */
  #rebuild(blocks) {
    const old = this.#library;
    const { ids, texts } = this.#removed;
    if (ids.length > 0 && !texts) {
      old.restore(ids);
      this.#removed = { ids, texts: this.#texts(ids) };
    }
    // Games that were not stored come back under other numbers.
    this.#labelled = new Map();
    this.#library = this.#around.make();
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

  /** @param {Blob[]} files @param {string[]} names @returns {Promise<ImportReport>} */
  async #read(files, names) {
    const report = noReport();
    const total = files.reduce((sum, { size }) => sum + size, 0);
    const tell = this.#progressOf(total, report);
    let done = 0;
    for (const [index, file] of files.entries()) {
      const name = names[index] ?? "";
      const sources = await attempt(report, name, () => sourcesIn(file, name));
      let at = done;
      for (const source of sources ?? []) {
        const tellShare = (/** @type {number} */ share) => tell(at + share * source.weight);
        await attempt(report, source.name, () => this.#readSource(source, report, tellShare));
        if (this.#isCancelled) return { ...report, added: 0, updated: 0, isCancelled: true };
        at += source.weight;
      }
      done += file.size;
      tell(done);
    }
    return report;
  }

  /** Tells how far an import is, the end and not more often than is seen. @param {number} total @param {ImportReport} report */
  #progressOf(total, report) {
    let told = -Infinity;
    return (/** @type {number} */ done) => {
      const now = performance.now();
      if (done < total && now - told < 1000 / TELLS) return;
      told = now;
      this.#around.tell({ type: "progress", progress: { done, total, added: report.added } });
    };
  }

  /** @param {Source} source @param {ImportReport} report @param {(share: number) => void} tell  0 to 1 */
  async #readSource({ name, size, pieces }, report, tell) {
    const library = this.#library;
    library.begin();
    let read = 0;
    for await (const bytes of pieces()) {
      if (this.#isCancelled) return;
      add(report, name, library.push(bytes));
      read += bytes.length;
      tell(read / size);
      await this.#storeBatch(report, name);
    }
    add(report, name, library.finish());
    await this.#storeBatch(report, name);
  }

  /** @param {Iterable<number>} ids */
  #texts(ids) {
    return [...ids].map((id) => this.write(id)).filter((text) => text !== "");
  }

  /** @returns {number[]} */
  #allBlocks() {
    return Array.from({ length: Math.ceil(this.#library.end / BLOCK) }, (_, number) => number);
  }

  /** @param {Iterable<number>} numbers */
  #blocks(numbers) {
    return [...numbers].map((number) => this.#library.block(number));
  }

  /** @param {Iterable<number>} numbers @returns {[number, Uint8Array][]} */
  #numbered(numbers) {
    return [...numbers].map((number) => [number, this.#library.block(number)]);
  }

  /** @param {Iterable<number>} numbers of blocks */
  #idsOf(numbers) {
    return [...numbers].flatMap((number) =>
      Array.from({ length: BLOCK }, (_, at) => number * BLOCK + at),
    );
  }
}

/** What a change gives, or that another tab was faster. @template T @param {() => T|Promise<T>} change @returns {Promise<T|Overtaken>} */
async function outcomeOf(change) {
  try {
    return await change();
  } catch (error) {
    if (error instanceof Overtaken) return error;
    throw error;
  }
}

/** Games of a block, as in `chuhe::library`. */
const BLOCK = 512;

/** Games in which it comes, or its mirror image, and at which ply. @param {GameLibrary} library @param {Place} place @param {Uint32Array} ids */
function findIn(library, { search, text }, ids) {
  const found = library.find(search, text, true, ids);
  const every = (/** @type {number} */ from) =>
    Uint32Array.from({ length: found.length / 2 }, (_, at) => found[2 * at + from]);
  return { ids: every(0), plies: every(1) };
}
