/**
 * Outlines made small: a contour of many short quadratic arcs becomes a few cubic ones.
 *
 * The contour is sampled, cut at its corners, and each smooth stretch is fitted with cubic Béziers
 * (Schneider's method, from the package fit-curve) that stay within `TOLERANCE` font units.
 */

/** Largest distance of the fitted curve from the outline, in thousandths of the em. */
const TOLERANCE = 2.2;
/** A turn sharper than this between two neighbouring samples is a corner, in radians. */
const CORNER = 0.5;
/** Distance between samples on curves, in font units. */
const STEP = 4;

/** @typedef {[number, number]} Point */
/** @typedef {{type: string, x: number, y: number, x1?: number, y1?: number}} Command */
/** @typedef {{start: Point, curves: [Point, Point, Point][]}} Fitted */
/** @typedef {(points: Point[], error: number) => [Point, Point, Point, Point][]} Fit */

/** Samples a closed contour of M, L and Q commands. @param {Command[]} contour @returns {Point[]} */
function sample(contour) {
  let from = /** @type {Point} */ [contour[0].x, contour[0].y];
  const points = [from];
  for (const command of contour.slice(1)) {
    const span = Math.hypot(command.x - from[0], command.y - from[1]);
    const count = Math.max(1, Math.round(span / STEP));
    for (let i = 1; i <= count; i += 1) points.push(along(from, command, i / count));
    from = [command.x, command.y];
  }
  return withoutRepeats(points);
}

/** @param {Point} from @param {Command} command @param {number} t @returns {Point} */
function along(from, { x, y, x1, y1 }, t) {
  const u = 1 - t;
  if (x1 === undefined || y1 === undefined) return [u * from[0] + t * x, u * from[1] + t * y];
  const blend = (/** @type {number[]} */ [a, b, c]) => u * u * a + 2 * u * t * b + t * t * c;
  return [blend([from[0], x1, x]), blend([from[1], y1, y])];
}

/** @param {Point[]} points */
function withoutRepeats(points) {
  const far = (/** @type {Point} */ a, /** @type {Point} */ b) =>
    Math.hypot(a[0] - b[0], a[1] - b[1]) > 0.5;
  const kept = points.filter((p, i) => i === 0 || far(p, points[i - 1]));
  while (kept.length > 1 && !far(kept[0], kept[kept.length - 1])) kept.pop();
  return kept;
}

/**
 * The turn at sample `i`, looking `reach` font units both ways along the outline.
 *
 * @param {Point[]} points @param {number} i @param {number} reach
 */
function turnAt(points, i, reach) {
  const n = points.length;
  const look = (/** @type {number} */ step) => {
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

/** Indexes of the corners: local maxima of the turn above CORNER. @param {Point[]} points */
function corners(points) {
  const turns = points.map((_, i) => turnAt(points, i, 9));
  const n = points.length;
  return turns.flatMap((turn, i) => {
    const around = [-2, -1, 1, 2].map((d) => turns[(i + d + n) % n]);
    return turn > CORNER && around.every((other, k) => (k < 2 ? turn > other : turn >= other))
      ? [i]
      : [];
  });
}

/** Fits one closed contour. @param {Command[]} contour @param {Fit} fitCurve @returns {Fitted} */
export function fitContour(contour, fitCurve) {
  const points = sample(contour);
  const cuts = corners(points);
  if (cuts.length === 0) cuts.push(0);
  /** @type {Fitted["curves"]} */
  const curves = [];
  cuts.forEach((from, k) => {
    const to = cuts[(k + 1) % cuts.length];
    const stretch =
      to > from ? points.slice(from, to + 1) : [...points.slice(from), ...points.slice(0, to + 1)];
    for (const [, b, c, d] of fitCurve(stretch, TOLERANCE ** 2)) curves.push([b, c, d]);
  });
  return { start: points[cuts[0]], curves };
}

/** Whole numbers joined as tightly as SVG allows. @param {number[]} numbers */
function joined(numbers) {
  return numbers.map((n, i) => (i > 0 && n >= 0 ? ` ${n}` : `${n}`)).join("");
}

/**
 * Path data in whole units, relative commands; nearly straight stretches become lines.
 *
 * @param {Fitted[]} contours
 */
export function toPathData(contours) {
  let path = "";
  let at = /** @type {Point} */ [0, 0];
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

/** @param {[Point, Point, Point]} curve @param {Point} at */
function segment(curve, at) {
  const [b, c, end] = curve.map((point) => relative(point, at));
  if (straight(b, c, end)) return { command: "l", text: joined(end) };
  return { command: "c", text: joined([...b, ...c, ...end]) };
}

/** @param {Point} point @returns {Point} */
function whole([x, y]) {
  return [Math.round(x), Math.round(y)];
}

/** @param {Point} point @param {Point} at @returns {Point} */
function relative(point, at) {
  const [x, y] = whole(point);
  return [x - at[0], y - at[1]];
}

/** Do both control points lie within a unit of the chord? @param {Point} b @param {Point} c @param {Point} end */
function straight(b, c, end) {
  const length = Math.hypot(...end);
  if (length < 3) return true;
  return [b, c].every((p) => Math.abs(p[0] * end[1] - p[1] * end[0]) / length < 1);
}
