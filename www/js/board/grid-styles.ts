/**
 * The styles of the grid in the document or the shadow root of its board. Pointer events pass through to the canvas. The
 * focus has two rings, one light and one dark, so that one of them is visible on any board; after a tap there is none.
 */
export const STYLES = `
.board-grid {
  position: absolute;
  display: flex;
  flex-direction: column;
  pointer-events: none;
}
.board-grid > [role="row"] {
  display: flex;
  flex: 1;
}
.board-grid [role="gridcell"] {
  flex: 1;
}
.board-grid [role="gridcell"]:focus {
  outline: none;
}
.board-grid [role="gridcell"]:focus-visible {
  --dark: var(--xiangqi-focus-dark, var(--ink, #2b2017));
  --light: var(--xiangqi-focus-light, var(--leaf, #faf4e8));
  outline: 3px solid var(--dark);
  outline-offset: -3px;
  border-radius: 6px;
  box-shadow: 0 0 0 2px var(--light), inset 0 0 0 5px var(--light);
}`;
