// A* and uniform-cost search beside each other on two pictures of one grid, state after state.

import { el, i18nElement } from "../../ui/dom.ts";
import { createControls } from "./playback.ts";
import { textOf } from "./route-grid.ts";
import { isCalm } from "./route-widgets.ts";
import { Player } from "./player.ts";
import { createResult } from "./route-result.ts";
import { HEURISTICS, longest, runBoth } from "./two-searches.ts";
import { createSide } from "./search-view.ts";
import { faultWords } from "./route-words.ts";

/** @typedef {import("./route-grid.ts").RouteGrid} RouteGrid */
/** @typedef {import("./two-searches.ts").Side} Side */
/** @typedef {import("../types.ts").Heuristic} Heuristic */

/**
 * @typedef {object} SearchHandlers
 * @property {import("../../core/i18n.ts").I18n} i18n
 * @property {(words: string) => void} announce
 * @property {(text: string, heuristic: Heuristic) => Promise<import("./two-searches.ts").Session>} open
 * @property {() => RouteGrid} grid
 */

/** @param {HTMLElement} host @param {HTMLElement} resultHost @param {SearchHandlers} handlers */
export function createSearch(host, resultHost, { i18n, announce, open, grid }) {
  const { t } = i18n;
  /** @type {readonly Side[]|null} what both have done, when it is known */
  let sides = null;
  /** Ends the searches that run. @type {AbortController|null} */
  let running = null;
  /** @type {import("./route-words.ts").Fault|null} */
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
    i18nElement("p", "lab.route.legend", "hint"),
  );
  const result = createResult(resultHost, walkHost, {
    i18n,
    onWalk(at) {
      for (const side of pair) side.walk(at);
    },
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
      fault = /** @type {import("./route-words.ts").Fault} */ (error);
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
