// Draws a different shape for each kind of ply, so the kinds can be told apart without colour.

import { draw } from "../ui/dom.ts";
import type { JudgedPly } from "./read-repetition.ts";

/** SVG paths in a square of 16 by 16 units. */
const PATHS: Record<JudgedPly["chinese"], string> = {
  check: "M8 1 15 8 8 15 1 8z",
  kill: "M8 .8 10 5.600 15.200 6 11.200 9.400 12.500 14.500 8 11.700 3.500 14.500 4.800 9.400 .800 6 6 5.600z",
  chase: "M3 1.800 14.500 8 3 14.200z",
  idle: "M2 6.500h12v3H2z",
};

/** Arrowheads of the buttons that step through a repetition. */
const ARROWHEADS = { back: "M10.500 2.500 5 8l5.500 5.500", on: "M5.500 2.500 11 8l-5.500 5.500" };

export const shape = (kind: keyof typeof PATHS): SVGSVGElement =>
  picture(`referee-shape is-${kind}`, PATHS[kind]);

export const arrowhead = (direction: keyof typeof ARROWHEADS): SVGSVGElement =>
  picture("icon", ARROWHEADS[direction]);

const picture = (className: string, d: string) =>
  draw(
    "svg",
    { viewBox: "0 0 16 16", class: className, "aria-hidden": "true" },
    draw("path", { d }),
  );
