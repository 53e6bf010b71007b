// The question before a move that gives a piece away. It stands below the board, or beside it, and leaves the board free to
// be looked at.

import { squareIndex } from "../../core/xiangqi.js";
import { loadStylesheet } from "../../core/stylesheet.js";
import { endangered } from "../warnings.js";
import { button, byId, el, setText } from "../../ui/dom.js";

/** @typedef {import("../game-events.js").EndangeredEvent} EndangeredEvent */
/** @typedef {import("../state.js").State} State */

/**
 * @param {import("../../core/i18n.js").I18n} i18n
 * @param {ReturnType<typeof import("../state.js").createStore>} store
 * @param {{ takeBack: () => void, play: (asked: EndangeredEvent) => void }} does
 */
export async function createCautionStrip(i18n, store, does) {
  await loadStylesheet(new URL("../../../css/caution.css", import.meta.url));
  const words = el("p", "caution-words");
  words.id = "caution-words";
  const back = button("button button-primary", () => does.takeBack());
  back.id = "caution-back";
  const play = button("button", () => asked && does.play(asked));
  play.id = "caution-play";
  const strip = el("section", "caution", words, el("div", "caution-actions", play, back));
  strip.id = "caution";
  strip.hidden = true;
  strip.setAttribute("role", "alertdialog");
  strip.setAttribute("aria-labelledby", words.id);
  byId("controls").after(strip);
  /** @type {EndangeredEvent|null} */
  let asked = null;
  /** What had the focus. @type {HTMLElement|null} */
  let before = null;

  /** @param {State} state */
  function update(state) {
    const { caution } = state;
    if (caution) {
      setText(words, sayCaution(state, caution, i18n));
      setText(back, i18n.t("caution.back"));
      setText(play, i18n.t("caution.play"));
    }
    if (caution === asked) return;
    asked = caution;
    const held = strip.contains(document.activeElement);
    if (caution && !held) before = /** @type {HTMLElement|null} */ (document.activeElement);
    strip.hidden = caution === null;
    byId("controls").inert = caution !== null; // it lies over them
    if (caution) back.focus({ preventScroll: true });
    else if (held) before?.focus({ preventScroll: true });
  }

  store.subscribe(update);
  update(store.get());
  return strip;
}

/** @param {State} state @param {EndangeredEvent} caution @param {Pick<import("../../core/i18n.js").I18n, "t">} i18n */
export function sayCaution(state, { from, to, capture }, { t }) {
  const [start, end] = [capture.slice(0, 2), capture.slice(2)];
  return t(end === to ? "caution.there" : "caution.then", {
    piece: t(`piece.${endangered(state, from + to, capture)}`),
    by: t(`piece.${state.position.placement[squareIndex(start)]}`),
  });
}
