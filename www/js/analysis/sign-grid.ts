// The buttons for the signs (such as "!" or "±") in the menu of a move: first the signs of the move, then those of the
// position after it.

import { html, render } from "lit-html";
import type { I18n } from "../core/i18n.ts";
import { MOVE_SIGNS, POSITION_SIGNS, describeSign, glyphOf } from "../study/signs.ts";
import { el } from "../ui/dom.ts";

export function createSignGrid(i18n: I18n, onPress: (sign: number) => void) {
  const host = el("div");
  return {
    host,
    /**
     * Shows which signs are set. If `isStart` is true, hides the signs that judge a move, because the start has no
     * move.
     */
    update(signs: readonly number[], isStart: boolean) {
      const choice = (sign: number) => {
        const words = describeSign(sign, i18n);
        const isHidden = isStart && MOVE_SIGNS.includes(sign);
        // prettier-ignore
        return html`<button type="button" class="sign-choice" id="sign-${sign}"
          ?hidden=${isHidden} aria-pressed=${signs.includes(sign)} aria-label=${words}
          title=${words} @click=${() => onPress(sign)}>${glyphOf(sign)}</button>`;
      };
      const choices = [...MOVE_SIGNS, ...POSITION_SIGNS].map(choice);
      const label = i18n.t("analysis.sign");
      render(
        html`<div class="sign-grid" role="group" aria-label=${label}>${choices}</div>
          <p class="hint">${i18n.t("analysis.sign.keys")}</p>`,
        host,
      );
    },
  };
}
