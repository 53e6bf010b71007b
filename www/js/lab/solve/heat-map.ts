// The map over the board, which fills up layer by layer. The map of a piece has the plies to mate if the piece stood on a
// point; the map of all positions has the share of the positions with the attacker on a point that are won so far. Colour
// and number say the same.

import type { EndingPointShare } from "../../../pkg-lab/lab.js";
import { pixelOfSquare } from "../../board/geometry.ts";
import type { Brush } from "../../board/marks.ts";
import type { Overlay } from "../../board/shapes.ts";
import type { I18n } from "../../core/i18n.ts";
import { formatPart } from "./solve-words.ts";

/** The value of a point without a position, and that of a draw; other values are plies. */
const NONE = -2;
const DRAW = -1;

interface Layered {
  /** The layer that is shown; positions of later layers count as not decided. */
  layer: number;
  /** The number of layers. From this layer on, positions without a distance are drawn. */
  layers: number;
}

/** A map of a piece: the values of the 90 points, as the solver gives them. */
export type PieceMap = Layered & { values: readonly number[] };
/** A map of all positions, by the point of the attacker. */
export type ShareMap = Layered & { points: readonly EndingPointShare[] };
export type HeatMap = PieceMap | ShareMap;

/** The state of a point in the map after a number of layers. */
export type PointState =
  | { type: "won"; plies: number; isNew: boolean }
  /** Positions with the attacker on the point, and how many of them are won so far. */
  | { type: "share"; won: number; positions: number }
  | { type: "drawn" }
  /** Not decided by the layers so far. */
  | { type: "open" };

/** Returns the state of a point; null if the piece cannot stand there. */
export function pointState(map: HeatMap, index: number): PointState | null {
  const rest = { type: map.layer >= map.layers ? "drawn" : "open" } as const;
  if ("points" in map) {
    const { positions = 0, won = [] } = map.points[index] ?? {};
    if (positions === 0) return null;
    const sum = won.slice(0, map.layer + 1).reduce((total, count) => total + count, 0);
    return sum === 0 ? rest : { type: "share", won: sum, positions };
  }
  const value = map.values[index] ?? NONE;
  if (value === NONE) return null;
  if (value !== DRAW && (value <= map.layer || map.layer >= map.layers))
    return { type: "won", plies: value, isNew: value === map.layer };
  return rest;
}

/** The colours from the shortest to the longest win, or from all positions to few, each with that of its number. */
export const SHADES = [
  ["#7a0c2e", "#fff"],
  ["#a8243a", "#fff"],
  ["#c2403a", "#fff"],
  ["#e57f45", "#1c1206"],
  ["#f2b053", "#1c1206"],
  ["#f8dc8a", "#1c1206"],
] as const;

/** Returns the colours of a part, from 0 for the darkest to 1 for the palest. */
const shadeAt = (part: number): (typeof SHADES)[number] =>
  SHADES[Math.min(SHADES.length - 1, Math.floor(part * SHADES.length))] ?? SHADES[0];

/** The shortest and the longest distance of a map. */
type Span = readonly [least: number, most: number];

/** Returns the shortest and the longest distance of the empty points of a map. */
export function spanOf({ values }: Pick<PieceMap, "values">, placement: string): Span {
  const plies = values.filter((value, index) => value > DRAW && placement[index] === ".");
  return [Math.min(...plies), Math.max(...plies)];
}

/** Returns the colours of a distance between the shortest and the longest one of a map. */
export const shadeOf = (plies: number, [least, most]: Span): (typeof SHADES)[number] =>
  shadeAt((plies - least) / (most - least + 1));

/** Returns the number of a share of positions: a percentage, which is 0 or 100 only for none and all. */
export function percentOf(won: number, positions: number): number {
  if (won === 0 || won === positions) return won === 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round((100 * won) / positions)));
}

/** Returns the overlay that draws a map on the empty points of a placement. */
export function heatOverlay(map: HeatMap, placement: string): Overlay {
  const span: Span = "values" in map ? spanOf(map, placement) : [0, 0];
  return (brush) => {
    brush.context.save();
    for (const index of placement.split("").keys()) {
      const state = placement[index] === "." ? pointState(map, index) : null;
      if (state?.type === "won")
        drawDisc(brush, index, shadeOf(state.plies, span), state.plies, state.isNew);
      else if (state?.type === "share") {
        const { won, positions } = state;
        const part = 1 - won / positions;
        drawDisc(brush, index, shadeAt(part), percentOf(won, positions), false);
      } else if (state) drawDot(brush, index, state.type === "drawn" ? 0.12 : 0.05);
    }
    brush.context.restore();
  };
}

function fillCircle({ context, layout }: Brush, index: number, radius: number, colour: string) {
  const { x, y } = pixelOfSquare(layout, index);
  context.beginPath();
  context.arc(x, y, layout.cell * radius, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
}

function drawDot(brush: Brush, index: number, radius: number) {
  fillCircle(brush, index, radius + 0.045, brush.palette.markHalo);
  fillCircle(brush, index, radius, "#5b5f66");
}

function drawDisc(
  brush: Brush,
  index: number,
  [colour, ink]: (typeof SHADES)[number],
  number: number,
  isNew: boolean,
) {
  const { context, layout, palette } = brush;
  const { x, y } = pixelOfSquare(layout, index);
  if (isNew) {
    fillCircle(brush, index, 0.45, "#1c1206");
    fillCircle(brush, index, 0.42, "#fff");
  }
  fillCircle(brush, index, 0.36, isNew ? "#1c1206" : palette.markHalo);
  fillCircle(brush, index, 0.34, colour);
  context.fillStyle = ink;
  const size = number > 99 ? 0.28 : 0.34;
  context.font = `700 ${layout.cell * size}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(String(number), x, y + layout.cell * 0.02);
}

/** Describes the state of a point for screen readers. Red has the attacker. */
export function describeState(state: PointState, words: Pick<I18n, "t" | "htmlLang">): string {
  const { t } = words;
  if (state.type === "won") return t("lab.solve.point.won", { plies: state.plies });
  if (state.type === "share") {
    const share = formatPart(state.won, state.positions, words);
    return t("lab.solve.point.share", { share });
  }
  return t(state.type === "drawn" ? "lab.solve.point.drawn" : "lab.solve.point.open");
}
