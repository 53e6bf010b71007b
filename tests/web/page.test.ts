// The page in Chromium, with the real rules and the real engine.

import assert from "node:assert/strict";
import test from "node:test";
import type { Page } from "playwright-core";
import {
  MATE_IN_ONE,
  letItThink,
  openPage,
  openSettings,
  player,
  unfoldPosition,
  whenReady,
} from "./page-helpers.ts";

const link = (fen: string, more = "") => `#fen=${fen.replaceAll(" ", "_")}${more}`;

/** No reply is delayed longer than this, in milliseconds. */
const LONGEST_PAUSE = 5000;

/** A game at full strength that is in no opening book: Red lacks a soldier. */
const BOOKLESS = link("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/2P1P1P1P/1C5C1/9/RNBAKABNR w", "&level=10");

declare global {
  /** The reports of the engine's worker. */
  var engineReports: { stopped?: boolean }[];
}

/** Records the reports of the engine's worker, which has not been started yet; returns a function that waits for one. */
async function reportsOf(page: Page) {
  await page.evaluate(() => {
    globalThis.engineReports = [];
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        this.addEventListener("message", ({ data }) => {
          if (data.type === "report") globalThis.engineReports.push(data.report);
        });
      }

      /** On a busy machine an engine that does not stop in time is terminated. */
      terminate() {
        globalThis.engineReports.push({ stopped: true });
        super.terminate();
      }
    };
  });
  return async (index: number) => {
    const handle = await page.waitForFunction((at) => globalThis.engineReports[at], index);
    return handle.jsonValue();
  };
}

test("clicks and drags play, the engine replies, the list and the trays follow", async (t) => {
  const { page, game, errors } = await openPage(t);
  await game.click("h2e2");
  await game.plies(2);
  await game.drag("h0g2");
  await game.plies(4);
  assert.deepEqual(
    (await game.moves()).filter((_, i) => i % 2 === 0),
    ["h2e2", "h0g2"],
  );
  const list = await game.list();
  assert.equal(list.length, 4);
  assert.equal(list[0], "炮二平五");
  await page.evaluate(() => chuhe.board.flushAnimation());
  assert.equal(await game.placement(), await page.evaluate(() => chuhe.state.position.placement));
  assert.match((await page.locator("#announcer").textContent())!, /黑方/);
  assert.deepEqual(errors, []);
});

test("a piece dropped where it cannot go returns, and the page says why", async (t) => {
  const { page, game, errors } = await openPage(t);
  const before = await game.placement();
  await game.drag("h0h4");
  await page.locator("#toast").waitFor();
  assert.match((await page.locator("#toast").textContent())!, /马走“日”字/);
  await game.drag("a0a3");
  assert.match((await page.locator("#toast").textContent())!, /自己的棋子/);
  assert.equal(await game.placement(), before);
  assert.deepEqual(await game.moves(), []);
  assert.deepEqual(errors, []);
});

test("the engine is fetched only for its first search", async (t) => {
  const { page, game } = await openPage(t);
  assert.equal(page.workers().length, 0);
  await game.click("h2e2");
  await game.plies(2);
  assert.equal(page.workers().length, 1);
});

test("undo while the engine thinks; a late reply changes nothing; redo thinks again", async (t) => {
  const { page, game, errors } = await openPage(t, { path: BOOKLESS });
  const report = await reportsOf(page);
  await letItThink(page);
  await page.clock.install();
  await game.click("e0e1");
  await game.thinking();
  await page.waitForFunction(() => (chuhe.state.engine.info?.depth ?? 0) > 2);
  assert.ok(await page.locator("#player-top .progress").isVisible());
  await page.click("#control-undo");
  assert.deepEqual(await game.moves(), [], "at once");
  assert.equal((await report(0)).stopped, true);
  await page.clock.fastForward(LONGEST_PAUSE); // longer than any delayed reply
  assert.deepEqual(await game.moves(), []);
  assert.equal((await game.list()).length, 1, "the undone move stays in the list");
  await page.click("#control-redo");
  await game.thinking();
  await page.click("#player-top .move-now");
  await game.plies(2);
  assert.equal((await report(1)).stopped, true, "the search is cut short");
  assert.deepEqual(errors, []);
});

test("flipping turns the board and leaves the search running", async (t) => {
  const { page, game } = await openPage(t, { path: BOOKLESS });
  await letItThink(page);
  await game.click("e0e1");
  await game.thinking();
  await page.click("#control-flip");
  await page.waitForSelector("canvas[data-orientation=black]");
  assert.equal(await game.status(), "thinking");
  await page.keyboard.press("m");
  await game.plies(2);
  await game.click("b2d2");
  await game.thinking();
  await page.keyboard.press("m");
  await game.plies(4);
});

test("a reload while the engine thinks continues the same game", async (t) => {
  const { page, game, errors } = await openPage(t, { path: BOOKLESS });
  await letItThink(page);
  await game.click("e0e1");
  await page.waitForFunction(() => (chuhe.state.engine.info?.depth ?? 0) > 2);
  await page.reload();
  await whenReady(page);
  assert.equal((await game.moves())[0], "e0e1");
  await game.thinking();
  await page.keyboard.press("m");
  await game.plies(2);
  assert.equal(await page.evaluate(() => chuhe.state.game.level), 15);
  assert.deepEqual(errors, []);
});

test("undone moves survive a reload too", async (t) => {
  const { page, game } = await openPage(t);
  await game.start({ mode: "local" });
  await game.click("h2e2");
  await game.plies(1);
  await game.click("h9g7");
  await game.plies(2);
  await page.click("#control-undo");
  await page.reload();
  await whenReady(page);
  assert.deepEqual(await game.moves(), ["h2e2"]);
  await page.keyboard.press("ArrowRight");
  await game.plies(2);
});

test("the language is switched in place, keeps the game and is stored", async (t) => {
  const { page, game, errors } = await openPage(t);
  await game.click("h2e2");
  await game.plies(2);
  const moves = await game.moves();
  await page.selectOption("#language", "en");
  await page.waitForSelector("html[lang=en]");
  assert.equal(await page.locator("#control-undo").textContent(), "Undo");
  await page.locator("#moves .ply", { hasText: "C2.5" }).first().waitFor();
  assert.deepEqual(await game.moves(), moves);
  await page.reload();
  await whenReady(page);
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  assert.deepEqual(await game.moves(), moves);
  assert.deepEqual(errors, []);
});

test("every language is offered under its own name, in the masthead and the settings", async (t) => {
  const { page, game, errors } = await openPage(t);
  await page.evaluate(() => chuhe.game.newGame({ mode: "local" }));
  await game.click("h0g2");
  await game.plies(1);
  const names = ["简体中文", "繁體中文", "English", "Tiếng Việt"];
  assert.deepEqual(await page.locator("#language option").allTextContents(), names);
  await page.selectOption("#language", { label: "繁體中文" });
  await page.waitForSelector("html[lang=zh-Hant]");
  assert.equal((await game.list())[0], "馬二進三");
  await openSettings(page);
  await page.locator("#settings-dialog").waitFor();
  assert.deepEqual(await page.locator("#settings-languages label").allTextContents(), names);
  await page.locator("#settings-languages input[value=vi]").check({ force: true });
  await page.waitForSelector("html[lang=vi]");
  assert.equal(await page.locator("#settings-title").textContent(), "Cài đặt");
  assert.equal(await page.locator("#language").inputValue(), "vi");
  await page.locator("#moves .ply", { hasText: "M2.3" }).first().waitFor();
  assert.deepEqual(errors, []);
});

test("moves are written in the language's notation, until another is chosen", async (t) => {
  const { page, game } = await openPage(t);
  await page.evaluate(() => chuhe.game.newGame({ mode: "local" }));
  await game.click("h0g2");
  await game.plies(1);
  const list = page.locator("#moves ol");
  for (const [lang, text, of] of [
    ["en", "H2+3", "en"],
    ["vi", "M2.3", "vi"],
    ["zh-Hant", "馬二進三", "zh-Hant"],
    ["zh", "马二进三", "zh-CN"],
  ]) {
    await page.selectOption("#language", lang);
    await list.getByText(text, { exact: true }).waitFor();
    assert.equal(await page.locator("#moves [lang]").first().getAttribute("lang"), of, lang);
  }
  const choose = async (notation: string) => {
    await openSettings(page);
    await page.locator(`#settings-form [name=notation][value=${notation}]`).check({ force: true });
    await page.keyboard.press("Escape");
  };
  await page.selectOption("#language", "en");
  await choose("chinese");
  await list.getByText("马二进三", { exact: true }).waitFor();
  await choose("iccs");
  await list.getByText("H0-G2", { exact: true }).waitFor();
  await page.selectOption("#language", "zh-Hant");
  await page.waitForSelector("html[lang=zh-Hant]");
  await list.getByText("H0-G2", { exact: true }).waitFor();
});

test("the first visit uses the browser's language", async (t) => {
  for (const [locale, word] of [
    ["en-GB", "Save"],
    ["zh-TW", "匯出"],
    ["vi-VN", "Lưu"],
    ["de-DE", "Save"],
  ]) {
    const { page } = await openPage(t, { context: { locale } });
    assert.equal(await page.locator("#control-export").textContent(), word, locale);
  }
});

test("no text of the page is left untranslated", async (t) => {
  const { page, game } = await openPage(t, { root: "www", context: { locale: "en-GB" } });
  await letItThink(page);
  await game.start({ level: 15 });
  await game.click("e0e1");
  await game.thinking();
  await page.keyboard.press("m");
  await game.plies(2);
  const untranslated = await page.evaluate(() => {
    const texts: string[] = [];
    for (const element of document.querySelectorAll("body *")) {
      for (const name of ["aria-label", "title"]) texts.push(element.getAttribute(name) ?? "");
      for (const node of element.childNodes)
        if (node.nodeType === 3) texts.push((node as Text).data);
    }
    return texts.filter((text) => /^[a-z]+\.[a-zA-Z.]+$|\{\w+\}/.test(text.trim()));
  });
  assert.deepEqual(untranslated, []);
});

test("mate: the result is shown in the page with its reason, in either language, and undo goes on", async (t) => {
  const { page, game, errors } = await openPage(t, { path: link(MATE_IN_ONE) });
  assert.equal(new URL(page.url()).hash, "");
  await game.click("b0b9");
  const card = page.locator("#result");
  await card.waitFor();
  assert.match((await card.textContent())!, /你赢了.*将死/);
  assert.match((await page.locator("#announcer").textContent())!, /你赢了/);
  await page.selectOption("#language", "en");
  await page.waitForSelector("html[lang=en]");
  assert.match((await card.textContent())!, /You win.*Checkmate/);
  await page.reload();
  await whenReady(page);
  await card.waitFor();
  await page.click("#control-undo");
  await card.waitFor({ state: "hidden" });
  await game.click("b0b8");
  await game.plies(2);
  assert.deepEqual(errors, []);
});

test("the engine mates: the person has lost, and the card can be put away", async (t) => {
  const { page, game } = await openPage(t, { path: link(MATE_IN_ONE, "&side=black&level=8") });
  await game.plies(1);
  const card = page.locator("#result");
  await card.waitFor();
  assert.equal(await card.getAttribute("data-outcome"), "lost");
  await page.keyboard.press("Escape");
  await card.waitFor({ state: "hidden" });
});

test("a bad link keeps the game and names the fault", async (t) => {
  const { page, game, errors } = await openPage(t);
  await game.start({ mode: "local" });
  await game.click("h2e2");
  await page.evaluate(() => (location.hash = "#fen=rnbakabn1/9_w"));
  await page.locator("#toast").waitFor();
  assert.match((await page.locator("#toast").textContent())!, /应有 10 行/);
  assert.deepEqual(await game.moves(), ["h2e2"]);
  assert.deepEqual(errors, []);
});

test("the new-game sheet: Black below, a level, a bad position refused with its reasons", async (t) => {
  const { page, game, errors } = await openPage(t);
  await page.click("#control-new");
  await unfoldPosition(page);
  await page.fill("#new-fen", "4k4/9/9/9/9/9/9/9/9/4K4 w");
  await page.click("#new-form [type=submit]");
  assert.match((await page.locator("#new-faults").textContent())!, /照面/);
  await page.fill("#new-fen", "");
  await page.locator("#new-form input[value=black]").check();
  await page.locator("#new-form input[name=fit][value=false]").check({ force: true });
  await page.locator("#new-level").fill("1");
  await page.click("#new-form [type=submit]");
  await page.waitForSelector("canvas[data-orientation=black]");
  await game.plies(1);
  assert.equal(await page.evaluate(() => chuhe.state.game.level), 1);
  await game.click("h7e7");
  await game.plies(3);
  assert.deepEqual(errors, []);
});

test("the new-game sheet shows the faults of a position that is folded away, until it is edited", async (t) => {
  const { page } = await openPage(t);
  await page.click("#control-new");
  await unfoldPosition(page);
  await page.fill("#new-fen", "4k4/9/9/9/9/9/9/9/9/4K4 w");
  await unfoldPosition(page);
  await page.click("#new-form [type=submit]");
  assert.ok(await page.locator("#new-faults li").isVisible());
  await page.locator("#new-fen").press("End");
  await page.locator("#new-fen").press("Backspace");
  assert.equal(await page.locator("#new-faults li").count(), 0);
});

test("a sheet closes by a click beside it, not when a text selection ends there", async (t) => {
  const { page } = await openPage(t);
  await page.click("#control-new");
  await unfoldPosition(page);
  await page.fill("#new-fen", "4k4/9/9/9/9/9/9/9/9/3K5 w");
  const sheet = (await page.locator("#new-dialog").boundingBox())!;
  const text = (await page.locator("#new-fen").boundingBox())!;
  await page.mouse.move(text.x + 80, text.y + 16);
  await page.mouse.down();
  await page.mouse.move(sheet.x - 60, text.y + 16, { steps: 4 });
  await page.mouse.up();
  assert.ok(await page.locator("#new-dialog").isVisible());
  await page.mouse.click(sheet.x - 60, text.y + 16);
  assert.ok(!(await page.locator("#new-dialog").isVisible()));
});

test("keyboard: sheets open and close, focus comes back, typing is not a shortcut", async (t) => {
  const { page, game } = await openPage(t);
  await page.locator("#help").focus();
  await page.keyboard.press("Enter");
  await page.locator("#help-dialog").waitFor();
  await page.keyboard.press("Escape");
  assert.ok(!(await page.locator("#help-dialog").isVisible()));
  assert.equal(await page.evaluate(() => document.activeElement!.id), "help");
  await page.keyboard.press("n");
  await unfoldPosition(page);
  await page.locator("#new-fen").focus();
  await page.keyboard.type("fn?");
  assert.equal(await page.locator("#new-fen").inputValue(), "fn?");
  assert.equal(await page.evaluate(() => chuhe.state.game.flipped), false);
  await page.keyboard.press("Escape");
  await game.click("h2e2");
  await game.plies(2);
  await page.keyboard.press("ArrowLeft");
  await game.plies(0);
  // Without a focus to return to, the focus stays in the closed sheet until the next frame.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("?");
  await page.locator("#help-dialog").waitFor();
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>("#help-dialog")!.close();
    const key = { key: "n", bubbles: true, cancelable: true };
    document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", key));
  });
  await page.locator("#new-dialog").waitFor();
});

test("settings: theme and sound are applied at once and stored", async (t) => {
  const { page } = await openPage(t, { context: { colorScheme: "dark" } });
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  await openSettings(page);
  await page.locator("#settings-form input[value=light]").check({ force: true });
  await page.locator("#settings-form input[name=sound]").uncheck();
  await page.waitForSelector("html[data-theme=light]");
  await page.reload();
  await whenReady(page);
  assert.equal(await page.locator("html").getAttribute("data-theme"), "light");
  assert.equal(await page.evaluate(() => chuhe.state.settings.sound), false);
});

test("a touch plays, at every size nothing needs a sideways scroll and the controls are in view", async (t) => {
  const sizes = [
    "320x568",
    "360x640",
    "360x740",
    "414x896",
    "768x1024",
    "740x360",
    "1024x768",
    "1440x900",
    "3840x2160",
  ];
  for (const size of sizes) {
    const [width, height] = size.split("x").map(Number);
    const { page, errors } = await openPage(t, {
      context: { viewport: { width, height }, hasTouch: true, locale: "en" },
    });
    await player(page).start({ mode: "local" });
    await player(page).tap("h2e2");
    await player(page).plies(1);
    const facts = await page.evaluate(() => {
      const controls = document.querySelector("#controls")!.getBoundingClientRect();
      const board = document.querySelector("#board canvas")!.getBoundingClientRect();
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { scrollWidth, scrollHeight, bottom: controls.bottom, board: board.width };
    });
    assert.ok(facts.scrollWidth <= width, `${size}: ${facts.scrollWidth} wide`);
    assert.ok(facts.scrollHeight <= height + 1, `${size}: ${facts.scrollHeight} high`);
    assert.ok(facts.bottom <= height + 1, `${size}: controls end at ${facts.bottom}`);
    assert.ok(
      facts.board >= 0.78 * Math.min(width, height * 0.86),
      `${size}: board ${facts.board} wide`,
    );
    assert.deepEqual(errors, [], size);
    await page.close();
  }
});

test("the page works from a sub-path and requests nothing from other servers", async (t) => {
  const { page, game, server, errors } = await openPage(t, { base: "/games/chuhe/" });
  const foreign: string[] = [];
  page.on(
    "request",
    (request) => request.url().startsWith(server.url) || foreign.push(request.url()),
  );
  await page.reload();
  await whenReady(page);
  await game.click("h2e2");
  await game.plies(2);
  assert.deepEqual(foreign, []);
  assert.deepEqual(server.missed, []);
  assert.deepEqual(errors, []);
});
