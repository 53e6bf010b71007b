// Undo and redo over grids, which are never changed once they are made.

/** @typedef {import("./route-grid.ts").RouteGrid} RouteGrid */

/** Grids that are kept, and cells of all of them together. */
const KEPT = 200;
const KEPT_CELLS = 4_000_000;

/** @param {RouteGrid} first */
export function createHistory(first) {
  /** @type {RouteGrid[]} */
  let past = [];
  /** @type {RouteGrid[]} */
  let future = [];
  let now = first;

  function trim() {
    let cells = 0;
    let kept = 0;
    while (kept < Math.min(past.length, KEPT)) {
      cells += past[past.length - 1 - kept].cells.length;
      if (cells > KEPT_CELLS) break;
      kept += 1;
    }
    past = past.slice(past.length - kept);
  }

  return {
    get now() {
      return now;
    },
    get canUndo() {
      return past.length > 0;
    },
    get canRedo() {
      return future.length > 0;
    },
    /** A deed that can be undone. @param {RouteGrid} grid @returns {boolean} whether anything is different */
    push(grid) {
      if (grid === now) return false;
      past.push(now);
      future = [];
      now = grid;
      trim();
      return true;
    },
    undo() {
      const before = past.pop();
      if (!before) return false;
      future.push(now);
      now = before;
      return true;
    },
    redo() {
      const after = future.pop();
      if (!after) return false;
      past.push(now);
      now = after;
      return true;
    },
  };
}
