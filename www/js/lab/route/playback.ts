// The controls of both searches: play and pause, steps, the place and the speed.

import { html } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { itemAt } from "../item-at.ts";
import { wordButton } from "../templates.ts";
import type { On } from "../templates.ts";
import { iconButton, playButton } from "./route-widgets.ts";
import type { Translate } from "./route-words.ts";

/** Speeds in states a second. */
const RATES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5];
/** The duration at the speed that is set by itself, in seconds. */
const SECONDS = 7;

export const rateAt = (index: number): number => itemAt(RATES, index);

/** Returns the index of a speed at which so many states take a while, but not too long. */
export function rateFor(states: number): number {
  const index = RATES.findIndex((rate) => rate * SECONDS >= states);
  return index < 0 ? RATES.length - 1 : Math.max(1, index);
}

interface Controls {
  t: Translate;
  at: number;
  length: number;
  isPlaying: boolean;
  isOver: boolean;
  isSearching: boolean;
  /** The states expanded so far, while the searches run. */
  searched: number;
  /** The index of the speed. */
  rate: number;
  fault: string;
  play: () => void;
  step: (count: number) => void;
  go: (at: number) => void;
  setRate: (index: number) => void;
  cancel: () => void;
}

export function controls(options: Controls) {
  const { t, at, length, isPlaying, isOver, isSearching, searched, rate, fault } = options;
  const { play, step, go, setRate, cancel } = options;
  const isFirst = isSearching || at === 0;
  const isLast = isSearching || (length > 0 && isOver);
  const place = t("lab.route.position.at", { at, length });
  const speed = t("lab.route.rate", { rate: rateAt(rate) });
  const label = t(isPlaying ? "lab.route.pause" : "lab.route.play");
  return html`<div class="route-controls">
    <div class="route-row-of route-buttons">
      ${iconButton("begin", "lab.route.begin", () => go(0), isFirst)}
      ${iconButton("back", "lab.route.back", () => step(-1), isFirst)}
      ${playButton({
        look: "button-primary",
        isPlaying,
        label,
        onClick: play,
        disabled: isSearching,
      })}
      ${iconButton("on", "lab.route.on", () => step(1), isLast)}
      ${iconButton("finish", "lab.route.finish", () => go(Infinity), isLast)}
    </div>
    <div class="route-ranges">
      <label class="route-range">
        <span class="field-label" data-i18n="lab.route.position"></span>
        <input
          class="lab-range"
          type="range"
          min="0"
          max=${Math.max(1, length)}
          .value=${live(String(at))}
          ?disabled=${length === 0}
          aria-valuetext=${place}
          @input=${({ currentTarget }: On<HTMLInputElement>) => go(currentTarget.valueAsNumber)}
        />
        <span class="field-value">${length > 0 ? place : ""}</span>
      </label>
      <label class="route-range">
        <span class="field-label" data-i18n="lab.route.speed"></span>
        <input
          class="lab-range"
          type="range"
          min="0"
          max=${RATES.length - 1}
          .value=${live(String(rate))}
          aria-valuetext=${speed}
          @input=${({ currentTarget }: On<HTMLInputElement>) =>
            setRate(currentTarget.valueAsNumber)}
        />
        <span class="field-value">${speed}</span>
      </label>
    </div>
    <div class="route-row-of route-wait">
      <p class="hint route-progress" ?hidden=${!isSearching}>
        ${t("lab.route.searching", { count: searched })}
      </p>
      ${wordButton("lab.route.cancel", cancel, { hidden: !isSearching })}
    </div>
    <div role="alert"><p class="faults">${fault}</p></div>
  </div>`;
}
