// The numbers of a comparison as tables.

import { notationOf } from "../../core/languages.ts";
import { COUNTS } from "../methods.ts";
import { el, langOfMoves } from "../../ui/dom.ts";
import { REPORT_D, depthsOf } from "./comparison.ts";
import { nameOf, sayBranching, sayCount, sayLine, sayTime, sayValue } from "./compare-words.ts";

/** @typedef {import("./comparison.ts").Row} Row */
/** @typedef {import("./comparison.ts").Subject} Subject */

const COLUMNS = ["method", "depth", ...COUNTS, "time", "branching", "value", "line"];

/** Left-aligned like the cells below it. @param {HTMLElement[]} cells of a head */
function withLine(cells) {
  cells.at(-1)?.classList.add("is-line");
  return cells;
}

/** @param {string[]} words @param {string} scope */
const heads = (words, scope) =>
  words.map((text) => {
    const cell = el("th", "", text);
    cell.scope = scope;
    return cell;
  });

/** @param {import("../lab-client.ts").Lab} lab @param {Subject} subject @param {Row[]} rows */
export function tableOf(lab, subject, rows) {
  const { i18n } = lab;
  const names = COLUMNS.map((name) => i18n.t(`lab.compare.column.${name}`));
  const head = el("thead", "", el("tr", "", ...withLine(heads(names, "col"))));
  const bodies = depthsOf(rows).map((depth) =>
    el(
      "tbody",
      "",
      ...rows.filter((row) => row.depth === depth).map((row) => rowOf(lab, subject, row)),
    ),
  );
  const caption = el("caption", "unseen", i18n.t("lab.compare.results"));
  return el("table", "lab-table", caption, head, ...bodies);
}

/** One search. @param {import("../lab-client.ts").Lab} lab @param {Subject} subject @param {Row} row */
function rowOf(lab, subject, row) {
  const { i18n, settings } = lab;
  const line = el("td", "lab-line", sayLine(lab, subject, row.line));
  line.lang = langOfMoves(notationOf(settings), i18n);
  const facts = [sayTime(row.millis, i18n), sayBranching(row, i18n), sayValue(row.value, i18n)];
  const counts = COUNTS.map((what) => sayCount(row[what], i18n));
  const cells = [String(row.depth), ...counts, ...facts];
  const name = heads([nameOf(row.method, i18n)], "row");
  const element = el("tr", "", ...name, ...cells.map((text) => el("td", "", text)), line);
  Object.assign(element.dataset, { method: row.method, depth: row.depth });
  return element;
}

/** The figures of report D. @param {import("../../core/i18n.ts").I18n} i18n */
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
  const caption = el("caption", "unseen", t("lab.compare.report.title"));
  return el("table", "lab-table", caption, el("thead", "", head), el("tbody", "", ...rows));
}
