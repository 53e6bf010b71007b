/** What is printed of the analysis and the library, and what the analysis exports for other programs. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import test from "node:test";
import type { Page } from "playwright-core";
import { Record, initSync } from "../../www/pkg/chuhe.js";
import { openAnalysis } from "./analysis-helpers.ts";
import { TWO, openLibrary, watchRequests, whenReady } from "./library-helpers.ts";

initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });

const LESSON = `[Title "Lesson 3"]
[Red "Hu"]
[Black "Liu"]
[Event "Cup"]
[Date "2024.01.02"]
[Result "1-0"]

{Some words first.} 1. C2.5 {[%clk 0:09:59] [%eval 0.35] The cannon. [%csl Ge4]} H8+7 {[%eval -0.10]}
(1... C8.5 {sharp} 2. H2+3 (2. H8+7) H8+7) 2. H2+3 $1 $220 R9.8 1-0`;

const open = (page: Page, text: string) =>
  page.evaluate((pgn) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pgn);
    const options = { clipboardData, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new ClipboardEvent("paste", options));
  }, text);

/** Makes the page count prints instead of printing, and send the events that printing sends. */
const countPrints = (page: Page) =>
  page.evaluate(() => {
    document.body.dataset.prints = "0";
    globalThis.print = () => {
      dispatchEvent(new Event("beforeprint"));
      dispatchEvent(new Event("afterprint"));
      document.body.dataset.prints = String(Number(document.body.dataset.prints) + 1);
    };
  });
const printed = (page: Page, count: number) =>
  page.locator(`body[data-prints="${count}"]`).waitFor();
const view = (page: Page) => page.locator(".print-view");
const textOf = async (page: Page) => (await view(page).textContent())!.replace(/\s+/g, " ").trim();
/** Returns the parts of the page that a printer prints. */
const visible = (page: Page) =>
  page
    .locator("body > *")
    .evaluateAll((parts) =>
      parts.filter((part) => part.checkVisibility()).map((part) => part.className),
    );

test("the analysis prints heading, moves, comments, variations and diagrams, and no interface", async (t) => {
  const { page, errors } = await openAnalysis(t, {
    context: { locale: "en-GB", colorScheme: "dark" },
  });
  await open(page, LESSON);
  await page.waitForFunction(() => chuheAnalysis.study.get().nodes.length > 6);
  await view(page).waitFor({ state: "attached" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const heading = await view(page).locator("header").innerText();
  for (const part of ["Lesson 3", "Hu", "Liu", "Cup", "2024.01.02", "Red wins"])
    assert.ok(heading.includes(part), part);
  const moves = (await view(page).locator(".print-moves").textContent())!;
  const caption = "2. H2+3 · Black to move";
  assert.equal(
    moves.replaceAll(/\s+/g, " "),
    "Some words first.1. C2.5The cannon.1… H8+7[1… C8.5 sharp 2. H2+3 (2. H8+7) 2… H8+7]2. H2+3!" +
      `${caption}${caption}2… R9.8`, // the title of the drawing, and the line below it
  );
  assert.equal(await view(page).locator("figure").count(), 1, "a board at the diagram mark alone");
  assert.equal(await view(page).locator("b", { hasText: "C2.5" }).count(), 1);
  await page.emulateMedia({ media: "print" });
  assert.deepEqual(await visible(page), ["print-view"]);
  const style = await view(page)
    .locator(".print-moves")
    .evaluate((part) => [getComputedStyle(part).columnCount, getComputedStyle(part).color]);
  assert.deepEqual(style, ["2", "rgb(0, 0, 0)"]);
  assert.deepEqual(errors, []);
});

test("a game without players is printed under its title, else under the name of its file", async (t) => {
  const { page } = await openAnalysis(t, { context: { locale: "en-GB" } });
  await view(page).waitFor({ state: "attached" });
  for (const [tag, name] of [
    ['[Title "Lesson 4"]', "Lesson 4"],
    ['[SourceFile "Lesson 5.xqf"]', "Lesson 5"],
  ]) {
    await open(page, `${tag}\n[Event "Cup"]\n\n1. C2.5 *`);
    await page.locator(".about-who", { hasText: name }).waitFor();
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    assert.equal(await view(page).locator("h1").textContent(), name);
  }
});

test("the button prints what the browser's own command prints", async (t) => {
  const { page, hand } = await openAnalysis(t, { context: { locale: "en-GB" } });
  await hand.lines("h2e2 h9g7");
  await view(page).waitFor({ state: "attached" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  const own = await view(page).innerHTML();
  assert.match(await textOf(page), /1\. C2\.5 H8\+7/);
  assert.equal(await view(page).locator("figure").count(), 1, "the last position");
  await countPrints(page);
  await page.keyboard.press("e");
  await page.click("#paper-print");
  await printed(page, 1);
  assert.equal(await view(page).innerHTML(), own);
});

test("the library prints its list as filtered, and selected games with their moves", async (t) => {
  const { page, add, reds, errors } = await openLibrary(t);
  await add(["two.pgn", TWO]);
  await view(page).waitFor({ state: "attached" });
  await countPrints(page);
  await page.click("#library-print");
  await printed(page, 1);
  const list = await textOf(page);
  assert.match(list, /2 games.*1Hu.*1-0.*2Li.*½-½/);
  await page.fill("#library-player", "Chen");
  await reds("Li");
  await page.locator("#library-print").focus();
  await page.keyboard.press("Control+p");
  await printed(page, 2);
  assert.doesNotMatch(await textOf(page), /Hu/);
  await page.fill("#library-player", "");
  await reds("Hu", "Li");
  await page.locator(".library-rows .library-mark").nth(0).click();
  await page.click("#library-print");
  await printed(page, 3);
  assert.match(await textOf(page), /Red Hu, Black Wang.*1\. C2\.5.*a quiet move.*1… H8\+7/);
  assert.equal(await view(page).locator("article").count(), 1);
  await page.emulateMedia({ media: "print" });
  assert.deepEqual(await visible(page), ["print-view"]);
  assert.deepEqual(errors, []);
});

/** Makes the first game unreadable while the page's body has `data-broken`. Runs in the page. */
function breakFirstGame() {
  const Native = Worker;
  globalThis.Worker = class extends Native {
    override addEventListener(type: string, listener: EventListenerOrEventListenerObject) {
      super.addEventListener(type, (event) => {
        const { data } = event as MessageEvent;
        const isFirst = typeof data?.result === "string" && data.result.includes('[Red "Hu"]');
        const isBroken = isFirst && "broken" in document.body.dataset;
        const changed = new MessageEvent("message", { data: { ...data, result: "nonsense" } });
        (listener as EventListener)(isBroken ? changed : event);
      });
    }
  } as typeof Worker;
}

test("games that cannot be read are named, and the others are printed and added to the worksheet", async (t) => {
  const { page, context, add, errors } = await openLibrary(t);
  await context.addInitScript(breakFirstGame);
  await page.reload();
  await whenReady(page);
  await add(["two.pgn", TWO]);
  for (const at of [0, 1]) await page.locator(".library-rows .library-mark").nth(at).click();
  await page.evaluate(() => (document.body.dataset.broken = ""));
  await countPrints(page);
  await page.click("#library-print");
  await printed(page, 1);
  assert.equal(await view(page).locator("article").count(), 1);
  assert.match(await textOf(page), /Red Li, Black Chen.*And 1 more/);
  const toast = page.locator("#toast", { hasText: "1 game could not be read" });
  await toast.filter({ hasText: "Hu – Wang" }).waitFor();
  await page.click("#library-sheet");
  await page.click("#library-sheet-dialog [type=submit]");
  await toast.filter({ hasText: "The worksheet now has 1 position." }).waitFor();
  assert.deepEqual(errors, []);
});

test("of two prints that are prepared at once, only the later one is printed", async (t) => {
  const { page, context, add } = await openLibrary(t);
  await watchRequests(context, "write", true);
  await page.reload();
  await whenReady(page);
  await add(["two.pgn", TWO]);
  const mark = (at: number) => page.locator(".library-rows .library-mark").nth(at).click();
  await mark(0);
  await countPrints(page);
  await page.click("#library-print"); // waits for its game
  await page.waitForFunction(() => globalThis.requests === 1);
  await mark(0);
  await mark(1);
  await page.click("#library-print");
  await printed(page, 1);
  assert.match(await textOf(page), /Red Li/);
  await page.evaluate(() => dispatchEvent(new Event("release")));
  await mark(0);
  await page.click("#library-print"); // its answers come after that of the first
  await page.locator("body:not([data-prints='1'])").waitFor();
  assert.match(await textOf(page), /Red Li.*Red Hu/);
  assert.equal(await page.locator("body").getAttribute("data-prints"), "2");
});

/** Returns the file that the export sheet saves. */
async function save(page: Page, button = "#export-save") {
  const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test("evaluations and clocks are kept in PGN and left out elsewhere, unless the person chooses", async (t) => {
  const { page, errors } = await openAnalysis(t, { context: { locale: "en-GB" } });
  await open(page, LESSON);
  await page.waitForFunction(() => chuheAnalysis.study.get().nodes.length > 6);
  await page.keyboard.press("e");
  const choose = (name: string, value = "") =>
    page.locator(`#export-form label:has([name=${name}]${value && `[value="${value}"]`})`).click();
  const text = () => page.inputValue("#export-text");
  await page.locator("#paper-print").waitFor();
  const tops = await page.evaluate(() =>
    [
      "[name=format]",
      "#export-save",
      "#export-text",
      "#export-lines",
      "#share-link",
      "#paper-print",
    ].map((part) => document.querySelector(`#export-form ${part}`)!.getBoundingClientRect().top),
  );
  assert.deepEqual(
    tops,
    tops.toSorted((one, other) => one - other),
    "files come first",
  );
  await choose("format", "pgn-wxf");
  const pgn = await text();
  assert.match(pgn, /\[%clk 0:09:59\]/);
  assert.match(pgn, /\[%eval 0\.35\]/);
  await choose("format", "dhtmlxq");
  assert.doesNotMatch(await text(), /clk|eval/);
  assert.equal((await text()).match(/\[DhtmlXQ_comment/g)!.length, 3);
  await choose("format", "xqf");
  assert.ok(await page.locator("#export-text").isHidden());
  const reopened = (bytes: Buffer) => {
    const record = new Record(new Uint8Array(bytes));
    return { format: record.format(), pgn: record.export("pgn-wxf"), tags: record.tags() };
  };
  const bare = await save(page);
  assert.equal(bare.name, "Lesson 3.xqf");
  const { format, pgn: without, tags } = reopened(bare.bytes);
  assert.deepEqual([format, tags.Red], ["xqf", "Hu"]);
  assert.doesNotMatch(without, /clk|eval/);
  assert.match(without, /\[%csl Ge4\] The cannon/);
  await choose("evaluations");
  await choose("clocks");
  const moves = (whole: string) => whole.slice(whole.indexOf("\n\n"));
  assert.equal(moves(reopened((await save(page)).bytes).pgn), moves(pgn));
  await choose("format", "pgn-wxf");
  await choose("clocks");
  assert.doesNotMatch(await text(), /clk/);
  assert.match(await text(), /eval/);
  const archive = await save(page, "#paper-svg");
  assert.match(archive.name, /^Lesson 3-diagrams-.*\.zip$/);
  assert.match(archive.bytes.toString("latin1"), /1-ply-3\.svg/);
  const pictures = await save(page, "#paper-png");
  assert.ok(pictures.bytes.length < 160_000, `${pictures.bytes.length}`);
  assert.deepEqual(errors, []);
});
