// Tables of the seven kinds of pieces: how they move, or what they are worth.

import { el } from "../ui/dom.ts";
import { token } from "../ui/token.ts";

/** @typedef {import("../core/i18n.ts").I18n} I18n */

const PIECES = "KABRNCP";

/** @param {string} column "pieces" or "values" @param {I18n} i18n */
export function tableOf(column, { t }) {
  const ofWorth = column === "values";
  const head = t(ofWorth ? "learn.table.worth" : "learn.table.moves");
  const say = (/** @type {string} */ piece) =>
    t(ofWorth ? `learn.worth.${piece}` : `learn.moves.${piece}`);
  const rows = [...PIECES].map((piece) => {
    const names = new Set([t(`piece.${piece}`), t(`piece.${piece.toLowerCase()}`)]);
    const pictures = el("span", "table-pieces", token(piece), token(piece.toLowerCase()));
    const name = el("th", "", pictures, [...names].join(" · "));
    name.scope = "row";
    return el("tr", "", name, el("td", "", say(piece)));
  });
  const heads = [t("learn.table.piece"), head].map((words) => {
    const cell = el("th", "", words);
    cell.scope = "col";
    return cell;
  });
  return el("table", "table", el("thead", "", el("tr", "", ...heads)), el("tbody", "", ...rows));
}
