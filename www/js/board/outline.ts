// Fills outlines that are given as SVG path data.

const paths = new Map<string, Path2D>();

function pathOf(data: string): Path2D {
  const path = paths.get(data) ?? new Path2D(data);
  paths.set(data, path);
  return path;
}

export interface OutlineStyle {
  x: number;
  y: number;
  /** The em in pixels. */
  size: number;
  colour: string;
  /** The width added to strokes, in thousandths of the em. */
  weight?: number;
  rule?: CanvasFillRule;
}

/** Fills an outline of 1000 units to the em. The origin of the outline is at the pixel (x, y). */
export function fillOutline(
  context: CanvasRenderingContext2D,
  data: string,
  { x, y, size, colour, weight = 0, rule = "nonzero" }: OutlineStyle,
): void {
  const path = pathOf(data);
  context.save();
  context.translate(x, y);
  context.scale(size / 1000, size / 1000);
  context.fillStyle = colour;
  context.fill(path, rule);
  if (weight > 0) {
    context.strokeStyle = colour;
    context.lineWidth = weight;
    context.lineJoin = "round";
    context.stroke(path);
  }
  context.restore();
}
