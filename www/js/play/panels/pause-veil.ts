import { translate } from "../../core/i18n.ts";
import { button, byId, el, i18nElement, icon } from "../../ui/dom.ts";
import type { Page } from "../context.ts";
import { isPaused } from "../state.ts";
import "../../../css/pause.css";

/** Creates the veil that covers the board while the clocks are stopped. `focusBoard` moves the focus to the board. */
export function createPauseVeil({ store, i18n, controller }: Page, focusBoard: () => void) {
  const title = i18nElement("h2", "clock.paused", "pause-title");
  title.id = "pause-title";
  const words = i18nElement("span", "clock.goOn");
  const goOn = button("button button-primary", () => controller.goOn(), words);
  goOn.id = "pause-go-on";
  const veil = el("section", "pause-veil", icon("pause"), title, goOn);
  veil.id = "pause-veil";
  veil.hidden = true;
  veil.setAttribute("aria-labelledby", title.id);
  const board = byId("board");
  board.after(veil);

  function update() {
    const state = store.get();
    const isShown = isPaused(state) && !state.start;
    if (isShown) translate(veil, i18n);
    if (isShown === !veil.hidden) return;
    const hasFocus = veil.contains(document.activeElement);
    board.inert = isShown;
    veil.hidden = !isShown;
    if (isShown) goOn.focus({ preventScroll: true });
    else if (hasFocus) focusBoard();
  }

  store.subscribe(update);
  return { update };
}
