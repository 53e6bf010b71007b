// Asks before a move that gives a piece away. The question is shown below or beside the board, which stays usable.

import type { I18n } from "../../core/i18n.ts";
import { pieceAt, splitMove } from "../../core/xiangqi.ts";
import { button, byId, el, icon, lineIcon, setText } from "../../ui/dom.ts";
import { token } from "../../ui/token.ts";
import type { EndangeredEvent } from "../game-events.ts";
import type { PlayStore, State } from "../state.ts";
import { capturedPiece, describeCaution } from "../warnings.ts";
import "../../../css/caution.css";

const ARROW = "M3 12h15M12.500 5.500 19 12l-6.500 6.500";
/** The icon's path: a bell that is crossed out. */
const SILENT =
  "M6.500 17V11a5.500 5.500 0 0 1 11 0v6l1.500 1.500H5zM10.500 20.500h3M4.500 4.500l15 15";

interface CautionCommands {
  takeBack(): void;
  play(caution: EndangeredEvent): void;
  /** Switches the warnings off. */
  never(): void;
}

export function createCautionBar(i18n: I18n, store: PlayStore, commands: CautionCommands) {
  const words = el("p", "caution-words");
  words.id = "caution-words";
  const picture = el("div", "caution-picture");
  picture.setAttribute("aria-hidden", "true");
  const [backWords, playWords, neverWords] = [el("span"), el("span"), el("span")];
  let shown: EndangeredEvent | null = null;
  let focusedBefore: HTMLElement | null = null;
  const never = Object.assign(el("input"), { type: "checkbox", id: "caution-never" });
  const onBack = () => {
    if (never.checked) commands.never();
    commands.takeBack();
  };
  const onPlay = () => {
    if (never.checked) commands.never();
    if (shown) commands.play(shown);
  };
  const back = button("button button-primary", onBack, icon("undo"), backWords);
  back.id = "caution-back";
  const play = button("button", onPlay, icon("play"), playWords);
  play.id = "caution-play";
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

  function update(state: State) {
    const { caution } = state;
    if (caution) {
      setText(words, describeCaution(state, caution, i18n));
      setText(backWords, i18n.t("caution.back"));
      setText(playWords, i18n.t("caution.play"));
      setText(neverWords, i18n.t("caution.never"));
    }
    if (caution === shown) return;
    shown = caution;
    if (caution) {
      never.checked = false;
      picture.replaceChildren(...capturePicture(state, caution));
    }
    const hasFocus = strip.contains(document.activeElement);
    if (caution && !hasFocus) focusedBefore = document.activeElement as HTMLElement | null;
    strip.hidden = caution === null;
    byId("controls").inert = caution !== null; // the strip covers the controls
    if (caution) back.focus({ preventScroll: true });
    else if (hasFocus) focusedBefore?.focus({ preventScroll: true });
  }

  store.subscribe(update);
  update(store.get());
  return strip;
}

/** Draws the capturing piece, an arrow, and the captured piece. */
function capturePicture(state: State, { from, to, capture }: EndangeredEvent) {
  const capturing = pieceAt(state.position.placement, splitMove(capture)[0]);
  const captured = token(capturedPiece(state, from + to, capture));
  return [token(capturing), lineIcon(ARROW), el("span", "caution-taken", captured)];
}
