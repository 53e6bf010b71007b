/** Pictures of positions as PNG and SVG, from every page that offers them: what they show and what they never show. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import type { Page } from "playwright-core";
import type { BoardState } from "../../www/js/board/index.ts";
import { MAX_PICTURE } from "../../www/js/share/small-png.ts";
import { openAnalysis } from "./analysis-helpers.ts";
import { openApp } from "./helpers.ts";
import { openPage, unfoldPosition } from "./page-helpers.ts";

declare global {
  /** Returns a picture of the board with these changes of its state, as a data URL. */
  var takePicture: (changes: Partial<BoardState>) => Promise<string>;
}

const DAY = String.raw`\d{4}-\d\d-\d\d`;
const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };
/** The colour of marks and of the engine's arrows on wood in the light theme; no piece has it. */
const MARK = "#1d6a5c";

const drawn = (page: Page) => page.locator("#picture-form .picture-frame[aria-busy=false]");
const part = (page: Page, name: string) => page.locator(`#picture-form [name=${name}]`);

/** Chooses an option, and waits until the drawing follows. */
async function choose(page: Page, name: string, value?: string) {
  const field = value ? `#picture-form label:has([name=${name}][value=${value}])` : "";
  await (
    field ? page.locator(field) : page.locator(`#picture-form label:has([name=${name}])`)
  ).click();
  await drawn(page).waitFor();
}

/** Saves the picture, and returns the file. */
async function save(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.click("#picture-form [type=submit]"),
  ]);
  const bytes = await readFile(await download.path());
  return { name: download.suggestedFilename(), bytes, text: bytes.toString("utf8") };
}

const asSvg = async (page: Page) => {
  await choose(page, "format", "svg");
  return (await save(page)).text;
};
/** Returns true if the whole drawing is in its frame. */
const isInFrame = (page: Page) =>
  page.locator(".picture-frame").evaluate((frame) => {
    const [outer, inner] = [frame, frame.firstElementChild!].map((element) =>
      element.getBoundingClientRect(),
    );
    return inner.bottom <= outer.bottom + 1 && inner.right <= outer.right + 1;
  });
/** Returns the number of pieces on a drawing, without the one beside the side to move. */
const piecesOf = (svg: string) =>
  (svg.match(/<use /g) ?? []).length - (svg.includes("<text") ? 1 : 0);

/** Counts the pixels of colours in a PNG, and measures it. */
const look = (page: Page, bytes: Uint8Array) =>
  page.evaluate(
    async (list) => {
      const blob = new Blob([new Uint8Array(list)], { type: "image/png" });
      const image = await createImageBitmap(blob);
      const { width, height } = image;
      const context = new OffscreenCanvas(width, height).getContext("2d")!;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      const counts = { width, height, red: 0, mark: 0 };
      for (let at = 0; at < data.length; at += 4) {
        const [r, g, b] = data.subarray(at, at + 3);
        if (r > 130 && g < 70 && b < 70) counts.red++;
        if (Math.abs(r - 0x1d) + Math.abs(g - 0x6a) + Math.abs(b - 0x5c) < 12) counts.mark++;
      }
      return counts;
    },
    [...bytes],
  );

test("a picture of a game shows pieces and side to move; last move, coordinates, size and format are options", async (t) => {
  const { page, game, errors } = await openPage(t, { context: CLIPBOARD });
  await game.start({ mode: "local" });
  for (const [index, move] of ["h2e2", "h9g7", "h0g2"].entries()) {
    await page.evaluate((text) => chuhe.game.move(text.slice(0, 2), text.slice(2)), move);
    await game.plies(index + 1);
  }
  await page.keyboard.press("e");
  await page.click("#share-picture");
  await drawn(page).waitFor();
  const checked = await page
    .locator("#picture-form :checked")
    .evaluateAll((fields: HTMLInputElement[]) =>
      fields.map(({ name, value }) => [name, value].join()),
    );
  assert.deepEqual(checked, ["turn,on", "size,medium", "format,png"]);
  assert.ok(await part(page, "drawn").isHidden(), "there are no drawings to show");

  const plain = await save(page);
  assert.match(plain.name, new RegExp(`^chuhe-game-ply-3-black-${DAY}\\.png$`));
  const pixels = await look(page, plain.bytes);
  assert.equal(pixels.width, 1200);
  assert.ok(pixels.height > pixels.width && pixels.red > 2000, JSON.stringify(pixels));
  assert.equal(pixels.mark, 0, "no mark");
  assert.ok(plain.bytes.length <= MAX_PICTURE, `${plain.bytes.length} bytes`);
  await choose(page, "last");
  assert.ok((await look(page, (await save(page)).bytes)).mark > 50, "the last move is marked");
  for (const [size, width] of [
    ["large", 2000],
    ["small", 600],
  ] as const) {
    await choose(page, "size", size);
    const { bytes } = await save(page);
    assert.equal((await look(page, bytes)).width, width);
    assert.ok(bytes.length <= MAX_PICTURE * 1.1, `${size}: ${bytes.length} bytes`);
  }
  await page.click("#picture-copy");
  await page.locator("#picture-form [role=status]").filter({ hasText: "图片已复制" }).waitFor();
  const types = await page.evaluate(async () => (await navigator.clipboard.read())[0].types);
  assert.ok(types.includes("image/png"));

  const marked = await asSvg(page);
  assert.equal(piecesOf(marked), 32);
  assert.ok(marked.includes(MARK) && marked.includes(">黑方走</text>"));
  await choose(page, "last");
  await choose(page, "turn");
  const bare = await save(page);
  assert.match(bare.name, /\.svg$/);
  assert.ok(!bare.text.includes(MARK) && !bare.text.includes("<text"));
  await choose(page, "coordinates");
  assert.ok((await save(page)).text.length > bare.text.length);
  assert.equal(await page.locator("canvas").count(), await page.locator("#board canvas").count());
  assert.deepEqual(errors, []);
});

test("a picture from the analysis shows no engine arrows, and the person's only if chosen", async (t) => {
  const { page, hand, errors } = await openAnalysis(t, { root: "www" });
  await hand.open("{[%csl Ge3] [%cal Rh2e2]}\n1. 炮二平五 马８进７");
  await page.keyboard.press("Home");
  await page.evaluate(() => {
    const { board } = chuheAnalysis;
    board.set({ arrows: [{ from: "h2", to: "e2", weight: 1 }], markers: { e0: "ring" } });
  });
  await page.evaluate(async () => {
    const { canvasOf, drawingOf } = await import("./js/share/picture.ts");
    const chosen = {
      turn: false,
      last: false,
      drawn: false,
      coordinates: false,
      size: "small" as const,
    };
    const i18n = { t: (key: string) => key, htmlLang: "zh-CN" };
    const board = chuheAnalysis.board.state;
    globalThis.takePicture = async (changes) => {
      const subject = { board: { ...board, ...changes }, shapes: [] };
      return (await canvasOf(subject.board, drawingOf(subject, chosen, i18n))).toDataURL();
    };
  });
  const marks: Partial<BoardState> = {
    arrows: [{ from: "h2", to: "e2", weight: 1 }],
    markers: { e0: "ring" },
  };
  const same = await page.evaluate(async (changes) => {
    const marked = await takePicture({ ...changes, check: "e9", inverted: "black", theme: "dark" });
    const clean = { arrows: [], markers: {}, overlay: null, check: null };
    return marked === (await takePicture(clean));
  }, marks);
  assert.ok(same, "the page's marks are not on the picture");
  await page.click("#control-export");
  await page.click("#share-picture");
  const plain = await asSvg(page);
  for (const ink of [MARK, "#1c9a46", "#d42a2a"]) assert.ok(!plain.includes(ink), ink);
  await choose(page, "drawn");
  const own = (await save(page)).text;
  for (const ink of ["#1c9a46", "#d42a2a"]) assert.ok(own.includes(ink), ink);
  assert.ok(!own.includes(MARK), "the engine's arrows are still missing");
  assert.deepEqual(errors, []);
});

test("a picture of a puzzle has its name and shows nothing of the solution", async (t) => {
  const { page, errors } = await openApp(t, {
    path: "puzzles.html#p=7",
    context: { locale: "en" },
  });
  await page.waitForFunction(() => "chuhePuzzles" in globalThis);
  await page.evaluate(() => chuhePuzzles.ready);
  await page.waitForSelector("canvas[data-ready=true]");
  await page.click("#control-hint");
  await page.click("#picture");
  await drawn(page).waitFor();
  await choose(page, "format", "svg");
  const { name, text } = await save(page);
  const facts = await page.evaluate(() => {
    const { placement, turn } = chuhePuzzles.board.state;
    return { count: placement.replaceAll(".", "").length, turn };
  });
  const side = facts.turn === "w" ? "red" : "black";
  assert.match(name, new RegExp(`^chuhe-puzzle-7-${side}-${DAY}\\.svg$`));
  assert.equal(piecesOf(text), facts.count);
  assert.ok(text.includes(`>${side === "red" ? "Red" : "Black"} to move</text>`));
  assert.ok(!text.includes(MARK), "the hint's ring");
  for (const format of ["svg", "png"]) {
    await page.setViewportSize({ width: 390, height: 844 });
    await choose(page, "format", format);
    assert.ok(await isInFrame(page));
    await page.setViewportSize({ width: 844, height: 390 }); // the phone is turned
    assert.ok(await isInFrame(page), `${format} in landscape`);
  }
  assert.deepEqual(errors, []);
});

test("the editor makes a picture, even of an invalid position", async (t) => {
  const { page, errors } = await openPage(t);
  await page.evaluate(() => chuhe.ready);
  await page.click("#control-new");
  await unfoldPosition(page);
  await page.click("#new-setup");
  await page.click("#editor-clear");
  await page.fill("#editor-fen", "4k4/9/9/9/9/9/9/9/9/4K4 b");
  await page.click("#editor-picture");
  await drawn(page).waitFor();
  const text = await asSvg(page);
  assert.equal(piecesOf(text), 2);
  assert.ok(text.includes(">黑方走</text>"));
  assert.ok(!text.includes("#c8190a"), "the fault is not marked");
  assert.deepEqual(errors, []);
});

test("shows Share in the game's export sheet without scrolling, and Save in the analysis's", async (t) => {
  for (const viewport of [
    { width: 360, height: 640 },
    { width: 320, height: 568 },
    { width: 844, height: 390 },
    { width: 1366, height: 768 },
  ]) {
    for (const [open, parts] of [
      [openPage, ["#share-embed"]],
      [openAnalysis, ["#export-form label:has([value=xqf])", "#export-save"]],
    ] as const) {
      const { page } = await open(t, { context: { viewport } });
      await page.evaluate(() => document.querySelector<HTMLElement>("#control-export")!.click());
      await page.locator("#share-embed").waitFor();
      for (const name of parts) {
        const { top, bottom, hit } = await page.locator(name).evaluate((element) => {
          const box = element.getBoundingClientRect();
          const x = box.left + box.width / 2;
          const there = document.elementFromPoint(x, box.top + box.height / 2);
          return { top: box.top, bottom: box.bottom, hit: element.contains(there) };
        });
        const seen = JSON.stringify({ viewport, name, bottom });
        assert.ok(hit && top >= 0 && bottom <= viewport.height, seen);
      }
    }
  }
});
