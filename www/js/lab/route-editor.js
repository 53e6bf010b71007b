// Drawing a grid: tools, picture, sizes; by mouse, by finger and by keys.

import { el, setText } from "../panels/dom.js";
import { Cells } from "./route-cells.js";
import {
  DRAWN,
  END,
  KINDS,
  MAX_STAMINA,
  OBSTACLE,
  ROAD,
  START,
  cleared,
  isDrawn,
  painted,
  resized,
  strokeOf,
  withStamina,
} from "./route-grid.js";
import { signPicture } from "./route-ink.js";
import {
  alertOf,
  isWithin,
  nameImage,
  numberField,
  pictureButton,
  wordButton,
  worded,
} from "./route-parts.js";
import { Picture } from "./route-picture.js";
import { cellWords, placeWords } from "./route-words.js";

/** @typedef {import("./route-grid.js").RouteGrid} RouteGrid */

/**
 * @typedef {object} EditorHand
 * @property {import("../i18n.js").I18n} i18n
 * @property {(words: string) => void} announce
 * @property {ReturnType<typeof import("./route-history.js").createHistory>} history
 * @property {() => void} changed  another grid is there
 */

/** What is said when it is done, and when there is nothing to do. */
const TRAVEL = {
  undo: ["lab.route.undo.done", "lab.route.undo.none"],
  redo: ["lab.route.redo.done", "lab.route.redo.none"],
};

/** @param {HTMLElement} host @param {EditorHand} hand */
export function createEditor(host, { i18n, announce, history, changed }) {
  const { t } = i18n;
  let tool = OBSTACLE;
  /** While a stroke is drawn: the grid so far, what it paints, where it was last. @type {{ grid: RouteGrid, kind: number, at: number }|null} */
  let stroke = null;

  const tools = el(
    "fieldset",
    "route-tools segments",
    worded("legend", "unseen", "lab.route.tools"),
  );
  for (const [kind, name] of KINDS.entries()) tools.append(toolChoice(kind, name));
  const undo = pictureButton("undo", "lab.route.undo", () => travel("undo"));
  const redo = pictureButton("redo", "lab.route.redo", () => travel("redo"));
  const clear = wordButton("button button-small", "lab.route.clear", () => {
    if (history.push(cleared(history.now))) changed();
  });
  const frame = el("div", "route-picture");
  const readout = el("p", "route-readout");
  const help = worded("p", "hint", "lab.route.help");
  help.id = "route-help";
  const tooLarge = el("p", "hint");
  const sides = { min: DRAWN.min, max: DRAWN.max };
  const rows = numberField("lab.route.size.rows", sides, (value) => resize(value, "rows"));
  const columns = numberField("lab.route.size.columns", sides, (value) => resize(value, "columns"));
  const stamina = numberField("lab.route.size.stamina", { min: 0, max: MAX_STAMINA }, setStamina);
  const sizeFault = el("p", "faults");
  host.append(
    tools,
    el("div", "route-row-of", undo, redo, clear),
    frame,
    readout,
    help,
    tooLarge,
    el("div", "route-sizes", rows.field, columns.field, stamina.field),
    alertOf(sizeFault),
  );

  const image = new Picture(frame, history.now);
  const cells = new Cells(image.stage, {
    name: (cell) => cellWords(history.now, cell, t),
    onFocus: point,
    onKey: key,
  });
  cells.help = help.id;
  listen();

  /** @param {number} kind @param {string} name */
  function toolChoice(kind, name) {
    const input = el("input");
    input.type = "radio";
    input.name = "route-tool";
    input.value = String(kind);
    input.checked = kind === tool;
    input.addEventListener("change", () => (tool = kind));
    const words = el("b", "route-tool-name");
    words.dataset.i18n = `lab.route.kind.${name}`;
    const digit = el("kbd", "route-digit", String(kind));
    digit.setAttribute("aria-hidden", "true");
    return el("label", "", input, el("span", "route-tool", signPicture(kind), words, digit));
  }

  /** @param {number|null} cell */
  function point(cell) {
    image.setMark(cell);
    setText(readout, cell === null ? "" : cellWords(stroke?.grid ?? history.now, cell, t));
  }

  function listen() {
    image.stage.addEventListener("pointerdown", begin);
    image.stage.addEventListener("pointermove", (event) => {
      if (stroke) goOn(event);
      else if (event.pointerType === "mouse") point(image.cellAt(event));
    });
    image.stage.addEventListener("pointerup", finish);
    image.stage.addEventListener("pointercancel", finish);
    image.stage.addEventListener("pointerleave", () => !stroke && point(cells.focused));
  }

  /** @param {PointerEvent} event */
  function begin(event) {
    const cell = image.cellAt(event);
    if (event.button !== 0 || cell === null || !isDrawn(history.now)) return;
    event.preventDefault();
    image.stage.setPointerCapture(event.pointerId);
    const before = history.now.cells[cell];
    // Start and end are taken along; what is there already is wiped out.
    const kind = isEnd(before) ? before : before === tool ? ROAD : tool;
    stroke = { grid: painted(history.now, cell, kind), kind, at: cell };
    cells.moveTo(cell, true);
    showStroke(cell);
  }

  /** @param {PointerEvent} event */
  function goOn(event) {
    const cell = image.cellAt(event);
    if (!stroke || cell === null || cell === stroke.at) return;
    for (const next of strokeOf(stroke.grid, stroke.at, cell))
      stroke.grid = painted(stroke.grid, next, stroke.kind);
    stroke.at = cell;
    showStroke(cell);
  }

  /** @param {number} cell */
  function showStroke(cell) {
    if (!stroke) return;
    image.setGrid(stroke.grid);
    point(cell);
  }

  function finish() {
    if (!stroke) return;
    const { grid } = stroke;
    stroke = null;
    if (history.push(grid)) changed();
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
    if (history.push(painted(history.now, cell, kind))) {
      changed();
      announce(cellWords(history.now, cell, t));
    } else if (isEnd(before) && before !== kind)
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

  /** @param {number} value @param {"rows"|"columns"} which */
  function resize(value, which) {
    const { rows: now, columns: along } = history.now;
    if (!check(value, sides, which)) return;
    const grid =
      which === "rows" ? [value, Math.min(along, DRAWN.max)] : [Math.min(now, DRAWN.max), value];
    if (history.push(resized(history.now, grid[0], grid[1]))) changed();
  }

  /** @param {number} value */
  function setStamina(value) {
    if (!check(value, { min: 0, max: MAX_STAMINA }, "stamina")) return;
    if (history.push(withStamina(history.now, value))) changed();
  }

  /** Says what a number may be. @param {number} value @param {{ min: number, max: number }} bounds @param {string} which */
  function check(value, bounds, which) {
    const isGood = isWithin(value, bounds);
    setText(
      sizeFault,
      isGood ? "" : t("lab.route.size.fault", { what: t(`lab.route.size.${which}`), ...bounds }),
    );
    if (!isGood) showSizes();
    return isGood;
  }

  function showSizes() {
    const { now } = history;
    rows.input.value = String(now.rows);
    columns.input.value = String(now.columns);
    stamina.input.value = String(now.stamina);
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
      if (shown !== grid) setText(sizeFault, "");
      shown = grid;
      undo.disabled = !history.canUndo;
      redo.disabled = !history.canRedo;
      clear.disabled = !canDraw;
      tools.disabled = !canDraw;
      tools.classList.toggle("is-off", !canDraw);
      help.hidden = !canDraw;
      readout.hidden = !canDraw;
      tooLarge.hidden = canDraw;
      frame.classList.toggle("is-drawn", canDraw);
      const words = canDraw ? "" : t("lab.route.large", { ...sizeOf(grid), most: DRAWN.max });
      nameImage(image.stage, canDraw ? null : t("lab.route.grid.label"));
      setText(tooLarge, words);
      showSizes();
    },
  };
}

/** @param {RouteGrid} grid */
const sizeOf = ({ rows, columns }) => ({ rows, columns });

/** @param {number} kind */
const isEnd = (kind) => kind === START || kind === END;
