// The one question before the first game: how well the person plays. Putting it away is an answer too.

import { button, el, i18nElement } from "../../ui/dom.ts";
import { makeSheet, show } from "../../ui/sheet-parts.ts";
import { createLaterWords } from "../later-words.ts";
import { createFirstSteps } from "./first-steps.ts";
import "../../../css/first-steps.css";

/** @typedef {import("../rating.ts").Experience} Experience */

/** @type {Experience[]} */
const ANSWERS = ["none", "rules", "practice", "strong"];

/**
 * @param {import("../../core/i18n.ts").I18n} i18n
 * @param {Parameters<typeof createFirstSteps>[1]} pictures  offered to whoever has never played
 * @returns {Promise<Experience>} when the sheet is closed
 */
export async function askExperience(i18n, pictures) {
  const words = createLaterWords(i18n);
  await words.use(i18n.lang);
  return new Promise((resolve) => {
    /** @type {Experience} */
    let given = "unknown";
    /** @param {Experience} experience */
    const answer = (experience) => () => {
      given = experience;
      if (experience === "none") offer();
      else dialog.close();
    };
    /** The game begins when the sheet is closed: no clock runs before. */
    const offer = () => {
      const go = button("button button-primary", () => dialog.close(), words.t("play.go"));
      go.id = "first-go";
      const { host } = createFirstSteps(words, pictures);
      const heading = dialog.querySelector("h2");
      if (heading) heading.textContent = words.t("play.welcome");
      body.replaceChildren(host, go);
      go.focus();
    };
    /** @param {Experience} experience @param {string} className */
    const way = (experience, className) => {
      const element = button(className, answer(experience));
      element.dataset.i18n = `experience.${experience}`;
      return Object.assign(element, { id: `experience-${experience}` });
    };
    const answers = ANSWERS.map((experience) => way(experience, "button"));
    const learn = Object.assign(i18nElement("a", "experience.learn", "link"), {
      href: "learn.html",
    });
    const body = el(
      "div",
      "",
      i18nElement("p", "experience.why", "hint"),
      el("div", "experience-ways", ...answers),
      el("p", "elsewhere", learn, way("unknown", "link")),
    );
    const dialog = makeSheet("experience", "experience.title", i18n, body);
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(given);
    });
    show(dialog);
  });
}
