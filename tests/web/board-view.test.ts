// The canvas after an animation shows the same as after a full painting.
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { START, moved } from "./board-helpers.ts";
import { openApp } from "./helpers.ts";

const PROBE = {
  type: "text/html",
  body: `<!doctype html><meta charset="utf-8"><title>probe</title>
    <style>#host { position: relative; width: 400px; height: 470px }</style><div id="host"></div>`,
};

/**
 * Shows a board, changes it, and returns how many values of its pixels differ from a full painting.
 * `change` is the source of a function of the board; differences up to `most`, of 255, do not count.
 */
const differing = async (t: TestContext, placement: string, change: string, most = 8) => {
  const { page } = await openApp(t, { path: "probe.html", files: { "probe.html": PROBE } });
  return page.evaluate(
    async ([before, source, limit]) => {
      const { createBoard } = await import("./js/board/index.ts");
      const board = createBoard(document.querySelector<HTMLElement>("#host")!, {
        placement: before,
      });
      const { canvas } = board;
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const picture = () =>
        canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height).data;
      while (canvas.dataset.ready !== "true") await frame();
      const old = picture();
      await new Function("board", "frame", `return (${source})(board, frame)`)(board, frame);
      await board.flushAnimation();
      await frame();
      const shown = picture();
      board.set({ dimmed: false }); // paints everything
      await frame();
      await frame();
      const whole = picture();
      const far = (one: ImageDataArray, other: ImageDataArray) =>
        one.filter((value, i) => Math.abs(value - other[i]) > limit).length;
      return { fromWhole: far(shown, whole), fromBefore: far(shown, old) };
    },
    [placement, change, most] as const,
  );
};

test("paints all of a piece that arrives after a long frame", async (t) => {
  const change = `async (board, frame) => {
    board.set({ placement: "${moved(START, "h2", "b5")}", motion: "full" });
    await frame();
    await frame();
    const busyUntil = performance.now() + 1000;
    while (performance.now() < busyUntil); // keeps the page busy for a second
  }`;
  const { fromWhole, fromBefore } = await differing(t, START, change);
  assert.equal(fromWhole, 0);
  assert.ok(fromBefore > 0);
});

const arrows = (...list: object[]) => `board.set({ arrows: ${JSON.stringify(list)} })`;
const cannon = { from: "h2", to: "e2", weight: 1 };
const horse = { from: "b0", to: "c2", weight: 0.4 };
const far = { from: "a3", to: "i8", weight: 0.1 };

test("changed arrows look the same as after a full painting", async (t) => {
  const change = `async (board, frame) => {
    ${arrows(cannon, horse, far)};
    await frame();
    await frame();
    ${arrows({ ...cannon, weight: 0.3 }, far)};
    await frame();
    await frame();
  }`;
  const { fromWhole, fromBefore } = await differing(t, START, change);
  assert.equal(fromWhole, 0);
  assert.ok(fromBefore > 0);
});

/** Chromium smooths a curve differently where a clip cuts it, by up to 51: here the ring of a lifted piece. */
const SMOOTHED = 64;

/** Keeps the page busy after a frame, for longer than pieces rise and about as long as they travel. */
const BUSY = "for (const end = performance.now() + 180; performance.now() < end; );";

for (const [when, busy] of [
  ["", ""],
  [", in long frames", BUSY],
])
  test(`arrows that change while pieces move and the board flips look the same as after a full painting${when}`, async (t) => {
    const change = `async (board, frame) => {
    ${arrows(far, horse)};
    await frame();
    board.set({ placement: "${moved(START, "h2", "b5")}", motion: "full", selected: "b0" });
    await frame();
    ${busy}
    ${arrows(cannon, far)};
    await frame();
    ${busy}
    ${arrows(horse)};
    await frame();
    ${busy}
    board.set({ orientation: "black" });
    ${arrows(cannon)};
    await frame();
    ${busy}
    ${arrows({ ...horse, weight: 0.9 })};
    await frame();
  }`;
    const { fromWhole, fromBefore } = await differing(t, START, change, SMOOTHED);
    assert.equal(fromWhole, 0);
    assert.ok(fromBefore > 0);
  });

test("a host that is hidden at first gets its picture in the latest look", async (t) => {
  const { page } = await openApp(t, { path: "probe.html", files: { "probe.html": PROBE } });
  const look = await page.evaluate(async (placement) => {
    const { createBoard } = await import("./js/board/index.ts");
    const host = document.querySelector<HTMLElement>("#host")!;
    host.style.cssText = "display: none; position: static";
    const board = createBoard(host, { placement, board: "jade", pieces: "print" });
    board.set({ pieces: "pictogram" });
    // After two frames, the board has tried to draw.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    host.style.display = "block";
    await board.whenDrawn();
    return [board.canvas.dataset.look, getComputedStyle(host).position, board.canvas.width > 300];
  }, START);
  assert.deepEqual(look, ["jade pictogram light", "relative", true]);
});
