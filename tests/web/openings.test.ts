// Openings by name: named for the line on the board, found in any language, put on the board.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { createOpeningFinder } from "../../www/js/analysis/opening-name.ts";
import { search } from "../../www/js/analysis/openings-sheet.ts";
import { plain } from "../../www/js/core/plain-text.ts";
import { Game, initSync } from "../../www/pkg/chuhe.js";
import { openAnalysis } from "./analysis-helpers.ts";

initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });

test("every line that is shown has the name of its opening", () => {
  const nameOf = createOpeningFinder(Game);
  const name = (moves: string, start: string | null = null) =>
    nameOf(start, moves === "" ? [] : moves.split(" "))?.zh;
  const screen = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7";
  assert.equal(name(screen), "中炮对屏风马");
  assert.equal(name("h2e2"), "中炮");
  assert.equal(name("h2e2 h7e7"), "顺炮");
  assert.equal(name(screen), "中炮对屏风马");
  assert.equal(name(""), undefined);
  assert.equal(name("h2e2", "4k4/9/9/9/9/9/9/7C1/9/4K4 w - - 0 1"), undefined);
  assert.equal(name(`${screen} a3a4 a6a5 i3i4 i6i5`), "中炮对屏风马");
});

test("openings are found by a part of their name in any language, with or without accents", () => {
  const all = Game.openings();
  const zh = (text: string) => search(all, text).map((opening) => opening.zh);
  assert.equal(plain("Pháo đầu: quá hà xa"), "phao dau qua ha xa");
  for (const text of ["反宫马", "反宮馬", "sandwiched horses", "phản cung mã", "PHAN CUNG MA"])
    assert.ok(zh(text).includes("中炮对反宫马"), `${text}: ${zh(text)}`);
  assert.ok(zh("rook river").length > 1, "words in any order between others");
  assert.deepEqual(zh("no such thing"), []);
  assert.equal(zh("").length, all.length);
});

test("the opening's name stands over the moves; another opening is found and added as a variation", async (t) => {
  const { page, hand, errors } = await openAnalysis(t);
  const bar = page.locator("#opening-name");
  await hand.move("h2e2", "h7e7");
  await hand.at("h2e2 h7e7");
  await bar.filter({ hasText: "顺炮" }).waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.querySelector("#opening-name")!.textContent === "中炮");
  await bar.click();
  await page.fill("#opening-text", "phan cung ma");
  const rows = page.locator("#opening-list button");
  await rows.filter({ hasText: "反宫马" }).first().waitFor();
  const row = rows.filter({ hasText: "反宫马" }).first();
  assert.match((await row.textContent())!, /炮二平五 马２进３/);
  await page.fill("#opening-text", "zzz");
  await page.waitForFunction(() => !document.querySelector("#opening-list button"));
  await page.fill("#opening-text", "中炮对反宫马");
  await rows.first().waitFor();
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    () => document.querySelector("#opening-name")!.textContent === "中炮对反宫马",
  );
  assert.match(await hand.tree(), /^h2e2 h7e7 \(/, "what was there is there");
  await page.locator("#language").selectOption("en");
  await page.waitForFunction(() =>
    /^[A-Z]/.test(document.querySelector("#opening-name")!.textContent!),
  );
  // The line of an opening replaces a study from another start position.
  await page.evaluate(() => (location.hash = "fen=3k5/9/9/9/9/9/9/7C1/9/4K4_w"));
  await page.waitForFunction(() => chuheAnalysis.study.data().startFen !== null);
  await page.waitForFunction(
    () => !document.querySelector<HTMLElement>("#opening-name")!.dataset.named,
  );
  await bar.click();
  await page.fill("#opening-text", "中炮对反宫马");
  await rows.first().click();
  await page.waitForFunction(() => chuheAnalysis.study.data().startFen === null);
  assert.match(await hand.line(), /^h2e2 b9c7/);
  assert.deepEqual(errors, []);
});
