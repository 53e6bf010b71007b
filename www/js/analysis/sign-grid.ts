// The signs to choose from, in the sheet of a move: those of the move, those of the position behind it.

import { button, el, setText } from "../ui/dom.ts";
import { MOVE_SIGNS, POSITION_SIGNS, glyphOf, describeSign } from "../study/signs.ts";

/** @param {import("../core/i18n.ts").I18n} i18n @param {(sign: number) => void} press */
export function createSignGrid(i18n, press) {
  const all = [...MOVE_SIGNS, ...POSITION_SIGNS].map((sign) => {
    const made = button("sign-choice", () => press(sign), glyphOf(sign));
    made.id = `sign-${sign}`;
    return { sign, made };
  });
  const choices = el("div", "sign-grid", ...all.map(({ made }) => made));
  choices.setAttribute("role", "group");
  const keys = el("p", "hint");
  const host = el("div", "", choices, keys);

  return {
    host,
    /** @param {readonly number[]} signs set @param {boolean} isMove  the start has signs of the position alone */
    update(signs, isMove) {
      choices.setAttribute("aria-label", i18n.t("analysis.sign"));
      setText(keys, i18n.t("analysis.sign.keys"));
      for (const { sign, made } of all) {
        const words = describeSign(sign, i18n);
        made.hidden = !isMove && MOVE_SIGNS.includes(sign);
        made.setAttribute("aria-pressed", String(signs.includes(sign)));
        made.setAttribute("aria-label", words);
        made.title = words;
      }
    },
  };
}
