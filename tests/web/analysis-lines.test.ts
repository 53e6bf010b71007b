// The engine's lines on the analysis page, with the real engine.

import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { Page } from "playwright-core";
import type { Status } from "../../www/js/analysis/lines/live-search.ts";
import { fakeScript } from "./fake-script.ts";
import { type AppOptions, hold, openApp } from "./helpers.ts";

const CRASH = fakeScript("crash-worker.ts");

/** Opens the page and waits for the panel of lines. */
async function openAnalysis(t: TestContext, { context, ...options }: AppOptions = {}) {
  const viewport = { width: 1100, height: 760 };
  const app = await openApp(t, {
    path: "analysis.html",
    context: { locale: "zh-CN", viewport, ...context },
    ...options,
  });
  await whenReady(app.page);
  return app;
}

async function whenReady(page: Page) {
  await page.waitForFunction(() => globalThis.chuheAnalysis?.lines);
  await page.waitForSelector("canvas[data-ready=true]");
}

/** Waits for this number of lines at this depth. */
const lines = (page: Page, count: number, depth = 4) =>
  page.waitForFunction(
    ([wanted, deep]) => {
      const { thought } = chuheAnalysis.lines.state;
      const shown = document.querySelectorAll(".line-row:not(.is-empty)").length;
      return thought.lines.length === wanted && shown === wanted && thought.depth >= deep;
    },
    [count, depth],
  );
const status = (page: Page, wanted: Status) =>
  page.waitForFunction((name) => chuheAnalysis.lines.state.status === name, wanted);
const play = (page: Page, ...moves: string[]) =>
  page.evaluate((all) => all.forEach((move) => chuheAnalysis.study.play(move)), moves);

/** Replaces the study by a position. */
const open = (page: Page, fen: string) =>
  page.evaluate((startFen) => {
    const { study } = chuheAnalysis;
    study.open({ ...study.get(), startFen, nodes: study.get().nodes.slice(0, 1), at: 0 });
  }, fen);

test("the chosen number of lines appears, and the number is stored", async (t) => {
  const { page, errors } = await openAnalysis(t);
  await lines(page, 3);
  const score = await page.locator(".line-score").first().textContent();
  assert.match(score!, /^[+\u2212]?\d+\.\d\d$/);
  assert.match(
    (await page.locator(".line-move").first().textContent())!,
    /^[\u4e00-\u9fff１-９1-9]{4}$/u,
  );
  assert.match((await page.locator(".lines-facts").textContent())!, /算到 \d+ 层/);
  await page.locator(".lines-count").selectOption("5");
  await lines(page, 5);
  await page.locator(".lines-count").selectOption("1");
  await lines(page, 1);
  await page.reload();
  await whenReady(page);
  await lines(page, 1);
  assert.equal(await page.locator(".lines-count").inputValue(), "1");
  assert.deepEqual(errors, []);
});

test("each new place restarts the search and never shows a line of another position", async (t) => {
  const { page, errors } = await openAnalysis(t);
  await lines(page, 3, 1);
  const wrong = await page.evaluate(async () => {
    const { study, board, lines: panel } = chuheAnalysis;
    const found: string[] = [];
    /** Checks that everything shown belongs to the position. */
    const check = (when: string) => {
      const { dests } = study.get().position;
      const legal = ({ from, to }: { from: string; to: string }) =>
        dests.get(from)?.includes(to) ?? false;
      if (!board.state.arrows.every(legal)) found.push(`${when}: arrows`);
      const { thought, place } = panel.state;
      const here = thought.lines.every(({ moves: [move] }) =>
        legal({ from: move.slice(0, 2), to: move.slice(2) }),
      );
      if (!here) found.push(`${when}: lines`);
      if (place.moves.join() !== study.get().position.moves.join()) found.push(`${when}: place`);
      const rows = document.querySelectorAll(".line-row:not(.is-empty)").length;
      if (rows !== thought.lines.length) found.push(`${when}: ${rows} rows`);
    };
    const frame = () => new Promise(requestAnimationFrame);
    // The first lines of a busy engine are shallow and may end the game: these moves are given.
    const game = "h2e2 h9g7 h0g2 i9h9 i0h0 g6g5 b0c2 b9c7 c3c4 c9e7 g3g4 d9e8".split(" ");
    for (const [step, move] of game.entries()) {
      study.play(move);
      check(`step ${step} at once`);
      if (board.state.arrows.length > 0) found.push(`step ${step}: old arrows`);
      while (panel.state.thought.lines.length === 0) {
        await frame();
        check(`step ${step}`);
      }
    }
    for (let node = 11; node > 0; node--) {
      study.go(node);
      check(`back at ${node}`);
    }
    return found;
  });
  assert.deepEqual(wrong, []);
  await lines(page, 3, 1);
  assert.deepEqual(errors, []);
});

test("arrows show the first moves, the bar the score; the switch removes both", async (t) => {
  const { page } = await openAnalysis(t);
  // Red is without a rook.
  await open(page, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1");
  await lines(page, 3);
  const shown = await page.evaluate(() => {
    const { arrows } = chuheAnalysis.board.state;
    const firsts = chuheAnalysis.lines.state.thought.lines.map(({ moves }) => moves[0]);
    return { arrows, firsts };
  });
  assert.deepEqual(
    shown.arrows.map(({ from, to }) => from + to),
    shown.firsts,
  );
  const weights = shown.arrows.map(({ weight }) => weight);
  assert.ok(weights[0] > weights[1] && weights[1] >= weights[2], weights.join());
  const bar = page.locator("#balance");
  assert.ok(Number(await bar.getAttribute("data-share")) < 0.3);
  assert.match((await page.locator(".line-score").first().textContent())!, /^\u2212/);
  await page.keyboard.press("l");
  await status(page, "off");
  assert.equal(await bar.isVisible(), false);
  assert.equal(await page.locator(".line-row").count(), 0);
  assert.deepEqual(await page.evaluate(() => chuheAnalysis.board.state.arrows), []);
  await page.reload();
  await whenReady(page);
  assert.equal(await page.locator(".lines-switch input").isChecked(), false);
  await page.locator(".lines-switch input").check();
  await lines(page, 3, 1);
});

test("hovering a move previews it, a click adds the line up to it to the tree", async (t) => {
  const { page, errors } = await openAnalysis(t);
  await lines(page, 3, 8);
  const move = page.locator(".line-row").nth(1).locator(".line-move").nth(2);
  await move.hover();
  await page.locator(".line-preview").waitFor();
  const seen = await page.locator(".preview-board canvas").getAttribute("data-placement");
  const words = await page.locator(".line-row").nth(1).locator(".line-move").allTextContents();
  await move.click();
  const study = await page.evaluate(() => {
    const { position, texts, nodes, at } = chuheAnalysis.study.get();
    return { ...position, texts, at, count: nodes.length };
  });
  assert.equal(study.placement, seen);
  assert.deepEqual(study.texts.slice(1), words.slice(0, 3));
  assert.deepEqual([study.at, study.count], [3, 4]);
  assert.equal(await page.locator(".line-preview").isVisible(), false);
  // A button under the resting pointer is not pressed. It adds the whole line and keeps the place.
  await lines(page, 3, 6);
  await page.locator(".line-add").first().click();
  const after = await page.evaluate(() => {
    const { nodes, at } = chuheAnalysis.study.get();
    return { at, count: nodes.length };
  });
  assert.equal(after.at, 3);
  assert.ok(after.count > 6, `${after.count} nodes`);
  assert.deepEqual(errors, []);
});

test("the lines do not change under the pointer", async (t) => {
  const { page } = await openAnalysis(t);
  await lines(page, 3, 3);
  await page.locator(".line-row").first().locator(".line-move").first().hover();
  await page.locator(".line-preview").waitFor();
  const before = await page.locator(".lines-list").textContent();
  const nodes = await page.evaluate(() => chuheAnalysis.lines.state.thought.nodes);
  await page.waitForFunction((old) => chuheAnalysis.lines.state.thought.nodes > old * 2, nodes);
  assert.equal(await page.locator(".lines-list").textContent(), before);
  await page.mouse.move(5, 5);
  await page.waitForFunction(
    (old) => document.querySelector(".lines-list")!.textContent !== old,
    before,
  );
});

test("the lines do not change under the keyboard's focus", async (t) => {
  const { page } = await openAnalysis(t);
  await lines(page, 3, 6);
  await page.locator(".line-row").first().locator(".line-move").first().focus();
  await page.locator(".line-preview").waitFor();
  const list = page.locator(".lines-list");
  const before = await list.textContent();
  const nodes = await page.evaluate(() => chuheAnalysis.lines.state.thought.nodes);
  await page.waitForFunction((old) => chuheAnalysis.lines.state.thought.nodes > old * 2, nodes);
  for (const key of ["ArrowDown", "ArrowRight", "ArrowRight"]) {
    await page.keyboard.press(key);
    assert.equal(await list.textContent(), before, key);
  }
  assert.ok(await page.locator(".line-preview").isVisible());
  await page.keyboard.press("Tab");
  await page.waitForFunction(
    (old) => document.querySelector(".lines-list")!.textContent !== old,
    before,
  );
});

test("a row is one tab stop, arrows walk through it, Enter adds the line", async (t) => {
  const { page } = await openAnalysis(t);
  await lines(page, 3, 6);
  // A new line may have only one move; the focus keeps the lines unchanged.
  await page.waitForFunction(() => {
    const [first, second] = document.querySelectorAll(".line-row");
    if (second.querySelectorAll(".line-move").length < 2) return false;
    first.querySelector<HTMLElement>(".line-move")!.focus();
    return true;
  });
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.locator(".line-preview").waitFor();
  const words = await page.locator(".line-row").nth(1).locator(".line-move").allTextContents();
  assert.equal(await page.evaluate(() => document.activeElement!.textContent), words[1]);
  assert.equal(await page.locator(".line-row:first-child [tabindex='0'].line-move").count(), 1);
  await page.keyboard.press("Enter");
  const { texts, at } = await page.evaluate(() => chuheAnalysis.study.get());
  assert.deepEqual([at, texts.slice(1)], [2, words.slice(0, 2)]);
});

test("a tap previews a move, the button adds the line", async (t) => {
  const context = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } };
  const { page } = await openAnalysis(t, { context });
  assert.equal(await page.locator(".lines-switch input").isChecked(), false);
  await status(page, "off");
  await page.locator(".section-tab[data-part=lines]").tap();
  await page.locator(".lines-switch").tap();
  await lines(page, 3, 6);
  const move = page.locator(".line-row").first().locator(".line-move").nth(1);
  await move.tap();
  await page.locator(".line-preview .button").waitFor();
  assert.equal(await page.evaluate(() => chuheAnalysis.study.get().nodes.length), 1);
  await page.locator("#board").tap({ position: { x: 20, y: 20 } });
  assert.equal(await page.locator(".line-preview").isVisible(), false);
  await move.tap();
  await page.locator(".line-preview .button").tap();
  assert.equal(await page.evaluate(() => chuheAnalysis.study.get().at), 2);
});

test(
  "on the smallest phone a line of the engine is in view below the board",
  { timeout: 90_000 },
  async (t) => {
    for (const locale of ["en-GB", "zh-CN", "vi-VN"]) {
      const viewport = { width: 360, height: 640 };
      const { page } = await openAnalysis(t, {
        context: { locale, viewport, hasTouch: true, isMobile: true },
      });
      await page.locator(".section-tab[data-part=lines]").tap();
      await page.locator(".lines-switch").tap();
      await lines(page, 3, 1);
      const { scroll, boardTop, boardBottom, top, bottom, end } = await page.evaluate(() => {
        const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
        const [board, row] = [box("#board"), box(".line-row")];
        return {
          scroll: scrollY,
          boardTop: board.top,
          boardBottom: board.bottom,
          top: row.top,
          bottom: row.bottom,
          end: box(".site-nav").top,
        };
      });
      const places = [0, boardTop, boardBottom, top, bottom, end];
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
        locale,
      );
      assert.equal(scroll, 0);
      await page.close();
    }
  },
);

test("words and notation change in place", async (t) => {
  const { page } = await openAnalysis(t);
  await lines(page, 3, 6);
  await page.locator("#language").selectOption("en");
  await page.waitForFunction(() =>
    /^Depth \d+/.test(document.querySelector(".lines-facts")!.textContent),
  );
  await page.evaluate(() => {
    const key = "chuhe:settings";
    const stored = JSON.parse(localStorage.getItem(key)!);
    localStorage.setItem(key, JSON.stringify({ ...stored, notation: "iccs" }));
    dispatchEvent(new StorageEvent("storage", { key }));
  });
  await page.waitForFunction(() =>
    /^[A-I]\d-[A-I]\d$/i.test(document.querySelector(".line-move")!.textContent),
  );
});

test("a hidden page does not search and resumes when shown", async (t) => {
  const { page } = await openAnalysis(t);
  await lines(page, 3, 4);
  const hide = (hidden: boolean) =>
    page.evaluate((is) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => is });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await hide(true);
  await status(page, "hidden");
  await play(page, "h2e2");
  await status(page, "hidden");
  await hide(false);
  await lines(page, 3, 4);
  assert.equal(await page.evaluate(() => chuheAnalysis.lines.state.place.moves.join()), "h2e2");
});

test("an engine that crashes is reported and can be started again", async (t) => {
  const { page } = await openAnalysis(t, { root: "www" });
  await page.route("**/engine/worker.*", (route) =>
    route.fulfill({ contentType: "text/javascript", body: CRASH }),
  );
  await page.reload();
  await whenReady(page);
  await status(page, "failed");
  assert.match((await page.locator(".lines-facts").textContent())!, /引擎停住了/);
  await page.unroute("**/engine/worker.*");
  await page.locator(".lines-offer").click();
  await lines(page, 3, 4);
  assert.equal(await page.locator(".lines-offer").isVisible(), false);
});

test("a loading network is reported, and the loaded one restarts the search", async (t) => {
  const { page } = await openAnalysis(t, { root: "www" });
  const send = await hold(page, "**/chuhe.nnue");
  await page.reload();
  await whenReady(page);
  await page.waitForFunction(() =>
    document.querySelector(".lines-facts")!.textContent.includes("还在载入"),
  );
  send();
  await page.waitForFunction(
    () => !document.querySelector(".lines-facts")!.textContent.includes("载入"),
  );
  await lines(page, 3, 4);
});

test("a finished game shows its result and no lines", async (t) => {
  const { page } = await openAnalysis(t);
  await open(page, "3k5/4R4/9/9/9/9/9/9/9/4K3R w - - 0 1");
  await lines(page, 3, 1);
  assert.equal(await page.locator(".line-score").first().textContent(), "红杀 1");
  await play(page, "i0i9");
  await status(page, "over");
  assert.match((await page.locator(".lines-score").textContent())!, /红方?胜/);
  assert.equal(await page.locator(".line-row").count(), 0);
  assert.equal(await page.locator("#balance").getAttribute("data-share"), "1.00");
  assert.deepEqual(await page.evaluate(() => chuheAnalysis.board.state.arrows), []);
});

test("with fewer legal moves than lines, every move has a line", async (t) => {
  const { page } = await openAnalysis(t);
  await open(page, "4k4/9/9/9/9/9/P8/4r4/9/3K5 w - - 0 1");
  await page.waitForFunction(() => chuheAnalysis.lines.state.thought.depth > 0);
  const moves = await page.evaluate(
    () => [...chuheAnalysis.study.get().position.dests.values()].flat().length,
  );
  assert.ok(moves > 0 && moves < 3, `${moves} moves`);
  assert.equal(await page.locator(".line-row").count(), moves);
});

test("a threat is one line and one arrow until the place changes", async (t) => {
  const { page } = await openAnalysis(t);
  await play(page, "h2e2");
  await lines(page, 3, 4);
  const share = await page.evaluate(() => {
    const before = document.querySelector<HTMLElement>("#balance")!.dataset.share;
    document.querySelector<HTMLElement>(".lines-threat")!.click();
    return before;
  });
  await lines(page, 1, 4);
  const [arrow, turn] = await page.evaluate(() => {
    const { board, study } = chuheAnalysis;
    const { from } = board.state.arrows[0];
    return [
      board.state.placement[from.charCodeAt(0) - 97 + 9 * Number(from[1])],
      study.get().position.turn,
    ];
  });
  assert.equal(turn, "b");
  assert.match((await page.locator(".lines-facts").textContent())!, /^假如轮到红方/);
  assert.match(arrow, /[A-Z]/, "Red's piece, though Black is to move");
  assert.equal(await page.locator(".line-add").isVisible(), false);
  await page.locator(".line-move").first().click();
  assert.equal(await page.evaluate(() => chuheAnalysis.study.get().at), 1, "no line of the game");
  assert.equal(await page.locator("#balance").getAttribute("data-share"), share);
  await play(page, "h9g7");
  await lines(page, 3, 4);
  assert.equal(await page.locator(".lines-threat").getAttribute("aria-pressed"), "false");
});
