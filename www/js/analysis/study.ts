// What is analysed: a start position, a tree of moves with comments and evaluations, and a place in it. The rules say
// what is legal and how moves are written; the tree itself is data (tree.ts).

import { moveFacts } from "../core/move-facts.ts";
import { rulesetOf } from "../rules/records.ts";
import * as T from "../study/tree.ts";

/** @typedef {import("../study/tree.ts").StudyNode} StudyNode */
/** @typedef {import("../core/xiangqi.ts").Notation} Notation */

/**
 * The position at the present place.
 * @typedef {Omit<import("../../pkg/chuhe.js").PositionView, "opening"|"notation">} StudyPosition
 */

/**
 * @typedef {object} StudyState
 * @property {number} study            counts the studies opened: with another one, all numbers of nodes are others
 * @property {string|null} startFen    null is the ordinary start position
 * @property {import("../study/tree.ts").Tree} nodes
 * @property {number} at
 * @property {StudyPosition} position
 * @property {string[]} texts          by node: its move as the settings write moves
 * @property {Notation} notation       in which they write them
 * @property {Record<string, string>} tags
 * @property {"red"|"black"|"draw"|"ongoing"} result
 */

/** @typedef {import("../study/study-data.ts").StudyData} StudyData */

/** @param {string|null} [startFen] @returns {StudyData} */
export const emptyStudy = (startFen = null) => ({
  startFen,
  nodes: T.newTree(),
  at: 0,
  tags: {},
  result: "ongoing",
});

/** @param {{ Game: import("../rules/rules.ts").GameClass }} rules @param {Notation} [notation] */
export function createStudy({ Game }, notation = "chinese") {
  let data = emptyStudy();
  let count = 0;
  let kind = notation;
  /** @type {string[]} */
  let texts = [""];
  let position = positionAt(data);
  /** @type {StudyState|null} made when asked for */
  let shown = null;
  /** @type {Set<(state: StudyState) => void>} */
  const listeners = new Set();

  /** @param {StudyData} from @returns {StudyPosition} */
  function positionAt({ startFen, nodes, at, tags }) {
    return look({ startFen, tags }, T.movesOf(nodes, T.pathTo(nodes, at)));
  }

  /** A position as the rules see it; with a notation its moves are written. @param {Pick<StudyData, "startFen"|"tags">} of @param {string[]} moves @param {Notation} [written] @throws ChuheError */
  function look({ startFen, tags }, moves, written) {
    const game = new Game(startFen, moves, rulesetOf(tags));
    const view = game.view(written);
    game.free();
    return view;
  }

  /** @param {Partial<StudyData>} changes */
  function change(changes) {
    const moved = changes.at !== undefined && changes.at !== data.at;
    data = { ...data, ...changes };
    if (moved) position = positionAt(data);
    tell();
  }

  function tell() {
    shown = null;
    for (const listener of listeners) listener(get());
  }

  /** @returns {StudyState} */
  function get() {
    shown ??= { study: count, ...data, position, texts, notation: kind };
    return shown;
  }

  /** Adds moves behind a node where they are missing. @param {number} from @param {string[]} moves @throws ChuheError "illegalMove" */
  function grow(from, moves) {
    let { nodes } = data;
    let at = from;
    const before = T.movesOf(nodes, T.pathTo(nodes, from));
    const view = look(data, [...before, ...moves], kind);
    const written = view.notation.slice(before.length);
    for (const [index, move] of moves.entries()) {
      const known = T.childOf(nodes, at, move);
      if (known === undefined) {
        nodes = T.withChild(nodes, at, move);
        texts = [...texts, written[index] ?? move];
      }
      at = known ?? nodes.length - 1;
    }
    data = { ...data, nodes };
    return { at, view };
  }

  return {
    get,

    /** Goes to a node; one that is not there is left alone. @param {number} node */
    go(node) {
      if (node !== data.at && T.isInTree(data.nodes, node)) change({ at: node });
    },

    /** Plays a move at the present place. @param {string} move @returns {number} its node @throws ChuheError "illegalMove" */
    play(move) {
      const { at, view } = grow(data.at, [move]);
      data = { ...data, at };
      position = view;
      tell();
      return at;
    },

    /** Adds a line behind a node; the place stays. @param {number} from @param {string[]} moves @returns {number} its last node @throws ChuheError "illegalMove", and nothing is added */
    addLine(from, moves) {
      const { at } = grow(from, moves);
      tell();
      return at;
    },

    /** The nodes of the main line, the start left out. */
    mainLine: () => T.mainFrom(data.nodes),

    /** The moves from the start to a node. @param {number} node */
    lineTo: (node) => T.movesOf(data.nodes, T.pathTo(data.nodes, node)),

    /** @param {number} node @param {string} text */
    comment(node, text) {
      if (data.nodes[node] && data.nodes[node].comment !== text)
        change({ nodes: T.withNode(data.nodes, node, { comment: text }) });
    },

    /** @param {number} node @param {number|null} cp from Red's view */
    evaluate(node, cp) {
      if (data.nodes[node] && data.nodes[node].evaluation !== cp)
        change({ nodes: T.withNode(data.nodes, node, { evaluation: cp }) });
    },

    /** What stands behind a move, or is drawn on the board there. @param {number} node @param {Partial<Pick<StudyNode, "signs"|"shapes">>} marks */
    mark(node, marks) {
      if (data.nodes[node]) change({ nodes: T.withNode(data.nodes, node, marks) });
    },

    /** The variation that a node is in becomes the main one of its fork. @param {number} node */
    promote: (node) => change({ nodes: T.raiseVariation(data.nodes, node) }),

    /** The variation that a node is in moves up by one among its siblings. @param {number} node */
    moveUp: (node) => change({ nodes: T.raiseVariation(data.nodes, node, 1) }),

    /** The same, down by one. @param {number} node */
    moveDown: (node) => change({ nodes: T.lowerVariation(data.nodes, node) }),

    /** The line to a node becomes the main line. @param {number} node */
    makeMain: (node) => change({ nodes: T.makeMainLine(data.nodes, node) }),

    /** Takes a node and all behind it away; whoever stood there stands before it. @param {number} node @returns {() => boolean} brings it back, if it is not there */
    remove(node) {
      const { parent } = data.nodes[node];
      if (parent < 0) return () => false;
      const { study, at } = get();
      const { children } = data.nodes[parent];
      const stood = T.pathTo(data.nodes, at).includes(node);
      change({ nodes: T.withoutNode(data.nodes, node), ...(stood && { at: parent }) });
      return () => {
        if (study !== count || data.nodes[parent].children.includes(node)) return false;
        const place = children.indexOf(node);
        const now = data.nodes[parent].children.toSpliced(place, 0, node);
        change({ nodes: T.withNode(data.nodes, parent, { children: now }), ...(stood && { at }) });
        return true;
      };
    },

    /** Opens another study. @param {StudyData} next @throws ChuheError "badFen", "illegalMove", and the old one stays */
    open(next) {
      const written = textsOf(Game, next, kind);
      const there = T.isInTree(next.nodes, next.at);
      const opened = { ...next, at: there ? next.at : 0 };
      position = positionAt(opened);
      data = opened;
      texts = written;
      count += 1;
      tell();
    },

    /** Writes all moves another way. @param {Notation} next */
    write(next) {
      if (next === kind) return;
      kind = next;
      texts = textsOf(Game, data, kind);
      tell();
    },

    /** All of it, to be kept or written. */
    data: () => data,

    /** Moves behind a node as the settings write moves, up to the first illegal one. @param {number} node @param {string[]} moves */
    words(node, moves) {
      const game = new Game(data.startFen, T.movesOf(data.nodes, T.pathTo(data.nodes, node)));
      const written = game.line(moves, kind);
      game.free();
      return written;
    },

    /** What there is to say of a node's move. @param {number} node not the start */
    told(node) {
      const line = T.movesOf(data.nodes, T.pathTo(data.nodes, node));
      const game = new Game(data.startFen, line.slice(0, -1));
      const told = moveFacts(game, line[line.length - 1]);
      game.free();
      return told;
    },

    /** Why the rules do not have a move here, and who gives the check that it does not answer. @param {string} move */
    refusal(move) {
      const game = new Game(data.startFen, position.moves, rulesetOf(data.tags));
      try {
        const reason = game.refusal(move);
        return { reason, checkers: reason === "stillInCheck" ? position.checkers : [] };
      } finally {
        game.free();
      }
    },

    /** @param {(state: StudyState) => void} listener @returns {() => void} stops listening */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @typedef {ReturnType<typeof createStudy>} Study */

/** Every move in words, by node. @param {import("../rules/rules.ts").GameClass} Game @param {StudyData} study @param {Notation} kind @returns {string[]} */
function textsOf(Game, { startFen, nodes }, kind) {
  const texts = nodes.map(() => "");
  const starts = [0, ...T.inOrder(nodes).filter((at) => at > 0 && !isFirst(nodes, at))];
  // Line by line: each begins with a move that is not the main one of its fork, and follows the main moves from there.
  for (const start of starts) {
    const path = [...T.pathTo(nodes, start), ...T.mainFrom(nodes, start)];
    const game = new Game(startFen, T.movesOf(nodes, path));
    const written = game.notation(kind);
    game.free();
    for (const [index, at] of path.entries()) texts[at] = written[index];
  }
  return texts;
}

/** @param {import("../study/tree.ts").Tree} nodes @param {number} at */
const isFirst = (nodes, at) => nodes[nodes[at].parent].children[0] === at;
