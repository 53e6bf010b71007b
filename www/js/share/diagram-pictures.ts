// Pictures of several positions in one ZIP archive, packed by zip.js.

import type { BoardState } from "../board/index.ts";
import type { I18n } from "../core/i18n.ts";
import { withGame } from "../rules/records.ts";
import type { GameClass } from "../rules/rules.ts";
import type { StudyData } from "../study/study-data.ts";
import { movesOf, nodeAt, pathTo } from "../study/tree.ts";
import { canvasOf, drawingOf, svgText } from "./picture.ts";
import type { PictureOptions } from "./picture.ts";
import { smallPng } from "./small-png.ts";

export type PictureFormat = "png" | "svg";

const OPTIONS: PictureOptions = {
  turn: true,
  last: false,
  drawn: true,
  coordinates: true,
  size: "medium",
};

/** Returns a ZIP archive with a picture of each node's position. `board` has the look of the pictures. */
export async function zipOfDiagrams(
  { Game, i18n, board }: { Game: GameClass; i18n: I18n; board: BoardState },
  { startFen, nodes }: StudyData,
  at: readonly number[],
  format: PictureFormat,
): Promise<Blob> {
  const zip = await import("@zip.js/zip.js/index-native.js");
  const writer = new zip.ZipWriter(new zip.BlobWriter("application/zip"), {
    useWebWorkers: false,
  });
  const digits = String(at.length).length;
  for (const [index, node] of at.entries()) {
    const moves = movesOf(nodes, pathTo(nodes, node));
    const { placement, turn } = withGame(new Game(startFen, moves), (game) => game.view());
    const state = { ...board, placement, turn, lastMove: null };
    const { shapes, ply } = nodeAt(nodes, node);
    const drawing = drawingOf({ board: state, shapes }, OPTIONS, i18n);
    const picture =
      format === "svg"
        ? new Blob([await svgText(state, drawing)])
        : await smallPng(await canvasOf(state, drawing));
    const name = `${String(index + 1).padStart(digits, "0")}-ply-${ply}.${format}`;
    await writer.add(name, new zip.BlobReader(picture));
  }
  return writer.close();
}
