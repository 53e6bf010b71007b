// Undo and redo of every change of a study, and lines that are copied and pasted, with the real rules and no page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Game, Record, initSync } from "../../www/pkg/chuhe.js";
import { createI18n } from "../../www/js/core/i18n.ts";
import {
  createLineClipboard,
  isCopiedLine,
  rangeBetween,
  rangeFrom,
} from "../../www/js/analysis/line-clipboard.ts";
import { storeEvaluation } from "../../www/js/analysis/review/store-evaluation.ts";
import { createStudy, emptyStudy } from "../../www/js/analysis/study.ts";
import type { Study } from "../../www/js/analysis/study.ts";
import { excerptOf } from "../../www/js/study/excerpt.ts";
import { readStudy } from "../../www/js/study/study-record.ts";
import type { ToastOptions } from "../../www/js/ui/notice.ts";
import { inOrder, movesOf, nodeAt, pathTo } from "../../www/js/study/tree.ts";
import type { Tree } from "../../www/js/study/tree.ts";

initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });
const RULES = { Game, Record };
const line = (text: string) => text.split(" ");

/** Writes a tree with everything in it: a move with its notes, its alternatives in brackets, what follows. */
function show(nodes: Tree): string {
  const one = (node: number) => {
    const { move, comment, signs, shapes } = nodeAt(nodes, node);
    return `${move ?? ""}${comment && `{${comment}}`}${signs.map((sign) => `$${sign}`).join("")}${shapes.join("")}`;
  };
  const from = (node: number): string => {
    const [first, ...others] = nodeAt(nodes, node).children;
    if (first === undefined) return "";
    const alternatives = others.map((other) => ` (${one(other)}${from(other)})`);
    return ` ${one(first)}${alternatives.join("")}${from(first)}`;
  };
  return (one(0) + from(0)).trim();
}

/** Returns all that a person sees of a study. */
const seen = (study: Study) => {
  const { nodes, at, tags, texts } = study.get();
  const words = inOrder(nodes).map((node) => texts[node]);
  return { tree: show(nodes), line: study.lineTo(at).join(" "), tags, words };
};

const nodeOf = (study: Study, moves: string) => {
  const { nodes } = study.get();
  return inOrder(nodes).find((at) => movesOf(nodes, pathTo(nodes, at)).join(" ") === moves)!;
};

test("every kind of change is undone and made again, in order", () => {
  const study = createStudy(RULES);
  const changes: [string, () => unknown][] = [
    ["move", () => study.play("h2e2")],
    ["line", () => study.addLine(0, line("c3c4 g6g5"))],
    ["comment", () => study.comment(1, "centre")],
    ["sign", () => study.mark(1, { signs: [1] })],
    ["drawing", () => study.mark(1, { shapes: ["Gh9g7"] })],
    ["order", () => study.promote(2)],
    ["order", () => study.moveTo(2, 1)],
    ["paste", () => study.paste(1, excerptOf(study.get().nodes, 3))],
    ["tags", () => study.retag({ Title: "mine" })],
    ["remove", () => study.remove(1)],
  ];
  // The pasted line has to be legal: Black's soldier moves there, too.
  const states = [seen(study)];
  for (const [kind, change] of changes) {
    change();
    states.push(seen(study));
    assert.equal(study.nextEdits().undo, kind);
  }
  assert.equal(states.at(-1)!.tree, "c3c4 g6g5");
  for (const [index, [kind]] of [...changes.entries()].toReversed()) {
    assert.equal(study.undo(), kind);
    assert.deepEqual(seen(study), states[index]);
  }
  assert.equal(study.undo(), null);
  for (const [index, [kind]] of changes.entries()) {
    assert.equal(study.redo(), kind);
    assert.equal(seen(study).tree, states[index + 1].tree);
    assert.deepEqual(seen(study).tags, states[index + 1].tags);
  }
  assert.equal(study.redo(), null);
});

test("typing one comment is one change; another move, or the end of typing, begins the next", () => {
  const study = createStudy(RULES);
  study.addLine(0, line("h2e2 h9g7"));
  study.go(1);
  for (const text of ["g", "go", "goo", "good"]) study.comment(1, text);
  study.go(2);
  study.comment(2, "b");
  study.endComment();
  study.comment(2, "bad");
  assert.equal(study.undo(), "comment");
  assert.equal(show(study.get().nodes), "h2e2{good} h9g7{b}");
  assert.equal(study.undo(), "comment");
  assert.equal(study.undo(), "comment");
  assert.equal(show(study.get().nodes), "h2e2 h9g7");
  assert.equal(study.get().at, 1, "the move whose comment was undone is on the board");
});

test("a new change ends what could be made again, and no index is used twice", () => {
  const study = createStudy(RULES);
  study.play("h2e2");
  study.undo();
  assert.equal(study.play("c3c4"), 2);
  assert.equal(study.redo(), null);
  assert.equal(show(study.get().nodes), "c3c4");
  study.go(1);
  assert.equal(study.get().at, 2, "an undone move cannot be on the board");
});

test("undo keeps the engine's evaluations, also those of a review in between", () => {
  const study = createStudy(RULES);
  study.play("h2e2");
  study.comment(1, "mine");
  study.evaluate(1, 35);
  assert.equal(study.undo(), "comment");
  assert.equal(study.get().nodes[1].evaluation, 35);
  study.evaluate(1, 40);
  study.redo();
  const { comment, evaluation } = study.get().nodes[1];
  assert.deepEqual([comment, evaluation], ["mine", 40]);
});

test("a review that still runs writes nothing into another study or another line", () => {
  const study = createStudy(RULES);
  study.addLine(0, line("h2e2 h9g7"));
  const game = { study: study.get().study, moves: line("h2e2 h9g7") };
  const evaluations = () => study.get().nodes.map(({ evaluation }) => evaluation);
  storeEvaluation(study, game, 1, 30);
  assert.deepEqual(evaluations(), [null, 30, null]);
  study.addLine(1, ["b9c7"]);
  study.promote(3);
  storeEvaluation(study, game, 2, 40);
  assert.deepEqual(evaluations(), [null, 30, null, null], "the main line has changed there");
  study.open(emptyStudy());
  for (const ply of [0, 1, 2]) storeEvaluation(study, game, ply, 50);
  assert.deepEqual(evaluations(), [null]);
});

test("another study has no history of the one before", () => {
  const study = createStudy(RULES);
  study.play("h2e2");
  study.open(study.data());
  assert.equal(study.undo(), null);
  assert.equal(show(study.get().nodes), "h2e2");
});

test("a deletion that is restored by its notice can itself be undone", () => {
  const study = createStudy(RULES);
  study.addLine(0, line("h2e2 h9g7"));
  const bringBack = study.remove(2);
  study.comment(1, "since");
  assert.equal(bringBack(), true);
  assert.equal(show(study.get().nodes), "h2e2{since} h9g7");
  assert.equal(study.undo(), "restore");
  assert.equal(show(study.get().nodes), "h2e2{since}");
  const again = study.remove(1);
  assert.equal(again(), true);
  assert.equal(study.nextEdits().redo, "remove", "the last change is simply undone");
});

test("moves that come back are written in the notation of now", () => {
  const study = createStudy(RULES);
  study.addLine(0, line("h2e2 h9g7"));
  study.remove(2);
  study.write("iccs");
  study.undo();
  assert.deepEqual(study.get().texts, ["", "H2-E2", "H9-G7"]);
});

test("the history is bounded", () => {
  const study = createStudy(RULES);
  study.play("h2e2");
  for (let at = 0; at < 400; at++) study.mark(1, { signs: [(at % 6) + 1] });
  let count = 0;
  while (study.undo()) count++;
  assert.equal(count, 300);
});

const EN = JSON.parse(readFileSync(new URL("../../www/locales/en.json", import.meta.url), "utf8"));
const WORDS = JSON.parse(
  readFileSync(new URL("../../www/locales/analysis/en.json", import.meta.url), "utf8"),
);

/** Creates a study with its clipboard; `said` has the notices. */
async function withClipboard(...lines: string[]) {
  const i18n = createI18n("en", async () => ({ ...EN, ...WORDS }));
  await i18n.use("en");
  const study = createStudy(RULES, "iccs");
  for (const moves of lines) study.addLine(0, line(moves));
  const said: string[] = [];
  const offers: ToastOptions[] = [];
  const notify = (words: string, options: ToastOptions = {}) => {
    said.push(words);
    offers.push(options);
  };
  const clipboard = createLineClipboard(i18n, { rules: RULES, study, notify });
  return { study, said, offers, clipboard };
}

const NOTED = async () => {
  const { study, ...rest } = await withClipboard(
    "h2e2 h9g7 h0g2 i9h9",
    "h2e2 h9g7 b0c2 i9i8",
    "h2e2 b9c7",
  );
  study.comment(nodeOf(study, "h2e2 h9g7 h0g2"), "the usual {move}");
  study.mark(nodeOf(study, "h2e2 h9g7 b0c2"), { signs: [5], shapes: ["Gi9i8"] });
  return { study, ...rest };
};

test("a line is copied with comments and variations, and pasted into another study", async () => {
  const { study, clipboard, said } = await NOTED();
  study.go(2);
  const text = clipboard.copy(rangeFrom(study.get().nodes, 2))!;
  assert.ok(isCopiedLine(text));
  assert.match(text, /\[FEN "/);
  assert.deepEqual(said, ["Copied: 5 moves. Paste them into any analysis."]);
  assert.deepEqual(readStudy(RULES, text).data.tags, {}, "opened as a game it is one like others");
  const other = await withClipboard("h2e2 b9c7");
  other.clipboard.paste(text, 1);
  const pasted = "h9g7 (b0c2$5Gi9i8 i9i8)";
  assert.equal(
    show(other.study.get().nodes),
    "h2e2 b9c7 (h9g7 h0g2{the usual {move}} (b0c2$5Gi9i8 i9i8) i9h9)",
    pasted,
  );
  assert.deepEqual(other.said, ["Pasted after H2-E2: 5 new moves."]);
  other.study.undo();
  assert.equal(show(other.study.get().nodes), "h2e2 b9c7");
});

test("a selected range is copied without what follows it", async () => {
  const { study, clipboard } = await NOTED();
  const { nodes } = study.get();
  const [first, last] = ["h2e2", "h2e2 h9g7 h0g2"].map((moves) => nodeOf(study, moves));
  const text = clipboard.copy(rangeBetween(nodes, last, first))!;
  const other = await withClipboard();
  other.clipboard.paste(text);
  assert.equal(
    show(other.study.get().nodes),
    "h2e2 h9g7 (b9c7) h0g2{the usual {move}} (b0c2$5Gi9i8 i9i8)",
  );
  assert.equal(rangeBetween(nodes, last, nodeOf(study, "h2e2 b9c7")), null);
  assert.deepEqual(rangeBetween(nodes, 0, last), { first, last });
});

test("moves that are there are joined with the pasted ones, and nothing is overwritten", async () => {
  const { study, clipboard } = await NOTED();
  const text = clipboard.copy(rangeFrom(study.get().nodes, 1))!;
  const other = await withClipboard("h2e2 h9g7 h0g2");
  other.study.comment(3, "mine");
  other.study.mark(3, { signs: [1] });
  other.clipboard.paste(text, 0);
  assert.equal(
    show(other.study.get().nodes),
    "h2e2 h9g7 (b9c7) h0g2{mine\nthe usual {move}}$1 (b0c2$5Gi9i8 i9i8) i9h9",
  );
  assert.deepEqual(other.said, [
    "Pasted after Start: 4 new moves. Already here: 3. Comments joined: 1.",
  ]);
  const before = other.study.get().nodes;
  other.clipboard.paste(text, 0);
  assert.equal(other.study.get().nodes, before, "a second time nothing changes");
  assert.match(other.said[1], /all of these moves/i);
});

test("a line that is not legal here is refused as a whole, with the move", async () => {
  const { study, clipboard } = await NOTED();
  const text = clipboard.copy(rangeFrom(study.get().nodes, 2))!;
  const other = await withClipboard("h2e2 h9g7");
  const before = other.study.get().nodes;
  other.clipboard.paste(text, 2);
  assert.equal(other.study.get().nodes, before);
  assert.deepEqual(other.said, [
    "This line cannot be played here: H9-G7 is not legal. Nothing was added.",
  ]);
  for (const nonsense of ["nonsense", '[FEN "x"]\n\n1. h2e2', "1. h2e2 h2e2 *"]) {
    other.clipboard.paste(nonsense, 2);
    assert.equal(other.study.get().nodes, before, nonsense);
  }
  assert.equal(other.said.length, 4);
});

test("bare moves belong to the position on the board, a whole game to the start", async () => {
  const { study, clipboard } = await withClipboard("h2e2 h9g7");
  clipboard.paste("h0g2 i9h9", 2);
  assert.equal(show(study.get().nodes), "h2e2 h9g7 h0g2 i9h9");
  clipboard.paste('[Red "Hu"]\n\n1. h2e2 b9c7 *', 2);
  assert.equal(show(study.get().nodes), "h2e2 h9g7 (b9c7) h0g2 i9h9");
  clipboard.paste("c3c4", 2);
  assert.equal(show(study.get().nodes), "h2e2 h9g7 (b9c7) h0g2 (c3c4) i9h9");
});

test("moves that have their own start are added there, or refused if it is not here", async () => {
  const { study, clipboard, said } = await withClipboard("h2e2 h9g7");
  const added = () => show(study.get().nodes);
  clipboard.paste("position startpos moves c3c4 g6g5", 2);
  assert.equal(added(), "h2e2 (c3c4 g6g5) h9g7");
  // All of these moves but the last could be played after h2e2 h9g7, too.
  clipboard.paste("c3c4 b9c7 h2e2", 2);
  assert.equal(added(), "h2e2 (c3c4 g6g5 (b9c7 h2e2)) h9g7");
  const before = study.get().nodes;
  const other = new Game(null, ["b2e2", "b9c7"]).fen();
  for (const moves of [`position fen ${other} moves h0g2`, `[FEN "${other}"]\n\n1. h0g2 *`])
    clipboard.paste(moves, 2);
  assert.equal(study.get().nodes, before);
  const refusal = "The position before these moves is not here. Nothing was added.";
  assert.deepEqual(said.slice(-2), [refusal, refusal]);
});

test("bare moves are read from a start position of the study's own", async () => {
  const { study, clipboard } = await withClipboard();
  study.open(emptyStudy("3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1"));
  clipboard.paste("e1e9 d9d8", 0);
  assert.equal(show(study.get().nodes), "e1e9 d9d8");
});

test("a paste is dropped if its move went or another study was opened while the browser asked", async () => {
  const { study, clipboard, said } = await withClipboard("h2e2 h9g7");
  let allow = (_text: string) => {};
  const readText = () => new Promise<string>((resolve) => (allow = resolve));
  const value = { clipboard: { readText } };
  Object.defineProperty(globalThis, "navigator", { configurable: true, value });
  const other = { ...emptyStudy(), nodes: study.get().nodes };
  for (const leave of [() => study.open(other), () => study.remove(2)]) {
    const pasting = clipboard.pasteFromSystem(2);
    leave();
    const before = study.get().nodes;
    allow("h0g2");
    await pasting;
    assert.equal(study.get().nodes, before);
    assert.match(said.at(-1)!, /is not here/);
  }
});

test("the notice of a paste offers to undo it until another change is made", async () => {
  const { study, clipboard, offers } = await withClipboard("h2e2");
  clipboard.paste("h9g7", 1);
  study.go(1);
  assert.equal(offers[0].until!.aborted, false, "going to another move is no change");
  offers[0].onAction!();
  assert.equal(show(study.get().nodes), "h2e2");
  assert.equal(offers[0].until!.aborted, true);
  clipboard.paste("b9c7", 1);
  study.comment(1, "mine");
  assert.equal(offers[1].until!.aborted, true);
});

test("several lines are added as one change", () => {
  const study = createStudy(RULES);
  study.play("h2e2");
  study.addLines(1, [line("h9g7 h0g2"), line("h9g7 b0c2"), line("b9c7")]);
  assert.equal(show(study.get().nodes), "h2e2 h9g7 (b9c7) h0g2 (b0c2)");
  assert.equal(study.undo(), "line");
  assert.equal(show(study.get().nodes), "h2e2");
  assert.throws(() => study.addLines(1, [line("h9g7"), line("a0a9")]));
  assert.equal(show(study.get().nodes), "h2e2", "one illegal line, and none is added");
});
