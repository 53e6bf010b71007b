// The sheet in which puzzles are chosen: filters, the day's puzzle, any puzzle, and all that match by number.

import { button, byId, el, icon } from "../ui/dom.js";
import { sheet } from "../ui/dialogs.js";
import { GRADES, LONGEST, anyOf, everything, matching, motifsOf, ofDay } from "./puzzle-set.js";

/** @typedef {import("./puzzle-set.js").Puzzle} Puzzle */
/** @typedef {import("./puzzle-set.js").Filter} Filter */
/** @typedef {import("./puzzle-progress.js").Outcome} Outcome */

/**
 * @param {import("../core/i18n.js").I18n} i18n
 * @param {object} page
 * @param {(puzzle: Puzzle) => void} page.open
 * @param {(filter: Filter) => void} page.onFilter
 * @param {(puzzle: Puzzle) => Outcome|undefined} page.outcomeOf
 * @param {() => number|null} page.strength  the person's; null where it is not known yet
 */
export function createChooser(i18n, { open, onFilter, outcomeOf, strength }) {
  const dialog = sheet("choose-dialog");
  const form = /** @type {HTMLFormElement} */ (byId("choose-form"));
  /** @type {readonly Puzzle[]} */
  let puzzles = [];
  /** @type {Puzzle|null} */
  let current = null;
  let filter = everything();

  const isSolved = (/** @type {Puzzle} */ puzzle) => outcomeOf(puzzle) === "solved";
  const found = () => puzzles.filter(matching(filter, isSolved));
  const take = (/** @type {Puzzle|null} */ puzzle) => {
    if (!puzzle) return;
    dialog.close();
    open(puzzle);
  };

  function render() {
    const list = found();
    byId("choose-count").textContent = i18n.t("choose.count", { count: list.length });
    const stages = [...new Set(list.map(({ stage }) => stage))];
    byId("choose-list").replaceChildren(
      ...stages.flatMap((stage) => part(list.filter((puzzle) => puzzle.stage === stage))),
    );
    /** @type {HTMLButtonElement} */ (byId("choose-any")).disabled = list.length === 0;
  }

  /** What is found of a stage of the course, and how much of that is solved. @param {Puzzle[]} list */
  function part(list) {
    const [solved, all] = [list.filter(isSolved).length, list.length];
    const title = i18n.t("choose.stage", { stage: list[0].stage, solved, all });
    return [el("h3", "field-label stage", title), el("ul", "cells", ...list.map(cell))];
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
  byId("choose-day").addEventListener("click", () => take(ofDay(puzzles, new Date())));

  return {
    get filter() {
      return filter;
    },
    matches: (/** @type {Puzzle} */ puzzle) => matching(filter, isSolved)(puzzle),
    /** @param {readonly Puzzle[]} all @param {Puzzle|null} now */
    show(all, now) {
      puzzles = all;
      current = now;
      show();
      dialog.showModal();
      document.querySelector("#choose-list [aria-current]")?.scrollIntoView({ block: "nearest" });
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
