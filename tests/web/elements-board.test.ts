/** `<xiangqi-board>` on pages of others: attributes, events, keyboard, touch, forms and shadow roots. */
import assert from "node:assert/strict";
import test from "node:test";
import { fenOf, placementOf, turnOfFen } from "../../www/js/core/fen.ts";
import type { XiangqiBoardElement } from "../../www/js/elements/index.ts";
import { axeFaults } from "./axe-helpers.ts";
import { START } from "./board-helpers.ts";
import {
  ENGLISH,
  listenTo,
  openElements,
  placeOf,
  press,
  valueOf,
  whenDrawn,
} from "./element-helpers.ts";
import { until } from "./helpers.ts";

const START_FEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
/** Red's rook gives check along the file of Black's general. */
const CHECK_FEN = "4k4/9/9/9/9/9/9/9/4R4/3K5 b - - 0 1";
const EVENTS = ["movestart", "moveend", "movefinished", "movecancel", "squareclick"];

test("reads the board part of a FEN, and quotes what is wrong with it", () => {
  assert.equal(placementOf(START_FEN), START);
  assert.equal(fenOf(placementOf(CHECK_FEN), "b"), "4k4/9/9/9/9/9/9/9/4R4/3K5 b");
  assert.equal(placementOf("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEGKAMNR"), START);
  assert.equal(turnOfFen(CHECK_FEN), "b");
  assert.equal(turnOfFen("9/9/9/9/9/9/9/9/9/9"), null);
  for (const [fen, why] of [
    ["9/9", /"9\/9": 2 ranks/],
    ["9/9/9/9/9/9/9/9/9/8", /8 files in the rank "8"/],
    ["9/9/9/9/9/9/9/9/9/x8", /"x" is no piece/],
    ["9/9/9/9/9/9/9/9/9/08", /"0" is no piece/],
  ] as const)
    assert.throws(() => placementOf(fen), { name: "RangeError", message: why });
  assert.throws(() => turnOfFen("9/9/9/9/9/9/9/9/9/9 x"), /"x" is no side/);
});

test("shows its attributes, reflects its properties, and keeps the last good value of a malformed one", async (t) => {
  const { page, errors } = await openElements(
    t,
    `<xiangqi-board fen="${CHECK_FEN}" orientation="black" theme="jade dark" pieces="print"></xiangqi-board>`,
  );
  const warnings: string[] = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  await whenDrawn(page);
  const canvas = page.locator("canvas");
  await page.locator('canvas[data-look="jade print dark"]').waitFor();
  assert.equal(await canvas.getAttribute("data-placement"), placementOf(CHECK_FEN));
  assert.equal(await canvas.getAttribute("data-orientation"), "black");
  assert.deepEqual(await valueOf(page, "position"), { e9: "k", e1: "R", d0: "K" });
  const reflected = await page.evaluate(() => {
    const board = document.querySelector("xiangqi-board")!;
    board.fen = "bad";
    board.fen = "bad!";
    board.setAttribute("fen", "bad");
    board.setAttribute("animation-duration", "soon");
    const kept = [board.fen, board.animationDuration];
    Object.assign(board, {
      animationDuration: 0,
      interactive: true,
      turn: "red",
      coordinates: "none",
    });
    board.position = { e0: "K", e9: "k" };
    return {
      kept,
      html: board.outerHTML,
      label: board.shadowRoot!.querySelector("[role=grid]")!.ariaLabel,
    };
  });
  assert.deepEqual(reflected.kept, ["4k4/9/9/9/9/9/9/9/4R4/3K5 b", 240]);
  assert.match(reflected.html, / fen="4k4\/9\/9\/9\/9\/9\/9\/9\/9\/4K4 w"/);
  assert.match(
    reflected.html,
    / animation-duration="0" interactive="" turn="red" coordinates="none"/,
  );
  assert.match(reflected.label!, /Xiangqi board, Black at the bottom/);
  assert.equal(warnings.length, 3, warnings.join("\n"));
  assert.match(warnings[0], /fen="bad"> is left out: FEN "bad": 1 ranks/);
  const set = page.evaluate(() => {
    document.querySelector("xiangqi-board")!.legalTargets = { z1: [] };
  });
  await assert.rejects(set, /"z1" is no square/);
  assert.deepEqual(errors, []);
});

test("a person's moves are events: accepted, prevented, illegal and put back", async (t) => {
  const { page, errors } = await openElements(t, `<xiangqi-board interactive></xiangqi-board>`);
  await whenDrawn(page);
  await listenTo(page, ...EVENTS);
  await page.locator("xiangqi-board").evaluate((board: XiangqiBoardElement) => {
    board.legalTargets = { h2: ["e2", "h9"], b0: ["c2"] };
  });
  await press(page, "h2", "h2", "h2", "d4", "e2");
  const seen = () => page.evaluate(() => events.splice(0));
  await page.waitForFunction(() => events.includes("movefinished h2e2 C"));
  assert.deepEqual(await seen(), [
    "movestart h2 C",
    "squareclick h2 C",
    "squareclick h2 C",
    "movecancel h2 C putback",
    "movestart h2 C",
    "squareclick h2 C",
    "movecancel h2d4 C illegal",
    "squareclick d4",
    "moveend h2e2 C",
    "squareclick e2 C",
    "movefinished h2e2 C",
  ]);
  const after = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b";
  assert.equal(await page.locator("xiangqi-board").getAttribute("fen"), after);
  assert.deepEqual(await valueOf(page, "lastMove"), ["h2", "e2"]);

  // A prevented move of a dragged piece: the piece goes back.
  await page.locator("xiangqi-board").evaluate((board: XiangqiBoardElement) => {
    board.legalTargets = { h9: ["g7"] };
    board.addEventListener("moveend", (event) => event.preventDefault(), { once: true });
  });
  const [from, to] = [await placeOf(page, "h9"), await placeOf(page, "g7")];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
  assert.deepEqual(await seen(), [
    "movestart h9 n",
    "moveend h9g7 n",
    "movecancel h9g7 n prevented",
  ]);
  assert.equal(await valueOf(page, "fen"), after);
  assert.equal(await page.locator("canvas").getAttribute("data-placement"), placementOf(after));

  // A listener that sets the position itself has the last word.
  await page.locator("xiangqi-board").evaluate((board: XiangqiBoardElement, fen) => {
    board.addEventListener("moveend", () => (board.fen = fen), { once: true });
  }, CHECK_FEN);
  await press(page, "h9", "g7");
  await page.waitForFunction(() => events.includes("movefinished h9g7 n"));
  assert.equal(await valueOf(page, "fen"), CHECK_FEN.slice(0, -8));
  assert.deepEqual(errors, []);
});

test("without legal targets every piece of the side to move goes anywhere; without interactive, none", async (t) => {
  const { page } = await openElements(
    t,
    `<xiangqi-board interactive="red" animation-duration="0"></xiangqi-board>`,
  );
  await whenDrawn(page);
  await press(page, "a0", "e5");
  assert.equal((await valueOf(page, "position")).e5, "R");
  await press(page, "a9", "e5");
  assert.equal((await valueOf(page, "position")).e5, "R", "Black's pieces are not the person's");
  await page.locator("xiangqi-board").evaluate((board: XiangqiBoardElement) => {
    board.turn = "red";
    board.interactive = false;
  });
  await press(page, "e5", "e6");
  assert.equal((await valueOf(page, "position")).e5, "R");
});

test("keyboard and screen reader: two boards, one of them in a shadow root of the page, in two languages", async (t) => {
  const { page, errors } = await openElements(
    t,
    `<xiangqi-board id="one" interactive label="Diagram 1" table></xiangqi-board><div id="host"></div>
     <script>
       const root = document.getElementById("host").attachShadow({ mode: "open" });
       root.innerHTML = '<section lang="vi"><xiangqi-board interactive></xiangqi-board></section>';
     </script>`,
  );
  await whenDrawn(page, 2);
  const grids = page.getByRole("grid");
  assert.match(
    (await grids.nth(0).getAttribute("aria-label"))!,
    /^Diagram 1\. Xiangqi board, Red at/,
  );
  assert.match((await grids.nth(1).getAttribute("aria-label"))!, /^Bàn cờ/);
  await grids.nth(1).locator('[data-square="h2"]').focus();
  await page.keyboard.press("Enter");
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowLeft", " "]) await page.keyboard.press(key);
  const second = page.locator("#host xiangqi-board");
  assert.equal(await second.evaluate((board: XiangqiBoardElement) => board.position.e2), "C");
  const focused = () =>
    second.evaluate((board) => board.shadowRoot!.activeElement?.getAttribute("data-square"));
  assert.equal(await focused(), "e2");
  await second.evaluate((board: XiangqiBoardElement) => (board.orientation = "black"));
  assert.equal(await focused(), "e2", "the focus follows its square when the board is turned");
  const announced = second.locator("[aria-live]");
  assert.match(await announced.innerText(), /pháo/i);
  assert.equal(
    await page.locator("#one").evaluate((board: XiangqiBoardElement) => board.position.e2),
    undefined,
  );

  // Each cell lies over its point, and the focus is visible.
  const cell = page.locator('#one [data-square="e4"]');
  await cell.focus();
  const [box, point] = [(await cell.boundingBox())!, await placeOf(page, "e4")];
  assert.ok(
    Math.abs(box.x + box.width / 2 - point.x) < 1 && Math.abs(box.y + box.height / 2 - point.y) < 1,
  );
  assert.equal(await cell.evaluate((element) => getComputedStyle(element).outlineStyle), "solid");

  const table = page.locator("#one table");
  assert.equal(await table.locator("caption").innerText(), "Diagram 1");
  assert.equal(await table.locator("tr").nth(10).locator("td").nth(4).innerText(), "red general");
  assert.deepEqual(await axeFaults(page), []);
  await page.evaluate(() => (document.documentElement.lang = "zh-Hant"));
  await page.locator('#one [role=grid][aria-label*="紅方"]').waitFor();
  assert.deepEqual(errors, []);
});

test("a finger scrolls the page, unless it begins on a piece that may move", async (t) => {
  const context = {
    ...ENGLISH,
    viewport: { width: 390, height: 600 },
    isMobile: true,
    hasTouch: true,
  };
  const { page } = await openElements(
    t,
    `<xiangqi-board interactive="red"></xiangqi-board><div style="height: 2000px"></div>`,
    { context },
  );
  await whenDrawn(page);
  const session = await page.context().newCDPSession(page);
  const drag = async (square: string, up: number) => {
    const { x, y } = await placeOf(page, square);
    const touch = (
      type: "touchStart" | "touchMove" | "touchEnd",
      points: { x: number; y: number }[],
    ) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    await touch("touchStart", [{ x, y }]);
    for (let step = 1; step <= 8; step++) await touch("touchMove", [{ x, y: y - (up * step) / 8 }]);
    await touch("touchEnd", []);
  };
  const scrolled = () => page.evaluate(() => scrollY);
  const { y: high } = await placeOf(page, "a1");
  const { y: low } = await placeOf(page, "a0");
  await drag("a0", low - high);
  await page.waitForFunction(() => document.querySelector("xiangqi-board")!.position.a1 === "R");
  assert.equal(await scrolled(), 0, "the piece was dragged, the page stayed");
  await drag("e5", 100);
  await until(async () => (await scrolled()) > 50, "an empty point scrolls the page");
  await page.evaluate(() => scrollTo(0, 0));
  await drag("e6", 100);
  await until(async () => (await scrolled()) > 50, "a piece of the other side scrolls the page");
});

test("a form has its position, resets it and disables it", async (t) => {
  const { page } = await openElements(
    t,
    `<form><fieldset><xiangqi-board name="position" interactive fen="${CHECK_FEN}" animation-duration="0"></xiangqi-board></fieldset></form>`,
  );
  await whenDrawn(page);
  const submitted = () =>
    page.evaluate(() => new FormData(document.querySelector("form")!).get("position"));
  await press(page, "e9", "d9");
  assert.equal(await submitted(), "3k5/9/9/9/9/9/9/9/4R4/3K5 w");
  await page.evaluate(() => document.querySelector("form")!.reset());
  assert.equal(await submitted(), "4k4/9/9/9/9/9/9/9/4R4/3K5 b");
  await page.evaluate(() => (document.querySelector("fieldset")!.disabled = true));
  await press(page, "e9", "d9");
  assert.equal(await submitted(), null, "a disabled element is not submitted");
  assert.equal(await valueOf(page, "fen"), "4k4/9/9/9/9/9/9/9/4R4/3K5 b");
});

test("an element that is moved keeps its board; one that is removed leaves nothing behind", async (t) => {
  const { page, errors } = await openElements(
    t,
    `<p></p><section><xiangqi-board></xiangqi-board></section>`,
  );
  await whenDrawn(page);
  const isSame = await page.evaluate(() => {
    const element = document.querySelector("xiangqi-board")!;
    const { board } = element;
    document.querySelector("p")!.append(element);
    return board !== null && element.board === board;
  });
  assert.ok(isSame);
  await page.evaluate(async () => {
    const early = document.createElement("xiangqi-board");
    early.fen = "4k4/9/9/9/9/9/9/9/9/4K4 b";
    document.querySelector("p")!.append(early);
    document.querySelectorAll("xiangqi-board")[1]!.remove();
    const element = document.querySelector("xiangqi-board")!;
    Object.assign(globalThis, { gone: [new WeakRef(element), new WeakRef(element.board!)] });
    element.remove();
    await new Promise((resolve) => setTimeout(resolve));
  });
  const session = await page.context().newCDPSession(page);
  await until(async () => {
    await session.send("HeapProfiler.collectGarbage");
    return page.evaluate(() =>
      (globalThis as unknown as { gone: WeakRef<object>[] }).gone.every(
        (ref) => ref.deref() === undefined,
      ),
    );
  }, "the element and its board are collected");
  assert.deepEqual(errors, []);
});
