// The numbers of a comparison as tables.

import { el } from "../panels/dom.js";
import { REPORT_D, depthsOf } from "./compare-data.js";
import { nameOf, sayBranching, sayCount, sayLine, sayTime, sayValue } from "./compare-words.js";
import { langOf } from "../panels/dom.js";

/** @typedef {import("./compare-data.js").Row} Row */
/** @typedef {import("./compare-data.js").Subject} Subject */

const COUNTS = /** @type {const} */ (["leaves", "nodes", "cutoffs", "researches", "known"]);
const COLUMNS = ["method", "depth", ...COUNTS, "time", "branching", "value", "line"];

/** @param {string[]} words @param {string} scope */
const heads = (words, scope) =>
  words.map((text) => {
    const cell = el("th", "", text);
    cell.scope = scope;
    return cell;
  });

/** @param {import("./desk.js").Desk} desk @param {Subject} subject @param {Row[]} rows */
export function tableOf(desk, subject, rows) {
  const { i18n, settings } = desk;
  const { t } = i18n;
  const head = el(
    "thead",
    "",
    el(
      "tr",
      "",
      ...heads(
        COLUMNS.map((name) => t(`lab.compare.column.${name}`)),
        "col",
      ),
    ),
  );
  const bodies = depthsOf(rows).map((depth) => {
    const body = el("tbody");
    for (const row of rows.filter((each) => each.depth === depth)) {
      const [name] = heads([nameOf(row.method, i18n)], "row");
      const counts = COUNTS.map((what) => el("td", "", sayCount(row[what], i18n)));
      const line = el("td", "lab-line", sayLine(desk, subject, row.line));
      line.lang = langOf(settings.notation, i18n);
      const facts = [sayTime(row.millis, i18n), sayBranching(row, i18n), sayValue(row.value, i18n)];
      const cells = [
        el("td", "", String(depth)),
        ...counts,
        ...facts.map((text) => el("td", "", text)),
        line,
      ];
      const tr = el("tr", "", /** @type {HTMLElement} */ (name), ...cells);
      tr.dataset.method = row.method;
      tr.dataset.depth = String(depth);
      body.append(tr);
    }
    return body;
  });
  const table = el(
    "table",
    "lab-table",
    el("caption", "unseen", t("lab.compare.results")),
    head,
    ...bodies,
  );
  return table;
}

/** The figures of report D. @param {import("../i18n.js").I18n} i18n */
export function reportTable(i18n) {
  const { t } = i18n;
  const depths = [1, 2, 3, 4, 5, 6, 7];
  const head = el(
    "tr",
    "",
    ...heads([t("lab.compare.column.method"), ...depths.map(String)], "col"),
  );
  const rows = Object.entries(REPORT_D).map(([method, leaves]) => {
    const [name] = heads([nameOf(method, i18n)], "row");
    const cells = depths.map((depth) =>
      el("td", "", leaves[depth] ? sayCount(leaves[depth], i18n) : "–"),
    );
    return el("tr", "", /** @type {HTMLElement} */ (name), ...cells);
  });
  const caption = el("caption", "", t("lab.compare.report.title"));
  return el("table", "lab-table", caption, el("thead", "", head), el("tbody", "", ...rows));
}
