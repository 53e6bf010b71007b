// The review on the analysis page: findings, lines on the board, graph, pause, reload and retry.

import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import type { RunStatus } from "../../www/js/analysis/review/review-run.ts";
import { drawn, openApp, pressMove, until } from "./helpers.ts";

/** Red gives a cannon for a soldier in the second move. */
const BLUNDER = ["h2e2", "h9g7", "e2e6", "g7e6", "h0g2"];
const QUICK = { position: 6000, comparison: 15_000 };
/** More nodes than any test waits for. */
const ENDLESS = 1e9;

async function openReview(
  t: TestContext,
  moves: string[],
  {
    nodes = QUICK,
    root,
    ...options
  }: { nodes?: typeof QUICK; root?: string } & BrowserContextOptions = {},
) {
  const viewport = { width: 1200, height: 860 };
  const context = { locale: "en", viewport, ...options };
  const app = await openApp(t, { root, path: "analysis.html", context });
  await enter(app.page, moves, nodes);
  return { ...app, at: () => app.page.evaluate(() => chuheAnalysis.study.get().at) };
}

/** Puts the game into the study and opens its review. */
async function enter(page: Page, moves: string[], nodes: typeof QUICK) {
  await page.waitForFunction(() => "chuheAnalysis" in globalThis);
  await page.evaluate(() => chuheAnalysis.ready);
  await page.waitForSelector("canvas[data-ready=true]");
  await page.evaluate((line) => {
    const { study } = chuheAnalysis;
    study.go(study.addLine(0, line));
  }, moves);
  await page.click(".section-tab[data-part=review]");
  await page.waitForFunction(() => chuheAnalysis.review);
  await page.evaluate((limits) => (chuheAnalysis.review.run.nodes = limits), nodes);
}

/** Waits for a status of the review, and until its panel shows it in the next frame. */
async function status(page: Page, wanted: RunStatus) {
  await page.waitForFunction((name) => chuheAnalysis.review.run.status === name, wanted);
  await drawn(page);
}

async function reviewed(page: Page) {
  await page.click("#review-start");
  await status(page, "done");
  await page.waitForSelector("#review-again:visible");
}

const board = (page: Page) => page.evaluate(() => chuheAnalysis.board.state);

test("a blunder is found and explained, and its punishment is shown on the board and left", async (t) => {
  const { page, at, errors } = await openReview(t, BLUNDER);
  await reviewed(page);
  const drops = page.locator(".drop-item");
  assert.match((await drops.first().textContent())!, /^2\. C5\+4blunder−\d+\s%/);
  await drops.first().click();
  await drawn(page);
  assert.equal(await at(), 3, "a comment now is one on the blunder");
  const after = (await board(page)).arrows.map(({ from, to }) => from + to);
  assert.deepEqual(after, ["g7e6"], "what punishes it");
  await page.click("#step-back");
  await drawn(page);
  const { better, weights } = await page.evaluate(() => {
    const { arrows } = chuheAnalysis.board.state;
    const { best } = chuheAnalysis.review.run.findings.moves[2]!.finding!;
    return { better: arrows[0].from + arrows[0].to === best, weights: arrows.map((a) => a.weight) };
  });
  assert.ok(better, "the better move is an arrow");
  assert.ok(weights[0] > weights[1], "and the heavier one");
  const why = page.locator(".detail-why");
  assert.match((await why.textContent())!, /loses a cannon at once/);
  assert.match((await why.textContent())!, /goes where it can be taken, and nothing protects it/);

  await page.click("#detail-punishment");
  await page.click("#detail-play"); // stops it
  await page.click("#step-first");
  const before = (await board(page)).placement;
  await page.click("#detail-on");
  await page.click("#detail-on");
  const { placement, movable } = await board(page);
  assert.equal(placement[6 * 9 + 4], "n", "the horse has taken the cannon");
  assert.notEqual(placement, before);
  assert.equal(movable, null);
  await drawn(page);
  assert.match((await page.locator("#standing").textContent())!, /H7\+5 \(2 of \d+\)/);
  await page.click("#detail-back");
  assert.equal((await board(page)).placement[6 * 9 + 4], "C");
  await page.click("#detail-leave");
  assert.equal(await at(), 2, "where one was");
  assert.equal((await board(page)).placement, before);
  assert.equal((await board(page)).movable, "both");
  assert.deepEqual(errors, []);
});

test("a line on the board ends with a change of place, and can become a variation", async (t) => {
  const { page } = await openReview(t, BLUNDER);
  await reviewed(page);
  await page.click(".drop-item >> nth=0");
  await page.click("#detail-better");
  await page.waitForSelector("#page[data-mode]");
  await page.evaluate(() => chuheAnalysis.study.go(0));
  await page.waitForSelector("#page:not([data-mode])");
  await page.click(".drop-item >> nth=0");
  await page.click("#detail-better");
  await page.click("#detail-keep");
  const children = await page.evaluate(() => {
    const { nodes } = chuheAnalysis.study.get();
    return nodes[2].children.map((child) => nodes[child].move);
  });
  assert.equal(children.length, 2);
  assert.equal(children[0], "e2e6", "the game stays the main line");
});

test("the curve's words and the mistake's box have the same chances after the move", async (t) => {
  const { page } = await openReview(t, BLUNDER);
  await reviewed(page);
  await page.click(".drop-item >> nth=0");
  const place = await page.locator(".graph-place").innerText();
  const fall = await page.locator(".detail-fall").innerText();
  assert.match(place, /^2\. C5\+4/, "a move of Red");
  assert.equal(/(\d+) %/.exec(place)?.[1], /→ (\d+) %/.exec(fall)?.[1], `${place} ${fall}`);
});

test("the graph goes to its places by pointer and keys, and names them", async (t) => {
  const { page, at } = await openReview(t, BLUNDER);
  await reviewed(page);
  const graph = page.locator("#review-graph");
  const { width, height } = (await graph.boundingBox())!;
  await graph.click({ position: { x: 8 + ((width - 16) * 3) / 5, y: height / 2 } });
  await drawn(page);
  assert.equal(await at(), 3);
  assert.match(
    (await graph.getAttribute("aria-valuetext"))!,
    /^2\. Red: cannon 5 .*: Red.s chances \d+ %, /,
  );
  assert.match((await page.locator(".graph-place").textContent())!, /^2\. C5\+4: Red.s chances /);
  await graph.focus();
  await page.keyboard.press("ArrowLeft");
  await drawn(page);
  assert.equal(await at(), 2);
  await page.keyboard.press("Home");
  await drawn(page);
  assert.equal(await at(), 0);
  await page.keyboard.press("PageDown");
  await drawn(page);
  assert.equal(await at(), 3, "the mistake");
  await page.keyboard.press("End");
  await drawn(page);
  assert.equal(await at(), BLUNDER.length);
  await page.keyboard.press("PageUp");
  await drawn(page);
  assert.equal(await at(), 3);
  // The keys work in the whole panel.
  await page.keyboard.press("Home");
  await drawn(page);
  await page.focus("#review-again");
  await page.keyboard.press("PageDown");
  await drawn(page);
  assert.equal(await at(), 3);
  assert.equal(await page.locator(".graph-mark").count(), 1);
  assert.equal(await graph.getAttribute("role"), "slider");
  assert.equal(await graph.getAttribute("aria-valuenow"), "3");
});

test("both sides have a summary, and the study has the evaluations", async (t) => {
  const { page } = await openReview(t, BLUNDER);
  await reviewed(page);
  const rows = await page.locator(".review-table tr").allTextContents();
  assert.equal(rows.length, 5);
  assert.match(rows[1], /^Chances lost per move\d+\.\d %\d+\.\d %$/);
  assert.match(rows.at(-1)!, /^Blunders10$/);
  const known = await page.evaluate(() =>
    chuheAnalysis.study.get().nodes.map(({ evaluation }) => evaluation),
  );
  assert.ok(known.every((value) => Number.isInteger(value)));
  assert.ok(known[3]! < known[2]! - 200, "Red has lost much, from Red's view");
});

test("a review can be paused, resumed and cancelled, which frees the engine", async (t) => {
  const { page } = await openReview(t, BLUNDER, {
    nodes: { position: ENDLESS, comparison: ENDLESS },
  });
  await page.click("#review-start");
  await page.click("#review-pause");
  await status(page, "paused");
  await page.waitForSelector(".review-bar .review-words >> text=/^Paused/");
  const setNodes = (nodes: typeof QUICK) =>
    page.evaluate((limits) => (chuheAnalysis.review.run.nodes = limits), nodes);
  await setNodes(QUICK);
  await page.click("#review-resume");
  await status(page, "done");
  // One more move, whose search does not end by itself.
  await page.evaluate(() => {
    const { study } = chuheAnalysis;
    study.addLine(study.mainLine().at(-1)!, ["b9c7"]);
  });
  await status(page, "paused");
  await setNodes({ position: ENDLESS, comparison: ENDLESS });
  await page.click("#review-resume");
  await page.waitForFunction(
    () => chuheAnalysis.review.run.findings.positions.filter(Boolean).length > 1,
  );
  await status(page, "running");
  await page.click("#review-cancel");
  await status(page, "none");
  await setNodes(QUICK);
  await page.waitForSelector("#review-start:visible");
  assert.equal(await page.locator(".graph-curve:visible").count(), 0);
  await reviewed(page);
});

test("a longer line keeps its findings; another game with the same beginning has none", async (t) => {
  const { page } = await openReview(t, BLUNDER);
  await reviewed(page);
  await page.evaluate(() => {
    const { study } = chuheAnalysis;
    study.addLine(study.mainLine().at(-1)!, ["b9c7"]);
  });
  await status(page, "paused");
  await page.evaluate(() => {
    const { study } = chuheAnalysis;
    const data = study.data();
    const nodes = data.nodes.map((node) =>
      node.move === "b9c7" ? { ...node, move: "i9h9" } : node,
    );
    study.open({ ...data, nodes });
  });
  await status(page, "none");
  await page.waitForSelector("#review-start:visible");
  assert.equal(await page.locator(".graph-curve:visible").count(), 0);
});

test("the findings are still there after a reload", async (t) => {
  const { page } = await openReview(t, BLUNDER);
  await reviewed(page);
  const findings = () => page.evaluate(() => chuheAnalysis.review.run.findings);
  const before = await findings();
  await page.reload();
  await enter(page, BLUNDER, QUICK);
  await status(page, "done");
  assert.deepEqual(await findings(), before);
  assert.match((await page.locator(".drop-item").first().textContent())!, /C5\+4/);
  await page.click(".drop-item >> nth=0");
  assert.match((await page.locator(".detail-why").textContent())!, /loses a cannon at once/);
});

test("a game opened again has its review of long ago", async (t) => {
  const { page } = await openReview(t, BLUNDER);
  await reviewed(page);
  const findings = () => page.evaluate(() => chuheAnalysis.review.run.findings);
  const before = await findings();
  // Later reviews have taken its place among the last few.
  await page.evaluate(() => localStorage.removeItem("chuhe:reviews"));
  await page.reload();
  await enter(page, BLUNDER, QUICK);
  await status(page, "done");
  assert.deepEqual(await findings(), before);
  await page.evaluate(async () => {
    localStorage.removeItem("chuhe:reviews");
    const request = indexedDB.open("chuhe-reviews");
    await new Promise((resolve) => (request.onsuccess = resolve));
    const store = request.result.transaction("reviews", "readwrite").objectStore("reviews");
    const keys = store.getAllKeys();
    await new Promise((resolve) => (keys.onsuccess = resolve));
    store.put({ positions: [], moves: ["x"], made: 1 }, keys.result[0]);
    await new Promise((resolve) => (store.transaction.oncomplete = resolve));
  });
  await page.reload();
  await enter(page, BLUNDER, QUICK);
  // The request before this one has been answered.
  await page.evaluate(async () => {
    const request = indexedDB.open("chuhe-reviews");
    await new Promise((resolve) => (request.onsuccess = resolve));
    const all = request.result.transaction("reviews", "readwrite").objectStore("reviews").getAll();
    await new Promise((resolve) => (all.onsuccess = resolve));
  });
  await drawn(page);
  await status(page, "none");
});

test("a stored review that cannot be read is ignored", async (t) => {
  const { page, errors } = await openReview(t, BLUNDER);
  await reviewed(page);
  await page.evaluate(() => {
    const record = JSON.parse(localStorage.getItem("chuhe:reviews")!);
    record.reviews[0].moves[2].finding.punishment = ["<b>"];
    localStorage.setItem("chuhe:reviews", JSON.stringify(record));
  });
  await page.evaluate(() => indexedDB.deleteDatabase("chuhe-reviews"));
  await page.reload();
  await enter(page, BLUNDER, QUICK);
  await status(page, "none");
  await page.evaluate(() => localStorage.setItem("chuhe:reviews", "{"));
  await page.reload();
  await enter(page, BLUNDER, QUICK);
  await reviewed(page);
  assert.deepEqual(errors, []);
});

/** Plays a list of moves, then the engine's, until the retry is judged. */
async function retry(page: Page, moves: string[]) {
  const wish = [...moves];
  for (;;) {
    await page.waitForFunction(() => {
      const { status: now } = chuheAnalysis.review.retry;
      return now === "play" || chuheAnalysis.review.retry.isOver;
    });
    const next = await page.evaluate(async () => {
      const { getBestMove } = await import("./pkg/chuhe.js");
      const { line, isOver } = chuheAnalysis.review.retry;
      if (isOver) return null;
      const { startFen } = chuheAnalysis.study.get().position;
      const played = [...chuheAnalysis.review.run.moves.slice(0, 2), ...line];
      return getBestMove(startFen, { moves: played, nodes: 20_000 }).move;
    });
    if (next === null) return;
    await pressMove(page, wish.shift() ?? next);
  }
}

test("a turning point can be retried until it is held, and leaves the study unchanged", async (t) => {
  const { page, errors } = await openReview(t, BLUNDER, { root: "www" });
  await reviewed(page);
  await page.click(".drop-item >> nth=0");
  const nodes = await page.evaluate(() => chuheAnalysis.study.get().nodes.length);
  await page.click("#detail-retry");
  const words = page.locator(".retry-words");
  assert.match((await words.textContent())!, /^Red to move: find something better than C5\+4/);
  assert.equal(await page.locator(".drop-item:visible").count(), 0, "nothing tells the answer");
  assert.equal(await page.locator("#lines:visible").count(), 0);
  assert.equal(await page.locator("#balance:visible").count(), 0);
  assert.deepEqual((await board(page)).arrows, []);
  await page.selectOption("#retry-level", "10");
  await pressMove(page, "e2e6");
  assert.match((await words.textContent())!, /is the move in question/);

  await retry(page, ["b2b9", "e2e6", "a0a1", "a1a0"]);
  await page.waitForSelector(".retry-words[data-status=lost]");
  assert.match((await words.textContent())!, /^Lost again: your chances are \d+ % now/);
  await page.click("#retry-again");
  await retry(page, []);
  await page.waitForSelector(".retry-words[data-status=held]");
  assert.match((await page.locator(".review-retry .review-note").textContent())!, /Tries: 2/);

  await page.click("#retry-leave");
  await page.waitForSelector(".drop-item:visible");
  assert.equal(await page.evaluate(() => chuheAnalysis.study.get().nodes.length), nodes);
  assert.equal(await page.evaluate(() => chuheAnalysis.study.get().at), 3);
  assert.equal((await board(page)).movable, "both");
  assert.deepEqual(errors, []);
});

test("on a phone a tab scrolls to its section, and the board stays in view", async (t) => {
  const viewport = { width: 360, height: 640 };
  const { page } = await openReview(t, BLUNDER, { viewport });
  const boardBox = async () => (await page.locator("#board").boundingBox())!;
  const isInSight = ({ y, height }: { y: number; height: number }) =>
    y >= 0 && y + height <= viewport.height;
  for (const part of ["lines", "tree", "review"]) {
    await page.evaluate(() => scrollTo(0, 0));
    await page.click(`.section-tab[data-part=${part}]`);
    assert.ok(isInSight((await boardBox())!), part);
  }
  const begin = page.locator("#review .button-primary").first();
  await until(async () => isInSight((await begin.boundingBox())!));
  await begin.click();
  await page.locator(".drop-item").first().click();
  assert.ok(isInSight((await boardBox())!), "a mistake is looked at on the board");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  assert.ok(isInSight((await boardBox())!), "at the page's end");
});

for (const [width, height] of [
  [390, 844],
  [768, 1024],
])
  test(`upright, ${width} x ${height}: the buttons that stop and leave a line are in view`, async (t) => {
    const { page } = await openReview(t, BLUNDER, { viewport: { width, height } });
    await reviewed(page);
    const stands = async (id: string) => {
      await drawn(page);
      const [button, steps, controls] = await page.evaluate(
        (name) =>
          [name, "#steps", "#controls"].map((place) => {
            const { top, bottom } = document.querySelector(place)!.getBoundingClientRect();
            return { top, bottom };
          }),
        id,
      );
      const isInSight = button.top >= steps.bottom && button.bottom <= controls.top + 0.5;
      assert.ok(isInSight, `${id}: ${JSON.stringify({ button, steps, controls })}`);
    };
    await page.locator(".drop-item").first().click();
    await page.locator("#detail-punishment").click();
    await stands("#detail-play");
    await stands("#detail-on");
    await page.locator("#detail-leave").click();
    await page.locator("#detail-retry").click();
    await stands(".retry-words");
  });
