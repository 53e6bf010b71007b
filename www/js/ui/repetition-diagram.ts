// The plies of a repetition, each with what it was: check, chase of which piece, or neither.

import { fileOf } from "../core/xiangqi.js";
import { el } from "./dom.ts";
import { token } from "./token.ts";

/** @typedef {import("../core/xiangqi.js").CyclePly} CyclePly */
/** @typedef {import("../core/i18n.js").I18n} I18n */

const GENERAL = { red: "K", black: "k" };

/**
 * Shows a cycle. What was played over and over is shown once.
 * @param {HTMLElement} host @param {CyclePly[]} cycle @param {string[]} texts the plies as moves are written
 * @param {I18n} i18n @param {number} [asked] the ply that is asked about, to stand out
 */
export function fillCycle(host, cycle, texts, i18n, asked) {
  const { t } = i18n;
  const plies = periodOf(cycle);
  const first = cycle.length - plies;
  const rows = cycle.slice(first).map((ply, index) => {
    const side = el("span", "unseen", t(`side.${ply.side}`));
    const text = el("span", "cycle-move", i18n.move(texts[first + index]));
    const what = el("span", "cycle-what", sayPly(ply, i18n));
    const row = el("li", `cycle-ply is-${ply.kind}`, token(GENERAL[ply.side]), side, text, what);
    row.classList.toggle("is-asked", ply.ply === asked);
    return row;
  });
  const list = el("ol", "cycle-list", ...rows);
  list.tabIndex = 0; // it may be longer than its place
  list.setAttribute("aria-label", t("cycle.title"));
  host.hidden = cycle.length === 0;
  host.replaceChildren(list);
  if (first > 0) host.append(el("p", "cycle-times", t("cycle.times", timesOf(cycle, plies))));
}

/** @param {CyclePly[]} cycle @param {number} plies */
const timesOf = (cycle, plies) => ({ plies, times: cycle.length / plies });

/** After how many plies a cycle begins anew. @param {CyclePly[]} cycle */
export function periodOf(cycle) {
  const same = (/** @type {CyclePly} */ one, /** @type {CyclePly} */ other) =>
    one.move === other.move && one.kind === other.kind;
  for (let plies = 1; plies < cycle.length; plies++) {
    const whole = cycle.length % plies === 0;
    if (whole && cycle.every((ply, index) => same(ply, cycle[index % plies]))) return plies;
  }
  return cycle.length;
}

/** What a ply of a cycle was. @param {CyclePly} ply @param {I18n} i18n */
export function sayPly({ kind, targets }, i18n) {
  const { t } = i18n;
  if (kind !== "chase" || targets.length === 0) return t(`cycle.${kind}`);
  const names = targets.map((target) => sayTarget(target, i18n));
  return t("cycle.chase.of", { pieces: names.join(t("list.pieces")) });
}

/** Files are counted from the right of the piece's owner. @param {{ square: string, piece: string }} target @param {I18n} i18n */
function sayTarget({ square, piece }, { t }) {
  const fromLeft = fileOf(square);
  const red = piece === piece.toUpperCase();
  const file = red ? [...t("files.red")][8 - fromLeft] : [...t("files.black")][fromLeft];
  return t("cycle.target", { file, square, piece: t(`piece.${piece}`) });
}
