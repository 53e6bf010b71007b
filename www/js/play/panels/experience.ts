// Asks before the first game how well the person plays. Closing the sheet gives the answer "unknown".

import type { I18n } from "../../core/i18n.ts";
import { button, el, i18nElement, setText } from "../../ui/dom.ts";
import { makeSheet, show } from "../../ui/sheet-parts.ts";
import { loadLaterWords } from "../later-words.ts";
import type { Experience } from "../rating.ts";
import { ANSWERS, createFirstSteps } from "./first-steps.ts";
import type { PictureSwitch } from "./first-steps.ts";

/**
 * Asks how well the person plays, and resolves to the answer when the sheet is closed. A person who has never played is
 * first offered pieces as pictures.
 */
export async function askExperience(i18n: I18n, pictures: PictureSwitch): Promise<Experience> {
  const words = await loadLaterWords(i18n);
  return new Promise((resolve) => {
    let result: Experience = "unknown";
    /** Shows the first steps. The game begins when the sheet is closed, so that no clock runs before that. */
    const offer = () => {
      const go = button("button button-primary", () => dialog.close(), words.t("play.go"));
      go.id = "first-go";
      const heading = dialog.querySelector("h2");
      if (heading) setText(heading, words.t("play.welcome"));
      body.replaceChildren(createFirstSteps(words, pictures).host, go);
      go.focus();
    };
    const answer = (experience: Experience, className: string) => {
      const element = button(className, () => {
        result = experience;
        if (experience === "none") offer();
        else dialog.close();
      });
      element.dataset.i18n = `experience.${experience}`;
      return Object.assign(element, { id: `experience-${experience}` });
    };
    const learn = i18nElement("a", "experience.learn", "link");
    learn.href = "learn.html";
    const body = el(
      "div",
      "",
      i18nElement("p", "experience.why", "hint"),
      el("div", "experience-ways", ...ANSWERS.map((experience) => answer(experience, "button"))),
      el("p", "elsewhere", learn, answer("unknown", "link")),
    );
    const dialog = makeSheet("experience", "experience.title", i18n, body);
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(result);
    });
    show(dialog);
  });
}
