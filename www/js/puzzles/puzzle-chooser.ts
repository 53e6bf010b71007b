// The sheet in which puzzles are chosen: filters, the day's puzzle, any puzzle, and all that match by number.

import { button, byId, el, icon } from "../ui/dom.ts";
import { sheet } from "../ui/dialogs.ts";
import { GRADES, LONGEST, anyOf, everything, matching, motifsOf } from "./puzzle-set.ts";

/** @typedef {import("./puzzle-set.ts").Puzzle} Puzzle */
/** @typedef {import("./puzzle-set.ts").Filter} Filter */
/** @typedef {import("./puzzle-course.ts").Course} Course */
/** @typedef {import("./puzzle-progress.ts").Outcome} Outcome */

/** So many are shown at once; of more those of a stage, when it is opened. */
const FEW = 100;

/**
 * @param {import("../core/i18n.ts").I18n} i18n
 * @param {object} page
 * @param {(puzzle: Puzzle) => void} page.open
 * @param {(filter: Filter) => void} page.onFilter
 * @param {(puzzle: Puzzle) => Outcome|undefined} page.outcomeOf
 * @param {() => void} page.openDaily          the day's puzzle
 * @param {() => number|null} page.strength  the person's; null where it is not known yet
 */
export function createChooser(i18n, { open, openDaily, onFilter, outcomeOf, strength }) {
  const dialog = sheet("choose-dialog");
  const form = /** @type {HTMLFormElement} */ (byId("choose-form"));
  /** @type {readonly Puzzle[]} */
  let puzzles = [];
  /** @type {Puzzle|null} */
  let current = null;
  let filter = everything();
  /** The stages whose puzzles are shown. @type {Set<number>} */
  const opened = new Set();

  const isSolved = (/** @type {Puzzle} */ puzzle) => outcomeOf(puzzle) === "solved";
  const found = () => puzzles.filter(matching(filter, isSolved));
  const take = (/** @type {Puzzle|null} */ puzzle) => {
    if (!puzzle) return;
    dialog.close();
    open(puzzle);
  };

  function render() {
    const list = found();
    const count = puzzles.length === 0 ? "…" : list.length;
    byId("choose-count").textContent = i18n.t("choose.count", { count });
    const stages = [...new Set(list.map(({ stage }) => stage))];
    const isFew = list.length <= FEW;
    byId("choose-list").replaceChildren(
      ...stages.map((stage) =>
        part(
          stage,
          list.filter((puzzle) => puzzle.stage === stage),
          isFew || opened.has(stage),
        ),
      ),
    );
    /** @type {HTMLButtonElement} */ (byId("choose-any")).disabled = list.length === 0;
  }

  /**
   * What is found of a stage of the course, and how much of that is solved.
   * @param {number} stage @param {Puzzle[]} list @param {boolean} isOpen
   */
  function part(stage, list, isOpen) {
    const [solved, all] = [list.filter(isSolved).length, list.length];
    const title = el("h3", "stage", i18n.t("choose.stage", { stage, solved, all }));
    const cells = el("ul", "cells");
    const head = el("summary", "", title);
    const box = /** @type {HTMLDetailsElement} */ (el("details", "", head, cells));
    // Thousands of buttons take long to make: those that are seen.
    const fill = () => box.open && !cells.firstChild && cells.append(...list.map(cell));
    box.open = isOpen;
    fill();
    box.addEventListener("toggle", fill);
    head.addEventListener("click", () => {
      // It is still as it was before.
      if (box.open) opened.delete(stage);
      else opened.add(stage);
    });
    return box;
  }

  /** @param {Puzzle} puzzle */
  function cell(puzzle) {
    const outcome = outcomeOf(puzzle);
    const number = button("cell", () => take(puzzle), String(puzzle.number));
    const state = i18n.t(`choose.state.${outcome ?? "open"}`);
    number.setAttribute("aria-label", `${puzzle.number}, ${state}`);
    if (outcome) number.dataset.outcome = outcome;
    if (outcome === "solved") number.append(icon("done"));
    if (puzzle === current) number.setAttribute("aria-current", "true");
    return el("li", "", number);
  }

  /** The lengths and grades in words, as choices. */
  function fillSelects() {
    const numbers = (/** @type {number} */ most) => Array.from({ length: most }, (_, i) => i + 1);
    const option = (/** @type {string} */ value, /** @type {string} */ text) =>
      new Option(text, value);
    const lengths = numbers(LONGEST).map((n) =>
      option(String(n), i18n.t("choose.length.of", { n })),
    );
    const grades = numbers(GRADES).map((n) => option(String(n), i18n.t("choose.grade.of", { n })));
    const any = () => option("", i18n.t("choose.any"));
    byId("choose-length").replaceChildren(any(), ...lengths);
    byId("choose-grade").replaceChildren(any(), ...grades);
    const motifs = motifsOf(puzzles).map((motif) => option(motif, i18n.t(`theme.${motif}`)));
    byId("choose-motif").replaceChildren(any(), ...motifs);
    const sides = ["red", "black"].map((side) => option(side, i18n.t(`side.${side}`)));
    byId("choose-side").replaceChildren(any(), ...sides);
  }

  function show() {
    fillSelects();
    const field = (/** @type {string} */ name) =>
      /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
    field("kind").value = filter.kind ?? "";
    field("length").value = String(filter.length ?? "");
    field("grade").value = String(filter.grade ?? "");
    field("motif").value = filter.motif ?? "";
    field("side").value = filter.side ?? "";
    field("open").checked = filter.open;
    field("near").checked = filter.near !== null;
    byId("choose-near").hidden = strength() === null;
    render();
  }

  form.addEventListener("input", () => {
    filter = readFilter(new FormData(form), strength());
    onFilter(filter);
    render();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  byId("choose-any").addEventListener("click", () => take(anyOf(found(), current, Math.random())));
  byId("choose-day").addEventListener("click", () => {
    dialog.close();
    openDaily();
  });

  return {
    get filter() {
      return filter;
    },
    matches: (/** @type {Puzzle} */ puzzle) => matching(filter, isSolved)(puzzle),
    /** Opens at once; the puzzles follow as soon as they are there. @param {Course} course @param {Puzzle|null} now */
    async show(course, now) {
      current = now;
      opened.clear();
      if (now) opened.add(now.stage);
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
    /** The language has changed. */
    retell: () => dialog.open && show(),
  };
}

/** @param {FormData} data @param {number|null} strength  the person's @returns {Filter} */
export function readFilter(data, strength) {
  const number = (/** @type {string} */ name) => Number(data.get(name)) || null;
  const [kind, side] = [data.get("kind"), data.get("side")];
  return {
    kind: kind === "mate" || kind === "win" ? kind : null,
    length: number("length"),
    grade: number("grade"),
    motif: String(data.get("motif") ?? "") || null,
    side: side === "red" || side === "black" ? side : null,
    open: data.get("open") === "on",
    near: data.get("near") === "on" ? strength : null,
  };
}
