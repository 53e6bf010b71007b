// All of a search as a picture over its slider: from left to right the steps, from top to bottom the plies; each visit of a
// position is a bar as wide as it took.

import { draw } from "../../ui/dom.ts";

/** @typedef {import("./search-tree.ts").Tree} Tree */
/** @typedef {"inner"|"leaf"|"known"|"cut"|"again"} Look */

/** The picture's own units: its width is that of the slider's way. */
const WIDTH = 1000;
const ROW = 10;
const LOOKS = /** @type {Look[]} */ (["inner", "leaf", "known", "again", "cut"]);

/**
 * The outlines of all bars of a kind, narrow ones run together. Pure.
 * @param {Tree} tree @param {number[]} steps @returns {Record<Look, string>}
 */
export function outlines({ nodes, events }, steps) {
  const scale = WIDTH / Math.max(1, steps.length);
  const at = placesOf(events.length, steps);
  const paths = { inner: "", leaf: "", known: "", again: "", cut: "" };
  /** How far each row of each kind is drawn. @type {Record<string, number>} */
  const drawn = {};
  for (const { ply, entered, left, kind, before } of nodes) {
    const look = lookOf(kind, before);
    const x = at[entered] * scale;
    const end = (at[Math.min(left, events.length)] + 1) * scale;
    const key = `${look}${ply}`;
    if (end - (drawn[key] ?? -1) < 0.5) continue;
    const gap = end - x > 4 ? 0.6 : 0;
    paths[look] +=
      `M${round(x)} ${ply * ROW}H${round(Math.max(x + 0.5, end - gap))}v${ROW - 1}H${round(x)}z`;
    drawn[key] = end;
  }
  return paths;
}

const round = (/** @type {number} */ x) => Math.round(x * 100) / 100;

/** The step that shows each moment. @param {number} count @param {number[]} steps */
function placesOf(count, steps) {
  const places = new Uint32Array(count + 1);
  let step = 0;
  for (let moment = 1; moment <= count; moment++) {
    if (steps[step] < moment && step < steps.length - 1) step += 1;
    places[moment] = step;
  }
  return places;
}

/** @param {import("./search-tree.ts").Kind|null} kind @param {number} before @returns {Look} */
function lookOf(kind, before) {
  if (kind === "cut" || kind === "known") return kind;
  if (before >= 0) return "again";
  return kind === "leaf" || kind === "over" ? "leaf" : "inner";
}

/** @param {HTMLElement} host */
export function createMap(host) {
  const svg = draw("svg", { "aria-hidden": "true", preserveAspectRatio: "none" });
  const here = draw("rect", { class: "lab-map-here" });
  host.append(svg);
  let count = 1;
  return {
    /** Another search. @param {Tree} tree @param {number[]} steps */
    show(tree, steps) {
      count = steps.length;
      const plies = Math.max(...tree.nodes.map(({ ply }) => ply)) + 1;
      svg.setAttribute("viewBox", `0 0 ${WIDTH} ${plies * ROW}`);
      const paths = outlines(tree, steps);
      const drawn = LOOKS.map((look) => draw("path", { class: `lab-map-${look}`, d: paths[look] }));
      here.setAttribute("height", String(plies * ROW));
      svg.replaceChildren(...drawn, here);
    },
    /** @param {number} step */
    at(step) {
      const width = Math.max(WIDTH / count, 3);
      here.setAttribute("width", String(width));
      here.setAttribute("x", String(round(Math.min((step * WIDTH) / count, WIDTH - width))));
    },
  };
}
