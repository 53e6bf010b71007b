// Controls of a player: to the start, back, play and pause, on, to the end, and a slider.

import { html, nothing } from "lit-html";
import type { MessageKey } from "../../core/message-keys.ts";
import type { I18n } from "../../core/i18n.ts";
import type { Player } from "../player.ts";
import { lineIcon, playButton, rangeInput } from "../templates.ts";

const SHAPES = {
  first: "M7 6v12M17 6l-6.5 6 6.5 6",
  back: "m14.5 5.5-6.5 6.5 6.5 6.5",
  on: "m9.5 5.5 6.5 6.5-6.5 6.5",
  last: "M17 6v12M7 6l6.5 6L7 18",
};

interface PlayControls {
  i18n: Pick<I18n, "t">;
  player: Player;
  /** The id of the group of controls. */
  id: string;
  /** The accessible name of the slider, and its value in words. */
  label: string;
  text: string;
  playKey: MessageKey;
}

export function playControls({ i18n: { t }, player, id, label, text, playKey }: PlayControls) {
  const at = Math.floor(player.at);
  const { length, isPlaying } = player;
  const step = (name: keyof typeof SHAPES, go: () => void, isOff: boolean) => {
    const words = t(`lab.tree.act.${name}`);
    return html`<button
      type="button"
      class="button button-small route-icon"
      aria-label=${words}
      title=${words}
      aria-disabled=${isOff}
      data-act=${name}
      @click=${() => {
        if (!isOff) go();
      }}
    >
      ${lineIcon(SHAPES[name])}
    </button>`;
  };
  const toggle = () => (isPlaying ? player.pause() : player.play());
  return html`<div class="solve-controls" id=${id} aria-label=${label || nothing} role="group">
    <div class="solve-buttons">
      ${step("first", () => player.go(0), at === 0)}
      ${step("back", () => player.step(-1), at === 0)}
      ${playButton(
        "button-small button-primary",
        isPlaying,
        t(isPlaying ? "lab.tree.act.pause" : playKey),
        toggle,
        length === 0,
      )}
      ${step("on", () => player.step(1), at === length)}
      ${step("last", () => player.go(length), at === length)}
    </div>
    ${rangeInput({
      value: at,
      max: length,
      onInput: (value) => player.go(value),
      label,
      text,
      disabled: length === 0,
    })}
  </div>`;
}
