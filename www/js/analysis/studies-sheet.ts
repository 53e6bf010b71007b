// The sheet with all stored studies: finds, opens, renames, saves and deletes them.

import { html, nothing, render } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { repeat } from "lit-html/directives/repeat.js";
import type { I18n } from "../core/i18n.ts";
import { textIn } from "../core/languages.ts";
import { memoizeAsync } from "../core/memoize.ts";
import { loadLabModule } from "../rules/lab-module.ts";
import { mainFrom, movesOf } from "../study/tree.ts";
import { buildSheet } from "../ui/build-sheet.ts";
import { el } from "../ui/dom.ts";
import { iconTemplate } from "../ui/icon-template.ts";
import type { OpeningFinder } from "./opening-name.ts";
import { createRowFinder, factsOf, nameOf } from "./study-list.ts";
import type { StudyRow } from "./study-list.ts";
import "../../css/studies.css";

interface StudyActions {
  /** Returns all stored studies. `isWhole` is false if some of them cannot be read now. */
  list(): Promise<{ rows: StudyRow[]; isWhole: boolean }>;
  /** Returns the key of the study that is open. */
  openKey(): string;
  openingOf: OpeningFinder;
  /** Opens a study; resolves to false if that is impossible. */
  open(row: StudyRow): Promise<boolean>;
  rename(row: StudyRow, title: string): Promise<void>;
  toLibrary(row: StudyRow): Promise<void>;
  /** Saves studies as one file. */
  save(rows: readonly StudyRow[]): void;
  /** Deletes a study. `onRestored` is called after the person has brought it back. */
  remove(row: StudyRow, onRestored: () => void): Promise<void>;
}

export function createStudiesSheet(i18n: I18n, actions: StudyActions) {
  const { t } = i18n;
  const host = el("div", "mine");
  const { dialog, open } = buildSheet("mine-dialog", i18n, host);
  let rows: StudyRow[] = [];
  let isWhole = true;
  let isLoading = true;
  let words = "";
  let onlyEdited = false;
  let findRows = createRowFinder((name) => name);
  /** The key of the study whose commands are shown, and whether its title is being changed. */
  let chosen: { key: string; isNaming: boolean } | null = null;

  /** The facts of the rows. Finding an opening takes a millisecond, and every letter of a search shows the list. */
  let facts = new WeakMap<StudyRow, string>();

  function factsIn(row: StudyRow): string {
    const known = facts.get(row);
    if (known !== undefined) return known;
    const { startFen, nodes } = row.data;
    const opening = actions.openingOf(startFen, movesOf(nodes, mainFrom(nodes)));
    const text = factsOf(row, textIn(opening, i18n.lang).text, i18n);
    facts.set(row, text);
    return text;
  }

  const uniteSpellings = memoizeAsync(async () => {
    const { foldName } = await loadLabModule();
    findRows = createRowFinder(foldName);
    update();
  });

  async function load() {
    const listed = await actions.list();
    ({ rows, isWhole } = listed);
    facts = new WeakMap();
    isLoading = false;
    update();
  }

  /** Runs a command, then shows the list as it is stored. */
  const after = (act: () => Promise<void>) => async () => {
    await act();
    await load();
  };

  const input = (selector: string) => host.querySelector<HTMLInputElement>(selector);

  async function openRow(row: StudyRow) {
    if (await actions.open(row)) dialog.close();
  }

  function choose(key: string, isNaming = false) {
    chosen = chosen?.key === key && chosen.isNaming === isNaming ? null : { key, isNaming };
    update();
    if (isNaming) input(".mine-name input")?.select();
  }

  const rename = (row: StudyRow) =>
    after(async () => {
      const title = input(".mine-name input")?.value ?? "";
      chosen = null;
      await actions.rename(row, title);
    });

  const remove = (row: StudyRow) =>
    after(async () => {
      chosen = null;
      await actions.remove(row, () => void load());
      input("#mine-search")?.focus();
    });

  function nameField(row: StudyRow) {
    const setTitle = rename(row);
    const onSubmit = (event: Event) => {
      event.preventDefault();
      void setTitle();
    };
    return html`<form class="mine-name" @submit=${onSubmit}>
      <input
        class="opening-text"
        maxlength="200"
        autocomplete="off"
        aria-label=${t("analysis.mine.name")}
        placeholder=${nameOf(row.data, i18n)}
        .value=${row.data.tags.Title ?? ""}
      />
      <button class="button" type="submit">${t("analysis.mine.name.save")}</button>
    </form>`;
  }

  function commands(row: StudyRow) {
    const command = (name: "rename" | "toLibrary" | "export" | "remove", act: () => void) =>
      html`<button type="button" class="button mine-${name}" @click=${act}>
        ${t(`analysis.mine.${name}`)}
      </button>`;
    return html`<div class="mine-commands">
      ${command("rename", () => choose(row.key, true))}
      ${command(
        "toLibrary",
        after(() => actions.toLibrary(row)),
      )}
      ${command("export", () => actions.save([row]))} ${command("remove", remove(row))}
    </div>`;
  }

  function rowTemplate(row: StudyRow) {
    const { key, data } = row;
    const name = nameOf(data, i18n);
    const isChosen = chosen?.key === key;
    const badge = (isShown: boolean, text: string) =>
      isShown ? html`<span class="mine-badge">${text}</span>` : nothing;
    return html`<li class="mine-row">
      <button type="button" class="menu-way mine-open" @click=${() => openRow(row)}>
        <span class="start-label">
          <span class="mine-title">${name}</span>
          ${badge(key === actions.openKey(), t("analysis.mine.open"))}
          ${badge(row.isInLibrary, t("analysis.mine.inLibrary"))}
        </span>
        <span class="start-more">${factsIn(row)}</span>
      </button>
      <button
        type="button"
        class="tool mine-more"
        aria-expanded=${isChosen}
        aria-label=${t("analysis.mine.more", { name })}
        title=${t("analysis.mine.more", { name })}
        @click=${() => choose(key)}
      >
        ${iconTemplate("more")}
      </button>
      ${isChosen ? (chosen?.isNaming ? nameField(row) : commands(row)) : nothing}
    </li>`;
  }

  function status(found: readonly StudyRow[]) {
    if (isLoading) return "";
    if (rows.length === 0) return t("analysis.mine.empty");
    if (found.length === 0) return t("analysis.mine.none");
    return t("analysis.mine.count", { count: found.length });
  }

  function update() {
    const found = findRows(rows, words, onlyEdited);
    const isAll = found.length === rows.length;
    const onSearch = ({ target }: Event) => {
      words = (target as HTMLInputElement).value;
      update();
      // Without the module, the search still finds names as they are spelled.
      if (/\p{Script=Han}/u.test(words)) uniteSpellings().catch(() => {});
    };
    const onEdited = ({ target }: Event) => {
      onlyEdited = (target as HTMLInputElement).checked;
      update();
    };
    // prettier-ignore
    render(
      html`<div class="field">
          <label class="field-label" for="mine-search">${t("analysis.mine.search")}</label>
          <input class="opening-text" id="mine-search" type="search" maxlength="200" autocomplete="off"
            spellcheck="false" .value=${live(words)} @input=${onSearch} />
        </div>
        <label class="field switch"><span>${t("analysis.mine.changed")}</span>
          <input type="checkbox" role="switch" id="mine-changed" .checked=${live(onlyEdited)}
            @change=${onEdited} /></label>
        <p class="hint" id="mine-count" role="status">${status(found)}</p>
        ${isWhole ? nothing : html`<p class="faults">${t("analysis.mine.partly")}</p>`}
        <ul class="mine-list" id="mine-list">${repeat(found, ({ key }) => key, rowTemplate)}</ul>
        <button type="button" class="button" id="mine-save" ?hidden=${found.length === 0}
          @click=${() => actions.save(found)}
          >${t(isAll ? "analysis.mine.exportAll" : "analysis.mine.exportThese")}</button>`,
      host,
    );
  }

  return {
    async show() {
      chosen = null;
      words = "";
      isLoading = true;
      update();
      open(t("analysis.mine.title"));
      await load();
    },
  };
}
