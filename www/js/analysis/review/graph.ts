// The geometry of the evaluation graph, which shows Red's chances by place. A place is the number of moves played.
// Red's advantage is above the middle.

import type { MoveLabel } from "../../explain/judge.ts";

export interface Frame {
  width: number;
  height: number;
  /** The number of positions of the game, the start included. */
  places: number;
}

export type Chances = readonly (number | null)[];

/** The margins at the edges, with room for marks, in pixels. */
export const MARGIN = { x: 8, y: 8 };

const round = (value: number) => Math.round(value * 10) / 10;

/** Returns the x coordinate of a place; place 0 is the start. */
export function xOf({ width, places }: Frame, at: number): number {
  const room = width - 2 * MARGIN.x;
  return round(MARGIN.x + (places > 1 ? (room * at) / (places - 1) : room / 2));
}

/** Returns the y coordinate for `chance`, Red's chance from 0 to 1. */
export const yOf = ({ height }: Frame, chance: number): number =>
  round(MARGIN.y + (height - 2 * MARGIN.y) * (1 - chance));

/** Returns the place nearest to an x coordinate. */
export function placeAt({ width, places }: Frame, x: number): number {
  const room = width - 2 * MARGIN.x;
  const at = Math.round(((x - MARGIN.x) / room) * (places - 1));
  return Math.max(0, Math.min(places - 1, at));
}

interface Run {
  from: number;
  to: number;
}

/** Returns the connected parts of the curve, which is interrupted at places with unknown chances. */
export function runs(chances: Chances): Run[] {
  const parts: Run[] = [];
  for (const [at, chance] of chances.entries()) {
    if (chance === null) continue;
    const last = parts.at(-1);
    if (last?.to === at - 1) last.to = at;
    else parts.push({ from: at, to: at });
  }
  return parts;
}

/** Returns the points of a part of the curve as the data of a path. */
const points = (frame: Frame, chances: Chances, { from, to }: Run) =>
  Array.from({ length: to - from + 1 }, (_, index) => {
    const at = from + index;
    return `${xOf(frame, at)} ${yOf(frame, chances[at] ?? 0.5)}`;
  }).join("L");

/** Returns the curve as the data of a path. */
export const curve = (frame: Frame, chances: Chances): string =>
  runs(chances)
    .map((run) => `M${points(frame, chances, run)}`)
    .join("");

/** Returns the area between the curve and the middle as the data of a path. */
export function area(frame: Frame, chances: Chances): string {
  const middle = yOf(frame, 0.5);
  return runs(chances)
    .map((run) => {
      const [left, right] = [xOf(frame, run.from), xOf(frame, run.to)];
      return `M${left} ${middle}L${points(frame, chances, run)}L${right} ${middle}Z`;
    })
    .join("");
}

/** Half the width of each label's mark, in pixels. */
const MARK = { inaccuracy: 3.5, mistake: 5, blunder: 5.5 };

/**
 * Returns a mark as the data of a path: a circle, a triangle or a diamond. The shapes distinguish the labels without
 * colour.
 */
export function mark(label: MoveLabel, x: number, y: number): string {
  const r = MARK[label];
  if (label === "blunder") return `M${x} ${y - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}Z`;
  if (label === "mistake") return `M${x} ${y - r}l${r} ${2 * r - 1}l${-2 * r} 0Z`;
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}
