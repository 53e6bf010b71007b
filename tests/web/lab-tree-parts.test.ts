/** The tree of the laboratory without a page: from the steps of a search to the rows shown. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { initSync, labExplain, labTrace } from "../../www/pkg-lab/lab.js";
import { METHODS, WIN } from "../../www/js/lab/methods.ts";
import { expression, ofSide, sumOf } from "../../www/js/lab/tree/value-terms.ts";
import { LESSONS } from "../../www/js/lab/tree/tree-lessons.ts";
import { outlines } from "../../www/js/lab/tree/tree-map.ts";
import {
  alphaAt,
  bestAt,
  buildTree,
  countsOf,
  focusAt,
  lineAt,
  movesOf,
  nextCut,
  pathTo,
  stepOf,
  stepOut,
  stepOver,
  stepsOf,
} from "../../www/js/lab/tree/search-tree.ts";
import { afterMove, positionOf, textOf } from "../../www/js/lab/tree/tree-position.ts";
import { rowsAt } from "../../www/js/lab/tree/node-rows.ts";
import { Session } from "../../www/js/lab/tree/session.ts";
import type { TraceEvent } from "../../www/js/lab/types.ts";
import type { MessageParams } from "../../www/js/core/i18n.ts";
import { View } from "../../www/js/lab/tree/values.ts";
import { describeStep } from "../../www/js/lab/tree/step-words.ts";
import { fake } from "./fake.ts";
import { Game } from "./rules-wasm.ts";

initSync({ module: readFileSync(new URL("../../www/pkg-lab/lab_bg.wasm", import.meta.url)) });

const INFINITE = WIN + 1;
const EXACT = METHODS.filter(({ exact }) => exact).map(({ code }) => code);
const COUNTS = ["nodes", "leaves", "cutoffs", "researches", "known"] as const;

const enter = (move: string | null, depth: number, alpha: number, beta: number): TraceEvent => ({
  type: "enter",
  move,
  depth,
  alpha,
  beta,
});
const leaf = (value: number): TraceEvent => ({ type: "leave", value, kind: "leaf" });
const done = (value: number): TraceEvent => ({ type: "leave", value, kind: "searched" });
const cut = (value: number, left: number): TraceEvent => ({
  type: "leave",
  value,
  kind: "cut",
  left,
});

/** Alpha-beta by hand: the first move gives Red 10; the first answer refutes the second. */
const BY_HAND = [
  enter(null, 2, -INFINITE, INFINITE),
  enter("a0a1", 1, -INFINITE, INFINITE),
  enter("a9a8", 0, -INFINITE, INFINITE),
  leaf(30),
  enter("a9a7", 0, -INFINITE, 30),
  leaf(10),
  done(-10),
  enter("a0a2", 1, -INFINITE, -10),
  enter("a9a8", 0, 10, INFINITE),
  leaf(-5),
  cut(5, 7),
  done(10),
];

/** Every lesson by every method. */
const TRACES = LESSONS.flatMap((lesson) =>
  EXACT.map((method) => {
    const { fen, judge, depth } = lesson;
    return {
      name: `${lesson.id} ${method}`,
      method,
      lesson,
      ...labTrace(fen, [], method, judge, depth, 20_000),
    };
  }),
);

test("a search by hand gives its tree, its steps and the best move so far", () => {
  const tree = buildTree(BY_HAND);
  assert.equal(tree.isComplete, true);
  assert.deepEqual(
    tree.nodes.map(({ parent }) => parent),
    [-1, 0, 1, 1, 0, 4],
  );
  assert.deepEqual(
    tree.nodes.map(({ ply }) => ply),
    [0, 1, 2, 2, 1, 2],
  );
  // A leaf is entered and left in one step.
  assert.deepEqual(stepsOf(tree), [1, 2, 4, 6, 7, 8, 10, 11, 12]);
  const [root, first, , , second] = tree.nodes;
  assert.equal(bestAt(tree, root, 6), null);
  assert.deepEqual(bestAt(tree, first, 4), { value: -30, child: 2 });
  assert.deepEqual(bestAt(tree, first, 6), { value: -10, child: 3 });
  assert.equal(alphaAt(tree, root, 7), 10);
  assert.deepEqual(
    lineAt(tree, root, 12).map(({ move }) => move),
    ["a0a1", "a9a7"],
  );
  assert.equal(movesOf(tree, second), 8);
  assert.deepEqual(countsOf(tree)(12), {
    nodes: 6,
    leaves: 3,
    cutoffs: 1,
    researches: 0,
    known: 0,
  });
  assert.deepEqual(countsOf(tree)(7), { nodes: 4, leaves: 2, cutoffs: 0, researches: 0, known: 0 });
});

test("steps lead over branches, out of them, and to the next cut", () => {
  const tree = buildTree(BY_HAND);
  const steps = stepsOf(tree);
  assert.equal(stepOver(tree, steps, 1), 4, "from the entrance of a move to its value");
  assert.equal(stepOver(tree, steps, 4), 7, "from its value to that of the next move");
  assert.equal(stepOver(tree, steps, 7), 8);
  assert.equal(stepOver(tree, steps, 8), 8, "there is no way on from the end");
  assert.equal(stepOut(tree, steps, 3), 1);
  assert.equal(stepOut(tree, steps, 0), 0);
  assert.equal(nextCut(tree, steps, 0), 7);
  assert.equal(nextCut(tree, steps, 7), null);
  assert.equal(stepOf(steps, 3), 2, "the entrance of a leaf is seen with its value");
  const session = new Session(fake<ConstructorParameters<typeof Session>[0]>({}), BY_HAND);
  session.go(session.stepTo(4));
  assert.equal(session.step, 5);
  assert.equal(session.stepTo(4), 7, "a second time leads to where it was left");
});

test("every position entered is left, by every method", () => {
  for (const { name, events, found } of TRACES) {
    assert.ok(found, name);
    const tree = buildTree(events);
    assert.ok(tree.isComplete, name);
    for (const { id, left, entered, parent, kind } of tree.nodes) {
      assert.ok(left > entered && left <= events.length && kind, `${name} ${id}`);
      if (parent >= 0) assert.ok(left < tree.nodes[parent].left, `${name} ${id}`);
    }
  }
});

test("the last step has the counts, value and line of the search", () => {
  for (const { name, events, found, method } of TRACES) {
    const tree = buildTree(events);
    const counts = countsOf(tree)(events.length);
    for (const count of COUNTS) assert.equal(counts[count], found![count], `${name} ${count}`);
    const [root] = tree.nodes;
    assert.equal(root.value, found!.value, name);
    assert.equal(bestAt(tree, root, root.left)?.value, found!.value, name);
    const line = lineAt(tree, root, root.left).map(({ move }) => move);
    // The table has no further moves of a line.
    const known = method === "pvs-table" ? found!.line.slice(0, line.length) : found!.line;
    assert.deepEqual(line, known, name);
  }
});

test("every window follows from its parent's at that moment", () => {
  for (const { name, events, method } of TRACES) {
    const tree = buildTree(events);
    for (const { id, parent, entered, alpha, beta } of tree.nodes.slice(1)) {
      const above = tree.nodes[parent];
      const sure = alphaAt(tree, above, entered);
      const whole = method === "minimax" ? [-INFINITE, INFINITE] : [-above.beta, -sure];
      const empty = [-sure - 1, -sure];
      const fits = [whole, ...(method.startsWith("pvs") ? [empty] : [])].some(
        ([low, high]) => low === alpha && high === beta,
      );
      assert.ok(fits, `${name} node ${id}: [${alpha}, ${beta}] below [${sure}, ${above.beta}]`);
    }
  }
});

test("at a cut the best value is beta or more, and was not before", () => {
  let cuts = 0;
  for (const { name, events } of TRACES) {
    const tree = buildTree(events);
    for (const node of tree.nodes.filter(({ kind }) => kind === "cut")) {
      cuts += 1;
      const last = tree.nodes[node.children.at(-1)!];
      assert.ok((bestAt(tree, node, node.left)?.value ?? -INFINITE) >= node.beta, name);
      assert.ok(alphaAt(tree, node, last.entered) < node.beta, name);
    }
  }
  assert.ok(cuts > 100, "there were cuts to look at");
});

test("stepping back shows exactly the earlier picture", () => {
  for (const { name, lesson, method, events } of TRACES) {
    const session = new Session({ start: start(lesson), method, judge: lesson.judge }, events);
    const seen = () => JSON.stringify([pictureOf(session), session.counts, session.line]);
    const places = [0, 1, 2, 5, 20, session.last - 1].filter((step) => step <= session.last);
    const before = places.map((step) => (session.go(step), seen()));
    session.go(session.last);
    const back = places.toReversed().map((step) => (session.go(step), seen()));
    assert.deepEqual(back.toReversed(), before, name);
  }
});

type Row = ReturnType<typeof rowsAt>["rows"][number];

/** Returns the rows shown at a step, without the nodes themselves. */
function pictureOf({ tree, moment, unfolded }: Session) {
  const plain = (row: Row): unknown =>
    row.type === "node" ? [row.node.id, row.isOnPath, row.isBest, row.rows.map(plain)] : { ...row };
  return plain(rowsAt(tree, moment, unfolded));
}

/** Returns the position of a lesson. */
function start({ fen }: { fen: string }) {
  const { placement, turn } = new Game(fen).view();
  return { placement, turn };
}

/** Returns a row and all rows below it. */
const flat = (row: Row): Row[] => (row.type === "node" ? [row, ...row.rows.flatMap(flat)] : [row]);

test("a folded tree shows the path, the best and the last moves, and counts the rest", () => {
  for (const { name, events } of TRACES) {
    const tree = buildTree(events);
    for (const moment of stepsOf(tree)) {
      const rows = flat(rowsAt(tree, moment, new Set()));
      const shown = new Set(rows.flatMap((row) => (row.type === "node" ? [row.node.id] : [])));
      const here = focusAt(tree, moment);
      for (const node of pathTo(tree, here)) {
        assert.ok(shown.has(node.id), name);
        const best = bestAt(tree, node, moment);
        if (best) assert.ok(shown.has(best.child), `${name}: the best of ${node.id} is shown`);
        const seen = node.children.filter((id) => tree.nodes[id].entered <= moment);
        const beside = seen.filter((id) => shown.has(id)).length;
        const counts = rows.map((row) =>
          row.type === "folded" && row.node === node.id ? row.count : 0,
        );
        const counted = counts.reduce((sum, count) => sum + count, 0);
        assert.equal(beside + counted, seen.length, `${name}: nothing is lost`);
        assert.ok(beside <= 5, `${name}: ${beside} beside the path`);
      }
    }
  }
});

test("an unfolded node shows all its moves so far, and counts those to come", () => {
  const moves = Array.from({ length: 40 }, (_, i) => `a0b${i % 10}`);
  const events = [
    enter(null, 1, -INFINITE, INFINITE),
    ...moves.flatMap((move, i) => [enter(move, 0, -INFINITE, INFINITE), leaf(-i % 7)]),
    done(6),
  ];
  const tree = buildTree(events);
  const half = 41;
  const types = (unfolded: Set<number>) =>
    rowsAt(tree, half, unfolded).rows.map(({ type }) => type);
  assert.deepEqual(
    types(new Set()),
    ["folded", "node", "folded", "node", "node", "node", "node", "ahead"].filter(
      (type, i, all) => all[i - 1] !== type || type === "node",
    ),
  );
  const all = rowsAt(tree, half, new Set([0])).rows;
  assert.equal(all.filter(({ type }) => type === "node").length, 20);
  assert.deepEqual(all.at(-1), { type: "ahead", node: 0, count: 20 });
  assert.equal(
    rowsAt(tree, 81, new Set()).rows.some(({ type }) => type === "ahead"),
    false,
  );
});

test("a move searched again has two nodes and counts as one move", () => {
  const { events, name } = TRACES.find(({ found }) => found!.researches > 0)!;
  const tree = buildTree(events);
  const second = tree.nodes.find(({ before }) => before >= 0);
  const first = tree.nodes[second!.before];
  assert.equal(first.move, second!.move, name);
  assert.ok(first.superseded && !second!.superseded);
  const above = tree.nodes[second!.parent];
  const tried = new Set(above.children.map((id) => tree.nodes[id].move));
  assert.equal(movesOf(tree, above), tried.size + above.skipped);
});

test("a trace that was stopped shows its beginning", () => {
  const { fen, judge } = LESSONS[0];
  const { events, found } = labTrace(fen, [], "minimax", judge, 4, 100);
  assert.equal(found, null);
  const tree = buildTree(events);
  assert.equal(tree.isComplete, false);
  const steps = stepsOf(tree);
  assert.equal(steps.at(-1), events.length);
  assert.equal(movesOf(tree, tree.nodes[0]), null);
  for (const moment of steps) rowsAt(tree, moment, new Set());
  assert.equal(stepOver(tree, steps, 0), steps.length - 1);
});

test("the lessons are small, and together show cuts, re-searches and the table", () => {
  const shown = { cutoffs: 0, researches: 0, known: 0 };
  for (const { id, fen, method, judge, depth } of LESSONS) {
    const { found, events } = labTrace(fen, [], method, judge, depth, 20_000);
    assert.ok(found && stepsOf(buildTree(events)).length <= 400, id);
    for (const name of ["cutoffs", "researches", "known"] as const) shown[name] += found[name];
  }
  for (const [name, count] of Object.entries(shown)) assert.ok(count > 0, name);
});

test("every leaf's value is the sum shown for it", () => {
  for (const { name, lesson, events } of TRACES) {
    const tree = buildTree(events);
    for (const node of tree.nodes.filter(({ kind }) => kind === "leaf").slice(0, 60)) {
      const place = positionOf(start(lesson), tree, node);
      const { value, parts } = labExplain(textOf(place), lesson.judge);
      assert.equal(value, node.value, name);
      const sum = sumOf(ofSide(parts, "red")) - sumOf(ofSide(parts, "black"));
      assert.equal(place.turn === "w" ? sum : -sum, value, name);
    }
  }
});

test("sums are written with factors and signs", () => {
  const rook = { square: "a0", piece: "R", material: 700, placement: -4 };
  assert.equal(expression([rook, { ...rook, placement: 2 }]), "2 × 700 − 4 + 2");
  assert.equal(expression([{ ...rook, placement: 0 }]), "1 × 700");
  assert.equal(expression([]), "");
});

test("values and windows are written for the side to move or for Red", () => {
  const words: Record<string, string> = {
    "lab.tree.win": "win in {plies}",
    "lab.tree.loss": "loss in {plies}",
  };
  const t = (key: string, params?: MessageParams) =>
    (words[key] ?? key).replace("{plies}", String(params?.plies));
  const [own, red] = [new View(t, "w", false), new View(t, "w", true)];
  assert.equal(own.window(1, -INFINITE, -30), "[−∞, −30]");
  assert.equal(red.window(1, -INFINITE, -30), "[30, +∞]");
  assert.equal(own.value(1, 3 - WIN), "loss in 3");
  assert.equal(red.value(1, 3 - WIN), "win in 3");
  assert.equal(own.compare(1, 320, "≥", 300, "β"), "320 ≥ β = 300");
  assert.equal(red.compare(1, 320, "≥", 300, "β"), "−320 ≤ α = −300");
  assert.equal(red.compare(2, 320, ">", 300), "320 > 300");
  assert.equal(own.value(0, -0), "0");
  assert.equal(new View(t, "b", true).value(0, 5), "−5", "Black moves first");
});

test("moves change the placement", () => {
  const place = {
    placement: new Game("3k5/9/9/9/9/9/9/9/9/R3K4 w").placement(),
    turn: "w" as const,
  };
  const moved = afterMove(place, "a0a5");
  assert.equal(textOf(moved), "3k5/9/9/9/R8/9/9/9/9/4K4 b");
  assert.equal(textOf(place), "3k5/9/9/9/9/9/9/9/9/R3K4 w");
});

for (const lang of ["zh", "zh-Hant", "en", "vi"]) {
  const read = (family: string): Record<string, string> =>
    JSON.parse(
      readFileSync(new URL(`../../www/locales/${family}${lang}.json`, import.meta.url), "utf8"),
    );
  const lines = { ...read(""), ...read("lab/") };
  const t = (key: string, params: MessageParams = {}) => {
    assert.ok(key in lines, `${lang}: ${key}`);
    return lines[key].replace(/\{(\w+)\}/g, (_, name) => {
      assert.ok(name in params, `${lang}: ${key} is given {${name}}`);
      return String(params[name]);
    });
  };

  test(`every step has its sentences, ${lang}`, () => {
    for (const { name, lesson, method, events } of TRACES) {
      const tree = buildTree(events);
      const texts = new Set();
      for (const forRed of [false, true]) {
        const view = new View(t, start(lesson).turn, forRed);
        const telling = {
          tree,
          view,
          method,
          t,
          move: ({ move }: { move: string | null }) => move ?? "",
        };
        for (const moment of stepsOf(tree)) {
          const sentences = describeStep(telling, moment);
          assert.ok(sentences.length > 0 && sentences.every((each) => each.length > 3), name);
          texts.add(sentences.join(" "));
        }
      }
      assert.ok(texts.size > 10, name);
    }
  });
}

test("the sentence of a cut has the comparison and the number of moves left out", () => {
  const tree = buildTree(BY_HAND);
  const t = (key: string, params?: MessageParams) =>
    `${key.split(".").at(-1)} ${Object.values(params ?? {}).join(" ")}`;
  const sentences = (forRed: boolean) =>
    describeStep(
      {
        tree,
        view: new View(t, "w", forRed),
        method: "alphabeta",
        t,
        move: ({ move }) => move ?? "",
      },
      11,
    );
  assert.equal(sentences(false)[0], "cut black  a9a8 5 ≥ β = -10 7".replace("-10", "−10"));
  assert.match(sentences(true)[0], /−5 ≤ α = 10 7$/);
});

test("the picture over the slider has a bar for each event in its row", () => {
  const tree = buildTree(BY_HAND);
  const paths = outlines(tree, stepsOf(tree));
  assert.match(paths.inner, /^M0 0H/);
  assert.match(paths.cut, /M\S+ 10H/);
  assert.match(paths.leaf, /M\S+ 20H/);
  assert.equal(paths.known + paths.again, "");
});
