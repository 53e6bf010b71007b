// Tables of the seven piece kinds: their moves, or their values.

import type { I18n } from "../core/i18n.ts";
import { el } from "../ui/dom.ts";
import { token } from "../ui/token.ts";

export type TableName = "pieces" | "values";

const PIECES = "KABRNCP";

export function makeTable(name: TableName, { t }: Pick<I18n, "t">): HTMLTableElement {
  const hasValues = name === "values";
  const rows = [...PIECES].map((piece) => {
    const names = new Set([t(`piece.${piece}`), t(`piece.${piece.toLowerCase()}`)]);
    const pictures = el("span", "table-pieces", token(piece), token(piece.toLowerCase()));
    const head = el("th", "", pictures, [...names].join(" · "));
    head.scope = "row";
    const text = t(hasValues ? `learn.worth.${piece}` : `learn.moves.${piece}`);
    return el("tr", "", head, el("td", "", text));
  });
  const column = hasValues ? "learn.table.worth" : "learn.table.moves";
  const heads = (["learn.table.piece", column] as const).map((key) => {
    const cell = el("th", "", t(key));
    cell.scope = "col";
    return cell;
  });
  return el("table", "table", el("thead", "", el("tr", "", ...heads)), el("tbody", "", ...rows));
}
