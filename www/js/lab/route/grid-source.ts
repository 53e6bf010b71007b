// Controls that create a grid from a seed, or from typed, pasted or opened text.

import { html, nothing, render } from "lit-html";
import { isIntegerIn } from "../../core/numbers.ts";
import { createStore } from "../../core/store.ts";
import { byId, el, toClipboard } from "../../ui/dom.ts";
import type { Lab } from "../lab-client.ts";
import { type On, numberField, wordButton } from "../templates.ts";
import { type RouteGrid, gridOf, textOf } from "./route-grid.ts";
import { type Fault, faultWords, rangeOf } from "./route-words.ts";
import { randomLike } from "./samples.ts";

/** The greatest number of cells of a grid whose text is shown for editing. */
const MAX_SHOWN_CELLS = 10_000;
const MAX_BYTES = 16 * 2 ** 20;
const SEEDS = { min: 0, max: 999_999_999 };

interface State {
  fault: Fault | null;
  outcome: string;
}

/** Creates the controls. `grid` returns the current grid; `take` replaces the current grid. */
export function createSource(
  { i18n, announce, route }: Pick<Lab, "i18n" | "announce" | "route">,
  grid: () => RouteGrid,
  take: (grid: RouteGrid) => void,
) {
  const { t } = i18n;
  const element = el("section", "route-source lab-card");
  const state = createStore<State>({ fault: null, outcome: "" });
  const setState = (fault: Fault | null, outcome = "") => state.set({ fault, outcome });
  const field = () => byId("route-text", HTMLTextAreaElement);
  /** The number of calls of `read`. A call drops its result if another call has started since. */
  let readings = 0;
  /** The grid whose text is in the field. */
  let shown: RouteGrid | null = null;

  function takeRandom() {
    const seed = element.querySelector<HTMLInputElement>(".route-seed input");
    if (!seed) return;
    const value = seed.valueAsNumber;
    if (!isIntegerIn(value, SEEDS.min, SEEDS.max)) {
      announce(t("lab.route.seed.fault"));
      return seed.focus();
    }
    take(randomLike(grid(), value));
    // Increments the seed, so that the next press creates another grid.
    seed.value = String(value === SEEDS.max ? 0 : value + 1);
  }

  async function read(text: string) {
    const id = ++readings;
    setState(null, state.get().outcome);
    try {
      (await route(text, "manhattan")).free(); // throws if the wasm rejects the text
      const next = gridOf(text);
      if (!next) throw new Error("the rules accept what is no grid");
      if (id !== readings) return;
      shown = null;
      take(next);
      setState(null, t("lab.route.text.done"));
    } catch (error) {
      if (id === readings) refuse(text, error as Fault);
    }
  }

  /** Shows the fault, and selects the faulty word in the text. */
  function refuse(text: string, fault: Fault) {
    field().closest("details")?.toggleAttribute("open", true);
    setState(fault);
    if (fault.line === undefined || fault.column === undefined) return;
    if (text.length > MAX_SHOWN_CELLS * 4) return;
    field().value = text;
    field().focus();
    field().setSelectionRange(...rangeOf(field().value, fault.line, fault.column));
  }

  async function open({ currentTarget: input }: On<HTMLInputElement>) {
    const [file] = input.files ?? [];
    input.value = "";
    if (!file) return;
    if (file.size > MAX_BYTES) return setState({ code: "fileTooLarge" }, state.get().outcome);
    await read(await file.text());
  }

  async function copyGrid() {
    const isCopied = await toClipboard(textOf(grid()));
    if (!isCopied) {
      field().focus();
      field().select();
    }
    setState(state.get().fault, t(isCopied ? "export.copied" : "export.copyFailed"));
  }

  function draw() {
    const { fault, outcome } = state.get();
    const faultText = fault ? faultWords(fault, i18n) : "";
    render(
      html`<h3 class="route-title" data-i18n="lab.route.other"></h3>
        <div class="route-seed">
          ${numberField("lab.route.seed", SEEDS, 1)} ${wordButton("lab.route.random", takeRandom)}
        </div>
        <details class="route-text-form">
          <summary data-i18n="lab.route.text.title"></summary>
          <label class="field-label" for="route-text" data-i18n="lab.route.text"></label>
          <textarea
            class="route-text"
            id="route-text"
            rows="7"
            spellcheck="false"
            autocapitalize="off"
            wrap="off"
            aria-describedby="route-text-hint route-text-fault"
            aria-invalid=${fault ? "true" : nothing}
            @input=${() => setState(null)}
          ></textarea>
          <p class="hint" id="route-text-hint" data-i18n="lab.route.text.hint"></p>
          <div role="alert"><p class="faults" id="route-text-fault">${faultText}</p></div>
          <div class="route-row-of">
            ${wordButton("lab.route.text.apply", () => void read(field().value), {
              look: "button-small button-primary",
            })}
            ${wordButton("lab.route.text.copy", () => void copyGrid())}
            <label class="button button-small button-file">
              <input class="unseen" type="file" @change=${open} />
              <span data-i18n="lab.route.text.file"></span>
            </label>
          </div>
          <p class="hint route-said" role="status">${outcome}</p>
        </details>`,
      element,
    );
  }

  draw();
  state.subscribe(draw);
  return {
    element,
    /** Updates the form after a change of the grid or of the language. */
    update() {
      const now = grid();
      if (now === shown) return draw();
      shown = now;
      const isShort = now.cells.length <= MAX_SHOWN_CELLS;
      field().value = isShort ? textOf(now) : "";
      field().placeholder = isShort ? "" : t("lab.route.text.long");
      const isApplied = document.activeElement?.matches('[data-i18n="lab.route.text.apply"]');
      setState(null, isApplied ? state.get().outcome : "");
    },
  };
}
