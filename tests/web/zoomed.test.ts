/** A phone zoomed in on the board: two fingers zoom out again, one finger moves the view or a piece. */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test, { type TestContext } from "node:test";
import { openAnalysis } from "./analysis-helpers.ts";
import { ROOT, until } from "./helpers.ts";

const PHONE = { viewport: { width: 390, height: 760 }, isMobile: true, hasTouch: true };
const SCALE = 3;

type Place = { x: number; y: number };
type Touch = Awaited<ReturnType<typeof openZoomed>>["touch"];

/** Opens the analysis, zoomed in, and returns functions that touch it. */
async function openZoomed(t: TestContext) {
  const { page, context, hand, errors } = await openAnalysis(t, { context: PHONE });
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setPageScaleFactor", { pageScaleFactor: SCALE });
  const view = () =>
    page.evaluate(() => {
      const { scale, offsetLeft, offsetTop, pageLeft, pageTop } = visualViewport!;
      return { scale, offsetLeft, offsetTop, pageLeft, pageTop };
    });
  await until(async () => (await view()).scale > SCALE - 0.1);
  /** Returns the place of a point of the board on the screen. */
  const placeOf = async (square: string): Promise<Place> => {
    await page.evaluate(() => chuheAnalysis.board.flushAnimation());
    return page.evaluate((name) => {
      const box = document.querySelector("#board")!.getBoundingClientRect();
      const point = chuheAnalysis.board.centerOf(name);
      return { x: box.left + point.x, y: box.top + point.y };
    }, square);
  };
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...points: Place[]) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(({ x, y }, id) => ({ x, y, id })),
    });
  return { page, hand, errors, view, placeOf, touch };
}

/** Moves a finger from one place to another, in steps. */
async function drag(touch: Touch, from: Place, to: Place) {
  const steps = 8;
  const at = (step: number) => ({
    x: from.x + ((to.x - from.x) * step) / steps,
    y: from.y + ((to.y - from.y) * step) / steps,
  });
  await touch("touchStart", from);
  for (let step = 1; step <= steps; step++) await touch("touchMove", at(step));
  await touch("touchEnd");
}

test("one finger on a point without a movable piece moves the view and plays nothing", async (t) => {
  const { hand, errors, view, placeOf, touch } = await openZoomed(t);
  const from = await placeOf("c7");
  await drag(touch, from, { x: from.x - 60, y: from.y - 60 });
  await until(async () => (await view()).pageLeft > 30 && (await view()).pageTop > 30);
  assert.equal(await hand.line(), "");
  assert.deepEqual(errors, []);
});

test("one finger drags a movable piece, and the view stays", async (t) => {
  const { page, hand, errors, view, placeOf, touch } = await openZoomed(t);
  await page.keyboard.press("f");
  await page.waitForFunction(() => chuheAnalysis.board.state.orientation === "black");
  const before = await view();
  await drag(touch, await placeOf("h2"), await placeOf("g2"));
  await hand.at("h2g2");
  assert.deepEqual(await view(), before);
  assert.deepEqual(errors, []);
});

test("taps on a piece and a point play a move", async (t) => {
  const { page, hand, placeOf, touch } = await openZoomed(t);
  await page.keyboard.press("f");
  await page.waitForFunction(() => chuheAnalysis.board.state.orientation === "black");
  for (const square of ["h2", "g2"]) {
    await touch("touchStart", await placeOf(square));
    await touch("touchEnd");
  }
  await hand.at("h2g2");
});

for (const [what, square] of [
  ["a point", "c7"],
  ["a piece", "h2"],
])
  test(`two fingers zoom out and play nothing if the first comes down on ${what}`, async (t) => {
    const { page, hand, view, placeOf, touch } = await openZoomed(t);
    if (square === "h2") {
      await page.keyboard.press("f");
      await page.waitForFunction(() => chuheAnalysis.board.state.orientation === "black");
    }
    const { x, y } = await placeOf(square);
    const fingers = (apart: number) => [
      { x, y },
      { x, y: y - apart },
    ];
    await touch("touchStart", { x, y });
    await touch("touchStart", ...fingers(100));
    for (let apart = 92; apart > 20; apart -= 8) await touch("touchMove", ...fingers(apart));
    await touch("touchEnd");
    await until(async () => (await view()).scale < SCALE - 0.5);
    assert.equal(await hand.line(), "");
  });

test("a chosen pen draws with one finger while zoomed in", async (t) => {
  const { page, errors, view, placeOf, touch } = await openZoomed(t);
  await page.keyboard.press("d");
  const before = await view();
  await drag(touch, await placeOf("a8"), await placeOf("c7"));
  await page.waitForFunction(() => chuheAnalysis.study.data().nodes[0].shapes.length === 1);
  assert.deepEqual(await page.evaluate(() => chuheAnalysis.study.data().nodes[0].shapes), [
    "Ga8c7",
  ]);
  assert.deepEqual(await view(), before);
  assert.deepEqual(errors, []);
});

test("no page prevents zooming with two fingers", () => {
  const files = readdirSync(`${ROOT}www`, { recursive: true, encoding: "utf8" });
  const declarations = files
    .filter((name) => /\.(css|[jt]s)$/.test(name) && !name.startsWith("pkg"))
    .flatMap((name) => {
      const text = readFileSync(`${ROOT}www/${name}`, "utf8");
      const values = text.matchAll(/touch-?action\s*[:=]\s*([^;\n]*)/gi);
      return [...values].map(([, value]) => [name, value]);
    });
  assert.ok(declarations.length >= 5);
  const forbidding = declarations.filter(
    ([, value]) => !/auto|manipulation|pinch-zoom/.test(value),
  );
  assert.deepEqual(forbidding, []);
});
