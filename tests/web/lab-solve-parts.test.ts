/** The solve panel without a page: the solver's wasm, links, maps and sentences. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { type EndingReport, EndingSolver, initSync } from "../../www/pkg-lab/lab.js";
import { fill } from "../../www/js/core/i18n.ts";
import { squareIndex } from "../../www/js/core/xiangqi.ts";
import {
  ATTACKERS,
  DEFENCES,
  endingOf,
  endingOfName,
  fenInLink,
  linkOf,
  nameOfEnding,
  positionOfFen,
  turned,
} from "../../www/js/lab/solve/solve-endings.ts";
import { SHADES, percentOf, pointState, shadeOf, spanOf } from "../../www/js/lab/solve/heat-map.ts";
import { labelledLayers } from "../../www/js/lab/solve/layer-chart.ts";
import {
  describeLayer,
  describeReport,
  describeValue,
  formatPart,
  verdictOf,
} from "../../www/js/lab/solve/solve-words.ts";

initSync({ module: readFileSync(new URL("../../www/pkg-lab/lab_bg.wasm", import.meta.url)) });

const EN: Record<string, string> = JSON.parse(
  readFileSync(new URL("../../www/locales/lab/en.json", import.meta.url), "utf8"),
);
const words = {
  t: (key: string, params?: Record<string, string | number>) =>
    fill({ "side.red": "Red", "side.black": "Black", ...EN }[key] ?? key, params),
  htmlLang: "en",
};

const solver = new EndingSolver();

/** Solves an ending and returns its counts. */
function solve(ending: string): EndingReport {
  solver.begin(ending);
  while (solver.step());
  return solver.report(ending);
}

test("the solver reports each step, and the counts of docs/ENDINGS.md", () => {
  const tasks = solver.begin("N vs A");
  assert.deepEqual(
    tasks.map(({ ending }) => ending),
    ["N vs K", "N vs A"],
  );
  const states: string[] = [];
  for (let step = solver.step(); step; step = solver.step())
    if (step.state !== "decided") states.push(`${step.state} ${step.ending}`);
    else assert.ok(step.layer);
  assert.deepEqual(states, ["begun N vs K", "solved N vs K", "begun N vs A", "solved N vs A"]);
  assert.deepEqual(solver.begin("N vs A"), [], "the table is kept");
  const { longest, sample, strong, weak, layers } = solver.report("N vs A");
  assert.equal(longest, 38);
  assert.equal(sample, "9/4a4/4k4/9/9/9/9/9/9/N2K5 b - - 0 1");
  assert.equal(strong.won + strong.drawn + weak.lost + weak.drawn, 24_582);
  assert.equal(strong.drawn, 36);
  assert.equal(layers.length, 39);
  assert.equal(
    layers.reduce((sum, layer) => sum + layer.strong, 0),
    strong.won,
  );
});

test("a position has its value, its moves, its best line and the maps of its pieces", () => {
  solve("N vs A");
  const fen = "9/4a4/4k4/9/9/9/9/9/9/N2K5 b";
  const { ending, value, moves, line, maps } = solver.look(fen);
  assert.equal(ending, "N vs A");
  assert.equal(value, 38);
  assert.equal(line.length, 38);
  assert.equal(moves[0].value, 38, "the longest defence comes first");
  assert.ok(moves.every((each, at) => at === 0 || each.value <= moves[at - 1].value));
  assert.deepEqual(
    maps.map(({ square }) => square),
    ["a0", "d0", "e7", "e8"],
  );
  const map = maps.find(({ square }) => square === "a0")!;
  assert.equal(map.values.length, 90);
  assert.equal(map.values[squareIndex("a0")], 38);
  assert.equal(map.values[squareIndex("e7")], -2, "the general's point");
});

test("an ending without wins has a position too", () => {
  const report = solve("C vs K");
  assert.equal(report.longest, null);
  assert.equal(solver.look(report.sample).value, -1);
  assert.deepEqual(solver.look(report.sample).line, []);
  assert.match(describeReport(report, words as never), /no position/);
});

test("a position that no table has, and an ending that is none, are refused with a code", () => {
  const refused = (code: string, field: string) => (error: { code?: string; field?: string }) =>
    error.code === code && error.field === field;
  assert.throws(() => solver.look("nonsense"), refused("badFen", "fen"));
  assert.throws(() => solver.look("4k4/9/9/9/9/9/9/9/R8/R2K5 w"), refused("badOption", "fen"));
  assert.throws(() => solver.begin("R vs R"), refused("badOption", "ending"));
  assert.throws(() => solver.report("P vs AAEE"), refused("badOption", "ending"));
});

test("the panel has 36 endings, and recognises each by its name and its pieces", () => {
  const names = ATTACKERS.flatMap((attacker) =>
    DEFENCES.map((defence) => nameOfEnding({ attacker, defence })),
  );
  assert.equal(new Set(names).size, 36);
  for (const name of names) assert.equal(nameOfEnding(endingOfName(name)!), name);
  assert.equal(endingOfName("RN vs A"), null);
  const ending = (fen: string) => endingOf(positionOfFen(fen).placement);
  assert.deepEqual(ending("2bak4/4a4/4b4/9/9/9/9/9/4R4/3K5 w"), {
    attacker: "R",
    defence: "AAEE",
  });
  assert.deepEqual(ending("4k4/9/9/9/9/9/P8/9/9/3K5 w"), { attacker: "P", defence: "K" });
  assert.equal(ending("4k4/9/9/9/9/9/9/9/9/3K5 w"), null, "no attacker");
  assert.equal(ending("4k4/9/9/9/9/9/9/9/RR7/3K5 w"), null, "two attackers");
  assert.equal(ending("r3k4/9/9/9/9/9/9/9/9/3K5 w"), null, "Black has it");
});

test("a link carries a position, and a position of Black's attacker is turned", () => {
  const position = positionOfFen("9/4a4/4k4/9/9/9/9/9/9/N2K5 b");
  assert.equal(linkOf(position), "#solve=9/4a4/4k4/9/9/9/9/9/9/N2K5_b");
  assert.equal(fenInLink(linkOf(position)), "9/4a4/4k4/9/9/9/9/9/9/N2K5 b");
  assert.equal(fenInLink("#solve"), null);
  assert.equal(fenInLink("#tree"), null);
  assert.deepEqual(turned(turned(position)), position);
  assert.equal(linkOf(turned(position)), "#solve=n2k5/9/9/9/9/9/9/4K4/4A4/9_w");
});

test("a map shows what the layers so far have decided", () => {
  const map = (layer: number) => ({ values: [-2, -1, 0, 3, 5], layer, layers: 6 });
  const states = (layer: number) =>
    [0, 1, 2, 3, 4].map((index) => {
      const state = pointState(map(layer), index);
      return state?.type === "won" && state.isNew ? "new" : (state?.type ?? null);
    });
  assert.deepEqual(states(0), [null, "open", "new", "open", "open"]);
  assert.deepEqual(states(3), [null, "open", "won", "new", "open"]);
  assert.deepEqual(states(6), [null, "drawn", "won", "won", "won"]);
  assert.deepEqual(spanOf(map(6), "....N"), [0, 3], "without the point of the piece");
  const shades = [10, 14, 20, 30].map((plies) => shadeOf(plies, [10, 30]));
  assert.equal(new Set(shades).size, 4);
  assert.equal(shades[0], SHADES[0]);
  assert.equal(shades[3], SHADES.at(-1));
  assert.equal(shadeOf(7, [7, 7]), SHADES[0]);
});

test("the map of all positions has the share that is won by the layers so far", () => {
  const points = [
    { positions: 0, won: [] },
    { positions: 400, won: [0, 1, 0, 399] },
    { positions: 8, won: [] },
  ];
  const state = (layer: number, index: number) => pointState({ points, layer, layers: 4 }, index);
  assert.equal(state(4, 0), null);
  assert.deepEqual(state(0, 1), { type: "open" });
  assert.deepEqual(state(2, 1), { type: "share", won: 1, positions: 400 });
  assert.deepEqual(state(4, 1), { type: "share", won: 400, positions: 400 });
  assert.deepEqual(state(4, 2), { type: "drawn" });
  assert.deepEqual([percentOf(1, 400), percentOf(399, 400), percentOf(8, 8)], [1, 99, 100]);
  const { points: all } = solve("P vs K");
  assert.equal(all.length, 90);
  assert.deepEqual(all[squareIndex("b7")], all[squareIndex("h7")]);
  assert.deepEqual(all[squareIndex("e9")].won, [], "a soldier on the last rank wins nothing");
});

test("labels of the chart keep their distance", () => {
  assert.deepEqual(labelledLayers(5, 400), [0, 1, 2, 3, 4]);
  assert.deepEqual(labelledLayers(39, 400), [0, 4, 8, 12, 16, 20, 24, 28, 32, 36]);
});

test("sentences tell the value, the layer and the share, and never round to all or none", () => {
  assert.deepEqual([-1, 0, 1, 2].map(verdictOf), ["drawn", "lost", "won", "lost"]);
  assert.equal(describeValue(1, "w", words as never), "Red is to move and wins in 1 ply.");
  assert.equal(describeValue(38, "b", words as never), "Black is to move and loses in 38 plies.");
  assert.equal(describeValue(0, "b", words as never), "Black has no legal move and has lost.");
  assert.equal(formatPart(1, 100_000, words as never), "0.01%");
  assert.equal(formatPart(99_999, 100_000, words as never), "99.99%");
  assert.equal(formatPart(7, 7, words as never), "100%");
  const report = solve("N vs A");
  const text = (layer: number) => describeLayer(report, layer, words as never).text;
  assert.match(text(0), /no legal move/);
  assert.match(text(1), /Red is to move and can reach layer 0/);
  assert.match(text(2), /Black is to move.*layer 1/);
  assert.match(text(39), /The other positions are drawn/);
});
