// The page when something fails: the store, the network, the engine, the script itself.

import { PAGES } from "../../tools/pages.ts";
import assert from "node:assert/strict";
import test from "node:test";
import type { Route } from "playwright-core";
import { gameHash } from "../../www/js/rules/link.ts";
import { hold, newPage, openPage as openBare, startServer } from "./helpers.ts";
import { MATE_IN_ONE, openPage, openSettings, player, whenReady } from "./page-helpers.ts";

test("a broken store starts a new game and says so", async (t) => {
  const { page, game, errors } = await openPage(t);
  const records = ["{", JSON.stringify({ version: 1, startFen: null, moves: ["h2h3", "h2h4"] })];
  const record = JSON.parse((await page.evaluate(() => localStorage.getItem("chuhe:game")))!);
  records.push(
    JSON.stringify({ ...record, moves: ["a0a9"], ply: 1 }),
    JSON.stringify({ ...record, startFen: "x" }),
  );
  for (const text of records) {
    await page.evaluate((value) => localStorage.setItem("chuhe:game", value), text);
    await page.reload();
    await whenReady(page);
    assert.match((await page.locator("#toast").textContent())!, /读不出来/, text);
    assert.deepEqual(await game.moves(), []);
  }
  await game.click("h2e2");
  await game.plies(2);
  assert.deepEqual(errors, []);
});

test("a full store lets the game go on and says so", async (t) => {
  const { page, game, errors } = await openPage(t);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await game.click("h2e2");
  await game.plies(2);
  assert.match((await page.locator("#toast").textContent())!, /无法保存/);
  const announced = await page.locator("#announcer p").allTextContents();
  assert.match(announced.at(-1) ?? "", /黑方/);
  assert.ok(
    announced.some((words) => /无法保存/.test(words)),
    "the next announcement does not replace it",
  );
  await game.click("i3i4"); // legal after any reply
  await game.plies(4);
  await page.click("#toast .tool");
  assert.ok(!(await page.locator("#toast").isVisible()));
  assert.deepEqual(errors, []);
});

test("while a language is loading, the sheet shows it as chosen", async (t) => {
  const { page } = await openPage(t, { root: "www" });
  const go = await hold(page, "**/locales/vi.json");
  await openSettings(page);
  const vietnamese = page.locator("#settings-languages input[value=vi]");
  await vietnamese.check({ force: true });
  await page.evaluate(async () => {
    chuhe.game.flip(); // the page is drawn again
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
  });
  assert.ok(await vietnamese.isChecked());
  assert.equal(await page.textContent("#settings-title"), "设置");
  go();
  await page.waitForSelector("html[lang=vi]");
  assert.ok(await vietnamese.isChecked());
});

test("a game opens even if the words about it do not load; a fault is explained once they do", async (t) => {
  const { page, game, errors } = await openPage(t, { root: "www" });
  await game.start({ mode: "local" });
  await page.route("**/record-words.*", (route) => route.abort());
  await page.click("#control-open");
  const open = async (text: string) => {
    await page.fill("#open-text", text);
    await page.click("#open-form [type=submit]");
  };
  await open("1. h2e2 h9g7 2. h0h9");
  const fault = page.locator("#open-fault");
  await fault.filter({ hasText: "没有载入" }).waitFor();
  await open("h2e2 h9g7");
  await page.locator("#toast").filter({ hasText: "没有载入" }).waitFor();
  assert.deepEqual(await game.moves(), ["h2e2", "h9g7"]);
  await page.unroute("**/record-words.*");
  await page.click("#control-open");
  await open("1. h2e2 h9g7 2. h0h9");
  await fault.filter({ hasText: "h0h9" }).waitFor();
  assert.ok(
    errors.some((error) => error.startsWith("page error")),
    "the failure is reported as an error",
  );
});

test("a language that does not load changes nothing and says so", async (t) => {
  const { page } = await openPage(t, { root: "www" });
  await page.route("**/locales/en.json", (route) => route.abort());
  await openSettings(page);
  // check() would fail if the choice has already been reset.
  await page.locator("#settings-form input[value=en]").click({ force: true });
  await page.locator("#toast").waitFor();
  assert.match(await page.locator("#toast").innerText(), /没有载入/);
  const inSheet = await page.evaluate(() =>
    ["#toast", "#announcer"].map(
      (id) => document.querySelector(id)!.closest("dialog:modal") !== null,
    ),
  );
  assert.deepEqual(inSheet, [true, true], "the page around the sheet is inert");
  await page.click("#toast .tool");
  await page.locator("#settings-form input[value=zh]:checked").waitFor({ state: "attached" });
  await page.reload();
  await whenReady(page);
  assert.equal(await page.locator("#control-undo").textContent(), "悔棋");
});

test("a language that does not load is reported by the other pages too", async (t) => {
  const { context, server } = await openPage(t, { root: "www" });
  for (const { file: path } of PAGES.filter(({ room, icon }) => icon && room !== "play")) {
    const page = await context.newPage();
    await page.goto(server.url + path, { waitUntil: "networkidle" }); // its words are loaded
    await page.waitForSelector("#language option[value=vi]", { state: "attached" });
    await page.route("**/locales/vi.json", (route) => route.abort());
    await page.selectOption("#language", "vi");
    await page.locator("#toast").waitFor();
    assert.match(await page.locator("#toast").innerText(), /没有载入/, path);
    assert.match(await page.locator("#announcer").innerText(), /没有载入/, path);
    const { y, height } = (await page.locator("#toast").boundingBox())!;
    assert.ok(y > 0 && y + height <= page.viewportSize()!.height, `${path}: in view`);
    assert.equal(await page.inputValue("#language"), "zh");
    await page.click("#toast .tool");
    assert.ok(!(await page.locator("#toast").isVisible()));
    await page.close();
  }
});

test("a link followed before the rules are loaded is not lost", async (t) => {
  const { page, server } = await openPage(t);
  const go = await hold(page, "**/*.wasm");
  await page.goto("about:blank");
  await page.goto(server.url);
  await page.waitForFunction(() => "chuhe" in globalThis);
  await page.keyboard.press("n");
  assert.ok(!(await page.locator("#new-dialog").isVisible()), "no game can be started yet");
  await page.evaluate(
    async (hash: string) => {
      const followed = new Promise((resolve) =>
        addEventListener("hashchange", () => resolve(null), { once: true }),
      );
      location.hash = hash;
      await followed;
    },
    `#fen=${MATE_IN_ONE.replaceAll(" ", "_")}`,
  );
  go();
  await whenReady(page);
  assert.equal(await page.evaluate(() => chuhe.state.game.startFen), MATE_IN_ONE);
});

test("a crashed engine is restarted, the page says so, and the game goes on", async (t) => {
  const { page, game } = await openPage(t, { root: "www" });
  await page.route("**/engine/worker.*", (route) => route.abort(), { times: 1 });
  await game.click("h2e2");
  await page.locator("#toast").waitFor();
  assert.match((await page.locator("#toast").textContent())!, /重新启动/);
  await game.plies(2);
});

test("without its network the engine plays on, the page says so, and each new game requests it again", async (t) => {
  const broken = [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 404 }),
    (route: Route) => route.fulfill({ body: "<!doctype html>" }),
  ];
  const { context, server } = await openPage(t, { root: "www" });
  for (const answer of broken) {
    const page = await context.newPage();
    await page.route("**/chuhe.nnue", answer);
    await page.goto(server.url);
    await whenReady(page);
    const game = player(page);
    await game.start({ seed: 1 });
    await game.click("h2e2");
    await page.waitForFunction(() => chuhe.state.network === "failed");
    await game.plies(2);
    assert.match((await page.locator("#announcer").textContent())!, /没有载入，会下得弱一些/);
    const status = page.locator("#player-top .player-status");
    assert.match(
      await status.innerText(),
      /棋力稍弱/,
      "the lasting status does not cover the board",
    );
    await game.click("h0g2");
    await game.plies(4);
    await page.unroute("**/chuhe.nnue");
    await game.start({});
    await page.waitForFunction(() => chuhe.state.network === "loaded");
    await status.filter({ hasText: "棋力稍弱" }).waitFor({ state: "detached" });
    await game.click("h2e2");
    await game.plies(2);
    await page.close();
  }
});

test("a broken book is reported, and the engine plays without it", async (t) => {
  const { context, server } = await openPage(t, { root: "www" });
  const page = await context.newPage();
  await page.route("**/book.bin", (route) => route.fulfill({ body: "<!doctype html>" }));
  await page.goto(server.url);
  await whenReady(page);
  const game = player(page);
  await game.start({});
  await game.click("h2e2");
  await page.locator("#announcer").filter({ hasText: "开局库无法读取" }).waitFor();
  await game.plies(2);
});

test("a game begins before the network is loaded, and uses it from then on", async (t) => {
  const { page, server, errors } = await openPage(t, { root: "www" });
  const go = await hold(page, "**/chuhe.nnue");
  await page.goto("about:blank");
  await page.goto(server.url);
  await whenReady(page);
  const game = player(page);
  await game.click("h2e2");
  await game.plies(2);
  assert.equal(await page.evaluate(() => chuhe.state.network), "none");
  go();
  await page.waitForFunction(() => chuhe.state.network === "loaded");
  assert.ok(!(await page.locator("#toast").isVisible()));
  await game.click("i3i4"); // legal after any reply
  await game.plies(4);
  assert.deepEqual(errors, []);
});

test("an engine that does not load leaves the game unchanged and can be retried", async (t) => {
  for (const file of ["worker.*", "client.*"]) {
    const { page, game } = await openPage(t, { root: "www" });
    await page.route(`**/engine/${file}`, (route) => route.abort());
    await game.click("h2e2");
    const retry = page.locator("#player-top .button-primary");
    await retry.waitFor();
    assert.deepEqual(await game.moves(), ["h2e2"]);
    assert.match(
      await page.locator("#toast").innerText(),
      /停住了.*重试/,
      "it does not say that the game goes on",
    );
    assert.match((await page.locator("#announcer").textContent())!, /停住了/);
    await page.unroute(`**/engine/${file}`);
    await retry.click();
    await game.plies(2);
    await page.close();
  }
});

test("a page whose parts do not load says so instead of staying empty", async (t) => {
  const app = await openPage(t, { root: "www" });
  const parts: [string, RegExp][] = [
    ["pkg/chuhe_bg.wasm", /棋规没有载入/],
    ["pkg/chuhe.js", /棋规没有载入/],
    ["locales/zh.json", /没有载入.*could not be loaded/s],
    ["js/board/animation.ts", /没有载入.*could not be loaded/s],
  ];
  for (const [part, words] of parts) {
    const page = await app.context.newPage();
    await page.route(`**/${part}`, (route) => route.abort());
    await page.goto(app.server.url);
    const notice = page.locator("#toast:visible, #wordless:visible");
    await notice.waitFor();
    assert.match(await notice.innerText(), words, part);
    assert.ok((await notice.boundingBox())!.y < 760, `${part}: in view`);
    await page.close();
  }
});

for (const [outcome, isRefused] of [
  ["shows its game", false],
  ["says so if its scripts are refused", true],
] as const)
  test(`a frame without an origin ${outcome}`, async (t) => {
    const game = gameHash({ startFen: null, moves: ["h2e2", "h9g7"], ply: 2 });
    const body = `<!doctype html><title>host</title>
      <iframe sandbox="allow-scripts" width="480" height="620" src="embed.html${game}"></iframe>`;
    const files = { "host.html": { type: "text/html", body } };
    const refusal = { "Access-Control-Allow-Origin": "https://example.org" };
    const server = await startServer(t, { files, headers: isRefused ? refusal : {} });
    const { page, errors } = await openBare(t, `${server.url}host.html`, {});
    const [, frame] = page.frames();
    if (isRefused) return void (await frame.waitForSelector("#wordless:visible"));
    await frame.waitForSelector("canvas[data-ready=true]");
    await frame.waitForSelector('canvas[data-placement^="RNBAKABNR..........C..C...."]');
    assert.deepEqual(errors, []);
  });

test("without JavaScript the page says that it needs it, in view", async (t) => {
  const server = await startServer(t);
  const { page } = await openBare(t, server.url, { javaScriptEnabled: false });
  const box = await page.locator("noscript p").boundingBox();
  assert.ok(box && box.y + box.height < page.viewportSize()!.height);
});

test("a browser that is too old sees a notice in view, on every page", async (t) => {
  const server = await startServer(t);
  const { page } = await newPage(t, { viewport: { width: 360, height: 640 } });
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, "toSorted"));
  for (const { file } of PAGES.filter(({ icon }) => icon)) {
    await page.goto(server.url + file);
    const notice = page.locator("#wordless");
    await notice.waitFor();
    assert.match(await notice.innerText(), /太旧[\s\S]*too old: .*Firefox \d+/);
    const box = await notice.boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height < 640, file);
  }
});
