// The question before a move that gives a piece away. It stands below the board, or beside it, and leaves the board free to
// be looked at.

import { squareIndex } from "../../core/xiangqi.ts";
import { describeCaution, endangered } from "../warnings.ts";
import { button, byId, el, icon, lineIcon, setText } from "../../ui/dom.ts";
import { token } from "../../ui/token.ts";
import "../../../css/caution.css";

/** @typedef {import("../game-events.ts").EndangeredEvent} EndangeredEvent */
/** @typedef {import("../state.ts").State} State */

const ARROW = "M3 12h15M12.500 5.500 19 12l-6.500 6.500";
/** A bell that is crossed out. */
const SILENT =
  "M6.500 17V11a5.500 5.500 0 0 1 11 0v6l1.500 1.500H5zM10.500 20.500h3M4.500 4.500l15 15";

/**
 * @param {import("../../core/i18n.ts").I18n} i18n
 * @param {ReturnType<typeof import("../state.ts").createStore>} store
 * @param {{ takeBack: () => void, play: (asked: EndangeredEvent) => void, never: () => void }} does
 */
export async function createCautionStrip(i18n, store, does) {
  const words = el("p", "caution-words");
  words.id = "caution-words";
  const picture = el("div", "caution-picture");
  picture.setAttribute("aria-hidden", "true");
  const [backWords, playWords, neverWords] = [el("span"), el("span"), el("span")];
  const enough = () => never.checked && does.never();
  const onBack = () => {
    enough();
    does.takeBack();
  };
  const onPlay = () => {
    enough();
    if (asked) does.play(asked);
  };
  const back = button("button button-primary", onBack, icon("undo"), backWords);
  back.id = "caution-back";
  const play = button("button", onPlay, icon("play"), playWords);
  play.id = "caution-play";
  const never = Object.assign(el("input"), { type: "checkbox", id: "caution-never" });
  const choice = el("label", "caution-never", never, lineIcon(SILENT), neverWords);
  const strip = el(
    "section",
    "caution",
    el("div", "caution-head", picture, words, choice),
    el("div", "caution-actions", play, back),
  );
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
      setText(words, describeCaution(state, caution, i18n));
      setText(backWords, i18n.t("caution.back"));
      setText(playWords, i18n.t("caution.play"));
      setText(neverWords, i18n.t("caution.never"));
    }
    if (caution === asked) return;
    asked = caution;
    if (caution) {
      never.checked = false;
      picture.replaceChildren(...capturePicture(state, caution));
    }
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

/** Which piece takes which. @param {State} state @param {EndangeredEvent} caution */
function capturePicture(state, { from, to, capture }) {
  const by = state.position.placement[squareIndex(capture.slice(0, 2))];
  const taken = el("span", "caution-taken", token(endangered(state, from + to, capture)));
  return [token(by), lineIcon(ARROW), taken];
}
