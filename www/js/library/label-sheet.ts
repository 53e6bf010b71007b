// The sheet in which games get labels: what is ticked all of them have, what is half ticked some of them.

import { button, el, setText } from "../ui/dom.ts";
import { labelOf, makeSheet, show, submit } from "../ui/sheet-parts.ts";

/** @import { Label, Row } from "../database/types.js" */

/** The labels in what somebody typed: commas are between them. @param {string} text @returns {string[]} each once */
export const labelsIn = (text) => [
  ...new Set(
    text
      .split(/[,，]/)
      .map((label) => label.trim())
      .filter((label) => label !== ""),
  ),
];

/**
 * What the labels are ticked with: those of the library, and behind them others that the games have.
 * @param {Row[]} rows  the games @param {string[]} known  the library's labels
 * @returns {{ name: string, has: "all"|"some"|"none" }[]}
 */
export function ticksOf(rows, known) {
  const names = new Set([...known, ...rows.flatMap(({ labels }) => labels)]);
  return Array.from(names, (name) => {
    const count = rows.filter(({ labels }) => labels.includes(name)).length;
    return { name, has: count === 0 ? "none" : count === rows.length ? "all" : "some" };
  });
}

/**
 * @param {import("../core/i18n.ts").I18n} i18n
 * @param {(ids: Uint32Array, given: string[], taken: string[]) => void} apply  for the games that it was opened for
 * @returns {(rows: Row[], labels: Label[]) => void} opens it for these games
 */
export function createLabelSheet(i18n, apply) {
  const { t } = i18n;
  /** @type {HTMLDialogElement|null} */
  let dialog = null;
  let ids = new Uint32Array();
  const count = el("p", "hint");
  const list = el("ul", "library-ticks");
  const field = Object.assign(el("input", "library-input"), { id: "library-new-label" });
  field.autocomplete = "off";
  field.maxLength = 100;
  const add = button("button", addTyped);
  add.dataset.i18n = "library.labels.add";
  const entry = el("div", "library-entry", field, add);
  const typed = el("div", "field", labelOf("library.labels.new", field.id), entry);
  const form = el("form", "", count, list, typed, submit("library.labels.apply"));

  /** @param {string} name @param {"all"|"some"|"none"} has */
  function tickOf(name, has) {
    const box = Object.assign(el("input"), { type: "checkbox", name, checked: has === "all" });
    box.indeterminate = has === "some";
    box.dataset.had = has;
    return el("li", "", el("label", "library-tick", box, el("span", "", name)));
  }

  /** @returns {HTMLInputElement[]} */
  const boxes = () => [...list.querySelectorAll("input")];

  /** What was typed is ticked. */
  function addTyped() {
    for (const name of labelsIn(field.value)) {
      const known = boxes().find((box) => box.name === name);
      if (known) Object.assign(known, { checked: true, indeterminate: false });
      else {
        const tick = tickOf(name, "none");
        list.append(tick);
        Object.assign(/** @type {HTMLInputElement} */ (tick.querySelector("input")), {
          checked: true,
        });
      }
    }
    field.value = "";
    field.focus();
  }

  field.addEventListener("keydown", (event) => {
    // Enter takes what was typed; in an empty field it sends the form.
    if (event.key !== "Enter" || event.isComposing || field.value.trim() === "") return;
    event.preventDefault();
    addTyped();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    addTyped();
    const changed = boxes().filter(({ indeterminate }) => !indeterminate);
    const given = changed.filter(({ checked, dataset }) => checked && dataset.had !== "all");
    const taken = changed.filter(({ checked, dataset }) => !checked && dataset.had !== "none");
    dialog?.close();
    if (given.length + taken.length === 0) return;
    apply(
      ids,
      given.map(({ name }) => name),
      taken.map(({ name }) => name),
    );
  });

  return (rows, labels) => {
    dialog ??= makeSheet("library-labels", "library.labels", i18n, form);
    ids = Uint32Array.from(rows, ({ id }) => id);
    const known = labels.map(({ name }) => name);
    const ticks = ticksOf(rows, known);
    const isHalf = ticks.some(({ has }) => has === "some");
    setText(count, t(`library.labels.${isHalf ? "hint" : "count"}`, { n: rows.length }));
    list.replaceChildren(...ticks.map(({ name, has }) => tickOf(name, has)));
    field.value = "";
    show(dialog);
    if (known.length === 0) field.focus();
  };
}
