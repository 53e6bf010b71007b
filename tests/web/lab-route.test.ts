// The laboratory's routes: two searches side by side, the answer, the walk.
import assert from "node:assert/strict";
import test from "node:test";
import type { Page } from "playwright-core";
import { axeFaults } from "./axe-helpers.ts";
import { whenReady } from "./lab-helpers.ts";
import { CROSSING, openRoute } from "./lab-route-helpers.ts";

/** Returns the answers of the rules to a text, by either heuristic. */
const solved = (page: Page, text: string) =>
  page.evaluate(async (problem) => {
    const answers = [];
    for (const heuristic of ["manhattan", "zero"] as const) {
      const session = await lab.route(problem, heuristic);
      do await session.expand(10_000);
      while (session.outcome().state === "searching");
      const outcome = session.outcome() as { route?: string; steps?: number };
      answers.push({ ...outcome, expanded: session.expanded });
      session.free();
    }
    return answers;
  }, text);

const table = (page: Page) =>
  page
    .locator(".route-table tbody tr")
    .evaluateAll((rows: HTMLTableRowElement[]) =>
      rows.map((row) => [...row.cells].slice(2).map(({ textContent }) => Number(textContent))),
    );

test("the example that crosses a cell twice has six steps, counted as by the rules", async (t) => {
  const { page, errors, text, finish, says, side } = await openRoute(t);
  assert.equal(await text(), CROSSING, "it is there on a first visit");
  await finish();
  await says(".route-answer", "Fewest steps: 6");
  await says(".route-letters", "UULRUU");
  await says(".route-reason", "row 3, column 3");
  const answers = await solved(page, CROSSING);
  assert.deepEqual(
    answers.map(({ route }) => route),
    ["UULRUU", "UULRUU"],
  );
  assert.deepEqual(
    await table(page),
    answers.map(({ expanded, steps }) => [expanded, steps]),
  );
  await side("zero")
    .locator(".route-count", { hasText: `${answers[1].expanded};` })
    .waitFor();
  await says("#announcer", "Fewest steps: 6");
  assert.deepEqual(errors, []);
});

test("every example has the answer of the rules, with the saving in words", async (t) => {
  const { page, errors, text, textIs, example, finish, says } = await openRoute(t);
  let before = await text();
  for (const [name, words] of [
    ["field", /Fewest steps: 16/],
    ["maze", /Fewest steps: 54/],
    ["far", /−1/],
  ] as const) {
    await example(name);
    await page.waitForFunction(
      (was) => document.querySelector<HTMLInputElement>("#route-text")!.value !== was,
      before,
    );
    before = await text();
    await finish();
    await says(".route-answer", words);
    const answers = await solved(page, before);
    assert.deepEqual(
      await table(page),
      answers.map(({ expanded, steps }) => [expanded, steps ?? -1]),
      name,
    );
    if (name !== "field") continue;
    const [guided, uniform] = answers.map(({ expanded }) => expanded);
    const share = Math.round((1 - guided / uniform) * 100);
    await says(
      ".route-spared",
      `A* expanded ${guided} states, uniform cost ${uniform}: ${share} % fewer`,
    );
  }
  await says(".route-reason", "stamina 6 does not last");
  assert.equal(await page.isHidden(".route-way"), true, "no route, nothing to copy or to walk");
  await textIs(before);
  assert.deepEqual(errors, []);
});

test("walls and zero stamina are named as reasons", async (t) => {
  const { page, drag, finish, says, example, choose, press } = await openRoute(t);
  await example("field");
  await choose("1");
  await drag(7, 7 + 17 * 10);
  await finish();
  await says(".route-reason", "Obstacles close off the end");
  await press("undo");
  await page.waitForSelector(".route-result", { state: "hidden" });
  await page.fill(".route-sizes label:nth-child(3) input", "0");
  await page.keyboard.press("Tab");
  await finish();
  await says(".route-reason", "With stamina 0");
});

test("both searches step together, back and to any state, and describe a cell", async (t) => {
  const { page, errors, example, press, side, cell, says } = await openRoute(t);
  await example("field");
  const count = (heuristic: string, number: number) =>
    page.waitForSelector(`[data-heuristic=${heuristic}][data-shown="${number}"]`);
  await press("on");
  await count("manhattan", 1);
  await count("zero", 1);
  await press("on");
  await press("on");
  await count("zero", 3);
  await press("back");
  await count("zero", 2);
  assert.equal(await page.isHidden(".route-result"), true, "nothing is given away before the end");
  const place = page.locator(".route-ranges input").first();
  await place.fill("100");
  await count("manhattan", 38);
  await count("zero", 100);
  await says("[data-heuristic=manhattan] .route-count", "route found");
  const start = 5 * 17 + 3;
  await cell(start, side("zero")).hover();
  for (const heuristic of ["manhattan", "zero"])
    await says(
      `[data-heuristic=${heuristic}] .route-readout`,
      "row 6, column 4: start; expanded no. 1: steps 0, stamina 60",
    );
  await cell(start + 1, side("zero")).focus();
  await says(
    "[data-heuristic=zero] .route-readout",
    /row 6, column 5: road; expanded no\. \d: steps 1, stamina 59/,
  );
  await page.locator(".route-ranges input").nth(1).fill("12");
  await says(".route-ranges", "10000 a second");
  await page.click(".route-controls .button-primary");
  await page.waitForSelector(".route-result:not([hidden])");
  await count("zero", 166);
  await press("begin");
  await count("zero", 0);
  assert.deepEqual(errors, []);
});

test("playback can be paused", async (t) => {
  const { page, example, says } = await openRoute(t);
  await example("field");
  await page.locator(".route-ranges input").nth(1).fill("1");
  const play = ".route-controls .button-primary";
  await page.click(play);
  await page.waitForFunction(
    () => Number(document.querySelector<HTMLElement>("[data-heuristic=zero]")!.dataset.shown) > 2,
  );
  await says(play, "Pause");
  const frames = () =>
    page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  await page.hover(`${play} svg`);
  await page.mouse.down();
  await frames(); // a finger is slower than a program
  await page.mouse.up();
  await says(play, "Play");
  const shown = () => page.getAttribute("[data-heuristic=zero]", "data-shown");
  const before = await shown();
  await frames();
  assert.equal(await shown(), before);
});

test("the walk shows the stamina fall and fill up until the end", async (t) => {
  const { page, errors, finish, press, says } = await openRoute(t, { reducedMotion: "reduce" });
  await finish();
  const stamina = (value: number) =>
    page.waitForSelector(`.route-stamina[aria-valuenow="${value}"][aria-valuemax="3"]`);
  await stamina(3);
  /** Returns what is drawn over both pictures. */
  const over = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLCanvasElement>(".route-search canvas:nth-of-type(2)")].map(
        (canvas) => canvas.toDataURL(),
      ),
    );
  const before = await over();
  for (const value of [2, 1]) {
    await press("walk.on");
    await stamina(value);
  }
  await press("walk.on");
  await says(".route-walk-words", "Step 3 of 6: filled up, stamina 3 of 3");
  await press("walk.back");
  await stamina(1);
  await page.click(".route-walk .route-icon-words");
  await says(".route-walk-words", "Step 6 of 6: stamina 0 of 3");
  const after = await over();
  assert.equal(after.length, 2);
  for (const [index, drawn] of after.entries()) assert.notEqual(drawn, before[index]);
  await says(".route-walk .route-icon-words", "Walk it");
  assert.deepEqual(errors, []);
});

test("route and text can be copied", async (t) => {
  const { page, finish, says } = await openRoute(t, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const pasted = () => page.evaluate(() => navigator.clipboard.readText());
  await finish();
  await page.click('[data-i18n="lab.route.letters.copy"]');
  await says(".route-way .hint", "Copied");
  assert.equal(await pasted(), "UULRUU");
  await page.click(".route-text-form summary");
  await page.click('[data-i18n="lab.route.text.copy"]');
  await says(".route-said", "Copied");
  assert.equal(await pasted(), CROSSING);
});

test("a large grid opens from a file and is searched, but cannot be drawn on", async (t) => {
  const { page, errors, finish, says } = await openRoute(t);
  const side = 120;
  const open = Array.from({ length: side }, () => Array(side).fill(0));
  open[0][0] = 3;
  open[side - 1][side - 1] = 4;
  const text = `${side} ${side} 500\n${open.map((row) => row.join(" ")).join("\n")}\n`;
  await page.setInputFiles(".route-text-form input[type=file]", {
    name: "large.txt",
    mimeType: "text/plain",
    buffer: Buffer.from(text),
  });
  await says(".route-problem", "120 × 120 cells are too many to draw by hand");
  await finish();
  await says(".route-answer", "Fewest steps: 238");
  const answers = await solved(page, text);
  assert.deepEqual(
    await table(page),
    answers.map(({ expanded, steps }) => [expanded, steps]),
  );
  assert.equal(await page.locator(".route-cell").count(), 0);
  await page.reload();
  await whenReady(page);
  await says(".route-problem", "120 × 120");
  assert.deepEqual(errors, []);
});

test("expanded cells are drawn, and the route over them", async (t) => {
  const { page, finish } = await openRoute(t);
  const points = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLCanvasElement>("[data-heuristic=manhattan] canvas")].map(
        (canvas) => {
          const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
          return data.reduce((sum, value, at) => (sum + value * (at % 977)) % 1_000_000_007, 0);
        },
      ),
    );
  await page.waitForFunction(
    () => document.querySelector<HTMLCanvasElement>("[data-heuristic=manhattan] canvas")!.width > 0,
  );
  const before = await points();
  await finish();
  await page.waitForFunction(() => {
    const [, over] = document.querySelectorAll<HTMLCanvasElement>(
      "[data-heuristic=manhattan] canvas",
    );
    const { data } = over.getContext("2d")!.getImageData(0, 0, over.width, over.height);
    return data.some((value) => value > 0);
  });
  const after = await points();
  assert.notEqual(after[0], before[0]);
  assert.notEqual(after[1], before[1]);
});

for (const [colorScheme, locale, width] of [
  ["light", "zh-CN", 1280],
  ["dark", "vi", 360],
] as const)
  test(`an open route passes axe and fits the window, ${colorScheme}`, async (t) => {
    const { page, finish, example } = await openRoute(t, {
      colorScheme,
      locale,
      viewport: { width, height: 800 },
    });
    await example("maze");
    await page.click(".route-text-form summary");
    await finish();
    assert.deepEqual(await axeFaults(page), []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, "nothing sticks out");
  });
