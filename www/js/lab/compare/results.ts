// What a comparison has found so far: in sentences, as charts, as a table to take along.

import { button, el, i18nElement, setText, toClipboard } from "../../ui/dom.ts";
import { formatDay } from "../../rules/records.ts";
import { downloadFile } from "../../core/download.ts";
import { createCharts } from "./charts.ts";
import { agreement, csvOf, savings } from "./comparison.ts";
import { reportTable, tableOf } from "./table.ts";
import { nameOf, sayShare, sayTimes } from "./compare-words.ts";
import { isStart } from "../lab-position.ts";

/** @typedef {import("./compare-storage.ts").Result} Result */
/** @typedef {import("../../core/i18n.ts").I18n} I18n */

/** Times closer than this are the same: no clock is better. */
const LEVEL = 0.05;

/**
 * What a share saved is called: a percentage, or times where that says more.
 * @param {number} saved of 1 @param {[less: string, more: string, times: string, none: string]} keys @param {I18n} i18n
 * @param {number} [least]  what is less is nothing
 */
function sayShareAs(saved, [less, more, times, none], i18n, least = 0) {
  if (saved === 0 || Math.abs(saved) < least) return { key: none, amount: "" };
  if (saved <= -1) return { key: times, amount: sayTimes(1 - saved, i18n) };
  return { key: saved >= 0 ? less : more, amount: sayShare(saved, i18n) };
}

/** What follows from the numbers. @param {Result["rows"]} rows @param {I18n} i18n @returns {string[]} */
export function findings(rows, i18n) {
  const { t } = i18n;
  const words = savings(rows).map(({ method, other, depth, leaves, time }) => {
    const names = { depth, method: nameOf(method, i18n), other: nameOf(other, i18n) };
    const looks = sayShareAs(leaves, ["saved", "cost", "many", "same"], i18n);
    const lasts =
      time === null
        ? { key: "brief", amount: "" }
        : sayShareAs(time, ["faster", "slower", "longer", "level"], i18n, LEVEL);
    const first = t(`lab.compare.${looks.key}`, { ...names, leaves: looks.amount });
    return first + t(`lab.compare.${lasts.key}`, { time: lasts.amount });
  });
  const { compared, differsAt } = agreement(rows);
  if (differsAt !== null) words.push(t("lab.compare.disagree", { depth: differsAt }));
  else if (compared) words.push(t("lab.compare.agree"));
  if (rows.some(({ method }) => method === "chuhe")) words.push(t("lab.compare.inexact"));
  return words;
}

/** @param {() => void} copy @param {() => void} save @param {HTMLElement} told */
function exports(copy, save, told) {
  const [copying, saving] = [
    button("button button-small", copy),
    button("button button-small", save),
  ];
  copying.dataset.i18n = "lab.compare.copy";
  saving.dataset.i18n = "lab.compare.download";
  [copying.id, saving.id] = ["compare-copy", "compare-download"];
  return el("div", "lab-actions", copying, saving, told);
}

/** @param {HTMLElement} host @param {import("../lab-client.ts").Lab} lab */
export function createResults(host, lab) {
  const { i18n, position } = lab;
  /** @type {Result|null} */
  let result = null;
  const about = el("p", "hint lab-subject");
  const other = el("p", "hint lab-other");
  const list = el("ul", "lab-findings");
  const told = Object.assign(el("p", "hint"), { role: "status" });
  const csv = () => (result ? csvOf(result.subject, result.rows) : "");
  const copy = async () => {
    const done = await toClipboard(csv());
    setText(told, i18n.t(done ? "lab.compare.copied" : "lab.compare.copyFailed"));
  };
  const save = () => downloadFile(`chuhe-lab-${formatDay(new Date())}.csv`, csv());
  const figures = el("div", "lab-figures");
  const charts = createCharts(figures, lab);
  const table = Object.assign(el("div", "lab-scroll"), { tabIndex: 0, role: "region" });
  const report = el("details", "lab-about");
  const note = i18nElement("p", "lab.compare.branching", "hint");
  host.append(
    i18nElement("h3", "lab.compare.results", "lab-subtitle"),
    about,
    other,
    list,
    figures,
  );
  host.append(
    exports(() => void copy(), save, told),
    table,
    note,
    report,
  );

  function update() {
    host.hidden = !result || result.rows.length === 0;
    if (!result || host.hidden) return;
    const { subject, rows } = result;
    const { t } = i18n;
    const judge = t(`lab.compare.judge.${subject.judge}.name`);
    setText(about, t("lab.compare.of", { judge, fen: subject.fen }));
    other.hidden = subject.fen === position.get().fen;
    setText(other, t("lab.compare.other"));
    list.replaceChildren(...findings(rows, i18n).map((words) => el("li", "", words)));
    charts.update(subject, rows);
    table.setAttribute("aria-label", t("lab.compare.results"));
    table.replaceChildren(tableOf(lab, subject, rows));
    report.hidden = !isStart(subject);
    const summary = el("summary", "", t("lab.compare.report.title"));
    const region = el("div", "lab-scroll", reportTable(i18n));
    region.tabIndex = 0;
    region.setAttribute("role", "region");
    region.setAttribute("aria-label", t("lab.compare.report.title"));
    report.replaceChildren(summary, el("p", "hint", t("lab.compare.report.how")), region);
  }

  return {
    update,
    /** @param {Result|null} next */
    show(next) {
      result = next;
      setText(told, "");
      update();
    },
  };
}
