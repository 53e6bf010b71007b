// Strokes over the picture that is drawn on, by mouse and by finger.

import { END, ROAD, START, isDrawn, strokeOf, withCell } from "./route-grid.ts";

/** @typedef {import("./route-grid.ts").RouteGrid} RouteGrid */

/**
 * @typedef {object} StrokeHandlers
 * @property {() => RouteGrid} grid
 * @property {() => number} tool
 * @property {(cell: number) => void} begun
 * @property {(cell: number|null, grid: RouteGrid) => void} point  null: the pointer has left
 * @property {(grid: RouteGrid) => void} done
 */

/** @param {import("./route-picture.ts").Picture} image @param {StrokeHandlers} handlers */
export function bindStrokes(image, handlers) {
  /** What is drawn now: the grid so far, what it paints, where it was last. @type {{ grid: RouteGrid, kind: number, at: number }|null} */
  let stroke = null;
  const { stage } = image;

  /** @param {PointerEvent} event */
  function begin(event) {
    const cell = image.cellAt(event);
    const grid = handlers.grid();
    if (event.button !== 0 || cell === null || !isDrawn(grid)) return;
    event.preventDefault();
    stage.setPointerCapture(event.pointerId);
    const kind = kindOf(grid.cells[cell], handlers.tool());
    stroke = { grid: withCell(grid, cell, kind), kind, at: cell };
    handlers.begun(cell);
    show(cell, stroke.grid);
  }

  /** @param {PointerEvent} event */
  function goOn(event) {
    const cell = image.cellAt(event);
    if (!stroke) {
      if (event.pointerType === "mouse") handlers.point(cell, handlers.grid());
      return;
    }
    if (cell === null || cell === stroke.at) return;
    for (const next of strokeOf(stroke.grid, stroke.at, cell))
      stroke.grid = withCell(stroke.grid, next, stroke.kind);
    stroke.at = cell;
    show(cell, stroke.grid);
  }

  /** @param {number} cell @param {RouteGrid} grid */
  function show(cell, grid) {
    image.setGrid(grid);
    handlers.point(cell, grid);
  }

  function finish() {
    if (stroke) handlers.done(stroke.grid);
    stroke = null;
  }

  stage.addEventListener("pointerdown", begin);
  stage.addEventListener("pointermove", goOn);
  stage.addEventListener("pointerup", finish);
  // Two fingers zoom: what the first one has drawn goes again.
  stage.addEventListener("pointercancel", () => {
    if (stroke) image.setGrid(handlers.grid());
    stroke = null;
  });
  stage.addEventListener("pointerleave", () => !stroke && handlers.point(null, handlers.grid()));
}

/** Start and end are taken along; what is there already is wiped out. @param {number} before @param {number} tool */
function kindOf(before, tool) {
  if (before === START || before === END) return before;
  return before === tool ? ROAD : tool;
}
