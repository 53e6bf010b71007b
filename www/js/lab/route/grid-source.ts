// Where a grid comes from besides drawing: ready ones, a seed, a text that is typed, pasted or opened.

import { isIntegerIn } from "../../core/numbers.ts";
import { el, i18nElement, setText, toClipboard } from "../../ui/dom.ts";
import { gridOf, textOf } from "./route-grid.ts";
import { alertOf, numberField, wordButton } from "./route-widgets.ts";
import { SAMPLES, randomLike, sample } from "./samples.ts";
import { faultWords, rangeOf } from "./route-words.ts";

/** @typedef {import("./route-grid.ts").RouteGrid} RouteGrid */

/** Longer texts are not shown to be edited, in cells; files may be no larger than this, in bytes. */
const SHOWN_CELLS = 10_000;
const MAX_BYTES = 16 * 2 ** 20;
const SEEDS = { min: 0, max: 999_999_999 };

/**
 * @typedef {object} SourceHandlers
 * @property {import("../../core/i18n.ts").I18n} i18n
 * @property {(words: string) => void} announce
 * @property {() => RouteGrid} grid
 * @property {(grid: RouteGrid) => void} take
 * @property {(text: string) => Promise<void>} check  asks the rules; throws what is wrong with a text
 */

/** @param {HTMLElement} top for the ready ones @param {HTMLElement} host for the others @param {SourceHandlers} handlers */
export function createSource(top, host, handlers) {
  const samples = el(
    "div",
    "route-samples",
    i18nElement("span", "lab.route.samples", "field-label"),
  );
  const list = el("div", "route-row-of");
  samples.append(list);
  for (const name of SAMPLES)
    list.append(
      wordButton("button button-small", `lab.route.sample.${name}`, () =>
        handlers.take(sample(name)),
      ),
    );
  top.append(samples);
  host.append(createSeed(handlers));
  const text = createText(handlers);
  host.append(text.element);
  return { update: text.update };
}

/** @param {SourceHandlers} handlers */
function createSeed({ i18n, announce, grid, take }) {
  const seed = numberField("lab.route.seed", SEEDS, () => {});
  seed.input.value = "1";
  const make = wordButton("button button-small", "lab.route.random", () => {
    const value = seed.input.valueAsNumber;
    if (!isIntegerIn(value, SEEDS.min, SEEDS.max)) {
      announce(i18n.t("lab.route.seed.fault"));
      seed.input.focus();
      return;
    }
    take(randomLike(grid(), value));
    // Pressed again it makes another one.
    seed.input.value = String(value === SEEDS.max ? 0 : value + 1);
  });
  return el("div", "route-seed", seed.field, make);
}

/** @param {SourceHandlers} handlers */
function createText(handlers) {
  const { i18n, grid, take, check } = handlers;
  const { t } = i18n;
  const label = i18nElement("label", "lab.route.text", "field-label");
  const field = el("textarea", "route-text");
  field.id = "route-text";
  label.htmlFor = field.id;
  field.rows = 7;
  field.spellcheck = false;
  field.autocapitalize = "off";
  field.wrap = "off";
  const hint = i18nElement("p", "lab.route.text.hint", "hint");
  hint.id = "route-text-hint";
  const fault = el("p", "faults");
  fault.id = "route-text-fault";
  field.setAttribute("aria-describedby", `${hint.id} ${fault.id}`);
  const outcome = el("p", "hint route-said");
  outcome.setAttribute("role", "status");
  const file = el("input", "unseen");
  file.type = "file";
  file.addEventListener("change", () => void open());
  const opener = el(
    "label",
    "button button-small button-file",
    file,
    i18nElement("span", "lab.route.text.file"),
  );
  const apply = wordButton(
    "button button-small button-primary",
    "lab.route.text.apply",
    () => void read(field.value),
  );
  const copy = wordButton("button button-small", "lab.route.text.copy", () => void copyGrid());
  field.addEventListener("input", () => {
    outcome.textContent = "";
    tellFault(null);
  });
  const element = el(
    "details",
    "route-text-form",
    i18nElement("summary", "lab.route.text.title"),
    label,
    field,
    hint,
    alertOf(fault),
    el("div", "route-row-of", apply, copy, opener),
    outcome,
  );
  /** What is being read: a later one takes its place. */
  let reading = 0;
  /** @type {RouteGrid|null} the grid whose text is in the field */
  let shown = null;
  /** @type {import("./route-words.ts").Fault|null} */
  let told = null;

  /** @param {import("./route-words.ts").Fault|null} next */
  function tellFault(next) {
    told = next;
    setText(fault, next ? faultWords(next, i18n) : "");
    if (next) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }

  /** @param {string} text */
  async function read(text) {
    const mine = ++reading;
    tellFault(null);
    try {
      await check(text);
      const next = gridOf(text);
      if (!next) throw new Error("the rules take what is no grid");
      if (mine !== reading) return;
      shown = null;
      take(next);
      setText(outcome, t("lab.route.text.done"));
    } catch (error) {
      if (mine === reading) refuse(text, /** @type {import("./route-words.ts").Fault} */ (error));
    }
  }

  /** Says what is wrong and marks the place. @param {string} text @param {import("./route-words.ts").Fault} error */
  function refuse(text, error) {
    element.open = true;
    setText(outcome, "");
    tellFault(error);
    if (error.line === undefined || error.column === undefined) return;
    const isShort = text.length <= SHOWN_CELLS * 4;
    if (!isShort) return;
    field.value = text;
    field.focus();
    field.setSelectionRange(...rangeOf(field.value, error.line, error.column));
  }

  async function open() {
    const [chosen] = file.files ?? [];
    file.value = "";
    if (!chosen) return;
    if (chosen.size > MAX_BYTES) return tellFault({ code: "fileTooLarge" });
    await read(await chosen.text());
  }

  async function copyGrid() {
    const text = textOf(grid());
    const done = await toClipboard(text);
    if (!done) {
      field.focus();
      field.select();
    }
    setText(outcome, t(done ? "export.copied" : "export.copyFailed"));
  }

  return {
    element,
    /** The grid or the words have changed. */
    update() {
      if (told) tellFault(told);
      const now = grid();
      if (now === shown) return;
      shown = now;
      const isShort = now.cells.length <= SHOWN_CELLS;
      field.value = isShort ? textOf(now) : "";
      field.placeholder = isShort ? "" : t("lab.route.text.long");
      tellFault(null);
      if (document.activeElement !== apply) setText(outcome, "");
    },
  };
}
