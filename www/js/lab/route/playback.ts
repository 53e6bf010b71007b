// The controls that play both searches: play and pause, single steps, position and speed.

import { html } from "lit-html";
import { itemAt } from "../item-at.ts";
import { iconButton, playButton, rangeInput, wordButton } from "../templates.ts";
import type { Player } from "../player.ts";
import type { Translate } from "./route-words.ts";

/** The speeds to choose from, in states per second. */
const RATES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5];
/** The longest playing time, in seconds, that the automatically chosen speed aims at. */
const SECONDS = 7;

export const rateAt = (index: number): number => itemAt(RATES, index);

/**
 * Returns the index of the slowest speed, other than the first, that plays `states` states within `SECONDS`. If no
 * speed is fast enough, returns the index of the fastest speed.
 */
export function rateFor(states: number): number {
  const index = RATES.findIndex((rate) => rate * SECONDS >= states);
  return index < 0 ? RATES.length - 1 : Math.max(1, index);
}

interface Controls {
  t: Translate;
  player: Player;
  isSearching: boolean;
  /** The number of states expanded so far, while the searches run. */
  searched: number;
  rate: number;
  fault: string;
  /** Runs the searches if there are no results yet, and then calls `act`. */
  begin: (act: () => void) => void;
  setRate: (index: number) => void;
  cancel: () => void;
}

export function controls({ t, player, isSearching, searched, rate, fault, ...actions }: Controls) {
  const { isPlaying, isOver, length } = player;
  const at = Math.floor(player.at);
  const isFirst = isSearching || at === 0;
  const isLast = isSearching || (length > 0 && isOver);
  const place = t("lab.route.position.at", { at, length });
  const speed = t("lab.route.rate", { rate: rateAt(rate) });
  const label = t(isPlaying ? "lab.route.pause" : "lab.route.play");
  const go = (to: number) => actions.begin(() => player.go(to));
  const step = (count: number) => actions.begin(() => player.step(count));
  const play = () => (player.isPlaying ? player.pause() : actions.begin(() => player.play()));
  const range = (key: string, text: string, options: Parameters<typeof rangeInput>[0]) =>
    html`<label class="route-range">
      <span class="field-label" data-i18n=${key}></span>
      ${rangeInput(options)}
      <span class="field-value">${text}</span>
    </label>`;
  return html`<div class="route-controls">
    <div class="route-row-of route-buttons">
      ${iconButton("begin", "lab.route.begin", () => go(0), isFirst)}
      ${iconButton("back", "lab.route.back", () => step(-1), isFirst)}
      ${playButton("button-primary", isPlaying, label, play, isSearching)}
      ${iconButton("on", "lab.route.on", () => step(1), isLast)}
      ${iconButton("finish", "lab.route.finish", () => go(Infinity), isLast)}
    </div>
    <div class="route-ranges">
      ${range("lab.route.position", length > 0 ? place : "", {
        value: at,
        max: Math.max(1, length),
        onInput: go,
        text: place,
        disabled: length === 0,
      })}
      ${range("lab.route.speed", speed, {
        value: rate,
        max: RATES.length - 1,
        onInput: actions.setRate,
        text: speed,
      })}
    </div>
    <div class="route-row-of route-wait">
      <p class="hint route-progress" ?hidden=${!isSearching}>
        ${t("lab.route.searching", { count: searched })}
      </p>
      ${wordButton("lab.route.cancel", actions.cancel, { hidden: !isSearching })}
    </div>
    <div role="alert"><p class="faults">${fault}</p></div>
  </div>`;
}
