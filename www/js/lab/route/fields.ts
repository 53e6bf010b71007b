// What stands around the picture that is drawn on: the tools to choose from, and the sizes as numbers.

import { isIntegerIn } from "../../core/numbers.ts";
import { el, i18nElement, setText } from "../../ui/dom.ts";
import { DRAWN, KINDS, MAX_STAMINA, resized, withStamina } from "./route-grid.ts";
import { signPicture } from "./colours.ts";
import { alertOf, numberField } from "./route-widgets.ts";

/** @typedef {import("./route-grid.ts").RouteGrid} RouteGrid */

/** The five kinds of cells, of which one is chosen. @param {number} first @param {(kind: number) => void} choose */
export function createTools(first, choose) {
  const legend = i18nElement("legend", "lab.route.tools", "unseen");
  const tools = el("fieldset", "route-tools segments", legend);
  for (const kind of KINDS.keys()) tools.append(toolOf(kind, kind === first, choose));
  return {
    element: tools,
    /** @param {boolean} isOn */
    enable(isOn) {
      tools.disabled = !isOn;
      tools.classList.toggle("is-off", !isOn);
    },
  };
}

/** @param {number} kind @param {boolean} isChosen @param {(kind: number) => void} choose */
function toolOf(kind, isChosen, choose) {
  const input = el("input");
  input.type = "radio";
  input.name = "route-tool";
  input.value = String(kind);
  input.checked = isChosen;
  input.addEventListener("change", () => choose(kind));
  const words = i18nElement("b", `lab.route.kind.${KINDS[kind]}`, "route-tool-name");
  const digit = el("kbd", "route-digit", String(kind));
  digit.setAttribute("aria-hidden", "true");
  return el("label", "", input, el("span", "route-tool", signPicture(kind), words, digit));
}

const SIDES = { min: DRAWN.min, max: DRAWN.max };
const STAMINA = { min: 0, max: MAX_STAMINA };

/**
 * Rows, columns and stamina.
 * @param {import("../../core/i18n.ts").I18n} i18n @param {() => RouteGrid} grid @param {(grid: RouteGrid) => void} take
 */
export function createSizes({ t }, grid, take) {
  const most = (/** @type {number} */ side) => Math.min(side, DRAWN.max);
  const fields = {
    rows: fieldOf("rows", SIDES, (now, value) => resized(now, value, most(now.columns))),
    columns: fieldOf("columns", SIDES, (now, value) => resized(now, most(now.rows), value)),
    stamina: fieldOf("stamina", STAMINA, withStamina),
  };
  const fault = el("p", "faults");

  /**
   * @param {"rows"|"columns"|"stamina"} which @param {{ min: number, max: number }} bounds
   * @param {(now: RouteGrid, value: number) => RouteGrid} change
   */
  function fieldOf(which, bounds, change) {
    const key = `lab.route.size.${which}`;
    return numberField(key, bounds, (value) => {
      const isGood = isIntegerIn(value, bounds.min, bounds.max);
      setText(fault, isGood ? "" : t("lab.route.size.fault", { what: t(key), ...bounds }));
      if (isGood) take(change(grid(), value));
      else show();
    });
  }

  function show() {
    for (const which of /** @type {const} */ (["rows", "columns", "stamina"]))
      fields[which].input.value = String(grid()[which]);
  }

  const inputs = Object.values(fields).map(({ field }) => field);
  return {
    element: el("div", "", el("div", "route-sizes", ...inputs), alertOf(fault)),
    /** Another grid is there, or other words. */
    update() {
      setText(fault, "");
      show();
    },
  };
}
