// The question how well the person plays, for who has moved a piece before anybody could ask. It lies beside the game, which
// goes on meanwhile: one tap answers it or puts it away.

import { translate } from "../../core/i18n.ts";
import { button, byId, el, icon, setText } from "../../ui/dom.ts";
import { createLaterWords } from "../later-words.ts";
import { isOver } from "../state.ts";
import { createFirstSteps } from "./first-steps.ts";
import "../../../css/first-steps.css";

/** @typedef {import("../rating.ts").Experience} Experience */

/** @type {Experience[]} */
const ANSWERS = ["none", "rules", "practice", "strong"];
/** The ply from which the strip is hidden if it has not been answered. */
const LAST_PLY = 6;

/**
 * @param {import("../context.ts").Page} page
 * @param {{ answer: (experience: Experience) => void, pictures: () => void, board: () => void }} does
 */
export async function createExperienceStrip({ store, i18n }, does) {
  const words = createLaterWords(i18n);
  await words.use(i18n.lang);
  const title = el("h2", "ask-title");
  title.id = "ask-title";
  const answers = ANSWERS.map((experience) => {
    const element = button("button ask-answer", () => answer(experience));
    element.id = `ask-${experience}`;
    return { experience, element };
  });
  const close = button("tool", () => (isAnswered ? hide() : answer("unknown")), icon("close"));
  close.id = "ask-close";
  close.dataset.i18nLabel = "action.dismiss";
  const pictures = {
    pictures: does.pictures,
    isOn: () => store.get().settings.pieces === "pictogram",
  };
  const steps = createFirstSteps(words, pictures);
  const ways = el("div", "ask-ways", ...answers.map(({ element }) => element));
  const strip = el("section", "ask", title, close, ways, steps.host);
  strip.id = "ask";
  strip.hidden = true;
  strip.setAttribute("aria-labelledby", title.id);
  byId("player-bottom").after(strip);
  let isAnswered = false;
  /** The game that it was asked in. */
  let seed = -1;

  /** @param {Experience} experience */
  function answer(experience) {
    does.answer(experience);
    isAnswered = true;
    if (experience !== "none") return hide();
    write();
    steps.host.querySelector("button")?.focus({ preventScroll: true });
  }

  function hide() {
    const held = strip.contains(document.activeElement);
    strip.hidden = true;
    if (held) does.board(); // what was pressed is gone
  }

  function write() {
    setText(title, isAnswered ? words.t("play.welcome") : i18n.t("experience.title"));
    for (const { experience, element } of answers)
      setText(element, words.t(`play.ask.${experience}`));
    ways.hidden = isAnswered;
    steps.host.hidden = !isAnswered;
    translate(strip, i18n);
    steps.update();
  }

  store.subscribe((state) => {
    if (strip.hidden) return;
    const { game, start } = state;
    if (start || game.seed !== seed || isOver(state) || game.ply > LAST_PLY) hide();
    else if (words.lang !== i18n.lang) void words.use(i18n.lang).then(write, reportError);
    else write();
  });

  return {
    /** Asks in the game with this seed, unless that is over or was left while the strip was fetched. @param {number} asked */
    ask(asked) {
      const state = store.get();
      const { game, rating, start } = state;
      const isLate = start || game.seed !== asked || isOver(state) || game.ply > LAST_PLY;
      if (isLate || rating.experience !== null) return;
      seed = asked;
      isAnswered = false;
      strip.hidden = false;
      write();
    },
  };
}
