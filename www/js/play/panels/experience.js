// The one question before the first game: how well the person plays. Putting it away is an answer too.

import { button, el, said } from "../../ui/dom.js";
import { makeSheet, show } from "../../ui/sheet-parts.js";

/** @typedef {import("../rating.js").Experience} Experience */

/** @type {Experience[]} */
const ANSWERS = ["none", "rules", "practice", "strong"];

/** @param {import("../../core/i18n.js").I18n} i18n @returns {Promise<Experience>} */
export function askExperience(i18n) {
  return new Promise((resolve) => {
    /** @param {Experience} experience */
    const answer = (experience) => () => {
      resolve(experience);
      dialog.close();
    };
    /** @param {Experience} experience @param {string} className */
    const way = (experience, className) => {
      const element = button(className, answer(experience));
      element.dataset.i18n = `experience.${experience}`;
      return Object.assign(element, { id: `experience-${experience}` });
    };
    const answers = ANSWERS.map((experience) => way(experience, "button"));
    const learn = Object.assign(said("a", "experience.learn", "link"), { href: "learn.html" });
    const body = el(
      "div",
      "",
      said("p", "experience.why", "hint"),
      el("div", "experience-ways", ...answers),
      el("p", "elsewhere", learn, way("unknown", "link")),
    );
    const dialog = makeSheet("experience", "experience.title", i18n, body);
    dialog.addEventListener("close", () => {
      resolve("unknown"); // which an answer given before outlives
      dialog.remove();
    });
    show(dialog);
  });
}
