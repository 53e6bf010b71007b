// The positions of a search tree: the pieces after the moves that lead to a node, and the moves as they are written. The
// moves come from the search, which knows the rules; here a piece is only put from one point to another.

import { fenOf } from "../../rules/position.ts";
import { squareIndex } from "../../core/xiangqi.ts";
import { movesTo } from "./search-tree.ts";

/** @typedef {import("./search-tree.ts").Node} Node */
/** @typedef {import("./search-tree.ts").Tree} Tree */
/** @typedef {import("../../rules/rules.ts").GameClass} GameClass */
/** @typedef {{ placement: string, turn: "w"|"b" }} Place */

/** @param {Place} place @param {string} move @returns {Place} */
export function after({ placement, turn }, move) {
  const [from, to] = [squareIndex(move.slice(0, 2)), squareIndex(move.slice(2))];
  const points = [...placement];
  [points[to], points[from]] = [points[from], "."];
  return { placement: points.join(""), turn: turn === "w" ? "b" : "w" };
}

/** @param {Place} start @param {Tree} tree @param {Node} node @returns {Place} */
export const placeOf = (start, tree, node) => movesTo(tree, node).reduce(after, start);

/** @param {Place} place */
export const textOf = ({ placement, turn }) => fenOf(placement, turn);

/**
 * Writes the moves of a tree in a notation, each once.
 * @param {GameClass} Game @param {Place} start @param {Tree} tree
 * @param {import("../../core/xiangqi.ts").Notation} notation @param {(text: string) => string} write  the characters of the language
 * @returns {(node: Node) => string}
 */
export function writerOf(Game, start, tree, notation, write) {
  /** @type {Map<number, string>} */
  const known = new Map();
  /** @type {{ id: number, game: InstanceType<GameClass>|null }} */
  const before = { id: -1, game: null };
  /** @param {Node} parent */
  function gameAt(parent) {
    if (before.id !== parent.id) {
      before.game?.free();
      Object.assign(before, { id: parent.id, game: gameOf(Game, placeOf(start, tree, parent)) });
    }
    return before.game;
  }
  return (node) => {
    const { id, parent, move } = node;
    if (move === null) return "";
    const there = known.get(id);
    if (there !== undefined) return there;
    // A board on which nobody can attack is a draw to the rules, but not to the search.
    const [text = move] = gameAt(tree.nodes[parent])?.line([move], notation) ?? [];
    known.set(id, write(text));
    return write(text);
  };
}

/** @param {GameClass} Game @param {Place} place */
function gameOf(Game, place) {
  try {
    return new Game(textOf(place));
  } catch {
    return null;
  }
}

/** The point of the general in check. @param {GameClass} Game @param {Place} place */
export function checkAt(Game, place) {
  const game = gameOf(Game, place);
  const point = game?.view().check ?? null;
  game?.free();
  return point;
}
