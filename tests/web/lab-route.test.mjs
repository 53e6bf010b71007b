// The laboratory's routes: drawing, both searches beside each other, the answer, the text, what is kept.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { ROOT } from "./helpers.mjs";
import { openLab, whenReady } from "./lab-helpers.mjs";

const CROSSING = "5 4 3\n1 1 4 1\n1 1 0 1\n1 2 0 1\n1 1 0 1\n1 1 3 1\n";

/** @param {import("node:test").TestContext} t @param {import("playwright-core").BrowserContextOptions} [context] */
async function openRoute(t, context) {
  const app = await openLab(t, { path: "lab.html#route", context });
  return { ...app, ...hands(app.page) };
}

/** @param {import("playwright-core").Page} page */
function hands(page) {
  const problem = page.locator(".route-problem");
  const cell = (index, host = problem) => host.locator(".route-cell").nth(index);
  const named = (index, words) =>
    page.waitForFunction(
      ([at, text]) =>
        document.querySelectorAll(".route-problem .route-cell")[at]?.ariaLabel?.includes(text),
      [index, words],
    );
  const text = () => page.inputValue("#route-text");
  return {
    cell,
    named,
    text,
    textIs: (wanted) =>
      page.waitForFunction(
        (words) => document.querySelector("#route-text").value === words,
        wanted,
      ),
    choose: (kind) => page.check(`input[name=route-tool][value="${kind}"]`, { force: true }),
    example: (name) => page.click(`[data-i18n="lab.route.sample.${name}"]`),
    press: (label) => page.click(`[data-i18n-label="lab.route.${label}"]`),
    async finish() {
      await page.click('[data-i18n-label="lab.route.finish"]');
      await page.waitForSelector(".route-result:not([hidden])");
    },
    side: (heuristic) => page.locator(`[data-heuristic=${heuristic}]`),
    /** Waits for words. @param {string} where @param {string|RegExp} words */
    says: (where, words) =>
      page.locator(where, { hasText: words }).first().waitFor({ state: "attached" }),
    /** From the middle of one cell to that of another. @param {number[]} cells */
    async drag(...cells) {
      await problem.locator(".route-stage").scrollIntoViewIfNeeded();
      const places = [];
      for (const index of cells) {
        const box = await cell(index).boundingBox();
        places.push([box.x + box.width / 2, box.y + box.height / 2]);
      }
      await page.mouse.move(...places[0]);
      await page.mouse.down();
      for (const place of places.slice(1)) await page.mouse.move(...place, { steps: 3 });
      await page.mouse.up();
    },
  };
}

/** What the rules themselves make of a text. @param {import("playwright-core").Page} page @param {string} text */
const solved = (page, text) =>
  page.evaluate(async (problem) => {
    const answers = [];
    for (const heuristic of ["manhattan", "zero"]) {
      const session = await desk.route(problem, heuristic);
      do await session.expand(10_000);
      while (session.outcome().state === "searching");
      answers.push({ ...session.outcome(), expanded: session.expanded });
      session.free();
    }
    return answers;
  }, text);

const table = (page) =>
  page
    .locator(".route-table tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.cells].slice(2).map(({ textContent }) => Number(textContent))),
    );

test("the example that crosses a cell twice: six steps, counted as the rules count", async (t) => {
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
  await says("#announcer", /Fewest steps: 6.*UULRUU|Fewest steps: 6/);
  assert.deepEqual(errors, []);
});

test("every example gives what the rules give, and the shares are said in words", async (t) => {
  const { page, errors, text, textIs, example, finish, says } = await openRoute(t);
  let before = await text();
  for (const [name, words] of [
    ["field", /Fewest steps: 16/],
    ["maze", /Fewest steps: 54/],
    ["far", /−1/],
  ]) {
    await example(name);
    await page.waitForFunction(
      (was) => document.querySelector("#route-text").value !== was,
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

test("walls are named as the reason, and zero stamina", async (t) => {
  const { page, drag, finish, says, example, choose, press } = await openRoute(t);
  await example("field");
  await choose(1);
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

test("drawing by mouse: lines without gaps, wiping, dragging the start, undo and redo", async (t) => {
  const { page, errors, example, choose, drag, named, text, textIs, press } = await openRoute(t);
  await example("field");
  const before = await text();
  await choose(1);
  await drag(0, 5);
  for (const index of [0, 3, 5]) await named(index, "obstacle");
  const walls = await text();
  assert.match(walls, /\n1 1 1 1 1 1 0/);
  await drag(0, 2);
  await named(1, "road");
  await choose(2);
  await drag(20, 20);
  await named(20, "supply");
  // The start goes along, whatever the tool; it does not land on the end.
  await drag(5 * 17 + 3, 5 * 17 + 1);
  await named(5 * 17 + 1, "start");
  await named(5 * 17 + 3, "road");
  for (let step = 0; step < 3; step++) await press("undo");
  await textIs(walls);
  await press("undo");
  await textIs(before);
  await press("redo");
  await textIs(walls);
  await page.click('[data-i18n="lab.route.clear"]');
  await named(3, "road");
  assert.doesNotMatch(await text(), /\n[034 ]*1[01234 ]*\n/);
  assert.deepEqual(errors, []);
});

test("drawing by keys: a grid of named cells, digits, Space, undo; the ends stay", async (t) => {
  const { page, errors, cell, named, says, text } = await openRoute(t);
  const focused = () => page.evaluate(() => document.activeElement.ariaLabel);
  await cell(0).focus();
  await page.locator(".route-problem .route-readout", { hasText: "row 1, column 1" }).waitFor();
  assert.equal(await focused(), "row 1, column 1: obstacle");
  assert.equal(
    await page.getAttribute(".route-problem [role=grid]", "aria-label"),
    "The grid to draw",
  );
  await page.keyboard.press("0");
  await named(0, "road");
  await says("#announcer", "row 1, column 1: road");
  await page.keyboard.press("2");
  await named(0, "supply");
  await page.keyboard.press(" ");
  await named(0, "obstacle");
  await page.keyboard.press(" ");
  await named(0, "road");
  await page.keyboard.press("ArrowRight");
  assert.equal(await focused(), "row 1, column 2: obstacle");
  await page.keyboard.press("3");
  await named(1, "start");
  await named(18, "road");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("1");
  await says("#announcer", "is the end");
  assert.match(await text(), /^5 4 3\n0 3 4 1\n/);
  await page.keyboard.press("Control+z");
  await named(18, "start");
  await page.keyboard.press("Control+y");
  await named(1, "start");
  await page.keyboard.press("Control+End");
  assert.match(await focused(), /^row 5, column 4/);
  assert.deepEqual(errors, []);
});

test("drawing by finger", async (t) => {
  const { page, errors, cell, named, choose } = await openRoute(t, {
    hasTouch: true,
    viewport: { width: 360, height: 740 },
  });
  await choose(0);
  await cell(0).scrollIntoViewIfNeeded();
  const box = await cell(0).boundingBox();
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await named(0, "road");
  assert.deepEqual(errors, []);
});

test("a text with a fault is refused with line and column, in every language, and its place marked", async (t) => {
  const { page, errors, says, textIs, named } = await openRoute(t);
  await page.click(".route-text-form summary");
  const apply = async (text) => {
    await page.fill("#route-text", text);
    await page.click('[data-i18n="lab.route.text.apply"]');
  };
  await apply("2 3 9\n3 0 0\n0 x 4\n");
  await says("#route-text-fault", "Line 3, column 3: a cell is a number from 0 to 4, not “x”");
  assert.equal(await page.evaluate(() => getSelection().toString()), "x");
  for (const [lang, words] of [
    ["zh", "第 3 行第 3 个字符"],
    ["zh-Hant", "第 3 行第 3 個字元"],
    ["vi", "Dòng 3, ký tự 3"],
    ["en", "Line 3, column 3"],
  ]) {
    await page.selectOption("#language", lang);
    await says("#route-text-fault", words);
  }
  for (const [text, words] of [
    ["", "Line 1, column 1: the line needs 3 numbers and has 0"],
    ["2 3 9\n3 0 0\n0 4", "Line 3, column 4: the line needs 3 numbers and has 2"],
    ["2 1001 9", "Line 1, column 3: Columns 1001 is not from 1 to 1000"],
    ["1 3 9\n3 0 3", "Line 2, column 5: there is a second start"],
    ["1 3 9\n3 0 0", "Line 2, column 1: there is no end"],
    ["2 3 9\n3 0 4", "Line 3, column 1: there should be 2 rows of cells and there are 1"],
  ]) {
    await apply(text);
    await says("#route-text-fault", words);
  }
  await apply(" 2 3 9\n3 2 0\n0  0 4");
  await named(1, "supply");
  await textIs("2 3 9\n3 2 0\n0 0 4\n");
  assert.equal(await page.textContent("#route-text-fault"), "");
  assert.deepEqual(errors, []);
});

test("both searches go on in step: one state, back, anywhere, by themselves, and what they know of a cell", async (t) => {
  const { page, errors, example, press, side, cell, says } = await openRoute(t);
  await example("field");
  const count = (heuristic, number) =>
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
      "row 6, column 4: start. expanded no. 1: steps 0, stamina 60",
    );
  await cell(start + 1, side("zero")).focus();
  await says(
    "[data-heuristic=zero] .route-readout",
    /row 6, column 5: road\. expanded no\. \d: steps 1, stamina 59/,
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

test("while it plays it can be paused", async (t) => {
  const { page, example, says } = await openRoute(t);
  await example("field");
  await page.locator(".route-ranges input").nth(1).fill("2");
  const play = ".route-controls .button-primary";
  await page.click(play);
  await page.waitForFunction(
    () => Number(document.querySelector("[data-heuristic=zero]").dataset.shown) > 2,
  );
  await says(play, "Pause");
  await page.click(play);
  await says(play, "Play");
  const shown = () => page.getAttribute("[data-heuristic=zero]", "data-shown");
  const before = await shown();
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  assert.equal(await shown(), before);
});

test("another grid ends what was searched", async (t) => {
  const { page, finish, cell, says } = await openRoute(t);
  await finish();
  await cell(0).focus();
  await page.keyboard.press("2");
  await page.waitForSelector(".route-result", { state: "hidden" });
  await says("[data-heuristic=zero] .route-count", "Nothing expanded yet");
});

test("the grid survives a reload, also a large one; a broken record does no harm", async (t) => {
  const { page, errors, cell, named, text, textIs } = await openRoute(t);
  await cell(0).focus();
  await page.keyboard.press("2");
  await named(0, "supply");
  const before = await text();
  await page.reload();
  await whenReady(page);
  await textIs(before);
  await page.evaluate(() => localStorage.setItem("chuhe:lab:route", '{"version":1,"rows":3}'));
  await page.reload();
  await whenReady(page);
  await textIs(CROSSING);
  assert.deepEqual(errors, []);
});

test("walking: the stamina falls, is filled up, and the walk comes to the end", async (t) => {
  const { page, errors, finish, press, says } = await openRoute(t, { reducedMotion: "reduce" });
  await finish();
  const stamina = (value) =>
    page.waitForSelector(`.route-stamina[aria-valuenow="${value}"][aria-valuemax="3"]`);
  await stamina(3);
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
  await says(".route-walk .route-icon-words", "Walk it");
  assert.deepEqual(errors, []);
});

test("route and text are copied", async (t) => {
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

test("sizes, stamina and seeds; what cannot be is refused in words", async (t) => {
  const { page, errors, says, text, textIs } = await openRoute(t);
  const field = (number) => page.locator(".route-sizes input").nth(number - 1);
  const put = async (number, value) => {
    await field(number).fill(value);
    await page.keyboard.press("Tab");
  };
  await put(1, "6");
  await put(2, "7");
  await put(3, "11");
  await page.waitForFunction(() =>
    document.querySelector("#route-text").value.startsWith("6 7 11\n"),
  );
  await put(1, "41");
  await says(".route-problem .faults", "Rows: a whole number from 2 to 40");
  assert.equal(await field(1).inputValue(), "6");
  const seed = page.locator(".route-seed input");
  const make = async (number) => {
    const before = await text();
    await seed.fill(number);
    await page.click('[data-i18n="lab.route.random"]');
    await page.waitForFunction(
      (was) => document.querySelector("#route-text").value !== was,
      before,
    );
    return text();
  };
  const seven = await make("7");
  assert.equal(await seed.inputValue(), "8", "pressed again it makes another one");
  assert.notEqual(await make("8"), seven);
  assert.equal(await make("7"), seven);
  await textIs(seven);
  assert.deepEqual(errors, []);
});

test("a large grid is opened from a file and searched, but not drawn on", async (t) => {
  const { page, errors, finish, says } = await openRoute(t);
  const side = 120;
  const rows = Array.from({ length: side }, (_, row) =>
    Array.from({ length: side }, (_, column) =>
      row + column === 0 ? 3 : row + column === 2 * side - 2 ? 4 : 0,
    ).join(" "),
  );
  const text = `${side} ${side} 500\n${rows.join("\n")}\n`;
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
      [...document.querySelectorAll("[data-heuristic=manhattan] canvas")].map((canvas) => {
        const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
        return data.reduce((sum, value, at) => (sum + value * (at % 977)) % 1_000_000_007, 0);
      }),
    );
  await page.waitForFunction(
    () => document.querySelector("[data-heuristic=manhattan] canvas").width > 0,
  );
  const before = await points();
  await finish();
  await page.waitForFunction(() => {
    const [, over] = document.querySelectorAll("[data-heuristic=manhattan] canvas");
    const { data } = over.getContext("2d").getImageData(0, 0, over.width, over.height);
    return data.some((value) => value > 0);
  });
  const after = await points();
  assert.notEqual(after[0], before[0]);
  assert.notEqual(after[1], before[1]);
});

const AXE = readFileSync(`${ROOT}node_modules/axe-core/axe.min.js`, "utf8");
for (const [colorScheme, locale, width] of [
  ["light", "zh-CN", 1280],
  ["dark", "vi", 360],
])
  test(`nothing that axe-core finds, with everything open, ${colorScheme}`, async (t) => {
    const { page, finish, example } = await openRoute(t, {
      colorScheme,
      locale,
      viewport: { width, height: 800 },
    });
    await example("maze");
    await page.click(".route-text-form summary");
    await finish();
    await page.evaluate(AXE);
    const found = await page.evaluate(async () => {
      const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`),
      );
    });
    assert.deepEqual(found, []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, "nothing sticks out");
  });
