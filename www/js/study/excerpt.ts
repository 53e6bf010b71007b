// Excerpts of trees: cuts a line with its notes and variations out of a tree, and grafts a tree onto another one.

import { childOf, inOrder, newTree, nodeAt, withChild, withNode } from "./tree.ts";
import type { StudyNode, Tree } from "./tree.ts";

/**
 * The tag of a line that was copied from a study; its value is the number of moves. A text with this tag is added to
 * the open study when it is pasted, and a text without it is opened as a game.
 */
export const EXCERPT_TAG = "Excerpt";

/** The result of adding a tree to another one. */
export interface Grafted {
  nodes: Tree;
  /** The number of moves that were added. */
  added: number;
  /** The number of moves that were there before. */
  known: number;
  /** The number of comments that were joined with another comment. */
  joined: number;
}

type Notes = Pick<StudyNode, "comment" | "evaluation" | "clock" | "signs" | "shapes">;

/**
 * Returns the moves from one node to another with everything that branches off between them. The start of the new tree
 * is the position before `from`. Without `to`, returns `from` and everything after it. `to` must be `from` or one of
 * its descendants.
 */
export function excerptOf(tree: Tree, from: number, to?: number): Tree {
  const excerpt: StudyNode[] = [...newTree()];
  const stack = [{ node: from, parent: 0 }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { move, children, ...notes } = nodeAt(tree, next.node);
    const { parent } = next;
    const place = excerpt.length;
    const { ply } = nodeAt(excerpt, parent);
    nodeAt(excerpt, parent).children.push(place);
    excerpt.push({ move, ...notesOf(notes), parent, children: [], ply: ply + 1 });
    if (next.node === to) continue;
    stack.push(...children.map((child) => ({ node: child, parent: place })).toReversed());
  }
  return excerpt;
}

const notesOf = ({ comment, evaluation, clock, signs, shapes }: Notes): Notes => ({
  comment,
  evaluation,
  clock,
  signs,
  shapes,
});

/**
 * Adds a tree after a node. Moves that are there already are not added again; their notes are joined with those of the
 * other tree. Does not check the rules. Returns the same tree if nothing is new.
 */
export function graft(nodes: Tree, from: number, tree: Tree): Grafted {
  const result: Grafted = { nodes, added: 0, known: 0, joined: 0 };
  const places = new Map([[0, from]]);
  for (const index of inOrder(tree)) {
    const node = nodeAt(tree, index);
    const parent = places.get(node.parent) ?? from;
    const known = node.move === null ? from : childOf(result.nodes, parent, node.move);
    if (known === undefined && node.move !== null) {
      result.nodes = withChild(result.nodes, parent, node.move);
      places.set(index, result.nodes.length - 1);
      result.nodes = withNode(result.nodes, result.nodes.length - 1, notesOf(node));
      result.added += 1;
      continue;
    }
    const place = known ?? from;
    places.set(index, place);
    if (node.move !== null) result.known += 1;
    joinNotes(result, place, node);
  }
  return result;
}

/** Adds the notes of a node to a node of the result. What is there has precedence, and comments follow each other. */
function joinNotes(result: Grafted, place: number, added: Notes) {
  const own = nodeAt(result.nodes, place);
  const hasBoth = own.comment !== "" && added.comment !== "";
  const isNew = hasBoth && !own.comment.includes(added.comment);
  const comment = isNew ? `${own.comment}\n${added.comment}` : own.comment || added.comment;
  const shapes = added.shapes.filter(
    (shape) => !own.shapes.some((other) => other.slice(1) === shape.slice(1)),
  );
  const notes: Notes = {
    comment,
    evaluation: own.evaluation ?? added.evaluation,
    clock: own.clock ?? added.clock,
    signs: own.signs.length > 0 || added.signs.length === 0 ? own.signs : added.signs,
    shapes: shapes.length > 0 ? [...own.shapes, ...shapes] : own.shapes,
  };
  if (isNew) result.joined += 1;
  const names = Object.keys(notes) as (keyof Notes)[];
  if (names.some((name) => notes[name] !== own[name]))
    result.nodes = withNode(result.nodes, place, notes);
}
