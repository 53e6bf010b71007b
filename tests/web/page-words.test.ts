// Resigning, draws, clocks, hints, check and the questions before an undo.

import assert from "node:assert/strict";
import test from "node:test";
import type { Page } from "playwright-core";
import {
  MATE_IN_ONE,
  letItThink,
  openPage,
  openSettings,
  player,
  risen,
  whenReady,
} from "./page-helpers.ts";

const link = (fen: string, more = "") => `#fen=${fen.replaceAll(" ", "_")}${more}`;
const verdict = (page: Page) => page.evaluate(() => chuhe.state.position.verdict);
/** Black has a bare general against two rooks and is mated soon after any moves of Red. */
const LOST = "3k5/9/9/9/9/9/9/9/R8/R3K4 w";
const BOOKLESS = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/2P1P1P1P/1C5C1/9/RNBAKABNR w";
const NO_ROOK = "1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

/** Presses a command of the menu. */
async function menu(page: Page, command: string, presses = 1) {
  await page.click("#control-more");
  for (let i = 0; i < presses; i++) await page.click(`#menu-${command}`);
}

test("resigning needs a second press, ends the game with its own line, and can be undone", async (t) => {
  const { page, game, errors } = await openPage(t);
  await menu(page, "resign");
  assert.match(await page.locator("#menu-resign").innerText(), /真的认输/);
  assert.equal((await verdict(page)).result, "ongoing");
  await page.click("#menu-resign");
  const card = page.locator("#result");
  await card.waitFor();
  assert.match(await card.innerText(), /你输了\s*红方认输/);
  assert.match((await page.locator("#announcer").textContent())!, /红方认输/);
  await page.reload();
  await whenReady(page);
  await card.waitFor();
  await page.click("#control-undo");
  await card.waitFor({ state: "hidden" });
  await game.click("h2e2");
  await game.plies(2);
  assert.deepEqual(errors, []);
});

test("the engine resigns before an unavoidable mate, and plays on if asked to", async (t) => {
  const { page, game, errors } = await openPage(t, { path: link(LOST, "&level=8") });
  await game.click("a0b0");
  await game.plies(2);
  await game.click("b0c0");
  const card = page.locator("#result");
  await card.waitFor();
  assert.match(await card.innerText(), /你赢了\s*黑方认输/);
  await page.click("#result-playOn");
  await game.plies(4);
  assert.equal((await verdict(page)).result, "ongoing");
  await page.click("#control-undo");
  await game.plies(2);
  await game.click("b0c0"); // the engine does not resign again
  await game.plies(4);
  assert.deepEqual(errors, []);
});

test("a draw offer needs a second press; the engine accepts it from move 20 on if it stands worse", async (t) => {
  const { page, game, errors } = await openPage(t);
  for (const moves of [1, 18]) {
    await game.start({ startFen: `${NO_ROOK} - - 0 ${moves}`, level: 10 });
    await game.click("h2e2");
    await game.plies(2);
    await menu(page, "draw");
    assert.match(await page.locator("#menu-draw").innerText(), /确定提和？/);
    assert.ok(!(await page.locator("#toast").isVisible()), "one press offers nothing");
    await page.click("#menu-draw");
    await page.locator("#toast").filter({ hasText: "不肯和" }).waitFor();
    assert.equal((await verdict(page)).result, "ongoing");
  }
  await game.start({ startFen: `${NO_ROOK} - - 0 20`, level: 10 });
  await game.click("h2e2");
  await game.plies(2);
  await menu(page, "draw", 2);
  await page.locator("#result").filter({ hasText: "双方议和" }).waitFor();
  assert.deepEqual(errors, []);
});

test("resign and draw are at the lower edge of the sheet, on phones near the button that opens it", async (t) => {
  for (const [width, height] of [
    [360, 640],
    [390, 844],
    [844, 390],
  ]) {
    const { page } = await openPage(t, { context: { locale: "en", viewport: { width, height } } });
    await page.click("#control-more");
    await risen(page);
    const boxes = await page.evaluate(() => {
      const bottom = (id: string) => document.getElementById(id)!.getBoundingClientRect().bottom;
      const others = [...document.querySelectorAll("#menu-dialog .menu .menu-way")];
      const isInView = (id: string) => {
        const box = document.getElementById(id)!.getBoundingClientRect();
        const at = document.elementFromPoint((box.left + box.right) / 2, box.bottom - 4);
        return at?.closest(".menu-way")?.id === id;
      };
      return {
        sheet: bottom("menu-dialog"),
        ends: [bottom("menu-draw"), bottom("menu-resign")],
        order: others.every(({ id }) => id !== "menu-draw" && id !== "menu-resign"),
        inView: isInView("menu-draw") && isInView("menu-resign"),
      };
    });
    assert.ok(boxes.inView && boxes.order, `${width} x ${height}: ${JSON.stringify(boxes)}`);
    for (const end of boxes.ends) assert.ok(boxes.sheet - end < 24 && end > height * 0.8);
    await page.close();
  }
});

test("an unanswered check is named, and the checking piece is marked for a moment", async (t) => {
  const { page, game } = await openPage(t, {
    path: link("4k4/9/9/9/4R4/9/9/9/9/3K5 b", "&mode=local"),
    context: { locale: "en-GB" },
  });
  await game.drag("e9e8");
  await page.locator("#toast").waitFor();
  assert.match(await page.locator("#toast").innerText(), /must answer the check/);
  assert.deepEqual(await page.evaluate(() => chuhe.board.state.markers), { e5: "warn" });
  await page.waitForFunction(() => Object.keys(chuhe.board.state.markers).length === 0);
});

test("a captured piece is named on the board's edge and stays in the tray", async (t) => {
  const { page, game } = await openPage(t);
  await game.start({ mode: "local" });
  await game.click("h2h9");
  await game.plies(1);
  assert.equal(await page.locator(".capture-note").innerText(), "吃马");
  assert.equal(await page.locator("#player-bottom .tray .token").count(), 1);
  await page.locator(".capture-note").waitFor({ state: "detached" });
});

test("a hint is an arrow from a search at full strength, then its line; the next move removes it", async (t) => {
  const { page, game, errors } = await openPage(t, { path: link(MATE_IN_ONE, "&level=1") });
  const arrows = () => page.evaluate(() => chuhe.board.state.arrows);
  await page.click("#control-hint");
  await page.waitForFunction(() => chuhe.board.state.arrows.length === 1);
  assert.deepEqual(await arrows(), [{ from: "b0", to: "b9", weight: 1 }]);
  await page.keyboard.press("h");
  await page.locator("#toast").waitFor();
  assert.match(await page.locator("#toast").innerText(), /车八进九（红方 1 着内杀）/);
  const [words, board] = await Promise.all(
    ["#toast", "#board"].map(async (id) => (await page.locator(id).boundingBox())!),
  );
  assert.ok(words.x >= board.x + board.width, "the piece to be moved is not covered");
  await game.click("b0b8");
  await game.plies(2);
  assert.deepEqual(await arrows(), []);
  assert.deepEqual(errors, []);
});

/** Replaces the result of every search by this line. */
const answerWith = (page: Page, pv: string[]) =>
  page.evaluate((line) => {
    globalThis.Worker = class extends Worker {
      addEventListener(
        type: string,
        listener: EventListenerOrEventListenerObject,
        options?: boolean | AddEventListenerOptions,
      ) {
        const changed = (event: Event) => {
          const { report } = (event as MessageEvent).data;
          if (report) Object.assign(report, { move: line[0], pv: line });
          (listener as EventListener).call(this, event);
        };
        super.addEventListener(type, type === "message" ? changed : listener, options);
      }
    };
  }, pv);

test("the line of a hint names the side of each move, on the screen and in the announcement", async (t) => {
  const { page, game } = await openPage(t, { context: { locale: "en" } });
  await answerWith(page, ["h2e2", "h9g7", "h0g2", "i9h9"]);
  await game.start({ mode: "local" });
  await page.click("#control-hint");
  await page.waitForFunction(() => chuhe.state.hint?.status === "shown");
  await page.keyboard.press("h");
  const shown = await page.locator("#toast:not([hidden]) .toast-text").innerText();
  assert.match(shown, /^Red: \S+, Black: \S+, Red: \S+, Black: /);
  const announced = await page.locator("#announcer p").last().textContent();
  assert.match(announced!, /^Red: \w+ .*; Black: \w+ .*; Red: /);
});

test("no takebacks: ten different lines before an undo; giving up keeps the move", async (t) => {
  const { page, game, errors } = await openPage(t);
  await openSettings(page);
  await page.locator("#settings-form input[name=insist]").check();
  await page.keyboard.press("Escape");
  await game.click("h2e2");
  await game.plies(2);
  await page.click("#control-undo");
  await page.click("#insist-give-up");
  assert.equal((await game.moves()).length, 2);
  await page.click("#control-undo");
  const lines = new Set();
  for (let time = 1; time <= 10; time++) {
    assert.equal((await game.moves()).length, 2, `before the ${time}th time`);
    lines.add(await page.locator(".insist-line").innerText());
    await page.click("#insist-go-on");
  }
  await game.plies(0);
  assert.equal(lines.size, 10);
  assert.ok(!(await page.locator("#insist-dialog").isVisible()));
  assert.deepEqual(errors, []);
});

test("a custom clock runs from the first move, stops with the page, and ends the game", async (t) => {
  const { page, game, errors } = await openPage(t);
  await page.click("#control-new");
  await risen(page);
  await page.locator("#new-form input[value=local]").check({ force: true });
  await page.selectOption("#new-clock", "custom");
  await page.fill("#new-minutes", "2");
  await page.fill("#new-seconds", "7");
  await page.click("#new-form button.button-primary");
  await page.locator("#player-bottom .player-clock").filter({ hasText: "2:00" }).waitFor();
  await game.click("h2e2");
  await game.plies(1);
  await page.locator("#player-bottom .player-clock").filter({ hasText: "2:07" }).waitFor();
  await page.waitForFunction(() => chuhe.state.spent > 300);
  await page.reload();
  await whenReady(page);
  const clock = (await page.evaluate(() => chuhe.state.game.clock))!;
  assert.deepEqual([clock.base, clock.increment, clock.times], [120_000, 7000, [127_000]]);
  assert.ok(clock.spent >= 300, `${clock.spent} ms of thought are stored`);
  await page.evaluate(() => chuhe.game.tick(125_000));
  await page.locator("#result").filter({ hasText: "黑方超时" }).waitFor();
  assert.deepEqual(errors, []);
});

/** Makes the page believe that it was hidden for a minute. */
const hideForAMinute = (page: Page) =>
  page.evaluate(async () => {
    const now = performance.now.bind(performance);
    const setHidden = (hidden: boolean) => {
      Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    };
    setHidden(true);
    performance.now = () => now() + 60_000;
    for (let tick = 0; tick < 4; tick++) await new Promise((done) => setTimeout(done, 100));
    setHidden(false);
  });

test("a hidden page costs no time against the engine; between two people it does", async (t) => {
  const { page, game, errors } = await openPage(t);
  const clock = { base: 300_000, increment: 0, times: [], spent: 0 };
  for (const [mode, plies] of [
    ["engine", 2],
    ["local", 1],
  ] as const) {
    await game.start({ mode, level: 1, clock });
    await game.click("h2e2");
    await game.plies(plies);
    await hideForAMinute(page);
    const before = await page.evaluate(() => chuhe.state.spent);
    await page.waitForFunction((spent) => chuhe.state.spent > spent, before);
    const spent = await page.evaluate(() => chuhe.state.spent);
    assert.equal(spent >= 60_000, mode === "local", `${mode}: ${spent} ms`);
  }
  assert.deepEqual(errors, []);
});

test("a pause covers the board, stops the clock, survives a reload, and ends by its button or key", async (t) => {
  const { page, game, errors } = await openPage(t);
  const clock = { base: 300_000, increment: 0, times: [], spent: 0 };
  const pause = page.locator("#player-bottom .player-pause");
  const veil = page.locator("#pause-veil");
  await game.start({ level: 1, clock });
  assert.ok(!(await pause.isVisible()), "no clock runs before the first move");
  await game.click("h2e2");
  await game.plies(2);
  await pause.click();
  await veil.filter({ hasText: "已暂停" }).waitFor();
  await page.locator("#announcer").filter({ hasText: "已暂停" }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement!.id), "pause-go-on");
  const covered = await page.evaluate(() => {
    const board = document.querySelector<HTMLElement>("#board")!;
    const [above, below] = [document.querySelector("#pause-veil")!, board].map((element) =>
      element.getBoundingClientRect(),
    );
    const hides = above.top <= below.top + 1 && above.bottom >= below.bottom - 1;
    return hides && above.left <= below.left + 1 && above.right >= below.right - 1 && board.inert;
  });
  assert.ok(covered, "nobody can think without a clock");
  await page.reload();
  await whenReady(page);
  await veil.waitFor();
  const spent = await page.evaluate(() => chuhe.state.spent);
  assert.ok(await page.locator("#control-undo").isDisabled());
  await page.click("#pause-go-on");
  await veil.waitFor({ state: "hidden" });
  await page.waitForFunction((before) => chuhe.state.spent > before, spent);
  await page.keyboard.press("p");
  await veil.waitFor();
  await page.keyboard.press("p");
  await veil.waitFor({ state: "hidden" });
  await game.click("h0g2");
  await game.plies(4);
  assert.deepEqual(errors, []);
});

test("two people can pause, and go on by the button beside the clock", async (t) => {
  const { page, game } = await openPage(t);
  const clock = { base: 300_000, increment: 0, times: [], spent: 0 };
  await game.start({ mode: "local", clock });
  await game.click("h2e2");
  await game.plies(1);
  assert.equal(await page.locator(".player-pause:visible").count(), 1);
  await page.click("#player-bottom .player-pause");
  await page.locator("#pause-veil").waitFor();
  await page.click("#player-bottom .player-pause");
  await page.locator("#pause-veil").waitFor({ state: "hidden" });
  await game.click("h9g7");
  await game.plies(2);
});

test("with two tabs the clock runs in the tab that plays, and no move is lost", async (t) => {
  const { page, game, errors } = await openPage(t);
  const clock = { base: 300_000, increment: 0, times: [], spent: 0 };
  await game.start({ mode: "local", clock });
  await game.click("h2e2");
  await game.plies(1);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await whenReady(second);
  const other = player(second);
  await other.click("h9g7");
  await other.plies(2);
  await page.waitForFunction(() => chuhe.state.game.ply === 2, undefined, { polling: 100 });
  assert.equal(await page.evaluate(() => chuhe.game.leads), false);
  assert.equal(await second.evaluate(() => chuhe.game.leads), true);
  const before = await page.evaluate(() => chuhe.state.spent);
  await second.waitForFunction(() => chuhe.state.spent > 400);
  assert.equal(await page.evaluate(() => chuhe.state.spent), before, "its clock stands still");
  assert.deepEqual(await game.moves(), ["h2e2", "h9g7"]);
  assert.deepEqual(errors, []);
});

test("the think display: root moves, balance and candidate moves, each if its setting is on", async (t) => {
  const { page, game, errors } = await openPage(t, { path: link(BOOKLESS, "&level=10") });
  await letItThink(page);
  assert.ok(!(await page.locator("#balance").isVisible()));
  await openSettings(page);
  for (const name of ["evalBar", "seeThink"])
    await page.locator(`#settings-form input[name=${name}]`).check();
  await page.keyboard.press("Escape");
  await game.click("e0e1");
  await game.thinking();
  await page
    .locator("#player-top .player-status")
    .filter({ hasText: /着法 \d+\/\d+/ })
    .waitFor();
  await page.waitForFunction(() => chuhe.board.state.arrows.length > 0);
  await page.keyboard.press("m");
  await game.plies(2);
  await page.waitForFunction(() => chuhe.board.state.arrows.length === 0);
  const balance = page.locator("#balance");
  assert.ok(Number(await balance.getAttribute("data-share")) < 0.5, "Red lacks a soldier");
  assert.match((await balance.getAttribute("aria-label"))!, /黑方优/);
  assert.deepEqual(errors, []);
});

test("the balance judges the position between two people too, at full strength", async (t) => {
  const { page, game } = await openPage(t);
  await openSettings(page);
  await page.locator("#settings-form input[name=evalBar]").check();
  await page.keyboard.press("Escape");
  await game.start({ mode: "local", startFen: NO_ROOK });
  await page.waitForFunction(
    () => Number(document.querySelector<HTMLElement>("#balance")!.dataset.share) > 0.8,
  );
});

test("a new game keeps the one before, which can be restored", async (t) => {
  const { page, game } = await openPage(t);
  await game.click("h2e2");
  await game.plies(2);
  const moves = await game.moves();
  await page.click("#control-new");
  await page.click("#new-form button.button-primary");
  await page.click("#experience-unknown");
  await game.plies(0);
  await page.click("#control-open");
  await page.click("#open-back-button");
  await game.plies(2);
  assert.deepEqual(await game.moves(), moves);
});

test("a resigned game is exported with its result", async (t) => {
  const { page, game } = await openPage(t);
  await game.start({ mode: "local" });
  await game.click("h2e2");
  await game.plies(1);
  await menu(page, "resign", 2);
  await page.keyboard.press("Escape");
  await page.click("#control-export");
  assert.match(await page.locator("#export-text").inputValue(), /\[Result "1-0"\]/);
});

test("exit leads to the start screen; continue or a reload returns to the same game", async (t) => {
  const { page, game, errors } = await openPage(t);
  await game.click("h2e2");
  await game.plies(2);
  const moves = await game.moves();
  await menu(page, "exit");
  await page.waitForSelector("[data-screen=start]");
  assert.equal(await page.evaluate(() => document.activeElement!.id), "start-continue");
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-screen=board]");
  assert.deepEqual(await game.moves(), moves);
  await menu(page, "exit");
  await page.waitForSelector("[data-screen=start]");
  await page.reload();
  await page.waitForSelector("[data-screen=board]");
  await whenReady(page);
  assert.deepEqual(await player(page).moves(), moves);
  await menu(page, "resign", 2);
  await menu(page, "exit");
  await page.click("#start-continue");
  await page.waitForSelector("[data-screen=board]");
  assert.equal((await verdict(page)).reason, "resignation", "the end shows again");
  await menu(page, "restart", 1);
  await game.plies(0);
  assert.deepEqual(errors, []);
});
