// What both searches are led by: play and pause, steps, the place, the speed.

import { el, i18nElement, setText } from "../../ui/dom.ts";
import { alertOf, pictureButton, showPlay, wordButton } from "./route-widgets.ts";

/** States in a second. */
const RATES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5];
/** How long it takes at a speed that nobody has chosen, in seconds. */
const SECONDS = 7;

/**
 * @typedef {object} PlaybackHandlers
 * @property {() => void} play
 * @property {(count: number) => void} step
 * @property {(at: number) => void} go
 * @property {(rate: number) => void} rate
 * @property {() => void} cancel
 */

/** @param {import("./route-words.ts").Say} t @param {PlaybackHandlers} handlers */
export function createControls(t, handlers) {
  const label = el("span");
  const play = el("button", "button button-primary route-icon-words");
  play.type = "button";
  play.addEventListener("click", handlers.play);
  const first = pictureButton("begin", "lab.route.begin", () => handlers.go(0));
  const back = pictureButton("back", "lab.route.back", () => handlers.step(-1));
  const on = pictureButton("on", "lab.route.on", () => handlers.step(1));
  const last = pictureButton("finish", "lab.route.finish", () => handlers.go(Infinity));
  const speed = rangeOf("lab.route.speed");
  speed.input.max = String(RATES.length - 1);
  const place = rangeOf("lab.route.position");
  place.input.addEventListener("input", () => handlers.go(place.input.valueAsNumber));
  const progress = el("p", "hint route-progress");
  const cancel = wordButton("button button-small", "lab.route.cancel", handlers.cancel);
  const faults = el("p", "faults");
  let isChosen = false;

  function tellRate() {
    const rate = RATES[speed.input.valueAsNumber];
    const words = t("lab.route.rate", { rate });
    speed.input.setAttribute("aria-valuetext", words);
    setText(speed.value, words);
    handlers.rate(rate);
  }
  speed.input.addEventListener("input", () => {
    isChosen = true;
    tellRate();
  });

  return {
    element: el(
      "div",
      "route-controls",
      el("div", "route-row-of route-buttons", first, back, play, on, last),
      el("div", "route-ranges", place.field, speed.field),
      el("div", "route-row-of route-wait", progress, cancel),
      alertOf(faults),
    ),
    /** A speed at which so many states take a while and not too long. @param {number} length */
    chooseRate(length) {
      if (isChosen) return;
      const wanted = RATES.findIndex((rate) => rate * SECONDS >= length);
      speed.input.value = String(wanted < 0 ? RATES.length - 1 : Math.max(1, wanted));
      tellRate();
    },
    /** @param {number} states */
    searching: (states) => setText(progress, t("lab.route.searching", { count: states })),
    /** @param {string} words */
    tell: (words) => setText(faults, words),
    /** @param {{ at: number, length: number, isPlaying: boolean, isOver: boolean, isSearching: boolean, searched: number }} now */
    show({ at, length, isPlaying, isOver, isSearching, searched }) {
      showPlay(play, label, isPlaying, t(isPlaying ? "lab.route.pause" : "lab.route.play"));
      play.disabled = isSearching;
      first.disabled = isSearching || at === 0;
      back.disabled = isSearching || at === 0;
      on.disabled = isSearching || (length > 0 && isOver);
      last.disabled = isSearching || (length > 0 && isOver);
      place.input.disabled = length === 0;
      place.input.max = String(Math.max(1, length));
      place.input.value = String(at);
      const words = t("lab.route.position.at", { at, length });
      place.input.setAttribute("aria-valuetext", words);
      setText(place.value, length > 0 ? words : "");
      progress.hidden = !isSearching;
      cancel.hidden = !isSearching;
      if (isSearching) this.searching(searched);
      tellRate();
    },
  };
}

/** @param {string} key */
function rangeOf(key) {
  const input = el("input", "lab-range");
  input.type = "range";
  input.min = "0";
  input.value = "4";
  const value = el("span", "field-value");
  const field = el("label", "route-range", i18nElement("span", key, "field-label"), input, value);
  return { field, input, value };
}
