// Positions of a study and puzzles as positions of the worksheet.

import type { I18n } from "../core/i18n.ts";
import type { Puzzle } from "../practice/puzzle-set.ts";
import { movesOf, mainFrom, nodeAt, pathTo } from "../study/tree.ts";
import type { StudyData } from "../study/study-data.ts";
import { gameName, isTagFilled } from "../rules/record-words.ts";
import { withGame } from "../rules/records.ts";
import type { GameClass } from "../rules/rules.ts";
import { sheetPosition } from "./worksheet-storage.ts";
import type { SheetPosition } from "./worksheet-storage.ts";

/** The longest solution that is taken from a study, in plies. */
const MAX_SOLUTION = 20;

const captionOf = (tags: Record<string, string>): string =>
  gameName(tags, [tags.Red, tags.Black].filter(isTagFilled).join(" – "));

/** Returns the position of a node; its solution is the main line after the node. */
export function positionAt(
  Game: GameClass,
  { startFen, nodes, tags }: StudyData,
  node: number,
): SheetPosition {
  const before = movesOf(nodes, pathTo(nodes, node));
  const fen = withGame(new Game(startFen, before), (game) => game.fen());
  return sheetPosition(fen, {
    caption: captionOf(tags),
    shapes: nodeAt(nodes, node).shapes,
    moves: movesOf(nodes, mainFrom(nodes, node)).slice(0, MAX_SOLUTION),
  });
}

/** Returns a puzzle with its task as the caption; `t` needs the words of the puzzles. */
export function puzzlePosition(
  { kind, side, length, fen, moves }: Puzzle,
  t: I18n["t"],
): SheetPosition {
  return sheetPosition(fen, { caption: t(`puzzle.task.${kind}.${side}`, { length }), moves });
}
