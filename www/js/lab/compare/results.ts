// Shows the results of a comparison in sentences, as charts, and as a table that can be copied or saved.

import { html, render } from "lit-html";
import { downloadFile } from "../../core/download.ts";
import { type I18n, translate } from "../../core/i18n.ts";
import { createStore } from "../../core/store.ts";
import { formatDay } from "../../rules/records.ts";
import { el, toClipboard } from "../../ui/dom.ts";
import type { Lab } from "../lab-client.ts";
import { isStart } from "../lab-position.ts";
import { createCharts } from "./charts.ts";
import type { Result } from "./compare-storage.ts";
import { formatMultiple, formatShare, methodName } from "./compare-words.ts";
import { agreement, csvOf, savings } from "./comparison.ts";
import { wordButton } from "../templates.ts";
import { reportTable, resultTable } from "./table.ts";

/** The smallest share of time that counts as saved or lost; smaller shares may be inaccuracies of the clock. */
const EQUAL_TIMES = 0.05;

type Sentence =
  "saved" | "cost" | "many" | "same" | "faster" | "slower" | "longer" | "level" | "brief";
type Keys = [less: Sentence, more: Sentence, times: Sentence, none: Sentence];

/**
 * Formats a saved share as a percentage, or a loss of 100 % or more as a multiple. A share with a magnitude below
 * `least` counts as 0. Returns the key of the sentence and the amount.
 */
function formatSaving(saved: number, [less, more, times, none]: Keys, i18n: I18n, least = 0) {
  if (saved === 0 || Math.abs(saved) < least) return { key: none, amount: "" };
  if (saved <= -1) return { key: times, amount: formatMultiple(1 - saved, i18n) };
  return { key: saved >= 0 ? less : more, amount: formatShare(saved, i18n) };
}

export function findings(rows: Result["rows"], i18n: I18n): string[] {
  const { t } = i18n;
  const sentences = savings(rows).map(({ method, other, depth, leaves, time }) => {
    const names = { depth, method: methodName(method, i18n), other: methodName(other, i18n) };
    const leavesPart = formatSaving(leaves, ["saved", "cost", "many", "same"], i18n);
    const timePart =
      time === null
        ? { key: "brief" as const, amount: "" }
        : formatSaving(time, ["faster", "slower", "longer", "level"], i18n, EQUAL_TIMES);
    const first = t(`lab.compare.${leavesPart.key}`, { ...names, leaves: leavesPart.amount });
    return first + t(`lab.compare.${timePart.key}`, { time: timePart.amount });
  });
  const { compared, differsAt } = agreement(rows);
  if (differsAt !== null) sentences.push(t("lab.compare.disagree", { depth: differsAt }));
  else if (compared) sentences.push(t("lab.compare.agree"));
  if (rows.some(({ method }) => method === "chuhe")) sentences.push(t("lab.compare.inexact"));
  return sentences;
}

export function createResults(lab: Lab) {
  const { i18n, position } = lab;
  const { t } = i18n;
  const element = el("section", "lab-card lab-results");
  const state = createStore<{ result: Result | null; note: string }>({ result: null, note: "" });
  const charts = createCharts(i18n, () => state.get().result);

  async function copy({ subject, rows }: Result) {
    const isCopied = await toClipboard(csvOf(subject, rows));
    const note = t(isCopied ? "lab.compare.copied" : "lab.compare.copyFailed");
    state.update(({ result }) => ({ result, note }));
  }

  const save = ({ subject, rows }: Result) =>
    downloadFile(`chuhe-lab-${formatDay(new Date())}.csv`, csvOf(subject, rows));

  function template(result: Result, note: string) {
    const { subject, rows } = result;
    const judge = t(`lab.compare.judge.${subject.judge}.name`);
    const title = t("lab.compare.results");
    const reportTitle = t("lab.compare.report.title");
    return html`<h3 class="lab-subtitle">${title}</h3>
      <p class="hint lab-subject">${t("lab.compare.of", { judge, fen: subject.fen })}</p>
      <p
        class="hint lab-other"
        data-i18n="lab.compare.other"
        ?hidden=${subject.fen === position.get().fen}
      ></p>
      <ul class="lab-findings">
        ${findings(rows, i18n).map((sentence) => html`<li>${sentence}</li>`)}
      </ul>
      ${charts.element}
      <div class="lab-actions">
        ${wordButton("lab.compare.copy", () => void copy(result), { id: "compare-copy" })}
        ${wordButton("lab.compare.download", () => save(result), { id: "compare-download" })}
        <p class="hint" role="status">${note}</p>
      </div>
      <div class="lab-scroll" tabindex="0" role="region" aria-label=${title}>
        ${resultTable(lab, subject, rows)}
      </div>
      <p class="hint" data-i18n="lab.compare.branching"></p>
      <details class="lab-about" ?hidden=${!isStart(subject)}>
        <summary>${reportTitle}</summary>
        <p class="hint">${t("lab.compare.report.how")}</p>
        <div class="lab-scroll" tabindex="0" role="region" aria-label=${reportTitle}>
          ${reportTable(i18n)}
        </div>
      </details>`;
  }

  function update() {
    const { result, note } = state.get();
    element.hidden = !result || result.rows.length === 0;
    if (!result || element.hidden) return;
    charts.update();
    render(template(result, note), element);
    translate(element, i18n);
  }

  state.subscribe(update);
  return {
    element,
    update,
    show: (result: Result | null) => state.set({ result, note: "" }),
  };
}
