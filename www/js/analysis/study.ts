// The study: a start position, a tree of moves with notes, and the current node, which is on the board. The rules
// decide which moves are legal and how they are written; study/tree.ts has the functions on trees.

import type { PositionView } from "../../pkg/chuhe.js";
import { moveFacts } from "../core/move-facts.ts";
import type { MoveFacts } from "../core/move-facts.ts";
import { createStore } from "../core/store.ts";
import type { Notation } from "../core/xiangqi.ts";
import { rulesetOf, withGame } from "../rules/records.ts";
import type { GameClass } from "../rules/rules.ts";
import type { StudyData } from "../study/study-data.ts";
import * as T from "../study/tree.ts";
import type { StudyNode, Tree } from "../study/tree.ts";
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

  /** Returns the view of the position after moves from the start of a study. Throws a ChuheError. */
  function viewOf({ startFen, tags }: StudyData, moves: string[], written?: Notation) {
    return gameAt(startFen, moves, rulesetOf(tags)).view(written);
  }

  function positionOf(data: StudyData): StudyPosition {
    return viewOf(data, movesTo(data.nodes, data.at));
  }

  function change(changes: Partial<StudyData>) {
    const isMoved = changes.at !== undefined && changes.at !== get().at;
    const next = { ...get(), ...changes };
    store.set(isMoved ? { ...next, position: positionOf(next) } : next);
  }

  /**
   * Returns the tree with a line added after a node, and the last node of the line. Throws the ChuheError
   * `illegalMove`.
   */
  function grow(from: number, moves: readonly string[]) {
    const state = get();
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

  const annotate = (node: number, notes: Partial<StudyNode>) => {
    if (get().nodes[node]) change({ nodes: T.withNode(get().nodes, node, notes) });
  };

  return {
    get,
    subscribe,

    /** Makes a node the current one. Does nothing if it is not in the tree. */
    go(node: number) {
      if (node !== get().at && T.isInTree(get().nodes, node)) change({ at: node });
    },

    /** Plays a move in the current position and returns its node. Throws the ChuheError `illegalMove`. */
    play(move: string): number {
      const { view: position, ...grown } = grow(get().at, [move]);
      store.set({ ...get(), ...grown, position });
      return grown.at;
    },

    /**
     * Adds a line after a node and returns the line's last node. Keeps the current node. If a move is illegal, adds
     * nothing and throws the ChuheError `illegalMove`.
     */
    addLine(from: number, moves: readonly string[]): number {
      const { nodes, texts, at } = grow(from, moves);
      store.set({ ...get(), nodes, texts });
      return at;
    },

    /** Returns the nodes of the main line, without the start. */
    mainLine: () => T.mainFrom(get().nodes),

    /** Returns the moves from the start to a node. */
    lineTo: (node: number) => movesTo(get().nodes, node),

    comment(node: number, text: string) {
      if (get().nodes[node]?.comment !== text) annotate(node, { comment: text });
    },

    /** Stores an evaluation in centipawns from Red's point of view. */
    evaluate(node: number, cp: number | null) {
      if (get().nodes[node]?.evaluation !== cp) annotate(node, { evaluation: cp });
    },

    mark: (node: number, marks: Partial<Pick<StudyNode, "signs" | "shapes">>) =>
      annotate(node, marks),

    /** Makes a node's variation the first among its siblings. */
    promote: (node: number) => change({ nodes: T.raiseVariation(get().nodes, node) }),

    /** Moves a node's variation up one place among its siblings. */
    moveUp: (node: number) => change({ nodes: T.raiseVariation(get().nodes, node, 1) }),

    moveDown: (node: number) => change({ nodes: T.lowerVariation(get().nodes, node) }),

    /** Makes the line to a node the main line. */
    makeMain: (node: number) => change({ nodes: T.makeMainLine(get().nodes, node) }),

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
      change({ nodes: T.withoutNode(nodes, node), ...(isOnBoard && { at: parent }) });
      return () => {
        const now = get();
        const { children } = now.nodes[parent] ?? {};
        if (study !== now.study || !children || children.includes(node)) return false;
        const restored = { children: children.toSpliced(place, 0, node) };
        change({ nodes: T.withNode(now.nodes, parent, restored), ...(isOnBoard && { at }) });
        return true;
      };
    },

    /**
     * Opens another study. If the rules reject it, the open study stays, and `open` throws the ChuheError `badFen` or
     * `illegalMove`.
     */
    open(data: StudyData) {
      const { notation: current, study } = get();
      const texts = textsOf(Game, data, current);
      const opened = { ...data, at: T.isInTree(data.nodes, data.at) ? data.at : 0 };
      const position = positionOf(opened);
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

/** Formats the moves of all nodes. */
function textsOf(
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
    const path = [...T.pathTo(nodes, start), ...T.mainFrom(nodes, start)];
    const line = new Game(startFen, T.movesOf(nodes, path));
    const words = withGame(line, (game) => game.notation(notation));
    for (const [index, at] of path.entries()) texts[at] = words[index] ?? "";
  }
  return texts;
}
