/** No screen and no sheet has a fault that axe-core finds, in light and dark. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import test from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { openAnalysis } from "./analysis-helpers.ts";
import { axeFaults } from "./axe-helpers.ts";
import { ROOT, openApp } from "./helpers.ts";
import { openLab } from "./lab-helpers.ts";
import { BROKEN, TWO, openLibrary } from "./library-helpers.ts";
import { MATE_IN_ONE, openPage, player, risen } from "./page-helpers.ts";
import { SCREENS } from "./screens.ts";

const SIZES: BrowserContextOptions[] = [
  { colorScheme: "light", locale: "zh-CN", viewport: { width: 1280, height: 800 } },
  { colorScheme: "dark", locale: "en-US", viewport: { width: 360, height: 740 } },
];
/** Addresses of pages that are empty without one. */
const ADDRESSES: Record<string, string> = { "embed.html": "embed.html#game=NvweEKwy" };
/** The sheets of a page, with the key that opens them; without a key, the button of their name does. */
const SHEETS: Record<string, Record<string, string>> = {
  "index.html": { new: "n", settings: "", help: "?", open: "o", export: "e" },
  "analysis.html": { settings: "", open: "o", export: "e", mine: "m" },
};
const PAGES = readdirSync(`${ROOT}www`).filter((name) => name.endsWith(".html"));

/** Returns the faults that axe finds, each with the name of its screen. */
const faults = async (page: Page, screen: string) =>
  (await axeFaults(page)).map((fault) => `${screen}: ${fault}`);

/** Returns the faults of all sheets of the page. */
async function faultsOfSheets(page: Page) {
  const found = [];
  const ids = await page.locator("dialog").evaluateAll((all) => all.map(({ id }) => id));
  for (const id of ids) {
    await page.evaluate((name) => {
      const sheet = document.querySelector<HTMLDialogElement>(`#${name}`)!;
      if (!sheet.open) sheet.showModal();
    }, id);
    found.push(...(await faults(page, `#${id}`)));
    await page.evaluate(
      (name) => document.querySelector<HTMLDialogElement>(`#${name}`)!.close(),
      id,
    );
  }
  return found;
}

for (const context of SIZES) {
  const { colorScheme: scheme } = context;

  for (const name of PAGES) {
    test(`${name} and its sheets pass axe, ${scheme}`, async (t) => {
      const { page } = await openApp(t, { context, path: ADDRESSES[name] ?? name });
      await page.evaluate(() => globalThis.chuhe?.ready);
      await page.waitForLoadState("networkidle");
      const found = await faults(page, name);
      // Sheets are created when they are first opened; the one to share a game is filled later.
      for (const [sheet, key] of Object.entries(SHEETS[name] ?? {})) {
        if (key) await page.keyboard.press(key);
        else await page.click(`#${sheet}`);
        await page.waitForSelector(`#${sheet}-dialog[open]`);
        if (sheet === "mine") await page.waitForSelector("#mine-count:not(:empty)");
        if (sheet === "export") await page.waitForSelector("#share-link");
        await page.keyboard.press("Escape");
        await page.waitForSelector(`#${sheet}-dialog`, { state: "hidden" });
      }
      assert.deepEqual([...found, ...(await faultsOfSheets(page))], []);
    });
  }

  test(`a warning and the turning point of a lost game pass axe, ${scheme}`, async (t) => {
    const { page, game } = await openPage(t, { context, path: "#strength=1&help=on" });
    await game.start({ level: 1, side: "red" });
    await game.click("a0a1");
    await page.locator("#caution").waitFor();
    const found = await faults(page, "a question before a move");
    await page.evaluate(() => {
      const { game: now } = chuhe.state;
      const moves = ["h2e2", "h9g7", "e2e6", "g7e6"];
      const ended = { reason: "resignation", side: "red" } as const;
      chuhe.game.open({ ...now, moves, ply: moves.length, ended });
    });
    await page.locator("#turning-again").waitFor();
    found.push(...(await faults(page, "a lost game")));
    assert.deepEqual(found, []);
  });

  test(`the explorer with games of the library passes axe, ${scheme}`, async (t) => {
    const { page } = await openApp(t, { context, path: SCREENS.explorer.path });
    await SCREENS.explorer.prepare(page);
    assert.deepEqual(await faults(page, "the explorer"), []);
  });

  test(`the practice and a line to learn pass axe, ${scheme}`, async (t) => {
    const { page, server } = await openApp(t, { context, path: "puzzles.html" });
    await page.waitForFunction(() => "chuhePuzzles" in globalThis);
    await page.evaluate(() => chuhePuzzles.ready);
    const found = await faults(page, "puzzles");
    await SCREENS.practice.prepare(page);
    found.push(...(await faults(page, "practice")));
    await page.click("#choose");
    await page.locator("#practice-dialog[open]").waitFor();
    found.push(...(await faults(page, "what is practised")));
    await page.goto(server.url + SCREENS["a line to learn"].path);
    await SCREENS["a line to learn"].prepare(page);
    found.push(...(await faults(page, "a line to learn")));
    assert.deepEqual(found, []);
  });

  test(`a review, its line on the board and a retry pass axe, ${scheme}`, async (t) => {
    const { page } = await openApp(t, { context, path: "analysis.html" });
    await page.waitForFunction(() => globalThis.chuheAnalysis?.study);
    await page.evaluate(() => {
      const { study } = chuheAnalysis;
      study.go(study.addLine(0, ["h2e2", "h9g7", "e2e6", "g7e6", "h0g2", "c6c5"]));
    });
    await page.click(".section-tab[data-part=review]");
    await page.waitForSelector("#review-start");
    const found = await faults(page, "before a review");
    await page.evaluate(() => {
      chuheAnalysis.review.run.nodes = { position: 6000, comparison: 15_000 };
    });
    await page.click("#review-start");
    await page.click(".drop-item");
    found.push(...(await faults(page, "a review")));
    await page.locator("#review-practise").waitFor();
    found.push(...(await faults(page, "what can be practised")));
    await page.click("#detail-punishment");
    found.push(...(await faults(page, "a line of a review")));
    await page.click("#detail-leave");
    await page.click("#detail-retry");
    found.push(...(await faults(page, "a turning point")));
    assert.deepEqual(found, []);
  });

  test(`an analysis with variations and its sheets pass axe, ${scheme}`, async (t) => {
    const { page, hand } = await openAnalysis(t, { context });
    await hand.lines("h2e2 h9g7 h0g2", "b0c2 h9g7", "h2e2 b9c7", "c3c4");
    await page.evaluate(() => {
      const { study } = chuheAnalysis;
      study.comment(1, "A comment.");
      study.evaluate(1, -150);
      study.go(study.addLine(0, ["b0c2"]));
    });
    await page.click(".node-menu");
    await page.click("#node-remove");
    await page.locator("#toast:not([hidden])").waitFor();
    const found = await faults(page, "a tree, something said");
    await page.click("#control-play");
    await page.waitForSelector("#play-on-dialog[open]");
    await page.keyboard.press("Escape");
    await page.click("#control-setup");
    await page.waitForSelector("#editor-dialog[open]");
    await page.keyboard.press("Escape");
    await page.click("#control-export");
    await page.click("#share-picture");
    await page.locator(".picture-frame[aria-busy=false]").waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    assert.deepEqual([...found, ...(await faultsOfSheets(page))], []);
  });

  test(`the parts of the Lab and a comparison pass axe, ${scheme}`, async (t) => {
    const { page } = await openLab(t, { context });
    await page.fill("#compare-depth", "2");
    await page.click("#compare-run");
    await page.locator("#compare-said:not(:empty)").waitFor();
    for (const fold of await page.locator("#panel-compare summary").all()) await fold.click();
    const found = await faults(page, "a comparison");
    await page.selectOption("#compare-rule", "phase");
    await page.locator(".lab-guard:visible").waitFor();
    await page.check("input[value=text]", { force: true });
    found.push(...(await faults(page, "a warning, a position to paste")));
    for (const part of ["tree", "solve", "route"]) {
      await page.click(`#tab-${part}`);
      await page.waitForSelector(`#panel-${part}:not([hidden])`);
      if (part === "solve") await page.locator(".solve-stage:not([hidden])").waitFor();
      found.push(...(await faults(page, part)));
    }
    assert.deepEqual(found, []);
  });

  test(`the library with games, a report and filters passes axe, ${scheme}`, async (t) => {
    const { page, add } = await openLibrary(t, { context });
    await add(["two.pgn", TWO], ["broken.pgn", BROKEN]);
    await page.click("#library-more summary");
    await page.locator(".library-mark").first().click();
    await page.fill("#library-from", "soon");
    await page.locator("[aria-invalid=true]").waitFor();
    assert.deepEqual(await faults(page, "library"), []);
  });

  test(`games with friends pass axe, ${scheme}`, async (t) => {
    const { page, server } = await openApp(t, { context, path: "friend.html" });
    const found = [];
    const names = [
      "friends",
      "invitation",
      "a friend's game",
      "a live game without the friend",
      "a live game",
      "a friend's game, over",
    ];
    for (const name of names) {
      await page.goto(`${server.url}friend.html`);
      await SCREENS[name].prepare(page);
      found.push(...(await faults(page, name)));
    }
    assert.deepEqual(found, []);
  });

  test(`the engine's lines with a preview pass axe, ${scheme}`, async (t) => {
    const { page } = await openApp(t, { context, path: "analysis.html" });
    await page.waitForFunction(() => {
      const thought = globalThis.chuheAnalysis?.lines?.state.thought;
      return thought?.lines.length === 3 && thought.depth >= 6;
    });
    const tab = page.locator(".section-tab[data-part=lines]");
    if (await tab.isVisible()) await tab.click();
    const move = page.locator(".line-row:nth-child(3) .line-move");
    await move.nth(1).focus();
    await page.keyboard.press("ArrowRight");
    await page.locator(".line-preview").waitFor();
    const found = await faults(page, "lines");
    await page.locator(".lines-threat").click();
    assert.deepEqual([...found, ...(await faults(page, "threat"))], []);
  });

  test(`a game, its notices and its result pass axe, ${scheme}`, async (t) => {
    const { page, game } = await openPage(t, { context: { ...context, hasTouch: true } });
    await game.start({ mode: "local" });
    await game.click("h2e2");
    await game.plies(1);
    const found = await faults(page, "playing");
    await page.evaluate(() => (location.hash = "#game=!!"));
    await page.locator("#toast:not([hidden])").waitFor();
    found.push(...(await faults(page, "toast")));
    await page.evaluate((startFen) => chuhe.game.newGame({ mode: "local", startFen }), MATE_IN_ONE);
    await player(page).plies(0);
    await page.evaluate(() => chuhe.game.move("b0", "b9"));
    await page.locator("#result:not([hidden])").waitFor();
    found.push(...(await faults(page, "result")));
    assert.deepEqual(found, []);
  });

  test(`the first question, a rated game and the progress pass axe, ${scheme}`, async (t) => {
    const { page } = await openApp(t, { context });
    await page.waitForFunction(() => "chuhe" in globalThis);
    await page.evaluate(() => chuhe.ready);
    await page.click("#start-play");
    await page.locator("#experience-dialog").waitFor();
    await risen(page);
    const found = await faults(page, "question");
    await page.click("#experience-rules");
    await page.waitForSelector("[data-screen=board]");
    await page.evaluate(() => chuhe.game.note({ helped: 1 }));
    await page.evaluate(() => chuhe.game.resign());
    await page.locator(".result-counts:not(:empty)").waitFor();
    found.push(...(await faults(page, "result of a game that fits")));
    await page.click("#control-more");
    await risen(page);
    await page.click("#menu-progress");
    await page.locator("#progress-dialog").waitFor();
    await risen(page);
    found.push(...(await faults(page, "progress")));
    await page.click("#progress-reset");
    found.push(...(await faults(page, "progress, about to begin anew")));
    assert.deepEqual(found, []);
  });
}

test("the notice of a new release passes axe", async (t) => {
  const { page } = await openApp(t, { root: "dist" });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // Simulates a new release that another page has activated.
  await page.evaluate(() => {
    Object.defineProperty(navigator.serviceWorker, "controller", { value: {} });
    navigator.serviceWorker.dispatchEvent(new Event("controllerchange"));
  });
  await page.waitForSelector(".update");
  assert.deepEqual(await faults(page, "notice"), []);
});

test("axe finds a fault that is there", async (t) => {
  const { page } = await openApp(t, { path: "embed.html" });
  await page.evaluate(() => document.body.append(document.createElement("button")));
  assert.match((await faults(page, "spoilt")).join("\n"), /button-name/);
});
