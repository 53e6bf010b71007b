// The form that filters games, and the library query that it describes.

import { html, render } from "lit-html";
import type { TemplateResult } from "lit-html";
import type { I18n } from "../core/i18n.ts";
import type { Label, PositionQuery, Query } from "../database/types.ts";
import { searchOf } from "../database/listed-games.ts";
import { byId, setOptions, setText } from "../ui/dom.ts";

/** The text fields; their names are those of the query's fields. */
const TEXTS = ["player", "red", "black", "event", "opening", "from", "to", "words"] as const;
const NUMBERS = ["minPlies", "maxPlies"] as const;
const RESULTS = ["red", "black", "draw", "ongoing"] as const satisfies Query["result"][];
/** The ways to compare the positions of games with the position in the form. */
const SEARCHES = ["position", "pattern", "soldiers", "material"] as const;

/** Returns the FEN of an address `#fen=FEN`, in which `_` stands for a space; "" if there is none. */
export function fenOf(hash: string): string {
  const text = /^#fen=(.*)$/.exec(hash)?.[1] ?? "";
  try {
    return decodeURIComponent(text).replaceAll("_", " ").trim();
  } catch {
    return "";
  }
}

/** Returns the address of a position; "" if `fen` is empty. */
export const hashOf = (fen: string): string =>
  fen ? `#fen=${encodeURI(fen.trim().replaceAll(/\s+/g, "_"))}` : "";

const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text);

/** Returns a field and its label; `input` must have the id `library-NAME`. */
const field = (name: string, label: string, input: TemplateResult) =>
  html`<div class="library-field">
    <label class="field-label" for="library-${name}">${label}</label>
    ${input}
  </div>`;
const listField = (name: string) =>
  html`<select class="library-input" id="library-${name}"></select>`;
const searchField = (name: string) =>
  html`<input type="search" class="library-input" id="library-${name}" />`;
const dateField = (name: string, example: string) =>
  html`<input class="library-input" id="library-${name}" placeholder=${example} />`;
const countField = (name: string) =>
  html`<input type="number" class="library-input" id="library-${name}" min="1" step="1" />`;

/**
 * Returns the content of the form. The `update` method fills the selection lists. Drawing the form again keeps what a
 * person has entered.
 */
const formTemplate = ({ t }: Pick<I18n, "t">, hasLabels: boolean, clear: () => void) =>
  html`${field("player", t("library.filter.player"), searchField("player"))}
    <div class="library-field" id="library-label-field" ?hidden=${!hasLabels}>
      <label class="field-label" for="library-label">${t("library.filter.label")}</label>
      ${listField("label")}
    </div>
    <button type="button" class="button" id="library-persons">${t("library.persons.open")}</button>
    <details id="library-more">
      <summary>${t("library.more")}</summary>
      <div class="library-fields">
        ${field("red", t("side.red"), searchField("red"))}
        ${field("black", t("side.black"), searchField("black"))}
        ${field("event", t("library.column.event"), searchField("event"))}
        ${field("opening", t("library.column.opening"), searchField("opening"))}
        ${field("result", t("library.column.result"), listField("result"))}
        ${field("from", t("library.filter.from"), dateField("from", "1998.05.31"))}
        ${field("to", t("library.filter.to"), dateField("to", "2020"))}
        ${field("minPlies", t("library.filter.minPlies"), countField("minPlies"))}
        ${field("maxPlies", t("library.filter.maxPlies"), countField("maxPlies"))}
        ${field("words", t("library.filter.words"), searchField("words"))}
        <div class="library-field is-wide">
          <label class="field-label" for="library-fen">${t("library.filter.fen")}</label>
          <div class="library-place">
            <select
              class="library-input"
              id="library-search"
              aria-label=${t("library.filter.fen")}
            ></select>
            <input
              type="search"
              class="library-input"
              id="library-fen"
              aria-describedby="library-fen-hint"
            />
            <button type="button" class="button" id="library-paint">${t("editor.open")}</button>
          </div>
          <p class="hint" id="library-fen-hint">${t("library.filter.fen.hint")}</p>
        </div>
      </div>
      <p class="faults" id="library-fault" role="alert"></p>
      <button type="button" class="button button-small" id="library-clear" @click=${clear}>
        ${t("library.clear")}
      </button>
    </details>`;

export type Filters = ReturnType<typeof createFilters>;

export function createFilters(i18n: Pick<I18n, "t">, onChange: () => void) {
  const { t } = i18n;
  const form = byId("library-filters", HTMLFormElement);
  let labels: readonly Label[] = [];
  draw();
  const fieldOf = (name: string) => byId(`library-${name}`, HTMLInputElement);
  const listOf = (name: string) => byId(`library-${name}`, HTMLSelectElement);
  const fen = fieldOf("fen");
  const result = listOf("result");
  const label = listOf("label");
  const searches = listOf("search");
  const more = byId("library-more", HTMLDetailsElement);

  function draw() {
    render(formTemplate(i18n, labels.length > 0, clear), form);
  }

  function clear() {
    form.reset();
    onChange();
  }

  function fillLabels() {
    const games = new Map(labels.map((each) => [each.name, each.games]));
    setOptions(label, ["", ...games.keys()], (name) =>
      name ? t("library.label.counted", { name, n: games.get(name) ?? 0 }) : t("library.label.any"),
    );
    draw();
  }

  form.addEventListener("input", onChange);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    onChange();
  });

  return {
    query(): Query {
      const query: Query = {};
      for (const name of TEXTS) if (fieldOf(name).value.trim()) query[name] = fieldOf(name).value;
      for (const name of NUMBERS) {
        const count = Math.round(fieldOf(name).valueAsNumber);
        if (count > 0) query[name] = count;
      }
      if (label.value) query.label = label.value;
      if (result.value) query.result = oneOf(RESULTS, result.value);
      return query;
    },
    /** Offers the labels of the library. Returns true if the chosen label is no longer one of them. */
    offerLabels(offered: readonly Label[]): boolean {
      const before = label.value;
      labels = offered;
      fillLabels();
      return label.value !== before;
    },
    /** The position or pattern that games have to contain; null for none. */
    get place(): PositionQuery | null {
      return searchOf(this.position);
    },
    /** The position or pattern as it was entered; null for none. */
    get position(): PositionQuery | null {
      const { search, text } = this;
      return text ? { search, text } : null;
    },
    set player(name: string) {
      fieldOf("player").value = name;
    },
    /** Fills the form with an earlier query. Opens the further filters if one of them is set. */
    restore(query: Query, position: PositionQuery | null) {
      for (const name of TEXTS) fieldOf(name).value = query[name] ?? "";
      for (const name of NUMBERS) fieldOf(name).value = String(query[name] ?? "");
      result.value = query.result ?? "";
      // The labels of the library are not known yet.
      labels = query.label ? [{ name: query.label, games: 0 }] : [];
      fillLabels();
      label.value = query.label ?? "";
      searches.value = position?.search ?? "position";
      fen.value = position?.text ?? "";
      const isSet = [...TEXTS, ...NUMBERS, "result" as const].some(
        (name) => name !== "player" && query[name] !== undefined,
      );
      if (position || isSet) more.open = true;
    },
    /** The FEN of a search for a whole position; "" in other searches. */
    get fen(): string {
      return this.search === "position" ? this.text : "";
    },
    set fen(text: string) {
      searches.value = "position";
      this.text = text;
    },
    /** The text of the field for a position or pattern. */
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
    /**
     * Shows why the query was rejected, and marks the field `name` as invalid. If `words` is "", removes the text and
     * the mark.
     */
    showFault(words: string, name?: string) {
      for (const each of [...TEXTS, "fen"]) fieldOf(each).removeAttribute("aria-invalid");
      if (name) fieldOf(name).setAttribute("aria-invalid", "true");
      setText(byId("library-fault"), words);
      if (words) more.open = true;
    },
    /** Fills the lists in the current language. */
    update() {
      fillLabels();
      setOptions(searches, SEARCHES, (code) => t(`library.search.${code}`));
      setOptions(result, ["", ...RESULTS], (code) => t(`library.result.${code || "any"}`));
    },
  };
}
