/** What is on the canvas after an animation: the same as if all had been painted anew. */
import assert from "node:assert/strict";
import test from "node:test";
import { START, moved } from "./board-helpers.mjs";
import { openApp } from "./helpers.mjs";

const PROBE = {
  type: "text/html",
  body: `<!doctype html><meta charset="utf-8"><title>probe</title>
    <style>#host { position: relative; width: 400px; height: 470px }</style><div id="host"></div>`,
};

test("a piece that arrives after a long frame is there as a whole", async (t) => {
  const { page } = await openApp(t, { path: "probe.html", files: { "probe.html": PROBE } });
  const places = [START, moved(START, "h2", "b5")];
  const differing = await page.evaluate(async ([before, after]) => {
    const { createBoard } = await import("./js/board/index.js");
    const board = createBoard(document.querySelector("#host"), { placement: before });
    const { canvas } = board;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const picture = () =>
      canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    while (canvas.dataset.ready !== "true") await frame();
    board.set({ placement: after, motion: "full" });
    await frame();
    await frame();
    const busyUntil = performance.now() + 1000;
    while (performance.now() < busyUntil); // the page has other things to do for a second
    await board.flushAnimation();
    await frame();
    const shown = picture();
    board.set({ dimmed: false }); // paints everything
    await frame();
    await frame();
    const whole = picture();
    return shown.filter((value, i) => Math.abs(value - whole[i]) > 8).length;
  }, places);
  assert.equal(differing, 0);
});
