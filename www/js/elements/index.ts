// Defines all elements. A server may import this module: without custom elements it does nothing.

import { XiangqiBoardElement } from "./board-element.ts";

export { XiangqiBoardElement };
export type * from "./board-types.ts";

/** The classes by the names of their elements. */
export const ELEMENTS = { "xiangqi-board": XiangqiBoardElement } as const;

// Another copy of this module may have defined them.
for (const [name, element] of Object.entries(ELEMENTS))
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, element);
