// Drawing a grid: tools, picture, sizes; by mouse, by finger and by keys.

import { el, i18nElement, setText } from "../../ui/dom.ts";
import { Cells } from "./cell-elements.ts";
import { createSizes, createTools } from "./fields.ts";
import {
  DRAWN,
  END,
  KINDS,
  OBSTACLE,
  ROAD,
  START,
  cleared,
  isDrawn,
  withCell,
} from "./route-grid.ts";
import { nameImage, pictureButton, wordButton } from "./route-widgets.ts";
import { Picture } from "./route-picture.ts";
import { bindStrokes } from "./strokes.ts";
import { cellWords, placeWords } from "./route-words.ts";

/** @typedef {import("./route-grid.ts").RouteGrid} RouteGrid */

/**
 * @typedef {object} EditorHandlers
 * @property {import("../../core/i18n.ts").I18n} i18n
 * @property {(words: string) => void} announce
 * @property {ReturnType<typeof import("./history.ts").createHistory>} history
 * @property {() => void} changed  another grid is there
 */

/** What is said when it is done, and when there is nothing to do. */
const TRAVEL = {
  undo: ["lab.route.undo.done", "lab.route.undo.none"],
  redo: ["lab.route.redo.done", "lab.route.redo.none"],
};

/** @param {HTMLElement} host @param {EditorHandlers} handlers */
export function createEditor(host, { i18n, announce, history, changed }) {
  const { t } = i18n;
  let tool = OBSTACLE;

  const tools = createTools(tool, (kind) => (tool = kind));
  const undo = pictureButton("undo", "lab.route.undo", () => travel("undo"));
  const redo = pictureButton("redo", "lab.route.redo", () => travel("redo"));
  const clear = wordButton("button button-small", "lab.route.clear", () =>
    take(cleared(history.now)),
  );
  const frame = el("div", "route-picture");
  const readout = el("p", "route-readout");
  const help = i18nElement("p", "lab.route.help", "hint");
  help.id = "route-help";
  const tooLarge = el("p", "hint");
  const sizes = createSizes(i18n, () => history.now, take);
  host.append(
    tools.element,
    el("div", "route-row-of", undo, redo, clear),
    frame,
    readout,
    help,
    tooLarge,
    sizes.element,
  );

  const image = new Picture(frame, history.now);
  const cells = new Cells(image.stage, {
    name: (cell) => cellWords(history.now, cell, t),
    onFocus: (cell) => point(cell),
    onKey: key,
  });
  cells.help = help.id;
  bindStrokes(image, {
    grid: () => history.now,
    tool: () => tool,
    begun: (cell) => cells.moveTo(cell, true),
    point: (cell, grid) => point(cell ?? cells.focused, grid),
    done: take,
  });

  /** @param {RouteGrid} grid */
  function take(grid) {
    const isNew = history.push(grid);
    if (isNew) changed();
    return isNew;
  }

  /** @param {number|null} cell @param {RouteGrid} [grid] with a stroke that is not done yet */
  function point(cell, grid = history.now) {
    image.setMark(cell);
    setText(readout, cell === null ? "" : cellWords(grid, cell, t));
  }

  /** @param {number} cell @param {KeyboardEvent} event */
  function key(cell, event) {
    const { key: name, ctrlKey, metaKey, shiftKey, altKey } = event;
    if ((ctrlKey || metaKey) && /^[zy]$/i.test(name)) {
      travel(/y/i.test(name) || shiftKey ? "redo" : "undo");
      return true;
    }
    if (ctrlKey || metaKey || altKey) return false;
    if (/^[0-4]$/.test(name)) return put(cell, Number(name));
    if (name !== " " && name !== "Enter") return false;
    return put(cell, history.now.cells[cell] === tool && !isEnd(tool) ? ROAD : tool);
  }

  /** @param {number} cell @param {number} kind */
  function put(cell, kind) {
    const before = history.now.cells[cell];
    const place = placeWords(history.now, cell, t);
    if (take(withCell(history.now, cell, kind))) announce(cellWords(history.now, cell, t));
    else if (isEnd(before) && before !== kind)
      announce(t("lab.route.fixed", { place, kind: t(`lab.route.kind.${KINDS[before]}`) }));
    point(cell);
    return true;
  }

  /** @param {"undo"|"redo"} way */
  function travel(way) {
    const done = history[way]();
    if (done) changed();
    announce(t(TRAVEL[way][done ? 0 : 1]));
  }

  /** @type {RouteGrid|null} */
  let shown = null;

  return {
    /** The grid, the words or the colours have changed. @param {boolean} [all] not only the grid */
    update(all = false) {
      const grid = history.now;
      const canDraw = isDrawn(grid);
      image.setGrid(grid);
      cells.setGrid(canDraw ? grid : null);
      cells.label = t("lab.route.grid.label");
      if (all) image.recolor();
      if (all || shown !== grid)
        cells.rename(canDraw && shown !== null && grid.cells.length <= 400);
      shown = grid;
      undo.disabled = !history.canUndo;
      redo.disabled = !history.canRedo;
      clear.disabled = !canDraw;
      tools.enable(canDraw);
      help.hidden = !canDraw;
      readout.hidden = !canDraw;
      tooLarge.hidden = canDraw;
      frame.classList.toggle("is-drawn", canDraw);
      const words = canDraw ? "" : t("lab.route.large", { ...sizeOf(grid), most: DRAWN.max });
      nameImage(image.stage, canDraw ? null : t("lab.route.grid.label"));
      setText(tooLarge, words);
      sizes.update();
    },
  };
}

/** @param {RouteGrid} grid */
const sizeOf = ({ rows, columns }) => ({ rows, columns });

/** @param {number} kind */
const isEnd = (kind) => kind === START || kind === END;
