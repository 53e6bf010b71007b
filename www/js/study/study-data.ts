// A study as plain data, and the function that reads it from rows of JSON values. The rows come from the storage or
// from a link.

import type { RecordResult } from "../../pkg/chuhe.js";
import { isIntegerIn } from "../core/numbers.ts";
import { isText } from "../core/stored.ts";
import { isInTree, newTree, nodeAt } from "./tree.ts";
import type { StudyNode, Tree } from "./tree.ts";

/** A study as plain data. Its moves may be illegal until the rules have checked them. */
export interface StudyData {
  /** The FEN of the start; null for the standard starting position. */
  startFen: string | null;
  nodes: Tree;
  /** The index of the current node, which is on the board. */
  at: number;
  tags: Record<string, string>;
  result: RecordResult;
}

/** A stored study before it is checked. */
export interface StudyRows {
  startFen?: unknown;
  /**
   * One array for each node: the index of its parent, its move, comment and evaluation, and optionally signs, shapes
   * and clock. A parent precedes its children.
   */
  tree?: unknown;
  at?: unknown;
  tags?: unknown;
  result?: unknown;
}

const MOVE = /^[a-i][0-9][a-i][0-9]$/;
const SHAPE = /^[GRYB][a-i][0-9]([a-i][0-9])?$/;
/** The most nodes of a study that can be stored. */
export const MAX_NODES = 100_000;
const MAX_CENTIPAWNS = 1_000_000;
const RESULTS: readonly RecordResult[] = ["red", "black", "draw", "ongoing"];

/** Checks and converts the rows of a study. Returns null if they are broken. */
export function readStudyData({ startFen, tree, at, tags, result }: StudyRows): StudyData | null {
  if (startFen !== null && typeof startFen !== "string") return null;
  const nodes = readTree(tree);
  const ending = RESULTS.find((name) => name === result);
  if (!nodes || !ending || !isTags(tags)) return null;
  if (!isIntegerIn(at, 0, nodes.length - 1) || !isInTree(nodes, at)) return null;
  return { startFen, nodes, at, tags, result: ending };
}

function readTree(list: unknown): Tree | null {
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_NODES) return null;
  const nodes: StudyNode[] = [...newTree()];
  for (const [index, row] of list.entries()) {
    const [parent, move, ...rest]: unknown[] = Array.isArray(row) ? row : [];
    const notes = readNotes(rest);
    if (!notes) return null;
    if (index === 0) nodes[0] = { ...nodeAt(nodes, 0), ...notes };
    else if (!isIntegerIn(parent, 0, nodes.length - 1) || !isText(move, MOVE)) return null;
    else {
      const { ply, children } = nodeAt(nodes, parent);
      children.push(index);
      nodes.push({ move, ...notes, parent, children: [], ply: ply + 1 });
    }
  }
  return nodes;
}

type Notes = Pick<StudyNode, "comment" | "evaluation" | "signs" | "shapes" | "clock">;

function readNotes(row: unknown[]): Notes | null {
  const [comment, evaluation, signs = [], shapes = [], clock = null] = row;
  if (typeof comment !== "string" || !isEvaluation(evaluation) || !isClock(clock)) return null;
  if (!isListOf(signs, isSign) || !isListOf(shapes, isShape)) return null;
  return { comment, evaluation, signs, shapes, clock };
}

const isEvaluation = (value: unknown): value is number | null =>
  value === null || isIntegerIn(value, -MAX_CENTIPAWNS, MAX_CENTIPAWNS);

const isClock = (value: unknown): value is number | null =>
  value === null || isIntegerIn(value, 0, Number.MAX_SAFE_INTEGER);

const isSign = (value: unknown): value is number => isIntegerIn(value, 0, 255);

const isShape = (value: unknown): value is string => isText(value, SHAPE);

const isListOf = <T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] =>
  Array.isArray(value) && value.every(isItem);

const isTags = (value: unknown): value is Record<string, string> =>
  value !== null &&
  typeof value === "object" &&
  Object.values(value).every((tag) => typeof tag === "string");
