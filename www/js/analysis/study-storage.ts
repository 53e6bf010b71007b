// What the browser keeps of studies: all of them. Each has a key of its own, so that two tabs with different studies never
// write over one another; a tab remembers which is its own. The latest few lie in localStorage, where each change is written
// before the next one can be made; the others move to IndexedDB (study-archive.ts).

import { isIntegerIn } from "../core/numbers.ts";
import { shortHash } from "../core/short-hash.ts";
import { isText, parseVersion, readerOf, writerOf } from "../core/stored.ts";
import { errorDetails } from "../core/error-details.ts";
import { TRANSFER_KEY } from "../study/session-transfer.ts";
import { readStudyData } from "../study/study-data.ts";
import { inOrder } from "../study/tree.ts";

/** @typedef {import("./study.ts").StudyData} StudyData */
/** @typedef {{ data: StudyData, flipped: boolean }} Kept */
/** The game of the library that a study is of. `base`: its digest when it was opened, `left`: what the library was told last, as `sourceOf` */
/** @typedef {{ id: number, base: string, left: string|null }} LibraryGame */
/** `source`: as what it was opened. @typedef {Kept & { time: number, source: string|null, game: LibraryGame|null }} Stored */
/** `isSame`: what is opened has become this study. @typedef {{ key: string, text: string, kept: Stored, isSame: boolean }} Found */
/** `scarce`: room is about to end; `overtaken`: another tab has changed the study. @typedef {"full"|"blocked"|"scarce"|"overtaken"} Problem */
/** Tells the library what its game has become. @typedef {{ leave: (study: string, game: LibraryGame, data: StudyData, done: () => void) => void }} LibraryLink */

export const VERSION = 1;
/** A study's own key is this and its name. */
export const STUDY_KEY = "chuhe:analysis:";
/** The study that could not be read last. */
export const UNREAD_KEY = "chuhe:analysis-unread";
/** Which study a tab has open, in the tab's own store. */
const TAB_KEY = "chuhe:analysis";
/** The latest studies lie in localStorage besides that of the tab, the others in the archive. */
const LATEST = 6;
/** What browsers give a site in localStorage, in characters, less a fifth. */
const LOCAL_ROOM = 4_000_000;
/** Less than this may be stored before it is told, in bytes. */
const SCARCE = 20 * 2 ** 20;
/** In the place of a digest: the library has been told, and may have stored it. */
const UNKNOWN = "0";
const HASH = /^[0-9a-z]+$/;

/** @param {Kept} kept @param {number} time when it was last touched @param {string|null} [source] see `sourceOf` @param {LibraryGame|null} [game] */
export function encodeStudy({ data, flipped }, time, source = null, game = null) {
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

/** @param {import("../study/tree.ts").Tree} nodes @returns {{ tree: unknown[][], places: Map<number, number> }} its rows, and where each node is in them */
function rowsOf(nodes) {
  const order = inOrder(nodes);
  const places = new Map(order.map((index, place) => [index, place]));
  const tree = order.map((index) => {
    const { parent, move, comment, evaluation, clock, signs, shapes } = nodes[index];
    const row = [places.get(parent) ?? -1, move, comment, evaluation];
    if (clock !== null) return [...row, signs, shapes, clock];
    return signs.length + shapes.length > 0 ? [...row, signs, shapes] : row;
  });
  return { tree, places };
}

/**
 * What tells one opened record from another: all that somebody may have written, so neither the place on the board nor
 * the engine's evaluations; nor the labels that its library gives it.
 * @param {StudyData} data
 */
export function sourceOf({ startFen, nodes, tags, result }) {
  const { tree } = rowsOf(nodes.map((node) => ({ ...node, evaluation: null })));
  const facts = Object.entries(tags).filter(([name]) => name !== "Labels");
  return shortHash(JSON.stringify([startFen, tree, facts, result]));
}

/** @param {string} text @returns {Stored|null} null where it is broken, or of another version */
export function decodeStudy(text) {
  const raw = parseVersion(text, VERSION);
  const data = raw ? readStudyData(raw) : null;
  if (!data) return null;
  const when = Number.isFinite(raw.time) ? raw.time : 0;
  const source = isText(raw.source, HASH) ? raw.source : null;
  return { data, flipped: raw.flipped === true, time: when, source, game: readGame(raw.game) };
}

/** @param {import("../core/stored.ts").Unchecked} raw @returns {LibraryGame|null} */
function readGame(raw) {
  if (!isIntegerIn(raw?.id, 0, 2 ** 32 - 1) || !isText(raw.base, HASH)) return null;
  return { id: raw.id, base: raw.base, left: isText(raw.left, HASH) ? raw.left : null };
}

/** There is something in it, and it is not as it was opened. @param {Stored|null} stored @returns {boolean} */
const isEdited = (stored) =>
  stored !== null && isWorthKeeping(stored.data) && stored.source !== sourceOf(stored.data);

/** There is something in it that would be missed. @param {StudyData} data */
export const isWorthKeeping = ({ startFen, nodes }) =>
  startFen !== null ||
  nodes[0].children.length > 0 ||
  nodes[0].comment !== "" ||
  nodes[0].shapes.length > 0;

/**
 * @param {() => Storage} area what all tabs share; may throw @param {() => Storage} own what is this tab's alone
 * @param {object} beside
 * @param {import("./study-archive.ts").StudyArchive} beside.archive
 * @param {LibraryLink} beside.link
 * @param {() => Promise<number>} beside.room  bytes that may still be stored
 * @param {(problem: Problem) => void} beside.onProblem called once per kind
 */
export function createStudyStorage(area, own, { archive, link, room, onProblem }) {
  /** @type {Set<string>} */
  const told = new Set();
  /** @template T @param {() => T} act @param {T} instead @returns {T} */
  const attempt = (act, instead) => {
    try {
      return act();
    } catch {
      return instead;
    }
  };
  let name = readerOf(own)(TAB_KEY) ?? newName();
  /** As what this tab's study was opened. @type {string|null} */
  let source = null;
  /** @type {LibraryGame|null} */
  let game = null;
  /** What was written last, so that nothing is written twice. */
  let written = "";
  /** As what the study was loaded. @type {string|null} */
  let loaded = null;
  /** What was saved last. @type {Kept|null} */
  let saved = null;
  /** What stands under the study's key, as far as this tab knows. @type {string|null} */
  let stored = null;
  /** Several changes are under way that are written as one. */
  let isWaiting = false;
  /** Texts for which localStorage has no room, by their keys, and why. @type {Map<string, { text: string, code: "full"|"blocked" }>} */
  const homeless = new Map();
  let isMoving = false;

  const read = readerOf(area);
  const tryWrite = writerOf(area);
  const remove = (/** @type {string} */ key) => attempt(() => area().removeItem(key), undefined);

  /** @param {Problem|null} problem */
  const report = (problem) => {
    if (!problem || told.has(problem)) return;
    told.add(problem);
    onProblem(problem);
  };

  /** The studies in localStorage, the latest first. */
  const all = () =>
    attempt(
      () =>
        Object.keys(area())
          .filter((key) => key.startsWith(STUDY_KEY))
          .map((key) => ({ key, text: area().getItem(key) ?? "" }))
          .map(({ key, text }) => ({ key, text, kept: decodeStudy(text) }))
          .toSorted((a, b) => (b.kept?.time ?? 0) - (a.kept?.time ?? 0)),
      [],
    );

  const others = () => all().filter(({ key }) => key !== STUDY_KEY + name);

  /**
   * Moves studies to the archive. What cannot be read stays; a game that is as the library has it is not needed.
   * @param {number} count of others that stay @returns {Promise<Problem|null>}
   */
  async function moveOut(count) {
    const moving = others()
      .slice(count)
      .flatMap(({ key, text, kept }) => (kept ? [{ key, text, kept }] : []));
    const wanted = moving.filter(({ kept }) => kept.game === null || isEdited(kept));
    try {
      if (wanted.length > 0)
        await archive.put(wanted.map(({ key, text, kept }) => [key, archivedOf(text, kept)]));
    } catch (error) {
      return problemOf(error);
    }
    // Another tab may have changed one meanwhile.
    for (const { key, text } of moving) if (read(key) === text) remove(key);
    return null;
  }

  /** Makes room for the latest studies, and tells where there is little left. */
  async function tidy() {
    const problem = await moveOut(LATEST);
    const size = all().reduce((sum, { text }) => sum + text.length, 0);
    const bytes = await room().catch(() => Infinity);
    if (problem === "full" || size > LOCAL_ROOM || bytes < SCARCE) report("scarce");
  }

  /** Finds a place for what localStorage has no room for. */
  async function house() {
    if (isMoving) return;
    isMoving = true;
    for (const [key, { text, code }] of homeless) {
      homeless.delete(key);
      const problem = await houseOne(key, text);
      report(problem && code === "full" ? code : problem);
    }
    isMoving = false;
  }

  /** @param {string} key @param {string} text @returns {Promise<Problem|null>} */
  async function houseOne(key, text) {
    for (const count of [1, 0]) {
      await moveOut(count);
      if (homeless.has(key)) return null; // there is a newer one
      if (tryWrite(key, text) !== null) continue;
      note(key, text);
      return null;
    }
    const kept = /** @type {Stored} */ (decodeStudy(text));
    try {
      await archive.put([[key, archivedOf(text, kept)]]);
    } catch (error) {
      return problemOf(error);
    }
    remove(key); // an older one
    note(key, null);
    return null;
  }

  /** @param {string} key @param {string|null} text that stands there now */
  const note = (key, text) => {
    if (key === STUDY_KEY + name) stored = text;
  };

  /** @param {string} text */
  function write(text) {
    const key = STUDY_KEY + name;
    const code = isMoving ? "full" : tryWrite(key, text);
    if (code === null) stored = text;
    else homeless.set(key, { text, code });
    if (code !== null) void house();
  }

  /** What another tab has made of the study stays; this one goes on under a name of its own. */
  function part() {
    const there = read(STUDY_KEY + name);
    if (there === null || stored === null || there === stored) return;
    name = newName();
    remember();
    stored = null;
    report("overtaken");
  }

  /** Whether the library has yet to be told what its game is now. @param {string} content */
  const isNews = (content) => game !== null && content !== (game.left ?? source);

  /** Tells the library what its game is now. @param {StudyData} data @param {string} content */
  function tellLibrary(data, content) {
    const study = name;
    link.leave(study, /** @type {LibraryGame} */ (game), data, () => {
      if (name !== study || saved?.data !== data || !game) return;
      game = { ...game, left: content };
      write(encodeStudy(saved, Date.now(), source, game));
    });
  }

  const remember = () => attempt(() => own().setItem(TAB_KEY, name), undefined);

  /** The text of a study. One that lies in localStorage is not older than that in the archive. @param {string} key */
  async function textOf(key) {
    const here = read(key);
    if (here !== null && decodeStudy(here)) return here;
    const there = await archive.get(key).catch(() => null);
    const isReadable = there !== null && decodeStudy(there.text) !== null;
    return here === null || isReadable ? (there?.text ?? null) : here;
  }

  /** The key of the study that was changed last. */
  async function latest() {
    const [first] = others();
    return first?.key ?? (await archive.latest().catch(() => null));
  }

  /** @param {Stored} kept @param {string|null} text that stands under its key */
  const follow = (kept, text) => {
    ({ source, game } = kept);
    written = encodeStudy(kept, 0);
    stored = text;
  };

  /** A study that cannot be read, or that the rules do not have, is kept out of the way. @param {string|null} [text] of it @returns {"broken"} */
  function putAside(text = read(STUDY_KEY + name) ?? loaded) {
    const key = STUDY_KEY + name;
    const before = read(UNREAD_KEY);
    const aside = before === null || before === text ? UNREAD_KEY : `${UNREAD_KEY}:${name}`;
    const isAside = text !== null && tryWrite(aside, text) === null;
    if (isAside) remove(key);
    if (isAside) void archive.remove(key).catch(() => {});
    begin();
    return "broken";
  }

  /** Another study begins; the one before stays where it is. @param {string|null} [of] as what it is opened @param {LibraryGame|null} [ofLibrary] */
  function begin(of = null, ofLibrary = null) {
    name = newName();
    source = of;
    game = ofLibrary;
    written = "";
    stored = null;
    remember();
  }

  return {
    /** Where this tab's study is. */
    get key() {
      return STUDY_KEY + name;
    },

    /** The study of this tab, else the latest of all. @returns {Promise<Kept|"broken"|null>} */
    async load() {
      let text = await textOf(STUDY_KEY + name);
      if (text === null) {
        const key = await latest();
        if (key === null) return null;
        name = key.slice(STUDY_KEY.length);
        remember();
        text = await textOf(key);
        if (text === null) return null;
      }
      const kept = decodeStudy(text ?? "");
      loaded = text;
      if (!kept) return putAside(text);
      follow(kept, read(STUDY_KEY + name));
      return kept;
    },

    putAside,

    /** @param {Kept} kept */
    save(kept) {
      if (isWaiting) return;
      const text = encodeStudy(kept, 0);
      const isFirst = written === "";
      if (text === written || (isFirst && !isWorthKeeping(kept.data))) return;
      written = text;
      saved = kept;
      part();
      const content = sourceOf(kept.data);
      const isToTell = isNews(content);
      if (isToTell && game) game = { ...game, left: UNKNOWN };
      write(encodeStudy(kept, Date.now(), source, game));
      if (isToTell) tellLibrary(kept.data, content);
      if (!isFirst) return;
      remember();
      void tidy();
    },

    /** What changes step by step is not written before the last step. @param {() => void} act */
    atOnce(act) {
      isWaiting = true;
      try {
        act();
      } finally {
        isWaiting = false;
      }
    },

    begin,

    /** The study that was open before, or in another tab. @returns {Found|null} */
    before() {
      for (const { key, text, kept } of others())
        if (kept !== null && isWorthKeeping(kept.data)) return { key, text, kept, isSame: false };
      return null;
    },

    /** The latest study that was opened as this one and added to, or that the library has as this one now. @param {string} of @returns {Promise<Found|null>} */
    async opened(of) {
      const here = all();
      const isHere = new Set(here.map(({ key }) => key));
      const archived = await archive.find(of).catch(() => []);
      const there = archived.filter(({ key }) => !isHere.has(key));
      const known = there.map(({ key, text }) => ({ key, text, kept: decodeStudy(text) }));
      /** @type {Found[]} */
      const found = [];
      for (const { key, text, kept } of [...here, ...known]) {
        if (!kept || !isEdited(kept)) continue;
        const isSame = kept.game !== null && sourceOf(kept.data) === of;
        if (isSame || kept.source === of) found.push({ key, text, kept, isSame });
      }
      return found.toSorted((a, b) => b.kept.time - a.kept.time)[0] ?? null;
    },

    /** Goes on with another kept study. @param {Pick<Found, "key"|"kept">} found @param {LibraryGame|null} [ofLibrary]  of which it is, where that was not known */
    turnTo({ key, kept }, ofLibrary = null) {
      name = key.slice(STUDY_KEY.length);
      ({ source } = kept);
      game = kept.game ?? ofLibrary;
      written = "";
      stored = read(key);
      remember();
    },

    /** Where one is, to come back to. */
    place() {
      const place = { name, source, game, stored };
      return () => {
        ({ name, source, game, stored } = place);
        written = "";
        remember();
      };
    },

    /** Another tab has written this tab's study. @param {StorageEvent} event @returns {Kept|null} */
    heard({ key, newValue }) {
      if (key !== this.key || newValue === null) return null;
      const kept = decodeStudy(newValue);
      if (!kept) return null;
      follow(kept, newValue);
      return kept;
    },

    /** What another page handed over; it is taken once. @returns {string|null} */
    takeHanded() {
      const text = read(TRANSFER_KEY);
      if (text !== null) remove(TRANSFER_KEY);
      return text;
    },
  };
}

const newName = () => crypto.getRandomValues(new Uint32Array(2)).join("");

/** @param {string} text @param {Stored} kept @returns {import("./study-archive.ts").Archived} */
const archivedOf = (text, { time, source, data }) => ({
  text,
  time,
  source: source ?? "",
  content: sourceOf(data),
});

/** @param {unknown} error @returns {"full"|"blocked"} */
const problemOf = (error) =>
  errorDetails(error).name === "QuotaExceededError" ? "full" : "blocked";
