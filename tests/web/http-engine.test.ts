/** The page with `?engine=http` plays with the engine of its server. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type TestContext, test } from "node:test";
import type { Page } from "playwright-core";
import { HttpClient } from "../../www/js/engine/http-client.ts";
import type { Info } from "../../www/js/engine/types.ts";
import { answerWith, busy, startBestServer, usual } from "./fakes/best-server.ts";
import { ROOT, hold, openPage as openBare } from "./helpers.ts";
import { MATE_IN_ONE, player, whenReady } from "./page-helpers.ts";

const DIST = `${ROOT}dist`;
const FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const ZH = { locale: "zh-CN", viewport: { width: 1100, height: 760 } };

/** Opens the page over HTTP. */
async function openHttp(t: TestContext, url: string) {
  const app = await openBare(t, `${url}?engine=http`, ZH);
  await whenReady(app.page);
  const game = player(app.page);
  return { ...app, game, strip: app.page.locator("#player-top") };
}

/** Waits for a notice. */
const notice = (page: Page, words: RegExp) =>
  page.locator("#toast:visible").filter({ hasText: words }).waitFor();

test("the page asks its server for each move, shows it, and loads no engine of its own", async (t) => {
  const server = await startBestServer(t, DIST);
  const loaded: string[] = [];
  const { page, game, strip, errors } = await openHttp(t, server.url);
  page.on("request", (request) => loaded.push(request.url()));
  await game.start({ level: 8, seed: 9 });
  await game.click("h2e2");
  await game.plies(2);
  assert.deepEqual(await game.moves(), ["h2e2", "h9g7"]);
  const [{ form }] = server.requests;
  assert.equal(form.get("fen"), FEN);
  const fields = ["move", "level", "seed", "book", "scores"].map((name) => form.get(name));
  assert.deepEqual(fields, ["h2e2", "8", "9", "true", null]);
  await strip.filter({ hasText: "8 级 · HTTP" }).waitFor();
  await game.click("h0g2");
  await game.plies(4);
  assert.equal(server.requests[1].form.get("move"), "h2e2,h9g7,h0g2");
  assert.equal(server.requests[1].form.get("scores"), "1", "of its move before");
  await page.click("#control-hint");
  await page.waitForFunction(() => chuhe.state.hint?.status === "shown");
  assert.equal(server.requests[2].form.get("movetime"), "1500");
  assert.equal(server.requests[2].form.get("level"), null);
  const own = loaded.filter((url) => /\/(?:worker|client)-|\.nnue|\/book-/.test(url));
  assert.deepEqual(own, []);
  assert.deepEqual(errors, []);
});

test("without ?engine=http its code is not loaded", async (t) => {
  const server = await startBestServer(t, DIST);
  const app = await openBare(t, server.url, ZH);
  const loaded: string[] = [];
  app.page.on("request", (request) => loaded.push(request.url()));
  await whenReady(app.page);
  const game = player(app.page);
  await game.start({ level: 5 });
  await game.click("h2e2");
  await game.plies(2);
  assert.deepEqual(server.requests, []);
  assert.ok(!loaded.some((url) => url.includes("http-client")));
  assert.ok(!(await app.page.locator("#player-top").innerText()).includes("HTTP"));
});

test("the choice stays through links, new games and a reload", async (t) => {
  const server = await startBestServer(t, DIST);
  const { page, game, strip } = await openHttp(t, server.url);
  await page.evaluate((hash) => (location.hash = hash), `#fen=${MATE_IN_ONE.replaceAll(" ", "_")}`);
  await page.waitForFunction((fen) => chuhe.state.game.startFen === fen, MATE_IN_ONE);
  await game.start({});
  await page.reload();
  await whenReady(page);
  assert.match(page.url(), /\?engine=http$/);
  await game.click("h2e2");
  await game.plies(2);
  assert.equal(server.requests.length, 1);
  await strip.filter({ hasText: "· HTTP" }).waitFor();
});

test("a busy or failing server is asked again, and one that stays busy is reported", async (t) => {
  const server = await startBestServer(t, DIST);
  const { page, game, strip } = await openHttp(t, server.url);
  const script = [busy, busy, usual];
  server.answer = (request) => (script.shift() ?? usual)(request);
  await game.click("h2e2");
  await notice(page, /服务器正忙/);
  await game.plies(2);
  assert.equal(server.requests.length, 3);
  const failed = () => ({ status: 500, body: { code: "failed", message: "it has failed" } });
  script.push(failed, usual);
  await game.click("h0g2");
  await notice(page, /正在重试/);
  await game.plies(4);
  server.answer = busy;
  await game.click("i0h0");
  await notice(page, /一直很忙/);
  await strip.filter({ hasText: "服务器没有着法" }).waitFor();
  server.answer = usual;
  await strip.locator(".button-primary").click();
  await game.plies(6);
});

test("a refusal and a host without an engine are reported once, in words", async (t) => {
  const server = await startBestServer(t, DIST);
  const { page, game, strip } = await openHttp(t, server.url);
  const body = { code: "badFen", field: "fen", value: "x", message: "fen: too few ranks" };
  server.answer = () => ({ status: 400, body });
  await game.click("h2e2");
  await notice(page, /拒绝了这个局面：fen: too few ranks/);
  assert.equal(server.requests.length, 1, "asking again would not help");
  for (const status of [404, 405, 501, 403, 200]) {
    server.answer = () => ({ status, headers: { "Content-Type": "text/html" } });
    await strip.locator(".button-primary").click();
    await notice(page, /没有通过 HTTP 下棋的引擎/);
    await page.click("#toast .tool");
  }
  assert.equal(server.requests.length, 6);
  assert.deepEqual(await game.moves(), ["h2e2"], "the game is as it was");
});

test("undo drops the question to the server; move now asks for a quick answer", async (t) => {
  const server = await startBestServer(t, DIST);
  const { page, game, errors } = await openHttp(t, server.url);
  server.answer = () => null;
  await game.click("h2e2");
  await server.received(1);
  await page.click("#control-undo");
  await game.plies(0);
  await server.requests[0].closed;
  await game.click("h2e2");
  await page.locator(".move-now:visible").waitFor();
  server.answer = usual;
  await page.locator(".move-now:visible").click();
  await game.plies(2);
  const last = server.requests.at(-1)?.form;
  assert.equal(last?.get("movetime"), "80");
  assert.deepEqual(errors, []);
});

test("a question that does not come through in time is asked once more", async () => {
  let requests = 0;
  const slow = { code: "slow", field: "body", value: "", message: "the form has not come" };
  const client = new HttpClient({
    timers: {
      set: (task) => setImmediate(task),
      clear: (timer) => clearImmediate(timer as NodeJS.Immediate),
    },
    fetch: async () =>
      ++requests === 1
        ? Response.json(slow, { status: 408 })
        : Response.json(answerWith("h9g7", -35), { status: 200 }),
  });
  assert.equal((await client.getBestMove(FEN, {})).move, "h9g7");
  assert.equal(requests, 2);
});

test("levels and strengths are sent as requested", async () => {
  const forms: string[] = [];
  const client = new HttpClient({
    fetch: async (_url, { body }: RequestInit = {}) => {
      const form = body as URLSearchParams;
      forms.push(`${form.get("level")} ${form.get("strength")}`);
      return Response.json(answerWith("h9g7", -35), { status: 200 });
    },
  });
  await client.getBestMove(FEN, { level: 6.25 });
  await client.getBestMove(FEN, { strength: 0 });
  assert.deepEqual(forms, ["6.25 null", "null 0"]);
});

test("supersede, abort, stop and dispose have the outcomes of the worker's client", async () => {
  const requests: { form: URLSearchParams; reply: (status: number, body: unknown) => void }[] = [];
  const states: string[] = [];
  const client = new HttpClient({
    onState: (state) => states.push(state),
    fetch: (_url, { body, signal }: RequestInit = {}) =>
      new Promise((resolve, reject) => {
        signal!.addEventListener("abort", () => reject(signal!.reason));
        const reply = (status: number, answer: unknown) =>
          resolve(Response.json(answer, { status }));
        requests.push({ form: body as URLSearchParams, reply });
      }),
  });
  const isAbort = { name: "AbortError" };
  const first = client.getBestMove(FEN, { level: 3 });
  const infos: Info[] = [];
  const second = client.getBestMove(
    FEN,
    { moves: ["h2e2"] },
    { onInfo: (info) => infos.push(info) },
  );
  await assert.rejects(first, isAbort);
  requests[1].reply(200, answerWith("h9g7", -35));
  assert.equal((await second).move, "h9g7");
  assert.deepEqual([infos.length, infos[0].depth, infos[0].nps], [1, 5, 90_000]);
  const gone = new AbortController();
  const third = client.getBestMove(FEN, {}, { signal: gone.signal });
  gone.abort();
  await assert.rejects(third, isAbort);
  const moves = ["h2e2", "h9g7", "h0g2"];
  const fourth = client.getBestMove(FEN, { moves, movetime: 900 });
  client.stop();
  client.stop();
  while (requests.length < 5) await new Promise(setImmediate);
  assert.deepEqual(
    requests.slice(3).map(({ form }) => [form.get("movetime"), form.get("scores")]),
    [
      ["900", "-35"],
      ["80", "-35"],
    ],
  );
  requests[4].reply(200, answerWith("i9h9", 0));
  assert.equal((await fourth).stopped, true);
  client.newGame();
  const fifth = client.getBestMove(FEN, { moves: [...moves, "i9h9", "i0h0"] });
  assert.equal(requests[5].form.get("scores"), null);
  client.dispose();
  await assert.rejects(fifth, isAbort);
  await assert.rejects(client.getBestMove(FEN), { name: "InvalidStateError" });
  assert.equal(client.state, "idle");
  assert.ok(!states.includes("crashed"));
});

const BINARY = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "debug", "chuhe");

/** Starts `chuhe serve` with the page. */
async function serve(t: TestContext, port: string) {
  const child = spawn(BINARY, ["serve", "--dir", DIST, "--port", port], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { child, url: String(line) };
}

test("a game goes on when the real server stops and comes back", async (t) => {
  if (!existsSync(BINARY)) return t.skip("cargo build --bin chuhe makes the server");
  const { child, url } = await serve(t, "0");
  const { page, game, strip } = await openHttp(t, url);
  await game.start({ level: 5 });
  await game.click("h2e2");
  await game.plies(2);
  await page.click("#control-hint");
  await page.waitForFunction(() => chuhe.state.hint?.status === "shown");
  // The move is taken back while the server thinks.
  const go = await hold(page, "**/best");
  await game.start({ level: 15, startFen: "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1" });
  await game.click("a0a1");
  await game.thinking();
  await page.click("#control-undo");
  go();
  await game.plies(0);
  await game.start({ level: 5 });
  await game.click("h2e2");
  await game.plies(2);
  child.kill("SIGKILL");
  await once(child, "exit");
  const before = (await game.moves()).length;
  const move = await page.evaluate(() => {
    const [[from, [to]]] = chuhe.state.position.dests;
    return from + to;
  });
  await game.click(move);
  await notice(page, /连不上服务器/);
  const back = await serve(t, new URL(url).port);
  assert.equal(back.url, url);
  await strip.locator(".button-primary").click();
  await game.plies(before + 2);
});
