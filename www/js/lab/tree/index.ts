// Stepping through a small search: what is to be searched, and the stage on which it happens.

import { el, setText } from "../../ui/dom.ts";
import { Session } from "./session.ts";
import { createSetup } from "./tree-setup.ts";
import { createStage } from "./tree-panel.ts";

/** @typedef {import("../lab-client.ts").Lab} Lab */

/** The most steps of the search, as its trace counts them, that are kept. */
export const LIMIT = 20_000;

/** @param {HTMLElement} host @param {Lab} lab @returns {import("../main.ts").Panel} */
export function createTreeView(host, lab) {
  const title = el("h2", "lab-subtitle");
  title.dataset.i18n = "lab.tree.title";
  const choices = el("div", "lab-tree-setup");
  const notice = el("p", "lab-tree-notice");
  notice.setAttribute("role", "status");
  host.append(title, choices, notice);
  const stage = createStage(host, lab);
  /** What the notice says: a line of the locale files. */
  let said = "";
  let isShown = false;
  /** What is shown is what is wanted. */
  let isNew = false;
  let running = new AbortController();

  const setup = createSetup(choices, lab, () => void run());
  lab.position.subscribe(() => {
    setup.takeOwn();
    isNew = false;
    if (isShown) void run();
  });

  /** @param {string} key */
  function say(key) {
    said = key;
    const limit = new Intl.NumberFormat(lab.i18n.htmlLang).format(LIMIT);
    setText(notice, key ? lab.i18n.t(key, { limit }) : "");
  }

  /** Traces what is wanted, and begins at its first step. */
  async function run() {
    running.abort();
    const { signal } = (running = new AbortController());
    isNew = true;
    host.setAttribute("aria-busy", "true");
    const { wanted } = setup;
    try {
      const trace = await lab.trace({ ...wanted, limit: LIMIT }, { signal });
      if (signal.aborted) return;
      say(trace.found ? "" : "lab.tree.limit");
      stage.show(new Session({ place: placeOf(wanted), ...wanted }, trace.events));
    } catch (error) {
      if (signal.aborted) return;
      isNew = false;
      stage.show(null);
      say("lab.failed");
      throw error;
    } finally {
      if (!signal.aborted) host.removeAttribute("aria-busy");
    }
  }

  /** @param {import("./tree-setup.ts").Wanted} wanted @returns {import("./tree-position.ts").Place} */
  function placeOf({ startFen, moves }) {
    const game = new lab.Game(startFen, moves);
    const { placement, turn } = game.view();
    game.free();
    return { placement, turn };
  }

  return {
    update() {
      setup.update();
      say(said);
      stage.refresh();
    },
    show() {
      isShown = true;
      if (!isNew) void run();
    },
  };
}
