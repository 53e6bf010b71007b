// The page of the laboratory: its parts, the position, its workers.
import assert from "node:assert/strict";
import test from "node:test";
import type { Page } from "playwright-core";
import type { Counts, Job } from "../../www/js/lab/types.ts";
import { openLab, whenReady } from "./lab-helpers.ts";

const shown = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[role=tabpanel]")]
      .filter(({ hidden }) => !hidden)
      .map(({ id }) => id)
      .join(),
  );
const showing = (page: Page, name: string) => page.waitForSelector(`#panel-${name}:not([hidden])`);
const START: Pick<Job, "startFen" | "moves" | "judge"> = { startFen: null, moves: [], judge: "a" };

test("tabs change by mouse, by keyboard and by address", async (t) => {
  const { page, errors } = await openLab(t);
  assert.equal(await shown(page), "panel-compare");
  await page.click("#tab-route");
  await showing(page, "route");
  assert.equal(await shown(page), "panel-route");
  assert.equal(new URL(page.url()).hash, "#route");
  assert.equal(await page.isVisible("#position"), false, "a route is about no position");
  await page.press("#tab-route", "ArrowRight");
  await showing(page, "compare");
  await page.press("#tab-compare", "End");
  await showing(page, "route");
  await page.press("#tab-route", "ArrowLeft");
  await showing(page, "solve");
  await page.press("#tab-solve", "ArrowLeft");
  await showing(page, "tree");
  const focused = await page.evaluate(() => document.activeElement!.id);
  assert.equal(focused, "tab-tree");
  await page.reload();
  await whenReady(page);
  assert.equal(await shown(page), "panel-tree", "the address is kept");
  await page.goBack();
  await showing(page, "solve");
  assert.deepEqual(errors, []);
});

test("the language changes in place and is stored", async (t) => {
  const { page, errors } = await openLab(t);
  const title = (words: string) =>
    page.waitForFunction(
      (text) => document.querySelector(".lab-title")!.textContent === text,
      words,
    );
  await title("Lab");
  for (const [lang, words] of [
    ["vi", "Phòng thí nghiệm"],
    ["zh-Hant", "實驗室"],
    ["zh", "实验室"],
  ]) {
    await page.selectOption("#language", lang);
    await title(words);
  }
  await page.reload();
  await title("实验室");
  assert.equal(await page.evaluate(() => document.documentElement.lang), "zh-CN");
  assert.deepEqual(errors, []);
});

test("the position is the start, the play page's game at any ply, or a text", async (t) => {
  const { page, errors } = await openLab(t, { root: "www" });
  const position = () => page.evaluate(() => lab.position.get());
  const pieces = (count: string) =>
    page.waitForFunction(
      (text) => document.querySelector("#position")!.textContent.includes(text),
      count,
    );
  await pieces("32 pieces");
  await page.check("input[value=game]", { force: true });
  await page.locator(".faults", { hasText: "no game" }).waitFor();
  await page.evaluate(async () => {
    const { encodeGame } = await import("./js/shell/storage.ts");
    const { defaultGame } = await import("./js/core/game-record.ts");
    const moves = ["h2e2", "h9g7", "e2e6"];
    localStorage.setItem("chuhe:game", encodeGame({ ...defaultGame(), moves, ply: 3 }, ""));
  });
  await page.check("input[value=start]", { force: true });
  await page.check("input[value=game]", { force: true });
  await pieces("31 pieces");
  assert.deepEqual((await position()).moves, ["h2e2", "h9g7", "e2e6"]);
  await page.fill(".picker-ply input", "1");
  await pieces("32 pieces");
  assert.deepEqual((await position()).moves, ["h2e2"]);
  assert.equal((await position()).turn, "b");
  await page.check("input[value=text]", { force: true });
  await page.fill("#picker-text", "neither this nor that");
  await page.click(".picker-paste .button");
  await page.locator(".faults:not(:empty)").waitFor();
  assert.deepEqual((await position()).moves, ["h2e2"], "it stays as it was");
  await page.fill("#picker-text", "3ak4/9/9/9/9/9/9/9/9/R2K5 w");
  await page.click(".picker-paste .button");
  await pieces("4 pieces");
  assert.match((await position()).startFen!, /^3ak4/);
  await page.fill("#picker-text", "3k5/9/9/9/9/9/9/9/4A4/R3K4 w");
  await page.click("#compare-run");
  await pieces("4 pieces");
  assert.match((await position()).startFen!, /^3k5/, "what was pasted is what is compared");
  assert.deepEqual(errors, []);
});

test("the workers answer searches, traces, depths and routes", async (t) => {
  const { page, errors } = await openLab(t);
  const answers = await page.evaluate(async (start) => {
    const search = await lab.search({ ...start, method: "minimax", depth: 2 });
    const trace = await lab.trace({ ...start, method: "pvs", depth: 1, limit: 1000 });
    const depth = await lab.depth("phase", 20, 32);
    const route = await lab.route("1 3 5\n3 0 4", "manhattan");
    const states = await route.expand(10);
    const refused = await lab
      .route("1 3 5\n3 0 9", "zero")
      .catch(({ code, line, column }) => ({ code, line, column }));
    return {
      leaves: search.leaves,
      events: trace.events.length,
      depth,
      states,
      outcome: route.outcome(),
      refused,
    };
  }, START);
  assert.equal(answers.leaves, 1920);
  assert.equal(answers.depth, 6);
  assert.ok(answers.events >= 90);
  assert.deepEqual(answers.states, [
    [0, 0, 5],
    [1, 1, 4],
  ]);
  assert.deepEqual(answers.outcome, { state: "found", route: "RR", steps: 2 });
  assert.deepEqual(answers.refused, { code: "noCell", line: 2, column: 5 });
  assert.deepEqual(errors, []);
});

test("a search of hours is aborted at once, and the Lab stays usable", async (t) => {
  const { page, errors } = await openLab(t);
  const answers = await page.evaluate(async (start) => {
    const abort = new AbortController();
    let endless: Promise<unknown>;
    const progress = new Promise<Counts>((resolve) => {
      endless = lab.search(
        { ...start, method: "minimax", depth: 9 },
        { signal: abort.signal, onProgress: resolve },
      );
    });
    const waiting = lab.search({ ...start, method: "minimax", depth: 1 });
    const { nodes } = await progress;
    abort.abort();
    const name = await endless!.catch((error) => error.name);
    return { nodes, name, leaves: (await waiting).leaves };
  }, START);
  assert.ok(answers.nodes > 0);
  assert.equal(answers.name, "AbortError");
  assert.equal(answers.leaves, 44, "what waited behind it has come about");
  assert.deepEqual(errors, []);
});

test("without the wasm of the Lab a search fails in words", async (t) => {
  const { page } = await openLab(t);
  const code = await page.evaluate(async (start) => {
    globalThis.fetch = () => Promise.resolve(new Response("", { status: 404 }));
    return lab.search({ ...start, method: "pvs", depth: 1 }).catch((error) => error.code);
  }, START);
  assert.equal(code, "workerFailed");
});

test("a link on the start screen and in the masthead of every page leads here", async (t) => {
  const { page } = await openLab(t, { path: "lab.html" });
  for (const name of ["index.html", "analysis.html", "puzzles.html", "learn.html"]) {
    await page.goto(new URL(name, page.url()).href);
    await page.locator(".site-nav a[href='lab.html']", { hasText: "Lab" }).waitFor();
  }
  await page.goto(new URL("index.html", page.url()).href);
  await page.click("#start-lab");
  await page.waitForURL(/lab\.html/);
});
