// Comparing ways to search: side by side, depth by depth, counted.

import { el, i18nElement, setText } from "../../ui/dom.ts";
import { createAbout } from "./method-notes.ts";
import { planOf } from "./comparison.ts";
import { countMoves, createForm } from "./compare-form.ts";
import { createResults } from "./results.ts";
import { createCompareStorage } from "./compare-storage.ts";
import { nameOf, sayCount, sayTime } from "./compare-words.ts";
import { sayFailure } from "../failure-words.ts";

/** @typedef {import("./compare-storage.ts").Result} Result */

/** How far a comparison is. @param {HTMLElement} host @param {import("../../core/i18n.ts").I18n} i18n */
function createProgress(host, i18n) {
  const words = el("p", "lab-running");
  const bar = Object.assign(el("progress", "progress-bar"), { max: 1 });
  const fault = Object.assign(el("p", "faults"), { role: "alert" });
  const outcome = Object.assign(el("p", "hint"), { role: "status", id: "compare-said" });
  bar.hidden = true;
  host.append(words, bar, outcome, fault);
  return {
    /** @param {string} method @param {number} depth @param {number} nodes @param {number} done of 1 */
    tell(method, depth, nodes, done) {
      bar.hidden = false;
      bar.value = done;
      bar.setAttribute("aria-label", i18n.t("lab.compare.progress"));
      const params = { method: nameOf(method, i18n), depth, nodes: sayCount(nodes, i18n) };
      setText(words, i18n.t("lab.compare.running", params));
    },
    begin() {
      setText(fault, "");
      setText(outcome, "");
    },
    /** @param {string} end how it ended @param {string} wrong why it failed */
    end(end, wrong = "") {
      bar.hidden = true;
      setText(words, "");
      setText(outcome, end);
      setText(fault, wrong);
    },
  };
}

/** @param {HTMLElement} host @param {import("../lab-client.ts").Lab} lab @returns {import("../main.ts").Panel} */
export function createCompare(host, lab) {
  const { i18n, position } = lab;
  const storage = createCompareStorage(() => localStorage);
  const kept = storage.load();
  /** @type {Result|null} */
  let result = kept.result;
  /** @type {AbortController|null} */
  let running = null;

  const card = el("section", "lab-card lab-compare");
  const [choices, state] = [el("div", "lab-form"), el("div", "lab-state")];
  const found = el("section", "lab-card lab-results");
  const about = el("section", "lab-card");
  card.append(i18nElement("h2", "lab.compare.title", "lab-subtitle"), choices, state);
  host.append(card, found, about);
  const progress = createProgress(state, i18n);
  const results = createResults(found, lab);
  const save = () => storage.save({ choices: form.get(), result });
  const does = { run: () => void run(), cancel: () => running?.abort(), changed: save };
  const form = createForm(choices, lab, kept.choices, does);
  createAbout(about);
  position.subscribe(update);

  async function run() {
    if (running) return;
    const mine = new AbortController();
    running = mine;
    progress.begin();
    if (countMoves(lab) === 0) {
      running = null;
      return progress.end(i18n.t("lab.compare.over"));
    }
    form.running(true);
    const start = performance.now();
    try {
      const rows = await search(mine.signal);
      const time = sayTime(performance.now() - start, i18n);
      progress.end(i18n.t("lab.compare.done", { searches: rows, time }));
    } catch (error) {
      const wrong = sayFailure(error, i18n);
      progress.end(wrong ? "" : i18n.t("lab.compare.cancelled"), wrong ?? "");
    }
    running = null;
    form.running(false);
    save();
  }

  /** One search after another; what is found is shown at once. @param {AbortSignal} signal @returns {Promise<number>} how many there were */
  async function search(signal) {
    const { methods, judge } = form.get();
    const { startFen, moves, fen } = position.get();
    const now = {
      subject: { startFen, moves, fen, judge },
      rows: /** @type {Result["rows"]} */ ([]),
    };
    const plan = planOf(methods, await form.limit());
    for (const [index, { method, depth }] of plan.entries()) {
      const tell = (/** @type {number} */ nodes) =>
        progress.tell(method, depth, nodes, index / plan.length);
      tell(0);
      const job = { startFen, moves, method, judge, depth };
      const answer = await lab.search(job, { signal, onProgress: ({ nodes }) => tell(nodes) });
      now.rows.push({ ...answer, method, depth });
      result = now; // what was there before stays until something takes its place
      results.show(now);
    }
    return plan.length;
  }

  function update() {
    form.update();
    results.update();
  }

  results.show(result);
  return { update };
}
