// Draws strokes over the picture of a grid with a mouse or a finger.

import { itemAt } from "../item-at.ts";
import { type RouteGrid, ROAD, isDrawn, isEnd, strokeOf, withCell } from "./route-grid.ts";
import type { Picture } from "./route-picture.ts";

interface StrokeHandlers {
  grid: () => RouteGrid;
  tool: () => number;
  onBegin: (cell: number) => void;
  /** Called with the cell under the pointer; null when the pointer has left. */
  onPoint: (cell: number | null, grid: RouteGrid) => void;
  onEnd: (grid: RouteGrid) => void;
}

export function bindStrokes(image: Picture, handlers: StrokeHandlers): void {
  /**
   * The current stroke: the grid with the cells drawn so far, the kind that the stroke draws, and its last cell. Null
   * while nothing is drawn.
   */
  let stroke: { grid: RouteGrid; kind: number; cell: number } | null = null;
  const { stage } = image;

  function show(cell: number, grid: RouteGrid) {
    image.setGrid(grid);
    handlers.onPoint(cell, grid);
  }

  stage.addEventListener("pointerdown", (event) => {
    const cell = image.cellAt(event);
    const grid = handlers.grid();
    if (event.button !== 0 || cell === null || !isDrawn(grid)) return;
    event.preventDefault();
    stage.setPointerCapture(event.pointerId);
    const kind = kindOf(itemAt(grid.cells, cell), handlers.tool());
    stroke = { grid: withCell(grid, cell, kind), kind, cell };
    handlers.onBegin(cell);
    show(cell, stroke.grid);
  });
  stage.addEventListener("pointermove", (event) => {
    const cell = image.cellAt(event);
    if (!stroke) {
      if (event.pointerType === "mouse") handlers.onPoint(cell, handlers.grid());
      return;
    }
    if (cell === null || cell === stroke.cell) return;
    for (const next of strokeOf(stroke.grid, stroke.cell, cell))
      stroke.grid = withCell(stroke.grid, next, stroke.kind);
    stroke.cell = cell;
    show(cell, stroke.grid);
  });
  stage.addEventListener("pointerup", () => {
    if (stroke) handlers.onEnd(stroke.grid);
    stroke = null;
  });
  // Drops the stroke: the browser cancels the pointer when a second finger starts to zoom.
  stage.addEventListener("pointercancel", () => {
    if (stroke) image.setGrid(handlers.grid());
    stroke = null;
  });
  stage.addEventListener("pointerleave", () => !stroke && handlers.onPoint(null, handlers.grid()));
}

/**
 * Returns the kind that a stroke draws. A stroke that begins on the start or the end moves it. A stroke that begins on
 * a cell of the tool's kind erases.
 */
function kindOf(before: number, tool: number) {
  if (isEnd(before)) return before;
  return before === tool ? ROAD : tool;
}
