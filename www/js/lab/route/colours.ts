// What the pictures of a route are drawn with: signs as outlines, colours from the style sheet.

import { draw } from "../../ui/dom.ts";
import { END, OBSTACLE, START, SUPPLY } from "./route-grid.ts";

/** Signs in a square of 24: first the ground, then what stands on it. @type {Record<number, [ground: string, figure: string]>} */
export const SIGNS = {
  [SUPPLY]: [
    "M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4z",
    "M10.2 6.5h3.6v3.700h3.700v3.600h-3.700v3.700h-3.600v-3.700H6.500v-3.600h3.700z",
  ],
  [START]: [
    "M12 2.500a9.500 9.500 0 1 1 0 19a9.500 9.500 0 1 1 0-19z",
    "M9.300 6.800l8 5.200l-8 5.200z",
  ],
  [END]: [
    "M12 2.500a9.500 9.500 0 1 1 0 19a9.500 9.500 0 1 1 0-19z",
    "M8 5.500h1.800v.6h7.700l-2.200 3.100l2.200 3.100H9.800V18.500H8z",
  ],
};

/** Brickwork, for a cell and for a button. */
export const BRICKS = "M0 8h24M0 16h24M8 0v8M18 8v8M8 16v8";

/**
 * @typedef {object} Palette
 * @property {string} road
 * @property {string} wall
 * @property {string} joint   between bricks, and cells
 * @property {Record<number, string>} grounds  of signs, by kind
 * @property {string} figure  on them
 * @property {string} line    the route
 * @property {string} rim     around what has to stand out
 * @property {number[]} early the first cell expanded: red, green, blue
 * @property {number[]} late  the last
 * @property {string} ink     for numbers
 */

/** The colours as they are now. @param {Element} host inside `.route` @returns {Palette} */
export function paletteOf(host) {
  const style = getComputedStyle(host);
  const of = (/** @type {string} */ name) => style.getPropertyValue(`--route-${name}`).trim();
  return {
    road: of("road"),
    wall: of("wall"),
    joint: of("joint"),
    grounds: { [SUPPLY]: of("supply"), [START]: of("start"), [END]: of("end") },
    figure: of("figure"),
    line: of("line"),
    rim: of("rim"),
    early: channels(of("early")),
    late: channels(of("late")),
    ink: of("ink"),
  };
}

/** `#rrggbb` as three numbers. @param {string} color */
export const channels = (color) =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) || 0);

/** When a cell was expanded, as a colour. @param {Palette} palette @param {number} share from 0, the first, to 1, the last */
export const shade = ({ early, late }, share) =>
  early.map((from, index) => Math.round(from + (late[index] - from) * share));

/** A cell of this kind as a small picture beside its name. @param {number} kind */
export function signPicture(kind) {
  const svg = draw("svg", { class: "route-sign", viewBox: "0 0 24 24", "aria-hidden": "true" });
  const add = (/** @type {string} */ className, /** @type {string} */ d) =>
    svg.append(draw("path", { class: className, d }));
  const sign = SIGNS[kind];
  if (sign) {
    add(`route-ground-${kind}`, sign[0]);
    add("route-figure", sign[1]);
  } else {
    add(kind === OBSTACLE ? "route-wall" : "route-road", "M1 1h22v22H1z");
    if (kind === OBSTACLE) add("route-bricks", BRICKS);
  }
  return svg;
}
