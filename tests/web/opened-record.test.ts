/** Opening records from every page: at their first move, with their names; several files one after the other. */
import assert from "node:assert/strict";
import test from "node:test";
import type { Page } from "playwright-core";
import { openAnalysis, whenReady as whenAnalysisReady } from "./analysis-helpers.ts";
import { drawn, hold, openApp } from "./helpers.ts";
import { openLibrary } from "./library-helpers.ts";
import { openPage, whenUsable } from "./page-helpers.ts";

const PGN = `[Game "Chinese Chess"]
[Event "Cup"]
[Date "2024.05.01"]
[Red "Xu"]
[Black "Lü"]
[Result "1-0"]

{Long ago.} 1. 炮二平五 马８进７ {solid} (1... 炮８平５ 2. 马二进三) 2. 马二进三 1-0`;

declare global {
  /** Lets the page read the file that is held back. */
  var releaseFile: () => void;
}

const CONTEXT = { context: { locale: "en-GB", viewport: { width: 1440, height: 900 } } };
const study = (page: Page) => page.evaluate(() => chuheAnalysis.study.get());
const fileOf = (name: string, text: string) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(text),
});

/** Opens the explorer without its moves; the returned function lets them come and waits for them. */
async function holdExplorer(page: Page) {
  const go = await hold(page, /lab[^/]*\.wasm/);
  await page.click("#explorer summary");
  return async () => {
    go();
    await page.locator(".explorer-row").first().waitFor();
  };
}

test("a record opened from the start screen shows its first move, names, comments and variations", async (t) => {
  const { page, errors } = await openApp(t, CONTEXT);
  await whenUsable(page);
  await page.click("#start-open");
  await page.locator("#open-dialog").waitFor();
  assert.ok(!page.url().includes("#"), "a reload does not open the sheet again");
  await page.fill("#open-text", PGN);
  await page.click("#open-form [type=submit]");
  await page.locator("#open-dialog").waitFor({ state: "hidden" });
  await drawn(page);
  const { at, nodes } = await study(page);
  assert.deepEqual([at, nodes.length], [0, 6]);
  const about = await page.locator("#about").innerText();
  for (const fact of ["Xu", "Lü", "Cup", "2024.05.01", "Red wins"])
    assert.ok(about.includes(fact), fact);
  await page.keyboard.press("End");
  assert.equal(await page.locator("#about").innerText(), about, "as long as it is open");
  await page.click("#control-new");
  await page.waitForFunction(() => chuheAnalysis.study.get().nodes.length === 1);
  await page.locator("#about").waitFor({ state: "hidden" });
  assert.deepEqual(errors, []);
});

test("a record pasted on the start screen opens in the analysis", async (t) => {
  const { page } = await openApp(t, CONTEXT);
  await whenUsable(page);
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, PGN);
  await page.waitForURL(/analysis\.html/);
  await whenAnalysisReady(page);
  const { at, nodes, tags } = await study(page);
  assert.deepEqual([at, nodes.length, tags.Red], [0, 6, "Xu"]);
});

test("the menu takes the game on the board to Analyse; comments made there stay", async (t) => {
  const { page, game, errors } = await openPage(t, CONTEXT);
  const toAnalysis = page.locator(".site-nav a").nth(1);
  await game.start({ mode: "local" });
  for (const [index, move] of ["h2e2", "h9g7", "h0g2"].entries()) {
    await game.click(move);
    await game.plies(index + 1);
  }
  await toAnalysis.click();
  await whenAnalysisReady(page);
  assert.deepEqual(
    await page.evaluate(() => chuheAnalysis.study.lineTo(chuheAnalysis.study.get().at)),
    ["h2e2", "h9g7", "h0g2"],
  );
  await page.evaluate(() => {
    const { study: open } = chuheAnalysis;
    open.comment(open.get().at, "mine");
  });
  await page.locator(".site-nav a").first().click();
  await page.waitForFunction(() => globalThis.chuhe);
  await page.evaluate(() => chuhe.ready);
  assert.deepEqual(await game.moves(), ["h2e2", "h9g7", "h0g2"], "and back");
  await game.click("i9h9");
  await game.plies(4);
  await toAnalysis.click();
  await whenAnalysisReady(page);
  const { nodes, at } = await study(page);
  assert.deepEqual([nodes.length, nodes[at].move, nodes[at - 1].comment], [5, "i9h9", "mine"]);
  assert.deepEqual(errors, []);
});

test("several files are opened one after the other by a list, which names the one on the board", async (t) => {
  const { page, errors } = await openAnalysis(t, CONTEXT);
  await page.click("#control-open");
  await page.setInputFiles("#open-file", [
    fileOf("10.pgn", "1. c3c4"),
    fileOf("2.pgn", PGN),
    fileOf("3.pgn", "1. nonsense"),
  ]);
  const untilRed = (red: string) =>
    page.waitForFunction((name) => chuheAnalysis.study.get().tags.Red === name, red);
  const names = () => page.locator("#files-list option").allInnerTexts();
  const chosen = () =>
    page.locator("#files-list").evaluate((list: HTMLSelectElement) => list.selectedIndex);
  await untilRed("Xu");
  assert.deepEqual(await names(), ["2.pgn", "3.pgn", "10.pgn"]);
  await page.click("#files-on");
  await page.locator("#toast", { hasText: /^3\.pgn: .*nonsense/ }).waitFor();
  assert.deepEqual(
    [await chosen(), (await study(page)).nodes.length],
    [2, 2],
    "the file is skipped",
  );
  assert.deepEqual(await names(), ["2.pgn", "3.pgn (cannot be read)", "10.pgn"]);
  assert.ok(await page.locator("#files-on").isDisabled());
  await page.selectOption("#files-list", "3.pgn (cannot be read)");
  await page.locator("#toast", { hasText: "nonsense" }).waitFor();
  assert.deepEqual([await chosen(), (await study(page)).nodes.length], [2, 2], "nothing changes");
  await page.click("#files-back");
  await untilRed("Xu");
  assert.equal(await chosen(), 0);
  await page.click("#control-new");
  await page.waitForFunction(
    () =>
      document.querySelector<HTMLSelectElement>("#files-list")!.selectedOptions[0]?.text ===
      "3 files opened before",
  );
  await page.click("#files-back");
  await untilRed("Xu");
  assert.equal(await chosen(), 0);
  assert.deepEqual(errors, []);
});

test("the games of a file with several are listed, also among other files, and a title heads its game", async (t) => {
  const { page, errors } = await openAnalysis(t, CONTEXT);
  const several = `[Red "A"]\n\n1. h2e2 *\n\n[Title "Second"]\n[Result "1-0"]\n\n1. b2e2 1-0\n\n1. c3c4 *\n`;
  const names = () => page.locator("#files-list option").allInnerTexts();
  const untilPlace = async (place: string) => {
    await page.locator(".files-place", { hasText: place }).waitFor();
    await drawn(page); // the game is shown in the next frame
  };
  const open = async (...files: ReturnType<typeof fileOf>[]) => {
    await page.click("#control-open");
    await page.setInputFiles("#open-file", files);
  };
  await open(fileOf("book.pgn", several));
  await untilPlace("1/3");
  assert.deepEqual(await names(), ["1. Red A, Black ?", "2. Second", "3. book 3"]);
  await page.keyboard.press("n");
  await untilPlace("2/3");
  assert.equal(await page.locator(".about-who").innerText(), "Second, Red wins");
  await page.evaluate(() => chuheAnalysis.study.comment(1, "mine"));
  await page.selectOption("#files-list", "3. book 3");
  await untilPlace("3/3");
  assert.equal((await study(page)).nodes[1].move, "c3c4");
  assert.ok(await page.locator("#files-on").isDisabled());
  await page.keyboard.press("p");
  await untilPlace("2/3");
  await page.waitForFunction(() => chuheAnalysis.study.get().nodes[1].comment === "mine");

  await open(fileOf("1.pgn", PGN), fileOf("2.pgn", several), fileOf("第3局.pgn", "1. g3g4"));
  await untilPlace("1/3");
  await page.click("#files-on");
  await untilPlace("2/5");
  const titles = ["1. Red A, Black ?", "2. Second", "3. 2 3"].map((name) => `2.pgn: ${name}`);
  assert.deepEqual(await names(), ["1.pgn", ...titles, "第3局.pgn"]);
  for (const place of ["3/5", "4/5", "5/5"]) {
    await page.click("#files-on");
    await untilPlace(place);
  }
  assert.equal(await page.locator(".about-who").innerText(), "第3局");
  assert.deepEqual(errors, []);
});

test("opened files are in view beside the board, even with an open explorer; on a phone the current move is", async (t) => {
  const { page, errors } = await openAnalysis(t, {
    context: { ...CONTEXT.context, viewport: { width: 1280, height: 800 } },
  });
  const opened = await holdExplorer(page);
  await page.evaluate(() => (document.querySelector("#tree-area")!.scrollTop = 1e6));
  await page.click("#control-open");
  await page.setInputFiles("#open-file", [fileOf("1.pgn", PGN), fileOf("2.pgn", "1. c3c4")]);
  await page.locator("#files-list").waitFor();
  const assertFilesInView = async () => {
    await drawn(page);
    const [files, area] = await page.evaluate(() =>
      ["#files", "#tree-area"].map(
        (place) => document.querySelector(place)!.getBoundingClientRect().top,
      ),
    );
    assert.ok(files >= area, `${files} above ${area}`);
  };
  await assertFilesInView();
  await opened();
  await assertFilesInView();
  assert.deepEqual(errors, []);

  await page.setViewportSize({ width: 390, height: 760 });
  await page.evaluate(() => scrollTo(0, 0));
  await page.evaluate(() => {
    const { study: open } = chuheAnalysis;
    open.open({ ...open.data(), at: open.data().nodes.length - 1 });
  });
  await drawn(page);
  const [here, controls] = await page.evaluate(() =>
    [".node[aria-current=true]", "#controls"].map((place) => {
      const { top, bottom } = document.querySelector(place)!.getBoundingClientRect();
      return { top, bottom };
    }),
  );
  assert.ok(here.bottom <= controls.top, JSON.stringify({ here, controls }));
});

for (const height of [664, 844])
  test(`390 x ${height}: an opened game scrolls into view below the board, and the next file moves nothing`, async (t) => {
    const { page, errors } = await openAnalysis(t, {
      context: { locale: "en-GB", viewport: { width: 390, height } },
    });
    await page.click("#explorer summary");
    await page.locator(".explorer-row").first().waitFor();
    await page.evaluate(() => scrollTo(0, 1e6));
    await page.click("#control-open");
    await page.setInputFiles("#open-file", [fileOf("1.pgn", PGN), fileOf("2.pgn", "1. c3c4")]);
    await page.locator("#files-list").waitFor();
    const top = async (place: string) => {
      await drawn(page);
      return page.evaluate(
        (name: string) => document.querySelector(name)!.getBoundingClientRect().top,
        place,
      );
    };
    const steps = await page.evaluate(
      () => document.querySelector("#steps")!.getBoundingClientRect().bottom,
    );
    const files = await top("#files");
    assert.ok(files >= steps - 1 && files < height, `${files} beside ${steps} and ${height}`);
    await page.click("#files-on");
    await page.waitForFunction(() => chuheAnalysis.study.get().nodes.length === 2);
    assert.equal(await top("#files"), files);
    assert.deepEqual(errors, []);
  });

test("a file that is opened again comes back with the additions to it, or without", async (t) => {
  const { page, errors } = await openAnalysis(t, CONTEXT);
  const files = [
    ["1.pgn", PGN],
    ["1a.pgn", "1. nonsense"],
    ["2.pgn", "1. c3c4"],
  ].map(([name, text]) => fileOf(name, text));
  await page.click("#control-open");
  await page.setInputFiles("#open-file", files);
  await page.waitForFunction(() => chuheAnalysis.study.get().tags.Red === "Xu");
  await page.evaluate(() => chuheAnalysis.study.comment(1, "mine"));
  const plies = (n: number) =>
    page.waitForFunction((count) => chuheAnalysis.study.mainLine().length === count, n);
  await page.click("#files-on");
  await plies(1);
  await page.click("#control-new");
  await plies(0);
  await page.click("#files-back");
  await plies(1);
  await page.click("#files-back");
  await plies(3);
  assert.equal((await study(page)).nodes[1].comment, "mine");
  await page.locator("#toast", { hasText: "with your changes" }).waitFor();
  await page.click("#toast button");
  await page.waitForFunction(() => chuheAnalysis.study.get().nodes[1].comment === "");
  await page.reload();
  await whenAnalysisReady(page);
  assert.equal((await study(page)).nodes[1].comment, "", "a reload keeps the version without");
  await page.click("#control-open");
  await page.setInputFiles("#open-file", files[0]);
  await page.waitForFunction(() => chuheAnalysis.study.get().nodes[1].comment === "mine");
  assert.deepEqual(errors, []);
});

test("the file chosen last is on the board, even if an earlier one is read later", async (t) => {
  const { page } = await openAnalysis(t, CONTEXT);
  await page.evaluate(() => {
    const { arrayBuffer } = Blob.prototype;
    const held = new Promise<void>((resolve) => (globalThis.releaseFile = resolve));
    Blob.prototype.arrayBuffer = async function (this: File) {
      if (this.name === "2.pgn") await held;
      return arrayBuffer.call(this);
    };
  });
  await page.click("#control-open");
  const lines = { 1: "1. c3c4", 2: "1. h2e2", 3: "1. b0c2" };
  const files = Object.entries(lines).map(([name, text]) => fileOf(`${name}.pgn`, text));
  await page.setInputFiles("#open-file", files);
  await page.waitForFunction(() => chuheAnalysis.study.mainLine().length === 1);
  for (const name of ["2.pgn", "3.pgn"]) await page.selectOption("#files-list", name);
  await page.evaluate(() => globalThis.releaseFile());
  await page.waitForFunction(() => chuheAnalysis.study.get().nodes[1].move === "b0c2");
  await page.locator(".files-place", { hasText: "3/3" }).waitFor();
});

test("two tabs with the same record, one of them flipped, stop writing it", async (t) => {
  const { page, context } = await openAnalysis(t, CONTEXT);
  const open = async (tab: Page) => {
    await tab.click("#control-open");
    await tab.setInputFiles("#open-file", fileOf("1.pgn", PGN));
    await tab.waitForFunction(() => chuheAnalysis.study.get().tags.Red === "Xu");
  };
  await open(page);
  await page.evaluate(() => chuheAnalysis.study.comment(1, "mine"));
  await page.click("#step-flip");
  const second = await context.newPage();
  await second.goto(page.url());
  await whenAnalysisReady(second);
  await second.click("#control-new");
  await second.waitForFunction(() => chuheAnalysis.study.get().nodes.length === 1);
  await second.click("#step-flip");
  await open(second);
  await second.waitForFunction(() => chuheAnalysis.study.get().nodes[1].comment === "mine");
  for (const tab of [page, second]) {
    const events = await tab.evaluate(async () => {
      let count = 0;
      addEventListener("storage", () => (count += 1));
      await new Promise((resolve) => setTimeout(resolve, 500));
      return count;
    });
    assert.ok(events <= 2, `written ${events} times by the other`);
  }
});

test("copies of a game in the library open with their own annotations", async (t) => {
  const { page, add, reds } = await openLibrary(t);
  const copy = (words: string) => `[Red "Xu"]\n\n1. h2e2 {${words}} h9g7 *`;
  await add(["copies.pgn", `${copy("first")}\n\n${copy("second")}`]);
  await reds("Xu", "Xu");
  for (const [row, words] of ["first", "second"].entries()) {
    await page.locator(".library-rows .is-red").nth(row).click();
    await page.waitForURL("**/analysis.html");
    await whenAnalysisReady(page);
    assert.equal((await study(page)).nodes[1].comment, words);
    await page.evaluate(() => chuheAnalysis.study.comment(2, "mine"));
    await page.goBack();
    await reds("Xu", "Xu");
  }
  await page.locator(".library-rows .is-red").first().click();
  await page.waitForURL("**/analysis.html");
  await whenAnalysisReady(page);
  const { nodes } = await study(page);
  // The library may have stored the addition meanwhile; then no notice appears.
  assert.deepEqual([nodes[1].comment, nodes[2].comment], ["first", "mine"]);
});

test("a long comment before the first move leaves the moves in view", async (t) => {
  const { page, hand } = await openAnalysis(t, CONTEXT);
  await hand.lines("h2e2 h9g7 h0g2 i9h9");
  await page.evaluate(() => chuheAnalysis.study.comment(0, "A long remark. ".repeat(120)));
  await page.locator(".note.is-opening").waitFor();
  const isInSight = await page.evaluate(() => {
    const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
    const [first, tree] = [box(".rounds .node"), box("#tree")];
    return first.bottom < tree.bottom;
  });
  assert.ok(isInSight);
});
