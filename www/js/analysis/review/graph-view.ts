// The evaluation graph on the page: a curve of our own in SVG, to be clicked, and stepped through like a slider.

import { draw } from "../../ui/dom.ts";
import { area, curve, mark, placeAt, xOf, yOf } from "./graph.ts";

/** @typedef {import("../../explain/verdicts.ts").MoveLabel} MoveLabel */

/**
 * @typedef {object} GraphState
 * @property {(number|null)[]} chances   Red's, by place
 * @property {(MoveLabel|null)[]} labels     of the move that led to each place
 * @property {number|null} at            the place on the board; null where that is not in the line
 * @property {string} name
 * @property {(at: number) => string} say  a place in words
 */

const HEIGHT = 120;

/** @param {HTMLElement} host @param {(at: number) => void} go */
export function createGraph(host, go) {
  const svg = draw("svg", { class: "graph-picture", "aria-hidden": "true", height: HEIGHT });
  host.append(svg);
  host.tabIndex = 0;
  host.setAttribute("role", "slider");
  /** @type {GraphState|null} */
  let state = null;
  let width = 320;

  const frame = () => ({ width, height: HEIGHT, places: state?.chances.length ?? 1 });

  function paint() {
    if (!state) return;
    const box = frame();
    svg.setAttribute("width", String(width));
    svg.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    svg.replaceChildren(...picture(box, state));
    host.setAttribute("aria-label", state.name);
    host.setAttribute("aria-valuemin", "0");
    host.setAttribute("aria-valuemax", String(box.places - 1));
    host.setAttribute("aria-valuenow", String(state.at ?? 0));
    host.setAttribute("aria-valuetext", state.say(state.at ?? 0));
  }

  /** @param {number} at */
  const goTo = (at) => go(Math.max(0, Math.min(frame().places - 1, at)));

  /** The next mistake that way. @param {1|-1} way */
  function toMistake(way) {
    if (!state) return;
    const { labels, at } = state;
    const places = [...labels.keys()].filter((place) => labels[place] !== null);
    const now = at ?? 0;
    const next = way > 0 ? places.find((p) => p > now) : places.findLast((p) => p < now);
    if (next !== undefined) go(next);
  }

  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => goTo((state?.at ?? 0) - 1),
    ArrowDown: () => goTo((state?.at ?? 0) - 1),
    ArrowRight: () => goTo((state?.at ?? 0) + 1),
    ArrowUp: () => goTo((state?.at ?? 0) + 1),
    Home: () => goTo(0),
    End: () => goTo(frame().places - 1),
    PageDown: () => toMistake(1),
    PageUp: () => toMistake(-1),
  };
  host.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  });
  const under = (/** @type {PointerEvent} */ { clientX }) =>
    placeAt(frame(), clientX - host.getBoundingClientRect().left);
  host.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    host.setPointerCapture(event.pointerId);
    goTo(under(event));
  });
  host.addEventListener("pointermove", (event) => {
    if (host.hasPointerCapture(event.pointerId) && under(event) !== state?.at) goTo(under(event));
  });
  new ResizeObserver(() => {
    width = Math.max(160, Math.round(host.clientWidth));
    paint();
  }).observe(host);

  return {
    /** @param {GraphState} next */
    update(next) {
      state = next;
      paint();
    },
  };
}

/** @param {import("./graph.ts").Frame} box @param {GraphState} state @returns {SVGElement[]} */
function picture(box, { chances, labels, at }) {
  const middle = yOf(box, 0.5);
  const filled = area(box, chances);
  const half = (/** @type {number} */ y, /** @type {string} */ name) =>
    draw(
      "svg",
      {
        x: 0,
        y,
        width: box.width,
        height: middle,
        viewBox: `0 ${y} ${box.width} ${middle}`,
      },
      draw("path", { class: name, d: filled }),
    );
  const marks = labels.flatMap((label, place) => {
    const chance = chances[place];
    if (!label || chance === null || chance === undefined) return [];
    const d = mark(label, xOf(box, place), yOf(box, chance));
    return [draw("path", { class: `graph-mark is-${label}`, d, "data-place": place })];
  });
  return [
    half(0, "graph-red"),
    half(middle, "graph-black"),
    draw("path", { class: "graph-middle", d: `M0 ${middle}H${box.width}` }),
    draw("path", { class: "graph-curve", d: curve(box, chances) }),
    ...(at === null ? [] : here(box, chances, at)),
    ...marks,
  ];
}

/** The place on the board. @param {import("./graph.ts").Frame} box @param {(number|null)[]} chances @param {number} at */
function here(box, chances, at) {
  const x = xOf(box, at);
  const chance = chances[at] ?? null;
  const line = draw("path", { class: "graph-here", d: `M${x} 0V${box.height}` });
  if (chance === null) return [line];
  return [line, draw("circle", { class: "graph-dot", cx: x, cy: yOf(box, chance), r: 4 })];
}
