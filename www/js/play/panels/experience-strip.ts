// Asks a person who has made a move before the first question how well the person plays. The strip with the question is
// shown beside the board while the game continues. One tap answers the question or closes the strip.

import { translate } from "../../core/i18n.ts";
import { button, byId, el, icon, setText } from "../../ui/dom.ts";
import type { Page } from "../context.ts";
import { loadLaterWords } from "../later-words.ts";
import type { Experience } from "../rating.ts";
import { isOver } from "../state.ts";
import type { State } from "../state.ts";
import { ANSWERS, createFirstSteps } from "./first-steps.ts";
import type { PictureSwitch } from "./first-steps.ts";

/** The ply after which the strip is hidden if the question is not answered. */
const LAST_PLY = 6;

interface StripCommands {
  answer(experience: Experience): void;
  pictures: PictureSwitch;
  /** Moves the focus to the board. */
  board(): void;
}

export async function createExperienceStrip({ store, i18n }: Page, commands: StripCommands) {
  const words = await loadLaterWords(i18n);
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
  const steps = createFirstSteps(words, commands.pictures);
  const ways = el("div", "ask-ways", ...answers.map(({ element }) => element));
  const strip = el("section", "ask", title, close, ways, steps.host);
  strip.id = "ask";
  strip.hidden = true;
  strip.setAttribute("aria-labelledby", title.id);
  byId("player-bottom").after(strip);
  let isAnswered = false;
  /** The seed of the game in which the question is asked; -1 before the first question. */
  let seed = -1;

  /** Returns true if the game in which the question is asked is over, was left, or has passed `LAST_PLY`. */
  const isLate = (state: State) =>
    state.start || state.game.seed !== seed || isOver(state) || state.game.ply > LAST_PLY;

  function answer(experience: Experience) {
    commands.answer(experience);
    isAnswered = true;
    if (experience !== "none") return hide();
    write();
    steps.host.querySelector("button")?.focus({ preventScroll: true });
  }

  function hide() {
    const hasFocus = strip.contains(document.activeElement);
    strip.hidden = true;
    if (hasFocus) commands.board();
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
    if (isLate(state)) hide();
    else if (words.lang !== i18n.lang) void words.use(i18n.lang).then(write, reportError);
    else write();
  });

  return {
    /** Shows the question in the game with this seed, unless `isLate` is true or the question was answered already. */
    ask(gameSeed: number) {
      seed = gameSeed;
      if (isLate(store.get()) || store.get().rating.experience !== null) return;
      isAnswered = false;
      strip.hidden = false;
      write();
    },
  };
}
