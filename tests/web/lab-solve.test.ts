/** The solve panel of the laboratory on its page: endings, layers, positions, links. */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { axeFaults } from "./axe-helpers.ts";
import { openLab, whenReady } from "./lab-helpers.ts";

const LONGEST = "9/4a4/4k4/9/9/9/9/9/9/N2K5";

/** Opens the panel and waits for the first ending. */
async function openSolve(t: TestContext, path = "lab.html#solve", context?: BrowserContextOptions) {
  const app = await openLab(t, { context, path });
  const { page } = app;
  await solved(page);
  return { ...app, solve: reader(page) };
}

/** Waits until the solver has stopped and a position is shown. */
async function solved(page: Page) {
  await page.locator("#panel-solve[aria-busy=false] .solve-stage:not([hidden])").waitFor();
  await page.locator(".solve-board [role=gridcell]").first().waitFor();
}

/** Reads and changes what the panel shows. */
function reader(page: Page) {
  const text = (selector: string) => page.locator(selector).innerText();
  return {
    value: (words: string) => page.locator(".solve-value", { hasText: words }).waitFor(),
    summary: (words: string) => page.locator(".solve-summary", { hasText: words }).waitFor(),
    layer: (words: string) => page.locator(".solve-layer", { hasText: words }).waitFor(),
    say: () => text(".solve-say"),
    announced: (words: string) => page.locator("#announcer", { hasText: words }).waitFor(),
    slider: (id: string) => page.locator(`#${id} input[type=range]`),
    act: (id: string, act: string) => page.locator(`#${id} [data-act=${act}]`).click(),
    cell: (square: string) => page.locator(`.solve-board [data-square=${square}]`),
    move: (move: string) => page.locator(`[data-move=${move}]`),
    at: (ply: number, total: number) =>
      page.locator(".solve-ply", { hasText: `Ply ${ply} of ${total}` }).waitFor(),
    placement: () =>
      page.locator(".solve-board canvas").evaluate(({ dataset }) => dataset.placement!),
  };
}

test("the first ending is solved, and its longest win is on the board", async (t) => {
  const { page, solve, errors } = await openSolve(t);
  await solve.summary("99.7% of the positions are won for Red");
  await solve.value("Black is to move and loses in 38 plies.");
  await solve.announced("loses in 38 plies");
  assert.equal(new URL(page.url()).hash, `#solve=${LONGEST}_b`);
  assert.equal(await page.locator("#position").isVisible(), false, "the panel has its own board");

  await t.test("layers fill the map one after another", async () => {
    await solve.layer("All layers");
    const named = (square: string) => solve.cell(square).getAttribute("aria-label");
    assert.match((await named("e4"))!, /Red wins [\d.]+% of the positions/);
    assert.match((await named("a0"))!, /red horse/);
    await page.selectOption("#solve-piece", "a0");
    await solve.act("solve-layers", "first");
    await solve.layer("Layer 0 of 38");
    assert.match(await solve.say(), /no legal move/);
    // With Black to move the horse mates or not where it stands; odd layers have Red to move.
    assert.match((await named("b0"))!, /not decided yet/);
    await solve.slider("solve-layers").fill("37");
    await solve.layer("Layer 37 of 38");
    assert.match((await named("b0"))!, /Red wins in \d+ plies/);
    assert.equal(await page.locator(".solve-bar.is-now").count(), 1);
    assert.equal(await page.locator(".solve-bar.is-ahead").count(), 1);
    await solve.act("solve-layers", "last");
    await solve.layer("All layers");
    assert.match(await solve.say(), /The other positions are drawn/);
  });

  await t.test("playing shows layer after layer, and pauses", async () => {
    await page.locator("#solve-layers .button-primary").click();
    await page.waitForFunction(() => {
      const slider = document.querySelector<HTMLInputElement>("#solve-layers [type=range]")!;
      return Number(slider.value) > 0 && Number(slider.value) < 39;
    });
    await page.locator("#solve-layers .button-primary", { hasText: "Pause" }).click();
    await page.locator("#solve-layers .button-primary", { hasText: "Watch" }).waitFor();
    assert.notEqual(await solve.slider("solve-layers").inputValue(), "39");
  });

  await t.test("the walk plays the best moves of both sides to the mate", async () => {
    await solve.at(0, 38);
    await solve.act("solve-line", "on");
    await solve.at(1, 38);
    await solve.value("Red is to move and wins in 37 plies.");
    await solve.act("solve-line", "last");
    await solve.at(38, 38);
    await solve.value("Black has no legal move and has lost.");
    assert.equal(await page.locator(".solve-move").count(), 0);
    await solve.act("solve-line", "back");
    await solve.at(37, 38);
    await solve.value("Red is to move and wins in 1 ply.");
    await page.locator(".solve-line summary").click();
    await page.locator(".solve-line li button").nth(1).click();
    await solve.at(2, 38);
    await solve.act("solve-line", "first");
    await solve.at(0, 38);
  });
  assert.deepEqual(errors, []);
});

test("each move tells what it keeps, and a played move begins another line", async (t) => {
  const { page, solve, errors } = await openSolve(t, `lab.html#solve=${LONGEST}_w`);
  await solve.value("Red is to move and wins");
  const best = page.locator(".solve-move").first();
  assert.match(await best.innerText(), /best: wins in \d+/);
  const worst = page.locator(".solve-move").last();
  const plies = Number(/wins in (\d+)/.exec(await worst.innerText())![1]);
  await worst.click();
  await solve.at(1, plies);
  await solve.value(`Black is to move and loses in ${plies - 1} plies.`);
  await solve.act("solve-line", "back");
  await solve.at(0, plies);
  assert.deepEqual(errors, []);
});

test("pieces of both sides go to other points by pointer and by keyboard", async (t) => {
  const { page, solve, errors } = await openSolve(t);
  const before = await solve.placement();
  const board = page.locator(".solve-board");
  await board.scrollIntoViewIfNeeded();
  const press = (square: string) =>
    page.evaluate((name) => {
      const canvas = document.querySelector(".solve-board canvas") as HTMLCanvasElement & {
        board: { centerOf: (square: string) => { x: number; y: number } };
      };
      const { x, y } = canvas.board.centerOf(name);
      const { left, top } = canvas.parentElement!.getBoundingClientRect();
      return { x: left + x, y: top + y };
    }, square);
  for (const square of ["a0", "e4"]) {
    const { x, y } = await press(square);
    await page.mouse.click(x, y);
  }
  await solve.announced("to move");
  await page.waitForFunction(
    (old) => document.querySelector<HTMLElement>(".solve-board canvas")!.dataset.placement !== old,
    before,
  );
  assert.equal((await solve.placement())[4 * 9 + 4], "N");
  await page.waitForFunction(() => location.hash.includes("4N4"));
  // The other side's advisor, though Black is to move only half of the time.
  await page.locator("input[name=solve-turn][value=w]").check({ force: true });
  await solve.value("Red is to move");
  await solve.cell("e8").focus();
  await page.keyboard.press("Enter");
  await solve.cell("d7").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    () =>
      document.querySelector<HTMLElement>(".solve-board canvas")!.dataset.placement![66] === "a",
  );
  await solve.cell("d7").focus();
  await page.keyboard.press("Enter");
  await solve.cell("a5").focus();
  await page.keyboard.press("Enter");
  await page.locator(".solve-notice", { hasText: "cannot stand there" }).waitFor();
  assert.deepEqual(errors, []);
});

test("a side in check has to be to move", async (t) => {
  const { page, solve, errors } = await openSolve(t, "lab.html#solve=4k4/9/9/9/9/9/9/9/4R4/3K5_b");
  await solve.value("Black is to move");
  await page.locator("input[name=solve-turn][value=w]").click({ force: true });
  await page.locator(".solve-notice", { hasText: "Black would be in check" }).waitFor();
  assert.equal(await page.locator("input[name=solve-turn][value=b]").isChecked(), true);
  assert.deepEqual(errors, []);
});

test("an ending is chosen, solved and opened again by its link", async (t) => {
  const { page, solve, errors } = await openSolve(t);
  await page.selectOption("#solve-defence", "AAEE");
  await page.locator("#panel-solve[aria-busy=true]").waitFor();
  await page.selectOption("#solve-attacker", "R");
  await solve.summary("The longest win takes 64 plies");
  await solve.value("loses in 64 plies");
  await page.locator("#solve-outcome", { hasText: "856,611 positions" }).waitFor();
  await solve.act("solve-line", "on");
  await solve.at(1, 64);
  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link);
  await whenReady(page);
  await solved(page);
  await solve.summary("The longest win takes 64 plies");
  await solve.value("Red is to move and wins in 63 plies.");
  assert.deepEqual(
    await Promise.all(
      ["attacker", "defence"].map((name) => page.locator(`#solve-${name}`).inputValue()),
    ),
    ["R", "AAEE"],
  );
  // A link to another position in the same tab.
  await page.evaluate(() => (location.hash = "#solve=3k5/9/9/9/9/9/9/9/9/r3K4_w"));
  await solve.value("Black is to move");
  assert.equal(await page.locator("#solve-defence").inputValue(), "K");
  await page.evaluate(() => (location.hash = "#solve=rnb"));
  await page.locator(".solve-state .faults", { hasText: "no position" }).waitFor();
  assert.deepEqual(errors, []);
});

test("a solver that is cancelled goes back to the ending before, and solves another one", async (t) => {
  const { page, solve, errors } = await openSolve(t);
  await page.selectOption("#solve-defence", "AAEE");
  await page.locator("#solve-cancel").click();
  await page.locator("#solve-outcome", { hasText: "Cancelled" }).waitFor();
  assert.equal(await page.locator("#solve-defence").inputValue(), "A");
  assert.equal(await page.evaluate(() => document.activeElement!.id), "solve-attacker");
  await page.selectOption("#solve-attacker", "C");
  await solve.summary("Red wins no position");
  await solve.value("Draw: neither side can force a win.");
  assert.equal(await page.locator("#solve-longest").isVisible(), false);
  assert.deepEqual(errors, []);
});

test("a solver that could not be loaded says so, and is tried again by a button", async (t) => {
  const { page } = await openLab(t);
  await page.route(/lab_bg.*\.wasm/, (route) => route.abort());
  await page.click("#tab-solve");
  await page.locator(".solve-state .faults", { hasText: "could not be loaded" }).waitFor();
  assert.equal(await page.locator(".solve-stage").isVisible(), false);
  await page.unroute(/lab_bg.*\.wasm/);
  await page.click("#solve-again");
  await solved(page);
  await page.locator(".solve-value", { hasText: "loses in 38 plies" }).waitFor();
  assert.equal(await page.locator("#solve-again").isVisible(), false);
});

test("the link is copied, and the language changes in place", async (t) => {
  const { page, solve, errors } = await openSolve(t, "lab.html#solve", {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.click("#solve-copy");
  await page.locator(".solve-notice", { hasText: "Link copied" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /lab\.html#solve=9\/4a4/);
  await page.selectOption("#language", "zh");
  await solve.value("轮到黑方，38 步负。");
  await page.locator(".solve-summary", { hasText: "红胜" }).waitFor();
  assert.deepEqual(errors, []);
});

for (const colorScheme of ["light", "dark"] as const)
  test(`the panel passes axe, ${colorScheme}`, async (t) => {
    const { page, solve } = await openSolve(t, "lab.html#solve", { colorScheme });
    for (const fold of await page.locator("#panel-solve summary").all()) await fold.click();
    assert.deepEqual(await axeFaults(page), []);
    await solve.slider("solve-layers").fill("20");
    await solve.layer("Layer 20 of 38");
    assert.deepEqual(await axeFaults(page), []);
  });
