// Comparing searches: the numbers, and the panel that shows them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import type { Page } from "playwright-core";
import { ticksOf } from "../../www/js/lab/compare/charts.ts";
import {
  REPORT_D,
  type Row,
  agreement,
  branchingOf,
  csvOf,
  pliesToEnd,
  planOf,
  savings,
  slowMethods,
} from "../../www/js/lab/compare/comparison.ts";
import { pliesOf } from "../../www/js/lab/lab-position.ts";
import { findings } from "../../www/js/lab/compare/results.ts";
import {
  LAB_KEY,
  createCompareStorage,
  defaultChoices,
} from "../../www/js/lab/compare/compare-storage.ts";
import type { Turn } from "../../www/js/core/xiangqi.ts";
import type { Method } from "../../www/js/lab/methods.ts";
import type { Job } from "../../www/js/lab/types.ts";
import { fake } from "./fake.ts";
import { speaking } from "./locale-helpers.ts";
import { openLab, whenReady } from "./lab-helpers.ts";

const row = (method: Method, depth: number, leaves: number, value = 0, millis = leaves): Row => ({
  method,
  depth,
  leaves,
  nodes: leaves + 1,
  cutoffs: 0,
  researches: 0,
  known: 0,
  millis,
  value,
  line: ["h2e2"],
});
const ENDING = "3ak4/9/9/9/9/9/9/9/9/R2K5 w";

test("the plan goes depth by depth, with all methods of a depth together", () => {
  assert.deepEqual(planOf(["minimax", "pvs"], 2), [
    { method: "minimax", depth: 1 },
    { method: "pvs", depth: 1 },
    { method: "minimax", depth: 2 },
    { method: "pvs", depth: 2 },
  ]);
});

test("savings are those at the greatest depth that both have reached", () => {
  const rows = [row("minimax", 1, 44), row("minimax", 2, 2000), row("alphabeta", 1, 44)];
  assert.deepEqual(savings(rows), [], "one ply deep there is nothing to save");
  rows.push(row("alphabeta", 2, 500), row("alphabeta", 3, 9000));
  const [saved] = savings(rows);
  assert.deepEqual(saved, {
    method: "alphabeta",
    other: "minimax",
    depth: 2,
    leaves: 0.75,
    time: 0.75,
  });
});

test("equal results are called equal, and very short times are not compared", () => {
  const i18n = speaking("en", "lab/");
  const finding = (...millis: [number, number]) =>
    findings(
      [row("minimax", 2, 2000, 0, millis[0]), row("alphabeta", 2, 2000, 0, millis[1])],
      i18n,
    )[0];
  const same = "Depth 2: Alpha-beta looked at as many leaves as Minimax ";
  assert.equal(finding(0.4, 4.9), `${same}(times too short to compare).`);
  for (const other of [8, 8.1, 7.9]) assert.equal(finding(8, other), `${same}in the same time.`);
  assert.equal(finding(8, 2), `${same}and saved 75% of the time.`);
});

test("the agreement of exact methods leaves out the engine's own search", () => {
  const rows = [row("minimax", 1, 44, 5), row("chuhe", 1, 50, 70)];
  assert.deepEqual(agreement(rows), { compared: false, differsAt: null });
  rows.push(row("pvs", 1, 44, 5));
  assert.deepEqual(agreement(rows), { compared: true, differsAt: null });
  rows.push(row("pvs", 2, 44, 5), row("ordered", 2, 44, 6));
  assert.equal(agreement(rows).differsAt, 2);
});

test("branching is the root of the leaves, and values near a win count plies", () => {
  assert.equal(branchingOf({ leaves: 1936, depth: 2 }), 44);
  assert.equal(pliesToEnd(999_997), 3);
  assert.equal(pliesToEnd(-999_996), -4);
  assert.equal(pliesToEnd(700), null);
});

test("the move number of a FEN gives the plies played", () => {
  const after = (end: string) => pliesOf({ fen: `9/9 ${end}`, turn: end[0] as Turn });
  assert.deepEqual(["w - - 0 1", "b - - 0 1", "w - - 3 6"].map(after), [0, 1, 10]);
});

test("only methods that take long are announced beforehand", () => {
  const all = defaultChoices().methods;
  assert.deepEqual(slowMethods(all, 44, 4), []);
  const slow = slowMethods(all, 44, 5);
  assert.deepEqual(
    slow.map(({ method }) => method),
    ["minimax"],
  );
  assert.ok(slow[0].leaves > 100e6 && slow[0].leaves < 200e6, "perft 5 is 133 million");
});

test("an axis has round ticks around all values", () => {
  assert.deepEqual(ticksOf(44, 8_000_000), [10, 100, 1e3, 1e4, 1e5, 1e6, 1e7]);
  assert.deepEqual(ticksOf(4.5, 44), [2, 5, 10, 20, 50]);
  for (const [least, greatest] of [
    [7, 7],
    [1, 1],
    [0.02, 0.03],
  ]) {
    const ticks = ticksOf(least, greatest);
    assert.ok(ticks.length > 1 && ticks[0] <= least && ticks.at(-1)! >= greatest, String(ticks));
  }
});

test("the figures of report D equal those of its table", () => {
  assert.deepEqual(REPORT_D.alphabeta, { 1: 44, 2: 1131, 3: 27_771, 4: 308_046, 5: 6_844_627 });
  assert.equal(REPORT_D.pvs![7], 6_482_373);
});

test("CSV has a line for each search, with numbers for spreadsheets", () => {
  const subject = { startFen: null, moves: [], fen: "FEN w", judge: "b" as const };
  const text = csvOf(subject, [{ ...row("pvs", 2, 1936, -20, 1.23456), line: ["h2e2", "h9g7"] }]);
  const [head, line, end] = text.split("\r\n");
  assert.equal(end, "");
  const cells = Object.fromEntries(head.split(",").map((name, at) => [name, line.split(",")[at]]));
  assert.deepEqual(cells, {
    method: "pvs",
    depth: "2",
    leaves: "1936",
    nodes: "1937",
    cutoffs: "0",
    researches: "0",
    known: "0",
    millis: "1.235",
    branching: "44",
    value: "-20",
    line: "h2e2 h9g7",
    evaluation: "b",
    fen: "FEN w",
  });
});

test("a stored comparison that cannot be read is ignored", () => {
  const area = (text: string | null) => () => fake<Storage>({ getItem: () => text, setItem() {} });
  const none = { choices: defaultChoices(), result: null };
  for (const text of [null, "", "{", "7", `{"version":9}`, `{"version":1,"result":{"rows":[{}]}}`])
    assert.deepEqual(createCompareStorage(area(text)).load(), none, String(text));
  const record = {
    version: 2,
    choices: { methods: ["pvs"], judge: "e", rule: "phase", depth: 3 },
    result: {
      subject: { startFen: null, moves: ["h2e2"], fen: "f", judge: "e" },
      rows: [row("pvs", 1, 44)],
    },
  };
  const { version, ...rest } = record;
  assert.deepEqual(
    createCompareStorage(area(JSON.stringify(record))).load(),
    rest,
    `version ${version}`,
  );
  // The first version did not count everything.
  const before = createCompareStorage(area(JSON.stringify({ ...record, version: 1 }))).load();
  assert.deepEqual(before, { choices: record.choices, result: null });
});

/** Chooses methods and a depth. */
async function choose(page: Page, methods: string[], depth: number) {
  const boxes = page.locator("input[name=method]");
  for (const box of await boxes.all()) {
    const isWanted = methods.includes(await box.inputValue());
    await box.setChecked(isWanted);
  }
  await page.fill("#compare-depth", String(depth));
  await page.press("#compare-depth", "Tab");
}

/** Compares and waits for the end. */
async function compare(page: Page, words = /Done/) {
  await page.click("#compare-run");
  await page.locator("#compare-said", { hasText: words }).waitFor({ timeout: 120_000 });
}

const ROWS = "#panel-compare .lab-results > .lab-scroll tbody tr";
/** Returns the texts of the table's rows by column. */
const tableOf = (page: Page) =>
  page.locator(ROWS).evaluateAll((rows) =>
    rows.map((tr) => {
      const cells = [...tr.children].map(({ textContent }) => textContent);
      const [, , leaves, nodes, cutoffs, researches, known, time, branching, value, line] = cells;
      const { method, depth } = tr.dataset;
      return {
        method,
        depth,
        leaves,
        nodes,
        cutoffs,
        researches,
        known,
        time,
        branching,
        value,
        line,
      };
    }),
  );
const seriesOf = (page: Page, chart: string) =>
  page
    .locator(`[data-chart=${chart}] [data-series]`)
    .evaluateAll((groups) =>
      Object.fromEntries(
        groups.map((group) => [
          group.dataset.series,
          group.querySelectorAll(".chart-point").length,
        ]),
      ),
    );

test("a comparison of all methods at three plies fills table, sentences and charts", async (t) => {
  const { page, errors } = await openLab(t);
  await choose(page, defaultChoices().methods, 3);
  await compare(page);
  const rows = await tableOf(page);
  assert.equal(rows.length, 21);
  const at = (method: Method, depth: number) =>
    rows.find((each) => each.method === method && each.depth === String(depth));
  assert.deepEqual(
    [1, 2, 3].map((depth) => at("minimax", depth)!.leaves),
    ["44", "1,920", "79,666"],
  );
  const exact = rows.filter(({ method, depth }) => method !== "chuhe" && depth === "3");
  assert.equal(new Set(exact.map(({ value }) => value)).size, 1);
  assert.ok(Number(at("alphabeta", 3)!.cutoffs) > 0);
  assert.ok(Number(at("pvs-reversed", 3)!.researches) > 0);
  assert.ok(Number(at("chuhe", 3)!.cutoffs) > 0);
  assert.notEqual(at("pvs", 3)!.line, "");
  const sentences = await page.locator(".lab-findings").innerText();
  assert.match(sentences, /Depth 3: Alpha-beta looked at \d\d(\.\d)?% fewer leaves than Minimax/);
  assert.match(sentences, /exact methods agree/);
  assert.match(sentences, /Chuhe’s own search is not exact/);
  const leaves = await seriesOf(page, "leaves");
  assert.equal(leaves.Minimax, 3);
  assert.equal(leaves["report D: Alpha-beta"], 5);
  assert.equal(leaves["report D: PVS"], 4);
  assert.equal(Object.keys(leaves).length, 7 + 4);
  assert.equal(Object.keys(await seriesOf(page, "branching")).length, 7);
  assert.ok(await page.isVisible("text=Report D: leaf evaluations"));
  assert.deepEqual(errors, []);
});

test("the figures of report D are shown only for the start position", async (t) => {
  const { page } = await openLab(t);
  await choose(page, ["alphabeta", "pvs"], 2);
  await compare(page);
  await page.evaluate((fen) => lab.position.set(fen, []), ENDING);
  await page.locator(".lab-other:visible").waitFor();
  await compare(page);
  await page.waitForFunction(() => !document.querySelector("[data-series^='report D']"));
  assert.deepEqual(await seriesOf(page, "leaves"), { "Alpha-beta": 2, PVS: 2 });
  assert.equal(await page.isVisible(".lab-other"), false);
  assert.equal(await page.isVisible("text=Report D: leaf evaluations"), false);
  assert.match(await page.innerText(".lab-subject"), /3ak4/);
});

test("the depth follows the rules of the reports, and a search of hours is announced", async (t) => {
  const { page } = await openLab(t);
  const here = (depth: number) =>
    page.locator(".hint", { hasText: `down to depth ${depth}.` }).waitFor();
  await page.selectOption("#compare-rule", "phase");
  await here(5);
  await page.locator(".lab-guard", { hasText: /Minimax .* at depth 5/ }).waitFor();
  assert.equal(await page.isVisible("#compare-depth"), false);
  await page.selectOption("#compare-rule", "pieces");
  await here(4);
  await page.evaluate((fen) => lab.position.set(fen, []), ENDING);
  await here(7);
  await page.selectOption("#compare-rule", "fixed");
  await here(4);
  assert.equal(await page.isVisible(".lab-guard"), false);
  await page.fill("#compare-depth", "99");
  await page.press("#compare-depth", "Tab");
  assert.equal(await page.inputValue("#compare-depth"), "10", "the most that there is is shown");
  await here(10);
});

test("cancelling ends at once, keeps finished rows, and leaves the Lab usable", async (t) => {
  const { page, errors } = await openLab(t);
  await choose(page, ["minimax"], 8);
  await page.click("#compare-run");
  await page.locator(".lab-running", { hasText: /depth [4-8]: \d/ }).waitFor({ timeout: 120_000 });
  assert.equal(await page.evaluate(() => document.activeElement!.id), "compare-cancel");
  await page.keyboard.press("Enter");
  await page.locator("#compare-said", { hasText: "Cancelled" }).waitFor();
  await page.waitForFunction(() => document.activeElement!.id === "compare-run");
  const rows = await tableOf(page);
  assert.ok(rows.length >= 3 && rows.length < 8);
  const leaves = await page.evaluate(async () => {
    const job: Job = { startFen: null, moves: [], method: "pvs", judge: "a", depth: 1 };
    return (await lab.search(job)).leaves;
  });
  assert.equal(leaves, 44);
  await choose(page, ["ordered"], 2);
  await compare(page);
  assert.equal((await tableOf(page)).length, 2);
  assert.deepEqual(errors, []);
});

test("the numbers can be copied and saved as a file", async (t) => {
  const { page, context } = await openLab(t);
  await choose(page, ["minimax"], 2);
  await compare(page);
  await page.click("#compare-copy");
  await page.locator("[role=status]", { hasText: /Copied|does not allow/ }).waitFor();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("#compare-copy");
  await page.locator("[role=status]", { hasText: "Copied" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.click("#compare-download"),
  ]);
  assert.match(download.suggestedFilename(), /^chuhe-lab-[\d-]+\.csv$/);
  const saved = readFileSync(await download.path(), "utf8");
  assert.equal(saved.replaceAll("\r", ""), copied.replaceAll("\r", ""));
  assert.match(saved, /^method,depth,leaves,/);
  assert.match(saved, /\r\nminimax,2,1920,1965,/);
});

test("results and choices survive a reload; words and notation follow the settings", async (t) => {
  const { page, errors } = await openLab(t);
  await choose(page, ["alphabeta", "pvs"], 2);
  await page.selectOption("#compare-judge", "e");
  await compare(page);
  await page.reload();
  await whenReady(page);
  await page.locator(ROWS).first().waitFor();
  assert.equal((await tableOf(page)).length, 4);
  assert.equal(await page.inputValue("#compare-judge"), "e");
  assert.deepEqual(
    await page
      .locator("input[name=method]:checked")
      .evaluateAll((all: HTMLInputElement[]) => all.map(({ value }) => value)),
    ["alphabeta", "pvs"],
  );
  await page.selectOption("#notation", "iccs");
  const line = page.locator(`${ROWS}:last-child .lab-line`).last();
  await line.filter({ hasText: /^[A-I]\d.[A-I]\d/ }).waitFor();
  for (const [lang, words] of [
    ["vi", "Kết quả"],
    ["zh-Hant", "結果"],
    ["zh", "结果"],
  ]) {
    await page.selectOption("#language", lang);
    await page.locator(".lab-results .lab-subtitle", { hasText: words }).waitFor();
    assert.doesNotMatch(
      await page.innerText("#panel-compare"),
      /lab\.\w+/,
      "no key is left as it is",
    );
  }
  assert.deepEqual(errors, []);
  await page.evaluate((key) => localStorage.setItem(key, "{"), LAB_KEY);
  await page.reload();
  await whenReady(page);
  assert.equal(await page.locator(ROWS).count(), 0);
});

test("a finished game and a missing wasm are reported", async (t) => {
  const { page } = await openLab(t);
  await page.evaluate(() => lab.position.set("3k5/9/9/9/9/9/9/9/9/3RK1R2 b", []));
  await choose(page, ["pvs"], 1);
  await compare(page, /no legal move/);
  await page.evaluate(() => {
    lab.position.set(null, []);
    globalThis.fetch = () => Promise.resolve(new Response("", { status: 404 }));
  });
  await page.click("#compare-run");
  await page.locator(".lab-state .faults", { hasText: "could not be loaded" }).waitFor();
  assert.ok(await page.isVisible("#compare-run"), "it can be tried again");
});
