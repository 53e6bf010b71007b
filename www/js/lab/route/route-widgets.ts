// Small parts of the route's panels: buttons with a picture, fields with a name.

import type { MessageKey } from "../../core/message-keys.ts";
import { html } from "lit-html";
import { afterPress } from "../../ui/after-press.ts";
import { lineIcon } from "../templates.ts";
import type { On } from "../templates.ts";

/** Pictures of lines, in a square of 24. */
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

/** Returns a button that is only a picture, named by the locale key `key`. */
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

interface PlayButton {
  /** The class of its look. */
  look: string;
  isPlaying: boolean;
  label: string;
  onClick: () => void;
  disabled?: boolean;
}

/** Returns the button that plays and pauses. Its picture stays the same element, else a press during a change is lost. */
export const playButton = ({ look, isPlaying, label, onClick, disabled = false }: PlayButton) =>
  html`<button
    type="button"
    class="button ${look} route-icon-words"
    ?disabled=${disabled}
    @click=${onClick}
  >
    ${lineIcon(ICONS[isPlaying ? "pause" : "play"])}<span>${label}</span>
  </button>`;

/** Returns a number field; `onChange` gets its input after a change. */
export function numberField(
  key: MessageKey,
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

/** Returns true if the page's settings reduce motion. */
export const isCalm = (): boolean => document.documentElement.dataset.motion === "reduced";

/** Makes an element an image of a name, or with null no image any more. */
export function nameImage(element: HTMLElement, name: string | null): void {
  element.toggleAttribute("role", name !== null);
  if (name === null) return element.removeAttribute("aria-label");
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", name);
}
