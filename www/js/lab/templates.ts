// Templates that the panels of the Lab share.

import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { afterPress } from "../ui/after-press.ts";

/** An event whose listener is on an element of the type `Target`. */
export type On<Target extends Element> = Event & { currentTarget: Target };

interface SelectList<Value extends string> {
  values: readonly Value[];
  /**
   * The selected value. The caller has to pass the new value after `onChange`, because lit writes only changed
   * properties.
   */
  chosen: Value;
  name: (value: Value) => string;
  onChange: (value: Value) => void;
  id?: string;
  look?: string;
  label?: string;
}

export const selectList = <Value extends string>(list: SelectList<Value>) =>
  html`<select
    class="lab-select ${list.look ?? ""}"
    id=${list.id ?? nothing}
    aria-label=${list.label ?? nothing}
    @change=${({ currentTarget }: On<HTMLSelectElement>) =>
      list.onChange(currentTarget.value as Value)}
  >
    ${list.values.map(
      (value) =>
        html`<option value=${value} .selected=${value === list.chosen}>
          ${list.name(value)}
        </option>`,
    )}
  </select>`;

interface RangeInput {
  value: number;
  max: number;
  onInput: (value: number) => void;
  look?: string;
  label?: string;
  /** The value as screen readers announce it. */
  text?: string;
  disabled?: boolean;
}

/** Returns a slider from 0 to `max` in whole steps. */
export const rangeInput = ({ value, max, onInput, look, label, text, disabled }: RangeInput) =>
  html`<input
    class=${look ?? "lab-range"}
    type="range"
    min="0"
    max=${max}
    .value=${live(String(value))}
    ?disabled=${disabled ?? false}
    aria-label=${label ?? nothing}
    aria-valuetext=${text ?? nothing}
    @input=${({ currentTarget }: On<HTMLInputElement>) => onInput(currentTarget.valueAsNumber)}
  />`;

/** Returns a labelled number field. `onChange` gets the input element after each change. */
export function numberField(
  key: string,
  { min, max }: { min: number; max: number },
  value: number,
  onChange: (input: HTMLInputElement) => void = () => {},
) {
  const listener = ({ currentTarget }: On<HTMLInputElement>) =>
    afterPress(() => onChange(currentTarget));
  return html`<label class="route-field">
    <span class="field-label" data-i18n=${key}></span>
    <input
      class="route-number"
      type="number"
      inputmode="numeric"
      min=${min}
      max=${max}
      .value=${String(value)}
      @change=${listener}
    />
  </label>`;
}

/** Returns a button; `translate` writes the text of the locale key `key` into it. */
export const wordButton = (
  key: string,
  onClick: () => void,
  { look = "button-small", id = "", hidden = false, disabled = false } = {},
) =>
  html`<button
    type="button"
    class="button ${look}"
    id=${id || nothing}
    data-i18n=${key}
    ?hidden=${hidden}
    ?disabled=${disabled}
    @click=${onClick}
  ></button>`;

/** Returns an icon from the path data `d`, drawn in a box of 24 × 24 units. */
export const lineIcon = (d: string) =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${d}></path></svg>`;

const ICONS = {
  begin: "M7 6v12M17.500 6l-7 6l7 6z",
  back: "M15 6l-7 6l7 6z",
  play: "M8 5.500l10 6.500l-10 6.500z",
  pause: "M8.500 6v12M15.500 6v12",
  on: "M9 6l7 6l-7 6z",
  finish: "M17 6v12M6.500 6l7 6l-7 6z",
  undo: "M8 5.500L4.500 9L8 12.500M4.500 9h9.500a5 5 0 0 1 0 10h-4",
  redo: "M16 5.500l3.500 3.500l-3.500 3.500M19.500 9h-9.500a5 5 0 0 0 0 10h4",
};

/** Returns a button that shows only an icon; the locale key `key` gives its accessible name. */
export const iconButton = (
  icon: keyof typeof ICONS,
  key: string,
  onClick: () => void,
  disabled: boolean,
) =>
  html`<button
    type="button"
    class="button button-small route-icon"
    data-i18n-label=${key}
    ?disabled=${disabled}
    @click=${onClick}
  >
    ${lineIcon(ICONS[icon])}
  </button>`;

/**
 * Returns the play/pause button. Its icon stays the same element, because replacing the icon during a press would lose
 * the click.
 */
export const playButton = (
  look: string,
  isPlaying: boolean,
  label: string,
  onClick: () => void,
  disabled = false,
) =>
  html`<button
    type="button"
    class="button ${look} route-icon-words"
    ?disabled=${disabled}
    @click=${onClick}
  >
    ${lineIcon(ICONS[isPlaying ? "pause" : "play"])}<span>${label}</span>
  </button>`;
