// What the browser keeps of studies. Each has a key of its own, so that two tabs with different studies never write
// over one another; a tab remembers which is its own, and the latest of the others can be had back.

import { shortHash } from "../core/short-hash.js";
import { isText, parseVersion, readerOf, writerOf } from "../core/stored.js";
import { HANDED_KEY } from "../study/handover.js";
import { readStudyData } from "../study/study-data.js";
import { inOrder } from "../study/tree.js";

/** @typedef {import("./study.js").StudyData} StudyData */
/** @typedef {{ data: StudyData, flipped: boolean }} Kept */
/** @typedef {Kept & { time: number, source: string|null }} Stored  `source`: as what it was opened */
/** @typedef {{ key: string, kept: Kept }} Found */

export const VERSION = 1;
/** A study's own key is this and its name. */
export const STUDY_KEY = "chuhe:analysis:";
/** The study that could not be read last. */
export const UNREAD_KEY = "chuhe:analysis-unread";
/** Which study a tab has open, in the tab's own store. */
const TAB_KEY = "chuhe:analysis";
/** Studies beyond these are forgotten: first those with nothing in them, or nothing added, then the oldest. */
const KEPT = 24;
/** The latest of them, whatever is in them. */
const LATEST = 6;
const HASH = /^[0-9a-z]+$/;

/** @param {Kept} kept @param {number} time when it was last touched @param {string|null} [source] see `sourceOf` */
export function encodeStudy({ data, flipped }, time, source = null) {
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
  });
}

/** @param {import("../study/tree.js").Tree} nodes @returns {{ tree: unknown[][], places: Map<number, number> }} its rows, and where each node is in them */
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
  return { data, flipped: raw.flipped === true, time: when, source };
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
 * @param {(code: "full"|"blocked") => void} onProblem called once per kind
 */
export function createStudyStorage(area, own, onProblem) {
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
  /** What was written last, so that nothing is written twice. */
  let written = "";
  /** Several changes are under way that are written as one. */
  let isWaiting = false;

  const read = readerOf(area);
  const tryWrite = writerOf(area);

  /** All studies, the latest first. */
  const all = () =>
    attempt(
      () =>
        Object.keys(area())
          .filter((key) => key.startsWith(STUDY_KEY))
          .map((key) => ({ key, kept: decodeStudy(area().getItem(key) ?? "") }))
          .toSorted((a, b) => (b.kept?.time ?? 0) - (a.kept?.time ?? 0)),
      [],
    );

  const others = () => all().filter(({ key }) => key !== STUDY_KEY + name);

  /** @param {number} count of others that stay */
  const forget = (count) => {
    const found = others();
    if (found.length <= count) return;
    const rank = (/** @type {Stored|null} */ kept, /** @type {number} */ place) =>
      place < LATEST || isEdited(kept) ? 0 : 1;
    const ranked = found.map(({ key, kept }, place) => ({ key, rank: rank(kept, place) }));
    for (const { key } of ranked.toSorted((a, b) => a.rank - b.rank).slice(count))
      attempt(() => area().removeItem(key), undefined);
  };

  return {
    /** Where this tab's study is. */
    get key() {
      return STUDY_KEY + name;
    },

    /** The study of this tab, else the latest of all. @returns {Kept|"broken"|null} */
    load() {
      const text = read(this.key);
      if (text === null) {
        const [latest] = others();
        if (!latest) return null;
        name = latest.key.slice(STUDY_KEY.length);
        this.remember();
        return this.load();
      }
      const kept = decodeStudy(text);
      if (!kept) return this.putAside();
      ({ source } = kept);
      written = encodeStudy(kept, 0);
      return kept;
    },

    /** A study that cannot be read, or that the rules do not have, is kept out of the way. @returns {"broken"} */
    putAside() {
      const text = read(this.key);
      if (text !== null) tryWrite(UNREAD_KEY, text);
      attempt(() => area().removeItem(this.key), undefined);
      source = null;
      written = "";
      return "broken";
    },

    /** @param {Kept} kept */
    save(kept) {
      if (isWaiting) return;
      const text = encodeStudy(kept, 0);
      const isFirst = written === "";
      if (text === written || (isFirst && !isWorthKeeping(kept.data))) return;
      written = text;
      const timed = encodeStudy(kept, Date.now(), source);
      let code = tryWrite(this.key, timed);
      if (code === "full") {
        forget(1);
        code = tryWrite(this.key, timed);
      }
      if (code && !told.has(code)) onProblem(code);
      if (code) told.add(code);
      if (isFirst) forget(KEPT);
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

    /** Another study begins; the one before stays where it is. @param {string|null} [of] as what it is opened */
    begin(of = null) {
      name = newName();
      source = of;
      written = "";
      this.remember();
    },

    remember: () => attempt(() => own().setItem(TAB_KEY, name), undefined),

    /** The study that was open before, or in another tab. @returns {{ key: string, kept: Stored }|null} */
    before() {
      const found = others().find(({ kept }) => kept !== null && isWorthKeeping(kept.data));
      return found?.kept ? { key: found.key, kept: found.kept } : null;
    },

    /** The latest study that was opened as this one and added to. @param {string} of @returns {Found|null} */
    opened(of) {
      const found = all().find(({ kept }) => kept?.source === of && isEdited(kept));
      return found?.kept ? { key: found.key, kept: found.kept } : null;
    },

    /** Goes on with another kept study. @param {string} key */
    turnTo(key) {
      name = key.slice(STUDY_KEY.length);
      source = decodeStudy(read(key) ?? "")?.source ?? null;
      written = "";
      this.remember();
    },

    /** Another tab has written this tab's study. @param {StorageEvent} event @returns {Kept|null} */
    heard({ key, newValue }) {
      if (key !== this.key || newValue === null) return null;
      const kept = decodeStudy(newValue);
      if (!kept) return null;
      ({ source } = kept);
      written = encodeStudy(kept, 0);
      return kept;
    },

    /** What another page handed over; it is taken once. @returns {string|null} */
    takeHanded() {
      const text = read(HANDED_KEY);
      if (text !== null) attempt(() => area().removeItem(HANDED_KEY), undefined);
      return text;
    },
  };
}

const newName = () => crypto.getRandomValues(new Uint32Array(2)).join("");
