// The study: a start position, a tree of moves with notes, and the current node, which is on the board. The rules
// decide which moves are legal and how they are written; study/tree.ts has the functions on trees.

import type { PositionView } from "../../pkg/chuhe.js";
import { moveFacts } from "../core/move-facts.ts";
import type { MoveFacts } from "../core/move-facts.ts";
import { createStore } from "../core/store.ts";
import type { Notation } from "../core/xiangqi.ts";
import { rulesetOf, withGame } from "../rules/records.ts";
import type { GameClass } from "../rules/rules.ts";
import { textsOf } from "../study/move-texts.ts";
import type { StudyData } from "../study/study-data.ts";
import { graft } from "../study/excerpt.ts";
import type { Grafted } from "../study/excerpt.ts";
import * as T from "../study/tree.ts";
import type { StudyNode, Tree } from "../study/tree.ts";
import { createStudyHistory, restoreTree } from "./study-history.ts";
import type { Edit, EditKind } from "./study-history.ts";
import { createPositionCursor } from "./position-cursor.ts";

export type { StudyData };

export type StudyPosition = Omit<PositionView, "opening" | "notation">;

export interface StudyState extends StudyData {
  /** The number of studies opened so far. Indexes of nodes are valid only within one study. */
  study: number;
  /** The position on the board. */
  position: StudyPosition;
  /** The move of each node in `notation`. */
  texts: string[];
  notation: Notation;
}

export type Study = ReturnType<typeof createStudy>;

export const emptyStudy = (startFen: string | null = null): StudyData => ({
  startFen,
  nodes: T.newTree(),
  at: 0,
  tags: {},
  result: "ongoing",
});

const movesTo = (nodes: Tree, node: number) => T.movesOf(nodes, T.pathTo(nodes, node));

export function createStudy({ Game }: { Game: GameClass }, notation: Notation = "chinese") {
  const gameAt = createPositionCursor(Game);
  const gameBefore = createPositionCursor(Game);
  const store = createStore<StudyState>({
    ...emptyStudy(),
    study: 0,
    position: positionOf(emptyStudy()),
    texts: [""],
    notation,
  });
  const { get, subscribe } = store;
  const history = createStudyHistory();

  /** Returns the view of the position after moves from the start of a study. Throws a ChuheError. */
  function viewOf({ startFen, tags }: StudyData, moves: string[], written?: Notation) {
    return gameAt(startFen, moves, rulesetOf(tags)).view(written);
  }

  function positionOf(data: StudyData): StudyPosition {
    return viewOf(data, movesTo(data.nodes, data.at));
  }

  function change(changes: Partial<StudyState>) {
    const before = get();
    const next = { ...before, ...changes };
    const isMoved = next.at !== before.at || rulesetOf(next.tags) !== rulesetOf(before.tags);
    store.set(isMoved ? { ...next, position: positionOf(next) } : next);
  }

  /** Makes a change that can be undone. `node` is the node that is changed. */
  function edit(kind: EditKind, node: number, changes: Partial<StudyState>) {
    const before = get();
    history.record(kind, node, before, { ...before, ...changes });
    if (changes.position) store.set({ ...before, ...changes });
    else change(changes);
  }

  /** Changes the order of moves, if `nodes` is another tree. */
  function reorder(node: number, nodes: Tree) {
    if (nodes !== get().nodes) edit("order", node, { nodes });
  }

  /** Shows the content before or after a change, except the node on the board, which is `at`. */
  function restore({ nodes: target, tags, result }: Edit["before"], at: number) {
    const nodes = restoreTree(get().nodes, target);
    change({ ...withTexts(nodes), tags, result, at: T.isInTree(nodes, at) ? at : 0 });
  }

  /** Returns a tree with the texts of its moves. Moves that were not in the tree when the notation changed have none. */
  function withTexts(nodes: Tree) {
    const { texts, notation: written, startFen } = get();
    const isComplete = T.inOrder(nodes).every((node) => node === 0 || texts[node]);
    return { nodes, texts: isComplete ? texts : textsOf(Game, { startFen, nodes }, written) };
  }

  function undo(): Edit | null {
    const last = history.undo();
    if (last) restore(last.before, last.before.at);
    return last;
  }

  /**
   * Returns the tree with a line added after a node, and the last node of the line. Throws the ChuheError
   * `illegalMove`.
   */
  function grow(from: number, moves: readonly string[], state = get()) {
    let { nodes, texts } = state;
    let at = from;
    const before = movesTo(nodes, from);
    const view = viewOf(state, [...before, ...moves], state.notation);
    for (const [index, move] of moves.entries()) {
      const child = T.childOf(nodes, at, move);
      if (child === undefined) {
        nodes = T.withChild(nodes, at, move);
        texts = [...texts, view.notation[before.length + index] ?? move];
      }
      at = child ?? nodes.length - 1;
    }
    return { nodes, texts, at, view };
  }

  /**
   * Adds lines after a node in one change, and returns the last node of the last line. Keeps the current node. If a move
   * is illegal, adds nothing and throws the ChuheError `illegalMove`.
   */
  function addLines(from: number, lines: readonly (readonly string[])[]): number {
    let { nodes, texts } = get();
    let at = from;
    for (const moves of lines)
      ({ nodes, texts, at } = grow(from, moves, { ...get(), nodes, texts }));
    if (nodes !== get().nodes) edit("line", at, { nodes, texts });
    return at;
  }

  const annotate = (kind: EditKind, node: number, notes: Partial<StudyNode>) => {
    if (get().nodes[node]) edit(kind, node, { nodes: T.withNode(get().nodes, node, notes) });
  };

  return {
    get,
    subscribe,

    /** Makes a node the current one. Does nothing if it is not in the tree. */
    go(node: number) {
      history.seal();
      if (node !== get().at && T.isInTree(get().nodes, node)) change({ at: node });
    },

    /** Plays a move in the current position and returns its node. Throws the ChuheError `illegalMove`. */
    play(move: string): number {
      const { view: position, ...grown } = grow(get().at, [move]);
      const changes = { ...grown, position };
      if (grown.nodes === get().nodes) store.set({ ...get(), ...changes });
      else edit("move", grown.at, changes);
      return grown.at;
    },

    addLines,
    addLine: (from: number, moves: readonly string[]): number => addLines(from, [moves]),

    /**
     * Adds a tree after a node, and joins it with the moves that are there. Keeps the current node. If a move is
     * illegal there, adds nothing and throws the ChuheError `illegalMove`.
     */
    paste(from: number, tree: Tree): Grafted {
      const state = get();
      const grafted = graft(state.nodes, from, tree);
      if (grafted.nodes === state.nodes) return grafted;
      const { nodes } = grafted;
      const written = textsOf(Game, { ...state, nodes }, state.notation);
      const texts = written.map((text, index) => text || (state.texts[index] ?? ""));
      edit("paste", from, { nodes, texts });
      return grafted;
    },

    /** Returns the nodes of the main line, without the start. */
    mainLine: () => T.mainFrom(get().nodes),

    /** Returns the moves from the start to a node. */
    lineTo: (node: number) => movesTo(get().nodes, node),

    comment(node: number, text: string) {
      if (get().nodes[node]?.comment !== text) annotate("comment", node, { comment: text });
    },

    /** Ends a change of a comment, so that undo takes later changes of the comment back separately. */
    endComment: history.seal,

    /** Stores an evaluation in centipawns from Red's point of view. */
    evaluate(node: number, cp: number | null) {
      const { nodes } = get();
      if (nodes[node] && nodes[node].evaluation !== cp)
        change({ nodes: T.withNode(nodes, node, { evaluation: cp }) });
    },

    mark: (node: number, marks: Partial<Pick<StudyNode, "signs" | "shapes">>) =>
      annotate(marks.shapes ? "drawing" : "sign", node, marks),

    /** Changes the tags. */
    retag(tags: Record<string, string>) {
      edit("tags", get().at, { tags });
    },

    /** Makes a node's variation the first among its siblings. */
    promote: (node: number) => reorder(node, T.raiseVariation(get().nodes, node)),

    /** Moves a node's variation up one place among its siblings. */
    moveUp: (node: number) => reorder(node, T.raiseVariation(get().nodes, node, 1)),

    moveDown: (node: number) => reorder(node, T.lowerVariation(get().nodes, node)),

    /** Moves a node to a place among its siblings. */
    moveTo: (node: number, place: number) =>
      reorder(node, T.placeSibling(get().nodes, node, place)),

    /** Makes the line to a node the main line. */
    makeMain: (node: number) => reorder(node, T.makeMainLine(get().nodes, node)),

    /**
     * Removes a node and its descendants. If the current node is among them, makes the parent the current node. Returns
     * a function that restores the removed nodes. That function returns false if they cannot be restored or are already
     * there.
     */
    remove(node: number): () => boolean {
      const { study, nodes, at } = get();
      const { parent } = T.nodeAt(nodes, node);
      if (parent < 0) return () => false;
      const place = T.nodeAt(nodes, parent).children.indexOf(node);
      const isOnBoard = T.pathTo(nodes, at).includes(node);
      edit("remove", parent, {
        nodes: T.withoutNode(nodes, node),
        ...(isOnBoard && { at: parent }),
      });
      const removal = history.last();
      return () => {
        const now = get();
        if (study === now.study && history.last() === removal) return undo() !== null;
        const { children } = now.nodes[parent] ?? {};
        if (study !== now.study || !children || children.includes(node)) return false;
        const restored = { children: children.toSpliced(place, 0, node) };
        edit("restore", node, {
          ...withTexts(T.withNode(now.nodes, parent, restored)),
          ...(isOnBoard && { at }),
        });
        return true;
      };
    },

    /** Takes back the last change. Returns what it was; null if there is none. */
    undo: (): EditKind | null => undo()?.kind ?? null,

    /** Makes the last change that was undone again. Returns what it was; null if there is none. */
    redo(): EditKind | null {
      const next = history.redo();
      if (!next) return null;
      const { kind, node, after } = next;
      const isAtNode = kind !== "remove" && T.isInTree(after.nodes, node);
      restore(after, isAtNode ? node : after.at);
      return kind;
    },

    /** Returns the change that `undo` would take back; null if there is none. */
    lastEdit: history.last,

    /** Returns what `undo` and `redo` would return. */
    nextEdits: history.next,

    /**
     * Opens another study. If the rules reject it, the open study stays, and `open` throws the ChuheError `badFen` or
     * `illegalMove`.
     */
    open(data: StudyData) {
      const { notation: current, study } = get();
      const texts = textsOf(Game, data, current);
      const opened = { ...data, at: T.isInTree(data.nodes, data.at) ? data.at : 0 };
      const position = positionOf(opened);
      history.clear();
      store.set({ ...opened, study: study + 1, position, texts, notation: current });
    },

    /** Sets the notation in which the moves are written. */
    write(next: Notation) {
      const state = get();
      if (next !== state.notation)
        store.set({ ...state, notation: next, texts: textsOf(Game, state, next) });
    },

    /** Returns the study without the derived state, to be stored or exported. */
    data(): StudyData {
      const { startFen, nodes, at, tags, result } = get();
      return { startFen, nodes, at, tags, result };
    },

    /** Formats a line of moves after a node, up to its first illegal move. */
    words(node: number, moves: string[]): string[] {
      const { startFen, nodes, notation: written } = get();
      return withGame(new Game(startFen, movesTo(nodes, node)), (game) =>
        game.line(moves, written),
      );
    },

    /**
     * Returns the facts of a node's move, for formatting it in words. `node` must not be the start, which has no move.
     */
    moveFactsOf(node: number): MoveFacts {
      const { startFen, nodes, tags } = get();
      const { parent, move } = T.nodeAt(nodes, node);
      const before = gameBefore(startFen, movesTo(nodes, parent), rulesetOf(tags));
      return moveFacts(before, move ?? "");
    },

    /**
     * Returns why a move is illegal in the current position. If the move leaves a check unanswered, also returns the
     * checking pieces.
     */
    refusal(move: string) {
      const { startFen, tags, position } = get();
      const board = new Game(startFen, position.moves, rulesetOf(tags));
      const reason = withGame(board, (game) => game.refusal(move));
      return { reason, checkers: reason === "stillInCheck" ? position.checkers : [] };
    },
  };
}
