// Studies as rows of plain values, out of a store or an address: anything else is refused.

import { isText } from "../core/stored.js";
import { isThere, newTree } from "./tree.ts";

/** @import { Unchecked } from "../core/stored.js" */
/** @typedef {import("../analysis/study.js").StudyData} StudyData */

const MOVE = /^[a-i][0-9][a-i][0-9]$/;
const SHAPE = /^[GRYB][a-i][0-9]([a-i][0-9])?$/;
const MAX_NODES = 100_000;
const MAX_CP = 1_000_000;
const RESULTS = ["red", "black", "draw", "ongoing"];

/** A study out of an object of rows. @param {Unchecked} raw @returns {StudyData|null} null where it is broken */
export function readStudyData({ startFen, tree, at, tags, result }) {
  if (startFen !== null && typeof startFen !== "string") return null;
  const nodes = readTree(tree);
  if (!nodes || !isThere(nodes, at) || !RESULTS.includes(result) || !isTags(tags)) return null;
  return { startFen, nodes, at, tags, result };
}

/** @param {Unchecked} list @returns {import("./tree.ts").Tree|null} */
function readTree(list) {
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_NODES) return null;
  /** @type {import("./tree.ts").StudyNode[]} */
  const nodes = [...newTree()];
  for (const [index, row] of list.entries()) {
    const [parent, move, comment, evaluation, signs = [], shapes = [], clock = null] =
      Array.isArray(row) ? row : [];
    if (!isNoted(comment, evaluation) || !isMarked(signs, shapes) || !isClock(clock)) return null;
    const said = { comment, evaluation, signs, shapes, clock };
    if (index === 0) nodes[0] = { ...nodes[0], ...said };
    else if (!Number.isInteger(parent) || !nodes[parent] || !isText(move, MOVE)) return null;
    else {
      const { ply } = nodes[parent];
      nodes[parent].children.push(index);
      nodes.push({ move, ...said, parent, children: [], ply: ply + 1 });
    }
  }
  return nodes;
}

/** @param {Unchecked} comment @param {Unchecked} evaluation */
const isNoted = (comment, evaluation) =>
  typeof comment === "string" &&
  (evaluation === null || (Number.isInteger(evaluation) && Math.abs(evaluation) <= MAX_CP));

/** @param {Unchecked} clock */
const isClock = (clock) => clock === null || (Number.isSafeInteger(clock) && clock >= 0);

/** @param {Unchecked} signs @param {Unchecked} shapes */
const isMarked = (signs, shapes) =>
  Array.isArray(signs) &&
  signs.every((sign) => Number.isInteger(sign) && sign >= 0 && sign <= 255) &&
  Array.isArray(shapes) &&
  shapes.every((/** @type {unknown} */ shape) => isText(shape, SHAPE));

/** @param {Unchecked} tags */
const isTags = (tags) =>
  tags !== null &&
  typeof tags === "object" &&
  Object.values(tags).every((value) => typeof value === "string");
