// The start screen: what one can do here, in the place of moves and controls. It stands in the page, so that its words
// can be read before this comes. The board above or beside it can be played on all along; the first move puts the screen
// away.

import { byId, setText } from "./dom.js";
import { isOver, isWorthKeeping } from "../state.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {"continue"|"play"|"new"|"local"|"open"} Way  those that are not pages of their own */

/** @type {Way[]} */
const WAYS = ["continue", "play", "new", "local", "open"];

/**
 * @param {import("../i18n.js").I18n} i18n
 * @param {Record<Way, () => void>} actions
 * @param {() => import("../choices.js").Choices} choices  the last ones
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

  return {
    /** The keyboard begins where the eye does. */
    focus: () => ways.find(({ element }) => !element.hidden)?.element.focus(),

    /** @param {State} state */
    update(state) {
      if (!state.start) host.classList.add("is-back"); // the next time it is shown
      root.dataset.screen = state.start ? "start" : "board";
      if (!state.start) return;
      const goesOn = isWorthKeeping(state.game);
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

/** A few words under the name of a way. @param {Way} way @param {State} state @param {import("../choices.js").Choices} choices @param {import("../i18n.js").I18n} i18n */
function moreOf(way, { game }, { side, level }, { t }) {
  if (way === "play")
    return t("start.play.more", {
      level: t("new.level.value", { level }),
      name: t(`level.${level}.name`),
      side: t(`start.side.${side}`),
    });
  if (way !== "continue") return "";
  const rank = t("new.level.value", { level: game.level });
  const opponent = game.mode === "local" ? t("start.local") : rank;
  return t("start.continue.more", { opponent, plies: game.ply });
}
