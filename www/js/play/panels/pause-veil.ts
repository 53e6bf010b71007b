// The veil over the board while the clocks stand still: nobody thinks for nothing.

import { translate } from "../../core/i18n.ts";
import { button, byId, el, icon, i18nElement } from "../../ui/dom.ts";
import { isPaused } from "../state.ts";
import "../../../css/pause.css";

/** @param {import("../context.ts").Page} page @param {() => void} toBoard  moves the focus to the board */
export async function createPauseVeil({ store, i18n, controller }, toBoard) {
  const title = Object.assign(i18nElement("h2", "clock.paused", "pause-title"), {
    id: "pause-title",
  });
  const goOn = button(
    "button button-primary",
    () => controller.goOn(),
    i18nElement("span", "clock.goOn"),
  );
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
    const held = veil.contains(document.activeElement);
    board.inert = isShown;
    veil.hidden = !isShown;
    if (isShown) goOn.focus({ preventScroll: true });
    else if (held) toBoard();
  }

  store.subscribe(update);
  return { update };
}
