// What the browser keeps of studies. Each has a key of its own, so that two tabs with different studies never write
// over one another; a tab remembers which is its own, and the latest of the others can be had back.

import { parseVersion, readerOf, writerOf } from "../core/stored.js";
import { HANDED_KEY } from "../study/handover.js";
import { readStudyData } from "../study/study-data.js";
import { inOrder } from "../study/tree.js";

/** @typedef {import("./study.js").StudyData} StudyData */
/** @typedef {{ data: StudyData, flipped: boolean }} Kept */

export const VERSION = 1;
/** A study's own key is this and its name. */
export const STUDY_KEY = "chuhe:analysis:";
/** The study that could not be read last. */
export const UNREAD_KEY = "chuhe:analysis-unread";
/** Which study a tab has open, in the tab's own store. */
const TAB_KEY = "chuhe:analysis";
/** Studies beyond these are forgotten, the oldest first. */
const KEPT = 8;

/** @param {Kept} kept @param {number} time when it was last touched */
export function encodeStudy({ data, flipped }, time) {
  const { startFen, nodes, at, tags, result } = data;
  const order = inOrder(nodes);
  const places = new Map(order.map((index, place) => [index, place]));
  const tree = order.map((index) => {
    const { parent, move, comment, evaluation, clock, signs, shapes } = nodes[index];
    const row = [places.get(parent) ?? -1, move, comment, evaluation];
    if (clock !== null) return [...row, signs, shapes, clock];
    return signs.length + shapes.length > 0 ? [...row, signs, shapes] : row;
  });
  const place = places.get(at) ?? 0;
  return JSON.stringify({
    version: VERSION,
    time,
    startFen,
    tree,
    at: place,
    tags,
    result,
    flipped,
  });
}

/** @param {string} text @returns {(Kept & { time: number })|null} null where it is broken, or of another version */
export function decodeStudy(text) {
  const raw = parseVersion(text, VERSION);
  const data = raw ? readStudyData(raw) : null;
  if (!data) return null;
  const when = Number.isFinite(raw.time) ? raw.time : 0;
  return { data, flipped: raw.flipped === true, time: when };
}

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
  /** What was written last, so that nothing is written twice. */
  let written = "";

  const read = readerOf(area);
  const tryWrite = writerOf(area);

  /** The other studies, the latest first. */
  const others = () =>
    attempt(
      () =>
        Object.keys(area())
          .filter((key) => key.startsWith(STUDY_KEY) && key !== STUDY_KEY + name)
          .map((key) => ({ key, kept: decodeStudy(area().getItem(key) ?? "") }))
          .toSorted((a, b) => (b.kept?.time ?? 0) - (a.kept?.time ?? 0)),
      [],
    );

  /** @param {number} count of others that stay */
  const forget = (count) => {
    for (const { key } of others().slice(count)) attempt(() => area().removeItem(key), undefined);
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
      written = encodeStudy(kept, 0);
      return kept;
    },

    /** A study that cannot be read, or that the rules do not have, is kept out of the way. @returns {"broken"} */
    putAside() {
      const text = read(this.key);
      if (text !== null) tryWrite(UNREAD_KEY, text);
      attempt(() => area().removeItem(this.key), undefined);
      written = "";
      return "broken";
    },

    /** @param {Kept} kept */
    save(kept) {
      const text = encodeStudy(kept, 0);
      if (text === written || (written === "" && !isWorthKeeping(kept.data))) return;
      written = text;
      const timed = encodeStudy(kept, Date.now());
      let code = tryWrite(this.key, timed);
      if (code === "full") {
        forget(1);
        code = tryWrite(this.key, timed);
      }
      if (code && !told.has(code)) onProblem(code);
      if (code) told.add(code);
    },

    /** Another study begins; the one before stays where it is. */
    begin() {
      name = newName();
      written = "";
      this.remember();
      forget(KEPT);
    },

    remember: () => attempt(() => own().setItem(TAB_KEY, name), undefined),

    /** The study that was open before, or in another tab. @returns {{ key: string, kept: Kept }|null} */
    before() {
      const found = others().find(({ kept }) => kept !== null && isWorthKeeping(kept.data));
      return found?.kept ? { key: found.key, kept: found.kept } : null;
    },

    /** Goes on with another kept study. @param {string} key */
    turnTo(key) {
      name = key.slice(STUDY_KEY.length);
      written = "";
      this.remember();
    },

    /** Another tab has written this tab's study. @param {StorageEvent} event @returns {Kept|null} */
    heard({ key, newValue }) {
      if (key !== this.key || newValue === null) return null;
      const kept = decodeStudy(newValue);
      if (kept) written = encodeStudy(kept, 0);
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
