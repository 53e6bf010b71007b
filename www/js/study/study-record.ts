// Studies and records: a text or a file becomes a study, and a study becomes a text, with nothing lost.

import type { RecordNode } from "../../pkg/chuhe.js";
import { joinComment, splitComment } from "../core/move-clock.ts";
import { rejectTooLarge, summarizeRecord } from "../rules/records.ts";
import type { ExportFormat, RecordSummary, Rules } from "../rules/records.ts";
import type { GameClass, RecordClass } from "../rules/rules.ts";
import type { StudyData } from "./study-data.ts";
import { isMoreThanALine } from "./study-link.ts";
import { inOrder, mainFrom, movesOf, nodeAt, pathTo } from "./tree.ts";
import type { Tree } from "./tree.ts";

/**
 * Reads a text or a file in any format. The start is on the board, also of a bare line of moves. Throws the ChuheError
 * `badRecord`.
 * @param details what an earlier reader reported about the file, in place of what this text says
 */
export function readStudy(
  { Game, Record }: Rules,
  data: Uint8Array | string,
  details?: RecordSummary,
): { data: StudyData; found: RecordSummary } {
  rejectTooLarge(data.length);
  return useAndFree(new Record(data), (record) => {
    const found = details ?? summarizeRecord(record);
    const start = record.startFen();
    const startFen = isOrdinaryStart(Game, start) ? null : start;
    const { tags, result } = found;
    return { data: { startFen, nodes: treeOf(record.tree()), at: 0, tags, result }, found };
  });
}

/** Returns a record as a study with a place of its main line on the board; null for a bare line of moves. */
export function studyOfLine(rules: Rules, text: string, ply: number): StudyData | null {
  const { data } = readStudy(rules, text);
  return isMoreThanALine(data) ? { ...data, at: mainFrom(data.nodes)[ply - 1] ?? 0 } : null;
}

const isOrdinaryStart = (Game: GameClass, fen: string) =>
  useAndFree(new Game(), (game) => game.startFen() === fen);

function treeOf(list: readonly RecordNode[]): Tree {
  const parents = new Map<number, number>();
  for (const [index, { children }] of list.entries())
    for (const child of children) parents.set(child, index);
  // Every node stands behind its parent.
  const plies: number[] = [];
  return list.map(({ move, comment, evaluation, signs, shapes, children }, index) => {
    const parent = parents.get(index) ?? -1;
    const ply = (plies[parent] ?? -1) + 1;
    plies.push(ply);
    return { move, ...splitComment(comment), evaluation, signs, shapes, parent, children, ply };
  });
}

/** Returns a study in a format: `fen` and `ucci` hold the place on the board, the other formats the whole tree. */
export function writeStudy(
  { Game, Record }: Rules,
  study: StudyData,
  format: ExportFormat,
): string {
  const { startFen, nodes, at } = study;
  const moves = movesOf(nodes, pathTo(nodes, at));
  if (format === "fen") return useAndFree(new Game(startFen, moves), (game) => game.fen());
  const record = format === "ucci" ? Record.fromMoves(startFen, moves) : buildRecord(Record, study);
  return useAndFree(record, () => record.export(format));
}

function buildRecord(Record: RecordClass, { startFen, nodes, tags, result }: StudyData) {
  const record = Record.fromMoves(startFen, []);
  /** Nodes of the record by those of the study. */
  const places = new Map([[0, 0]]);
  for (const index of inOrder(nodes)) {
    const { move, parent, comment, evaluation, clock, signs, shapes } = nodeAt(nodes, index);
    if (move !== null) places.set(index, record.add(places.get(parent) ?? 0, move));
    const place = places.get(index) ?? 0;
    if (signs.length + shapes.length > 0) record.mark(place, [...signs], [...shapes]);
    record.annotate(place, joinComment(clock, comment), evaluation ?? undefined);
  }
  for (const [name, value] of Object.entries(tags)) record.setTag(name, value);
  record.setResult(result);
  return record;
}

/** Calls `use` with an object of the wasm, then frees the object. */
function useAndFree<T extends { free(): void }, Result>(object: T, use: (object: T) => Result) {
  try {
    return use(object);
  } finally {
    object.free();
  }
}
