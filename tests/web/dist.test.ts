/** `./build.sh dist` packs the whole game, for any path, with nothing missing and nothing superfluous. */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import test from "node:test";
import type { Lab } from "../../www/js/lab/lab-client.ts";
import type { Job } from "../../www/js/lab/types.ts";
import { ROOT, openApp } from "./helpers.ts";
import { TWO, hand, whenReady as whenLibraryReady } from "./library-helpers.ts";

test("the packed page opens under a sub-path, and nothing is missing", async (t) => {
  const { page, server, errors } = await openApp(t, { root: "dist", base: "/some/sub/path/" });
  await page.waitForSelector("canvas");
  await page.waitForLoadState("networkidle");
  assert.deepEqual(server.missed, []);
  assert.deepEqual(errors, []);
});

test("the pack has the licences and no file of development", () => {
  const files = readdirSync(`${ROOT}dist`, { recursive: true, encoding: "utf8" });
  for (const name of ["LICENSE-MIT.txt", "LICENSE-APACHE.txt", "third-party.txt"]) {
    assert.ok(files.includes(`licences/${name}`), name);
  }
  assert.deepEqual(
    files.filter((path) => /(^|\/)\.|\.d\.ts$|\.map$|test/.test(path)),
    [],
  );
});

test("no file in the pack names a folder of its builder", () => {
  const { CARGO_HOME, RUSTUP_HOME } = process.env;
  const own = [homedir(), CARGO_HOME, RUSTUP_HOME].filter((folder) => folder && folder !== "/");
  const folders = [ROOT, ...own.map((folder) => `${folder}/`), ".cargo/registry", ".rustup/"];
  const files = readdirSync(`${ROOT}dist`, { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile())) {
    const path = `${file.parentPath}/${file.name}`;
    const bytes = readFileSync(path);
    assert.equal(
      folders.find((folder) => bytes.includes(folder)),
      undefined,
      path,
    );
  }
});

test("the packed analysis opens, loads its later parts, and is cached by the service worker", async (t) => {
  const { page, server, errors } = await openApp(t, {
    root: "dist",
    base: "/some/sub/path/",
    path: "analysis.html",
  });
  await page.waitForFunction(() => "chuheAnalysis" in globalThis);
  await page.evaluate(async () => {
    await chuheAnalysis.ready;
    chuheAnalysis.study.addLine(0, ["h2e2", "h9g7"]);
  });
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector(".node[aria-current=true]");
  await page.click(".node-menu");
  await page.waitForSelector("#node-dialog[open]");
  await page.keyboard.press("Escape");
  await page.click("#control-export");
  assert.notEqual(await page.inputValue("#export-text"), "");
  assert.deepEqual(server.missed, []);
  assert.deepEqual(errors, []);
  assert.match(readFileSync(`${ROOT}dist/sw.js`, "utf8"), /"analysis\.html"/);
});

test("after a visit to the game, a friend's link opens offline, is answered, and the game is kept", async (t) => {
  const { page, server, context, errors } = await openApp(t, {
    root: "dist",
    context: { locale: "en-GB", viewport: { width: 1100, height: 760 } },
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.goto(`${server.url}friend.html`);
  await page.click("#friend-new [type=submit]");
  await page.locator("#friend-send").waitFor();
  await page.evaluate(() => chuheFriend.room.play("h2e2"));
  await page.locator(".friend-moves").waitFor();
  const link = await page.inputValue("#friend-link");
  await page.evaluate(() => localStorage.clear());

  await page.goto(link);
  await page.click("#friend-accept");
  await page.evaluate(() => chuheFriend.room.play("h9g7"));
  await page.reload();
  await page.waitForFunction(() => globalThis.chuheFriend?.room?.replayed?.moves.length === 2);
  assert.deepEqual(server.missed, []);
  assert.deepEqual(errors, []);
});

test("after a visit to the game, library, explorer, Lab and solved endings work offline", async (t) => {
  const { page, server, context, errors } = await openApp(t, {
    root: "dist",
    base: "/some/sub/path/",
    path: "index.html",
    context: { locale: "en-GB", viewport: { width: 1100, height: 760 } },
  });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);

  await page.goto(`${server.url}library.html`);
  await whenLibraryReady(page);
  await hand(page).add(["two.pgn", TWO]);
  await hand(page).reds("Hu", "Li");

  await page.goto(`${server.url}analysis.html`);
  await page.waitForFunction(() => "chuheAnalysis" in globalThis);
  await page.evaluate(() => chuheAnalysis.ready);
  await page.click("#explorer summary");
  await page.locator("#explorer-moves [data-move=h2e2]").waitFor();

  await page.goto(`${server.url}lab.html`);
  await page.waitForFunction(() => "chuhe" in globalThis);
  const leaves = await page.evaluate(async () => {
    const lab = (await chuhe.ready) as Lab;
    const job: Job = { startFen: null, moves: [], method: "minimax", judge: "a", depth: 2 };
    return (await lab.search(job)).leaves;
  });
  assert.equal(leaves, 1920);
  const ending = "9/4a4/b2a1k3/9/R1b6/9/9/9/9/3K5_b_-_-_0_1";
  await page.goto(`${server.url}analysis.html#fen=${ending}`);
  await page.locator(".solved-value", { hasText: "Red wins in 32 moves" }).waitFor();
  assert.deepEqual(server.missed, []);
  assert.deepEqual(errors, []);
});
