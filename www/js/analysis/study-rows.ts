// The tree of a study as rows, which are stored, and a digest of them.

import { shortHash } from "../core/short-hash.ts";
import { type Tree, inOrder, nodeAt } from "../study/tree.ts";
import type { StudyData } from "./study.ts";

/** Tags that are not written by a person in the study. */
const UNWRITTEN = ["Labels", "SourceFile"];

// Results by tree: every step through a study stores it, and does not change its tree.
const rows = new WeakMap<Tree, ReturnType<typeof makeRows>>();
const digests = new WeakMap<Tree, { of: StudyData; digest: string }>();

/** Returns the rows of a tree, and the index of each node's row. */
export function rowsOf(nodes: Tree) {
  const made = rows.get(nodes) ?? makeRows(nodes);
  rows.set(nodes, made);
  return made;
}

function makeRows(nodes: Tree) {
  const order = inOrder(nodes);
  const places = new Map(order.map((index, place) => [index, place]));
  const tree = order.map((index) => {
    const { parent, move, comment, evaluation, clock, signs, shapes } = nodeAt(nodes, index);
    const row = [places.get(parent) ?? -1, move, comment, evaluation];
    if (clock !== null) return [...row, signs, shapes, clock];
    return signs.length + shapes.length > 0 ? [...row, signs, shapes] : row;
  });
  return { tree, places };
}

/**
 * Returns a digest of everything that a person may have written in a study, to recognize an opened record. Excludes the
 * current node, the engine's evaluations, the library's labels and the name of the file.
 */
export function sourceOf(data: StudyData): string {
  const { startFen, nodes, tags, result } = data;
  const { of, digest } = digests.get(nodes) ?? {};
  if (digest && of?.startFen === startFen && of.tags === tags && of.result === result)
    return digest;
  const { tree } = makeRows(nodes.map((node) => ({ ...node, evaluation: null })));
  const facts = Object.entries(tags).filter(([name]) => !UNWRITTEN.includes(name));
  const made = shortHash(JSON.stringify([startFen, tree, facts, result]));
  digests.set(nodes, { of: data, digest: made });
  return made;
}
