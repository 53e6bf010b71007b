// Icons in templates of lit-html; `dom.ts` has the same as elements.

import { html } from "lit-html";

/** Returns an icon of the page's symbols. `name` is the id of the symbol without its `i-`. */
export const iconTemplate = (name: string) =>
  html`<svg class="icon" aria-hidden="true"><use href="#i-${name}"></use></svg>`;
