// Templates that the panels of the Lab share.

import { html, nothing } from "lit-html";

/** An event of an element that a template listens to. */
export type On<Target extends Element> = Event & { currentTarget: Target };

/** Returns the options of a list. `chosen` has to follow each choice, since a template sets only what has changed. */
export const options = <Value extends string>(
  values: readonly Value[],
  chosen: Value,
  label: (value: Value) => string,
) =>
  values.map(
    (value) => html`<option value=${value} .selected=${value === chosen}>${label(value)}</option>`,
  );

/** Returns a button with the text of a locale key, which `translate` writes. */
export const wordButton = (
  key: string,
  onClick: () => void,
  { className = "button button-small", id = "", hidden = false, disabled = false } = {},
) =>
  html`<button
    type="button"
    class=${className}
    id=${id || nothing}
    data-i18n=${key}
    ?hidden=${hidden}
    ?disabled=${disabled}
    @click=${onClick}
  ></button>`;

/** Returns an icon of lines from the data of a path, in a square of 24. */
export const lineIcon = (d: string) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${d}></path></svg>`;
