// Comparing ways to search: side by side, depth by depth, counted.

import { el } from "../panels/dom.js";

/** @param {HTMLElement} host @param {import("./desk.js").Desk} desk @returns {import("./main.js").Panel} */
export function createCompare(host, desk) {
  const title = el("h2", "lab-subtitle");
  title.dataset.i18n = "lab.compare.title";
  host.append(title);
  void desk;
  return { update() {} };
}
