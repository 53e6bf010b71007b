// The geometry of the evaluation graph: Red's chances from move to move, Red above the middle. Pure.

/**
 * @typedef {object} Frame
 * @property {number} width
 * @property {number} height
 * @property {number} places  positions of the game, the start among them
 */

/** Room for marks at the edges, in pixels. */
export const MARGIN = { x: 8, y: 8 };

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;

/** @param {Frame} frame @param {number} at 0 is the start */
export function xOf({ width, places }, at) {
  const room = width - 2 * MARGIN.x;
  return round(MARGIN.x + (places > 1 ? (room * at) / (places - 1) : room / 2));
}

/** @param {Frame} frame @param {number} chance Red's, 0..1 */
export const yOf = ({ height }, chance) => round(MARGIN.y + (height - 2 * MARGIN.y) * (1 - chance));

/** The place nearest to a point of the graph. @param {Frame} frame @param {number} x */
export function placeAt({ width, places }, x) {
  const room = width - 2 * MARGIN.x;
  const at = Math.round(((x - MARGIN.x) / room) * (places - 1));
  return Math.max(0, Math.min(places - 1, at));
}

/**
 * The parts of the curve: where nothing is known yet there is a gap.
 * @param {(number|null)[]} chances @returns {{ from: number, to: number }[]}
 */
export function runs(chances) {
  /** @type {{ from: number, to: number }[]} */
  const found = [];
  for (const [at, chance] of chances.entries()) {
    if (chance === null) continue;
    const last = found.at(-1);
    if (last && last.to === at - 1) last.to = at;
    else found.push({ from: at, to: at });
  }
  return found;
}

/** @param {Frame} frame @param {(number|null)[]} chances */
const pointsOf =
  (frame, chances) =>
  (/** @type {{ from: number, to: number }} */ { from, to }) =>
    Array.from({ length: to - from + 1 }, (_, i) => {
      const at = from + i;
      return `${xOf(frame, at)} ${yOf(frame, chances[at] ?? 0.5)}`;
    });

/** The curve as the data of a path. @param {Frame} frame @param {(number|null)[]} chances */
export const curve = (frame, chances) =>
  runs(chances)
    .map((run) => `M${pointsOf(frame, chances)(run).join("L")}`)
    .join("");

/** What lies between the curve and the middle. @param {Frame} frame @param {(number|null)[]} chances */
export function area(frame, chances) {
  const middle = yOf(frame, 0.5);
  return runs(chances)
    .map((run) => {
      const [left, right] = [xOf(frame, run.from), xOf(frame, run.to)];
      return `M${left} ${middle}L${pointsOf(frame, chances)(run).join("L")}L${right} ${middle}Z`;
    })
    .join("");
}

/** How large a mark is, from its middle, in pixels. */
const MARK = { inaccuracy: 3.5, mistake: 5, blunder: 5.5 };

/**
 * The shape of a mark, so that it is told apart without colour: a circle, a triangle, a diamond.
 * @param {import("../../explain/verdicts.ts").MoveLabel} label @param {number} x @param {number} y
 */
export function mark(label, x, y) {
  const r = MARK[label];
  if (label === "blunder") return `M${x} ${y - r}l${r} ${r}l${-r} ${r}l${-r} ${-r}Z`;
  if (label === "mistake") return `M${x} ${y - r}l${r} ${2 * r - 1}l${-2 * r} 0Z`;
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}
