// The position editor: the squares of pieces, and the sheet with its board, trays, text and form.

import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { Page } from "playwright-core";
import type { Board } from "../../www/js/board/index.ts";
import * as P from "../../www/js/editor/setup.ts";
import { squareIndex } from "../../www/js/board/geometry.ts";
import { axeFaults } from "./axe-helpers.ts";
import { START, placement } from "./board-helpers.ts";
import { openPage, unfoldPosition } from "./page-helpers.ts";
import { Game } from "./rules-wasm.ts";

const setup = (pieces: Record<string, string>, turn: P.Setup["turn"] = "w"): P.Setup => ({
  placement: placement({ d0: "K", e9: "k", ...pieces }),
  turn,
});
/** Impossible set-ups of each kind: the fault, its squares, and its words in English and Chinese. */
const IMPOSSIBLE: [
  code: string,
  pieces: Record<string, string>,
  squares: string[],
  english: RegExp,
  chinese: RegExp,
][] = [
  ["generalCount", { d0: "." }, [], /Red should have 1 general/, /红方应有 1 个将帅/],
  ["generalCount", { d1: "K" }, ["d0", "d1"], /Red should have 1 general and has 2/, /这里有 2 个/],
  ["tooMany", { a0: "R", a1: "R", a2: "R" }, ["a0", "a1", "a2"], /too many .*rook.*3/, /车太多：3/],
  ["misplaced", { d1: "A" }, ["d1"], /advisor can never stand on d1/, /仕不可能在六路二线/],
  ["misplaced", { c0: "A" }, ["c0"], /advisor can never stand on c0/, /仕不可能在七路一线/],
  [
    "misplaced",
    { d0: ".", d3: "K" },
    ["d3"],
    /general can never stand on d3/,
    /帅不可能在六路四线/,
  ],
  ["misplaced", { c5: "B" }, ["c5"], /elephant can never stand on c5/, /相不可能在七路六线/],
  ["misplaced", { c2: "B" }, ["c2"], /elephant can never stand on c2/, /相不可能在七路三线/],
  ["misplaced", { a2: "P" }, ["a2"], /soldier can never stand on a2/, /兵不可能在九路三线/],
  ["misplaced", { b6: "p" }, ["b6"], /soldier can never stand on b6/, /卒不可能在八路七线/],
  ["doubled", { a3: "P", a4: "P" }, ["a3", "a4"], /two soldiers on file a/, /两个兵在九路/],
  [
    "doubled",
    { i5: "p", i6: "p" },
    ["i5", "i6"],
    /Black has two soldiers on file i/,
    /两个卒在一路/,
  ],
  ["generalsFace", { d0: ".", e0: "K" }, ["e0", "e9"], /face each other on file e/, /在五路照面/],
  ["opponentInCheck", { e3: "R" }, ["e3", "e9"], /Black is in check, but/, /黑方却正被将军/],
];

test("a few pieces are read and written without a whole position", () => {
  const few: P.Setup = { placement: placement({ a0: "R", e9: "k", h7: "n" }), turn: "w" };
  const text = "4k4/9/7n1/9/9/9/9/9/9/R8";
  assert.equal(P.piecesOf(few), text);
  assert.deepEqual(P.readPieces(`${text} b`), few);
  assert.deepEqual(
    P.readPieces("????k????/9/?xX1???n1/9/9/9/9/9/9/R?"),
    few,
    "what is no piece is left out",
  );
  for (const bad of ["", "x", "9/9", "R"]) assert.equal(P.readPieces(bad).placement, P.EMPTY);
});

test("every fault of a set-up is reported with its code and its squares", () => {
  assert.deepEqual(P.faultsOf(Game, setup({})), []);
  for (const [code, pieces, squares] of IMPOSSIBLE) {
    const tried = setup(pieces);
    const faults = P.faultsOf(Game, tried);
    assert.deepEqual([...new Set(faults.map((fault) => fault.code))], [code], P.fenOfSetup(tried));
    assert.deepEqual(P.squaresAtFault(faults).toSorted(), squares);
  }
  assert.deepEqual(P.faultsOf(Game, setup({ a3: "P", a5: "P", a6: "p", a4: "p" })), []);
  assert.equal(P.faultsOf(Game, { placement: P.EMPTY, turn: "w" }).length, 2, "both generals");
});

test("set-ups are mirrored, swapped, written and read", () => {
  const one = setup({ a3: "P", b7: "c" });
  assert.deepEqual(P.mirrored(one).placement, placement({ f0: "K", e9: "k", i3: "P", h7: "c" }));
  const over = { placement: placement({ f9: "k", e0: "K", i6: "p", h2: "C" }), turn: "b" };
  assert.deepEqual(P.swapped(one), over);
  assert.deepEqual(P.swapped(P.swapped(one)), one);
  assert.deepEqual(P.setupOf(Game, null), { placement: START, turn: "w" });
  for (const [, pieces] of IMPOSSIBLE) {
    const tried = setup(pieces, "b");
    assert.deepEqual(P.readSetup(Game, P.fenOfSetup(tried)), tried, "also what cannot be");
  }
  const other = P.readSetup(Game, "4k4/9/9/9/9/E8/9/9/9/3KG2H1_r");
  assert.equal(other.placement, placement({ d0: "K", e0: "A", h0: "N", a4: "B", e9: "k" }));
  for (const text of ["nonsense", "9/9 w", "4k4/9/9/9/9/9/9/9/9/3K5"])
    assert.throws(() => P.readSetup(Game, text), /./, text);
});

test("possibleSquares follows the rules for each piece", () => {
  const count = (piece: string) => P.possibleSquares(Game, piece).length;
  assert.deepEqual([..."KABPRkabpn"].map(count), [9, 5, 7, 55, 90, 9, 5, 7, 55, 90]);
  assert.ok(P.possibleSquares(Game, "b").every((square) => squareIndex(square) >= 45));
});

// ---- on the page

type BoardCanvas = HTMLCanvasElement & { board: Board };
interface Point {
  x: number;
  y: number;
}

/** Opens the page with the editor. */
async function openEditor(t: TestContext, context = {}) {
  const app = await openPage(t, { context: { locale: "en-GB", ...context } });
  const { page } = app;
  await page.click("#control-new");
  await unfoldPosition(page);
  await page.click("#new-setup");
  await page.waitForSelector("#editor-dialog canvas[data-ready=true]");
  // A tap while the sheet rises would miss its button, and Playwright would scroll.
  await page.evaluate(() => {
    const rising = document.querySelector("#editor-dialog")!.getAnimations();
    return Promise.all(rising.map(({ finished }) => finished));
  });
  return { ...app, editor: editorOf(page) };
}

/** The actions of a person in the editor. */
function editorOf(page: Page) {
  /** Returns the middle of a point, in the window. */
  const at = (square: string) =>
    page.evaluate((name) => {
      const canvas = document.querySelector<BoardCanvas>("#editor-dialog canvas")!;
      const box = canvas.parentElement!.getBoundingClientRect();
      const { x, y } = canvas.board.centerOf(name);
      return { x: box.left + x, y: box.top + y };
    }, square);
  const slot = (piece: string) => page.locator(`.editor-slot[data-piece=${piece}]`);
  const press = async (square: string, options?: { button: "right" }) => {
    const { x, y } = await at(square);
    await page.mouse.click(x, y, options);
  };
  const carry = async (from: Point, to: Point) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.up();
  };
  const faults = page.locator("#editor-faults");
  return {
    at,
    slot,
    press,
    carry,
    faults,
    async put(piece: string, square: string) {
      await slot(piece).click();
      await press(square);
    },
    async middleOf(piece: string) {
      const { x, y, width, height } = (await slot(piece).boundingBox())!;
      return { x: x + width / 2, y: y + height / 2 };
    },
    read: (fen: string) => page.fill("#editor-fen", fen),
    fen: () => page.inputValue("#editor-fen"),
    markers: () =>
      page.evaluate(
        () => document.querySelector<BoardCanvas>("#editor-dialog canvas")!.board.state.markers,
      ),
  };
}

test("pieces are put, moved and removed on the board, and the position is played", async (t) => {
  const { page, game, editor, errors } = await openEditor(t);
  assert.match(await editor.fen(), /^rnbakabnr.* w - - 0 1$/, "what is on the page's board");
  await page.click("#editor-clear");
  await editor.put("K", "d0");
  await editor.put("k", "e9");
  await editor.put("R", "a8");
  await editor.press("b0"); // the second rook
  await editor.slot("C").click();
  await editor.slot("C").click(); // puts it back
  await editor.press("b0"); // picks it up
  await editor.press("b1");
  await editor.carry(await editor.middleOf("N"), await editor.at("h5"));
  await editor.carry(await editor.at("h5"), await editor.at("g5"));
  await editor.put("p", "c3");
  await editor.press("g5"); // the soldier is still picked up and replaces the horse
  await editor.slot("p").click();
  await editor.press("g5", { button: "right" });
  assert.equal(await editor.fen(), "4k4/R8/9/9/9/9/2p6/9/1R7/3K5 w - - 0 1");
  await editor.carry(await editor.at("c3"), { x: 4, y: 4 });
  assert.equal(await editor.fen(), "4k4/R8/9/9/9/9/9/9/1R7/3K5 w - - 0 1");
  await page.click("#editor-play");
  assert.ok(!(await page.locator("#editor-dialog").isVisible()));
  assert.match(await page.inputValue("#new-fen"), /^4k4\/R8/);
  await page.click("#new-form button.button-primary");
  await game.plies(0);
  await game.click("b1b9");
  await game.plies(1);
  await page.locator("#result:not([hidden])").waitFor();
  assert.deepEqual(errors, []);
});

test("on a phone pieces are put by taps and drags", async (t) => {
  const phone = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } };
  const { page, context, editor } = await openEditor(t, phone);
  const finger = await context.newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: Point[]) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints });
  const carry = async (from: Point, to: Point) => {
    const { x, y } = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    await touch("touchStart", from);
    await touch("touchMove", { x, y });
    await touch("touchMove", to);
    await touch("touchEnd");
  };
  await editor.read("4k4/9/9/9/9/9/9/9/9/3K5 w");
  await page.evaluate(() => document.querySelector("#editor-dialog")!.scrollTo(0, 0));
  await editor.slot("P").tap();
  const { x, y } = await editor.at("e4");
  await page.touchscreen.tap(x, y);
  await carry(await editor.middleOf("r"), await editor.at("a9"));
  await carry(await editor.at("e4"), await editor.at("e3"));
  assert.equal(await editor.fen(), "r3k4/9/9/9/9/9/4P4/9/9/3K5 w - - 0 1");
  await carry(await editor.at("a9"), { x: 180, y: 30 });
  assert.equal(await editor.fen(), "4k4/9/9/9/9/9/4P4/9/9/3K5 w - - 0 1");
  assert.equal(await page.evaluate(() => document.querySelector("#editor-dialog")!.scrollTop), 0);
});

test("a fault of a pasted position is shown at once in English and Chinese, with its squares marked", async (t) => {
  for (const [locale, column] of [
    ["en-GB", 3],
    ["zh-CN", 4],
  ] as const) {
    const { page, editor } = await openEditor(t, { locale });
    for (const row of IMPOSSIBLE) {
      await editor.read(P.fenOfSetup(setup(row[1])));
      await editor.faults.locator("li").first().waitFor();
      assert.match(await editor.faults.innerText(), row[column]);
      const warned = Object.entries(await editor.markers()).filter(([, kind]) => kind === "warn");
      assert.deepEqual(warned.map(([square]) => square).toSorted(), row[2]);
      // A position that no game leads to can be played; the other faults cannot.
      const isOdd = ["doubled", "misplaced"].includes(row[0]) && !("d3" in row[1]);
      assert.equal(await page.locator("#editor-play").isDisabled(), !isOdd);
    }
    await editor.read(P.fenOfSetup(setup({})));
    assert.equal(await editor.faults.locator("li").count(), 0);
    assert.ok(await page.locator("#editor-play").isEnabled());
    await page.close();
  }
});

test("a fault appears with the edit that makes it and goes with the edit that mends it", async (t) => {
  const { page, editor } = await openEditor(t);
  await editor.read("4k4/9/9/9/9/9/9/9/9/3K5 w");
  await editor.put("A", "e5");
  assert.match(await editor.faults.innerText(), /advisor can never stand on e5/);
  await page.click("#editor-eraser");
  await editor.press("e5");
  assert.equal(await editor.faults.innerText(), "");
  await editor.put("R", "e5");
  assert.match(await editor.faults.innerText(), /Black is in check/);
  await page.locator("#editor-dialog input[value=b]").check({ force: true });
  assert.equal(await editor.faults.innerText(), "");
  assert.match(await editor.fen(), / b - - 0 1$/);
});

test("pieces of the tray run out, and start, mirror and swap change the set-up", async (t) => {
  const { page, editor } = await openEditor(t);
  for (const piece of "KRNCABPkrncabp") assert.ok(await editor.slot(piece).isDisabled(), piece);
  await editor.press("a0", { button: "right" });
  assert.equal(await editor.slot("R").innerText(), "1");
  assert.equal(await editor.slot("R").getAttribute("aria-label"), "Red: rook, 1 left");
  await editor.slot("R").click();
  assert.deepEqual(await editor.markers(), {}, "a rook may stand anywhere");
  await editor.press("a1");
  assert.ok(await editor.slot("R").isDisabled(), "and is laid down: there is none left");
  await page.click("#editor-mirror");
  assert.match(await editor.fen(), /\/8R\/RNBAKABN1 w/);
  await page.click("#editor-swap");
  assert.match(await editor.fen(), /^1nbakabnr\/r8\/.* b - - 0 1$/);
  await page.click("#editor-clear");
  await editor.slot("A").click();
  const dots = Object.keys(await editor.markers()).toSorted();
  assert.deepEqual(dots, ["d0", "d2", "e1", "f0", "f2"], "where an advisor can stand");
  await page.click("#editor-start");
  assert.equal(
    (await editor.fen()).split(" ")[0],
    P.fenOfSetup({ placement: START, turn: "w" }).split(" ")[0],
  );
});

test("a pasted text is read at once or its fault is shown, and the text can be copied", async (t) => {
  const { page, context, editor } = await openEditor(t);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await editor.read("4k4/9/9 w");
  assert.match(await editor.faults.innerText(), /10 ranks; there are 3/);
  assert.ok(await page.locator("#editor-play").isDisabled());
  await editor.read("4k4/9/9/9/9/9/9/9/4A4/3K1A3 b");
  assert.equal(await editor.faults.innerText(), "");
  await editor.press("f0", { button: "right" });
  assert.equal(await editor.fen(), "4k4/9/9/9/9/9/9/9/4A4/3K5 b - - 0 1");
  await page.click("#editor-copy");
  await page.getByText("Copied", { exact: false }).first().waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await editor.fen());
});

test("a position is set up by keyboard alone, and stays when the menu opens the sheet again", async (t) => {
  const { page, editor, errors } = await openEditor(t);
  await page.focus("#editor-clear");
  await page.keyboard.press("Enter");
  await page.focus(".editor-words summary");
  await page.keyboard.press("Enter");
  const put = async (piece: string, square: string) => {
    await page.selectOption("#editor-piece", piece);
    await page.selectOption("#editor-point", square);
    await page.focus("#editor-point");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
  };
  await put("K", "e0");
  await put("k", "d9");
  await put("B", "c0");
  const points = await page.locator("#editor-point option").count();
  assert.equal(points, 6, "an elephant's points but the one it stands on");
  await put("R", "a5");
  await put(".", "c0");
  assert.equal(await editor.fen(), "3k5/9/9/9/R8/9/9/9/9/4K4 w - - 0 1");
  assert.match(await page.locator(".editor-words .hint").innerText(), /Red: general e0, rook a5/);
  await page.keyboard.press("Escape");
  await page.click("#control-more");
  await page.click("#menu-setup");
  assert.equal(await editor.fen(), "3k5/9/9/9/R8/9/9/9/9/4K4 w - - 0 1");
  assert.deepEqual(errors, []);
});

test("the game before a played set-up can be brought back", async (t) => {
  const { page, game, editor } = await openEditor(t);
  await page.keyboard.press("Escape");
  await game.start({ mode: "local" });
  await game.click("h2e2");
  await game.plies(1);
  await page.click("#control-more");
  await page.click("#menu-setup");
  await editor.read("4k4/9/9/9/9/9/9/9/9/3K1R3 w");
  await page.click("#editor-play");
  await page.click("#new-form button.button-primary");
  await game.plies(0);
  await page.keyboard.press("o");
  await page.click("#open-back-button");
  await game.plies(1);
  assert.deepEqual(await game.moves(), ["h2e2"]);
});

for (const [width, height, colorScheme] of [
  [360, 740, "light"],
  [740, 360, "light"],
  [1440, 900, "dark"],
] as const)
  test(`the sheet fits ${width} x ${height}, and passes axe, ${colorScheme}`, async (t) => {
    const viewport = { width, height };
    const { page, editor } = await openEditor(t, {
      viewport,
      colorScheme,
      reducedMotion: "reduce",
    });
    await editor.read("4k4/9/9/9/9/9/9/9/4K4/A8 w");
    await page.click(".editor-words summary");
    const sizes = await page.locator("#editor-dialog").evaluate((sheet) => ({
      over: sheet.scrollWidth - sheet.clientWidth,
      slots: [...sheet.querySelectorAll(".editor-slot")].map((slot) => slot.clientWidth),
    }));
    assert.ok(sizes.over <= 0, `${sizes.over} pixels too wide`);
    assert.ok(Math.min(...sizes.slots) >= 36, `${Math.min(...sizes.slots)} wide`);
    assert.deepEqual(await axeFaults(page), []);
  });
