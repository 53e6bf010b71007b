// Makes an opening book of the moves of a study.

import { sideOf } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import { BookFull, withMove } from "../database/own-book.ts";
import type { OwnBook } from "../database/own-book.ts";
import { nodesOf } from "../practice/repertoire.ts";
import { withGame } from "../rules/records.ts";
import type { GameClass } from "../rules/rules.ts";
import { movesOf, pathTo } from "../study/tree.ts";
import type { StudyData } from "./study.ts";

/** The weights of the first, the second and every further move of a position. */
const WEIGHTS = [10, 5, 2];

/**
 * Returns a book of the moves of one side, or of both if `side` is null: of the line through the current node, or of the
 * whole tree. The main move weighs the most. Moves without room are left out.
 */
export function bookOfTree(
  Game: GameClass,
  { startFen, nodes, at }: StudyData,
  part: "line" | "all",
  side: Side | null,
): OwnBook {
  let book: OwnBook = new Map();
  for (const index of nodesOf(nodes, part === "all" ? "all" : { node: at })) {
    const node = nodes[index];
    if (!node?.move) continue;
    const before = movesOf(nodes, pathTo(nodes, node.parent));
    const { fen, turn } = withGame(new Game(startFen, before), (game) => ({
      fen: game.fen(),
      turn: sideOf(game.view().turn),
    }));
    if (side && side !== turn) continue;
    const rank = nodes[node.parent]?.children.indexOf(index) ?? 0;
    try {
      book = withMove(book, fen, node.move, WEIGHTS[Math.min(rank, WEIGHTS.length - 1)] ?? 1);
    } catch (error) {
      if (!(error instanceof BookFull)) throw error;
    }
  }
  return book;
}
