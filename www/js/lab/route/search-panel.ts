// Plays A* and uniform-cost search side by side on two pictures of one grid, one state after another.

import { html, render } from "lit-html";
import { createStore } from "../../core/store.ts";
import { el } from "../../ui/dom.ts";
import type { Lab } from "../lab-client.ts";
import { controls, rateAt, rateFor } from "./playback.ts";
import { Player, isCalm } from "../player.ts";
import { type RouteGrid, textOf } from "./route-grid.ts";
import { createResult } from "./route-result.ts";
import { type Fault, faultWords } from "./route-words.ts";
import { createSearchView } from "./search-view.ts";
import { type SearchResult, HEURISTICS, runBoth } from "./two-searches.ts";

interface State {
  /** The results of both searches; null until both are over. */
  results: SearchResult[] | null;
  /** Aborts the running searches; null while none runs. */
  running: AbortController | null;
  /** The number of states expanded so far, while the searches run. */
  searched: number;
  fault: Fault | null;
  /** True once both searches have been played to their end. */
  isSeen: boolean;
  rate: number;
  isRateChosen: boolean;
}

const IDLE = { results: null, running: null, searched: 0, fault: null, isSeen: false };

export function createSearch(
  { i18n, announce, route }: Pick<Lab, "i18n" | "announce" | "route">,
  grid: () => RouteGrid,
) {
  const { t } = i18n;
  const element = el("section", "route-search lab-card");
  const state = createStore<State>({ ...IDLE, rate: 4, isRateChosen: false });
  const change = (changed: Partial<State>) => state.update((old) => ({ ...old, ...changed }));
  const player = new Player(show, isCalm);
  const views = HEURISTICS.map((heuristic) =>
    createSearchView(heuristic, grid(), i18n, (cell) => views.forEach((view) => view.point(cell))),
  );
  const result = createResult(i18n, (at) => views.forEach((view) => view.walk(at)));

  function reset() {
    state.get().running?.abort();
    change(IDLE);
    player.load(0);
    for (const view of views) view.load(grid(), null, 0);
    result.show(grid(), null);
    show();
  }

  /** Runs both searches if there are no results yet, and then calls `act`. */
  async function begin(act: () => void) {
    if (state.get().results) return act();
    if (state.get().running) return;
    const running = new AbortController();
    const isCurrent = () => state.get().running === running;
    change({ running, fault: null, searched: 0 });
    show();
    try {
      const { signal } = running;
      const onProgress = (searched: number) => {
        if (!isCurrent()) return;
        change({ searched });
        draw();
      };
      const results = await runBoth(route, textOf(grid()), { signal, onProgress });
      if (isCurrent()) load(results);
    } catch (error) {
      if (!isCurrent()) return;
      change({ fault: error as Fault });
    }
    change({ running: null });
    show();
    if (state.get().results) act();
  }

  function load(results: SearchResult[]) {
    const states = Math.max(0, ...results.map(({ trace }) => trace.length));
    player.load(states);
    views.forEach((view, index) => view.load(grid(), results[index] ?? null, states));
    change({ results });
    if (!state.get().isRateChosen) setRate(rateFor(states), false);
  }

  function setRate(rate: number, isRateChosen = true) {
    change({ rate, isRateChosen });
    player.rate = rateAt(rate);
    draw();
  }

  function draw() {
    const { searched, fault, rate, running } = state.get();
    const template = controls({
      t,
      player,
      isSearching: running !== null,
      searched,
      rate,
      fault: fault ? faultWords(fault, i18n) : "",
      begin: (act) => void begin(act),
      setRate,
      cancel: reset,
    });
    render(
      html`<h3 class="route-title" data-i18n="lab.route.search"></h3>
        ${template}
        <div class="route-pair">${views.map((view) => view.element)}</div>
        ${result.walkElement}
        <p class="hint" data-i18n="lab.route.legend"></p>`,
      element,
    );
  }

  /** Shows the states up to the player's position. When the player first reaches the end, also shows the results. */
  function show() {
    for (const view of views) view.show(Math.floor(player.at), player.isPlaying);
    draw();
    const { results, isSeen } = state.get();
    if (!results || !player.isOver || player.length === 0 || isSeen) return;
    change({ isSeen: true });
    result.show(grid(), results);
    announce(result.words());
  }

  setRate(state.get().rate, false);
  return {
    element,
    resultElement: result.element,
    /** Aborts the searches and drops their results. Called after a change of the grid. */
    reset,
    /** Updates everything after a change of language or theme. */
    update() {
      for (const view of views) view.update();
      result.update();
      show();
    },
    /** Pauses the searches and the walk. */
    rest() {
      player.pause();
      result.rest();
    },
  };
}
