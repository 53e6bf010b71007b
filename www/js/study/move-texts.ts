// The moves of a study in words.

import type { Notation } from "../core/xiangqi.ts";
import { withGame } from "../rules/records.ts";
import type { GameClass } from "../rules/rules.ts";
import type { StudyData } from "./study-data.ts";
import * as T from "./tree.ts";

/** Formats the moves of all nodes, by their indexes. Throws a ChuheError if a move is illegal. */
export function textsOf(
  Game: GameClass,
  { startFen, nodes }: Pick<StudyData, "startFen" | "nodes">,
  notation: Notation,
): string[] {
  const texts = nodes.map(() => "");
  const isVariation = (at: number) =>
    T.nodeAt(nodes, T.nodeAt(nodes, at).parent).children[0] !== at;
  const starts = [0, ...T.inOrder(nodes).filter((at) => at > 0 && isVariation(at))];
  // Each pass covers the first move of a variation and the main moves after it.
  for (const start of starts) {
    const { path, moves } = T.lineThrough(nodes, start);
    const line = new Game(startFen, moves);
    const words = withGame(line, (game) => game.notation(notation));
    for (const [index, at] of path.entries()) texts[at] = words[index] ?? "";
  }
  return texts;
}
