// Changes of a study on the page: undo and redo by keys and buttons, copied lines, and the order of variations.
import assert from "node:assert/strict";
import test from "node:test";
import type { Page } from "playwright-core";
import { openAnalysis, whenReady } from "./analysis-helpers.ts";
import { drawn, until } from "./helpers.ts";

const EN = { context: { locale: "en-GB", permissions: ["clipboard-read", "clipboard-write"] } };
const FORKED = ["h2e2 h9g7 h0g2", "b0c2 h9g7", "c3c4"];

/** Copies by the keyboard's event, and returns the text. */
const copied = (page: Page) =>
  page.evaluate(() => {
    const clipboardData = new DataTransfer();
    const event = new ClipboardEvent("copy", { clipboardData, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
    return clipboardData.getData("text/plain");
  });

const paste = (page: Page, text: string) =>
  page.evaluate((words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", words);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
  }, text);

/** Drags a move from its middle by some pixels to below or above the middle of another one. */
async function drag(page: Page, from: string, to: string, below: number) {
  const center = async (text: string) => {
    const box = (await page.locator(".node", { hasText: text }).first().boundingBox())!;
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [start, end] = [await center(from), await center(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 4, start.y + 8 * Math.sign(end.y - start.y));
  await page.mouse.move(end.x, end.y + below);
}

test("moves, comments, signs and deletions are undone and made again, and told in words", async (t) => {
  const { page, hand, errors } = await openAnalysis(t, EN);
  assert.equal(await page.getAttribute("#edit-undo", "aria-disabled"), "true");
  await hand.move("h2e2");
  await page.keyboard.press("!");
  await page.fill("#comment-text", "centre");
  await page.keyboard.press("Escape");
  await hand.move("h9g7");
  await hand.node("H8+7").click({ button: "right" });
  await page.click("#node-remove");
  const tree = await hand.tree();
  await page.keyboard.press("Control+z");
  await hand.said("Undone: deletion");
  assert.equal(await hand.tree(), "h2e2{centre} h9g7");
  await hand.at("h2e2 h9g7");
  for (const words of ["move", "comment", "sign", "move"]) {
    await page.locator(`#edit-undo[title="Undo: ${words}"]`).waitFor();
    await page.click("#edit-undo");
    await hand.said(`Undone: ${words}`);
  }
  assert.equal(await hand.tree(), "");
  await page.locator("#edit-undo[aria-disabled=true]").waitFor();
  await page.click("#edit-redo");
  await hand.said("Redone: move");
  await page.click("#step-first");
  for (const words of ["sign", "comment", "move", "deletion"]) {
    await page.keyboard.press("Control+Shift+z");
    await hand.said(`Redone: ${words}`);
  }
  assert.equal(await hand.tree(), tree);
  // A text field keeps its own undo.
  await page.keyboard.press("Home");
  await page.focus("#comment-text");
  await page.keyboard.type("x");
  await page.keyboard.press("Control+z");
  await until(async () => (await page.inputValue("#comment-text")) === "");
  assert.equal(await hand.tree(), tree);
  await page.keyboard.press("Escape");
  // What was undone is stored so.
  await page.keyboard.press("Control+z");
  const before = await hand.tree();
  await page.reload();
  await whenReady(page);
  assert.equal(await hand.tree(), before);
  assert.deepEqual(errors, []);
});

test("a comment that is typed before the next frame belongs to the move on the board", async (t) => {
  const { page, hand, errors } = await openAnalysis(t, EN);
  await hand.move("h2e2");
  await page.fill("#comment-text", "centre");
  await page.keyboard.press("Escape");
  await hand.at("h2e2");
  // Without frames the field goes on to show the comment on the move. None may be due from before.
  await drawn(page);
  await page.evaluate(() => (globalThis.requestAnimationFrame = () => 0));
  await page.keyboard.press("Home");
  await page.evaluate(() => document.querySelector<HTMLElement>("#comment-text")!.focus());
  assert.equal(await page.inputValue("#comment-text"), "centre");
  await page.keyboard.type("start");
  assert.equal(await hand.tree(), "{start} h2e2{centre}");
  assert.deepEqual(errors, []);
});

test("a line is copied by keys and the menu, and pasted as a variation where it is legal", async (t) => {
  const { page, hand, errors } = await openAnalysis(t, EN);
  await hand.lines(...FORKED);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  const rest = await copied(page);
  assert.match(rest, /H9-G7\s+2\. H0-G2/);
  await hand.said("Copied: 2 moves");
  // A selection by Shift takes only its part.
  await page.keyboard.press("Shift+ArrowLeft");
  await until(async () => (await page.locator(".node[data-selected]").count()) === 2);
  assert.doesNotMatch(await copied(page), /H0-G2/);
  await page.keyboard.press("Escape");
  await until(async () => (await page.locator(".node[data-selected]").count()) === 0);
  await hand.node("H2+3").click({ modifiers: ["Shift"] });
  await until(async () => (await page.locator(".node[data-selected]").count()) === 2);
  assert.match(await copied(page), /H0-G2/);

  await paste(page, rest);
  await hand.said("H9-G7 is not legal");
  await hand.node("P7+1").click();
  await hand.at("c3c4");
  await paste(page, rest);
  await hand.said("Pasted after P7+1: 2 new moves");
  const whole = "h2e2 (b0c2 h9g7) (c3c4 h9g7 h0g2) h9g7 h0g2";
  assert.equal(await hand.tree(), whole);
  await page.click("#toast .button");
  assert.equal(await hand.tree(), whole.replace("(c3c4 h9g7 h0g2)", "(c3c4)"));

  // By the menu, through the system's clipboard.
  await page.locator(".variation .node", { hasText: "H8+7" }).last().click({ button: "right" });
  await page.click("#node-copy");
  await hand.said("Copied");
  await hand.node("P7+1").click({ button: "right" });
  await page.click("#node-paste");
  await until(async () => (await hand.tree()).includes("(c3c4 h9g7"));
  // A game is still opened, not added.
  await paste(page, '[Red "Hu"]\n\n1. c3c4 *');
  await page.waitForFunction(() => chuheAnalysis.study.data().tags.Red === "Hu");
  assert.equal(await hand.tree(), "c3c4");
  assert.deepEqual(errors, []);
});

test("variations change places by Alt and arrows, and by dragging, which can be cancelled", async (t) => {
  const { page, hand, errors } = await openAnalysis(t, EN);
  await hand.lines(...FORKED);
  await hand.node("P7+1").click();
  await page.keyboard.press("Alt+ArrowUp");
  const moved = "h2e2 (c3c4) (b0c2 h9g7) h9g7 h0g2";
  assert.equal(await hand.tree(), moved);
  await page.keyboard.press("Alt+ArrowUp");
  assert.equal(await hand.tree(), "c3c4 (h2e2 h9g7 h0g2) (b0c2 h9g7)");
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("Alt+ArrowDown");
  assert.equal(await hand.tree(), moved);
  await hand.at("c3c4");

  const rows = () => page.locator(".variation").allInnerTexts();
  await until(async () => (await rows())[0].includes("P7+1"));
  await drag(page, "P7+1", "H8+7", 4);
  await page.locator(".drop-marker").waitFor();
  await page.keyboard.press("Escape");
  await page.mouse.up();
  assert.equal(await hand.tree(), moved, "Escape cancels");
  await drag(page, "P7+1", "H8+7", 4);
  await page.evaluate(() => {
    const list = document.querySelector(".tree-list")!;
    list.dispatchEvent(new PointerEvent("pointercancel", { pointerId: 1, bubbles: true }));
  });
  await page.mouse.up();
  assert.equal(await hand.tree(), moved, "so does a lost pointer");
  await hand.node("H8+7").click();
  await hand.at("b0c2");
  await drag(page, "P7+1", "H8+7", 4);
  await page.mouse.up();
  assert.equal(await hand.tree(), "h2e2 (b0c2 h9g7) (c3c4) h9g7 h0g2");
  assert.equal(await hand.line(), "b0c2", "the click after a drag goes nowhere");
  await until(async () => (await rows())[1].includes("P7+1"));
  await drag(page, "P7+1", "C2.5", -8);
  await page.mouse.up();
  assert.equal(await hand.tree(), "c3c4 (h2e2 h9g7 h0g2) (b0c2 h9g7)");
  await page.keyboard.press("Control+z");
  await hand.said("Undone: order of the variations");
  assert.deepEqual(errors, []);
});
