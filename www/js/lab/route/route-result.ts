// Shows the results of both searches: the answer, the counts side by side, the route in letters, and a walk along it.

import { html, render } from "lit-html";
import type { I18n } from "../../core/i18n.ts";
import { createStore } from "../../core/store.ts";
import { el, toClipboard } from "../../ui/dom.ts";
import { itemAt } from "../item-at.ts";
import { iconButton, playButton, wordButton } from "../templates.ts";
import { Player, isCalm } from "../player.ts";
import type { RouteGrid } from "./route-grid.ts";
import { type Stop, crossedTwice, stepsWithoutLimit, stopsOf } from "./route-walk.ts";
import { type Translate, noneWords, placeWords, sparedWords } from "./route-words.ts";
import { type SearchResult, routeOf } from "./two-searches.ts";

/**
 * The pace of walks: `rate` is the speed of a short walk in steps per second; `seconds` is the duration of a long walk.
 */
const PACE = { rate: 2.5, seconds: 30 };
const MAX_NAMED = 3;

interface Shown {
  grid: RouteGrid;
  results: readonly SearchResult[];
}

/** Creates the results. `onWalk` gets the walker's position in steps from the start, or null before a walk has begun. */
export function createResult({ t }: I18n, onWalk: (at: number | null) => void) {
  const element = el("section", "route-result lab-card");
  const state = createStore<{ shown: Shown | null; note: string }>({ shown: null, note: "" });
  const walk = createWalk(t, onWalk);

  async function copy(route: string) {
    const isCopied = await toClipboard(route);
    const letters = element.querySelector(".route-letters");
    if (!isCopied && letters) getSelection()?.selectAllChildren(letters);
    const note = t(isCopied ? "export.copied" : "export.copyFailed");
    state.update(({ shown }) => ({ shown, note }));
  }

  function sentences() {
    const { shown } = state.get();
    const [guided, uniform] = shown?.results ?? [];
    if (!shown || !guided || !uniform) return ["", "", ""];
    const { grid } = shown;
    const { outcome } = guided;
    return [
      outcome.state === "found"
        ? t("lab.route.found", { steps: outcome.steps })
        : t("lab.route.none"),
      outcome.state === "found"
        ? wayWords(grid, outcome.route, t)
        : noneWords(grid, stepsWithoutLimit(grid), t),
      sparedWords(guided.trace.count, uniform.trace.count, t),
    ];
  }

  function draw() {
    const { shown, note } = state.get();
    const [answer, why, spared] = sentences();
    const results = shown?.results ?? [];
    const route = routeOf(results[0]);
    element.hidden = shown === null;
    render(
      html`<h3 class="route-title" data-i18n="lab.route.result"></h3>
        <p class="route-answer">${answer}</p>
        <p class="route-reason">${why}</p>
        ${resultTable(results, t)}
        <p class="route-spared">${spared}</p>
        <div class="route-way" ?hidden=${route === null}>
          <div class="route-row-of">
            <span class="field-label" data-i18n="lab.route.letters"></span>
            ${wordButton("lab.route.letters.copy", () => void copy(route ?? ""))}
            <span class="hint" role="status">${note}</span>
          </div>
          <code
            class="route-letters"
            tabindex="0"
            translate="no"
            role="textbox"
            aria-readonly="true"
            data-i18n-label="lab.route.letters"
            >${route ?? ""}</code
          >
        </div>`,
      element,
    );
  }

  draw();
  state.subscribe(draw);
  return {
    element,
    walkElement: walk.element,
    /** Shows the results of both searches; null hides them. */
    show(grid: RouteGrid, results: readonly SearchResult[] | null) {
      if (results && state.get().shown?.results === results) return;
      state.set({ shown: results && { grid, results }, note: "" });
      walk.load(grid, routeOf(results?.[0]));
    },
    /** Updates the words after a change of language. */
    update() {
      draw();
      walk.update();
    },
    words: () => sentences().join(" "),
    rest: walk.rest,
  };
}

/** Describes the refills of a route and the cells that it visits more than once. */
function wayWords(grid: RouteGrid, route: string, t: Translate) {
  const stops = stopsOf(grid, route);
  const twice = crossedTwice(stops);
  const count = stops.filter(({ filled }) => filled).length;
  const fills = t(count > 0 ? "lab.route.fills" : "lab.route.fills.none", { count });
  if (twice.length === 0) return fills;
  const places = twice.slice(0, MAX_NAMED).map((cell) => placeWords(grid, cell, t));
  const more = twice.length - places.length;
  if (more > 0) places.push(t("lab.route.place.more", { count: more }));
  const crossed = t("lab.route.twice", { places: places.join(t("lab.route.place.and")) });
  return t("lab.route.way", { fills, twice: crossed });
}

/** Returns the table of both searches, with bars that compare their numbers of expanded states. */
function resultTable(results: readonly SearchResult[], t: Translate) {
  const most = Math.max(1, ...results.map(({ trace }) => trace.count));
  return html`<table class="route-table">
    <caption class="unseen" data-i18n="lab.route.table"></caption>
    <thead>
      <tr>
        ${["method", "estimate", "expanded", "steps"].map(
          (name) => html`<th scope="col" data-i18n="lab.route.table.${name}"></th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${results.map(
        ({ heuristic, trace: { count }, outcome }) =>
          html`<tr>
            <th scope="row">${t(`lab.route.method.${heuristic}`)}</th>
            <td>${t(`lab.route.estimate.${heuristic}`)}</td>
            <td class="route-count-cell">
              <span>${count}</span>
              <span class="route-bar-room">
                <span class="route-bar" .style=${`inline-size: ${(100 * count) / most}%`}></span>
              </span>
            </td>
            <td>${outcome.state === "found" ? outcome.steps : -1}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** Creates the controls of a walk along the route, which show the stamina at each step. */
function createWalk(t: Translate, onWalk: (at: number | null) => void) {
  const element = el("div");
  const player = new Player(show, isCalm);
  let walk: { grid: RouteGrid; stops: Stop[] } | null = null;
  let isWalking = false;

  function play() {
    if (player.isPlaying) return player.pause();
    isWalking = true;
    player.play();
  }

  function step(count: number) {
    isWalking = true;
    player.step(count);
  }

  function draw(stop: Stop, steps: number, full: number) {
    const at = Math.floor(player.at);
    const { isPlaying, isOver } = player;
    const { stamina, filled } = stop;
    const share = full === 0 ? 0 : stamina / full;
    const label = t(isPlaying ? "lab.route.pause" : "lab.route.walk");
    const key = filled ? "lab.route.walk.filled" : "lab.route.walk.at";
    const look = `${filled ? "is-filled" : ""} ${share <= 0.25 ? "is-low" : ""}`;
    render(
      html`<div class="route-walk">
        <div class="route-row-of">
          ${iconButton("back", "lab.route.walk.back", () => step(-1), at === 0)}
          ${playButton("button-small", isPlaying, label, play)}
          ${iconButton("on", "lab.route.walk.on", () => step(1), isOver)}
        </div>
        <div class="route-stamina-row">
          <span
            class="route-stamina ${look}"
            role="meter"
            data-i18n-label="lab.route.size.stamina"
            aria-valuemin="0"
            aria-valuemax=${full}
            aria-valuenow=${stamina}
          >
            <span class="route-stamina-fill" .style=${`inline-size: ${100 * share}%`}></span>
          </span>
          <p class="route-walk-words">${t(key, { step: at, steps, stamina, full })}</p>
        </div>
      </div>`,
      element,
    );
  }

  function show() {
    if (!walk) return;
    const { grid, stops } = walk;
    draw(itemAt(stops, Math.floor(player.at)), stops.length - 1, grid.stamina);
    onWalk(isWalking ? player.at : null);
  }

  element.hidden = true;
  draw({ cell: 0, stamina: 0, filled: false }, 0, 0); // creates the elements, so that the page can translate them
  return {
    element,
    /** Sets the route to walk along; null hides the controls. */
    load(grid: RouteGrid, route: string | null) {
      element.hidden = route === null;
      walk = route === null ? null : { grid, stops: stopsOf(grid, route) };
      isWalking = false;
      player.load(walk ? walk.stops.length - 1 : 0);
      player.rate = Math.max(PACE.rate, player.length / PACE.seconds);
      if (walk) show();
      else onWalk(null);
    },
    update: show,
    rest: () => player.pause(),
  };
}
