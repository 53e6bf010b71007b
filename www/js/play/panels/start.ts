// The start screen: what one can do here, in the place of moves and controls. It stands in the page, so that its words
// can be read before this comes. The board above or beside it can be played on all along; the first move puts the screen
// away.

import { levelName, levelNumber, strengthName } from "../../core/levels.ts";
import { byId, setText } from "../../ui/dom.ts";
import { createNewcomer, isNew } from "./newcomer.ts";
import { showSiteNav } from "../../shell/site-nav.ts";
import { isOver } from "../state.ts";
import { isWorthKeeping } from "../../core/game-record.ts";

/** @typedef {import("../state.ts").State} State */
/** @typedef {import("../../core/i18n.ts").I18n} I18n */
/** @typedef {import("../game-options.ts").Choices} Choices */
/** @typedef {"continue"|"play"|"new"|"local"} Way  those that are not pages of their own */

/** @type {Way[]} */
const WAYS = ["continue", "play", "new", "local"];

/**
 * @param {I18n} i18n
 * @param {Record<Way|"progress"|"pictures"|"novice", () => void>} actions
 * @param {() => Choices} choices  the last ones
 */
export function createStart(i18n, actions, choices) {
  const root = document.documentElement;
  const host = byId("start");
  const ways = WAYS.map((way) => {
    const element = /** @type {HTMLButtonElement} */ (byId(`start-${way}`));
    const part = (/** @type {string} */ name) =>
      /** @type {HTMLElement} */ (element.querySelector(`.start-${name}`));
    element.addEventListener("click", actions[way]);
    return { way, element, label: part("label"), more: part("more") };
  });

  const newcomer = createNewcomer(i18n, actions);
  const progress = byId("start-progress");
  progress.addEventListener("click", actions.progress);

  return {
    /** The keyboard begins where the eye does. */
    focus: () => ways.find(({ element }) => !element.hidden)?.element.focus(),

    /** @param {State} state */
    update(state) {
      if (!state.start) host.classList.add("is-back"); // the next time it is shown
      root.dataset.screen = state.start ? "start" : "board";
      showSiteNav(Boolean(state.start));
      if (!state.start) return;
      newcomer.update(state);
      const goesOn = isWorthKeeping(state.game);
      const { inUse, rating } = state.rating;
      progress.hidden = !inUse || !rating || isNew(state);
      if (rating)
        setText(progress, i18n.t("start.progress", { name: strengthName(rating.level, i18n) }));
      for (const { way, element, label, more } of ways) {
        if (way === "continue") label.dataset.i18n = continueKey(state);
        if (i18n.ready) setText(label, i18n.t(label.dataset.i18n ?? ""));
        setText(more, moreOf(way, state, choices(), i18n));
        element.disabled = !state.ready;
        if (way === "continue") element.hidden = !goesOn;
        if (way === "play") element.classList.toggle("is-first", !goesOn);
      }
    },
  };
}

/** @param {State} state */
const continueKey = (state) => (isOver(state) ? "start.back" : "start.continue");

/** A few words under the name of a way. @param {Way} way @param {State} state @param {Choices} choices @param {I18n} i18n */
function moreOf(way, state, choices, i18n) {
  if (way === "play") return sayQuickGame(state, choices, i18n);
  if (way !== "continue") return "";
  const { mode, fits, level, ply } = state.game;
  const engine = fits ? i18n.t("fit.name") : levelNumber(level, i18n);
  const opponent = mode === "local" ? i18n.t("start.local") : engine;
  return i18n.t("start.continue.more", { opponent, plies: ply });
}

/** @param {Pick<State, "rating">} state @param {Choices} choices @param {I18n} i18n */
function sayQuickGame({ rating: { inUse, rating } }, choices, i18n) {
  const { t } = i18n;
  const side = t(`start.side.${choices.side}`);
  if (inUse && !rating) return t("start.play.fit.first", { side });
  if (inUse && rating) return t("start.play.fit", { name: strengthName(rating.level, i18n), side });
  const name = levelName(choices.level, i18n);
  return t("start.play.more", { level: levelNumber(choices.level, i18n), name, side });
}
