// The map of a piece: a disc on each point, with the plies to mate if the piece stood there. Discs appear layer by layer;
// colour and number say the same.

import { pixelOfSquare } from "../../board/geometry.ts";
import type { Brush } from "../../board/marks.ts";
import type { Overlay } from "../../board/shapes.ts";
import type { I18n } from "../../core/i18n.ts";

/** The value of a point without a position, and that of a draw; other values are plies. */
const NONE = -2;
const DRAW = -1;

/** The state of a point in the map after a number of layers. */
export type PointState =
  | { type: "won"; plies: number; isNew: boolean }
  | { type: "drawn" }
  /** Not decided by the layers so far. */
  | { type: "open" };

export interface HeatMap {
  /** The values of the 90 points, as the solver gives them. */
  values: readonly number[];
  /** The layer that is shown; positions of later layers count as not decided. */
  layer: number;
  /** The number of layers. From this layer on, positions without a distance are drawn. */
  layers: number;
}

/** Returns the state of a point; null if the piece cannot stand there. */
export function pointState({ values, layer, layers }: HeatMap, index: number): PointState | null {
  const value = values[index] ?? NONE;
  if (value === NONE) return null;
  if (value !== DRAW && (value <= layer || layer >= layers))
    return { type: "won", plies: value, isNew: value === layer };
  return { type: layer >= layers ? "drawn" : "open" };
}

/** The shortest and the longest distance of a map. */
type Span = readonly [least: number, most: number];

/** Returns the shortest and the longest distance of a map's points other than `own`. */
export function spanOf({ values }: HeatMap, own: number): Span {
  const plies = values.filter((value, index) => value > DRAW && index !== own);
  return [Math.min(...plies), Math.max(...plies)];
}

/** The colours of distances from the shortest to the longest win, each with the colour of its number. */
export const SHADES = [
  ["#7a0c2e", "#fff"],
  ["#a8243a", "#fff"],
  ["#cc4b3c", "#fff"],
  ["#e57f45", "#1c1206"],
  ["#f2b053", "#1c1206"],
  ["#f8dc8a", "#1c1206"],
] as const;

/** Returns the colours of a distance between the shortest and the longest one of a map. */
export function shadeOf(plies: number, [least, most]: Span): (typeof SHADES)[number] {
  const at = Math.floor(((plies - least) / (most - least + 1)) * SHADES.length);
  return SHADES[Math.min(at, SHADES.length - 1)] ?? SHADES[0];
}

/** Returns the overlay that draws the map, without the point `own`, on which the piece of the map stands. */
export function heatOverlay(map: HeatMap, own: number): Overlay {
  const span = spanOf(map, own);
  return (brush) => {
    brush.context.save();
    for (const index of map.values.keys()) {
      const state = pointState(map, index);
      if (state && index !== own) drawPoint(brush, index, state, span);
    }
    brush.context.restore();
  };
}

function drawPoint(
  { context, layout, palette }: Brush,
  index: number,
  state: PointState,
  span: Span,
) {
  const { x, y } = pixelOfSquare(layout, index);
  const { cell } = layout;
  const disc = (radius: number) => {
    context.beginPath();
    context.arc(x, y, cell * radius, 0, 2 * Math.PI);
  };
  if (state.type !== "won") {
    disc(state.type === "drawn" ? 0.17 : 0.09);
    context.fillStyle = palette.markHalo;
    context.fill();
    disc(state.type === "drawn" ? 0.12 : 0.05);
    context.fillStyle = "#5b5f66";
    context.fill();
    return;
  }
  const [colour, ink] = shadeOf(state.plies, span);
  disc(state.isNew ? 0.43 : 0.36);
  context.fillStyle = state.isNew ? "#fff" : palette.markHalo;
  context.fill();
  if (state.isNew) {
    disc(0.4);
    context.fillStyle = "#1c1206";
    context.fill();
  }
  disc(0.34);
  context.fillStyle = colour;
  context.fill();
  context.fillStyle = ink;
  context.font = `700 ${cell * 0.34}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(String(state.plies), x, y + cell * 0.02);
}

/** Describes the state of a point for screen readers. The side that wins has the attacker. */
export function describeState(state: PointState, { t }: Pick<I18n, "t">): string {
  if (state.type === "won") return t("lab.solve.point.won", { plies: state.plies });
  return t(state.type === "drawn" ? "lab.solve.point.drawn" : "lab.solve.point.open");
}
