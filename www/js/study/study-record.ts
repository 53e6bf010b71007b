// Studies and records: what is read from a text or a file becomes a study, a study becomes a text, with nothing lost.

import { joinComment, splitComment } from "../core/move-clock.js";
import { describe, refuseHuge } from "../rules/records.js";
import { isMoreThanALine } from "./study-link.ts";
import { inOrder, mainFrom, movesOf, pathTo } from "./tree.ts";

/** @typedef {import("../analysis/study.js").StudyData} StudyData */
/** @typedef {import("../rules/records.js").Rules} Rules */
/** @typedef {import("../rules/records.js").ExportFormat} ExportFormat */

/** Formats that say the position on the board, or the moves that led to it; the others say the whole tree. */
const OF_THE_PLACE = ["fen", "ucci"];

/**
 * Reads whatever it is. One looks at it from its start; of a bare line, too.
 * @param {Rules} rules @param {Uint8Array|string} data @param {import("../rules/records.js").Found} [known]  what was found out about it before
 * @returns {{ data: StudyData, found: import("../rules/records.js").Found }} @throws ChuheError "badRecord"
 */
export function readStudy({ Game, Record }, data, known) {
  refuseHuge(data.length);
  const record = new Record(data);
  try {
    const found = known ?? describe(record);
    const startFen = isOrdinary(Game, record.startFen()) ? null : record.startFen();
    const { tags, result } = found;
    return { data: { startFen, nodes: treeOf(record.tree()), at: 0, tags, result }, found };
  } finally {
    record.free();
  }
}

/**
 * A record with a place on its main line; null where it is a bare line.
 * @param {Rules} rules @param {string} text @param {number} ply
 */
export function studyOfLine(rules, text, ply) {
  const { data } = readStudy(rules, text);
  return isMoreThanALine(data) ? { ...data, at: mainFrom(data.nodes)[ply - 1] ?? 0 } : null;
}

/** @param {import("../rules/rules.js").GameClass} Game @param {string} fen */
function isOrdinary(Game, fen) {
  const game = new Game();
  const same = game.startFen() === fen;
  game.free();
  return same;
}

/** @param {import("../../pkg/chuhe.js").RecordNode[]} list @returns {import("./tree.ts").Tree} */
function treeOf(list) {
  const parents = list.map(() => -1);
  for (const [index, { children }] of list.entries())
    for (const child of children) parents[child] = index;
  /** @type {number[]} every move stands behind its parent */
  const plies = [];
  for (const [index, parent] of parents.entries()) plies.push(index === 0 ? 0 : plies[parent] + 1);
  return list.map(({ move, comment, evaluation, signs, shapes, children }, index) => ({
    move,
    ...splitComment(comment),
    evaluation,
    signs,
    shapes,
    parent: parents[index],
    children,
    ply: plies[index],
  }));
}

/**
 * The study in one of the formats.
 * @param {Rules} rules @param {StudyData} study @param {ExportFormat} format
 */
export function writeStudy({ Game, Record }, study, format) {
  if (OF_THE_PLACE.includes(format)) return writePlace({ Game, Record }, study, format);
  const record = buildRecord(Record, study);
  try {
    return record.export(format);
  } finally {
    record.free();
  }
}

/** @param {Rules} rules @param {StudyData} study @param {ExportFormat} format */
function writePlace({ Game, Record }, { startFen, nodes, at }, format) {
  const moves = movesOf(nodes, pathTo(nodes, at));
  const of = format === "fen" ? new Game(startFen, moves) : Record.fromMoves(startFen, moves);
  try {
    return "fen" in of ? of.fen() : of.export(format);
  } finally {
    of.free();
  }
}

/** @param {import("../rules/rules.js").RecordClass} Record @param {StudyData} study */
function buildRecord(Record, { startFen, nodes, tags, result }) {
  const record = Record.fromMoves(startFen, []);
  /** Where each node is in the record. @type {Map<number, number>} */
  const places = new Map([[0, 0]]);
  for (const index of inOrder(nodes)) {
    const { move, parent, comment, evaluation, clock, signs, shapes } = nodes[index];
    if (move !== null) places.set(index, record.add(places.get(parent) ?? 0, move));
    const place = places.get(index) ?? 0;
    if (signs.length + shapes.length > 0) record.mark(place, [...signs], [...shapes]);
    record.annotate(place, joinComment(clock, comment), evaluation ?? undefined);
  }
  for (const name in tags) record.setTag(name, tags[name]);
  record.setResult(result);
  return record;
}
