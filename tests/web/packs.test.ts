// Packs of games: their list, their command, and how a page offers, adds and removes them.
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import type { BrowserContext } from "playwright-core";
import { addPacks, collectionsIn } from "../../tools/release/packs.ts";
import { fetchPacks, packsFrom, titleOf } from "../../www/js/database/packs.ts";
import { openAnalysis } from "./analysis-helpers.ts";
import { ROOT, until } from "./helpers.ts";
import { openLibrary, whenReady } from "./library-helpers.ts";

const ZIP = readFileSync(`${ROOT}tests/data/packs/three.zip`);
const PACK = {
  name: "three",
  title: { en: "Three test games", zh: "三局" },
  label: "Three games",
  games: 3,
  size: ZIP.length,
  licence: "CC BY 4.0",
  source: "https://example.org/games",
};

/** Puts a pack beside the page. `zip` answers the requests for its file. */
async function offer(context: BrowserContext, zip?: Parameters<BrowserContext["route"]>[1]) {
  await context.route("**/packs/packs.json", (route) =>
    route.fulfill({ json: [PACK, { name: 5 }] }),
  );
  await context.route("**/packs/three.zip", zip ?? ((route) => route.fulfill({ body: ZIP })));
}

test("only the valid entries of a list are packs, with a title in any language", () => {
  const wrong = [
    null,
    { ...PACK, name: "../x" },
    { ...PACK, title: {} },
    { ...PACK, title: 5 },
    { ...PACK, label: "a, b" },
    { ...PACK, games: 0 },
    { ...PACK, size: "5" },
    { ...PACK, licence: "" },
  ];
  assert.deepEqual(packsFrom([...wrong, PACK]), [PACK]);
  for (const none of [null, {}, "[]"]) assert.deepEqual(packsFrom(none), []);
  assert.deepEqual(
    [titleOf(PACK, "zh"), titleOf(PACK, "vi"), titleOf({ ...PACK, title: "x" }, "vi")],
    ["三局", "Three test games", "x"],
  );
});

test("a list that cannot be fetched is not taken for one without packs", async (t) => {
  const page = globalThis as { document?: unknown };
  page.document = { baseURI: "https://example.org/" };
  t.after(() => delete page.document);
  const fetching = t.mock.method(globalThis, "fetch");
  const answer = (make: () => Promise<Response>) => fetching.mock.mockImplementation(make);
  answer(async () => Response.json([PACK]));
  assert.deepEqual(await fetchPacks(), [PACK]);
  for (const none of [new Response("", { status: 404 }), new Response("{"), Response.json([])]) {
    answer(async () => none);
    assert.deepEqual(await fetchPacks(), []);
  }
  for (const failing of [
    () => Promise.reject(new TypeError("offline")),
    async () => new Response("", { status: 503 }),
    async () => Response.json(null), // by the service worker
  ]) {
    answer(failing);
    await assert.rejects(fetchPacks(), { code: "noConnection" });
  }
});

test("the arguments of the release name collections, whose paths begin where the person stands", () => {
  const args =
    "--games a.pgn --title A --licence L --games /b.pgn --licence M --title B --source S";
  assert.deepEqual(collectionsIn(args.split(" "), "/home/x"), [
    { games: "/home/x/a.pgn", title: "A", licence: "L" },
    { games: "/b.pgn", title: "B", licence: "M", source: "S" },
  ]);
  for (const bad of ["--title A", "--games a", "--games a --title A", "--games a --titel A", "x"])
    assert.throws(() => collectionsIn(bad.split(" "), "/"), bad);
  assert.throws(() => collectionsIn(["--games", "a", "--title", "A, B", "--licence", "L"], "/"));
});

test("packs are added to a finished release, and a title again replaces its pack", (t) => {
  const chuhe = ["release", "debug"].map((kind) => `${ROOT}target/${kind}/chuhe`).find(existsSync);
  if (!chuhe) return t.skip("there is no target/debug/chuhe");
  const out = mkdtempSync(join(tmpdir(), "chuhe-packs-"));
  t.after(() => rmSync(out, { recursive: true }));
  const games = join(out, "Große Partien.pgn");
  const listOf = () => JSON.parse(readFileSync(join(out, "packs/packs.json"), "utf8"));
  const add = (title: string, text: string) => {
    writeFileSync(games, text);
    addPacks(out, [{ games, title, licence: "CC0", source: "me" }], chuhe);
  };
  add("One", "1. h2e2 *\n");
  add("Two", "1. h2e2 *\n");
  add("One", '[Red "A"]\n\n1. h2e2 *\n\n[Red "B"]\n\n1. c3c4 *\n');
  const list = listOf();
  const facts = list.map(({ name, title, games: n }: typeof PACK) => [name, title, n]);
  assert.deepEqual(facts, [
    ["gro-e-partien-2", "Two", 1],
    ["gro-e-partien", "One", 2],
  ]);
  assert.equal(packsFrom(list).length, 2);
  for (const { name, size } of list) {
    const zip = readFileSync(join(out, `packs/${name}.zip`));
    assert.deepEqual([zip.length, zip.subarray(0, 2).toString()], [size, "PK"]);
  }
});

test("the empty library offers a pack, which comes with one press, stays, and goes with one", async (t) => {
  const { page, context, errors, server } = await openLibrary(t);
  await offer(context);
  await page.goto(`${server.url}library.html`);
  await whenReady(page);
  const item = page.locator('.packs-item[data-pack="three"]');
  await item.waitFor();
  assert.equal(await page.locator(".packs-item").count(), 1);
  const words = await item.innerText();
  for (const fact of ["Three test games", "3 games", "CC BY 4.0", "example.org"])
    assert.ok(words.includes(fact), `${fact}: ${words}`);
  await item.getByRole("button", { name: /^Add to the library/ }).click();
  await page.locator("#library-count", { hasText: "3 games" }).waitFor();
  await page.locator("#toast", { hasText: "3 games in the library" }).waitFor();
  await item.waitFor({ state: "hidden" });

  // Without the network the games are there.
  await context.unroute("**/packs/packs.json");
  await context.route("**/packs/packs.json", (route) => route.abort());
  await page.reload();
  await whenReady(page);
  assert.match(await page.innerText("#library-count"), /3 games/);
  assert.equal(await page.locator("#library-packs-open").isVisible(), false);

  // They are offered as soon as there is a network again.
  await until(() => errors.length === 2, "the request for the list has failed");
  errors.splice(0);
  await context.unroute("**/packs/packs.json");
  await offer(context);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.click("#library-packs-open");
  await item.getByRole("button", { name: /^Remove/ }).click();
  await page.locator("#library-empty").waitFor();
  await item.getByRole("button", { name: /^Add/ }).waitFor();
  await page.click("#toast button");
  await page.locator("#library-count", { hasText: "3 games" }).waitFor();
  assert.deepEqual(errors, []);
});

test("a pack that does not arrive or is damaged is told, and can be tried again or cancelled", async (t) => {
  const { page, context, server } = await openLibrary(t);
  let answer: "abort" | "wait" | "damaged" | "right" = "abort";
  let release = () => {};
  await offer(context, async (route) => {
    if (answer === "abort") return route.abort();
    if (answer === "wait") await new Promise<void>((resolve) => (release = resolve));
    const body = Buffer.from(ZIP);
    if (answer === "damaged") body.fill(0, 60, 90);
    return route.fulfill({ body }).catch(() => {});
  });
  await page.goto(`${server.url}library.html`);
  await whenReady(page);
  const item = page.locator(".packs-item");
  const press = (name: RegExp) => item.getByRole("button", { name }).click();
  await press(/^Add/);
  await item.locator("[role=alert]", { hasText: "Check the connection" }).waitFor();
  answer = "damaged";
  await press(/^Try again/);
  await item.locator("[role=alert]", { hasText: "damaged" }).waitFor();
  answer = "wait";
  await press(/^Try again/);
  await item.locator("progress").waitFor();
  await press(/^Cancel/);
  await item.getByRole("button", { name: /^Add/ }).waitFor();
  release();
  answer = "right";
  await press(/^Add/);
  await page.locator("#library-count", { hasText: "3 games" }).waitFor();
});

test("the explorer offers a pack while the library is empty, and then shows its moves", async (t) => {
  const opened = await openAnalysis(t, { context: { locale: "en-GB" } });
  const { page, context, errors, server, hand } = opened;
  let isOffline = true;
  await offer(context);
  await context.route("**/packs/packs.json", (route) =>
    isOffline ? route.abort() : route.fallback(),
  );
  const failed = page.waitForEvent("requestfailed", (request) =>
    request.url().endsWith("packs.json"),
  );
  await page.goto(`${server.url}analysis.html`);
  await page.click("#explorer summary");
  await failed;
  await page.locator("#explorer-add").waitFor();
  isOffline = false;
  errors.splice(0); // those of the aborted request
  await hand.move("h2e2"); // the next position asks for the packs again
  await page.keyboard.press("ArrowLeft");
  await page.locator("#explorer .packs-item").getByRole("button", { name: /^Add/ }).click();
  await page.locator("#explorer-count", { hasText: "3 of 3 games" }).waitFor();
  await page.locator("#explorer .packs-item").waitFor({ state: "hidden" });
  assert.deepEqual(errors, []);
});
