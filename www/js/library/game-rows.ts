// Templates of the header and the rows of the list of games.

import { html, nothing } from "lit-html";
import type { I18n } from "../core/i18n.ts";
import { textIn } from "../core/languages.ts";
import type { Column, Row } from "../database/types.ts";
import { isTagFilled } from "../rules/record-words.ts";
import type { Sorting } from "./list-window.ts";

export const COLUMNS = [
  "added",
  "red",
  "black",
  "result",
  "date",
  "event",
  "plies",
  "opening",
] as const satisfies Column[];
type ShownColumn = (typeof COLUMNS)[number];

const RESULT_SIGNS: Record<Row["result"], string> = {
  red: "1-0",
  black: "0-1",
  draw: "½-½",
  ongoing: "*",
};
/** Marks games with comments, variations, move signs or drawings. */
const ANNOTATED_SIGN = "✎";
/** The number of header rows, which `aria-rowindex` counts, too. */
export const HEAD_ROWS = 1;

export function headTemplate({ t }: I18n, sort: Sorting, onSort: (column: Column) => void) {
  const direction = sort.descending ? "descending" : "ascending";
  const cells = COLUMNS.map(
    (column) =>
      html`<div
        class="library-cell is-${column}"
        role="columnheader"
        aria-sort=${column === sort.column ? direction : "none"}
      >
        <button
          type="button"
          class="library-sort"
          data-column=${column}
          @click=${() => onSort(column)}
          .textContent=${t(`library.column.${column}`)}
        ></button>
      </div>`,
  );
  return html`<div class="library-row library-row-head" role="row" aria-rowindex="1">
    <div class="library-cell is-selected" role="columnheader">
      <span class="unseen">${t("library.column.selected")}</span>
    </div>
    ${cells}
  </div>`;
}

interface RowState {
  /** The game; undefined while it is being fetched. */
  game: Row | undefined;
  index: number;
  isSelected: boolean;
  /** True for the row on which keys act. */
  isActive: boolean;
  /** The distance from the top of the first row, in CSS pixels. */
  top: number;
}

/** Returns the title of a game without players, which stands for their names; "" for other games. */
const titleOf = ({ red, black, title }: Row): string =>
  isTagFilled(red) || isTagFilled(black) ? "" : title;

function textOf(game: Row | undefined, column: Exclude<ShownColumn, "result">, i18n: I18n) {
  if (!game) return "";
  const title = titleOf(game);
  if (column === "added") return String(game.id + 1);
  if (title && column === "red") return title;
  if (title && column === "black") return "";
  if (title && column === "event" && game.event === title) return "";
  if (column === "plies") return String(game.plies);
  if (column === "opening") return `${game.opening} ${textIn(game.named, i18n.lang).text}`.trim();
  if (isTagFilled(game[column])) return game[column];
  return column === "red" || column === "black" ? i18n.t("library.unknown") : "";
}

/** Returns the text of a cell in print. */
export const cellText = (game: Row, column: ShownColumn, i18n: I18n): string =>
  column === "result" ? RESULT_SIGNS[game.result] : textOf(game, column, i18n);

/** Returns a row. Screen readers get the result and the notes in words instead of signs. */
export function rowTemplate({ game, index, isSelected, isActive, top }: RowState, i18n: I18n) {
  const { t } = i18n;
  const text = (column: Parameters<typeof textOf>[1]) => textOf(game, column, i18n);
  const labels = game?.labels.join(t("list.facts")) ?? "";
  const annotated = game?.annotated ?? false;
  const notes =
    (annotated ? t("library.annotated") : "") + (labels && t("library.labels.heard", { labels }));
  const isTitled = game !== undefined && titleOf(game) !== "";
  return html`<div
    class=${`library-row${isActive ? " is-at" : ""}${isTitled ? " is-titled" : ""}`}
    role="row"
    id="library-row-${index}"
    data-place=${index}
    aria-rowindex=${index + 1 + HEAD_ROWS}
    aria-selected=${isSelected}
    .style=${`transform: translateY(${top}px)`}
  >
    <div class="library-cell is-selected" role="gridcell"><span class="library-mark"></span></div>
    <div class="library-cell is-added" role="gridcell" .textContent=${text("added")}></div>
    <div
      class="library-cell is-red"
      role="gridcell"
      aria-colspan=${isTitled ? 2 : nothing}
      .textContent=${text("red")}
    ></div>
    <div class="library-cell is-black" role="gridcell" .textContent=${text("black")}></div>
    <div class="library-cell is-result" role="gridcell">
      <span aria-hidden="true" .textContent=${game ? RESULT_SIGNS[game.result] : ""}></span
      ><span class="unseen" .textContent=${game ? t(`library.result.${game.result}`) : ""}></span>
    </div>
    <div class="library-cell is-date" role="gridcell" .textContent=${text("date")}></div>
    <div class="library-cell is-event" role="gridcell">
      <span
        class="library-noted"
        aria-hidden="true"
        .textContent=${annotated ? ANNOTATED_SIGN : ""}
      ></span
      ><span class="library-labels" aria-hidden="true" .textContent=${labels}></span
      ><span .textContent=${text("event")}></span><span class="unseen" .textContent=${notes}></span>
    </div>
    <div class="library-cell is-plies" role="gridcell" .textContent=${text("plies")}></div>
    <div class="library-cell is-opening" role="gridcell" .textContent=${text("opening")}></div>
  </div>`;
}
