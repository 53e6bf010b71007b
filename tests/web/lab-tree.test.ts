/** The tree view of the laboratory on its page: steps, jumps, sentences and refusals. */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { axeFaults } from "./axe-helpers.ts";
import { openLab } from "./lab-helpers.ts";

/** Opens the tree with its first lesson. */
async function openTree(t: TestContext, context?: BrowserContextOptions) {
  const app = await openLab(t, { root: "www", context, path: "lab.html#tree" });
  await app.page.waitForSelector(".lab-tree-stage:not([hidden]) [aria-current=step]");
  return { ...app, tree: reader(app.page) };
}

/** Reads what the page shows of the tree. */
function reader(page: Page) {
  const slider = page.locator(".lab-slider");
  return {
    slider,
    say: () => page.locator(".lab-tree-say").innerText(),
    list: () => page.locator(".lab-tree-list").innerText(),
    last: async () => Number(await slider.getAttribute("max")),
    step: async () => Number(await slider.inputValue()),
    /** Waits for a step. */
    async at(wanted: number) {
      await page.waitForFunction(
        (step) => document.querySelector<HTMLInputElement>(".lab-slider")?.value === String(step),
        wanted,
      );
    },
    /** Waits for words in the sentences. */
    says: (words: string) => page.locator(".lab-tree-say", { hasText: words }).waitFor(),
    press: (act: string) => page.locator(`[data-act=${act}]`).click(),
    /** Opens a lesson at its first step; `last` is its last step. */
    async lesson(id: string, last: number) {
      await page.locator("#lab-tree-position").selectOption(id);
      await page.locator("#panel-tree:not([aria-busy=true])").waitFor();
      await page.locator(`.lab-slider[max="${last}"]`).waitFor();
      assert.equal(await slider.inputValue(), "0");
    },
    /** Returns the numbers of the counts. */
    counts: () =>
      page
        .locator(".lab-tree-counts dd")
        .allTextContents()
        .then((texts) => texts.map(Number)),
  };
}

test("the tree view shows a search step by step", async (t) => {
  const { page, tree, errors } = await openTree(t);

  await t.test(
    "each step has its sentences, and stepping back shows exactly the same",
    async () => {
      const last = await tree.last();
      const see = async (): Promise<[say: string, list: string, counts: number[]]> => [
        await tree.say(),
        await tree.list(),
        await tree.counts(),
      ];
      const seen: Awaited<ReturnType<typeof see>>[] = [];
      for (let step = 0; step <= last; step++) {
        await tree.at(step);
        seen.push(await see());
        if (step < last) await tree.press("on");
      }
      assert.equal(new Set(seen.map(([sentences, list]) => sentences + list)).size, seen.length);
      assert.match(seen[0][0], /The search begins. Red is to move/);
      assert.match(seen[last][0], /The search is over. Red's best move is .*win in 1/);
      for (let step = last; step > 0; step--) {
        assert.deepEqual(await see(), seen[step], `step ${step}`);
        await tree.press("back");
        await tree.at(step - 1);
      }
      await tree.press("last");
      await tree.at(last);
      await tree.press("first");
      await tree.at(0);
      assert.deepEqual(await see(), seen[0]);
      assert.equal(await page.locator(".lab-tree-say").getAttribute("aria-live"), "polite");
    },
  );

  await t.test("the last step has the counts of the search", async () => {
    await tree.lesson("table", 169);
    await tree.press("last");
    await tree.at(169);
    const found = await page.evaluate(async () => {
      const { LESSONS } = await import("./js/lab/tree/tree-lessons.ts");
      const { fen, ...how } = LESSONS.find(({ id }) => id === "table")!;
      return globalThis.lab.search({ startFen: fen, moves: [], ...how });
    });
    const { nodes, leaves, cutoffs, researches, known } = found;
    assert.deepEqual(await tree.counts(), [nodes, leaves, cutoffs, researches, known]);
    assert.ok(known > 0);
  });

  await t.test("a bar that does not stick leaves the page where it is", async () => {
    const size = page.viewportSize()!;
    await page.setViewportSize({ ...size, height: 500 });
    await page.locator(".lab-tree-bar").scrollIntoViewIfNeeded();
    const scrolled = () => page.evaluate(() => scrollY);
    const before = await scrolled();
    await tree.press("first");
    await tree.at(0);
    assert.equal(await scrolled(), before);
    await page.setViewportSize(size);
  });

  await t.test("a cut names the comparison and the number of moves left out", async () => {
    await tree.lesson("horse", 44);
    await tree.press("cut");
    await tree.says("cut. Moves not looked at: 8.");
    assert.match(await tree.say(), /−20 ≥ β = −20: cut/);
    assert.match(await tree.say(), /elsewhere 20 is already sure/);
    assert.match(await tree.list(), /cut off, not looked at: 8/);
    // From Red's view it is the same cut from the other side.
    await page.locator(".lab-tree-view").selectOption("red");
    await tree.says("20 ≤ α = 20: cut. Moves not looked at: 8.");
    await page.locator(".lab-tree-view").selectOption("own");
    await tree.says("−20 ≥ β = −20: cut");
  });

  await t.test("a re-search and a table's value are explained", async () => {
    await tree.lesson("again", 33);
    await tree.slider.fill("12");
    await tree.says("204 > 196");
    assert.match(
      await tree.say(),
      /an empty window does not tell by how much. It is searched again/,
    );
    await tree.press("on");
    await tree.says("is searched again, now for its value");
    await tree.lesson("table", 169);
    await tree.slider.fill("36");
    await tree.says("known from the table");
    assert.match(await tree.say(), /searched before to the same depth.*: −?\d+ for (Red|Black)/);
  });

  await t.test("a click on a move goes to its start, a second click to its end", async () => {
    await tree.lesson("horse", 44);
    await tree.press("cut");
    await tree.at(14);
    const move = page.locator('[data-key="node-1"]');
    await move.click();
    await tree.at(1);
    assert.equal(await move.getAttribute("aria-current"), "step");
    await move.click();
    await tree.at(11);
    assert.equal(
      await page.evaluate(() => (document.activeElement as HTMLElement).dataset.key),
      "node-1",
    );
  });

  await t.test("the tree works by keyboard alone", async () => {
    await tree.lesson("horse", 44);
    await page.locator(".lab-tree-stage").focus();
    const ways: [string, number][] = [
      ["ArrowRight", 1],
      ["ArrowDown", 11],
      ["ArrowRight", 12],
      ["ArrowRight", 13],
      ["ArrowUp", 12],
      ["PageDown", 14],
      ["ArrowLeft", 13],
      ["End", 44],
      ["ArrowRight", 44],
      ["Home", 0],
    ];
    for (const [key, step] of ways) {
      await page.keyboard.press(key);
      await tree.at(step);
    }
    await tree.slider.focus();
    await page.keyboard.press("ArrowRight");
    await tree.at(1);
  });

  await t.test("playback stops at the end and on request", async () => {
    await tree.lesson("mate", 14);
    await page.locator(".lab-speed").selectOption("fastest");
    await page.locator(".lab-tree-stage").focus();
    await page.keyboard.press(" ");
    await tree.at(await tree.last());
    await page.locator("[data-act=play]:not(.is-playing)").waitFor();
    assert.equal(await page.locator("[data-act=play]").getAttribute("aria-label"), "Play");
    await page.locator(".lab-speed").selectOption("slow");
    await tree.press("play");
    await page.locator('[data-act=play][aria-label="Pause"]').waitFor();
    await tree.press("play");
    await page.locator('[data-act=play][aria-label="Play"]').waitFor();
  });

  await t.test("an example names its purpose when another method is chosen", async () => {
    const about = page.locator(".lab-tree-about");
    await page.locator("#lab-tree-position").selectOption("horse");
    assert.doesNotMatch(await about.innerText(), /made for/);
    await page.locator("#lab-tree-method").selectOption("minimax");
    await about.filter({ hasText: "This example was made for Alpha-beta." }).waitFor();
    await page.locator("#lab-tree-method").selectOption("alphabeta");
    await about.filter({ hasNotText: "made for" }).waitFor();
    await page.locator("#panel-tree:not([aria-busy=true])").waitFor();
  });

  await t.test(
    "a tree that is too large is reported with a remedy, and a smaller one is whole",
    async () => {
      assert.equal(
        await page.locator("#position").isVisible(),
        false,
        "a lesson is no position to pick",
      );
      await page.locator("#lab-tree-position").selectOption("own");
      await page.locator("#position").waitFor();
      await page.locator("#lab-tree-depth").selectOption("4");
      const notice = page.locator(".lab-tree-notice");
      await notice.filter({ hasText: "too large" }).waitFor();
      assert.match(await notice.innerText(), /20,000 steps.*lower depth.*fewer pieces/);
      assert.ok((await tree.last()) > 5_000, "its beginning is shown");
      await tree.press("last");
      await tree.at(await tree.last());
      await page.locator("#lab-tree-depth").selectOption("1");
      await page.waitForFunction(
        () => document.querySelector(".lab-tree-notice")!.textContent === "",
      );
      assert.equal(await tree.last(), 45);
    },
  );

  await t.test("a position picked on the page is the one that is searched", async () => {
    await page.evaluate(() => globalThis.lab.position.set("3k5/9/9/9/9/9/9/9/4R4/4K4 b", []));
    await tree.says("The search begins. Black is to move");
    assert.equal(await page.locator("#lab-tree-position").inputValue(), "own");
  });

  await t.test("a leaf's value is explained as a sum", async () => {
    await tree.lesson("horse", 44);
    await tree.press("on");
    await tree.press("on");
    await tree.says("The depth is used up");
    const table = page.locator(".lab-explain");
    await table.waitFor();
    const rows = await table.locator("tr").allInnerTexts();
    assert.deepEqual(
      rows.map((row) => row.split(/\t/).map((cell) => cell.trim())),
      [
        ["Piece", "Red", "Black"],
        ["general", "1 × 10000", "1 × 10000"],
        ["horse", "1 × 320", ""],
        ["soldier", "", "3 × 100"],
        ["Total", "10320", "10300"],
      ],
    );
    assert.match(
      await page.locator(".lab-tree-explain").innerText(),
      /10320 − 10300 = 20, for Red/,
    );
    assert.match(await tree.say(), /: 20 for Red/);
  });

  await t.test("unfolding shows the moves below a move, and folding hides them", async () => {
    await tree.lesson("horse", 44);
    await tree.press("cut");
    await tree.at(14);
    const rows = page.locator(".lab-node");
    const before = await rows.count();
    const fold = page.locator('[data-key="fold-1"]');
    await fold.click();
    await page.locator('[data-key="fold-1"][aria-expanded="true"]').waitFor();
    assert.equal(await rows.count(), before + 9);
    await fold.click();
    await page.locator('[data-key="fold-1"][aria-expanded="false"]').waitFor();
    assert.equal(await rows.count(), before);
    await tree.press("last");
    await tree.at(44);
    await page.locator(".lab-unfold").first().click();
    await page.locator(".lab-unfold").first().waitFor({ state: "detached" });
    assert.equal(await page.locator(".lab-tree > li > ol > .lab-node").count(), 10);
  });

  await t.test("every language and the chosen notation are shown", async () => {
    await tree.lesson("horse", 44);
    await tree.press("on");
    await tree.says("Red tries");
    const starts: [string, string][] = [
      ["zh", "红方试着走"],
      ["zh-Hant", "紅方試著走"],
      ["vi", "Đỏ thử"],
      ["en", "Red tries"],
    ];
    for (const [lang, words] of starts) {
      await page.locator("#language").selectOption(lang);
      await tree.says(words);
      assert.doesNotMatch(await page.locator("#panel-tree").innerText(), /lab\.\w+|\{\w+\}/, lang);
    }
    await page.locator("#notation").selectOption("iccs");
    await page
      .locator(".lab-name", { hasText: /^[a-i]\d-?[a-i]\d$/i })
      .first()
      .waitFor();
  });

  assert.deepEqual(errors, []);
});

for (const colorScheme of ["light", "dark"] as const)
  test(`the tree passes axe, ${colorScheme}`, async (t) => {
    const viewport = colorScheme === "dark" ? { width: 360, height: 740 } : undefined;
    const { page, tree } = await openTree(t, {
      colorScheme,
      reducedMotion: "reduce",
      ...(viewport && { viewport }),
    });
    await tree.lesson("horse", 44);
    await tree.press("cut");
    await tree.says("cut. Moves not looked at");
    assert.deepEqual(await axeFaults(page), []);
  });

test("on a phone the sentences of a step scroll into view with the board", async (t) => {
  const { page, tree } = await openTree(t, { viewport: { width: 360, height: 740 } });
  // Clicked in the page, as Playwright may scroll before a click.
  await page.evaluate(() => document.querySelector<HTMLElement>("[data-act=on]")!.click());
  await tree.at(1);
  const bar = await page.locator(".lab-tree-bar").boundingBox();
  for (const part of [".lab-tree-say", ".lab-tree-board"]) {
    const { y, height } = (await page.locator(part).boundingBox())!;
    assert.ok(y >= 0 && y + height <= bar!.y, `${part}: ${y} to ${y + height}, bar at ${bar!.y}`);
  }
});
