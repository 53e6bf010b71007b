// A chart of lines over depths, its other axis logarithmic. Lines are told apart by colour, by the shape of their points
// and, where they are not our own, by dashes. It is a picture: the numbers stand in a table beside it.

import { draw } from "../ui/dom.ts";

const HEIGHT = 260;
const EDGE = { top: 10, right: 14, bottom: 34, left: 66 };

/** Paths around 0, 0, in the size of a point. */
const SHAPES = /** @type {const} */ ({
  circle: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
  square: "M-3.6-3.6h7.2v7.2h-7.2z",
  diamond: "M0-5 5 0 0 5-5 0z",
  up: "M0-4.800 4.600 3.600h-9.200z",
  down: "M0 4.800 4.600-3.600h-9.200z",
  cross: "M-3.600-3.600 3.600 3.600M-3.600 3.600 3.600-3.600",
  plus: "M-4.600 0h9.200M0-4.600v9.200",
});

/** @typedef {keyof typeof SHAPES} Shape */
/**
 * @typedef {object} Series
 * @property {string} id         its colour is that of the class `series-ID`
 * @property {string} name
 * @property {Shape} shape
 * @property {boolean} dashed
 * @property {[x: number, y: number][]} points  by x
 */

/** Round numbers on a logarithmic axis from below the least to above the greatest. @param {number} least @param {number} greatest @returns {number[]} */
export function ticksOf(least, greatest) {
  const [from, to] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(greatest))];
  const decades = Array.from({ length: Math.max(to - from, 1) + 1 }, (_, at) => 10 ** (from + at));
  if (decades.length > 3) return decades;
  const fine = decades.flatMap((power) => [power, 2 * power, 5 * power]);
  const first = fine.findLastIndex((tick) => tick <= least);
  const last = fine.findIndex((tick) => tick >= greatest && tick > (fine[first] ?? 0));
  return fine.slice(Math.max(first, 0), last + 1);
}

/** What a series looks like, for a legend. @param {Series} series */
export function swatch({ id, shape, dashed }) {
  const line = draw("path", { class: "chart-line", d: "M2 7h24" });
  if (dashed) line.classList.add("is-dashed");
  const point = draw("path", {
    class: "chart-point",
    d: SHAPES[shape],
    transform: "translate(14 7)",
  });
  const attributes = {
    class: `chart-swatch series-${id}`,
    width: 28,
    height: 14,
    "aria-hidden": "true",
  };
  return draw("svg", attributes, line, point);
}

/**
 * @param {HTMLElement} host  as wide as the chart is to be
 * @param {(value: number) => string} say  numbers of the upright axis
 */
export function createChart(host, say) {
  /** @type {{ label: string, axis: string, series: Series[] }} */
  let now = { label: "", axis: "", series: [] };
  let width = 0;

  function paint() {
    const points = now.series.flatMap(({ points: each }) => each);
    if (width < 60 || points.length === 0) return host.replaceChildren();
    const place = placing(points, width);
    const attributes = {
      class: "chart",
      role: "img",
      width,
      height: HEIGHT,
      "aria-label": now.label,
    };
    const lines = now.series.map((series) => lineOf(series, place, say));
    host.replaceChildren(draw("svg", attributes, axes(place, now.axis, say), ...lines));
  }
  new ResizeObserver(([entry]) => {
    const next = Math.floor(entry?.contentRect.width ?? 0);
    if (next === width) return;
    width = next;
    paint();
  }).observe(host);

  return {
    /** @param {string} label  what it shows @param {string} axis  what the lower axis counts @param {Series[]} series */
    set(label, axis, series) {
      now = { label, axis, series };
      paint();
    },
  };
}

/** @typedef {ReturnType<typeof placing>} Place */

/** @param {[x: number, y: number][]} points @param {number} width */
function placing(points, width) {
  const ys = points.map(([, y]) => y).filter((y) => y > 0);
  const ticks = ticksOf(Math.min(...ys), Math.max(...ys));
  const depth = Math.max(2, ...points.map(([x]) => x));
  const [low, high] = [Math.log(ticks[0] ?? 1), Math.log(ticks.at(-1) ?? 10)];
  const [inner, tall] = [width - EDGE.left - EDGE.right, HEIGHT - EDGE.top - EDGE.bottom];
  return {
    ticks,
    depth,
    width,
    x: (/** @type {number} */ x) => EDGE.left + ((x - 1) / (depth - 1)) * inner,
    y: (/** @type {number} */ y) =>
      EDGE.top + (1 - (Math.log(Math.max(y, ticks[0] ?? 1)) - low) / (high - low)) * tall,
  };
}

/** @param {Place} place @param {string} name @param {(value: number) => string} say */
function axes({ ticks, depth, width, x, y }, name, say) {
  const parts = ticks.flatMap((tick) => [
    draw("path", { class: "chart-grid", d: `M${EDGE.left} ${y(tick)}H${width - EDGE.right}` }),
    draw("text", { class: "chart-tick is-left", x: EDGE.left - 6, y: y(tick) + 4 }, say(tick)),
  ]);
  const bottom = HEIGHT - EDGE.bottom;
  for (let at = 1; at <= depth; at++)
    parts.push(draw("text", { class: "chart-tick", x: x(at), y: bottom + 16 }, String(at)));
  const middle = (EDGE.left + width - EDGE.right) / 2;
  parts.push(draw("text", { class: "chart-tick", x: middle, y: HEIGHT - 3 }, name));
  return draw("g", { "aria-hidden": "true" }, ...parts);
}

/** @param {Series} series @param {Place} place @param {(value: number) => string} say */
function lineOf({ id, name, shape, dashed, points }, { x, y }, say) {
  const way = points.map(([at, value], index) => `${index === 0 ? "M" : "L"}${x(at)} ${y(value)}`);
  const line = draw("path", { class: "chart-line", d: way.join("") });
  if (dashed) line.classList.add("is-dashed");
  const marks = points.map(([at, value]) => {
    const words = draw("title", {}, `${name}, ${at}: ${say(value)}`);
    const where = `translate(${x(at)} ${y(value)})`;
    return draw("path", { class: "chart-point", d: SHAPES[shape], transform: where }, words);
  });
  const group = draw("g", { class: `series-${id}`, "data-series": name }, line, ...marks);
  return group;
}
