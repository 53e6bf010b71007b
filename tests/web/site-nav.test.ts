/** The site's navigation on phones: a bar of five entries, hidden during a game, where a button opens it. */
import assert from "node:assert/strict";
import test from "node:test";
import { newPage, startServer, until } from "./helpers.ts";
import { SCREENS } from "./screens.ts";

const LOCALES = ["zh-CN", "zh-TW", "en-GB", "vi-VN"];
const PAGES = [
  "start",
  "analysis",
  "puzzle",
  "lesson",
  "compare",
  "empty library",
  "no friends",
] as const;
const PHONES = [
  [320, 568],
  [360, 640],
  [430, 932],
  [568, 320],
  [844, 390],
  [512, 384],
].map(([width, height]) => ({ width, height }));
const TOUCH = { hasTouch: true, viewport: { width: 360, height: 640 } };
const IN_SIGHT = ".site-nav :is(a, button):visible";

/** Returns the faults of the visible entries. Runs in the page. */
function faultsOf(entries: Element[]) {
  const boxes = entries.map((entry) => entry.getBoundingClientRect());
  const faults: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const word = entry.querySelector("span")!;
    const { left, right, top, bottom, width, height } = boxes[index];
    const name = `“${word.textContent}”`;
    if (width < 44 || height < 44) faults.push(`${name} is ${width} x ${height}`);
    if (parseFloat(getComputedStyle(word).fontSize) < 12) faults.push(`${name} is small`);
    if (!entry.querySelector(".icon")!.checkVisibility()) faults.push(`${name} has no icon`);
    if (left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
      faults.push(`${name} is not in sight`);
    const text = word.getBoundingClientRect();
    if (text.left < left || text.right > right) faults.push(`${name} is wider than its entry`);
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (!entry.contains(hit)) faults.push(`${name} is covered`);
    const meets = boxes.some(
      (box, other) =>
        other > index &&
        box.left < right - 0.5 &&
        left < box.right - 0.5 &&
        box.top < bottom - 0.5 &&
        top < box.bottom - 0.5,
    );
    if (meets) faults.push(`${name} overlaps another entry`);
  }
  return faults;
}

for (const locale of LOCALES)
  test(`every phone shows five entries of 44 px, with an icon and a word of 12 px: ${locale}`, async (t) => {
    const server = await startServer(t);
    const allFaults: string[] = [];
    for (const name of PAGES) {
      const { page, errors } = await newPage(t, { ...TOUCH, locale });
      await page.goto(server.url + SCREENS[name].path);
      await SCREENS[name].prepare(page);
      const entries = page.locator(IN_SIGHT);
      for (const size of PHONES) {
        await page.setViewportSize(size);
        const where = `${name} ${size.width} x ${size.height}`;
        assert.equal(await entries.count(), 5, where);
        const faults = await entries.evaluateAll(faultsOf);
        allFaults.push(...faults.map((fault) => `${where}: ${fault}`));
      }
      await page.click(".site-more");
      assert.equal(await entries.count(), 8, name);
      allFaults.push(...(await entries.evaluateAll(faultsOf)).map((fault) => `${name}: ${fault}`));
      assert.equal(await page.locator(".site-nav a[aria-current=page]").count(), 1, name);
      assert.deepEqual(errors, []);
      await page.close();
    }
    assert.deepEqual(allFaults, []);
  });

test("shows six words in the masthead and no bar on desktops and tablets", async (t) => {
  const server = await startServer(t);
  const { page } = await newPage(t, { locale: "en-GB" });
  // Games with friends are in the masthead only of their own page.
  for (const name of PAGES.filter((each) => each !== "no friends")) {
    await page.goto(server.url + SCREENS[name].path);
    await SCREENS[name].prepare(page);
    for (const [width, height] of [
      [768, 1024],
      [1024, 768],
      [1366, 768],
    ]) {
      await page.setViewportSize({ width, height });
      assert.equal(await page.locator(IN_SIGHT).count(), 6, `${name} ${width}`);
      assert.equal(await page.locator(".site-nav .icon:visible, #pages:visible").count(), 0);
      const words = await page.locator(".site-nav a:visible").allInnerTexts();
      assert.deepEqual(words, ["Play", "Analyse", "Puzzles", "Learn", "Lab", "Games"]);
      const { top } = await page
        .locator(".site-nav")
        .evaluate((nav) => nav.getBoundingClientRect());
      assert.ok(top < 120, `${name} ${width}: at ${top}`);
    }
  }
});

test("hides the bar during a game, and a button opens all sections", async (t) => {
  const server = await startServer(t);
  for (const size of PHONES) {
    const { page, errors } = await newPage(t, { ...TOUCH, locale: "vi-VN", viewport: size });
    const where = `${size.width} x ${size.height}`;
    await page.goto(server.url);
    await SCREENS.game.prepare(page);
    assert.equal(await page.locator(IN_SIGHT).count(), 0, where);
    const boxOf = (selector: string) => page.locator(selector).boundingBox();
    const places = async () => [await boxOf("#board"), await boxOf("#controls")];
    const before = await places();
    await page.click("#pages");
    assert.equal(await page.getAttribute("#pages", "aria-expanded"), "true");
    const entries = page.locator(IN_SIGHT);
    assert.equal(await entries.count(), 7, where);
    assert.deepEqual(await entries.evaluateAll(faultsOf), [], where);
    assert.deepEqual(await places(), before, `nothing moves: ${where}`);
    await page.touchscreen.tap(before[0]!.x + 20, before[0]!.y + before[0]!.height - 20);
    await until(async () => (await entries.count()) === 0);
    await page.click("#pages");
    await page.locator(".site-nav a", { hasText: "Học" }).click();
    await page.waitForURL(/learn\.html/);
    assert.deepEqual(errors, []);
    await page.close();
  }
});

test("hides the bar while an ending is played against the engine", async (t) => {
  const server = await startServer(t);
  const { page } = await newPage(t, { ...TOUCH, locale: "en-GB" });
  await page.goto(server.url + SCREENS.ending.path);
  await SCREENS.ending.prepare(page);
  await page.locator("#pages").waitFor();
  assert.equal(await page.locator(IN_SIGHT).count(), 0);
  await page.click(".section-tab[data-section=puzzles]");
  await page.locator(".site-more").waitFor();
  assert.ok(await page.locator("#pages").isHidden());
});

test("More opens and closes by keyboard, with Escape, and when the focus leaves", async (t) => {
  const server = await startServer(t);
  const { page } = await newPage(t, { ...TOUCH, locale: "en-GB" });
  await page.goto(`${server.url}library.html`);
  await SCREENS["empty library"].prepare(page);
  const more = page.locator(".site-more");
  const isOpen = async () => (await more.getAttribute("aria-expanded")) === "true";
  assert.equal(await more.getAttribute("aria-current"), "true", "the library is behind it");
  await more.focus();
  await page.keyboard.press("Enter");
  assert.ok(await isOpen());
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement!.textContent), "Lab");
  await page.keyboard.press("Escape");
  assert.ok(!(await isOpen()));
  assert.ok(await more.evaluate((button) => button === document.activeElement));
  await page.keyboard.press("Enter");
  for (let i = 0; i < 4; i++) await page.keyboard.press("Tab");
  assert.ok(!(await isOpen()));
  await page.keyboard.press("Shift+Tab");
  assert.notEqual(await page.evaluate(() => document.activeElement!.textContent), "Games");
});

test("leaves Escape to the page in a window too wide for More", async (t) => {
  const server = await startServer(t);
  const { page } = await newPage(t, { ...TOUCH, locale: "en-GB" });
  await page.goto(`${server.url}library.html`);
  await SCREENS["empty library"].prepare(page);
  await page.click(".site-more");
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.locator(".site-more").waitFor({ state: "hidden" });
  await page.evaluate(() => {
    (document.activeElement as HTMLElement).blur();
    document.body.addEventListener("keydown", ({ key }) => (document.body.dataset.key = key));
  });
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("body").getAttribute("data-key"), "Escape");
});

test("hides the bar while the on-screen keyboard is open, and moves nothing else", async (t) => {
  const server = await startServer(t);
  const { page } = await newPage(t, { ...TOUCH, isMobile: true, locale: "en-GB" });
  await page.goto(`${server.url}library.html`);
  await SCREENS["empty library"].prepare(page);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  await page.evaluate(() => {
    const field = document.createElement("input");
    field.id = "typed-here";
    document.querySelector("main")!.prepend(field);
    field.style.position = "absolute";
  });
  await page.focus("#typed-here");
  assert.ok(!(await page.locator(".site-more").isVisible()));
  assert.equal(await height(), before);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  assert.ok(await page.locator(".site-more").isVisible());
});

test("places toasts and the notice of a new release above the bar, and sheets over it", async (t) => {
  const server = await startServer(t, { root: "www" });
  const { page } = await newPage(t, { ...TOUCH, locale: "en-GB" });
  const barTop = () => page.locator(".site-nav").evaluate((bar) => bar.getBoundingClientRect().top);
  const bottomOf = (selector: string) =>
    page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom);
  for (const [path, name] of [
    ["learn.html#board/1", "lesson"],
    ["analysis.html", "empty analysis"],
    ["library.html", "empty library"],
  ] as const) {
    await page.goto(server.url + path);
    await SCREENS[name].prepare(page);
    await page.evaluate(() => {
      document.getElementById("toast")!.hidden = false;
    });
    await until(async () => (await bottomOf("#toast")) <= (await barTop()), `${path} toast`);
  }
  await page.evaluate(async () => {
    const { showNotice } = await import("./js/shell/release-notice.ts");
    await showNotice(() => {});
  });
  await until(async () => (await bottomOf(".update")) <= (await barTop()));
  await page.goto(`${server.url}puzzles.html`);
  await SCREENS.puzzle.prepare(page);
  await page.click("#choose");
  await page.locator("#choose-dialog[open]").waitFor();
  const isOver = await page.evaluate(
    () => !!document.elementFromPoint(innerWidth / 2, innerHeight - 10)!.closest("dialog"),
  );
  assert.ok(isOver);
});

test("the embedded frame has no navigation", async (t) => {
  const server = await startServer(t);
  const { page } = await newPage(t, TOUCH);
  await page.goto(server.url + SCREENS.frame.path);
  await SCREENS.frame.prepare(page);
  assert.equal(await page.locator("nav, .site-more, #pages").count(), 0);
});
