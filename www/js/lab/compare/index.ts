// The compare panel: runs search methods side by side, depth by depth, and shows their counts.

import { html, render } from "lit-html";
import { createStore } from "../../core/store.ts";
import { byId } from "../../ui/dom.ts";
import type { Lab, Panel } from "../lab-client.ts";
import { countMoves, piecesOf, pliesOf } from "../lab-position.ts";
import type { Method } from "../methods.ts";
import { compareForm, methodNotes } from "./compare-form.ts";
import { type Choices, type Result, createCompareStorage } from "./compare-storage.ts";
import { describeFailure, formatCount, formatTime, methodName } from "./compare-words.ts";
import { planOf } from "./comparison.ts";
import { createResults } from "./results.ts";

interface State {
  choices: Choices;
  /** The depth that the chosen depth rule gives for the position, in plies. */
  limit: number;
  isRunning: boolean;
  /**
   * The progress of the running search; null if none runs. `share` is the completed part of the comparison, from 0 to
   * 1.
   */
  progress: { method: Method; depth: number; nodes: number; share: number } | null;
  outcome: string;
  fault: string;
  result: Result | null;
}

export function createCompare(host: HTMLElement, lab: Lab): Panel {
  const { i18n, position } = lab;
  const { t } = i18n;
  const storage = createCompareStorage(() => localStorage);
  const stored = storage.load();
  const state = createStore<State>({
    ...stored,
    limit: stored.choices.depth,
    isRunning: false,
    progress: null,
    outcome: "",
    fault: "",
  });
  const change = (changed: Partial<State>) => state.update((old) => ({ ...old, ...changed }));
  const results = createResults(lab);
  let running: AbortController | null = null;
  let limitRequest = 0;

  function save() {
    const { choices, result } = state.get();
    storage.save({ choices, result });
  }

  /** Updates and returns the depth that the chosen depth rule gives for the position. */
  async function updateLimit() {
    const { rule, depth } = state.get().choices;
    const id = ++limitRequest;
    const now = position.get();
    const limit =
      rule === "fixed"
        ? depth
        : await lab.depth(rule, pliesOf(now), piecesOf(now), depth).catch(() => depth);
    if (id === limitRequest) change({ limit });
    return limit;
  }

  function choose(changed: Partial<Choices>) {
    change({ choices: { ...state.get().choices, ...changed } });
    void updateLimit();
    save();
  }

  const cancel = () => running?.abort();

  async function run() {
    if (running) return;
    const { signal } = (running = new AbortController());
    change({ outcome: "", fault: "" });
    if (countMoves(position.get()) === 0) {
      running = null;
      return change({ outcome: t("lab.compare.over") });
    }
    setRunning(true);
    const start = performance.now();
    try {
      const searches = await search(signal);
      const time = formatTime(performance.now() - start, i18n);
      change({ outcome: t("lab.compare.done", { searches, time }) });
    } catch (error) {
      const fault = describeFailure(error, i18n) ?? "";
      change({ fault, outcome: fault ? "" : t("lab.compare.cancelled") });
    }
    running = null;
    setRunning(false);
    save();
  }

  /**
   * Runs one search after another, and shows each result as soon as its search has ended. Returns the number of
   * searches.
   */
  async function search(signal: AbortSignal) {
    const { methods, judge } = state.get().choices;
    const { startFen, moves, fen } = position.get();
    let result: Result = { subject: { startFen, moves, fen, judge }, rows: [] };
    const plan = planOf(methods, await updateLimit());
    for (const [index, { method, depth }] of plan.entries()) {
      const onProgress = ({ nodes }: { nodes: number }) =>
        change({ progress: { method, depth, nodes, share: index / plan.length } });
      onProgress({ nodes: 0 });
      const job = { startFen, moves, method, judge, depth };
      const answer = await lab.search(job, { signal, onProgress });
      result = { ...result, rows: [...result.rows, { ...answer, method, depth }] };
      change({ result }); // the results of the last comparison stay until the first new one
      results.show(result);
    }
    return plan.length;
  }

  /** Replaces the button "run" with "cancel", or the reverse. If the old button had the focus, focuses the new one. */
  function setRunning(isRunning: boolean) {
    const [before, after] = isRunning
      ? ["compare-run", "compare-cancel"]
      : ["compare-cancel", "compare-run"];
    const hadFocus = document.activeElement?.id === before;
    change({ isRunning, progress: null });
    if (hadFocus) byId(after).focus({ preventScroll: true });
  }

  function progressText({ method, depth, nodes }: NonNullable<State["progress"]>) {
    const name = methodName(method, i18n);
    return t("lab.compare.running", { method: name, depth, nodes: formatCount(nodes, i18n) });
  }

  function draw() {
    const { progress, outcome, fault } = state.get();
    const moves = countMoves(position.get());
    render(
      html`<section class="lab-card lab-compare">
          <h2 class="lab-subtitle" data-i18n="lab.compare.title"></h2>
          ${compareForm({ ...state.get(), moves, i18n, choose, run, cancel })}
          <div class="lab-state">
            <p class="lab-running">${progress && progressText(progress)}</p>
            <progress
              class="progress-bar"
              max="1"
              .value=${progress?.share ?? 0}
              ?hidden=${!progress}
              aria-label=${t("lab.compare.progress")}
            ></progress>
            <p class="hint" role="status" id="compare-said">${outcome}</p>
            <p class="faults" role="alert">${fault}</p>
          </div>
        </section>
        ${results.element} ${methodNotes()}`,
      host,
    );
  }

  results.show(state.get().result);
  draw();
  state.subscribe(draw);
  position.subscribe(() => {
    void updateLimit();
    results.update();
  });
  void updateLimit();
  return {
    update() {
      draw();
      results.update();
    },
  };
}
