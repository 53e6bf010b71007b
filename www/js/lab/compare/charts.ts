// The charts of a comparison, with one legend for all.

import { html, render } from "lit-html";
import type { I18n } from "../../core/i18n.ts";
import { createStore } from "../../core/store.ts";
import { el } from "../../ui/dom.ts";
import { chart, swatch } from "../chart.ts";
import type { Series, Shape } from "../chart.ts";
import { isStart } from "../lab-position.ts";
import { METHODS } from "../methods.ts";
import type { Method } from "../methods.ts";
import type { Result } from "./compare-storage.ts";
import { formatTime, methodName } from "./compare-words.ts";
import { branchingOf, reportRows } from "./comparison.ts";
import type { Row } from "./comparison.ts";

const SHAPES: Record<Method, Shape> = {
  minimax: "square",
  alphabeta: "circle",
  ordered: "up",
  pvs: "diamond",
  "pvs-reversed": "cross",
  "pvs-table": "down",
  chuhe: "plus",
};

const MEASURES = {
  leaves: (row: Row) => row.leaves,
  time: (row: Row) => row.millis,
  branching: branchingOf,
};
type Measure = keyof typeof MEASURES;

function measuredSeries(rows: Row[], measure: Measure, i18n: I18n): Series[] {
  return METHODS.flatMap(({ code }) => {
    const points = rows
      .filter(({ method }) => method === code)
      .map((row): [number, number] => [row.depth, MEASURES[measure](row)])
      .filter(([, value]) => value > 0);
    if (points.length === 0) return [];
    const name = methodName(code, i18n);
    return [{ id: code, name, shape: SHAPES[code], dashed: false, points }];
  });
}

/** Returns the leaves that report D lists. */
const reportSeries = (i18n: I18n): Series[] =>
  reportRows().map(([code, leaves]) => ({
    id: code,
    name: i18n.t("lab.compare.report", { method: methodName(code, i18n) }),
    shape: SHAPES[code],
    dashed: true,
    points: Object.entries(leaves).map(([depth, value]) => [Number(depth), value]),
  }));

/** `result` returns the result to show. */
export function createCharts(i18n: I18n, result: () => Result | null) {
  const element = el("div", "lab-figures");
  /** Widths of the charts in pixels. */
  const widths = createStore<Partial<Record<string, number>>>({});
  const formats: Record<Measure, (value: number) => string> = {
    leaves: i18n.compact,
    time: (millis) => formatTime(millis, i18n),
    branching: i18n.compact,
  };

  function figure(measure: Measure, series: Series[]) {
    const title = i18n.t(`lab.compare.chart.${measure}`);
    const label = i18n.t("lab.compare.chart.label", { title });
    const axis = i18n.t("lab.compare.chart.depth");
    return html`<figure class="lab-figure">
      <figcaption>${title}</figcaption>
      <div class="chart-place" data-chart=${measure}>
        ${chart({ label, axis, series, format: formats[measure] }, widths.get()[measure] ?? 0)}
      </div>
    </figure>`;
  }

  function update() {
    const { subject, rows = [] } = result() ?? {};
    const report = subject && isStart(subject) ? reportSeries(i18n) : [];
    const leaves = measuredSeries(rows, "leaves", i18n);
    const legend = [...leaves, ...report].map(
      (series) => html`<li>${swatch(series)}${series.name}</li>`,
    );
    const figures = [
      figure("leaves", [...report, ...leaves]),
      figure("time", measuredSeries(rows, "time", i18n)),
      figure("branching", measuredSeries(rows, "branching", i18n)),
    ];
    render(
      html`<ul class="chart-legend">
          ${legend}
        </ul>
        ${figures}`,
      element,
    );
  }

  update();
  widths.subscribe(update);
  const observer = new ResizeObserver((entries) => {
    const changed = entries.map(({ target, contentRect }) => [
      (target as HTMLElement).dataset.chart,
      Math.floor(contentRect.width),
    ]);
    widths.update((old) => ({ ...old, ...Object.fromEntries(changed) }));
  });
  for (const place of element.querySelectorAll(".chart-place")) observer.observe(place);
  return { element, update };
}
