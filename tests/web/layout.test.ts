/** On every screen, from a small phone to a large desktop, nothing is cut, covered or out of reach. */
import assert from "node:assert/strict";
import test from "node:test";
import { QUIET } from "./analysis-helpers.ts";
import { newPage, startServer } from "./helpers.ts";
import { SCREENS, SIZES, layoutFaults } from "./screens.ts";

/** The languages with the longest words; sheets have room for either. */
const LANGUAGES = ["en-US", "vi-VN"];

for (const [name, { path, prepare, isSheet }] of Object.entries(SCREENS)) {
  test(`${name}: nothing is cut or covered at any size`, async (t) => {
    const server = await startServer(t);
    const found: string[] = [];
    for (const locale of isSheet ? ["en-US"] : LANGUAGES) {
      const { page, errors } = await newPage(t, { locale, viewport: SIZES[0] });
      await page.addInitScript(QUIET);
      await page.goto(server.url + path);
      await prepare(page);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        for (const fault of await layoutFaults(page))
          found.push(`${locale} ${size.width} x ${size.height}: ${fault}`);
      }
      assert.deepEqual(errors, []);
      await page.close();
    }
    assert.deepEqual(found, []);
  });
}

test("the whole navigation is in view at any width", async (t) => {
  const server = await startServer(t);
  const { page } = await newPage(t, { locale: "en-GB" });
  const widths = [];
  for (let width = 320; width <= 1000; width += width < 460 ? 8 : 20) widths.push(width);
  const found: string[] = [];
  for (const name of ["game", "puzzle", "lesson", "compare"]) {
    const { path, prepare } = SCREENS[name];
    await page.goto(server.url + path);
    await prepare(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: Math.round(width * 1.4) });
      const lacking = await page
        .locator(".site-nav")
        .evaluate((nav) => nav.scrollWidth - nav.clientWidth);
      if (lacking > 0) found.push(`${path} ${width}: ${lacking} px`);
    }
  }
  assert.deepEqual(found, []);
});

test("a scrollbar that takes room pushes nothing out of the window", async (t) => {
  const server = await startServer(t);
  const found: string[] = [];
  const { page } = await newPage(t, {});
  await page.addInitScript(QUIET);
  for (const name of ["index", "analysis", "puzzles", "learn", "lab"]) {
    await page.goto(`${server.url}${name}.html`);
    await page.waitForSelector("canvas[data-ready=true]");
    await page.evaluate(() => (document.body.style.minHeight = "300vh"));
    for (const [width, height] of [
      [390, 844],
      [740, 360],
      [1100, 700],
    ]) {
      await page.setViewportSize({ width, height });
      const outside = await page.evaluate(async () => {
        // The board takes the size of its host after some frames.
        for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame);
        const room = document.documentElement.clientWidth;
        if (room === innerWidth) return ["there is no scrollbar"];
        const shown = [...document.querySelectorAll("body *")].filter(
          (element) => element.checkVisibility() && !element.closest(".unseen"),
        );
        return shown.flatMap((element) => {
          const { left, right, width: wide } = element.getBoundingClientRect();
          const isOutside = wide > 0 && (left < -0.5 || right > room + 0.5);
          return isOutside ? [`${element.id || element.className} ${left} to ${right}`] : [];
        });
      });
      found.push(...outside.map((what) => `${name} ${width} x ${height}: ${what}`));
    }
  }
  assert.deepEqual(found, []);
});
