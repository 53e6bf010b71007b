// Which games are wanted: the form, and what it asks of the library.

import { byId, setOptions, setText } from "../ui/dom.ts";

/** @import { Label, Place, Query } from "../database/types.js" */

/** Fields whose text is the query's. */
const TEXTS = /** @type {const} */ (["event", "opening", "from", "to", "words"]);
/** Fields whose number is the query's. */
const NUMBERS = /** @type {const} */ (["minPlies", "maxPlies"]);
/** The sides that a player may have had. */
const SIDES = ["", "red", "black"];
const RESULTS = ["", "red", "black", "draw", "ongoing"];
/** How much of a position is meant. @type {Place["search"][]} */
const SEARCHES = ["position", "pattern", "soldiers", "material"];

/** The position that an address asks for: `#fen=` with `_` for blanks. @param {string} hash */
export function fenOf(hash) {
  const text = /^#fen=(.*)$/.exec(hash)?.[1] ?? "";
  try {
    return decodeURIComponent(text).replaceAll("_", " ").trim();
  } catch {
    return "";
  }
}

/** @param {string} fen @returns {string} "" for no position */
export const hashOf = (fen) => (fen ? `#fen=${encodeURI(fen.trim().replaceAll(/\s+/g, "_"))}` : "");

/**
 * A position of which only the pieces count, as a pattern: whatever may stand on its empty points. What is a pattern
 * already stays as it is.
 * @param {string} text
 */
export function patternOf(text) {
  if (/[?Xx]/.test(text)) return text;
  const [placement] = text.trim().split(/\s+/);
  return placement.replaceAll(/\d/g, (digit) => "?".repeat(Number(digit)));
}

/** @param {import("../core/i18n.ts").I18n} i18n @param {() => void} changed */
export function createFilters({ t }, changed) {
  const form = /** @type {HTMLFormElement} */ (byId("library-filters"));
  const field = (/** @type {string} */ name) =>
    /** @type {HTMLInputElement} */ (byId(`library-${name}`));
  const side = /** @type {HTMLSelectElement} */ (byId("library-side"));
  const result = /** @type {HTMLSelectElement} */ (byId("library-result"));
  const label = /** @type {HTMLSelectElement} */ (byId("library-label"));
  const searches = /** @type {HTMLSelectElement} */ (byId("library-search"));
  const more = /** @type {HTMLDetailsElement} */ (byId("library-more"));
  const fault = byId("library-fault");

  /** @type {Label[]} */
  let known = [];

  function nameLabels() {
    const games = new Map(known.map((one) => [one.name, one.games]));
    setOptions(label, ["", ...games.keys()], (name) =>
      name ? t("library.label.counted", { name, n: games.get(name) ?? 0 }) : t("library.label.any"),
    );
    byId("library-label-field").hidden = known.length === 0;
  }

  form.addEventListener("input", changed);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    changed();
  });
  byId("library-clear").addEventListener("click", () => {
    form.reset();
    changed();
  });

  return {
    /** @returns {Query} */
    query() {
      /** @type {Query} */
      const query = {};
      for (const name of TEXTS) if (field(name).value.trim()) query[name] = field(name).value;
      for (const name of NUMBERS) {
        const count = Math.round(field(name).valueAsNumber);
        if (count > 0) query[name] = count;
      }
      const player = field("player").value;
      if (player.trim()) query[/** @type {"red"|"black"} */ (side.value) || "player"] = player;
      if (label.value) query.label = label.value;
      if (result.value) query.result = /** @type {Query["result"]} */ (result.value);
      return query;
    },
    /** Offers the labels that there are. @param {Label[]} labels @returns {boolean} whether the one that was chosen is gone */
    offerLabels(labels) {
      const before = label.value;
      known = labels;
      nameLabels();
      return label.value !== before;
    },
    /** What has to come on the board. @returns {Place|null} */
    get place() {
      const text = field("fen").value.trim();
      const search = /** @type {Place["search"]} */ (searches.value);
      if (!text) return null;
      return { search, text: search === "pattern" ? patternOf(text) : text };
    },
    /** The position that is wanted as a whole; "" where none is. */
    get fen() {
      return searches.value === "position" ? field("fen").value.trim() : "";
    },
    set fen(text) {
      searches.value = "position";
      this.text = text;
    },
    /** As it is written in the field. */
    get text() {
      return field("fen").value.trim();
    },
    set text(text) {
      field("fen").value = text;
      if (text) more.open = true;
    },
    get search() {
      return /** @type {Place["search"]} */ (searches.value);
    },
    /** What the library does not understand, at its field. @param {string} words @param {string} [name] of the field */
    refuse(words, name) {
      for (const one of [...TEXTS, "fen"]) field(one).removeAttribute("aria-invalid");
      if (name) field(name).setAttribute("aria-invalid", "true");
      setText(fault, words);
      if (words) more.open = true;
    },
    clear: () => form.reset(),
    /** The language has changed. */
    update() {
      nameLabels();
      setOptions(searches, SEARCHES, (code) => t(`library.search.${code}`));
      setOptions(side, SIDES, (code) => t(code ? `side.${code}` : "library.side.any"));
      setOptions(result, RESULTS, (code) => t(`library.result.${code || "any"}`));
    },
  };
}
