// A short notice of what was just taken, at the edge of the board where the taker sits.

import { el } from "../../ui/dom.ts";
import { token } from "../../ui/token.ts";

/** @param {HTMLElement} host @param {import("../../core/i18n.ts").I18n} i18n */
export function createCaptureNote(host, { t }) {
  /** @param {import("../game-controller.ts").MoveEvent} move @param {import("../../core/xiangqi.ts").Side} below the side at the bottom */
  return ({ capture, side }, below) => {
    host.replaceChildren();
    if (!capture) return;
    const words = el("span", "", t("capture.note", { piece: t(`piece.${capture}`) }));
    const note = el("span", "capture-note", token(capture), words);
    note.classList.toggle("is-below", side === below);
    note.addEventListener("animationend", () => note.remove());
    host.append(note);
  };
}
