// The sheet in which an ending is chosen: chapters to win, chapters to hold, and chapters of only moves. A chapter that
// is open shows its advice, its classic endings by name and its other endings as numbers under their material.

import { html, nothing, render } from "lit-html";
import type { TemplateResult } from "lit-html";
import type { I18n } from "../core/i18n.ts";
import type { MessageKey } from "../core/message-keys.ts";
import { sheet } from "../ui/dialogs.ts";
import { byId } from "../ui/dom.ts";
import { iconTemplate } from "../ui/icon-template.ts";
import { endingName, groupName } from "./ending-names.ts";
import type { Chapter, Ending } from "./endings.ts";
import { progressKey, tally } from "./puzzle-progress.ts";
import type { Model } from "./puzzles-model.ts";

/** The headings of the sheet, each with the chapters below it. */
const PARTS: [MessageKey, (ending: Ending) => boolean][] = [
  ["endings.win", ({ goal, move }) => goal === "win" && !move],
  ["endings.draw", ({ goal, move }) => goal === "draw" && !move],
  ["endings.only", ({ move }) => move !== undefined],
];

/** Splits the endings of a chapter into classic ones, each alone, and successive ones of the same material. */
export function blocksOf(endings: readonly Ending[]): Ending[][] {
  const blocks: Ending[][] = [];
  for (const ending of endings) {
    const [last] = blocks.at(-1) ?? [];
    const isSame = last && !last.classic && !ending.classic && last.group === ending.group;
    if (isSame) blocks.at(-1)?.push(ending);
    else blocks.push([ending]);
  }
  return blocks;
}

export function createEndingsList({ t }: I18n, model: Model, open: (ending: Ending) => void) {
  const dialog = sheet("endings-dialog");
  const list = byId("endings-list");
  const openChapters = new Set<string>();

  function choose(ending: Ending) {
    dialog.close();
    open(ending);
  }

  const stateOf = (ending: Ending) => model.outcomeOf(progressKey(ending));
  const isCurrent = ({ id }: Ending) => id === model.get().loaded?.endings.ending?.id;
  const current = (ending: Ending) => (isCurrent(ending) ? "true" : nothing);

  function rowTemplate(ending: Ending) {
    const outcome = stateOf(ending);
    return html`<button
      type="button"
      class="ending-row"
      aria-current=${current(ending)}
      @click=${() => choose(ending)}
    >
      <span>${endingName(ending, t)}</span>
      <span class="ending-state">${outcome ? t(`choose.state.${outcome}`) : ""}</span>
      ${outcome === "solved" ? iconTemplate("done") : nothing}
    </button>`;
  }

  function cellTemplate(ending: Ending) {
    const outcome = stateOf(ending);
    const state = t(`choose.state.${outcome ?? "open"}`);
    return html`<li>
      <button
        type="button"
        class="cell"
        aria-label="${endingName(ending, t)}, ${state}"
        aria-current=${current(ending)}
        data-outcome=${outcome ?? nothing}
        @click=${() => choose(ending)}
      >
        ${ending.number}${outcome === "solved" ? iconTemplate("done") : nothing}
      </button>
    </li>`;
  }

  function blockTemplate(block: Ending[]): TemplateResult {
    const [first] = block;
    if (!first || first.classic) return html`${block.map(rowTemplate)}`;
    return html`<p class="ending-group">${groupName(first, t)}</p>
      <ul class="cells">
        ${block.map(cellTemplate)}
      </ul>`;
  }

  /** The endings of a chapter of only moves are of many materials: all of them are numbered in one grid. */
  function gridTemplate(endings: readonly Ending[]) {
    return html`<ul class="cells">
      ${endings.map(cellTemplate)}
    </ul>`;
  }

  function chapterTemplate({ id, endings }: Chapter) {
    const isOpen = openChapters.has(id);
    const toggle = (event: Event) => {
      event.preventDefault(); // the template sets `open`
      if (isOpen) openChapters.delete(id);
      else openChapters.add(id);
      draw();
    };
    const { solved, all } = tally(model.get().progress, endings.map(progressKey));
    const isNumbered = endings.every(({ move }) => move !== undefined);
    const name = t(`ending.chapter.${id}.name`);
    return html`<details ?open=${isOpen} data-chapter=${id}>
      <summary @click=${toggle}>
        <h4 class="stage">${t("endings.chapter", { name, solved, all })}</h4>
      </summary>
      ${
        isOpen
          ? html`<p class="hint">${t(`ending.chapter.${id}.why`)}</p>
              ${isNumbered ? gridTemplate(endings) : blocksOf(endings).map(blockTemplate)}`
          : nothing
      }
    </details>`;
  }

  function draw() {
    const { chapters } = model.get();
    const parts = PARTS.map(([heading, belongs]) => {
      const own = chapters.filter(({ endings }) => endings.every(belongs));
      return html`<section class="field">
        <h3 class="field-label">${t(heading)}</h3>
        ${own.map(chapterTemplate)}
      </section>`;
    });
    render(parts, list);
  }

  return {
    show() {
      openChapters.clear();
      const { chapter } = model.get().loaded?.endings.ending ?? {};
      if (chapter) openChapters.add(chapter);
      draw();
      dialog.showModal();
      list.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
    },
    /** Updates an open sheet after a change of the language. */
    update: () => dialog.open && draw(),
  };
}
