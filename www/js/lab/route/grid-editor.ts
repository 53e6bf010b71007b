// The editor of a grid: samples, tools, picture and size fields. It works with a mouse, a finger and the keyboard.

import { html, render } from "lit-html";
import { isIntegerIn } from "../../core/numbers.ts";
import { createStore } from "../../core/store.ts";
import { el } from "../../ui/dom.ts";
import { itemAt } from "../item-at.ts";
import type { Lab } from "../lab-client.ts";
import { iconButton, numberField, wordButton } from "../templates.ts";
import { CellElements } from "./cell-elements.ts";
import { signPicture } from "./colours.ts";
import type { History } from "./history.ts";
import {
  DRAWN,
  KINDS,
  MAX_STAMINA,
  OBSTACLE,
  ROAD,
  cleared,
  isDrawn,
  isEnd,
  kindName,
  resized,
  withCell,
  withStamina,
} from "./route-grid.ts";
import type { RouteGrid } from "./route-grid.ts";
import { Picture } from "./route-picture.ts";
import { cellWords, placeWords } from "./route-words.ts";
import { SAMPLES, sample } from "./samples.ts";
import { bindStrokes } from "./strokes.ts";

interface State {
  tool: number;
  /** The description of the cell under the pointer or with the focus. */
  readout: string;
  fault: string;
}

/**
 * The greatest number of cells whose accessible names are updated at once after a change. In larger grids the names are
 * updated after a delay.
 */
const SMALL = 400;

/** Creates the editor. `onChange` is called after another grid has become current. */
export function createEditor(
  { i18n: { t }, announce }: Pick<Lab, "i18n" | "announce">,
  history: History,
  onChange: () => void,
) {
  const element = el("section", "route-problem lab-card");
  const frame = el("div", "route-picture");
  const state = createStore<State>({ tool: OBSTACLE, readout: "", fault: "" });
  const change = (changed: Partial<State>) => state.update((old) => ({ ...old, ...changed }));
  draw();
  const image = new Picture(frame, history.now);
  const cells = new CellElements(
    image.stage,
    { name: (cell) => cellWords(history.now, cell, t), onFocus: point, onKey },
    "route-help",
  );
  /** The grid that the accessible names of the cells describe. */
  let named: RouteGrid | null = null;
  state.subscribe(draw);
  bindStrokes(image, {
    grid: () => history.now,
    tool: () => state.get().tool,
    onBegin: (cell) => cells.moveTo(cell, true),
    onPoint: (cell, grid) => point(cell ?? cells.focused, grid),
    onEnd: take,
  });

  /** Makes a grid the current one. Returns false if the grid was current already. */
  function take(grid: RouteGrid) {
    const isNew = history.push(grid);
    if (isNew) onChange();
    return isNew;
  }

  function clear() {
    take(cleared(history.now));
  }

  /** Marks and describes a cell. During a stroke `grid` contains the cells drawn so far. */
  function point(cell: number | null, grid = history.now) {
    image.setMark(cell);
    change({ readout: cell === null ? "" : cellWords(grid, cell, t) });
  }

  function onKey(cell: number, { key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) {
    const { tool } = state.get();
    if ((ctrlKey || metaKey) && /^[zy]$/i.test(key)) {
      travel(/y/i.test(key) || shiftKey ? "redo" : "undo");
      return true;
    }
    if (ctrlKey || metaKey || altKey) return false;
    if (/^[0-4]$/.test(key)) return put(cell, Number(key));
    if (key !== " " && key !== "Enter") return false;
    return put(cell, history.now.cells[cell] === tool && !isEnd(tool) ? ROAD : tool);
  }

  function put(cell: number, kind: number) {
    const before = itemAt(history.now.cells, cell);
    const place = placeWords(history.now, cell, t);
    if (take(withCell(history.now, cell, kind))) announce(cellWords(history.now, cell, t));
    else if (isEnd(before) && before !== kind)
      announce(t("lab.route.fixed", { place, kind: t(`lab.route.kind.${kindName(before)}`) }));
    point(cell);
    return true;
  }

  function travel(way: "undo" | "redo") {
    const isDone = history[way]();
    if (isDone) onChange();
    announce(t(`lab.route.${way}.${isDone ? "done" : "none"}`));
  }

  function tools(canDraw: boolean) {
    const tool = (kind: number) =>
      html`<label>
        <input
          type="radio"
          name="route-tool"
          value=${kind}
          .checked=${kind === state.get().tool}
          @change=${() => change({ tool: kind })}
        />
        <span class="route-tool">
          ${signPicture(kind)}
          <b class="route-tool-name" data-i18n="lab.route.kind.${kindName(kind)}"></b>
          <kbd class="route-digit" aria-hidden="true">${kind}</kbd>
        </span>
      </label>`;
    const look = canDraw ? "" : "is-off";
    return html`<fieldset class="route-tools segments ${look}" ?disabled=${!canDraw}>
      <legend class="unseen" data-i18n="lab.route.tools"></legend>
      ${[...KINDS.keys()].map(tool)}
    </fieldset>`;
  }

  function sizeField(
    name: "rows" | "columns" | "stamina",
    bounds: { min: number; max: number },
    resize: (now: RouteGrid, value: number) => RouteGrid,
  ) {
    const key = `lab.route.size.${name}` as const;
    return numberField(key, bounds, history.now[name], (input) => {
      const isGood = isIntegerIn(input.valueAsNumber, bounds.min, bounds.max);
      change({ fault: isGood ? "" : t("lab.route.size.fault", { what: t(key), ...bounds }) });
      if (isGood) take(resize(history.now, input.valueAsNumber));
      else input.value = String(history.now[name]);
    });
  }

  function sizeFields() {
    const limited = (side: number) => Math.min(side, DRAWN.max);
    return [
      sizeField("rows", DRAWN, (now, rows) => resized(now, rows, limited(now.columns))),
      sizeField("columns", DRAWN, (now, columns) => resized(now, limited(now.rows), columns)),
      sizeField("stamina", { min: 0, max: MAX_STAMINA }, withStamina),
    ];
  }

  function draw() {
    const { readout, fault } = state.get();
    const { rows, columns } = history.now;
    const canDraw = isDrawn(history.now);
    const tooLarge = canDraw ? "" : t("lab.route.large", { rows, columns, most: DRAWN.max });
    render(
      html`<h3 class="route-title" data-i18n="lab.route.grid"></h3>
        <div>
          <div class="route-samples">
            <span class="field-label" data-i18n="lab.route.samples"></span>
            <div class="route-row-of">
              ${SAMPLES.map((name) =>
                wordButton(`lab.route.sample.${name}`, () => void take(sample(name))),
              )}
            </div>
          </div>
        </div>
        ${tools(canDraw)}
        <div class="route-row-of">
          ${iconButton("undo", "lab.route.undo", () => travel("undo"), !history.canUndo)}
          ${iconButton("redo", "lab.route.redo", () => travel("redo"), !history.canRedo)}
          ${wordButton("lab.route.clear", clear, { disabled: !canDraw })}
        </div>
        ${frame}
        <p class="route-readout" ?hidden=${!canDraw}>${readout}</p>
        <p class="hint" id="route-help" data-i18n="lab.route.help" ?hidden=${!canDraw}></p>
        <p class="hint" ?hidden=${canDraw}>${tooLarge}</p>
        <div>
          <div class="route-sizes">${sizeFields()}</div>
          <div role="alert"><p class="faults">${fault}</p></div>
        </div>`,
      element,
    );
  }

  return {
    element,
    take,
    /** Shows the current grid. With `isAll`, also updates words and colours. */
    update(isAll = false) {
      const { now } = history;
      const canDraw = isDrawn(now);
      image.setGrid(now);
      cells.setGrid(canDraw ? now : null);
      cells.label = t("lab.route.grid.label");
      if (isAll) image.recolour();
      if (isAll || named !== now)
        cells.rename(canDraw && named !== null && now.cells.length <= SMALL);
      named = now;
      frame.classList.toggle("is-drawn", canDraw);
      image.label = canDraw ? null : t("lab.route.grid.label");
      change({ fault: "" });
    },
  };
}
