// The view of one of the two searches: the picture of its expanded states, their number, and the result.

import { html, render } from "lit-html";
import type { I18n } from "../../core/i18n.ts";
import { el } from "../../ui/dom.ts";
import type { Heuristic } from "../types.ts";
import { CellElements } from "./cell-elements.ts";
import { isCalm } from "../player.ts";
import { type RouteGrid, isDrawn } from "./route-grid.ts";
import { Picture } from "./route-picture.ts";
import { placeAt } from "./route-walk.ts";
import { stateWords } from "./route-words.ts";
import { type SearchResult, routeOf } from "./two-searches.ts";

/** Creates the view. `onPoint` is called with the cell that is under the pointer or has the focus; null for none. */
export function createSearchView(
  heuristic: Heuristic,
  firstGrid: RouteGrid,
  { t }: I18n,
  onPoint: (cell: number | null) => void,
) {
  let grid = firstGrid;
  let result: SearchResult | null = null;
  let shown = 0;
  let pointed: number | null = null;
  let walker: ReturnType<typeof placeAt> | null = null;
  const element = el("figure", "route-figure");
  const frame = el("div", "route-picture");
  element.dataset.heuristic = heuristic;
  const image = new Picture(frame, grid);
  const words = (cell: number) => stateWords(grid, result?.trace, shown, cell, t);
  const cells = new CellElements(image.stage, { name: words, onFocus: onPoint });
  image.stage.addEventListener("pointermove", (event) => onPoint(image.cellAt(event)));
  image.stage.addEventListener("pointerleave", () => onPoint(cells.focused));

  const isOver = () => result !== null && shown >= result.trace.length;

  function countWords() {
    if (!result) return t("lab.route.count.none");
    if (!isOver()) return t("lab.route.count", { count: shown });
    const { outcome, trace } = result;
    return outcome.state === "found"
      ? t("lab.route.count.found", { count: trace.count, steps: outcome.steps })
      : t("lab.route.count.over", { count: trace.count });
  }

  function draw() {
    const route = isOver() ? routeOf(result) : null;
    image.setRoute(route, route === null ? null : walker);
    element.dataset.shown = String(shown);
    render(
      html`<figcaption>
          <strong class="route-method" data-i18n="lab.route.method.${heuristic}"></strong>
          <span class="route-estimate" data-i18n="lab.route.estimate.${heuristic}"></span>
        </figcaption>
        <p class="route-count">${countWords()}</p>
        ${frame}
        <p class="route-readout">${pointed === null ? "" : words(pointed)}</p>`,
      element,
    );
  }

  /** Updates everything after a change of language or theme. */
  function update() {
    const label = t("lab.route.picture", { method: t(`lab.route.method.${heuristic}`) });
    cells.label = label;
    image.label = isDrawn(grid) ? null : label;
    image.recolour();
    cells.rename();
    draw();
  }

  return {
    element,
    update,
    /** Sets the grid and the result; `count` is the number of states of the longer search. */
    load(nextGrid: RouteGrid, nextResult: SearchResult | null, count: number) {
      [grid, result, shown, walker] = [nextGrid, nextResult, 0, null];
      image.setGrid(grid);
      image.setTrace(result?.trace ?? null, count);
      cells.setGrid(isDrawn(grid) ? grid : null);
      update();
    },
    show(at: number, isPlaying: boolean) {
      shown = result ? Math.min(at, result.trace.length) : 0;
      image.show(shown);
      if (!isPlaying) cells.rename();
      draw();
    },
    point(cell: number | null) {
      pointed = cell;
      image.setMark(cell);
      draw();
    },
    /** Shows the walker after `at` steps of the route; null removes it. */
    walk(at: number | null) {
      const route = routeOf(result);
      const step = at !== null && isCalm() ? Math.floor(at) : at;
      walker = step === null || route === null ? null : placeAt(grid, route, step);
      draw();
    },
  };
}
