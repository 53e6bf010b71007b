// The plies of a repetition, each with what it was: check, chase of which piece, or neither.

import { el } from "./dom.js";
import { token } from "./token.js";

/** @typedef {import("../state.js").CyclePly} CyclePly */
/** @typedef {import("../i18n.js").I18n} I18n */

const GENERAL = { red: "K", black: "k" };
const FIRST_FILE = "a".charCodeAt(0);

/**
 * Fills a list with a cycle.
 * @param {HTMLElement} list @param {CyclePly[]} cycle @param {string[]} texts the plies as moves are written
 * @param {I18n} i18n @param {number} [asked] the ply that is asked about, to stand out
 */
export function fillCycle(list, cycle, texts, i18n, asked) {
  list.setAttribute("aria-label", i18n.t("cycle.title"));
  list.replaceChildren(
    ...cycle.map((ply, index) => {
      const side = el("span", "unseen", i18n.t(`side.${ply.side}`));
      const text = el("span", "cycle-move", texts[index]);
      const what = el("span", "cycle-what", sayPly(ply, i18n));
      const row = el("li", `cycle-ply is-${ply.kind}`, token(GENERAL[ply.side]), side, text, what);
      row.classList.toggle("is-asked", ply.ply === asked);
      return row;
    }),
  );
}

/** What a ply of a cycle was. @param {CyclePly} ply @param {I18n} i18n */
export function sayPly({ kind, targets }, i18n) {
  const { t, lang } = i18n;
  if (kind !== "chase" || targets.length === 0) return t(`cycle.${kind}`);
  const names = targets.map((target) => sayTarget(target, i18n));
  return t("cycle.chase.of", { pieces: names.join(lang === "zh" ? "、" : ", ") });
}

/** Files are counted from the right of the piece's owner. @param {{ square: string, piece: string }} target @param {I18n} i18n */
function sayTarget({ square, piece }, { t }) {
  const fromLeft = square.charCodeAt(0) - FIRST_FILE;
  const red = piece === piece.toUpperCase();
  const file = red ? [...t("files.red")][8 - fromLeft] : [...t("files.black")][fromLeft];
  return t("cycle.target", { file, square, piece: t(`piece.${piece}`) });
}
