// Routes over a grid: draw it, watch A* and uniform-cost search, walk along the answer.

import { el, i18nElement, setText } from "../../ui/dom.ts";
import { translate } from "../../core/i18n.ts";
import { createEditor } from "./grid-editor.ts";
import { createHistory } from "./history.ts";
import { createRouteStorage } from "./route-storage.ts";
import { alertOf } from "./route-widgets.ts";
import { sample } from "./samples.ts";
import { createSearch } from "./search-panel.ts";
import { createSource } from "./grid-source.ts";

/** What is explained, paragraph by paragraph. */
const WHY = ["problem", "states", "missed", "admissible", "uniform"];

/** @param {HTMLElement} host @param {import("../lab-client.ts").Lab} lab @returns {import("../main.ts").Panel} */
export function createRouteLab(host, lab) {
  const { i18n, announce } = lab;
  const { t } = i18n;
  const storageNote = el("p", "faults");
  /** @type {"full"|"blocked"|null} */
  let storageFault = null;
  const storage = createRouteStorage(
    () => localStorage,
    (code) => {
      storageFault = code;
      setText(storageNote, t(`lab.route.storage.${code}`));
    },
  );
  const history = createHistory(storage.load() ?? sample("crossing"));
  const problem = el("section", "route-problem lab-card", titled("lab.route.grid"));
  const ready = el("div");
  problem.append(ready);
  const source = el("section", "route-source lab-card", titled("lab.route.other"));
  const search = el("section", "route-search lab-card", titled("lab.route.search"));
  const result = el("section", "route-result lab-card");
  result.hidden = true;
  host.classList.add("route");
  host.append(
    i18nElement("h2", "lab.route.title", "lab-subtitle"),
    i18nElement("p", "lab.route.lead", "route-lead"),
    el(
      "div",
      "route-columns",
      el("div", "route-column", problem, source),
      el("div", "route-column", search, result),
    ),
    explanation(),
    alertOf(storageNote),
  );

  const editor = createEditor(problem, { i18n, announce, history, changed });
  const sources = createSource(ready, source, {
    i18n,
    announce,
    grid: () => history.now,
    take(grid) {
      if (history.push(grid)) changed();
    },
    async check(text) {
      const session = await lab.route(text, "manhattan");
      session.free();
    },
  });
  const both = createSearch(search, result, {
    i18n,
    announce,
    open: lab.route,
    grid: () => history.now,
  });

  function changed() {
    editor.update();
    sources.update();
    both.reset();
    storage.save(history.now);
  }

  function update() {
    translate(host, i18n);
    editor.update(true);
    sources.update();
    both.update();
    if (storageFault) setText(storageNote, t(`lab.route.storage.${storageFault}`));
  }

  // What cannot be seen does not go on moving.
  new IntersectionObserver((seen) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) both.rest();
  }).observe(host);

  update();
  return { update };
}

/** @param {string} key */
const titled = (key) => i18nElement("h3", key, "route-title");

function explanation() {
  const parts = WHY.map((name) =>
    el(
      "div",
      "route-why-part",
      i18nElement("h4", `lab.route.why.${name}.title`, "route-why-title"),
      i18nElement("p", `lab.route.why.${name}`),
    ),
  );
  return el(
    "section",
    "route-why lab-card",
    titled("lab.route.why"),
    el("div", "route-prose", ...parts),
  );
}
