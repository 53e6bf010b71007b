// Shows the numbers of a comparison as tables.

import { html, nothing } from "lit-html";
import type { I18n } from "../../core/i18n.ts";
import { notationOf } from "../../core/languages.ts";
import { langOfMoves } from "../../ui/dom.ts";
import type { Lab } from "../lab-client.ts";
import { COUNTS } from "../methods.ts";
import {
  formatBranching,
  formatCount,
  formatLine,
  formatTime,
  formatValue,
  methodName,
} from "./compare-words.ts";
import { type Row, type Subject, depthsOf, reportRows } from "./comparison.ts";

const COLUMNS = ["method", "depth", ...COUNTS, "time", "branching", "value", "line"];
const REPORT_DEPTHS = [1, 2, 3, 4, 5, 6, 7];

/** Returns a table. `lineColumn` is the index of the column with lines of moves, or -1 if there is none. */
const table = (caption: string, heads: unknown[], bodies: unknown, lineColumn = -1) =>
  html`<table class="lab-table">
    <caption class="unseen">
      ${caption}
    </caption>
    <thead>
      <tr>
        ${heads.map((text, at) => html`<th scope="col" class=${at === lineColumn ? "is-line" : nothing}>${text}</th>`)}
      </tr>
    </thead>
    ${bodies}
  </table>`;

/** Returns the table of all results, with a `tbody` for each depth. */
export function resultTable(lab: Lab, subject: Subject, rows: Row[]) {
  const { t } = lab.i18n;
  const heads = COLUMNS.map((name) => t(`lab.compare.column.${name}`));
  const bodies = depthsOf(rows).map((depth) => {
    const ofDepth = rows.filter((row) => row.depth === depth);
    return html`<tbody>
      ${ofDepth.map((row) => resultRow(lab, subject, row))}
    </tbody>`;
  });
  return table(t("lab.compare.results"), heads, bodies, heads.length - 1);
}

function resultRow(lab: Lab, subject: Subject, row: Row) {
  const { i18n, settings } = lab;
  const cells = [
    row.depth,
    ...COUNTS.map((name) => formatCount(row[name], i18n)),
    formatTime(row.millis, i18n),
    formatBranching(row, i18n),
    formatValue(row.value, i18n),
  ];
  const lang = langOfMoves(notationOf(settings), i18n);
  const line = formatLine(lab, subject, row.line);
  return html`<tr data-method=${row.method} data-depth=${row.depth}>
    <th scope="row">${methodName(row.method, i18n)}</th>
    ${cells.map((text) => html`<td>${text}</td>`)}
    <td class="lab-line" lang=${lang}>${line}</td>
  </tr>`;
}

export function reportTable(i18n: I18n) {
  const heads = [i18n.t("lab.compare.column.method"), ...REPORT_DEPTHS];
  const rows = reportRows().map(([method, leaves]) => {
    const counts = REPORT_DEPTHS.map((depth) => leaves[depth]);
    return html`<tr>
      <th scope="row">${methodName(method, i18n)}</th>
      ${counts.map((count) => html`<td>${count ? formatCount(count, i18n) : "–"}</td>`)}
    </tr>`;
  });
  return table(
    i18n.t("lab.compare.report.title"),
    heads,
    html`<tbody>
      ${rows}
    </tbody>`,
  );
}
