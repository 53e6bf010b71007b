// No fault of the engine, the tab, the store or the release loses a game. Each test checks the moves on the board and
// after a reload.

import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { Page } from "playwright-core";
import type { SearchOptions } from "../../www/js/engine/types.ts";
import { hold, openPage as openBare, until } from "./helpers.ts";
import { openPage, player, whenReady } from "./page-helpers.ts";
import { putUp, serveReleases } from "./release-helpers.ts";

const ZH = { locale: "zh-CN", viewport: { width: 1100, height: 760 } };
const KEY = "chuhe:game";

const stored = (page: Page) => page.evaluate((key) => JSON.parse(localStorage.getItem(key)!), KEY);

interface Message {
  options?: SearchOptions;
}
type Opened = Pick<Awaited<ReturnType<typeof openPage>>, "page" | "game">;

/** Checks that the game has these moves on the board and after a reload. */
async function isKept({ page, game }: Opened, moves: string[]) {
  assert.deepEqual(await game.moves(), moves);
  await page.reload();
  await whenReady(page);
  assert.deepEqual(await game.moves(), moves, "after a reload");
}

declare global {
  /** The engine's workers; the running one is the last. */
  var workers: Worker[];
  /** Searches have no limit of time. */
  var endless: boolean;
  var lastInfo: typeof chuhe.state.engine.info;
  function failNow(type: string): void;
  function asksAgain(): boolean;
  function showAgain(): void;
}

// ---- the engine's worker

/** The button that the page shows when the engine has failed twice. */
const ASKS_AGAIN = "#player-top .button-primary";

/** Opens a game with a search that is endless while `endless` is true, in a worker that can be made to fail. */
async function openThinking(t: TestContext) {
  const app = await openPage(t, { root: "www", path: "?", context: ZH });
  await app.page.route("**/*.bin", (route) => route.abort()); // without the book it has to think
  await app.page.route("**/engine/worker.*", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()) + FAILURES });
  });
  await app.page.addInitScript(() => {
    globalThis.workers = [];
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    globalThis.failNow = (type) => globalThis.workers.at(-1)!.postMessage({ type });
    const Native = Worker;
    globalThis.Worker = class extends Native {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        globalThis.workers.push(this);
      }

      override postMessage(
        message: Message,
        options?: Transferable[] | StructuredSerializeOptions,
      ) {
        const { movetime, ...limits } = message.options ?? {};
        const isEndless = globalThis.endless && movetime !== undefined;
        super.postMessage(
          isEndless ? { ...message, options: limits } : message,
          options as StructuredSerializeOptions,
        );
      }
    } as typeof Worker;
  });
  await app.page.reload();
  await whenReady(app.page);
  await app.page.evaluate(() => (globalThis.endless = true));
  await app.game.start({ level: 15, seed: 5 });
  await app.game.click("a3a4");
  await app.page.waitForFunction(() => (chuhe.state.engine.info?.depth ?? 0) > 2);
  return app;
}

/** Makes the worker throw or trap in wasm, in its own turn, on a message. */
const FAILURES = `
addEventListener("message", ({ data }) => {
  if (data.type === "throw") setTimeout(() => { throw new Error("chaos"); });
  if (data.type === "trap") setTimeout(() => new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 8, 1, 0, 10, 5, 1, 3, 0, 0, 11]))));
});`;

for (const [name, fail] of [
  ["throws", "throw"],
  ["traps in wasm", "trap"],
  ["is killed without a word", "terminate"],
])
  test(`a worker that ${name} in mid-search is replaced; the game goes on`, async (t) => {
    const { page, game } = await openThinking(t);
    // In one turn of the page, so that the running search fails.
    const before = await page.evaluate((way) => {
      globalThis.endless = false;
      if (way === "terminate") globalThis.workers.at(-1)!.terminate();
      else globalThis.failNow(way);
      return globalThis.workers.length;
    }, fail);
    const answer = await page.waitForFunction(
      ([many, selector]) => {
        const isAsking = document.querySelector(selector)?.checkVisibility() ?? false;
        return isAsking || globalThis.workers.length > many ? { isAsking } : null;
      },
      [before, ASKS_AGAIN] as const,
    );
    assert.deepEqual((await stored(page)).moves, ["a3a4"], "stored all along");
    // If the watchdog of a busy machine has replaced a worker before, this failure is the second, and the page asks.
    const { isAsking } = (await answer.jsonValue())!;
    if (isAsking) {
      assert.ok(before > 1, "given up at the first failure");
      await page.click(ASKS_AGAIN);
    }
    await game.plies(2);
    if (!isAsking) assert.match((await page.locator("#announcer").textContent())!, /重新启动/);
    await isKept({ page, game }, await game.moves());
  });

test("an engine that always crashes leaves the game and undo working", async (t) => {
  const { page, game } = await openThinking(t);
  const asksAgain = page.locator(ASKS_AGAIN);
  await page.evaluate((selector) => {
    globalThis.asksAgain = () => document.querySelector(selector)?.checkVisibility() ?? false;
  }, ASKS_AGAIN);
  // Twice, or once if the watchdog of a busy machine was faster.
  for (let deaths = 0; deaths < 9 && !(await asksAgain.isVisible()); deaths++) {
    const many = await page.evaluate(() => {
      globalThis.failNow("throw");
      return globalThis.workers.length;
    });
    await page.waitForFunction(
      (count) => globalThis.workers.length > count || globalThis.asksAgain(),
      many,
    );
    await page.evaluate(() => (globalThis.lastInfo = chuhe.state.engine.info));
    await page.waitForFunction(
      () => chuhe.state.engine.info !== globalThis.lastInfo || globalThis.asksAgain(),
    );
  }
  await asksAgain.waitFor();
  await page.evaluate(() => (globalThis.endless = false));
  assert.deepEqual(await game.moves(), ["a3a4"]);
  await page.click("#control-undo");
  await game.plies(0);
  await game.click("g3g4");
  await game.plies(2);
  const moves = await game.moves();
  assert.equal(moves[0], "g3g4");
  await isKept({ page, game }, moves);
});

// ---- reloads

/** Reloads, and waits for the board. */
async function again(page: Page) {
  await page.reload();
  await whenReady(page);
}

test("a reload at any step of a game against the engine keeps moves and clocks", async (t) => {
  const { page, game, errors } = await openPage(t, { context: ZH });
  const clock = { base: 600_000, increment: 5000, times: [], spent: 0 };
  await game.start({ level: 5, seed: 3, clock });
  let line: string[] = [];
  for (let turn = 0; turn < 4; turn++) {
    const move = await page.evaluate(() => {
      const [[from, points]] = [...chuhe.state.position.dests].toReversed();
      return from + points[0];
    });
    await game.click(move);
    await page.waitForFunction((ply) => chuhe.state.game.ply > ply, line.length);
    await again(page);
    await game.plies(line.length + 2);
    const moves = await game.moves();
    assert.deepEqual(moves.slice(0, -1), [...line, move], "before the reply");
    await again(page);
    assert.deepEqual(await game.moves(), moves, "after it");
    const { times, base } = (await stored(page)).clock;
    assert.equal(times.length, moves.length);
    assert.ok(times.every((left: number) => left > 0 && left <= base + 5000 * moves.length));
    line = moves;
  }
  assert.deepEqual(errors, []);
});

test("a reload at any step of a game of two people keeps it, also in a dialog or a drag", async (t) => {
  const { page, game, errors } = await openPage(t, { context: ZH });
  await game.start({ mode: "local", turning: "pieces" });
  const moves = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7"];
  const inBetween = [
    () => page.click("#control-new"),
    () => page.click("#settings"),
    () => page.keyboard.press("e"),
    () => page.keyboard.press("o"),
    async () => {
      const from = await page.locator("#board").boundingBox();
      await page.mouse.move(from!.x + from!.width / 2, from!.y + from!.height - 60);
      await page.mouse.down();
      await page.mouse.move(from!.x + 40, from!.y + 40, { steps: 3 });
    },
    () => page.keyboard.press("ArrowLeft"),
  ];
  for (const [index, move] of moves.entries()) {
    await game.click(move);
    await game.plies(index + 1);
    await inBetween[index]();
    await again(page);
    await page.mouse.up();
    const record = await page.evaluate(() => chuhe.state.game);
    assert.deepEqual(record.moves, moves.slice(0, index + 1));
    assert.deepEqual([record.mode, record.turning], ["local", "pieces"]);
  }
  assert.equal(await page.evaluate(() => chuhe.state.game.ply), 5, "taken back, to be redone");
  await page.keyboard.press("ArrowRight");
  await game.plies(6);
  assert.deepEqual(errors, []);
});

// ---- the store

test("a store that is full at any one of its writes loses no move", async (t) => {
  for (let failing = 1; failing <= 5; failing++) {
    const { page, game } = await openPage(t, { context: ZH });
    await game.start({ mode: "local" });
    await page.evaluate((nth) => {
      const { setItem } = Storage.prototype;
      let count = 0;
      Storage.prototype.setItem = function (...args) {
        count += 1;
        if (count === nth) throw new DOMException("full", "QuotaExceededError");
        setItem.apply(this, args);
      };
    }, failing);
    const moves = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "b9c7"];
    for (const [index, move] of moves.entries()) {
      await game.click(move);
      await game.plies(index + 1);
    }
    await isKept({ page, game }, moves);
    await page.close();
  }
});

test("a game of an older version continues; one of a newer version is put aside unchanged", async (t) => {
  const { page, game } = await openPage(t, { context: ZH });
  await game.start({ mode: "local" });
  for (const [index, move] of ["h2e2", "h9g7"].entries()) {
    await game.click(move);
    await game.plies(index + 1);
  }
  const record = await stored(page);
  const { version, startFen, moves, ply, mode, side, level, seed, flipped } = record;
  const old = { version, startFen, moves, ply, mode, side, level, seed, flipped };
  const put = (text: string) =>
    page.evaluate(
      ([key, value]) => {
        Storage.prototype.setItem.call(localStorage, key, value);
        Storage.prototype.setItem = () => {}; // leaving the page writes nothing
      },
      [KEY, text],
    );
  await put(JSON.stringify(old));
  await again(page);
  assert.deepEqual(await game.moves(), moves);
  await game.click("h0g2");
  await game.plies(3);
  await isKept({ page, game }, [...moves, "h0g2"]);

  const extended = { ...(await stored(page)), tomorrow: { more: true } };
  await put(JSON.stringify(extended));
  await again(page);
  assert.deepEqual(await game.moves(), extended.moves, "what it does not know it leaves aside");

  const newer = JSON.stringify({ ...extended, version: version + 1 });
  await put(newer);
  await again(page);
  assert.match((await page.locator("#announcer").textContent())!, /读不出来/);
  const unread = await page.evaluate(() => localStorage.getItem("chuhe:game:unread"));
  assert.equal(unread, newer);
});

// ---- tabs

/** Hides the tab: it reports so and draws no frames. */
const hide = (page: Page) =>
  page.evaluate(() => {
    const { requestAnimationFrame } = globalThis;
    const frames: FrameRequestCallback[] = [];
    globalThis.requestAnimationFrame = (task) => frames.push(task);
    const say = (hidden: boolean) => {
      Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
      const state = hidden ? "hidden" : "visible";
      Object.defineProperty(document, "visibilityState", { get: () => state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    };
    say(true);
    globalThis.showAgain = () => {
      globalThis.requestAnimationFrame = requestAnimationFrame;
      frames.splice(0).forEach((task) => requestAnimationFrame(task));
      say(false);
    };
  });

test("a tab hidden for the whole search has the reply when shown again", async (t) => {
  const { page, game, errors } = await openPage(t, { context: ZH });
  await page.route("**/*.bin", (route) => route.abort());
  await game.start({ level: 13, seed: 2 });
  await game.click("a3a4");
  await hide(page);
  await page.waitForFunction(() => chuhe.state.game.ply === 2, undefined, { polling: 100 });
  const moves = await game.moves();
  assert.deepEqual((await stored(page)).moves, moves);
  await page.evaluate(() => globalThis.showAgain());
  await game.plies(2);
  await page.evaluate(() => chuhe.board.flushAnimation());
  await isKept({ page, game }, moves);
  assert.deepEqual(
    errors.filter((line) => !line.includes(".bin") && !line.includes("ERR_FAILED")),
    [],
  );
});

test("two tabs that move at the same moment end with the same whole game", async (t) => {
  const { page, game } = await openPage(t, { context: ZH });
  await game.start({ mode: "local" });
  await game.click("h2e2");
  await game.plies(1);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await whenReady(second);
  const other = player(second);
  for (const [one, two] of [
    [
      ["h9", "g7"],
      ["b9", "c7"],
    ],
    [
      ["h0", "g2"],
      ["b0", "c2"],
    ],
  ]) {
    const before = await game.moves();
    await Promise.all([
      page.evaluate(([from, to]) => void chuhe.game.move(from, to), one),
      second.evaluate(([from, to]) => void chuhe.game.move(from, to), two),
    ]);
    const same = async () => {
      const lists = [await game.moves(), await other.moves(), (await stored(page)).moves];
      return lists.every((list) => `${list}` === `${lists[0]}`) && lists[0].length > before.length;
    };
    await until(same);
    const moves = await game.moves();
    assert.deepEqual(moves.slice(0, before.length), before, "nothing that was played is gone");
    assert.ok([one, two].some((move) => moves.includes(move.join(""))));
  }
  await isKept({ page, game }, await game.moves());
});

test("a tab that loads while another plays has the game as it is then", async (t) => {
  const { page, game } = await openPage(t, { context: ZH });
  await game.start({ mode: "local" });
  await game.click("h2e2");
  await game.plies(1);
  const second = await page.context().newPage();
  const go = await hold(second, "**/*.wasm");
  await second.goto(page.url());
  await second.waitForSelector("canvas[data-ready=true]");
  await page.bringToFront();
  await game.click("h9g7");
  await game.plies(2);
  go();
  await second.bringToFront();
  await whenReady(second);
  assert.deepEqual(await player(second).moves(), ["h2e2", "h9g7"]);
  await isKept({ page, game }, ["h2e2", "h9g7"]);
});

// ---- releases

test("a new release in mid-search keeps the game", async (t) => {
  const { server, folder } = await serveReleases(t);
  const { page, errors } = await openBare(t, server.url, { serviceWorkers: "allow", ...ZH });
  await whenReady(page);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const game = player(page);
  await game.start({ level: 6, seed: 4 });
  await game.click("h2e2");
  await game.plies(2);
  const next = putUp(folder, "CHAOS");
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())!.update());
  await page.waitForSelector(".update");
  await game.click("b2c2");
  await page.locator(".update .button-primary").click(); // before the reply
  await page.waitForFunction(
    (wanted) => document.querySelector('meta[name="release"]')?.getAttribute("content") === wanted,
    next,
  );
  await whenReady(page);
  await game.plies(4);
  const moves = await game.moves();
  assert.deepEqual([moves[0], moves[2]], ["h2e2", "b2c2"]);
  await isKept({ page, game }, moves);
  assert.deepEqual(errors, []);
});
