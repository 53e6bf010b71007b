// The parts of the route's panel that need no page: grids, undo, descriptions, the line of a route.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import {
  END,
  type RouteGrid,
  OBSTACLE,
  ROAD,
  START,
  SUPPLY,
  blankGrid,
  cleared,
  gridOf,
  cellByKey,
  createRouteStorage,
  decodeRoute,
  encodeRoute,
  withCell,
  resized,
  strokeOf,
  textOf,
  withStamina,
} from "../../www/js/lab/route/route-grid.ts";
import { createHistory } from "../../www/js/lab/route/history.ts";
import { Player } from "../../www/js/lab/player.ts";
import { Trace, runBoth } from "../../www/js/lab/route/two-searches.ts";
import { SAMPLES, randomGrid, randomLike, sample } from "../../www/js/lab/route/samples.ts";
import type { RouteSession } from "../../www/js/lab/lab-client.ts";
import type { I18n } from "../../www/js/core/i18n.ts";
import type { MessageKey } from "../../www/js/core/message-keys.ts";
import {
  crossedTwice,
  lineOf,
  placeAt,
  stepsWithoutLimit,
  stopsOf,
} from "../../www/js/lab/route/route-walk.ts";
import {
  faultWords,
  rangeOf,
  sparedWords,
  stateWords,
} from "../../www/js/lab/route/route-words.ts";
import { fake } from "./fake.ts";
import { memoryStorage } from "./memory-storage.ts";

const CROSSING = "5 4 3\n1 1 4 1\n1 1 0 1\n1 2 0 1\n1 1 0 1\n1 1 3 1\n";
const ends = ({ cells }: Pick<RouteGrid, "cells">) =>
  [START, END].map((kind) => cells.filter((one) => one === kind).length);

test("a text becomes a grid and the same text again", () => {
  const grid = gridOf(CROSSING)!;
  assert.deepEqual([grid.rows, grid.columns, grid.stamina], [5, 4, 3]);
  assert.equal(grid.cells[9], SUPPLY);
  assert.equal(textOf(grid), CROSSING);
  assert.deepEqual(gridOf("01 002 5\n03 0004")!.cells, Uint8Array.of(START, END));
  assert.deepEqual(gridOf(" 1  2 5 \r\n\t3 4\r\n\r\n")!.cells, Uint8Array.of(START, END));
  const bad = [
    "",
    "1 2",
    "1 2 5\n3 3",
    "1 2 5\n3 5",
    "1 2 5\n3 4 0",
    "1 2 10001\n3 4",
    "1 2 5\n3 x",
  ];
  for (const text of bad) assert.equal(gridOf(text), null, text);
});

test("painting moves start and end and never loses them", () => {
  const grid = blankGrid(3, 4, 9);
  const start = grid.cells.indexOf(START);
  const end = grid.cells.indexOf(END);
  assert.equal(withCell(grid, 0, OBSTACLE).cells[0], OBSTACLE);
  assert.equal(grid.cells[0], ROAD, "the one before stays as it was");
  for (const kind of [ROAD, OBSTACLE, SUPPLY, END]) assert.equal(withCell(grid, start, kind), grid);
  const moved = withCell(grid, 0, START);
  assert.deepEqual([moved.cells[0], moved.cells[start]], [START, ROAD]);
  assert.equal(withCell(grid, end, START), grid, "the start does not go over the end");
  assert.deepEqual(ends(moved), [1, 1]);
  assert.deepEqual(ends(cleared(withCell(moved, 5, OBSTACLE))), [1, 1]);
  assert.equal(cleared(withCell(moved, 5, OBSTACLE)).cells[5], ROAD);
  assert.equal(withStamina(grid, 9), grid);
});

test("a new size keeps the upper left, and always start and end", () => {
  const grid = gridOf(CROSSING)!;
  const wider = resized(grid, 6, 7);
  assert.equal(wider.cells[2 * 7 + 1], SUPPLY);
  assert.deepEqual(ends(wider), [1, 1]);
  for (let rows = 2; rows < 7; rows++)
    for (let columns = 2; columns < 7; columns++) {
      const next = resized(grid, rows, columns);
      assert.equal(next.cells.length, rows * columns);
      assert.deepEqual(ends(next), [1, 1], `${rows} x ${columns}`);
    }
});

test("a stroke leaves no gap; keys stay on the grid", () => {
  const grid = blankGrid(10, 10, 9);
  const place = (cell: number) => [Math.floor(cell / 10), cell % 10];
  let [row, column] = place(3);
  for (const cell of strokeOf(grid, 3, 87)) {
    const [nextRow, nextColumn] = place(cell);
    assert.ok(Math.abs(nextRow - row) <= 1 && Math.abs(nextColumn - column) <= 1);
    [row, column] = [nextRow, nextColumn];
  }
  assert.deepEqual([row, column], [8, 7]);
  assert.deepEqual(strokeOf(grid, 5, 5), []);
  const at = (key: string, whole = false) => cellByKey(grid, 55, key, whole);
  assert.deepEqual(
    ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"].map((key) => at(key)),
    [45, 65, 54, 56],
  );
  assert.deepEqual([at("Home"), at("End"), at("Home", true), at("End", true)], [50, 59, 0, 99]);
  assert.deepEqual([at("PageUp"), at("PageDown"), at("x")], [5, 95, -1]);
  assert.equal(cellByKey(grid, 9, "ArrowRight", false), 9);
});

test("undo and redo restore grids, up to 200 steps", () => {
  const [a, b, c] = [blankGrid(2, 2, 1), blankGrid(2, 3, 1), blankGrid(2, 4, 1)];
  const history = createHistory(a);
  assert.equal(history.push(a), false);
  assert.equal(history.undo(), false);
  history.push(b);
  history.push(c);
  assert.equal(history.undo(), true);
  assert.equal(history.now, b);
  assert.equal(history.redo(), true);
  assert.equal(history.now, c);
  history.undo();
  history.undo();
  assert.deepEqual([history.now, history.canUndo, history.canRedo], [a, false, true]);
  history.push(c);
  assert.equal(history.canRedo, false, "what was undone is gone");
  for (let step = 0; step < 300; step++) history.push(blankGrid(2, 2, step));
  let steps = 0;
  while (history.undo()) steps += 1;
  assert.equal(steps, 200);
});

test("samples and random grids are valid, and equal for equal seeds", () => {
  for (const name of SAMPLES) assert.deepEqual(gridOf(textOf(sample(name))), sample(name));
  for (let seed = 0; seed < 200; seed++) {
    const [rows, columns] = [2 + (seed % 9), 2 + (seed % 7)];
    const grid = randomGrid(rows, columns, 12, seed);
    assert.deepEqual(gridOf(textOf(grid)), grid, `seed ${seed}`);
    assert.deepEqual(randomGrid(rows, columns, 12, seed), grid);
    const drawn = randomLike(grid, seed);
    assert.ok(drawn.cells.length >= 50 && stepsWithoutLimit(drawn) > 0, `seed ${seed}`);
  }
  assert.notDeepEqual(randomGrid(9, 9, 9, 1), randomGrid(9, 9, 9, 2));
});

test("a route has its stamina at each stop, and cells crossed twice are found", () => {
  const stops = stopsOf(gridOf(CROSSING)!, "UULRUU");
  assert.deepEqual(
    stops.map(({ cell }) => cell),
    [18, 14, 10, 9, 10, 6, 2],
  );
  assert.deepEqual(
    stops.map(({ stamina }) => stamina),
    [3, 2, 1, 3, 2, 1, 0],
  );
  assert.deepEqual(stops.map(({ filled }) => filled).indexOf(true), 3);
  const at = (steps: number) => Object.values(placeAt(gridOf(CROSSING)!, "UULRUU", steps));
  assert.deepEqual(
    [at(0), at(2.5), at(6)],
    [
      [2.5, 4.5],
      [2, 2.5],
      [2.5, 0.5],
    ],
  );
  assert.deepEqual(crossedTwice(stops), [10]);
  assert.equal(stepsWithoutLimit(gridOf(CROSSING)!), 4);
  assert.equal(stepsWithoutLimit(gridOf("1 3 9\n3 1 4")!), -1);
});

test("a way there and back is two lines, from the middle of a cell to another's", () => {
  const { points, heads } = lineOf(gridOf(CROSSING)!, "UULRUU");
  assert.deepEqual(points[0], [2.5, 4.5]);
  assert.deepEqual(points.at(-1), [2.5, 0.5]);
  assert.equal(heads.length, 6);
  const [there, back] = [heads[2], heads[3]];
  assert.deepEqual([there.turn, back.turn], [2, 0]);
  assert.ok(back.y - there.y > 0.2, "to the left above, to the right below");
  for (const [x, y] of points) assert.ok(x >= 0 && x <= 4 && y >= 0 && y <= 5);
});

test("a trace gives the times and states of an expanded cell", () => {
  const trace = new Trace();
  trace.push(Array.from({ length: 3_000 }, (_, index) => [index % 100, index, index % 7]));
  assert.deepEqual([trace.length, trace.count], [3_000, 3_000]);
  assert.deepEqual(trace.state(2_999), [99, 2_999, 3]);
  assert.deepEqual(trace.timesOf(0, 250), [0, 100, 200]);
  assert.deepEqual(trace.timesOf(0, 0), []);
});

/** Creates the `route` of a Lab whose searches expand two cells each. */
const fakeLab = (freed: string[]) => async (text: string, heuristic: string) => {
  if (text === "bad") throw Object.assign(new Error("no"), { code: "noCell", line: 1, column: 1 });
  let left = 3;
  return fake<RouteSession>({
    expand: async () => (left-- > 1 ? [[left, 0, 1]] : []),
    outcome: () => (left > 0 ? { state: "searching" } : { state: "found", route: "R", steps: 1 }),
    free: () => freed.push(heuristic),
  });
};

test("both searches run to their end and are freed, or end at once when aborted", async () => {
  const freed: string[] = [];
  const { signal } = new AbortController();
  const sides = await runBoth(fakeLab(freed), "good", { signal });
  assert.deepEqual(
    sides.map(({ heuristic }) => heuristic),
    ["manhattan", "zero"],
  );
  assert.deepEqual(
    sides.map(({ trace }) => trace.count),
    [2, 2],
  );
  assert.deepEqual(freed.toSorted(), ["manhattan", "zero"]);
  await assert.rejects(runBoth(fakeLab([]), "bad", { signal }), { code: "noCell" });
  const endless = async (_text: string, heuristic: string) => {
    if (heuristic === "zero") throw new Error("its worker died");
    const outcome = () => ({ state: "searching" as const });
    const expand = () =>
      new Promise<[number, number, number][]>((resolve) => setTimeout(resolve, 1, [[0, 0, 0]]));
    return fake<RouteSession>({ expand, outcome, free: () => freed.push("endless") });
  };
  await assert.rejects(runBoth(endless, "good", { signal }), { message: "its worker died" });
  assert.ok(freed.includes("endless"), "one that has nobody left is given up");
  const control = new AbortController();
  const run = runBoth(fakeLab(freed), "good", {
    signal: control.signal,
    onProgress: () => control.abort(),
  });
  await assert.rejects(run, { name: "AbortError" });
});

/** Creates frames that the test draws. */
function clock() {
  let frame: ((now: number) => void) | null = null;
  let now = 0;
  return {
    frames: {
      request: (next: (now: number) => void) => ((frame = next), 1),
      cancel: () => (frame = null),
    },
    pass(ms: number) {
      const next = frame;
      frame = null;
      now += ms;
      next?.(now);
    },
  };
}

test("a player advances by time, pauses, steps, and jumps with reduced motion", () => {
  const { frames, pass } = clock();
  let shown = 0;
  let calm = false;
  const player = new Player(
    () => (shown += 1),
    () => calm,
    frames,
  );
  player.load(10);
  player.rate = 10;
  player.play();
  pass(0);
  pass(100);
  assert.equal(player.at, 1);
  pass(150);
  assert.equal(player.at, 2.5);
  player.pause();
  assert.deepEqual([player.at, player.isPlaying], [2, false]);
  player.step(-1);
  player.step(-5);
  assert.equal(player.at, 0);
  player.go(Infinity);
  assert.ok(player.isOver);
  player.play();
  assert.equal(player.at, 0, "from the beginning again");
  calm = true;
  pass(0);
  const before = shown;
  for (let frame = 0; frame < 6; frame++) pass(100);
  assert.equal(shown - before, 1, "twice a second");
  for (let frame = 0; frame < 20; frame++) pass(250);
  assert.deepEqual([player.at, player.isPlaying], [10, false]);
});

const WORDS: Record<string, Record<string, string>> = Object.fromEntries(
  ["zh", "zh-Hant", "en", "vi"].map((lang) => [
    lang,
    JSON.parse(
      readFileSync(new URL(`../../www/locales/lab/${lang}.json`, import.meta.url), "utf8"),
    ),
  ]),
);
const speaking = (lang: string) =>
  fake<I18n>({
    has: (key): key is MessageKey => key in WORDS[lang],
    t(key, params = {}) {
      assert.ok(key in WORDS[lang], `${lang} ${key}`);
      return WORDS[lang][key].replace(/\{(\w+)\}/g, (whole, name) => String(params[name] ?? whole));
    },
  });

test("every reason of the rules has words in every language, with line and column", () => {
  const source = readFileSync(new URL("../../src/lab/route/grid.rs", import.meta.url), "utf8");
  const codes = [...source.matchAll(/GridReason::\w+(?:\(_\)| \{ \.\. \})? => "(\w+)"/g)].map(
    (match) => match[1],
  );
  assert.ok(codes.length > 7, "the codes were found");
  const params = { value: "x", what: "rows", min: 1, max: 9, expected: 3, found: 2, cell: START };
  for (const lang of Object.keys(WORDS))
    for (const code of codes) {
      const words = faultWords({ code, line: 12, column: 34, params }, speaking(lang));
      assert.match(words, /12.*34/, `${lang} ${code}`);
      assert.doesNotMatch(words, /\{\w+\}/, `${lang} ${code}`);
      assert.ok(`lab.route.fault.${code}` in WORDS[lang], `${lang} ${code}`);
    }
  const odd = faultWords({ code: "odd", message: "why" }, speaking("en"));
  assert.match(odd, /why/);
});

test("the saving is described as a share, or as none", () => {
  const { t } = speaking("en");
  assert.match(sparedWords(41, 120, t), /41 .*120: 66 % fewer/);
  assert.match(sparedWords(6, 6, t), /nothing/);
  assert.match(sparedWords(319, 301, t), /6 % more/);
  assert.match(sparedWords(1, 100_000, t), /99 % fewer/);
  assert.match(sparedWords(99_999, 100_000, t), /1 % fewer/);
});

test("a cell's states in a search are described one by one", () => {
  const grid = gridOf(CROSSING)!;
  const trace = new Trace();
  trace.push([
    [18, 0, 3],
    [10, 2, 1],
    [10, 4, 2],
  ]);
  const { t } = speaking("en");
  const words = (shown: number) => stateWords(grid, trace, shown, 10, t);
  assert.equal(words(1), "row 3, column 3: road");
  assert.match(words(2), /no\. 2: steps 2, stamina 1$/);
  assert.match(words(3), /no\. 2.*; .*no\. 3: steps 4, stamina 2$/);
});

test("a place in a text is counted in characters", () => {
  assert.deepEqual(rangeOf("2 2 5\n3 𝟜x 4\n", 2, 3), [8, 11]);
  assert.deepEqual(rangeOf("2 2 5\n3", 2, 2), [7, 7]);
  assert.deepEqual(rangeOf("2 2", 9, 1), [3, 3]);
});

test("a grid is stored, an unreadable one ignored, a full store reported once", () => {
  const area = memoryStorage();
  const keep = createRouteStorage(() => area, assert.fail);
  assert.equal(keep.load(), null);
  keep.save(gridOf(CROSSING)!);
  assert.deepEqual(keep.load(), gridOf(CROSSING));
  const good = JSON.parse(encodeRoute(gridOf(CROSSING)!));
  for (const bad of [null, "", "{", "[]", "7", '{"version":1}'])
    assert.equal(decodeRoute(bad), null, bad!);
  for (const changes of [
    { version: 2 },
    { rows: 4 },
    { cells: "9" },
    { stamina: -1 },
    { cells: 1 },
  ])
    assert.equal(decodeRoute(JSON.stringify({ ...good, ...changes })), null);
  const reported: string[] = [];
  const full = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const failing = createRouteStorage(
    () => fake<Storage>({ setItem: full }),
    (code) => reported.push(code),
  );
  failing.save(gridOf(CROSSING)!);
  failing.save(gridOf(CROSSING)!);
  assert.deepEqual(reported, ["full"]);
});

test("numbers can be read on every colour of an expanded cell", () => {
  const css = readFileSync(new URL("../../www/css/lab-route.css", import.meta.url), "utf8");
  const [light, dark] = [/\.route \{([^}]*)\}/, /\[data-theme="dark"\] \.route \{([^}]*)\}/].map(
    (block) =>
      Object.fromEntries(
        [...css.match(block)![1].matchAll(/--route-(\w+): (#\w{6})/g)].map((match) =>
          match.slice(1),
        ),
      ),
  );
  const luminance = (color: string) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, index) => {
      const part = Number.parseInt(color.slice(1 + 2 * index, 3 + 2 * index), 16) / 255;
      return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    }, 0);
  for (const colors of [light, { ...light, ...dark }])
    for (const ground of [colors.early, colors.late]) {
      const [low, high] = [luminance(ground), luminance(colors.ink)].toSorted((a, b) => a - b);
      assert.ok((high + 0.05) / (low + 0.05) >= 4.5, ground);
    }
});
