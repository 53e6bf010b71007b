/** `<xiangqi-game>` and `<xiangqi-puzzle>` on pages of others. */
import assert from "node:assert/strict";
import test from "node:test";
import type { Page } from "playwright-core";
import type { XiangqiGameElement, XiangqiPuzzleElement } from "../../www/js/elements/index.ts";
import { axeFaults } from "./axe-helpers.ts";
import { ENGLISH, openElements, press } from "./element-helpers.ts";

const RECORD = `[Red "Wang"]
[Black "Li"]

{[%csl Ge2] The start}
1. 炮二平五 $1 {[%clk 0:09:58] [%cal Gh2e2,Rh9g7] The central cannon} (1. 马八进七 $6 卒７进１) 马８进７ {[%clk 0:09:50]} (1. ... 炮８平５ {Facing cannons} 2. 马二进三)
2. 马二进三 $14 1-0
`;
/** A mate in two. */
const PUZZLE = { fen: "9/3ka4/4P4/3P4p/2b6/4C3P/9/9/4K4/8c w", solution: "e4d4 e8d7 d6d7" };

const status = (page: Page) => page.locator("#status, .status").first();
const reads = (page: Page, hasText: string | RegExp) => status(page).filter({ hasText }).waitFor();

test("a record inside: names, clocks, comments, signs, drawings, variations and moves, by buttons, keys and wheel", async (t) => {
  const { page, errors } = await openElements(
    t,
    `<xiangqi-game moves notation="wxf"><script type="text/plain">${RECORD}</script></xiangqi-game>`,
  );
  await reads(page, /^Start\s+0 \/ 3$/);
  const game = page.locator("xiangqi-game");
  const shows = () => game.evaluate((one: XiangqiGameElement) => one.board!.state.overlay !== null);
  assert.match(await page.locator("#names").innerText(), /Wang.*Li/);
  assert.equal(await page.locator("#note").innerText(), "The start");
  assert.equal(await page.locator("#clocks").innerText(), "Red – · Black –");
  assert.ok(await shows());
  assert.equal(
    (await page.locator("#moves").innerText()).replaceAll(/\s+/g, " "),
    "1. C2.5 ! (1. H8+7 ?! P7+1 ) 1… H8+7 (1… C8.5 2. H2+3 ) 2. H2+3 +=",
  );
  await page.click("#forward");
  await reads(page, /^C2\.5 !\s+1 \/ 3$/);
  assert.equal(await page.locator("#clocks").innerText(), "Red 0:09:58 · Black –");
  assert.equal(await page.locator("#moves [aria-current]").innerText(), "C2.5 !");
  await page.locator(".choice", { hasText: "C8.5" }).click();
  await reads(page, /^C8\.5\s+2 \/ 3$/);
  assert.equal(await page.locator("#note").innerText(), "Facing cannons");
  await page.keyboard.press("Home");
  await reads(page, /0 \/ 3$/);
  await page.locator("#moves button", { hasText: "P7+1" }).click();
  await reads(page, /^P7\+1\s+2 \/ 2$/);

  // The wheel is the page's until the board has been pressed.
  await page.keyboard.press("ArrowLeft");
  await reads(page, /^H8\+7 \?!/);
  await page.evaluate(() => (document.body.style.minHeight = "300vh"));
  await page.locator("h1").click();
  await page.locator("canvas").hover();
  await page.mouse.wheel(0, 60);
  await page.waitForFunction(() => scrollY > 0);
  await reads(page, /^H8\+7 \?!/);
  await page.locator("canvas").click();
  await page.mouse.wheel(0, 60);
  await reads(page, /^P7\+1/);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("End");
  await reads(page, /^P7\+1/);
  assert.deepEqual(await axeFaults(page), []);

  await game.evaluate((one: XiangqiGameElement) => (one.lang = "zh"));
  await page.getByRole("button", { name: "前进一步" }).waitFor();
  await game.evaluate((one) => (one.querySelector("script")!.textContent = "1. 兵七进一"));
  await reads(page, /0 \/ 1$/);
  assert.deepEqual(errors, []);
});

test("a record by its address, from a ply on; shows an error for one that cannot be fetched or read", async (t) => {
  const files = { "game.pgn": { type: "text/plain", body: RECORD } };
  const { page } = await openElements(t, `<xiangqi-game src="game.pgn" ply="2"></xiangqi-game>`, {
    files,
  });
  await reads(page, /2 \/ 3$/);
  const game = page.locator("xiangqi-game");
  const seen = game.evaluate(
    (one: XiangqiGameElement) =>
      new Promise((resolve) => {
        one.addEventListener("recorderror", ({ type }) => resolve(type), { once: true });
        one.src = "absent.pgn";
      }),
  );
  assert.equal(await seen, "recorderror");
  await reads(page, "The record cannot be shown.");
  await game.evaluate((one: XiangqiGameElement) => (one.record = "h2e2 h9g7"));
  await reads(page, /2 \/ 2$/);
  // A format that only the module of the Lab reads.
  const wxf = "FORMAT WXF\nRED a;1;;\nSTART{\n1. C2.5 h8+7 2. H2+3\n}END\n";
  await game.evaluate((one: XiangqiGameElement, text) => (one.record = text), wxf);
  await reads(page, /2 \/ 3$/);
  await game.evaluate((one: XiangqiGameElement) => (one.record = "nonsense"));
  await reads(page, "The record cannot be shown.");
});

test("plays on from any position, with the engine's reply, and says why a move is refused", async (t) => {
  const { page, errors } = await openElements(
    t,
    `<xiangqi-game play-on engine="reply" notation="iccs">1. 炮二平五</xiangqi-game>`,
  );
  await reads(page, /0 \/ 1$/);
  assert.equal(page.workers().length, 0, "the engine is loaded when it is asked for");
  await press(page, "b2", "c4");
  await reads(page, /The cannon moves straight/);
  await press(page, "e2");
  await reads(page, /2 \/ 2$/);
  await page.click("#first");
  assert.deepEqual(await page.locator(".choice").allInnerTexts(), ["H2-E2", "B2-E2"]);
  assert.deepEqual(errors, []);
});

test("shows the engine's lines on request", async (t) => {
  const { page, errors } = await openElements(
    t,
    `<xiangqi-game moves engine="lines" notation="wxf">1. 炮二平五</xiangqi-game>`,
  );
  await reads(page, /0 \/ 1$/);
  // A person may be pressing a move while the engine reports.
  const move = await page.evaluateHandle(() => {
    const { shadowRoot } = document.querySelector("xiangqi-game")!;
    shadowRoot!.querySelector<HTMLElement>("#engine")!.click();
    return shadowRoot!.querySelector("#moves button")!;
  });
  const lines = page.locator("#lines li .line");
  await lines
    .nth(2)
    .filter({ hasText: /^\w\d[.+-]\d/ })
    .waitFor();
  assert.ok(await move.evaluate((button) => button.isConnected));
  await page.getByRole("button", { name: "Engine" }).click();
  await page.locator("#lines").waitFor({ state: "hidden" });
  assert.deepEqual(errors, []);
});

test("hides the answer until it is found or asked for", async (t) => {
  const { page } = await openElements(
    t,
    `<xiangqi-game hide-answer moves notation="iccs">1. 炮二平五 马８进７ 2. 马二进三</xiangqi-game>`,
  );
  await reads(page, /Red to move\. Find the next move\.\s+0 \/ 3$/);
  const moves = page.locator("#moves button");
  assert.equal(await moves.count(), 0);
  await press(page, "h2", "f2");
  await reads(page, "Not that one. Look again.");
  await press(page, "h2", "e2");
  await reads(page, /^H9-G7\s+2 \/ 3$/);
  assert.equal(await moves.count(), 2);
  await page.getByRole("button", { name: "Show the next move" }).click();
  await reads(page, /^H0-G2\s+3 \/ 3$/);
});

test("after a record whose last move is the reply, there is nothing left to find", async (t) => {
  const { page } = await openElements(
    t,
    `<xiangqi-game hide-answer notation="iccs">1. 炮二平五 马８进７</xiangqi-game>`,
  );
  await reads(page, /0 \/ 2$/);
  await press(page, "h2", "e2");
  await reads(page, /^H9-G7\s+2 \/ 2$/);
  const movable = () =>
    page.locator("xiangqi-game").evaluate((one: XiangqiGameElement) => one.board!.state.movable);
  assert.equal(await movable(), null);
});

test("a record that changes off the page is shown when the element comes back, and none if it is taken away", async (t) => {
  const files = { "game.pgn": { type: "text/plain", body: RECORD } };
  const { page, errors } = await openElements(
    t,
    `<xiangqi-game><!-- of a framework -->1. 炮二平五</xiangqi-game>`,
    { files },
  );
  await reads(page, /0 \/ 1$/);
  const game = page.locator("xiangqi-game");
  await game.evaluate(async (one: XiangqiGameElement) => {
    one.remove();
    await new Promise((resolve) => setTimeout(resolve));
    one.src = "game.pgn";
    document.querySelector("main")!.append(one);
  });
  await reads(page, /0 \/ 3$/);
  await game.evaluate((one: XiangqiGameElement) => {
    one.textContent = "";
    one.src = null;
  });
  await reads(page, /^Red to move$/);
  await page.locator("#forward").waitFor({ state: "hidden" });
  assert.deepEqual(errors, []);
});

test("a puzzle: a wrong move, hints, the solution, and its event", async (t) => {
  const { page, errors } = await openElements(
    t,
    `<xiangqi-puzzle fen="${PUZZLE.fen}" solution="${PUZZLE.solution}"></xiangqi-puzzle>`,
  );
  await reads(page, "You are Red. Your move.");
  const puzzle = page.locator("xiangqi-puzzle");
  const solved = puzzle.evaluate(
    (one: XiangqiPuzzleElement) =>
      new Promise((resolve) => one.addEventListener("solved", ({ detail }) => resolve(detail))),
  );
  await press(page, "e4", "f4");
  await reads(page, "Not that one. Look again.");
  await page.waitForFunction(
    () => document.querySelector("xiangqi-puzzle")!.board!.state.turn === "w",
  );
  await page.getByRole("button", { name: "Hint" }).click();
  await reads(page, "Look at the cannon, e4.");
  const markers = () => puzzle.evaluate((one: XiangqiPuzzleElement) => one.board!.state.markers);
  assert.deepEqual(await markers(), { e4: "ring" });
  await press(page, "e4", "d4");
  await reads(page, "Right. Go on.");
  await page.waitForFunction(
    () => document.querySelector("xiangqi-puzzle")!.board!.state.turn === "w",
  );
  assert.deepEqual(await axeFaults(page), []);
  await press(page, "d6", "d7");
  await reads(page, "Solved!");
  assert.deepEqual(await solved, {
    moves: PUZZLE.solution.split(" "),
    hints: 1,
    mistakes: 1,
    shown: 0,
  });
  await page.getByRole("button", { name: "Start again" }).click();
  const show = page.getByRole("button", { name: "Show the next move" });
  await show.click();
  await reads(page, "One step of the solution.");
  await page.waitForFunction(() => document.querySelector("xiangqi-puzzle")!.board!.state.movable);
  await show.click();
  await reads(page, "That was the solution.");
  assert.deepEqual(errors, []);
});

test("a puzzle whose solution is no legal line says so, and tells the console once", async (t) => {
  const { page } = await openElements(t, "", { context: ENGLISH });
  const warnings: string[] = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  await page.evaluate(({ fen }) => {
    const puzzle = document.createElement("xiangqi-puzzle");
    Object.assign(puzzle, { fen, solution: "a0a1" });
    document.querySelector("main")!.append(puzzle);
  }, PUZZLE);
  await reads(page, "The record cannot be shown.");
  assert.equal(warnings.length, 1, warnings.join("\n"));
  assert.match(warnings[0], /solution="a0a1"/);
});
