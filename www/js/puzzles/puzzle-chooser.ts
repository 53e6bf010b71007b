// The sheet in which puzzles are chosen: filters, the puzzle of the day, a random puzzle, and the list of all matching
// puzzles by number.

import type { MessageKey } from "../core/message-keys.ts";
import { html, nothing, render } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import type { I18n } from "../core/i18n.ts";
import { sheet } from "../ui/dialogs.ts";
import { byId } from "../ui/dom.ts";
import type { Course } from "../practice/puzzle-course.ts";
import { GRADES, MAX_LENGTH, motifsOf, randomPuzzle, shuffled } from "../practice/puzzle-set.ts";
import type { Filter, Puzzle } from "../practice/puzzle-set.ts";
import { puzzlePosition } from "../share/worksheet-positions.ts";
import { createWorksheetStorage } from "../share/worksheet-storage.ts";
import { iconTemplate } from "../ui/icon-template.ts";
import type { Commands } from "./puzzles-commands.ts";
import type { Model } from "./puzzles-model.ts";

/** The largest number of matching puzzles for which all stages are opened. */
const FEW = 100;
/** The number of puzzles that are added to the worksheet at once. */
const FOR_SHEET = 10;

export function createChooser(
  { t }: I18n,
  model: Model,
  { openPuzzle, openDaily }: Pick<Commands, "openPuzzle" | "openDaily">,
) {
  const dialog = sheet("choose-dialog");
  const form = byId("choose-form", HTMLFormElement);
  const any = byId("choose-any", HTMLButtonElement);
  let puzzles: readonly Puzzle[] = [];
  let current: Puzzle | null = null;
  /** The stages that the person has opened, and the stage of the puzzle on the board. */
  const chosenStages = new Set<number>();
  /**
   * The stages that are open. Only these have buttons for their puzzles, since thousands of buttons take long to
   * create.
   */
  const openStages = new Set<number>();

  const matches = () => puzzles.filter(model.matches);
  /** The level of the person's rating; null before the first rated puzzle. */
  const ownLevel = () => model.get().progress.rating?.level ?? null;

  function choose(puzzle: Puzzle | null) {
    if (!puzzle) return;
    dialog.close();
    openPuzzle(puzzle);
  }

  /**
   * Shows the puzzles that match. If there are at most `FEW` of them, opens all stages; otherwise opens the stages that
   * the person has opened.
   */
  function showMatches() {
    const list = matches();
    const stages = list.length <= FEW ? list.map(({ stage }) => stage) : chosenStages;
    openStages.clear();
    for (const stage of stages) openStages.add(stage);
    const count = puzzles.length === 0 ? "…" : list.length;
    byId("choose-count").textContent = t("choose.count", { count });
    any.disabled = list.length === 0;
    byId("choose-sheet-ten", HTMLButtonElement).disabled = list.length === 0;
    drawStages(list);
  }

  function drawStages(list: readonly Puzzle[]) {
    const stages = [...new Set(list.map(({ stage }) => stage))];
    const partOf = (stage: number) => list.filter((puzzle) => puzzle.stage === stage);
    render(
      repeat(
        stages,
        (stage) => stage,
        (stage) => stageTemplate(stage, partOf(stage)),
      ),
      byId("choose-list"),
    );
  }

  function stageTemplate(stage: number, part: readonly Puzzle[]) {
    const isOpen = openStages.has(stage);
    const toggle = (event: Event) => {
      event.preventDefault(); // the template sets `open`
      for (const stages of [chosenStages, openStages])
        if (isOpen) stages.delete(stage);
        else stages.add(stage);
      drawStages(matches());
    };
    const words = t("choose.stage", {
      stage,
      solved: part.filter(model.isSolved).length,
      all: part.length,
    });
    return html`<details ?open=${isOpen}>
      <summary @click=${toggle}><h3 class="stage">${words}</h3></summary>
      <ul class="cells">
        ${isOpen ? part.map(cellTemplate) : nothing}
      </ul>
    </details>`;
  }

  function cellTemplate(puzzle: Puzzle) {
    const outcome = model.outcomeOf(puzzle.key);
    const state = t(`choose.state.${outcome ?? "open"}`);
    return html`<li>
      <button
        type="button"
        class="cell"
        aria-label="${puzzle.number}, ${state}"
        aria-current=${puzzle === current ? "true" : nothing}
        data-outcome=${outcome ?? nothing}
        @click=${() => choose(puzzle)}
      >
        ${puzzle.number}${outcome === "solved" ? iconTemplate("done") : nothing}
      </button>
    </li>`;
  }

  /** Fills a list of the form. A choice consists of a value of the filter and a label. */
  function setChoices(id: string, choices: [value: string | number, words: string][]) {
    const all = [["", t("choose.any")], ...choices];
    render(
      all.map(([value, words]) => html`<option value=${value}>${words}</option>`),
      byId(id),
    );
  }

  const upTo = (most: number, key: MessageKey) =>
    Array.from({ length: most }, (_, i): [number, string] => [i + 1, t(key, { n: i + 1 })]);

  /** Adds puzzles to the worksheet, and says how many positions that has now. */
  function addToSheet(chosen: readonly Puzzle[]) {
    const positions = chosen.map((puzzle) => puzzlePosition(puzzle, t));
    const { added, size: n, problem } = createWorksheetStorage(() => localStorage).add(positions);
    const isFull = added < positions.length;
    const words = t(isFull ? "choose.sheet.full" : "choose.sheet.added", { n });
    byId("choose-sheet-said").textContent = problem ? t("choose.sheet.notStored") : words;
  }

  function show() {
    byId("choose-sheet-this").hidden = current === null;
    setChoices("choose-length", upTo(MAX_LENGTH, "choose.length.of"));
    setChoices("choose-grade", upTo(GRADES, "choose.grade.of"));
    setChoices(
      "choose-motif",
      motifsOf(puzzles).map((motif) => [motif, t(`theme.${motif}`)]),
    );
    setChoices(
      "choose-side",
      (["red", "black"] as const).map((side) => [side, t(`side.${side}`)]),
    );
    const { open, near, ...choices } = model.get().filter;
    const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
    for (const [name, value] of Object.entries(choices)) field(name).value = String(value ?? "");
    field("open").checked = open;
    field("near").checked = near !== null;
    byId("choose-near").hidden = ownLevel() === null;
    showMatches();
  }

  form.addEventListener("input", () => {
    model.change({ filter: readFilter(new FormData(form), ownLevel()) });
    showMatches();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  any.addEventListener("click", () => choose(randomPuzzle(matches(), current, Math.random())));
  byId("choose-sheet-this").addEventListener("click", () => current && addToSheet([current]));
  byId("choose-sheet-ten").addEventListener("click", () =>
    addToSheet(
      shuffled(matches())
        .slice(0, FOR_SHEET)
        .toSorted((a, b) => a.number - b.number),
    ),
  );
  byId("choose-day").addEventListener("click", () => {
    dialog.close();
    openDaily();
  });

  return {
    /** Opens the sheet at once, and shows the puzzles when they have loaded. `puzzle` is the puzzle on the board. */
    async show(course: Course, puzzle: Puzzle | null) {
      current = puzzle;
      byId("choose-sheet-said").textContent = "";
      chosenStages.clear();
      if (puzzle) chosenStages.add(puzzle.stage);
      show();
      dialog.showModal();
      try {
        puzzles = await course.all();
      } catch (error) {
        dialog.close();
        throw error;
      }
      show();
    },
    /** Updates an open sheet after a change of the language. */
    update: () => dialog.open && show(),
  };
}

/** Reads the filter from the form; `ownLevel` is the level of the person's rating. */
export function readFilter(data: FormData, ownLevel: number | null): Filter {
  const number = (name: string) => Number(data.get(name)) || null;
  const [kind, side] = [data.get("kind"), data.get("side")];
  return {
    kind: kind === "mate" || kind === "win" ? kind : null,
    length: number("length"),
    grade: number("grade"),
    motif: String(data.get("motif") ?? "") || null,
    side: side === "red" || side === "black" ? side : null,
    open: data.get("open") === "on",
    near: data.get("near") === "on" ? ownLevel : null,
  };
}
