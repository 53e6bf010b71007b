// Routes over a grid.

import { el } from "../panels/dom.js";

/** @param {HTMLElement} host @param {import("./desk.js").Desk} desk @returns {import("./main.js").Panel} */
export function createRouteLab(host, desk) {
  const title = el("h2", "lab-subtitle");
  title.dataset.i18n = "lab.route.title";
  host.append(title);
  void desk;
  return { update() {} };
}
