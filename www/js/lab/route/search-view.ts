// One of the two pictures of a search: what it has expanded, how much, and what it found.

import { el, i18nElement, setText } from "../../ui/dom.ts";
import { Cells } from "./cell-elements.ts";
import { isDrawn } from "./route-grid.ts";
import { isCalm, nameImage } from "./route-widgets.ts";
import { Picture } from "./route-picture.ts";
import { placeAt } from "./route-walk.ts";
import { stateWords } from "./route-words.ts";

/** @typedef {import("./route-grid.ts").RouteGrid} RouteGrid */
/** @typedef {import("./two-searches.ts").Side} Side */
/** @typedef {import("../types.ts").Heuristic} Heuristic */

/**
 * @param {Heuristic} heuristic @param {RouteGrid} first @param {import("../../core/i18n.ts").I18n} i18n @param {(cell: number|null) => void} point
 */
export function createSide(heuristic, first, { t }, point) {
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
      i18nElement("strong", `lab.route.method.${heuristic}`, "route-method"),
      i18nElement("span", `lab.route.estimate.${heuristic}`, "route-estimate"),
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
      shown = side ? Math.min(at, side.trace.length) : 0;
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
    /** Somebody goes along the route that was found here. @param {number|null} at steps from the start */
    walk(at) {
      const route = side?.outcome.state === "found" ? side.outcome.route : null;
      walker =
        at === null || route === null ? null : placeAt(grid, route, isCalm() ? Math.floor(at) : at);
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
