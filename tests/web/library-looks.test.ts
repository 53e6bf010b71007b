/** The looks of the library's form, list and labels. */
import assert from "node:assert/strict";
import test from "node:test";
import { TWO, openLibrary } from "./library-helpers.ts";

/** The longest date that is common. */
const DATED = `[Red "Xu"]
[Black "Nie"]
[Date "1997年11月16日"]
[Result "1-0"]

1. h2e2 h9g7 1-0
`;

test("all filters look alike, and on phones the first two fill the width", async (t) => {
  const { page, add, label } = await openLibrary(t);
  await add(["two.pgn", TWO]);
  await label([0], "club");
  await page.click("#library-more summary");
  const looks = () =>
    page.locator(".library-field:not(.is-wide) .library-input").evaluateAll((fields) =>
      fields.map((field) => {
        const { backgroundColor } = getComputedStyle(field);
        const { left, right, height } = field.getBoundingClientRect();
        const name = field.parentElement!.querySelector("label")!.getBoundingClientRect();
        const { top } = field.getBoundingClientRect();
        return { look: [backgroundColor, height, top - name.bottom].join(), left, right };
      }),
    );
  for (const width of [1440, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const fields = await looks();
    assert.equal(fields.length, 12);
    assert.equal(new Set(fields.map(({ look }) => look)).size, 1, `at ${width}`);
    if (width > 390) continue;
    const edge = (side: "left" | "right") => fields.map((field) => field[side]);
    const [left, right] = [Math.min(...edge("left")), Math.max(...edge("right"))];
    for (const { left: from, right: to } of fields.slice(0, 2))
      assert.deepEqual([from, to], [left, right], `at ${width}`);
  }
});

test("a second line of headings has several headings, and dates are not cut", async (t) => {
  for (const locale of ["en-GB", "zh-CN", "vi-VN"]) {
    const { page, add } = await openLibrary(t, { context: { locale } });
    await add(["one.pgn", DATED]);
    await page.locator(".library-rows .is-date", { hasText: "1997年11月16日" }).waitFor();
    for (const width of [1440, 390, 360]) {
      await page.setViewportSize({ width, height: 844 });
      const heads = page.locator(".library-sort");
      const tops = await heads.evaluateAll((all) =>
        all.map((head) => head.getBoundingClientRect().top),
      );
      const last = tops.filter((top) => top === tops.at(-1)).length;
      assert.ok(last > 2, `${locale} at ${width}: ${last} in the last line`);
      const isCut = await page
        .locator(".library-rows .is-date")
        .evaluate((cell) => cell.scrollHeight > cell.clientHeight + 1);
      assert.ok(!isCut || width === 360, `${locale} at ${width}`);
    }
    await page.setViewportSize({ width: 360, height: 640 });
    const rows = await page.evaluate(() => {
      const heightOf = (name: string) => document.querySelector<HTMLElement>(name)!.offsetHeight;
      const row = heightOf(".library-rows > .library-row");
      return { row, fit: (heightOf("#library-grid") - heightOf(".library-head")) / row };
    });
    assert.ok(rows.row === 44 && rows.fit > 6, `${locale}: ${JSON.stringify(rows)}`);
  }
});

test("half ticks are explained only if there are any", async (t) => {
  const { page, add, label } = await openLibrary(t);
  await add(["two.pgn", TWO]);
  const hint = page.locator("#library-labels-dialog[open] .hint");
  const mark = page.locator(".library-rows .library-mark");
  await mark.first().click();
  await page.click("#library-label-selected");
  assert.equal(await hint.innerText(), "1 game selected.");
  await page.keyboard.press("Escape");
  await page.locator("#library-labels-dialog").waitFor({ state: "hidden" });
  await page.click("#library-unselect");
  await label([0], "club");
  await mark.nth(1).click();
  await page.click("#library-label-selected");
  assert.match(await hint.innerText(), /^2 games selected\. A half-ticked label/);
});
