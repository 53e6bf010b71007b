/**
 * Makes outlines small: replaces the many short quadratic arcs of a contour by a few cubic ones.
 *
 * It samples the contour, cuts it at its corners, and fits each smooth stretch with cubic Béziers (Schneider's method, from
 * the package fit-curve) that stay within `TOLERANCE` font units.
 */

/** The largest distance of the fitted curve from the outline, in thousandths of the em. */
const TOLERANCE = 2.2;
/** The smallest turn that counts as a corner, in radians. */
const CORNER = 0.5;
/** Distance between samples on curves, in font units. */
const STEP = 4;

type Point = [number, number];
type Curve = [Point, Point, Point];
interface Fitted {
  start: Point;
  curves: Curve[];
}
/** The function that the package fit-curve exports. */
export type Fit = (points: Point[], error: number) => [Point, ...Curve][];

export interface Command {
  type: string;
  x: number;
  y: number;
  x1?: number;
  y1?: number;
}

/** Returns points along a closed contour of M, L and Q commands, `STEP` units apart. */
function sample(contour: Command[]) {
  let from: Point = [contour[0].x, contour[0].y];
  const points = [from];
  for (const command of contour.slice(1)) {
    const span = Math.hypot(command.x - from[0], command.y - from[1]);
    const count = Math.max(1, Math.round(span / STEP));
    for (let i = 1; i <= count; i += 1) points.push(along(from, command, i / count));
    from = [command.x, command.y];
  }
  return withoutRepeats(points);
}

function along(from: Point, { x, y, x1, y1 }: Command, t: number): Point {
  const u = 1 - t;
  if (x1 === undefined || y1 === undefined) return [u * from[0] + t * x, u * from[1] + t * y];
  const blend = ([a, b, c]: number[]) => u * u * a + 2 * u * t * b + t * t * c;
  return [blend([from[0], x1, x]), blend([from[1], y1, y])];
}

function withoutRepeats(points: Point[]) {
  const isFar = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]) > 0.5;
  const distinct = points.filter((p, i) => i === 0 || isFar(p, points[i - 1]));
  while (distinct.length > 1 && !isFar(distinct[0], distinct.at(-1)!)) distinct.pop();
  return distinct;
}

/** Returns the turn of the outline at sample `i`, in radians, measured `reach` font units before and after it. */
function turnAt(points: Point[], i: number, reach: number) {
  const n = points.length;
  const look = (step: number) => {
    let distance = 0;
    let j = i;
    while (distance < reach) {
      const next = (j + step + n) % n;
      distance += Math.hypot(points[next][0] - points[j][0], points[next][1] - points[j][1]);
      j = next;
    }
    return points[j];
  };
  const [ax, ay] = look(-1);
  const [bx, by] = look(1);
  const [x, y] = points[i];
  const turn = Math.atan2(by - y, bx - x) - Math.atan2(y - ay, x - ax);
  return Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn)));
}

/** Returns the indexes of the corners: local maxima of the turn above CORNER. */
function corners(points: Point[]) {
  const turns = points.map((_, i) => turnAt(points, i, 9));
  const n = points.length;
  return turns.flatMap((turn, i) => {
    const around = [-2, -1, 1, 2].map((d) => turns[(i + d + n) % n]);
    return turn > CORNER && around.every((other, k) => (k < 2 ? turn > other : turn >= other))
      ? [i]
      : [];
  });
}

/** Fits cubic curves to one closed contour. */
export function fitContour(contour: Command[], fitCurve: Fit): Fitted {
  const points = sample(contour);
  const cuts = corners(points);
  if (cuts.length === 0) cuts.push(0);
  const curves: Curve[] = [];
  cuts.forEach((from, k) => {
    const to = cuts[(k + 1) % cuts.length];
    const stretch =
      to > from ? points.slice(from, to + 1) : [...points.slice(from), ...points.slice(0, to + 1)];
    for (const [, b, c, d] of fitCurve(stretch, TOLERANCE ** 2)) curves.push([b, c, d]);
  });
  return { start: points[cuts[0]], curves };
}

/** Joins integers with as few characters as SVG allows. */
const joined = (numbers: number[]) =>
  numbers.map((n, i) => (i > 0 && n >= 0 ? ` ${n}` : `${n}`)).join("");

/** Returns path data of relative commands with integers; nearly straight curves become lines. */
export function toPathData(contours: Fitted[]) {
  let path = "";
  let at: Point = [0, 0];
  for (const { start, curves } of contours) {
    path += `m${joined(relative(start, at))}`;
    at = whole(start);
    let last = "m";
    for (const curve of curves) {
      const { command, text } = segment(curve, at);
      const gap = text.startsWith("-") ? "" : " ";
      path += command === last ? gap + text : command + text;
      last = command;
      at = whole(curve[2]);
    }
    path += "z";
    at = whole(start);
  }
  return path;
}

function segment(curve: Curve, at: Point) {
  const [b, c, end] = curve.map((point) => relative(point, at));
  if (isStraight(b, c, end)) return { command: "l", text: joined(end) };
  return { command: "c", text: joined([...b, ...c, ...end]) };
}

const whole = ([x, y]: Point): Point => [Math.round(x), Math.round(y)];

function relative(point: Point, at: Point): Point {
  const [x, y] = whole(point);
  return [x - at[0], y - at[1]];
}

/** Returns true if both control points lie within a unit of the chord. */
function isStraight(b: Point, c: Point, end: Point) {
  const length = Math.hypot(...end);
  if (length < 3) return true;
  return [b, c].every((p) => Math.abs(p[0] * end[1] - p[1] * end[0]) / length < 1);
}
