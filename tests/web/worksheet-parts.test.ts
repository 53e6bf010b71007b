/** The worksheet without a page: what it stores, what it reads from texts, and how it writes answers. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { decodeRow } from "../../www/js/practice/puzzle-set.ts";
import { encodeGbk } from "../../www/js/rules/gbk.ts";
import { puzzlePosition } from "../../www/js/share/worksheet-positions.ts";
import * as storage from "../../www/js/share/worksheet-storage.ts";
import { diagramsOf, printedDiagrams } from "../../www/js/study/diagrams.ts";
import { readStudy, withNotes } from "../../www/js/study/study-record.ts";
import { answerOf, numbered } from "../../www/js/worksheet/position-facts.ts";
import { undoOffer } from "../../www/js/ui/notice.ts";
import { readPositions } from "../../www/js/worksheet/read-positions.ts";
import { createWorksheetModel } from "../../www/js/worksheet/worksheet-model.ts";
import * as glue from "../../www/pkg/chuhe.js";
import { speaking } from "./locale-helpers.ts";
import { memoryStorage } from "./memory-storage.ts";

await glue.default({
  module_or_path: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)),
});
const { Game } = glue;
const rules = { Game, Record: glue.Record };

const ROOK = "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1";
const OTHER = "4k4/9/9/9/9/9/9/9/3r5/5K3 b - - 0 1";

test("a worksheet is stored and read whole", () => {
  const position = storage.sheetPosition(ROOK, {
    caption: "Mate",
    shapes: ["Gh2e2"],
    moves: ["e1e9"],
    answer: "any",
  });
  const sheet = { ...storage.emptyWorksheet(), title: "Test 1", positions: [position] };
  const text = storage.encodeWorksheet(sheet);
  assert.deepEqual(storage.decodeWorksheet(text), { sheet, isWhole: true });
  assert.equal(storage.decodeWorksheet(null).isWhole, true);
});

test("unreadable parts are left out and put aside, readable ones stay", () => {
  const area = memoryStorage();
  const good = storage.sheetPosition(ROOK);
  const sheet = { ...storage.emptyWorksheet(), positions: [good, good] };
  const text = storage.encodeWorksheet(sheet).replace('"moves":[]', '"moves":["x"]');
  area.setItem(storage.WORKSHEET_KEY, text);
  const { load } = storage.createWorksheetStorage(() => area);
  assert.deepEqual(load(), { sheet: { ...sheet, positions: [good] }, isWhole: false });
  assert.equal(area.items.get(storage.UNREAD_WORKSHEET_KEY), text);
  for (const broken of ["", "{", "[]", '{"version":2}', '{"version":1,"positions":[1]}']) {
    const read = storage.decodeWorksheet(broken);
    assert.deepEqual([read.sheet.positions, read.isWhole], [[], false], broken);
  }
});

test("a worksheet takes no more than it can hold, and says how many", () => {
  const area = memoryStorage();
  const { add } = storage.createWorksheetStorage(() => area);
  const many = Array.from({ length: storage.MAX_POSITIONS - 1 }, () => storage.sheetPosition(ROOK));
  assert.equal(add(many).added, many.length);
  const size = storage.MAX_POSITIONS;
  assert.deepEqual(add(many), { added: 1, size, problem: null });
});

test("each change is stored at once and can be undone and made again", () => {
  const area = memoryStorage();
  const kept = storage.createWorksheetStorage(() => area);
  const model = createWorksheetModel(kept, () => assert.fail());
  const fens = () => kept.load().sheet.positions.map(({ fen }) => fen);
  model.add([storage.sheetPosition(ROOK), storage.sheetPosition(OTHER)]);
  model.move(0, 1);
  assert.deepEqual(fens(), [OTHER, ROOK]);
  model.remove(0);
  assert.deepEqual(fens(), [ROOK]);
  // Typing in a field is one change.
  for (const caption of ["a", "ab", "abc"]) model.edit(0, { caption });
  model.undo();
  assert.equal(model.get().sheet.positions[0]?.caption, "");
  model.undo();
  assert.deepEqual(fens(), [OTHER, ROOK]);
  model.undo();
  assert.deepEqual(fens(), [ROOK, OTHER]);
  model.redo();
  assert.deepEqual(fens(), [OTHER, ROOK]);
  model.clear();
  model.undo();
  assert.deepEqual(fens(), [OTHER, ROOK]);
});

test("the offer to undo a change ends with the next one", () => {
  const kept = storage.createWorksheetStorage(() => memoryStorage());
  const model = createWorksheetModel(kept, () => assert.fail());
  model.add([storage.sheetPosition(ROOK), storage.sheetPosition(OTHER)]);
  model.remove(0);
  const { onAction } = undoOffer(model);
  onAction();
  assert.equal(model.get().sheet.positions.length, 2);
  model.remove(1);
  const { until } = undoOffer(model);
  assert.equal(until.aborted, false);
  model.title("Forks");
  assert.equal(until.aborted, true);
});

test("reads a list of FENs with captions, and names the lines that are none", () => {
  const { positions, unread } = readPositions(
    rules,
    `1. ${ROOK}  Rook and general
     3k5/9/9/9/9/9/9/9/4R4/4K4 w

     A harder one:
     ${OTHER.replaceAll(" ", "_")}
     9/9/9/9/9/9/9/9/9/9 w - - 0 1
     the end`,
  );
  assert.deepEqual(
    positions.map(({ fen, caption }) => [fen, caption]),
    [
      [ROOK, "Rook and general"],
      [ROOK, ""],
      [OTHER, "A harder one"],
    ],
  );
  assert.deepEqual(unread, ["9/9/9/9/9/9/9/9/9/9 w - - 0 1", "the end"]);
});

test("reads several games: their diagrams, else the start of a problem or the end of a game", () => {
  const text = `[Title "Problem"]\n[FEN "${ROOK}"]\n\n1. e1e9 *\n
[Red "Hu"]\n[Black "Liu"]\n\n1. h2e2 h9g7 $220 2. h0g2 *\n
[Red "A"]\n\n1. a0a9 *\n
[Event "Cup"]\n\n1. h2e2 *\n
[SourceFile "Game 9.xqf"]\n[Event "Cup"]\n\n1. h2e2 *\n`;
  const { positions, unread } = readPositions(rules, text);
  assert.deepEqual(
    positions.map(({ caption, moves }) => [caption, moves.join(" ")]),
    [
      ["Problem", "e1e9"],
      ["Hu – Liu", "h0g2"],
      ["Cup", ""],
      ["Game 9", ""],
    ],
  );
  assert.equal(unread.length, 1);
  assert.match(unread[0], /a0a9/);
});

test("answers are numbered from the side that begins", () => {
  assert.equal(numbered(["a", "b", "c"], "red"), "1. a b 2. c");
  assert.equal(numbered(["a", "b", "c"], "black"), "1… a 2. b c");
  const write = (text: string) => text;
  const line = storage.sheetPosition(OTHER, { moves: ["d1d0", "f0f1"] });
  assert.equal(answerOf(Game, line, "wxf", write), "1… R4+1 2. K4+1");
  assert.equal(answerOf(Game, { ...line, answer: "own" }, "wxf", write), "own");
  assert.equal(answerOf(Game, { ...line, moves: ["a0a1"] }, "wxf", write), "");
});

test("a puzzle comes with its task and its solution", () => {
  const row = ["1CRaka3/9/9/8p/1P7/p8/2nr5/4B4/4A4/c3KAB2", "c9c3e9e8c3d3", "w", 2, "", "w"];
  const puzzle = decodeRow(row as Parameters<typeof decodeRow>[0], 1, 1);
  const position = puzzlePosition(puzzle, speaking("en", "puzzles/").t);
  assert.equal(position.caption, "Red wins material in 2");
  assert.deepEqual(position.moves, ["c9c3", "e9e8", "c3d3"]);
});

test("diagrams are marked moves, else drawings, else the start or the end", () => {
  const nodesOf = (pgn: string) => readStudy(rules, pgn).data;
  const marked = nodesOf("1. h2e2 {[%csl Ge2]} h9g7 $220 (1... b9c7 $221) 2. h0g2 *");
  const movesAt = (study: typeof marked, list: number[]) =>
    list.map((at) => study.nodes[at].move ?? "start");
  assert.deepEqual(movesAt(marked, diagramsOf(marked.nodes)), ["h9g7", "b9c7"]);
  const drawn = nodesOf("1. h2e2 {[%csl Ge2]} h9g7 *");
  assert.deepEqual(movesAt(drawn, diagramsOf(drawn.nodes)), ["h2e2"]);
  const plain = nodesOf("1. h2e2 h9g7 *");
  assert.deepEqual(diagramsOf(plain.nodes), []);
  assert.deepEqual(movesAt(plain, printedDiagrams(plain)), ["h9g7"]);
  const problem = nodesOf(`[FEN "${ROOK}"]\n\n1. e1e9 *`);
  assert.deepEqual(movesAt(problem, printedDiagrams(problem)), ["start"]);
});

test("evaluations and clocks are left out of a study one by one", () => {
  const { data } = readStudy(rules, "1. h2e2 {[%clk 0:09:59] [%eval 0.35] good} *");
  const noted = (evaluations: boolean, clocks: boolean) => {
    const { evaluation, clock, comment } = withNotes(data, { evaluations, clocks }).nodes[1];
    return [evaluation, clock, comment];
  };
  assert.deepEqual(noted(true, true), [35, 599_000, "good"]);
  assert.deepEqual(noted(false, true), [null, 599_000, "good"]);
  assert.deepEqual(noted(true, false), [35, null, "good"]);
});

test("GBK has Chinese characters, and writes others as numbers", () => {
  const decode = (bytes: Uint8Array) => new TextDecoder("gbk").decode(bytes);
  const text = "炮二平五，胡榮華 – Hồ A1";
  assert.equal(decode(encodeGbk(text)), text.replace("ồ", "&#7891;"));
  assert.equal(decode(encodeGbk("😀")), "&#128512;");
});
