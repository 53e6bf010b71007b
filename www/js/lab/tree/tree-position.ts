// The positions of a search tree, and its moves in a notation. The search plays only legal moves, so `afterMove` does
// not check them.

import { type Notation, type Turn, squareIndex } from "../../core/xiangqi.ts";
import { fenOf } from "../../core/fen.ts";
import type { GameClass } from "../../rules/rules.ts";
import { type Tree, type TreeNode, movesTo, nodeAt } from "./search-tree.ts";

export interface TreePosition {
  placement: string;
  turn: Turn;
}

export function afterMove({ placement, turn }: TreePosition, move: string): TreePosition {
  const [from, to] = [squareIndex(move.slice(0, 2)), squareIndex(move.slice(2))];
  const points = [...placement];
  points[to] = points[from] ?? ".";
  points[from] = ".";
  return { placement: points.join(""), turn: turn === "w" ? "b" : "w" };
}

export const positionOf = (start: TreePosition, tree: Tree, node: TreeNode): TreePosition =>
  movesTo(tree, node).reduce(afterMove, start);

export const textOf = ({ placement, turn }: TreePosition): string => fenOf(placement, turn);

/** Returns a function that writes the move of a node. `write` converts a move to the characters of the language. */
export function writerOf(
  Game: GameClass,
  start: TreePosition,
  tree: Tree,
  notation: Notation,
  write: (text: string) => string,
): (node: TreeNode) => string {
  const written = new Map<number, string>();
  return ({ id, parent, move }) => {
    if (move === null) return "";
    let text = written.get(id);
    if (text === undefined) {
      const game = createGame(Game, positionOf(start, tree, nodeAt(tree, parent)));
      // The rules end a game without attacking pieces as a draw and cannot write its moves, but the search goes on.
      // Such moves are written as coordinates.
      text = write(game?.line([move], notation)[0] ?? move);
      game?.free();
      written.set(id, text);
    }
    return text;
  };
}

function createGame(Game: GameClass, position: TreePosition) {
  try {
    return new Game(textOf(position));
  } catch {
    return null;
  }
}

/** Returns the square of the general in check; null if there is none. */
export function checkAt(Game: GameClass, position: TreePosition): string | null {
  const game = createGame(Game, position);
  const square = game?.view().check ?? null;
  game?.free();
  return square;
}
