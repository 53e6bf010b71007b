// The tree panel: controls that choose a small search, and the steps of that search.

import type { MessageKey } from "../../core/message-keys.ts";
import { html, render } from "lit-html";
import { createStore } from "../../core/store.ts";
import type { Lab, Panel } from "../lab-client.ts";
import { readPosition } from "../lab-position.ts";
import { Session } from "./session.ts";
import { LESSONS } from "./tree-lessons.ts";
import { createStepPanel } from "./step-panel.ts";
import { type TreeChoices, OWN, choicesOf, jobOf, treeSetup } from "./tree-setup.ts";

/** The greatest number of events in a trace. Of a longer search, only the steps up to this event are shown. */
const LIMIT = 20_000;

interface State {
  choices: TreeChoices;
  /** The locale key of the notice, or "". */
  notice: MessageKey | "";
}

export function createTreeView(host: HTMLElement, lab: Lab): Panel {
  const { i18n, position } = lab;
  const state = createStore<State>({ choices: choicesOf(LESSONS[0]), notice: "" });
  const change = (changed: Partial<State>) => state.update((old) => ({ ...old, ...changed }));
  const panel = createStepPanel(lab);
  let isShown = false;
  /** True if the panel shows the chosen search, or if the trace of that search has been requested. */
  let isCurrent = false;
  let running = new AbortController();

  function draw() {
    const { choices, notice } = state.get();
    const limit = new Intl.NumberFormat(i18n.htmlLang).format(LIMIT);
    const text = notice && i18n.t(notice, { limit });
    render(
      html`<h2 class="lab-subtitle" data-i18n="lab.tree.title"></h2>
        ${treeSetup(choices, choose, i18n)}
        <p class="lab-tree-notice" role="status">${text}</p>
        ${panel.element}`,
      host,
    );
  }

  function choose(choices: TreeChoices) {
    change({ choices });
    void run();
  }

  /** Traces the chosen search and shows its first step. */
  async function run() {
    running.abort();
    const { signal } = (running = new AbortController());
    isCurrent = true;
    host.setAttribute("aria-busy", "true");
    const job = jobOf(state.get().choices, position.get());
    try {
      const trace = await lab.trace({ ...job, limit: LIMIT }, { signal });
      if (signal.aborted) return;
      change({ notice: trace.found ? "" : "lab.tree.limit" });
      panel.show(
        new Session(
          { start: readPosition(lab.Game, job.startFen, job.moves), ...job },
          trace.events,
        ),
      );
    } catch (error) {
      if (signal.aborted) return;
      isCurrent = false;
      panel.show(null);
      change({ notice: "lab.failed" });
      throw error;
    } finally {
      if (!signal.aborted) host.removeAttribute("aria-busy");
    }
  }

  draw();
  state.subscribe(draw);
  position.subscribe(() => {
    change({ choices: { ...state.get().choices, position: OWN } });
    isCurrent = false;
    if (isShown) void run();
  });
  return {
    update() {
      draw();
      panel.refresh();
    },
    show() {
      isShown = true;
      if (!isCurrent) void run();
    },
  };
}
