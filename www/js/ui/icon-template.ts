// Makes icons for templates of lit-html. `icon` in dom.ts makes the same icons as elements.

import { html } from "lit-html";

/** Returns an icon from one of the SVG symbols in the page. `name` is the symbol's id without the prefix `i-`. */
export const iconTemplate = (name: string) =>
  html`<svg class="icon" aria-hidden="true"><use href="#i-${name}"></use></svg>`;
