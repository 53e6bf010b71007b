// The history of the changes to a study, for undo and redo. It keeps the trees before and after each change. Trees are
// immutable and share their unchanged nodes.

import type { StudyData } from "../study/study-data.ts";
import type { Tree } from "../study/tree.ts";

/** The kinds of changes, as they are named to the person. */
export type EditKind =
  | "move"
  | "line"
  | "comment"
  | "sign"
  | "drawing"
  | "order"
  | "remove"
  | "restore"
  | "paste"
  | "tags";

/** The part of a study that a person changes. */
type Content = Pick<StudyData, "nodes" | "at" | "tags" | "result">;

export interface Edit {
  kind: EditKind;
  /** The node that was changed or added. */
  node: number;
  before: Content;
  after: Content;
}

/** The most changes that are kept. */
const MAX_EDITS = 300;
/** The fewest changes that are kept, even in a huge tree. */
const MIN_EDITS = 20;
/** The most nodes that all kept trees have together; each takes a pointer. */
const MAX_NODES = 2_000_000;

const contentOf = ({ nodes, at, tags, result }: Content): Content => ({ nodes, at, tags, result });

export function createStudyHistory() {
  let done: Edit[] = [];
  let undone: Edit[] = [];
  /** True if the next change of a comment is a change of its own. */
  let isSealed = true;

  return {
    /** Records a change. Joins changes of one comment that follow one another. */
    record(kind: EditKind, node: number, before: Content, after: Content) {
      const last = done.at(-1);
      const isSame = kind === "comment" && last?.kind === kind && last.node === node;
      undone = [];
      if (last && isSame && !isSealed) last.after = contentOf(after);
      else done.push({ kind, node, before: contentOf(before), after: contentOf(after) });
      isSealed = false;
      const most = Math.max(MIN_EDITS, Math.min(MAX_EDITS, MAX_NODES / after.nodes.length));
      if (done.length > most) done = done.slice(-most);
    },

    /** Makes the next change of a comment a change of its own. */
    seal() {
      isSealed = true;
    },

    /** Takes back the last change; returns null if there is none. */
    undo(): Edit | null {
      const edit = done.pop() ?? null;
      if (edit) undone.push(edit);
      isSealed = true;
      return edit;
    },

    /** Makes the last change that was undone again; returns null if there is none. */
    redo(): Edit | null {
      const edit = undone.pop() ?? null;
      if (edit) done.push(edit);
      isSealed = true;
      return edit;
    },

    last: (): Edit | null => done.at(-1) ?? null,
    /** Returns the kinds of the changes that `undo` and `redo` would return; null if there is none. */
    next: () => ({ undo: done.at(-1)?.kind ?? null, redo: undone.at(-1)?.kind ?? null }),

    clear() {
      done = [];
      undone = [];
      isSealed = true;
    },
  };
}

/**
 * Returns a tree with the content of `target`, an earlier or later state of the tree `current`. Keeps the evaluations
 * of `current`, which the engine writes. Nodes that `target` does not have yet stay in the array, so that no index is
 * used twice; they are children of no node.
 */
export const restoreTree = (current: Tree, target: Tree): Tree =>
  current.map((node, index) => {
    const restored = target[index];
    if (!restored || restored.evaluation === node.evaluation) return restored ?? node;
    return { ...restored, evaluation: node.evaluation };
  });
