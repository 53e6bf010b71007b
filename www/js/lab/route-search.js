// A* and uniform-cost search beside each other on two pictures of one grid, state after state.

import { el, setText } from "../panels/dom.js";
import { Cells } from "./route-cells.js";
import { isDrawn, textOf } from "./route-grid.js";
import {
  alertOf,
  isCalm,
  nameImage,
  picture,
  pictureButton,
  wordButton,
  worded,
} from "./route-parts.js";
import { Picture } from "./route-picture.js";
import { Player } from "./route-player.js";
import { createResult } from "./route-result.js";
import { HEURISTICS, longest, runBoth } from "./route-run.js";
import { faultWords, stateWords } from "./route-words.js";

/** @typedef {import("./route-grid.js").RouteGrid} RouteGrid */
/** @typedef {import("./route-run.js").Side} Side */
/** @typedef {import("./types.js").Heuristic} Heuristic */

/** States in a second. */
const RATES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5];
/** How long it takes at a speed that nobody has chosen, in seconds. */
const SECONDS = 7;

/**
 * @typedef {object} SearchHand
 * @property {import("../i18n.js").I18n} i18n
 * @property {(words: string) => void} announce
 * @property {(text: string, heuristic: Heuristic) => Promise<import("./route-run.js").Session>} open
 * @property {() => RouteGrid} grid
 */

/** @param {HTMLElement} host @param {HTMLElement} resultHost @param {SearchHand} hand */
export function createSearch(host, resultHost, { i18n, announce, open, grid }) {
  const { t } = i18n;
  /** @type {readonly Side[]|null} what both have done, when it is known */
  let sides = null;
  /** Ends the searches that run. @type {AbortController|null} */
  let running = null;
  /** @type {import("./route-words.js").Fault|null} */
  let fault = null;
  /** Both have been seen to their end. */
  let isSeen = false;
  let searched = 0;
  const player = new Player(() => show(), isCalm);
  const controls = createControls(t, {
    play: () => (player.isPlaying ? player.pause() : void begin(() => player.play())),
    step: (count) => void begin(() => player.step(count)),
    go: (at) => void begin(() => player.go(at)),
    rate: (rate) => (player.rate = rate),
    cancel: () => reset(),
  });
  const pair = HEURISTICS.map((heuristic) => createSide(heuristic, grid(), i18n, point));
  const walkHost = el("div");
  host.append(
    controls.element,
    el("div", "route-pair", ...pair.map(({ element }) => element)),
    walkHost,
    worded("p", "hint", "lab.route.legend"),
  );
  const result = createResult(resultHost, walkHost, {
    i18n,
    onWalk: (walker) => pair[0].walk(walker),
  });

  /** The same cell on both. @param {number|null} cell */
  function point(cell) {
    for (const side of pair) side.point(cell);
  }

  function reset() {
    running?.abort();
    running = null;
    sides = null;
    fault = null;
    isSeen = false;
    player.load(0);
    for (const side of pair) side.load(grid(), null, 0);
    result.show(grid(), null);
    show();
  }

  /** Searches, if that has not been done, and then does something. @param {() => void} act */
  async function begin(act) {
    if (sides) return act();
    if (running) return;
    const mine = new AbortController();
    running = mine;
    fault = null;
    searched = 0;
    show();
    try {
      const { signal } = mine;
      const found = await runBoth(open, textOf(grid()), {
        signal,
        onProgress(states) {
          searched = states;
          if (running === mine) controls.searching(searched);
        },
      });
      if (running === mine) take(found);
    } catch (error) {
      if (running !== mine) return;
      fault = /** @type {import("./route-words.js").Fault} */ (error);
    }
    running = null;
    show();
    if (sides) act();
  }

  /** @param {readonly Side[]} found */
  function take(found) {
    sides = found;
    const all = longest(found);
    player.load(all);
    for (const [index, side] of found.entries()) pair[index].load(grid(), side, all);
    controls.chooseRate(all);
  }

  function show() {
    const at = Math.floor(player.at);
    for (const side of pair) side.show(at, player.isPlaying);
    controls.show({
      at,
      length: player.length,
      isPlaying: player.isPlaying,
      isOver: player.isOver,
      isSearching: running !== null,
      searched,
    });
    controls.tell(fault ? faultWords(fault, i18n) : "");
    if (!sides || !player.isOver || player.length === 0 || isSeen) return;
    isSeen = true;
    result.show(grid(), sides);
    announce(result.words());
  }

  return {
    /** Another grid. */
    reset,
    /** The words or the colours have changed. */
    update() {
      for (const side of pair) side.update();
      result.update();
      show();
    },
    /** It is out of sight. */
    rest() {
      player.pause();
      result.rest();
    },
  };
}

/**
 * One of the two pictures.
 * @param {Heuristic} heuristic @param {RouteGrid} first @param {import("../i18n.js").I18n} i18n @param {(cell: number|null) => void} point
 */
function createSide(heuristic, first, { t }, point) {
  let grid = first;
  /** @type {Side|null} */
  let side = null;
  let shown = 0;
  /** @type {number|null} */
  let pointed = null;
  /** @type {{ x: number, y: number }|null} */
  let walker = null;
  const count = el("p", "route-count");
  const frame = el("div", "route-picture");
  const readout = el("p", "route-readout");
  const element = el(
    "figure",
    "route-figure",
    el(
      "figcaption",
      "",
      worded("strong", "route-method", `lab.route.method.${heuristic}`),
      worded("span", "route-estimate", `lab.route.estimate.${heuristic}`),
    ),
    count,
    frame,
    readout,
  );
  element.dataset.heuristic = heuristic;
  const image = new Picture(frame, grid);
  const words = (/** @type {number} */ cell) =>
    stateWords(grid, side?.trace ?? null, shown, cell, t);
  const cells = new Cells(image.stage, { name: words, onFocus: point });
  image.stage.addEventListener("pointermove", (event) => point(image.cellAt(event)));
  image.stage.addEventListener("pointerleave", () => point(cells.focused));

  function isOver() {
    return side !== null && shown >= side.trace.length;
  }

  function countWords() {
    if (!side) return t("lab.route.count.none");
    const isAll = isOver();
    const number = isAll ? side.trace.count : shown;
    if (!isAll) return t("lab.route.count", { count: number });
    const { outcome } = side;
    return outcome.state === "found"
      ? t("lab.route.count.found", { count: number, steps: outcome.steps })
      : t("lab.route.count.over", { count: number });
  }

  function draw() {
    const route = isOver() && side?.outcome.state === "found" ? side.outcome.route : null;
    image.setRoute(route, route === null ? null : walker);
    setText(count, countWords());
    element.dataset.shown = String(shown);
    setText(readout, pointed === null ? "" : words(pointed));
  }

  return {
    element,
    /** @param {RouteGrid} next @param {Side|null} found @param {number} all states of the longer search */
    load(next, found, all) {
      grid = next;
      side = found;
      shown = 0;
      walker = null;
      image.setGrid(grid);
      image.setTrace(found?.trace ?? null, all);
      cells.setGrid(isDrawn(grid) ? grid : null);
      this.update();
    },
    /** @param {number} at @param {boolean} isPlaying */
    show(at, isPlaying) {
      const next = side ? Math.min(at, side.trace.length) : 0;
      if (next !== shown && !isPlaying) cells.rename();
      shown = next;
      image.show(shown);
      if (!isPlaying) cells.rename();
      draw();
    },
    /** @param {number|null} cell */
    point(cell) {
      pointed = cell;
      image.setMark(cell);
      setText(readout, cell === null ? "" : words(cell));
    },
    /** @param {{ x: number, y: number }|null} place */
    walk(place) {
      walker = place;
      draw();
    },
    /** The words or the colours have changed. */
    update() {
      const label = t("lab.route.picture", { method: t(`lab.route.method.${heuristic}`) });
      cells.label = label;
      nameImage(image.stage, isDrawn(grid) ? null : label);
      image.recolor();
      cells.rename();
      draw();
    },
  };
}

/**
 * @typedef {object} ControlsHand
 * @property {() => void} play
 * @property {(count: number) => void} step
 * @property {(at: number) => void} go
 * @property {(rate: number) => void} rate
 * @property {() => void} cancel
 */

/** @param {import("./route-words.js").Say} t @param {ControlsHand} hand */
function createControls(t, hand) {
  const label = el("span");
  const play = el("button", "button button-primary route-icon-words");
  play.type = "button";
  play.addEventListener("click", hand.play);
  const first = pictureButton("begin", "lab.route.begin", () => hand.go(0));
  const back = pictureButton("back", "lab.route.back", () => hand.step(-1));
  const on = pictureButton("on", "lab.route.on", () => hand.step(1));
  const last = pictureButton("finish", "lab.route.finish", () => hand.go(Infinity));
  const speed = rangeOf("lab.route.speed");
  speed.input.max = String(RATES.length - 1);
  const place = rangeOf("lab.route.position");
  place.input.addEventListener("input", () => hand.go(place.input.valueAsNumber));
  const progress = el("p", "hint route-progress");
  const cancel = wordButton("button button-small", "lab.route.cancel", hand.cancel);
  const faults = el("p", "faults");
  let isChosen = false;

  function tellRate() {
    const rate = RATES[speed.input.valueAsNumber];
    const words = t("lab.route.rate", { rate });
    speed.input.setAttribute("aria-valuetext", words);
    setText(speed.value, words);
    hand.rate(rate);
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
      play.replaceChildren(picture(isPlaying ? "pause" : "play"), label);
      setText(label, t(isPlaying ? "lab.route.pause" : "lab.route.play"));
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
  const field = el("label", "route-range", worded("span", "field-label", key), input, value);
  return { field, input, value };
}
