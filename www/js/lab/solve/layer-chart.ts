// The chart of a solved ending: how many positions each layer decides, on a logarithmic scale. To screen readers the
// chart is one image; a table below has the numbers.

import { html, nothing, render, svg } from "lit-html";
import type { EndingLayer } from "../../../pkg-lab/lab.js";
import type { I18n } from "../../core/i18n.ts";
import { createStore } from "../../core/store.ts";
import { el } from "../../ui/dom.ts";
import { ticksOf } from "../compare/charts.ts";
import { formatCount } from "../compare/compare-words.ts";

const HEIGHT = 220;
const EDGE = { top: 10, right: 6, bottom: 34, left: 52 };
/** The smallest width of the chart, in CSS pixels; in less space none is drawn. */
const MIN_WIDTH = 60;
/** The smallest distance of two labels of the horizontal axis, in CSS pixels. */
const LABEL_WIDTH = 26;

export interface LayerView {
  layers: readonly EndingLayer[];
  /** The layer that is shown; later bars are pale. */
  layer: number;
}

/** Returns the number of positions that a layer decides. */
export const decidedBy = ({ strong, weak }: EndingLayer): number => strong + weak;

/** Returns the numbers of the layers that get a label, so that labels have at least their width. */
export function labelledLayers(count: number, width: number): number[] {
  const fits = (step: number) => (width / count) * step >= LABEL_WIDTH;
  const step = [1, 2, 4, 5, 10, 20].find(fits) ?? 50;
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step);
}

export function createLayerChart(i18n: I18n) {
  const element = el("div", "solve-chart");
  const { t } = i18n;
  const width = createStore(0);
  let view: LayerView = { layers: [], layer: 0 };

  function chart() {
    const { layers, layer } = view;
    const across = width.get();
    const most = Math.max(0, ...layers.map(decidedBy));
    if (across < MIN_WIDTH || most === 0) return nothing;
    const ticks = ticksOf(1, most);
    const top = Math.log(ticks.at(-1) ?? 10);
    const [inner, tall] = [across - EDGE.left - EDGE.right, HEIGHT - EDGE.top - EDGE.bottom];
    const bottom = HEIGHT - EDGE.bottom;
    const pitch = inner / layers.length;
    // A single position has a bar too.
    const high = (count: number) => (count === 0 ? 0 : 3 + (Math.log(count) / top) * (tall - 3));
    const bar = (each: EndingLayer, at: number) => {
      const height = high(decidedBy(each));
      const side = each.plies % 2 === 0 ? "weak" : "strong";
      const state = at === layer ? "is-now" : at > layer ? "is-ahead" : "";
      return svg`<rect
        class="solve-bar is-${side} ${state}"
        x=${EDGE.left + at * pitch + pitch * 0.12}
        y=${bottom - height}
        width=${pitch * 0.76}
        height=${height}
      ><title>${each.plies}: ${formatCount(decidedBy(each), i18n)}</title></rect>`;
    };
    return html`<svg
      class="chart"
      role="img"
      width=${across}
      height=${HEIGHT}
      aria-label=${t("lab.solve.chart.label")}
    >
      <g aria-hidden="true">
        ${ticks.map((tick) => {
          const y = bottom - high(tick);
          return svg`<path class="chart-grid" d="M${EDGE.left} ${y}H${across - EDGE.right}"></path>
            <text class="chart-tick is-left" x=${EDGE.left - 6} y=${y + 4}>${i18n.compact(tick)}</text>`;
        })}
        ${labelledLayers(layers.length, inner).map(
          (at) =>
            svg`<text class="chart-tick" x=${EDGE.left + (at + 0.5) * pitch} y=${bottom + 16}>${at}</text>`,
        )}
        <text class="chart-tick" x=${EDGE.left + inner / 2} y=${HEIGHT - 3}>
          ${t("lab.solve.chart.axis")}
        </text>
      </g>
      ${layers.map(bar)}
    </svg>`;
  }

  function table() {
    return html`<details class="solve-numbers">
      <summary>${t("lab.solve.numbers")}</summary>
      <div class="lab-scroll" tabindex="0" role="group" aria-label=${t("lab.solve.numbers")}>
        <table class="lab-table">
          <thead>
            <tr>
              <th scope="col">${t("lab.solve.numbers.layer")}</th>
              <th scope="col">${t("lab.solve.numbers.red")}</th>
              <th scope="col">${t("lab.solve.numbers.black")}</th>
            </tr>
          </thead>
          <tbody>
            ${view.layers.map(
              (each) =>
                html`<tr>
                  <th scope="row">${each.plies}</th>
                  <td>${formatCount(each.strong, i18n)}</td>
                  <td>${formatCount(each.weak, i18n)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>`;
  }

  function draw() {
    const swatch = (side: string) => html`<span class="solve-swatch is-${side}"></span>`;
    render(
      html`<h3 class="solve-title">${t("lab.solve.chart")}</h3>
        <ul class="chart-legend">
          <li>${swatch("strong")}${t("lab.solve.chart.red")}</li>
          <li>${swatch("weak")}${t("lab.solve.chart.black")}</li>
        </ul>
        <div class="solve-chart-place">${chart()}</div>
        ${table()}`,
      element,
    );
  }

  draw();
  width.subscribe(draw);
  const observer = new ResizeObserver(([entry]) =>
    width.set(Math.floor(entry?.contentRect.width ?? 0)),
  );
  const place = element.querySelector(".solve-chart-place");
  if (place) observer.observe(place);
  return {
    element,
    show(next: LayerView) {
      view = next;
      draw();
    },
  };
}
