// Studies with the real rules, without a page: commands on the tree, storage, and records.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Game, Record, initSync } from "../../www/pkg/chuhe.js";
import { decodeStudy, encodeStudy } from "../../www/js/analysis/study-storage.ts";
import { commandsFor } from "../../www/js/analysis/node-menu.ts";
import { buildRecord, readStudy, writeStudy } from "../../www/js/study/study-record.ts";
import { createStudy, emptyStudy } from "../../www/js/analysis/study.ts";
import type { Study } from "../../www/js/analysis/study.ts";
import {
  adjacentVariation,
  branchOf,
  inOrder,
  mainFrom,
  movesOf,
  pathTo,
} from "../../www/js/study/tree.ts";
import type { StudyNode, Tree } from "../../www/js/study/tree.ts";
import { gameOf, playAddress } from "../../www/js/analysis/send-study.ts";
import { packStudy, unpackStudy } from "../../www/js/study/study-link.ts";
import { defaultGame } from "../../www/js/core/game-record.ts";
import { writeRecord } from "../../www/js/rules/records.ts";
import { choicesOfLink, faultsOfLink, parseLink } from "../../www/js/rules/link.ts";

initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });
const RULES = { Game, Record };
const line = (text: string) => text.split(" ");

/** Writes a tree with brackets: the main move, then its alternatives, then the moves that follow. */
function show({ nodes }: { nodes: Tree }) {
  const from = (index: number): string => {
    const [first, ...others] = nodes[index].children;
    if (first === undefined) return "";
    const moveAt = (node: number) => `${nodes[node].move}${notesOf(nodes[node])}`;
    const alternatives = others.map((node) => ` (${moveAt(node)}${from(node)})`);
    return ` ${moveAt(first)}${alternatives.join("")}${from(first)}`;
  };
  return (notesOf(nodes[0]) + from(0)).trim();
}

const notesOf = ({ comment, evaluation }: StudyNode) =>
  (comment === "" ? "" : `{${comment}}`) + (evaluation === null ? "" : `[${evaluation}]`);

/** h2e2 (b0c2 h9g7 (b9c7)) h9g7 (b9c7 h0g2) h0g2 */
function forked() {
  const study = createStudy(RULES);
  study.addLine(0, line("h2e2 h9g7 h0g2"));
  study.addLine(0, line("b0c2 h9g7"));
  study.addLine(4, ["b9c7"]);
  study.addLine(1, line("b9c7 h0g2"));
  return study;
}

/** Returns the node behind a line of moves. */
const nodeOf = (study: Study, moves: string) => {
  const { nodes } = study.get();
  return inOrder(nodes).find((at) => movesOf(nodes, pathTo(nodes, at)).join(" ") === moves)!;
};

test("moves are played along the tree, a new move makes a branch, and listeners are called", () => {
  const study = createStudy(RULES);
  const places: number[] = [];
  const stop = study.subscribe(({ at }) => places.push(at));
  const first = study.play("h2e2");
  study.play("h9g7");
  study.go(first);
  assert.equal(study.play("h9g7"), 2, "the move is known");
  study.go(first);
  study.play("b9c7");
  assert.equal(show(study.get()), "h2e2 h9g7 (b9c7)");
  assert.deepEqual(study.lineTo(study.get().at), ["h2e2", "b9c7"]);
  assert.deepEqual(study.mainLine(), [1, 2]);
  assert.deepEqual(study.get().texts, ["", "炮二平五", "马８进７", "马２进３"]);
  stop();
  study.go(0);
  assert.deepEqual(places, [1, 2, 1, 2, 1, 3]);
});

test("the position has the facts of the rules about the current node", () => {
  const study = createStudy(RULES);
  study.addLine(0, line("h2e2 h9g7"));
  study.go(2);
  const { position } = study.get();
  assert.equal(position.turn, "w");
  assert.deepEqual(position.moves, ["h2e2", "h9g7"]);
  assert.deepEqual(position.lastMove, ["h9", "g7"]);
  assert.ok(position.dests.get("h0")!.includes("g2"));
  assert.match(position.fen, /^rnbakab1r/);
  assert.deepEqual(study.refusal("h0h1"), { reason: "cannotReach", checkers: [] });
});

test("an illegal move or line changes nothing", () => {
  const study = forked();
  const before = show(study.get());
  assert.throws(() => study.play("a0a9"), { code: "illegalMove" });
  assert.throws(() => study.addLine(1, line("b9c7 a0a9")), { code: "illegalMove" });
  assert.throws(() => study.open({ ...emptyStudy("nonsense") }), { code: "badFen" });
  assert.equal(show(study.get()), before);
});

test("a branch can be promoted, moved and made the main line", () => {
  const study = forked();
  study.promote(nodeOf(study, "b0c2 h9g7"));
  assert.equal(show(study.get()), "b0c2 (h2e2 h9g7 (b9c7 h0g2) h0g2) h9g7 (b9c7)");
  study.promote(nodeOf(study, "b0c2"));
  assert.equal(show(study.get()), "b0c2 (h2e2 h9g7 (b9c7 h0g2) h0g2) h9g7 (b9c7)", "it is first");
  study.makeMain(nodeOf(study, "h2e2 b9c7 h0g2"));
  assert.equal(show(study.get()), "h2e2 (b0c2 h9g7 (b9c7)) b9c7 (h9g7 h0g2) h0g2");
  study.addLine(0, ["c3c4"]);
  study.moveUp(nodeOf(study, "c3c4"));
  assert.deepEqual(
    study.get().nodes[0].children.map((at) => study.get().nodes[at].move),
    ["h2e2", "c3c4", "b0c2"],
  );
  study.moveDown(nodeOf(study, "h2e2"));
  assert.deepEqual(
    study.get().nodes[0].children.map((at) => study.get().nodes[at].move),
    ["c3c4", "h2e2", "b0c2"],
  );
});

test("a removed branch and the current node come back where they were", () => {
  const study = forked();
  const before = show(study.get());
  const deep = nodeOf(study, "b0c2 b9c7");
  study.go(deep);
  const bringBack = study.remove(nodeOf(study, "b0c2"));
  assert.equal(show(study.get()), "h2e2 h9g7 (b9c7 h0g2) h0g2");
  assert.equal(study.get().at, 0);
  study.go(deep);
  assert.equal(study.get().at, 0, "a removed node cannot be current");
  study.comment(1, "meanwhile");
  bringBack();
  bringBack();
  assert.equal(show(study.get()).replace("{meanwhile}", ""), before);
  assert.equal(study.get().at, deep);
  assert.equal(typeof study.remove(0), "function", "the start stays");
  assert.equal(study.get().nodes[0].children.length, 2);
});

test("a removed branch does not come back into another study", () => {
  const study = forked();
  const bringBack = study.remove(1);
  study.open(emptyStudy());
  bringBack();
  assert.equal(show(study.get()), "");
});

test("Up and Down go between the moves of a fork, from anywhere behind it", () => {
  const study = forked();
  const { nodes } = study.get();
  const [main, other] = nodes[0].children;
  assert.equal(adjacentVariation(nodes, main, 1), other);
  assert.equal(adjacentVariation(nodes, other, -1), main);
  assert.equal(adjacentVariation(nodes, other, 1), null);
  const last = nodeOf(study, "h2e2 h9g7 h0g2");
  assert.equal(adjacentVariation(nodes, last, 1), nodeOf(study, "h2e2 b9c7"));
  assert.equal(adjacentVariation(nodes, 0, 1), null);
});

test("a node's menu offers the commands that apply to it", () => {
  const study = forked();
  study.addLine(0, ["c3c4"]);
  const { nodes } = study.get();
  const can = (text: string) => [...commandsFor(nodes, nodeOf(study, text))].toSorted();
  assert.deepEqual(can(""), ["comment", "diagram", "paste"]);
  assert.deepEqual(can("h2e2"), [
    "comment",
    "copy",
    "diagram",
    "learn",
    "moveDown",
    "paste",
    "remove",
  ]);
  assert.deepEqual(can("b0c2 h9g7"), [
    "comment",
    "copy",
    "diagram",
    "learn",
    "makeMain",
    "moveDown",
    "paste",
    "promote",
    "remove",
  ]);
  assert.deepEqual(can("c3c4"), [
    "comment",
    "copy",
    "diagram",
    "learn",
    "makeMain",
    "moveUp",
    "paste",
    "promote",
    "remove",
  ]);
  const [from, to] = ["h2e2", "h2e2 h9g7"].map((moves) => nodeOf(study, moves));
  assert.ok(commandsFor(nodes, to, from).has("copyTo"), "a line between two moves is copied");
  assert.ok(!commandsFor(nodes, to, nodeOf(study, "c3c4")).has("copyTo"));
});

test("moves are written in the chosen notation, in every branch", () => {
  const study = forked();
  study.write("wxf");
  const text = (moves: string) => study.get().texts[nodeOf(study, moves)];
  assert.equal(text("h2e2"), "C2.5");
  assert.equal(text("b0c2 h9g7"), "H8+7");
  assert.equal(text("h2e2 b9c7 h0g2"), "H2+3");
  assert.deepEqual(study.words(1, line("b9c7 h0g2 a0a9")), ["H2+3", "H2+3"]);
  study.write("iccs");
  assert.equal(text("b0c2 b9c7"), "B9-C7");
});

const NOTED = () => {
  const study = forked();
  study.comment(0, "A { tricky } ; comment\n[with] lines (1-0)");
  study.comment(nodeOf(study, "b0c2"), "慢，但不坏");
  study.evaluate(nodeOf(study, "h2e2"), 35);
  study.evaluate(nodeOf(study, "h2e2 b9c7"), -1250);
  return study;
};

test("an exported study is read back as the same tree: variations, comments, evaluations", () => {
  const study = NOTED();
  const tree = show(study.get());
  for (const format of ["pgn-chinese", "pgn-wxf", "pgn-iccs", "dhtmlxq"] as const) {
    const { data } = readStudy(RULES, writeStudy(RULES, study.data(), format));
    assert.equal(show(data), tree, format);
  }
  study.makeMain(nodeOf(study, "b0c2 b9c7"));
  study.remove(nodeOf(study, "h2e2 b9c7"));
  const { data } = readStudy(RULES, writeStudy(RULES, study.data(), "pgn-iccs"));
  assert.equal(show(data), show(study.get()));
});

test("remaining times are stored beside the comments, and written as other programs read them", async () => {
  const text =
    "1. h2e2 {[%clk 0:09:58.5]} h9g7 {[%clk 71:02:03] firm} 2. h0g2 {[%clk 00:9:40] so [%clk 0:00:01]} i9h9 {late [%clk 0:00:02]} *";
  const { data } = readStudy(RULES, text);
  const notesIn = (nodes: Tree) => nodes.slice(1).map(({ clock, comment }) => [clock, comment]);
  const clocks = [
    [598_500, ""],
    [255_723_000, "firm"],
    [580_000, "so [%clk 0:00:01]"],
    [null, "late [%clk 0:00:02]"],
  ];
  assert.deepEqual(notesIn(data.nodes), clocks);
  const stored = decodeStudy(encodeStudy({ data, flipped: false }, 7))!;
  assert.deepEqual(notesIn(stored.data.nodes), clocks);
  assert.deepEqual(notesIn((await unpackStudy(await packStudy(data)))!.nodes), clocks);
  const written = writeStudy(RULES, stored.data, "pgn-iccs");
  for (const part of ["{[%clk 0:09:58.500]}", "{[%clk 71:02:03] firm}", "{[%clk 0:09:40] so [%clk"])
    assert.ok(written.includes(part), written);
  assert.deepEqual(notesIn(readStudy(RULES, written).data.nodes), clocks);
});

test("a game with clocks goes to the analysis with the remaining times", () => {
  const clock = { base: 300_000, increment: 0, times: [298_100, 290_000], spent: 0 };
  const game = { ...defaultGame(), moves: ["h2e2", "h9g7", "h0g2"], ply: 3, clock };
  const clocksIn = (text: string) => readStudy(RULES, text).data.nodes.map((node) => node.clock);
  assert.deepEqual(clocksIn(writeRecord(RULES, game, "pgn-iccs", {})), [
    null,
    298_100,
    290_000,
    null,
  ]);
  // Other formats would show the times among the comments.
  assert.doesNotMatch(writeRecord(RULES, game, "dhtmlxq", {}), /clk/);
});

test("a record's start, tags and result are read and written again", () => {
  const fen = "4k4/9/9/9/9/9/9/9/4A4/R2K5 w - - 0 1";
  const text = `[Red "甲"]\n[Result "1-0"]\n[FEN "${fen}"]\n\n1. A0-A8 {a check to come} (1. A0-A5) 1-0`;
  const { data, found } = readStudy(RULES, text);
  assert.equal(data.startFen, fen);
  assert.equal(data.result, "red");
  assert.equal(found.annotated, true);
  const again = readStudy(RULES, writeStudy(RULES, data, "pgn-wxf")).data;
  assert.deepEqual(again, data);
});

test("FEN and UCCI hold the current position, not the tree", () => {
  const study = NOTED();
  study.go(nodeOf(study, "b0c2 b9c7"));
  assert.equal(writeStudy(RULES, study.data(), "fen"), study.get().position.fen);
  assert.match(writeStudy(RULES, study.data(), "ucci"), /moves b0c2 b9c7\s*$/);
});

test("a stored study is read back with its current node, without removed branches", () => {
  const study = NOTED();
  study.go(nodeOf(study, "h2e2 b9c7 h0g2"));
  study.remove(nodeOf(study, "b0c2"));
  const stored = decodeStudy(encodeStudy({ data: study.data(), flipped: true }, 7))!;
  assert.equal(stored.flipped, true);
  assert.equal(stored.time, 7);
  assert.equal(show(stored.data), show(study.get()));
  const { nodes, at } = stored.data;
  assert.deepEqual(movesOf(nodes, pathTo(nodes, at)), line("h2e2 b9c7 h0g2"));
  assert.equal(encodeStudy(stored, 7), encodeStudy(decodeStudy(encodeStudy(stored, 7))!, 7));
});

test("a broken text, or one of another version, is no study", () => {
  const good = JSON.parse(encodeStudy({ data: NOTED().data(), flipped: false }, 1));
  const bad = [
    "",
    "null",
    "{}",
    "[]",
    ...[
      { version: 0 },
      { startFen: 5 },
      { tree: [] },
      {
        tree: [
          [-1, null, "", null],
          [1, "h2e2", "", null],
        ],
      },
      {
        tree: [
          [-1, null, "", null],
          [0, "h2e2x", "", null],
        ],
      },
      {
        tree: [
          [-1, null, "", null],
          [0, "h2e2", 5, null],
        ],
      },
      {
        tree: [
          [-1, null, "", null],
          [0, "h2e2", "", 0.5],
        ],
      },
      { tree: [[-1, null, "", null], null] },
      { at: 99 },
      { at: "1" },
      { result: "white" },
      { tags: null },
      { tags: { Red: 5 } },
    ].map((change) => JSON.stringify({ ...good, ...change })),
  ];
  for (const text of bad) assert.equal(decodeStudy(text), null, text.slice(0, 80));
  assert.notEqual(decodeStudy(JSON.stringify(good)), null);
});

test("the current line is handed on, and played on from the current node", () => {
  const study = forked();
  study.go(nodeOf(study, "h2e2 b9c7"));
  const { startFen, moves, ply } = gameOf(study.data(), "here");
  assert.deepEqual([startFen, moves, ply], [null, line("h2e2 b9c7 h0g2"), 2]);
  const main = gameOf(study.data(), "main");
  assert.deepEqual([main.moves, main.ply], [line("h2e2 h9g7 h0g2"), 3]);
  assert.equal(branchOf(study.get().nodes, study.get().at), study.get().at);
  const address = playAddress(study.data(), "engine", "black");
  const link = parseLink(address.replace("./", ""));
  assert.deepEqual(faultsOfLink(link!), []);
  const choices = choicesOfLink(link!, 4, "red");
  assert.deepEqual(choices, {
    startFen: null,
    ruleset: "asian",
    moves: line("h2e2 b9c7"),
    ply: 2,
    level: 4,
    side: "black",
    mode: "engine",
  });
  assert.equal(mainFrom(study.get().nodes).length, 3);
});

test("steps and jumps in any order show the position of the node", () => {
  const study = forked();
  const fenOf = (node: number) => {
    const game = new Game(null, study.lineTo(node));
    const fen = game.fen();
    game.free();
    return fen;
  };
  for (const node of [1, 2, 3, 5, 4, 0, 7, 6, 3, 1, 5]) {
    study.go(node);
    assert.equal(study.get().position.fen, fenOf(node), `node ${node}`);
    assert.deepEqual(study.get().position.moves, study.lineTo(node));
  }
  // A line that goes on after the end of the game, and one that cannot be played.
  const circle = line("i0i1 i9i8 i1i0 i8i9 i0i1 i9i8 i1i0 i8i9 i0i1");
  study.go(study.addLine(0, circle));
  assert.notEqual(study.get().position.verdict.result, "ongoing");
  assert.throws(() => study.play("a0a9"));
  study.go(0);
  assert.equal(study.get().position.moves.length, 0);
});

test("frees the record of a study that the rules reject", () => {
  const built: Record[] = [];
  const records = {
    fromMoves(...start: Parameters<typeof Record.fromMoves>) {
      const record = Record.fromMoves(...start);
      built.push(record);
      return record;
    },
  };
  const study = createStudy(RULES);
  study.addLine(0, line("h2e2"));
  const { nodes, ...others } = study.data();
  const illegal = nodes.map((node) => ({ ...node, move: node.move && "a0a9" }));
  assert.throws(() => buildRecord(records, { ...others, nodes: illegal }));
  assert.equal(built.length, 1);
  assert.throws(() => built[0].games(), /null pointer/);
});
