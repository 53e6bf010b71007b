// The numbers of a comparison as tables.

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
/** The depths that report D lists. */
const REPORT_DEPTHS = [1, 2, 3, 4, 5, 6, 7];

/** Returns the results of all searches, a body of the table for each depth. */
export const resultTable = (lab: Lab, subject: Subject, rows: Row[]) =>
  html`<table class="lab-table">
    <caption class="unseen">
      ${lab.i18n.t("lab.compare.results")}
    </caption>
    <thead>
      <tr>
        ${COLUMNS.map(
          (name) =>
            html`<th scope="col" class=${name === "line" ? "is-line" : nothing}>
              ${lab.i18n.t(`lab.compare.column.${name}`)}
            </th>`,
        )}
      </tr>
    </thead>
    ${depthsOf(rows).map(
      (depth) =>
        html`<tbody>
          ${rows.filter((row) => row.depth === depth).map((row) => resultRow(lab, subject, row))}
        </tbody>`,
    )}
  </table>`;

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

/** Returns the figures of report D. */
export const reportTable = (i18n: I18n) =>
  html`<table class="lab-table">
    <caption class="unseen">
      ${i18n.t("lab.compare.report.title")}
    </caption>
    <thead>
      <tr>
        ${[i18n.t("lab.compare.column.method"), ...REPORT_DEPTHS].map(
          (text) => html`<th scope="col">${text}</th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${reportRows().map(
        ([method, leaves]) =>
          html`<tr>
            <th scope="row">${methodName(method, i18n)}</th>
            ${REPORT_DEPTHS.map((depth) => {
              const count = leaves[depth];
              return html`<td>${count ? formatCount(count, i18n) : "–"}</td>`;
            })}
          </tr>`,
      )}
    </tbody>
  </table>`;
