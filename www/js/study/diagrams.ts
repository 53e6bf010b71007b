// Diagram marks: the sign $220 of PGN, which asks for a picture of the position in print ($221 for one from Black's
// side).

import { DIAGRAM } from "./signs.ts";
import { inOrder, mainFrom, nodeAt } from "./tree.ts";
import type { StudyData } from "./study-data.ts";
import type { Tree } from "./tree.ts";

const FROM_BLACK = 221;

export const hasDiagram = (signs: readonly number[]): boolean =>
  signs.includes(DIAGRAM) || signs.includes(FROM_BLACK);

/**
 * Returns the nodes with a diagram mark, in reading order. If there are none, returns the nodes with drawings on the
 * board.
 */
export function diagramsOf(nodes: Tree): number[] {
  const order = inOrder(nodes);
  const marked = order.filter((at) => hasDiagram(nodeAt(nodes, at).signs));
  return marked.length > 0 ? marked : order.filter((at) => nodeAt(nodes, at).shapes.length > 0);
}

/**
 * Returns the nodes whose positions are shown in print: those of `diagramsOf`, or else the start position of a game that
 * begins with another position than usual, or else the last position.
 */
export function printedDiagrams({ nodes, startFen }: Pick<StudyData, "nodes" | "startFen">) {
  const marked = diagramsOf(nodes);
  if (marked.length > 0) return marked;
  return [startFen === null ? (mainFrom(nodes).at(-1) ?? 0) : 0];
}
