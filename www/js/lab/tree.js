// Stepping through a small search.

import { el } from "../panels/dom.js";

/** @param {HTMLElement} host @param {import("./desk.js").Desk} desk @returns {import("./main.js").Panel} */
export function createTreeView(host, desk) {
  const title = el("h2", "lab-subtitle");
  title.dataset.i18n = "lab.tree.title";
  host.append(title);
  void desk;
  return { update() {} };
}
