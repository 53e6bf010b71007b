// Sharing a whole tree: by a link, as a file if it does not fit, in a frame that plays through it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import type { Page } from "playwright-core";
import { hand as handOf, openAnalysis, whenReady } from "./analysis-helpers.ts";
import { fits, srcIn, whenShown } from "./frame-helpers.ts";
import { openPage as openAny } from "./helpers.ts";

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };
const TREE = `[Red "王一"]
[Result "1-0"]

{[%csl Ge2] 开局}
1. 炮二平五 $1 {[%cal Gh2e2,Rh9g7] 中炮} (1. 马八进七 $6 卒７进１) 马８进７ (1. ... 炮８平５ {顺炮} 2. 马二进三)
2. 马二进三 $14 1-0
`;

/** Returns the contents of a study as text. */
const contentsOf = (page: Page) =>
  page.evaluate(() => {
    const { nodes, tags, result, at } = chuheAnalysis.study.data();
    const from = (index: number): unknown[] => {
      const { move, comment, signs, shapes, children } = nodes[index];
      return [move, comment, signs.join(), shapes.join(), index === at, ...children.map(from)];
    };
    return JSON.stringify([tags, result, from(0)]);
  });

/** Presses a button of the share sheet and returns the text that it shows. */
async function share(page: Page, name: string) {
  await page.click("#control-export");
  await page.click(`#share-${name}`);
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>(".share-text")!.value !== "",
  );
  const text = await page.inputValue(".share-text");
  await page.click("#export-dialog [data-close]");
  return text;
}

test("a link carries the whole tree with players, comments, signs, drawings and the current node", async (t) => {
  const { page, hand, errors } = await openAnalysis(t, { context: CLIPBOARD });
  await hand.open(TREE);
  await hand.said("王一");
  await hand.node("炮８平５").click();
  await hand.at("h2e2 h7e7");
  const link = await share(page, "link");
  assert.match(link, /analysis\.html#study=1[\w-]+$/);
  const { page: elsewhere, errors: there } = await openAny(t, link, { locale: "zh-CN" });
  await whenReady(elsewhere);
  await handOf(elsewhere).at("h2e2 h7e7");
  assert.equal(await contentsOf(elsewhere), await contentsOf(page));
  await elsewhere.goto("about:blank");
  await elsewhere.goto(link.slice(0, -7));
  await whenReady(elsewhere);
  await handOf(elsewhere).said("无法读出");
  assert.deepEqual([...errors, ...there], []);
});

test("a study that does not fit into a link is offered as a complete file", async (t) => {
  const { page, hand, errors } = await openAnalysis(t, { context: CLIPBOARD });
  // A browser may refuse to copy before the text is ready.
  await page.evaluate(() => {
    navigator.clipboard.write = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  });
  await hand.open(TREE);
  await hand.said("王一");
  // A text without repetitions, which cannot be compressed.
  await page.evaluate(() => {
    const long = Array.from({ length: 9000 }, (_, index) =>
      String.fromCharCode(0x4e00 + ((index * index * 7919) % 20_000)),
    );
    chuheAnalysis.study.comment(1, long.join(""));
  });
  await page.click("#control-export");
  for (const way of ["link", "embed"]) {
    await page.click(`#share-${way}`);
    await page.locator("#share [role=status]").filter({ hasText: "16,000" }).waitFor();
    assert.equal(await page.locator(".share-text").isVisible(), false, way);
  }
  const download = page.waitForEvent("download");
  await page.click("#share-file");
  const file = readFileSync(await (await download).path(), "utf8");
  const before = await contentsOf(page);
  await page.click("#export-dialog [data-close]");
  await page.click("#control-new");
  await hand.open(file);
  await page.waitForFunction(() => chuheAnalysis.study.data().nodes.length > 1);
  assert.equal(await contentsOf(page), before);
  assert.deepEqual(errors, []);
});

test("a frame shows comments, signs and drawings, and plays through the variations", async (t) => {
  const { page, hand, server } = await openAnalysis(t, { context: CLIPBOARD });
  await hand.open(TREE);
  await hand.said("王一");
  const code = await share(page, "embed");
  const src = srcIn(code);
  assert.ok(src.startsWith(`${server.url}embed.html#study=`), code);
  const { page: frame, errors } = await openAny(t, src, {
    locale: "zh-CN",
    viewport: { width: 480, height: 620 },
  });
  await whenShown(frame);
  const status = async () => (await frame.locator("#status").textContent())!.replace(/\s+/g, " ");
  const choices = () => frame.locator("#choices button").allTextContents();
  const drawn = () => frame.evaluate(() => chuhe.board.state.overlay !== null);
  assert.equal(await frame.locator("#note").textContent(), "开局");
  assert.equal(await drawn(), true);
  assert.deepEqual(await choices(), ["炮二平五 !", "马八进七 ?!"]);
  // A long comment does not push the choices out of sight.
  const [choicesBox, noteBox] = [
    (await frame.locator("#choices").boundingBox())!,
    (await frame.locator("#note").boundingBox())!,
  ];
  const isBelow = choicesBox.y + choicesBox.height <= noteBox.y;
  assert.ok(isBelow, "the choices stand over the comment");
  await frame.click("#forward");
  assert.equal(await status(), "炮二平五 ! 1 / 3");
  assert.equal(await frame.locator("#note").textContent(), "中炮");
  await frame.locator("#choices button", { hasText: "炮８平５" }).click();
  assert.equal(await status(), "炮８平５ 2 / 3");
  assert.equal(await frame.locator("#note").textContent(), "顺炮");
  assert.equal(await drawn(), false);
  await frame.keyboard.press("End");
  assert.equal(await status(), "马二进三 3 / 3");
  assert.equal(await frame.locator("#choices").isVisible(), false);
  await frame.keyboard.press("Home");
  await frame.locator("#choices button", { hasText: "马八进七" }).focus();
  await frame.keyboard.press("Enter");
  assert.equal(await status(), "马八进七 ?! 1 / 2");
  await frame.keyboard.press("ArrowRight");
  assert.equal(await status(), "卒７进１ 2 / 2");
  await fits(frame);
  const href = await frame.locator("#open").getAttribute("href");
  assert.equal(href, `${server.url}analysis.html${new URL(src).hash}`);
  await frame.goto("about:blank");
  await frame.goto(`${server.url}embed.html#study=1abc`);
  await frame.locator("#status").filter({ hasText: "没有可以显示的棋局" }).waitFor();
  assert.deepEqual(errors, []);
});
