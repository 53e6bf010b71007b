// The board by keyboard and screen reader.
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { BrowserContextOptions } from "playwright-core";
import { cellAfterKey, pointOf, swapSquareAndCell } from "../../www/js/board/grid.ts";
import { squareIndex, squareName } from "../../www/js/board/geometry.ts";
import { BOARDS } from "../../www/js/board/looks.ts";
import { type BoardState, defaults } from "../../www/js/board/index.ts";
import { createGridWords } from "../../www/js/shell/grid-words.ts";
import type { GameRecord } from "../../www/js/core/game-record.ts";
import { axeFaults } from "./axe-helpers.ts";
import { START } from "./board-helpers.ts";
import { whenShown } from "./frame-helpers.ts";
import { openApp } from "./helpers.ts";
import { keyboard, tabTo } from "./listen-helpers.ts";
import { linesIn, speaking } from "./locale-helpers.ts";
import { openPage, player } from "./page-helpers.ts";

const LINES = linesIn("", "en");
const ENGLISH: BrowserContextOptions = { locale: "en-GB", reducedMotion: "reduce" };
/** A whole game to checkmate; the cannon captures on the last rank. */
const SHORT_GAME = ["b2b4", "c9a7", "b4g4", "d9e8", "g4g9"];

// ---- without a page

test("arrow keys move from cell to cell and wrap at every edge", () => {
  const at = (row: number, column: number) => row * 9 + column;
  assert.equal(cellAfterKey("ArrowRight", at(4, 4)), at(4, 5));
  assert.equal(cellAfterKey("ArrowRight", at(4, 8)), at(4, 0));
  assert.equal(cellAfterKey("ArrowLeft", at(4, 0)), at(4, 8));
  assert.equal(cellAfterKey("ArrowUp", at(0, 3)), at(9, 3));
  assert.equal(cellAfterKey("ArrowDown", at(9, 3)), at(0, 3));
  assert.equal(cellAfterKey("Home", at(5, 6)), at(5, 0));
  assert.equal(cellAfterKey("End", at(5, 6)), at(5, 8));
  assert.equal(cellAfterKey("Home", at(5, 6), true), at(0, 0));
  assert.equal(cellAfterKey("End", at(5, 6), true), at(9, 8));
  assert.equal(cellAfterKey("PageUp", at(5, 6)), at(0, 6));
  assert.equal(cellAfterKey("PageDown", at(5, 6)), at(9, 6));
  for (const key of [" ", "a", "Tab", "Escape"]) assert.equal(cellAfterKey(key, 0), -1);
});

test("the first cell is at the top left, and swapping twice returns the same index", () => {
  assert.equal(squareName(swapSquareAndCell(0, "red")), "a9");
  assert.equal(squareName(swapSquareAndCell(0, "black")), "i0");
  for (const side of ["red", "black"] as const)
    for (let cell = 0; cell < 90; cell++)
      assert.equal(swapSquareAndCell(swapSquareAndCell(cell, side), side), cell);
});

/** Returns the name of a point. */
function named(lang: "zh" | "en", state: Partial<BoardState>, square: string) {
  const words = createGridWords(speaking(lang, ""), () => {})();
  return words.name(pointOf({ ...defaults(), placement: START, ...state }, squareIndex(square)));
}

test("names a point by its piece, its place and its marks", () => {
  const dests = new Map([["b0", ["c2", "a2"]]]);
  assert.equal(named("en", {}, "b0"), "red horse, b0");
  assert.equal(named("en", {}, "e4"), "empty, e4");
  assert.equal(named("en", { selected: "b0", dests }, "b0"), "red horse, b0, picked up");
  assert.equal(named("en", { selected: "b0", dests }, "c2"), "empty, c2, can be reached");
  assert.equal(named("en", { selected: "b0", dests, showDests: false }, "c2"), "empty, c2");
  assert.equal(
    named("en", { selected: "b0", dests: new Map([["b0", ["b9"]]]), risky: ["b9"] }, "b9"),
    "black horse, b9, can be taken, but loses by repetition",
  );
  assert.equal(named("en", { check: "e9" }, "e9"), "black general, e9, in check");
  assert.equal(named("en", { lastMove: ["b1", "b2"] }, "b1"), "empty, b1, left by the last move");
  assert.equal(named("en", { lastMove: ["b1", "b2"] }, "b2"), "red cannon, b2, moved last");
  assert.equal(named("en", { markers: { e4: "ring" } }, "e4"), "empty, e4, marked");
});

test("counts files and ranks from the player's side in Chinese", () => {
  assert.equal(named("zh", {}, "b0"), "红马，八路一线");
  assert.equal(named("zh", {}, "h9"), "黑马，二路十线");
  assert.equal(named("zh", { orientation: "black" }, "h9"), "黑马，八路一线");
  assert.equal(named("zh", { check: "e0" }, "e0"), "红帅，五路一线，被将军");
});

// ---- with a page

/** Opens a game of two people with the focus on the board. */
async function openBoard(t: TestContext, context = ENGLISH, game: Partial<GameRecord> = {}) {
  const app = await openPage(t, { context });
  await app.game.start({ mode: "local", ...game });
  const person = await keyboard(app.page);
  await app.page.keyboard.press("b");
  return { ...app, person };
}

test("the keyboard alone plays a game to checkmate, and each move is announced once", async (t) => {
  const { page, errors } = await openApp(t, { context: ENGLISH });
  await page.waitForFunction(() => "chuhe" in globalThis);
  await page.evaluate(() => chuhe.ready);
  const person = await keyboard(page);
  await tabTo(page, page.getByRole("button", { name: /^Two people/ }));
  await page.keyboard.press("Enter");
  await page.locator("#seating-dialog[open]").waitFor();
  await page.keyboard.press("Enter"); // accepts the last seating
  await page.waitForFunction(() => chuhe.state.game.mode === "local");
  const game = player(page);
  await game.plies(0);
  await person.heard();

  await tabTo(page, page.getByRole("gridcell", { name: "red general, e0", exact: true }));
  await person.play(SHORT_GAME[0]);
  const played = page.getByRole("gridcell", { name: "red cannon, b4, moved last" });
  await played.waitFor();
  assert.equal(await person.at(), "b4", "the focus stays where the piece was put down");
  for (const [index, move] of SHORT_GAME.slice(1).entries()) {
    await game.plies(index + 1);
    await person.play(move, "Enter");
  }
  await page.getByRole("gridcell", { name: "black general, e9, in check" }).waitFor();
  assert.ok(await page.getByRole("heading", { name: "Red wins" }).isVisible());

  const heard = await person.heard();
  const moves = heard.filter((words) => /^(Red|Black): /.test(words!));
  assert.equal(moves.length, SHORT_GAME.length, heard.join("\n"));
  assert.deepEqual(moves.slice(0, 2), [
    "Red: cannon 8 forward 2, b2 to b4",
    "Black: elephant 3 forward 1, c9 to a7",
  ]);
  assert.match(
    moves[4]!,
    /^Red: cannon 3 forward 5, g4 to g9, takes elephant\. Red wins\. Checkmate/,
  );
  const picked = heard.filter((words) => words!.startsWith("Picked up: "));
  assert.equal(picked[0], "Picked up: red cannon, b2. Points to go to: 12.");
  assert.equal(heard.length, 2 * SHORT_GAME.length, heard.join("\n"));
  assert.deepEqual(errors, []);
});

test("announces a hint and its line in the words of moves", async (t) => {
  const { page, person } = await openBoard(t, ENGLISH, { mode: "engine", side: "red" });
  await person.heard();
  const step = String.raw`(?:(?:front|rear) \w+|\w+ \d) (?:forward|across|back) \d, [a-i]\d to [a-i]\d`;
  const heard = (wanted: string) =>
    page.waitForFunction(
      (source) => globalThis.heard.some((words) => new RegExp(source).test(words!)),
      wanted,
    );
  await page.keyboard.press("h");
  await heard(`^Hint: ${step}$`);
  await page.keyboard.press("h");
  await heard(`^Red: ${step}[^;]*(?:; (?:Red|Black): ${step}[^;]*)* \\(`);
});

test("a focus requested before the grid exists goes to its points", async (t) => {
  const { page } = await openPage(t, { root: "www", context: ENGLISH });
  await page.evaluate(async () => {
    const { createBoard } = await import(new URL("js/board/index.ts", document.baseURI).href);
    const host = Object.assign(document.createElement("div"), { id: "another" });
    document.body.append(host);
    (document.activeElement as HTMLElement).blur();
    createBoard(host, chuhe.board.state).focus("e0");
  });
  await page.waitForFunction(() => document.activeElement!.closest("#another .board-grid"));
  assert.match((await page.evaluate(() => document.activeElement!.ariaLabel))!, /e0/);
});

test("gives screen readers ten rows of nine cells with one tab stop", async (t) => {
  const { page } = await openBoard(t);
  const grid = page.getByRole("grid", { name: "Xiangqi board, Red at the bottom" });
  assert.equal(await grid.getByRole("row").count(), 10);
  assert.equal(await grid.getByRole("row").first().getByRole("gridcell").count(), 9);
  assert.match(
    await grid.ariaSnapshot(),
    /row[^]*gridcell "black rook, a9"[^]*gridcell "red rook, i0"/,
  );
  assert.equal(await grid.locator("[tabindex='0']").count(), 1);
  assert.equal(await page.getByRole("img", { name: "Xiangqi board" }).count(), 0, "not twice");
  const help = await grid.evaluate((element) => {
    const id = element.getAttribute("aria-describedby");
    return document.getElementById(id!)!.textContent;
  });
  assert.match(help, /Space picks up.*slash/);
  assert.deepEqual(await axeFaults(page), []);
});

test("announces picked, returned, immovable and refused pieces", async (t) => {
  const { page, game, person } = await openBoard(t);
  await person.go("b0");
  await page.keyboard.press("Space");
  assert.equal(await person.name(), "red horse, b0, picked up");
  await page.keyboard.press("Escape");
  assert.equal(await person.name(), "red horse, b0");
  await person.go("b1");
  await page.keyboard.press("Enter");
  await person.play("b0b4");
  assert.deepEqual(await person.heard(), [
    "Picked up: red horse, b0. Points to go to: 2.",
    "Put back: red horse, b0.",
    "Nothing to pick up here: empty, b1.",
    "Picked up: red horse, b0. Points to go to: 2.",
    LINES["refusal.cannotReach.N"],
  ]);
  assert.deepEqual(await game.moves(), []);
});

test("arrow keys undo moves outside the board but not inside", async (t) => {
  const { page, game, person } = await openBoard(t);
  await person.play("h2e2");
  await game.plies(1);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await person.at(), "d2");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await person.at(), "i2");
  assert.equal((await game.moves()).length, 1);
  await tabTo(page, page.locator("#control-new"));
  await page.keyboard.press("ArrowLeft");
  await game.plies(0);
});

test("a flipped board flips the grid, and the focus stays on its point", async (t) => {
  const { page, game, person } = await openBoard(t);
  await person.go("h2");
  await page.keyboard.press("f");
  await page.getByRole("grid", { name: "Xiangqi board, Black at the bottom" }).waitFor();
  assert.equal(await person.at(), "h2");
  await page.keyboard.press("ArrowRight");
  assert.equal(await person.at(), "g2");
  await person.play("h2e2");
  await game.plies(1);
  // Each cell covers its point of the canvas.
  for (const square of ["a0", "i9", "e2"]) {
    const away = await page.evaluate((name) => {
      const host = document.querySelector("#board")!.getBoundingClientRect();
      const cell = document.querySelector(`[data-square="${name}"]`)!.getBoundingClientRect();
      const { x, y } = chuhe.board.centerOf(name);
      return Math.hypot(
        cell.x + cell.width / 2 - host.x - x,
        cell.y + cell.height / 2 - host.y - y,
      );
    }, square);
    assert.ok(away < 2, `${square} is ${away} px away`);
  }
});

test("pointers reach the canvas through the grid, and screen readers press without one", async (t) => {
  const { page, game } = await openBoard(t);
  await game.click("h2e2");
  await game.plies(1);
  for (const square of ["h9", "g7"])
    await page.evaluate(
      (name) => document.querySelector<HTMLElement>(`[data-square="${name}"]`)!.click(),
      square,
    );
  await game.plies(2);
});

test("accepts typed moves in any notation and announces unreadable and illegal ones", async (t) => {
  const { page, game, person } = await openBoard(t);
  await page.keyboard.press("/");
  const field = page.getByRole("textbox", { name: "Type a move" });
  await field.waitFor();
  const type = async (text: string) => {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  };
  for (const [index, text] of ["h2e2", "马8进7", "H2+3", "I9-H9"].entries()) {
    await type(text);
    await game.plies(index + 1);
  }
  assert.deepEqual(await game.moves(), ["h2e2", "h9g7", "h0g2", "i9h9"]);
  await person.heard();
  await type("hello");
  assert.equal(await field.getAttribute("aria-invalid"), "true");
  assert.equal(await page.locator("#typed-fault").textContent(), LINES["record.unknownText"]);
  await type("h0h0");
  assert.equal(await page.locator("#typed-fault").textContent(), LINES["record.unknownText"]);
  await type("a0a9");
  assert.equal(await page.locator("#typed-fault").textContent(), LINES["refusal.cannotReach.R"]);
  assert.ok(await page.locator("#toast").isHidden(), "said once");
  await type("炮三进一");
  assert.deepEqual(await person.heard(), [
    LINES["record.unknownText"],
    LINES["record.unknownText"],
    LINES["refusal.cannotReach.R"],
    LINES["record.noSuchPiece"],
  ]);
  assert.equal((await game.moves()).length, 4);
  await page.selectOption("#language", "vi");
  await page.waitForSelector("html[lang=vi]");
  await page.getByRole("textbox", { name: "Nhập nước đi" }).focus();
  await page.keyboard.type("h2");
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.locator("#typed-move").focus();
  await page.keyboard.type("b2");
  assert.equal(await page.inputValue("#typed-move"), "b2", "what stands there is written over");
  await page.keyboard.press("Escape");
  assert.ok(await page.locator("#typed").isHidden());
  assert.notEqual(await person.at(), null, "back on the board");
});

test("an exercise of a lesson can be solved with the keyboard", async (t) => {
  const { page, errors } = await openApp(t, { path: "learn.html#mate/1", context: ENGLISH });
  await page.waitForFunction(() => "chuhe" in globalThis);
  await page.evaluate(() => chuhe.ready);
  const person = await keyboard(page);
  await tabTo(page, page.locator(".board-grid [tabindex='0']"));
  await person.play("b0b5");
  await page.waitForFunction(() => chuhe.board.state.movable === "red");
  assert.match((await page.getByRole("status").first().textContent())!, /forces nothing/);
  await person.play("b0b9");
  await page.locator("#next").waitFor();
  assert.equal(await page.evaluate(() => chuhe.runner.state), "done");
  assert.deepEqual(errors, []);
});

test("the boards of puzzles and of embedded games are grids", async (t) => {
  const { page } = await openApp(t, { path: "puzzles.html", context: ENGLISH });
  const person = await keyboard(page);
  await page.keyboard.press("b");
  await page.keyboard.press("ArrowRight");
  const name = await person.name();
  assert.match(name!, /^(empty|red \w+|black \w+), f0/);
  const frame = await openApp(t, { path: "embed.html#game=NvweEKwy", context: ENGLISH });
  const cells = frame.page.getByRole("gridcell");
  await cells.first().waitFor();
  await whenShown(frame.page);
  const ply = frame.page.locator("#status");
  const before = await ply.textContent();
  await tabTo(frame.page, frame.page.locator(".board-grid [tabindex='0']"));
  await frame.page.keyboard.press("ArrowLeft");
  assert.equal(await ply.textContent(), before, "the arrow moved the focus, not the game");
});

for (const theme of ["light", "dark"] as const)
  for (const board of BOARDS)
    test(`the focus is visible without colour, ${board}, ${theme}`, async (t) => {
      const { page, person } = await openBoard(t, { ...ENGLISH, colorScheme: theme });
      await page.evaluate(async (name) => {
        // The page draws the rest of its start first.
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
        chuhe.board.set({ board: name });
      }, board);
      await page.waitForFunction(
        (wanted) =>
          document.querySelector<HTMLElement>("#board canvas")!.dataset.look!.startsWith(wanted),
        board,
      );
      await person.go("e4");
      const box = (await page.locator('[data-square="e4"]').boundingBox())!;
      const lumaOf = async () => {
        const shot = (await page.screenshot({ clip: box, animations: "disabled" })).toString(
          "base64",
        );
        return page.evaluate(async (data) => {
          const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
          const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
          const canvas = new OffscreenCanvas(image.width, image.height);
          const brush = canvas.getContext("2d")!;
          brush.drawImage(image, 0, 0);
          const { data: pixels } = brush.getImageData(0, 0, image.width, image.height);
          return Array.from(
            { length: pixels.length / 4 },
            (_, i) =>
              pixels[4 * i] * 0.2126 + pixels[4 * i + 1] * 0.7152 + pixels[4 * i + 2] * 0.0722,
          );
        }, shot);
      };
      const focused = await lumaOf();
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowUp");
      const plain = await lumaOf();
      const changed = focused.filter((luma, i) => Math.abs(luma - plain[i]) > 60).length;
      assert.ok(changed > focused.length * 0.1, `${changed} of ${focused.length} pixels`);
    });
