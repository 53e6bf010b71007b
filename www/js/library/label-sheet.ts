// The sheet that changes the labels of games. A label that all the games have is ticked; a label that only some of them
// have is half ticked.

import type { I18n } from "../core/i18n.ts";
import type { Label, Row } from "../database/types.ts";
import { button, el, setText } from "../ui/dom.ts";
import { labelOf, makeSheet, show, submit } from "../ui/sheet-parts.ts";

/** A label, and whether all, some or none of the games have it. */
interface Tick {
  name: string;
  has: "all" | "some" | "none";
}

/** Returns the labels in a typed text, without duplicates. Commas separate the labels. */
export const labelsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,，]/)
      .map((label) => label.trim())
      .filter((label) => label !== ""),
  ),
];

/** Returns the ticks of the library's labels, followed by the ticks of other labels that the games have. */
export function ticksOf(rows: readonly Pick<Row, "labels">[], labels: readonly string[]): Tick[] {
  const names = new Set([...labels, ...rows.flatMap((row) => row.labels)]);
  return Array.from(names, (name) => {
    const count = rows.filter((row) => row.labels.includes(name)).length;
    return { name, has: count === 0 ? "none" : count === rows.length ? "all" : "some" };
  });
}

/** Returns a function that opens the sheet for the games of `rows`; `labels` are all labels of the library. */
export function createLabelSheet(
  i18n: I18n,
  apply: (ids: Uint32Array, added: string[], removed: string[]) => void,
): (rows: readonly Row[], labels: readonly Label[]) => void {
  const { t } = i18n;
  let dialog: HTMLDialogElement | null = null;
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

  /** Adds a checkbox to the list and returns it. */
  function addBox({ name, has }: Tick) {
    const box = Object.assign(el("input"), { type: "checkbox", name, checked: has === "all" });
    box.indeterminate = has === "some";
    box.dataset.had = has;
    list.append(el("li", "", el("label", "library-tick", box, el("span", "", name))));
    return box;
  }

  const boxes = () => [...list.querySelectorAll("input")];

  /** Ticks the labels that were typed, and adds new ones to the list. */
  function addTyped() {
    for (const name of labelsIn(field.value)) {
      const present = boxes().find((box) => box.name === name);
      const box = present ?? addBox({ name, has: "none" });
      Object.assign(box, { checked: true, indeterminate: false });
    }
    field.value = "";
    field.focus();
  }

  field.addEventListener("keydown", (event) => {
    // Enter adds the typed labels; in an empty field it submits the form.
    if (event.key !== "Enter" || event.isComposing || field.value.trim() === "") return;
    event.preventDefault();
    addTyped();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    addTyped();
    const changed = boxes().filter(({ indeterminate }) => !indeterminate);
    const added = changed.filter(({ checked, dataset }) => checked && dataset.had !== "all");
    const removed = changed.filter(({ checked, dataset }) => !checked && dataset.had !== "none");
    dialog?.close();
    if (added.length + removed.length === 0) return;
    apply(
      ids,
      added.map(({ name }) => name),
      removed.map(({ name }) => name),
    );
  });

  return (rows, labels) => {
    dialog ??= makeSheet("library-labels", "library.labels", i18n, form);
    ids = Uint32Array.from(rows, ({ id }) => id);
    const names = labels.map(({ name }) => name);
    const ticks = ticksOf(rows, names);
    const isHalf = ticks.some(({ has }) => has === "some");
    setText(count, t(`library.labels.${isHalf ? "hint" : "count"}`, { n: rows.length }));
    list.replaceChildren();
    for (const tick of ticks) addBox(tick);
    field.value = "";
    show(dialog);
    if (names.length === 0) field.focus();
  };
}
