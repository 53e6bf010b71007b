// The form that filters games, and its query of the library.

import type { I18n } from "../core/i18n.ts";
import type { Label, PositionQuery, Query } from "../database/types.ts";
import { byId, setOptions, setText } from "../ui/dom.ts";

/** Fields of the form with the name of a field of the query. */
const TEXTS = ["event", "opening", "from", "to", "words"] as const;
const NUMBERS = ["minPlies", "maxPlies"] as const;
const SIDES = ["red", "black"] as const;
const RESULTS = ["red", "black", "draw", "ongoing"] as const satisfies Query["result"][];
/** The ways to match a position. */
const SEARCHES = ["position", "pattern", "soldiers", "material"] as const;

/** Returns the position that an address asks for, `#fen=` with `_` for blanks; "" for none. */
export function fenOf(hash: string): string {
  const text = /^#fen=(.*)$/.exec(hash)?.[1] ?? "";
  try {
    return decodeURIComponent(text).replaceAll("_", " ").trim();
  } catch {
    return "";
  }
}

/** Returns "" for no position. */
export const hashOf = (fen: string): string =>
  fen ? `#fen=${encodeURI(fen.trim().replaceAll(/\s+/g, "_"))}` : "";

/** Turns a position into a pattern: anything may stand on its empty squares. A pattern is returned unchanged. */
export function patternOf(text: string): string {
  if (/[?Xx]/.test(text)) return text;
  const placement = text.trim().replace(/\s.*/s, "");
  return placement.replaceAll(/\d/g, (digit) => "?".repeat(Number(digit)));
}

const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text);

export function createFilters({ t }: Pick<I18n, "t">, onChange: () => void) {
  const form = byId("library-filters", HTMLFormElement);
  const field = (name: string) => byId(`library-${name}`, HTMLInputElement);
  const fen = field("fen");
  const side = byId("library-side", HTMLSelectElement);
  const result = byId("library-result", HTMLSelectElement);
  const label = byId("library-label", HTMLSelectElement);
  const searches = byId("library-search", HTMLSelectElement);
  const more = byId("library-more", HTMLDetailsElement);
  const fault = byId("library-fault");
  let labels: readonly Label[] = [];

  function fillLabels() {
    const games = new Map(labels.map((each) => [each.name, each.games]));
    setOptions(label, ["", ...games.keys()], (name) =>
      name ? t("library.label.counted", { name, n: games.get(name) ?? 0 }) : t("library.label.any"),
    );
    byId("library-label-field").hidden = labels.length === 0;
  }

  form.addEventListener("input", onChange);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    onChange();
  });
  byId("library-clear").addEventListener("click", () => {
    form.reset();
    onChange();
  });

  return {
    query(): Query {
      const query: Query = {};
      for (const name of TEXTS) if (field(name).value.trim()) query[name] = field(name).value;
      for (const name of NUMBERS) {
        const count = Math.round(field(name).valueAsNumber);
        if (count > 0) query[name] = count;
      }
      const player = field("player").value;
      if (player.trim()) query[oneOf(SIDES, side.value) ?? "player"] = player;
      if (label.value) query.label = label.value;
      if (result.value) query.result = oneOf(RESULTS, result.value);
      return query;
    },
    /** Offers the labels of the library. Returns true if the chosen label is not among them any more. */
    offerLabels(offered: readonly Label[]): boolean {
      const before = label.value;
      labels = offered;
      fillLabels();
      return label.value !== before;
    },
    /** The position or pattern that games have to contain. */
    get place(): PositionQuery | null {
      const { search, text } = this;
      if (!text) return null;
      return { search, text: search === "pattern" ? patternOf(text) : text };
    },
    /** The FEN of a search for a whole position, else "". */
    get fen(): string {
      return this.search === "position" ? this.text : "";
    },
    set fen(text: string) {
      searches.value = "position";
      this.text = text;
    },
    /** The text of the position's field. */
    get text(): string {
      return fen.value.trim();
    },
    set text(text: string) {
      fen.value = text;
      if (text) more.open = true;
    },
    get search(): PositionQuery["search"] {
      return oneOf(SEARCHES, searches.value) ?? "position";
    },
    /** Shows why the query was rejected, and marks the field `name`; "" clears both. */
    showFault(words: string, name?: string) {
      for (const each of [...TEXTS, "fen"]) field(each).removeAttribute("aria-invalid");
      if (name) field(name).setAttribute("aria-invalid", "true");
      setText(fault, words);
      if (words) more.open = true;
    },
    /** Writes the lists in the current language. */
    update() {
      fillLabels();
      setOptions(searches, SEARCHES, (code) => t(`library.search.${code}`));
      setOptions(side, ["", ...SIDES], (code) => t(code ? `side.${code}` : "library.side.any"));
      setOptions(result, ["", ...RESULTS], (code) => t(`library.result.${code || "any"}`));
    },
  };
}
