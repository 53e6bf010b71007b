import type { I18n } from "../../core/i18n.ts";
import type { Side } from "../../core/xiangqi.ts";
import { el } from "../../ui/dom.ts";
import { token } from "../../ui/token.ts";
import type { MoveEvent } from "../game-events.ts";

/** Creates a function that shows a captured piece for a moment at the edge of the board where the capturing side sits. */
export function createCaptureNote(host: HTMLElement, { t }: I18n) {
  return ({ capture, side }: MoveEvent, below: Side): void => {
    host.replaceChildren();
    if (!capture) return;
    const words = el("span", "", t("capture.note", { piece: t(`piece.${capture}`) }));
    const note = el("span", "capture-note", token(capture), words);
    note.classList.toggle("is-below", side === below);
    note.addEventListener("animationend", () => note.remove());
    host.append(note);
  };
}
