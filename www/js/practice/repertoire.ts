// Turns lines of a study into exercises, one for each position of the tree with the person to move. The right moves of
// an exercise are the moves that the tree has in its position.

import { sideOf } from "../core/xiangqi.ts";
import type { Ruleset, Side } from "../core/xiangqi.ts";
import type { GameClass } from "../rules/rules.ts";
import { inOrder, lineThrough } from "../study/tree.ts";
import type { Tree } from "../study/tree.ts";
import { MAX_EXERCISES } from "./exercises.ts";
import type { Task } from "./exercises.ts";
import { positionOf } from "./mistakes.ts";

/** The part of a tree to learn: the line through a node, continued with the main moves, or the whole tree. */
export type Part = { node: number } | "all";

interface Study {
  startFen: string | null;
  nodes: Tree;
  ruleset: Ruleset;
}

/** Returns the nodes of a part in depth-first order, without the start. */
export function nodesOf(tree: Tree, part: Part): number[] {
  if (part === "all") return inOrder(tree).filter((node) => node > 0);
  return lineThrough(tree, part.node).path;
}

/**
 * Returns the exercises of a part for a side, at most `MAX_EXERCISES`. A position that occurs twice becomes one
 * exercise.
 */
export function tasksOfLines(
  Game: GameClass,
  { startFen, nodes, ruleset }: Study,
  part: Part,
  side: Side,
): Task[] {
  const game = new Game(startFen, [], ruleset);
  const tasks = new Map<string, Task>();
  /** The moves played in `game` so far. */
  const played: string[] = [];
  try {
    const isFirst = sideOf(game.view().turn) === side;
    for (const node of nodesOf(nodes, part)) {
      const { ply, parent, move } = nodes[node]!; // `nodesOf` returns indexes of the tree
      while (played.length > ply - 1) {
        game.undo();
        played.pop();
      }
      if (played.length < ply - 1) {
        const last = nodes[parent]?.move ?? "";
        game.play(last);
        played.push(last);
      }
      if ((played.length % 2 === 0) !== isFirst || move === null) continue;
      const position = positionOf(game.fen());
      const existing = tasks.get(position);
      if (existing && !existing.moves.includes(move)) existing.moves.push(move);
      if (existing) continue;
      if (tasks.size === MAX_EXERCISES) break;
      tasks.set(position, {
        kind: "line",
        position,
        side,
        ruleset,
        startFen,
        before: [...played],
        moves: [move],
        mistake: null,
      });
    }
  } finally {
    game.free();
  }
  return [...tasks.values()];
}
