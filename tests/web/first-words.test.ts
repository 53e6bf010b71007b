/** The words that a release shows before its scripts run, in each language. */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout } from "node:timers/promises";
import test, { type TestContext } from "node:test";
import type { AddressInfo } from "node:net";
import type { BrowserContextOptions, Page } from "playwright-core";
import { LANGS, LANGUAGES } from "../../www/js/core/languages.ts";
import { ROOT, drawn, newPage, startServer } from "./helpers.ts";

/** The pages, with the element of the first words to read on a first visit. */
const PAGES = {
  "index.html": "#start-title",
  "analysis.html": "#tree-empty",
  "puzzles.html": "#words",
  "learn.html": "#step-text",
  "lab.html": ".lab-lead",
  "library.html": ".library-lead",
  "worksheet.html": ".worksheet-lead",
  "friend.html": ".friend-lead",
};
/** A browser's locale for each language. */
const LOCALES = { zh: "zh-CN", "zh-Hant": "zh-TW", en: "en-GB", vi: "vi-VN" };
const PHONE = { viewport: { width: 412, height: 823 } };

/** Opens a page that gets no script, no locale file and no wasm. */
async function withoutScripts(t: TestContext, url: string, options: BrowserContextOptions) {
  const { page } = await newPage(t, { ...PHONE, ...options });
  await page.route(/\/app\/.*\.(js|json|wasm)$/, () => {}); // no answer ever comes
  await page.goto(url, { waitUntil: "commit" });
  return page;
}

/** Returns the visible words. */
const wordsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("[data-i18n], [data-first]")]
      .filter((element) => !element.closest("dialog, #lines-soon")) // the latter until the lines are there
      .map((element) => element.textContent.trim()),
  );

test("each page has its first words in its own HTML", () => {
  const apart = ["embed.html"];
  const pages = readdirSync(`${ROOT}dist`).filter((name) => name.endsWith(".html"));
  assert.deepEqual(
    Object.keys(PAGES).toSorted(),
    pages.filter((name) => !apart.includes(name)),
  );
  for (const name of Object.keys(PAGES)) {
    const html = readFileSync(`${ROOT}dist/${name}`, "utf8");
    const [, block] = /id="first-words">([^<]*)</.exec(html) ?? [];
    const words: Record<string, { lines: Record<string, string>; files: string[] }> =
      JSON.parse(block);
    assert.deepEqual(
      Object.keys(words),
      LANGS.map((lang) => LANGUAGES[lang].htmlLang),
    );
    const keys = Object.keys(words.en.lines);
    for (const [lang, { lines, files }] of Object.entries(words)) {
      assert.deepEqual(Object.keys(lines), keys, `${name} ${lang}`);
      for (const [key, line] of Object.entries(lines)) assert.doesNotMatch(line, /^$|\{/, key);
      for (const file of files) JSON.parse(readFileSync(`${ROOT}dist/${file}`, "utf8"));
    }
    assert.ok(html.indexOf("<style") > 0 && !html.includes('rel="stylesheet"'), name);
  }
});

for (const [name, place] of Object.entries(PAGES)) {
  test(`${name}: the words before any script are those shown later, in each language`, async (t) => {
    const server = await startServer(t, { root: "dist" });
    for (const lang of LANGS) {
      const locale = LOCALES[lang];
      const early = await withoutScripts(t, server.url + name, { locale });
      const first = early.locator(place);
      await first.filter({ hasText: /./ }).waitFor({ timeout: 60_000 });
      assert.equal(await early.getAttribute("html", "lang"), LANGUAGES[lang].htmlLang);
      const before = await wordsOf(early);
      const words = await first.textContent();
      await early.context().close();

      const { page, context } = await newPage(t, { ...PHONE, locale });
      await page.goto(server.url + name);
      await page.evaluate(() =>
        Promise.all(
          [globalThis.chuhe, globalThis.chuheAnalysis, globalThis.chuhePuzzles].map(
            (it) => it?.ready,
          ),
        ),
      );
      assert.equal(await page.locator(place).textContent(), words, `${name} ${lang}`);
      const after = new Set(await wordsOf(page));
      for (const word of before.filter(Boolean)) assert.ok(after.has(word), `${lang}: ${word}`);
      await context.close();
    }
  });
}

test("the first words are in the chosen language; later visits show no first visit's words", async (t) => {
  const server = await startServer(t, { root: "dist" });
  const page = await withoutScripts(t, `${server.url}learn.html`, { locale: "en-GB" });
  await page.evaluate(() => {
    localStorage.setItem("chuhe:settings", JSON.stringify({ version: 1, lang: "vi" }));
    localStorage.setItem("chuhe:learn", JSON.stringify({ version: 1, done: ["board/1"] }));
  });
  await page.reload({ waitUntil: "commit" });
  await page.locator(".site-nav a").first().filter({ hasText: /./ }).waitFor();
  assert.equal(await page.locator(".site-nav a").first().textContent(), "Chơi");
  assert.equal(await page.locator("#step-text").textContent(), "");
  assert.ok(!(await page.locator("#lesson").isVisible()));
});

declare global {
  /** The sum of all shifts of the layout. */
  var pushed: number;
}
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** Adds up the shifts of the layout on the pages that are opened next. */
const watchPushing = (page: Page) =>
  page.addInitScript(() => {
    globalThis.pushed = 0;
    const add = (list: PerformanceObserverEntryList) => {
      for (const { value, hadRecentInput } of list.getEntries() as LayoutShift[])
        if (!hadRecentInput) globalThis.pushed += value;
    };
    new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
  });

test("words that arrive after the first paint shift nothing", async (t) => {
  const html = readFileSync(`${ROOT}dist/index.html`, "utf8");
  const end = html.indexOf('id="first-words"');
  const cut = html.lastIndexOf("<script", end);
  assert.ok(cut > 0);
  const server = createServer(async (request, response) => {
    if (request.url !== "/") return void response.writeHead(503).end();
    response.writeHead(200, { "content-type": "text/html" });
    response.write(html.slice(0, cut));
    await setTimeout(500);
    response.end(html.slice(cut));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  t.after(() => server.close());
  const { page } = await newPage(t, { ...PHONE, locale: "en-GB" });
  await watchPushing(page);
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.locator("#start-title").filter({ hasText: /./, visible: true }).waitFor();
  await drawn(page);
  assert.ok((await page.evaluate(() => globalThis.pushed)) <= 0.01);
});

for (const name of Object.keys(PAGES)) {
  test(`${name}: the layout hardly shifts while loading`, async (t) => {
    const server = await startServer(t, { root: "dist" });
    const { page } = await newPage(t, {
      serviceWorkers: "allow",
      ...PHONE,
      locale: "en-GB",
    });
    await watchPushing(page);
    await page.goto(server.url + name);
    await page.evaluate(() =>
      Promise.all(
        [globalThis.chuhe, globalThis.chuheAnalysis, globalThis.chuhePuzzles].map(
          (it) => it?.ready,
        ),
      ),
    );
    await page.waitForLoadState("networkidle");
    if (name === "analysis.html")
      await page.waitForSelector(".lines.is-there", { state: "attached" });
    const pushed = await page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(globalThis.pushed))),
        ),
    );
    assert.ok(pushed <= 0.05, `${name}: ${pushed}`);
  });
}
