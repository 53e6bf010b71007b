// Converts records (texts and files) to studies and back without loss.

import type { RecordNode } from "../../pkg/chuhe.js";
import { joinComment, splitComment } from "../core/move-clock.ts";
import { rejectTooLarge, summarizeRecord } from "../rules/records.ts";
import type { ExportFormat, RecordSummary, Rules } from "../rules/records.ts";
import type { GameClass, RulesRecord } from "../rules/rules.ts";
import { EXCERPT_TAG } from "./excerpt.ts";
import type { StudyData } from "./study-data.ts";
import { isMoreThanALine } from "./study-link.ts";
import { inOrder, mainFrom, movesOf, nodeAt, pathTo } from "./tree.ts";
import type { Tree } from "./tree.ts";

/**
 * Reads a text or a file in any format. The current node is the start, even for a bare line of moves. `details` is the
 * summary by an earlier reader; it replaces the summary by this reader. Throws the ChuheError `badRecord`.
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
    const { [EXCERPT_TAG]: _, ...tags } = found.tags;
    const { result } = found;
    return { data: { startFen, nodes: treeOf(record.tree()), at: 0, tags, result }, found };
  });
}

/**
 * Reads a record as a study whose current node is the main line's node at `ply`. Returns null for a bare line of moves,
 * which needs no study.
 */
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
  // A parent precedes its children in the list.
  const plies: number[] = [];
  return list.map(({ move, comment, evaluation, signs, shapes, children }, index) => {
    const parent = parents.get(index) ?? -1;
    const ply = (plies[parent] ?? -1) + 1;
    plies.push(ply);
    return { move, ...splitComment(comment), evaluation, signs, shapes, parent, children, ply };
  });
}

/** Formats a study. `fen` and `ucci` contain only the current position; the other formats contain the whole tree. */
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

/** What a record of the page and one of the Lab's module have in common to be built. */
type BuiltRecord = Pick<RulesRecord, "add" | "annotate" | "free" | "mark" | "setResult" | "setTag">;

/** Builds a record of a class of the WebAssembly module from a study. The caller has to free it. */
export function buildRecord<Built extends BuiltRecord>(
  Record: { fromMoves(fen: string | null, moves: string[]): Built },
  study: StudyData,
): Built {
  const record = Record.fromMoves(study.startFen, []);
  try {
    fillRecord(record, study);
  } catch (error) {
    record.free();
    throw error;
  }
  return record;
}

function fillRecord(record: BuiltRecord, { nodes, tags, result }: StudyData): void {
  /** Maps the indexes of the study's nodes to those of the record's nodes. */
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
}

/** Parts of the notes that some programs show as text. */
export interface KeptNotes {
  evaluations: boolean;
  clocks: boolean;
}

/** Returns a study without the evaluations or the clocks that are not kept. */
export function withNotes(study: StudyData, { evaluations, clocks }: KeptNotes): StudyData {
  if (evaluations && clocks) return study;
  const nodes = study.nodes.map((node) => ({
    ...node,
    evaluation: evaluations ? node.evaluation : null,
    clock: clocks ? node.clock : null,
  }));
  return { ...study, nodes };
}

/** Calls `use` with a WebAssembly object, then frees the object. */
function useAndFree<T extends { free(): void }, Result>(object: T, use: (object: T) => Result) {
  try {
    return use(object);
  } finally {
    object.free();
  }
}
