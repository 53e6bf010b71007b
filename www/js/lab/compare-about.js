// How each method works and where it comes from, and what each evaluation counts.

import { el } from "../panels/dom.js";
import { worded } from "./compare-form.js";
import { JUDGES, METHODS } from "./methods.js";

/** @param {string} title @param {Node[]} entries */
const fold = (title, entries) =>
  el("details", "lab-about", worded(title, "", "summary"), el("dl", "", ...entries));

/** The words come by themselves: every element says which it wants. @param {HTMLElement} host */
export function createAbout(host) {
  const methods = METHODS.flatMap(({ code }) => [
    worded(`lab.compare.method.${code}.name`, "", "dt"),
    el(
      "dd",
      "",
      worded(`lab.compare.method.${code}.how`, "", "p"),
      worded(`lab.compare.method.${code}.source`, "hint", "p"),
    ),
  ]);
  const judges = JUDGES.flatMap((code) => [
    worded(`lab.compare.judge.${code}.name`, "", "dt"),
    worded(`lab.compare.judge.${code}.how`, "", "dd"),
  ]);
  host.append(fold("lab.compare.about", methods), fold("lab.compare.judges", judges));
}
