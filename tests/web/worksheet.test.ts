/** The worksheet's page: positions on paper, where nothing is cut, and how other pages add to it. */
import assert from "node:assert/strict";
import test from "node:test";
import type { TestContext } from "node:test";
import type { Page } from "playwright-core";
import { PER_PAGE } from "../../www/js/share/worksheet-storage.ts";
import { axeFaults } from "./axe-helpers.ts";
import { openAnalysis } from "./analysis-helpers.ts";
import { openApp } from "./helpers.ts";
import type { AppOptions } from "./helpers.ts";
import { TWO, openLibrary } from "./library-helpers.ts";

const ROOK = "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1";

const whenReady = (page: Page) => page.locator("#worksheet[data-ready]").waitFor();

async function openWorksheet(t: TestContext, { root, context: options }: AppOptions = {}) {
  const context = { locale: "en-GB", viewport: { width: 1280, height: 800 }, ...options };
  const opened = await openApp(t, { root, path: "worksheet.html", context });
  await whenReady(opened.page);
  return opened;
}

const cells = (page: Page) => page.locator(".paper-cell");
const captions = (page: Page) => page.locator(".paper-caption").allInnerTexts();

async function paste(page: Page, text: string) {
  if (!(await page.locator("#worksheet-text").isVisible()))
    await page.click("#worksheet-paste summary");
  await page.fill("#worksheet-text", text);
  await page.click("#worksheet-add-text");
}

/** Returns the elements that stick out of their page, and boards that are too small. Runs in the page. */
function cutParts() {
  const faults: string[] = [];
  for (const [index, paper] of [...document.querySelectorAll(".paper")].entries()) {
    const page = paper.getBoundingClientRect();
    for (const part of paper.querySelectorAll(
      ".paper-caption, .paper-board svg, .paper-turn, .paper-line, .paper-head, .paper-answers li",
    )) {
      const cell = (part.closest(".paper-cell") ?? paper).getBoundingClientRect();
      const { left, right, top, bottom, width, height } = part.getBoundingClientRect();
      const isOut =
        left < page.left || right > page.right + 1 || top < page.top || bottom > page.bottom + 1;
      if (
        isOut ||
        bottom > cell.bottom + 1 ||
        (part.matches("svg") && Math.min(width, height) < 60)
      )
        faults.push(`page ${index + 1}: ${part.className || part.nodeName}`);
    }
  }
  return faults;
}

test("ten puzzles are on paper with one press, are printed whole, and stay", async (t) => {
  const { page, errors } = await openWorksheet(t);
  await page.click("#worksheet-add-puzzles");
  await cells(page).nth(9).waitFor();
  assert.equal(await cells(page).count(), 10);
  assert.equal(await page.locator(".paper-answers li").count(), 10);
  for (const answer of await page.locator(".paper-answers li").allInnerTexts())
    assert.match(answer, /1(\.|…) \w/);
  const shared = await page.locator(".paper-boards svg path").count();
  assert.ok(shared < 60, `pieces are drawn once: ${shared} paths in the boards`);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  assert.deepEqual(
    pdf.match(/\/MediaBox \[[^\]]*\]/g)?.map((box) => /59[45].* 84[12]/.test(box)),
    [true, true, true],
    "two pages of boards and one of answers, all A4",
  );
  await page.evaluate(() => {
    globalThis.print = () => (document.body.dataset.printed = "yes");
  });
  await page.click("#worksheet-print");
  assert.equal(await page.locator("body").getAttribute("data-printed"), "yes");
  const before = await captions(page);
  await page.reload();
  await whenReady(page);
  assert.deepEqual(await captions(page), before);
  assert.deepEqual(errors, []);
});

test("nothing is cut, however many boards and lines a page has", async (t) => {
  const { page } = await openWorksheet(t);
  const long = "A caption that is so long that it takes more than one line on the paper. ".repeat(
    2,
  );
  await paste(page, Array.from({ length: 13 }, () => `${ROOK} ${long}`).join("\n"));
  await cells(page).nth(12).waitFor();
  await page.selectOption("#worksheet-lines", "3");
  await page.locator("#worksheet-options [name=coordinates]").click();
  for (const count of PER_PAGE)
    for (const paper of ["a4", "letter"]) {
      await page.selectOption("#worksheet-perPage", String(count));
      await page.selectOption("#worksheet-paper", paper);
      await page.locator(`.paper[data-count="${count}"][data-paper=${paper}]`).first().waitFor();
      assert.deepEqual(await page.evaluate(cutParts), [], `${count} on ${paper}`);
      assert.equal(await page.locator(".paper-boards").count(), Math.ceil(13 / count));
    }
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  assert.equal(
    pdf.match(/\/MediaBox \[0 0 612/g)?.length,
    3,
    "Letter: two of boards, one of answers",
  );
  await page.locator("#worksheet-options [name=answers]").click();
  await page.locator(".paper-answers").waitFor({ state: "detached" });
});

test("captions and answers are edited, positions moved and removed, and all is undone", async (t) => {
  const { page } = await openWorksheet(t);
  await paste(page, `${ROOK} One\n${ROOK} Two\nnonsense\n${ROOK} Three`);
  await cells(page).nth(2).waitFor();
  assert.equal(await page.inputValue("#worksheet-text"), "nonsense");
  assert.match(await page.locator("#worksheet-paste .faults").innerText(), /nonsense/);
  const rows = page.locator(".worksheet-item");
  await rows.nth(0).locator("input").nth(0).fill("First");
  await rows.nth(0).locator("input").nth(1).fill("Rook to the top");
  await page.locator(".paper-answers", { hasText: "Rook to the top" }).waitFor();
  await rows.nth(0).locator(".is-step-forward").focus();
  await page.keyboard.press("Alt+ArrowDown");
  const says = (...names: string[]) =>
    page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll(".paper-caption")]
          .map((caption) => caption.textContent!.replace(/\s+/g, " ").trim())
          .join() === wanted,
      names.map((name, at) => `${at + 1} ${name}`).join(),
    );
  await says("Two", "First", "Three");
  await page.waitForFunction(
    () => document.activeElement!.closest(".worksheet-item")?.textContent!.trim()[0] === "2",
  );
  await rows.nth(0).locator(".is-remove").click();
  await says("First", "Three");
  await page.locator("#toast button", { hasText: "Undo" }).click();
  await says("Two", "First", "Three");
  // The offer to undo ends with another change.
  const offer = page.locator("#toast button", { hasText: "Undo" });
  await rows.nth(2).locator(".is-remove").click();
  await offer.waitFor();
  await page.fill("#worksheet-heading", "Forks");
  await offer.waitFor({ state: "hidden" });
  await says("Two", "First");
  for (let changes = 0; changes < 2; changes++) await page.click("#worksheet-undo");
  await says("Two", "First", "Three");
  await page.locator("#worksheet-print").focus();
  await page.keyboard.press("Control+z");
  await says("First", "Two", "Three");
  await page.keyboard.press("Control+Shift+z");
  await says("Two", "First", "Three");
  await page.click("#worksheet-clear");
  await page.locator(".worksheet-empty").waitFor();
  await page.click("#worksheet-undo");
  await says("Two", "First", "Three");
});

test("the form finds puzzles by kind, length and motif, none twice, and says when there are too few", async (t) => {
  const { page } = await openWorksheet(t, { context: { locale: "zh-CN", colorScheme: "dark" } });
  await page.locator("#puzzle-motif option[value=doubleCannon]").waitFor({ state: "attached" });
  await page.selectOption("#puzzle-kind", "mate");
  await page.selectOption("#puzzle-length", "2");
  await page.selectOption("#puzzle-motif", "doubleCannon");
  await page.fill("#worksheet-puzzles [name=count]", "60");
  for (let tries = 0; tries < 12 && (await page.locator("#toast").isHidden()); tries++) {
    const before = await cells(page).count();
    await page.click("#worksheet-add-puzzles");
    await page.waitForFunction(
      (count) =>
        document.querySelectorAll(".paper-cell").length > count ||
        !document.querySelector<HTMLElement>("#toast")!.hidden,
      before,
    );
  }
  assert.match(await page.locator("#toast").innerText(), /习题/);
  const tasks = await captions(page);
  assert.ok(tasks.length > 0 && tasks.every((task) => /两步|2/.test(task)), tasks.join());
  const fens = await page.evaluate(() =>
    JSON.parse(localStorage.getItem("chuhe:worksheet")!).positions.map(
      ({ fen }: { fen: string }) => fen,
    ),
  );
  assert.equal(new Set(fens).size, fens.length);
  await page.click("#toast .tool");
  assert.deepEqual(await axeFaults(page), []);
});

test("puzzles have captions also if the words of their tasks cannot be fetched", async (t) => {
  const { page, context } = await openWorksheet(t, { root: "www" });
  const words = /\/puzzles\/en[^/?]*\.json$/;
  await context.route(words, (route) => route.abort());
  await page.reload();
  await whenReady(page);
  await page.click("#worksheet-add-puzzles");
  await cells(page).nth(9).waitFor();
  for (const caption of await captions(page)) assert.match(caption, /(Red|Black) to move$/);
  await context.unroute(words);
  await page.click("#worksheet-add-puzzles");
  await cells(page).nth(19).waitFor();
  for (const caption of (await captions(page)).slice(10)) assert.match(caption, /in \d/);
});

test("the analysis, the puzzles and the library add positions", async (t) => {
  const { page, server, errors } = await openAnalysis(t, { context: { locale: "en-GB" } });
  await page.evaluate(() => {
    const { study } = chuheAnalysis;
    study.go(study.addLine(0, ["h2e2", "h9g7", "h0g2"]));
    study.mark(2, { signs: [220], shapes: ["Gh0g2"] });
  });
  await page.keyboard.press("e");
  await page.click("#paper-position");
  await page.locator(".export-said", { hasText: "has 1 position." }).waitFor();
  await page.click("#paper-diagrams");
  await page.locator(".export-said", { hasText: "has 2 positions." }).waitFor();
  await page.goto(`${server.url}puzzles.html`);
  await page.evaluate(() => chuhePuzzles.ready.then(() => null));
  await page.click("#choose");
  await page.locator("#choose-list .stage").first().waitFor();
  await page.click("#choose-sheet-ten");
  await page.locator("#choose-sheet-said", { hasText: "12 positions" }).waitFor();
  await page.click("#choose-sheet-open");
  await whenReady(page);
  assert.equal(await cells(page).count(), 12);
  const answers = await page.locator(".paper-answers li").allInnerTexts();
  assert.match(answers[1], /1\. H2\+3/);
  assert.deepEqual(errors, []);
});

test("the library adds a position of each selected game", async (t) => {
  const { page, server, add } = await openLibrary(t);
  await add(["two.pgn", TWO]);
  await page.locator(".library-rows .library-mark").nth(0).click();
  await page.locator(".library-rows .library-mark").nth(1).click();
  await page.click("#library-sheet");
  await page.click("#library-sheet-dialog [type=submit]");
  await page.locator("#toast", { hasText: "2 positions" }).waitFor();
  await page.locator("#toast button", { hasText: "Open" }).click();
  await page.waitForURL(`${server.url}worksheet.html`);
  await whenReady(page);
  assert.deepEqual(
    (await captions(page)).map((caption) => caption.replace(/\s+/g, " ")),
    ["1 Hu – Wang", "2 Li – Chen"],
  );
});
