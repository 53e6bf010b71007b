// Defines all elements. A server may import this module: without custom elements it does nothing.

import { XiangqiBoardElement } from "./board-element.ts";
import { XiangqiGameElement } from "./game-element.ts";
import { XiangqiPuzzleElement } from "./puzzle-element.ts";

export { XiangqiBoardElement, XiangqiGameElement, XiangqiPuzzleElement };
export type * from "./board-types.ts";
export type { PositionChange, RecordLoad, XiangqiGameEventMap } from "./game-types.ts";
export type { Mistake, Solved, XiangqiPuzzleEventMap } from "./puzzle-types.ts";

/** The classes by the names of their elements. */
export const ELEMENTS = {
  "xiangqi-board": XiangqiBoardElement,
  "xiangqi-game": XiangqiGameElement,
  "xiangqi-puzzle": XiangqiPuzzleElement,
} as const;

// Another copy of this module may have defined them.
for (const [name, element] of Object.entries(ELEMENTS))
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, element);
