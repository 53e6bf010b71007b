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

/** Samples a closed contour of M, L and Q commands. @returns {Point[]} */
function sample(contour) {
  const points = [[contour[0].x, contour[0].y]];
  for (const command of contour.slice(1)) {
    const from = points.at(-1);
    const span = Math.hypot(command.x - from[0], command.y - from[1]);
    const count = Math.max(1, Math.round(span / STEP));
    for (let i = 1; i <= count; i += 1) points.push(along(from, command, i / count));
  }
  return withoutRepeats(points);
}

function along(from, command, t) {
  const u = 1 - t;
  if (command.type !== "Q") return [u * from[0] + t * command.x, u * from[1] + t * command.y];
  const blend = (a, b, c) => u * u * a + 2 * u * t * b + t * t * c;
  return [blend(from[0], command.x1, command.x), blend(from[1], command.y1, command.y)];
}

function withoutRepeats(points) {
  const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]) > 0.5;
  const kept = points.filter((p, i) => i === 0 || far(p, points[i - 1]));
  while (kept.length > 1 && !far(kept[0], kept.at(-1))) kept.pop();
  return kept;
}

/** The turn at sample `i`, looking `reach` font units both ways along the outline. */
function turnAt(points, i, reach) {
  const n = points.length;
  const look = (step) => {
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

/** Indexes of the corners: local maxima of the turn above CORNER. */
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

/**
 * Fits one closed contour.
 * @returns {{start: Point, curves: [Point, Point, Point][]}}
 */
export function fitContour(contour, fitCurve) {
  const points = sample(contour);
  const cuts = corners(points);
  if (cuts.length === 0) cuts.push(0);
  const curves = [];
  cuts.forEach((from, k) => {
    const to = cuts[(k + 1) % cuts.length];
    const stretch =
      to > from ? points.slice(from, to + 1) : [...points.slice(from), ...points.slice(0, to + 1)];
    for (const [, b, c, d] of fitCurve(stretch, TOLERANCE ** 2)) curves.push([b, c, d]);
  });
  return { start: points[cuts[0]], curves };
}

/** Whole numbers joined as tightly as SVG allows: a minus sign is separator enough. */
function joined(numbers) {
  return numbers.map((n, i) => (i > 0 && n >= 0 ? ` ${n}` : `${n}`)).join("");
}

/** Path data in whole units, relative commands; nearly straight stretches become lines. */
export function toPathData(contours) {
  let path = "";
  let at = [0, 0];
  const relative = ([x, y]) => [Math.round(x) - at[0], Math.round(y) - at[1]];
  for (const { start, curves } of contours) {
    const first = relative(start);
    at = [at[0] + first[0], at[1] + first[1]];
    path += `m${joined(first)}`;
    let last = "m";
    for (const [b, c, d] of curves) {
      const end = relative(d);
      const numbers = straight(relative(b), relative(c), end)
        ? end
        : [...relative(b), ...relative(c), ...end];
      const command = numbers.length === 2 ? "l" : "c";
      const text = joined(numbers);
      path += command === last ? (text.startsWith("-") ? text : ` ${text}`) : command + text;
      last = command;
      at = [at[0] + end[0], at[1] + end[1]];
    }
    path += "z";
    at = [Math.round(start[0]), Math.round(start[1])];
  }
  return path;
}

/** Do both control points lie within a unit of the chord? */
function straight(b, c, end) {
  const length = Math.hypot(...end);
  if (length < 3) return true;
  return [b, c].every((p) => Math.abs(p[0] * end[1] - p[1] * end[0]) / length < 1);
}
