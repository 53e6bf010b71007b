// The forms beside the paper: where positions come from, how the paper is laid out, and the list of positions.

import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { I18n } from "../core/i18n.ts";
import type { MessageKey } from "../core/message-keys.ts";
import { GRADES, MAX_LENGTH } from "../practice/puzzle-set.ts";
import { MAX_LINES, MAX_WORDS, PAPERS, PER_PAGE } from "../share/worksheet-storage.ts";
import type { SheetOptions, SheetPosition, Worksheet } from "../share/worksheet-storage.ts";
import { iconTemplate } from "../ui/icon-template.ts";
import type { WorksheetCommands } from "./worksheet-commands.ts";

/** The largest number of puzzles that are added at once. */
export const MAX_PUZZLES = 60;

/** The words of the side: its own, those of the puzzles, and the puzzles' motifs, most frequent first. */
export interface SideWords {
  t: I18n["t"];
  puzzles: I18n["t"];
  motifs: readonly string[];
}

type Choices = readonly (readonly [value: string | number, words: string])[];

const select = (id: string, label: string, choices: Choices, chosen?: string | number) =>
  html`<div class="worksheet-field">
    <label class="field-label" for=${id}>${label}</label>
    <select class="worksheet-input" id=${id} name=${id.replace(/^.*-/, "")}>
      ${choices.map(([value, words]) =>
        chosen === undefined
          ? html`<option value=${value}>${words}</option>`
          : html`<option value=${value} .selected=${live(value === chosen)}>${words}</option>`,
      )}
    </select>
  </div>`;

const upTo = (most: number, words: (n: number) => string): Choices =>
  Array.from({ length: most }, (_, index) => [index + 1, words(index + 1)]);

/** Returns the form that adds puzzles at random. */
export function puzzlesTemplate(
  { t, puzzles, motifs }: SideWords,
  { addPuzzles }: WorksheetCommands,
) {
  const any: Choices = [["", puzzles("choose.any")]];
  const kinds = (["mate", "win"] as const).map(
    (kind) => [kind, puzzles(`choose.kind.${kind}`)] as const,
  );
  const lengths = upTo(MAX_LENGTH, (n) => puzzles("choose.length.of", { n }));
  const grades = upTo(GRADES, (n) => puzzles("choose.grade.of", { n }));
  const names = motifs.map((motif) => [motif, puzzles(`theme.${motif}`)] as const);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    addPuzzles(new FormData(event.currentTarget as HTMLFormElement));
  };
  return html`<form class="worksheet-part" id="worksheet-puzzles" @submit=${submit}>
    <h2 class="worksheet-subtitle">${t("worksheet.puzzles")}</h2>
    <div class="worksheet-fields">
      ${select("puzzle-kind", puzzles("choose.kind"), [...any, ...kinds])}
      ${select("puzzle-length", puzzles("choose.length"), [...any, ...lengths])}
      ${select("puzzle-grade", puzzles("choose.grade"), [...any, ...grades])}
      ${select("puzzle-motif", puzzles("choose.motif"), [...any, ...names])}
    </div>
    <div class="worksheet-row">
      <label class="worksheet-count"
        ><span>${t("worksheet.puzzles.count")}</span>
        <input
          class="worksheet-input"
          type="number"
          name="count"
          min="1"
          max=${MAX_PUZZLES}
          value="10"
          required
      /></label>
      <button class="button button-primary" id="worksheet-add-puzzles">
        ${t("worksheet.puzzles.add")}
      </button>
    </div>
  </form>`;
}

/** Returns the form for pasted positions and games; `refused` says what could not be read. */
export function pasteTemplate({ t }: SideWords, { addText }: WorksheetCommands, refused: string) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).querySelector("textarea");
    if (field) addText(field);
  };
  return html`<details class="worksheet-part" id="worksheet-paste">
    <summary>
      <h2 class="worksheet-subtitle">${t("worksheet.paste")}</h2>
    </summary>
    <form @submit=${submit}>
      <label class="hint" for="worksheet-text">${t("worksheet.paste.hint")}</label>
      <textarea id="worksheet-text" rows="5" spellcheck="false" autocomplete="off"></textarea>
      <p class="faults" role="alert">${refused}</p>
      <button class="button" id="worksheet-add-text">${t("worksheet.paste.add")}</button>
    </form>
    <p class="hint">
      ${t("worksheet.from")}
      <a href="analysis.html">${t("nav.analysis")}</a> ·
      <a href="puzzles.html">${t("nav.puzzles")}</a> ·
      <a href="library.html">${t("nav.library")}</a>
    </p>
  </details>`;
}

/** Returns the choices of the paper. */
export function optionsTemplate(
  { t }: SideWords,
  { title, options }: Worksheet,
  commands: WorksheetCommands,
) {
  const { paper, perPage, lines } = options;
  const toggle = (name: "names" | "turn" | "coordinates" | "answers", key: MessageKey) =>
    html`<label class="field switch">
      <span>${t(key)}</span>
      <input type="checkbox" role="switch" name=${name} .checked=${live(options[name])} />
    </label>`;
  const change = ({ target }: Event) => {
    if (target instanceof HTMLInputElement && target.type === "checkbox")
      commands.setOption(target.name, target.checked);
    else if (target instanceof HTMLSelectElement) commands.setOption(target.name, target.value);
  };
  const papers = PAPERS.map((name) => [name, t(`worksheet.paper.${name}`)] as const);
  const counts = PER_PAGE.map((count) => [count, String(count)] as const);
  const numbers = Array.from({ length: MAX_LINES + 1 }, (_, n) => [n, String(n)] as const);
  return html`<form
    class="worksheet-part"
    id="worksheet-options"
    @change=${change}
    @submit=${(event: Event) => event.preventDefault()}
  >
    <div class="worksheet-field">
      <label class="field-label" for="worksheet-heading">${t("worksheet.heading")}</label>
      <input
        class="worksheet-input"
        id="worksheet-heading"
        maxlength=${MAX_WORDS}
        .value=${live(title)}
        @input=${({ target }: Event) => commands.setTitle((target as HTMLInputElement).value)}
      />
    </div>
    <div class="worksheet-fields is-three">
      ${select("worksheet-perPage", t("worksheet.perPage"), counts, perPage)}
      ${select("worksheet-lines", t("worksheet.lines"), numbers, lines)}
      ${select("worksheet-paper", t("worksheet.paper"), papers, paper)}
    </div>
    ${toggle("names", "worksheet.names")} ${toggle("turn", "worksheet.turn")}
    ${toggle("coordinates", "worksheet.coordinates")} ${toggle("answers", "worksheet.answers")}
  </form>`;
}

/** Returns the list of positions; `answers` are the answers as they are printed. */
export function listTemplate(
  { t }: SideWords,
  { positions, options }: Worksheet,
  answers: readonly string[],
  commands: WorksheetCommands,
) {
  if (positions.length === 0) return nothing;
  const rows = positions.map((position, index) => {
    return rowTemplate(t, { position, index, answer: answers[index] ?? "", options }, commands);
  });
  return html`<section class="worksheet-part">
    <h2 class="worksheet-subtitle">${t("worksheet.list", { n: positions.length })}</h2>
    <ol class="worksheet-list" id="worksheet-list">
      ${rows}
    </ol>
  </section>`;
}

interface Row {
  position: SheetPosition;
  index: number;
  answer: string;
  options: SheetOptions;
}

function rowTemplate(
  t: I18n["t"],
  { position, index, answer, options }: Row,
  commands: WorksheetCommands,
) {
  const number = index + 1;
  const tool = (icon: string, key: MessageKey, act: () => void) =>
    html`<button
      type="button"
      class="tool is-${icon}"
      aria-label=${t(key, { number })}
      title=${t(key, { number })}
      @click=${act}
    >
      ${iconTemplate(icon)}
    </button>`;
  const field = (name: "caption" | "answer", value: string) =>
    html`<input
      class="worksheet-input"
      maxlength=${MAX_WORDS}
      aria-label=${t(`worksheet.${name}.of`, { number })}
      placeholder=${t(`worksheet.${name}`)}
      .value=${live(value)}
      @input=${({ target }: Event) =>
        commands.edit(index, { [name]: (target as HTMLInputElement).value })}
    />`;
  const keys = (event: KeyboardEvent) => {
    const steps = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!steps || !event.altKey) return;
    event.preventDefault();
    commands.move(index, steps);
  };
  return html`<li class="worksheet-item" @keydown=${keys}>
    <b class="worksheet-number">${number}</b>
    <div class="worksheet-words">
      ${field("caption", position.caption)} ${options.answers ? field("answer", answer) : nothing}
    </div>
    <div class="worksheet-tools">
      ${tool("step-back", "worksheet.up", () => commands.move(index, -1))}
      ${tool("step-forward", "worksheet.down", () => commands.move(index, 1))}
      ${tool("remove", "worksheet.remove", () => commands.remove(index))}
    </div>
  </li>`;
}
