// Path data of the cells' signs, and the colours that the style sheet sets for drawing.

import { svg, html } from "lit-html";
import { itemAt } from "../item-at.ts";
import { END, OBSTACLE, START, SUPPLY } from "./route-grid.ts";

/** Path data of the signs by the kind of the cell, in a box of 24 × 24 units: the ground, then the figure on it. */
export const SIGNS: Partial<Record<number, [ground: string, figure: string]>> = {
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

/** Path data of the brickwork of an obstacle, in a box of 24 × 24 units. */
export const BRICKS = "M0 8h24M0 16h24M8 0v8M18 8v8M8 16v8";

/** Names of the colours by the kind of the cell; the style sheet sets `--route-NAME`. */
const KIND_COLOURS = ["road", "wall", "supply", "start", "end"] as const;
/**
 * Names of the other colours: joints between cells, figures of signs, the route, its rim, the first and the last
 * expanded cell, and numbers.
 */
const OTHER_COLOURS = ["joint", "figure", "line", "rim", "early", "late", "ink"] as const;

export type Palette = Record<(typeof KIND_COLOURS | typeof OTHER_COLOURS)[number], string>;

/** Reads the current colours; `host` is an element inside `.route`. */
export function paletteOf(host: Element): Palette {
  const style = getComputedStyle(host);
  const entry = (name: string) => [name, style.getPropertyValue(`--route-${name}`).trim()];
  return Object.fromEntries([...KIND_COLOURS, ...OTHER_COLOURS].map(entry)) as Palette;
}

export const kindColours = (palette: Palette): string[] =>
  KIND_COLOURS.map((name) => palette[name]);

/** Splits `#rrggbb` into red, green and blue, each from 0 to 255. */
export const channels = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) || 0);

/**
 * Returns the colour of an expanded cell as red, green and blue; `share` is 0 for the first expanded cell and 1 for the
 * last.
 */
export function shade({ early, late }: Palette, share: number): number[] {
  const last = channels(late);
  return channels(early).map((from, at) => Math.round(from + (itemAt(last, at) - from) * share));
}

export function signPicture(kind: number) {
  const [ground, figure] = SIGNS[kind] ?? [];
  const base = kind === OBSTACLE ? "route-wall" : "route-road";
  return html`<svg class="route-sign" viewBox="0 0 24 24" aria-hidden="true">
    ${
      ground
        ? svg`<path class="route-ground-${kind}" d=${ground}></path><path class="route-figure" d=${figure}></path>`
        : svg`<path class=${base} d="M1 1h22v22H1z"></path>`
    }
    ${kind === OBSTACLE ? svg`<path class="route-bricks" d=${BRICKS}></path>` : ""}
  </svg>`;
}
