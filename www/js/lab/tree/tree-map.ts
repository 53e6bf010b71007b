// The picture of a search above its slider: steps from left to right, plies from top to bottom. Each visit of a
// position is a bar that spans its steps.

import { html } from "lit-html";
import { itemAt } from "../item-at.ts";
import type { LeaveReason, Tree } from "./search-tree.ts";

/** The width of the picture, in SVG user units. The picture is stretched to the width of the slider's track. */
const WIDTH = 1000;
/** The height of a ply, in SVG user units. */
const ROW = 10;
/** The kinds of bars in the order of drawing; later ones cover earlier ones. */
const BARS = ["inner", "leaf", "known", "again", "cut"] as const;
type Bar = (typeof BARS)[number];

/**
 * Returns the path data of all bars by kind. Leaves out a bar that ends less than half a unit after the previous bar of
 * the same kind and ply.
 */
export function outlines({ nodes, events }: Tree, steps: number[]): Record<Bar, string> {
  const scale = WIDTH / Math.max(1, steps.length);
  const stepAt = stepsByMoment(events.length, steps);
  const paths = { inner: "", leaf: "", known: "", again: "", cut: "" };
  /** The right end of the last bar, by kind and ply. */
  const ends = new Map<string, number>();
  for (const { ply, entered, left, kind, before } of nodes) {
    const bar = barOf(kind, before);
    const x = itemAt(stepAt, entered) * scale;
    const end = (itemAt(stepAt, Math.min(left, events.length)) + 1) * scale;
    const key = `${bar}${ply}`;
    if (end - (ends.get(key) ?? -1) < 0.5) continue;
    const gap = end - x > 4 ? 0.6 : 0;
    const right = round(Math.max(x + 0.5, end - gap));
    paths[bar] += `M${round(x)} ${ply * ROW}H${right}v${ROW - 1}H${round(x)}z`;
    ends.set(key, end);
  }
  return paths;
}

const round = (x: number) => Math.round(x * 100) / 100;

/** Returns, for each moment from 0 to `count`, the index of the step that shows it. */
function stepsByMoment(count: number, steps: number[]) {
  const byMoment = new Uint32Array(count + 1);
  let step = 0;
  for (let moment = 1; moment <= count; moment++) {
    if (itemAt(steps, step) < moment && step < steps.length - 1) step += 1;
    byMoment[moment] = step;
  }
  return byMoment;
}

function barOf(kind: LeaveReason | null, before: number): Bar {
  if (kind === "cut" || kind === "known") return kind;
  if (before >= 0) return "again";
  return kind === "leaf" || kind === "over" ? "leaf" : "inner";
}

/** Returns a function that draws the picture with a given step marked. */
export function createMap(tree: Tree, steps: number[]) {
  const height = (Math.max(...tree.nodes.map(({ ply }) => ply)) + 1) * ROW;
  const paths = outlines(tree, steps);
  const width = Math.max(WIDTH / steps.length, 3);
  return (step: number) => {
    const x = round(Math.min((step * WIDTH) / steps.length, WIDTH - width));
    return html`<svg aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 ${WIDTH} ${height}">
      <path class="lab-map-inner" d=${paths.inner}></path>
      <path class="lab-map-leaf" d=${paths.leaf}></path>
      <path class="lab-map-known" d=${paths.known}></path>
      <path class="lab-map-again" d=${paths.again}></path>
      <path class="lab-map-cut" d=${paths.cut}></path>
      <rect class="lab-map-here" x=${x} width=${width} height=${height}></rect>
    </svg>`;
  };
}
