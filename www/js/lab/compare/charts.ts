// The charts of a comparison, one legend for all.

import { el } from "../../ui/dom.ts";
import { createChart, swatch } from "../chart.ts";
import { REPORT_D, branchingOf } from "./comparison.ts";
import { nameOf, sayTime } from "./compare-words.ts";
import { METHODS } from "../methods.ts";
import { isStart } from "../lab-position.ts";

/** @typedef {import("./comparison.ts").Row} Row */
/** @typedef {import("../chart.ts").Series} Series */
/** @typedef {import("../methods.ts").Method} Method */

/** @type {Record<Method, import("../chart.ts").Shape>} */
const SHAPES = {
  minimax: "square",
  alphabeta: "circle",
  ordered: "up",
  pvs: "diamond",
  "pvs-reversed": "cross",
  "pvs-table": "down",
  chuhe: "plus",
};

const MEASURES = /** @type {const} */ ({
  leaves: (/** @type {Row} */ row) => row.leaves,
  time: (/** @type {Row} */ row) => row.millis,
  branching: branchingOf,
});
/** @typedef {keyof typeof MEASURES} Measure */

/** What was measured here, by method. @param {Row[]} rows @param {Measure} measure @param {import("../../core/i18n.ts").I18n} i18n @returns {Series[]} */
function measured(rows, measure, i18n) {
  return METHODS.flatMap(({ code }) => {
    const points = rows
      .filter(({ method }) => method === code)
      .map((row) => /** @type {[number, number]} */ ([row.depth, MEASURES[measure](row)]))
      .filter(([, value]) => value > 0);
    if (points.length === 0) return [];
    return [{ id: code, name: nameOf(code, i18n), shape: SHAPES[code], dashed: false, points }];
  });
}

/** What report D measured. @param {import("../../core/i18n.ts").I18n} i18n @returns {Series[]} */
function reported(i18n) {
  return Object.entries(REPORT_D).map(([code, leaves]) => ({
    id: code,
    name: i18n.t("lab.compare.report", { method: nameOf(code, i18n) }),
    shape: SHAPES[/** @type {Method} */ (code)],
    dashed: true,
    points: Object.entries(leaves).map(([depth, value]) => [Number(depth), value]),
  }));
}

/** @param {HTMLElement} host @param {import("../lab-client.ts").Lab} lab */
export function createCharts(host, { i18n }) {
  const says = {
    leaves: i18n.compact,
    time: (/** @type {number} */ millis) => sayTime(millis, i18n),
    branching: i18n.compact,
  };
  const legend = el("ul", "chart-legend");
  const figures = /** @type {Measure[]} */ (Object.keys(MEASURES)).map((measure) => {
    const [caption, place] = [el("figcaption"), el("div", "chart-place")];
    place.dataset.chart = measure;
    const chart = createChart(place, says[measure]);
    return { measure, caption, chart, element: el("figure", "lab-figure", caption, place) };
  });
  host.append(legend, ...figures.map(({ element }) => element));

  return {
    /** @param {import("./comparison.ts").Subject} subject @param {Row[]} rows */
    update(subject, rows) {
      const { t } = i18n;
      const beside = isStart(subject) ? reported(i18n) : [];
      for (const { measure, caption, chart } of figures) {
        const title = t(`lab.compare.chart.${measure}`);
        caption.textContent = title;
        const ours = measured(rows, measure, i18n);
        const series = measure === "leaves" ? [...beside, ...ours] : ours;
        chart.set(t("lab.compare.chart.label", { title }), t("lab.compare.chart.depth"), series);
      }
      legend.replaceChildren(
        ...[...measured(rows, "leaves", i18n), ...beside].map((series) =>
          el("li", "", swatch(series), series.name),
        ),
      );
    },
  };
}
