// Draws the charts of a comparison as lines over the depth, with a logarithmic vertical axis. All charts share one
// legend. The lines differ in colour, in the shape of their points and in dashes. To screen readers each chart is one
// image; the result table contains the numbers.

import { html, nothing, render, svg } from "lit-html";
import type { I18n } from "../../core/i18n.ts";
import { createStore } from "../../core/store.ts";
import { el } from "../../ui/dom.ts";
import { isStart } from "../lab-position.ts";
import { type Method, METHODS } from "../methods.ts";
import type { Result } from "./compare-storage.ts";
import { formatTime, methodName } from "./compare-words.ts";
import { type Row, branchingOf, reportRows } from "./comparison.ts";

const HEIGHT = 260;
const EDGE = { top: 10, right: 14, bottom: 34, left: 66 };
/** The smallest width of a chart, in CSS pixels; in less space no chart is drawn. */
const MIN_WIDTH = 60;

/** Path data of the methods' points, centred on 0, 0. */
const SHAPES: Record<Method, string> = {
  minimax: "M-3.6-3.6h7.2v7.2h-7.2z",
  alphabeta: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
  ordered: "M0-4.800 4.600 3.600h-9.200z",
  pvs: "M0-5 5 0 0 5-5 0z",
  "pvs-reversed": "M-3.600-3.600 3.600 3.600M-3.600 3.600 3.600-3.600",
  "pvs-table": "M0 4.800 4.600-3.600h-9.200z",
  chuhe: "M-4.600 0h9.200M0-4.600v9.200",
};

type Point = [x: number, y: number];

interface Series {
  /** The method; the class `series-METHOD` sets its colour. */
  method: Method;
  name: string;
  dashed: boolean;
  /** The points in the order of depth; their `x` is the depth. */
  points: Point[];
}

interface Chart {
  label: string;
  /** The label of the horizontal axis. */
  axis: string;
  series: Series[];
  /** Formats the numbers of the vertical axis. */
  format: (value: number) => string;
}

/**
 * Returns the round numbers at the ticks of a logarithmic axis; the first is at most `least`, the last at least
 * `greatest`.
 */
export function ticksOf(least: number, greatest: number): number[] {
  const [from, to] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(greatest))];
  const decades = Array.from({ length: Math.max(to - from, 1) + 1 }, (_, at) => 10 ** (from + at));
  if (decades.length > 3) return decades;
  const fine = decades.flatMap((power) => [power, 2 * power, 5 * power]);
  const first = fine.findLastIndex((tick) => tick <= least);
  const last = fine.findIndex((tick) => tick >= greatest && tick > (fine[first] ?? 0));
  return fine.slice(Math.max(first, 0), last + 1);
}

const lineClass = (dashed: boolean) => `chart-line${dashed ? " is-dashed" : ""}`;

/** Returns the sample of a series in the legend: a short line and a point. */
const swatch = ({ method, dashed }: Series) =>
  html`<svg class="chart-swatch series-${method}" width="28" height="14" aria-hidden="true">
    <path class=${lineClass(dashed)} d="M2 7h24"></path>
    <path class="chart-point" d=${SHAPES[method]} transform="translate(14 7)"></path>
  </svg>`;

/** Returns a chart; `width` is in CSS pixels. */
function chart({ label, axis, series, format }: Chart, width: number) {
  const points = series.flatMap((each) => each.points);
  if (width < MIN_WIDTH || points.length === 0) return nothing;
  const scale = scaleOf(points, width);
  return html`<svg class="chart" role="img" width=${width} height=${HEIGHT} aria-label=${label}>
    ${axes(scale, axis, format)} ${series.map((each) => line(each, scale, format))}
  </svg>`;
}

type Scale = ReturnType<typeof scaleOf>;

function scaleOf(points: Point[], width: number) {
  const ys = points.map(([, y]) => y).filter((y) => y > 0);
  const ticks = ticksOf(Math.min(...ys), Math.max(...ys));
  const depth = Math.max(2, ...points.map(([x]) => x));
  const lowest = ticks[0] ?? 1;
  const [low, high] = [Math.log(lowest), Math.log(ticks.at(-1) ?? 10)];
  const [inner, tall] = [width - EDGE.left - EDGE.right, HEIGHT - EDGE.top - EDGE.bottom];
  return {
    ticks,
    depth,
    width,
    x: (x: number) => EDGE.left + ((x - 1) / (depth - 1)) * inner,
    y: (y: number) => EDGE.top + (1 - (Math.log(Math.max(y, lowest)) - low) / (high - low)) * tall,
  };
}

function axes({ ticks, depth, width, x, y }: Scale, name: string, format: Chart["format"]) {
  const [left, right, bottom] = [EDGE.left, width - EDGE.right, HEIGHT - EDGE.bottom];
  return svg`<g aria-hidden="true">
    ${ticks.map(
      (tick) => svg`<path class="chart-grid" d="M${left} ${y(tick)}H${right}"></path>
        <text class="chart-tick is-left" x=${left - 6} y=${y(tick) + 4}>${format(tick)}</text>`,
    )}
    ${Array.from(
      { length: depth },
      (_, at) => svg`<text class="chart-tick" x=${x(at + 1)} y=${bottom + 16}>${at + 1}</text>`,
    )}
    <text class="chart-tick" x=${(left + right) / 2} y=${HEIGHT - 3}>${name}</text>
  </g>`;
}

function line({ method, name, dashed, points }: Series, { x, y }: Scale, format: Chart["format"]) {
  const way = points.map(([at, value]) => `${x(at)} ${y(value)}`).join("L");
  return svg`<g class="series-${method}" data-series=${name}>
    <path class=${lineClass(dashed)} d="M${way}"></path>
    ${points.map(
      ([at, value]) => svg`<path
        class="chart-point"
        d=${SHAPES[method]}
        transform="translate(${x(at)} ${y(value)})"
      ><title>${name}, ${at}: ${format(value)}</title></path>`,
    )}
  </g>`;
}

const MEASURES = {
  leaves: (row: Row) => row.leaves,
  time: (row: Row) => row.millis,
  branching: branchingOf,
};
type Measure = keyof typeof MEASURES;

function measuredSeries(rows: Row[], measure: Measure, i18n: I18n): Series[] {
  return METHODS.flatMap(({ code: method }) => {
    const points = rows
      .filter((row) => row.method === method)
      .map((row): [number, number] => [row.depth, MEASURES[measure](row)])
      .filter(([, value]) => value > 0);
    if (points.length === 0) return [];
    return [{ method, name: methodName(method, i18n), dashed: false, points }];
  });
}

const reportSeries = (i18n: I18n): Series[] =>
  reportRows().map(([method, leaves]) => ({
    method,
    name: i18n.t("lab.compare.report", { method: methodName(method, i18n) }),
    dashed: true,
    points: Object.entries(leaves).map(([depth, value]) => [Number(depth), value]),
  }));

/** Creates the charts; `result` returns the result to show. */
export function createCharts(i18n: I18n, result: () => Result | null) {
  const element = el("div", "lab-figures");
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
