// How each method works and where it comes from, and what each evaluation counts.

import { el, i18nElement } from "../../ui/dom.ts";
import { JUDGES, METHODS } from "../methods.ts";

/** @param {string} title @param {Node[]} entries */
const fold = (title, entries) =>
  el("details", "lab-about", i18nElement("summary", title), el("dl", "", ...entries));

/** The words come by themselves: every element says which it wants. @param {HTMLElement} host */
export function createAbout(host) {
  const methods = METHODS.flatMap(({ code }) => [
    i18nElement("dt", `lab.compare.method.${code}.name`),
    el(
      "dd",
      "",
      i18nElement("p", `lab.compare.method.${code}.how`),
      i18nElement("p", `lab.compare.method.${code}.source`, "hint"),
    ),
  ]);
  const judges = JUDGES.flatMap((code) => [
    i18nElement("dt", `lab.compare.judge.${code}.name`),
    i18nElement("dd", `lab.compare.judge.${code}.how`),
  ]);
  host.append(fold("lab.compare.about", methods), fold("lab.compare.judges", judges));
}
