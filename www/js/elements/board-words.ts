// What `<xiangqi-board>` says: its position as a table, and a move.

import type { I18n } from "../core/i18n.ts";
import { FILES, RANKS, sideOfPiece, squareName } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import { swapSquareAndCell } from "../board/grid.ts";
import { el } from "../ui/dom.ts";
import type { MoveEnd } from "./board-types.ts";

/** Returns the rows of a table with the name of each piece, from the view of the side at the bottom. */
export function writeTable(
  { placement, orientation, caption }: { placement: string; orientation: Side; caption: string },
  { t }: Pick<I18n, "t">,
): Node[] {
  const nameOf = (piece: string) =>
    piece === "." ? "" : t(`grid.piece.${sideOfPiece(piece)}`, { piece: t(`piece.${piece}`) });
  const at = (row: number, column: number) => swapSquareAndCell(row * FILES + column, orientation);
  const header = (scope: string, text: string) => {
    const cell = el("th", "", text);
    cell.scope = scope;
    return cell;
  };
  const columns = Array.from({ length: FILES }, (_, column) =>
    header("col", squareName(at(0, column)).charAt(0)),
  );
  const rows = Array.from({ length: RANKS }, (_, row) => {
    const cells = columns.map((_cell, column) =>
      el("td", "", nameOf(placement.charAt(at(row, column)))),
    );
    return el("tr", "", header("row", squareName(at(row, 0)).charAt(1)), ...cells);
  });
  return [
    el("caption", "", caption),
    el("thead", "", el("tr", "", el("td"), ...columns)),
    el("tbody", "", ...rows),
  ];
}

/** Describes a move without the rules: the piece, its squares and what it captures. */
export function describeMoveEnd(
  { piece, captured, from, to, side }: MoveEnd,
  { t }: Pick<I18n, "t">,
): string {
  const words = t("say.move.iccs", { piece: t(`piece.${piece}`), from, to });
  const move = t(`say.move.${side}`, { move: t("say.move.plain", { words, from, to }) });
  return captured ? move + t("say.capture", { piece: t(`piece.${captured}`) }) : move;
}
