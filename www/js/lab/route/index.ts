// The route panel: an editor for a grid, A* and uniform-cost search on the grid, and a walk along the route that they
// find.

import { html, render } from "lit-html";
import { translate } from "../../core/i18n.ts";
import { createStore } from "../../core/store.ts";
import type { StoreProblem } from "../../core/stored.ts";
import type { Lab, Panel } from "../lab-client.ts";
import { createEditor } from "./grid-editor.ts";
import { createSource } from "./grid-source.ts";
import { createHistory } from "./history.ts";
import { createRouteStorage } from "./route-grid.ts";
import { sample } from "./samples.ts";
import { createSearch } from "./search-panel.ts";

const WHY = ["problem", "states", "missed", "admissible", "uniform"];

export function createRouteLab(host: HTMLElement, lab: Lab): Panel {
  const { i18n } = lab;
  const problem = createStore<StoreProblem | null>(null);
  const storage = createRouteStorage(() => localStorage, problem.set);
  const history = createHistory(storage.load() ?? sample("crossing"));
  const grid = () => history.now;
  const editor = createEditor(lab, history, onChange);
  const source = createSource(lab, grid, editor.take);
  const search = createSearch(lab, grid);

  function onChange() {
    editor.update();
    source.update();
    search.reset();
    storage.save(history.now);
  }

  function draw() {
    const code = problem.get();
    const fault = code && i18n.t(`lab.route.storage.${code}`);
    render(
      html`<h2 class="lab-subtitle" data-i18n="lab.route.title"></h2>
        <p class="route-lead" data-i18n="lab.route.lead"></p>
        <div class="route-columns">
          <div class="route-column">${editor.element} ${source.element}</div>
          <div class="route-column">${search.element} ${search.resultElement}</div>
        </div>
        <section class="route-why lab-card">
          <h3 class="route-title" data-i18n="lab.route.why"></h3>
          <div class="route-prose">
            ${WHY.map(
              (name) =>
                html`<div class="route-why-part">
                  <h4 class="route-why-title" data-i18n="lab.route.why.${name}.title"></h4>
                  <p data-i18n="lab.route.why.${name}"></p>
                </div>`,
            )}
          </div>
        </section>
        <div role="alert"><p class="faults">${fault}</p></div>`,
      host,
    );
  }

  function update() {
    draw();
    translate(host, i18n);
    editor.update(true);
    source.update();
    search.update();
  }

  host.classList.add("route");
  problem.subscribe(draw);
  // Pauses all playback while the panel is out of sight.
  new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) search.rest();
  }).observe(host);
  update();
  return { update };
}
