import type { RouteGrid } from "./route-grid.ts";

/** The greatest number of earlier grids. */
const MAX_GRIDS = 200;
/** The greatest total number of cells in the earlier grids. */
const MAX_CELLS = 4_000_000;

export type History = ReturnType<typeof createHistory>;

/** Creates an undo history of grids, which are immutable. */
export function createHistory(first: RouteGrid) {
  let past: RouteGrid[] = [];
  let future: RouteGrid[] = [];
  let now = first;

  function trim() {
    let cells = 0;
    const oldest = past.findLastIndex((grid, index) => {
      cells += grid.cells.length;
      return cells > MAX_CELLS || past.length - index > MAX_GRIDS;
    });
    past = past.slice(oldest + 1);
  }

  /**
   * Moves the current grid to the list `to`, and makes the last grid of `from` current. Returns false if `from` is
   * empty.
   */
  function travel(from: RouteGrid[], to: RouteGrid[]) {
    const grid = from.pop();
    if (!grid) return false;
    to.push(now);
    now = grid;
    return true;
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
    /** Makes `grid` current, as a change that can be undone. Returns false if `grid` was current already. */
    push(grid: RouteGrid): boolean {
      if (grid === now) return false;
      past.push(now);
      future = [];
      now = grid;
      trim();
      return true;
    },
    undo: () => travel(past, future),
    redo: () => travel(future, past),
  };
}
