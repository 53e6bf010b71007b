/** The page's words for newcomers, and for two people who do not know whose turn it is. */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { createI18n } from "../../www/js/core/i18n.ts";
import type { Lang } from "../../www/js/core/i18n.ts";
import { LANGS } from "../../www/js/core/languages.ts";
import { spellOutWxf } from "../../www/js/core/words.ts";
import { describeFact } from "../../www/js/explain/why-words.ts";
import { moveWriter } from "../../www/js/play/game-words.ts";
import { noRating } from "../../www/js/play/state.ts";
import type { State } from "../../www/js/play/state.ts";
import { defaultSettings } from "../../www/js/shell/settings.ts";
import type { Experience } from "../../www/pkg/chuhe.js";
import { openAnalysis } from "./analysis-helpers.ts";
import { fake } from "./fake.ts";
import { ROOT, drawn } from "./helpers.ts";
import { openPage, whenReady } from "./page-helpers.ts";

const LOCALES = `${ROOT}www/locales/`;
const linesOf = (path: string) =>
  Object.entries<string>(JSON.parse(readFileSync(LOCALES + path, "utf8")));

/** Returns the words of a language, those of the analysis included. */
async function wordsIn(lang: Lang) {
  const file = async (path: string) => Object.fromEntries(linesOf(path));
  const i18n = createI18n(
    lang,
    (one) => file(`${one}.json`),
    (one) => file(`analysis/${one}.json`),
  );
  await i18n.use(lang);
  return i18n;
}

test("pages where people play, learn or keep games do not use the words ply, idle and AXF", () => {
  const files = readdirSync(LOCALES, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".json") && !/^(lab|referee)/.test(path),
  );
  assert.ok(files.length > 12);
  const lines = files.flatMap((path) =>
    linesOf(path)
      .filter(([, line]) => /\b(ply|plies|idle|AXF)\b/i.test(line.replaceAll(/\{\w+[:}]/g, "")))
      .map(([key, line]) => `${path} ${key}: ${line}`),
  );
  assert.deepEqual(lines, []);
});

test("lost material is described as the piece of about the same value, in every language", async () => {
  const describeLoss = async (lang: Lang, count: number) =>
    describeFact({ name: "lose-material", count }, await wordsIn(lang));
  assert.match(await describeLoss("zh", 9), /一个车。$/);
  assert.match(await describeLoss("zh-Hant", 4), /一個馬。$/);
  assert.match(await describeLoss("en", 2), /an advisor\.$/);
  assert.match(await describeLoss("vi", 14), /hơn một Xe\.$/);
  for (const lang of LANGS) assert.doesNotMatch(await describeLoss(lang, 9), /\d|\{|undefined/);
});

test("a WXF move is spelled out, any other text is unchanged", async () => {
  const [en, vi] = [await wordsIn("en"), await wordsIn("vi")];
  assert.equal(spellOutWxf("A5+4", en), "advisor 5 forward 4");
  assert.equal(spellOutWxf("H2+3", en), "horse 2 forward 3");
  assert.equal(spellOutWxf("E+.5", en), "front elephant across 5");
  assert.equal(spellOutWxf("C2.5", vi), "Pháo 2 bình 5");
  for (const text of ["", "H2-E2", "炮二平五"]) assert.equal(spellOutWxf(text, en), text);
});

test("moves outside the list are in words for newcomers only, like those in the list", async (t) => {
  const own = Object.getOwnPropertyDescriptor(globalThis, "navigator") ?? { value: undefined };
  const set = (property: PropertyDescriptor) =>
    Object.defineProperty(globalThis, "navigator", { ...property, configurable: true });
  set({ value: { languages: ["en"] } });
  t.after(() => set(own));
  const i18n = await wordsIn("en");
  const settings = { ...defaultSettings(), lang: "en", notation: null } as const;
  const stateOf = (experience: Experience) =>
    fake<State>({ settings, rating: { ...noRating(), experience } });
  assert.equal(moveWriter(stateOf("none"), i18n)("R1.2"), "rook 1 across 2");
  assert.equal(moveWriter(stateOf("strong"), i18n)("R1.2"), "R1.2");
});

test("a newcomer reads words in the list of moves until a notation is chosen", async (t) => {
  for (const viewport of [
    { width: 360, height: 640 },
    { width: 1100, height: 760 },
  ]) {
    const { page, game } = await openPage(t, { context: { locale: "en", viewport } });
    await page.evaluate(() =>
      localStorage.setItem(
        "chuhe:rating:2",
        JSON.stringify({ version: 1, inUse: true, experience: "none", rating: null, history: [] }),
      ),
    );
    await page.reload();
    await whenReady(page);
    await game.start({ mode: "local" });
    await game.click("h2e2");
    await game.plies(1);
    assert.deepEqual(await game.list(), ["cannon 2 across 5"]);
    await drawn(page);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.evaluate(() =>
      localStorage.setItem("chuhe:settings", JSON.stringify({ version: 1, notation: "wxf" })),
    );
    await page.reload();
    await whenReady(page);
    assert.deepEqual(await game.list(), ["C2.5"]);
    await page.close();
  }
});

test("between two people a tap on the wrong side's piece announces whose turn it is, on an empty point nothing", async (t) => {
  const { page, game } = await openPage(t, { context: { locale: "en" } });
  await game.start({ mode: "local" });
  await game.press("e5");
  await game.press("h9");
  const toast = page.locator("#toast:not([hidden])");
  await toast.waitFor();
  assert.match(await toast.innerText(), /^It is Red’s turn\./);
  await game.click("h2e2");
  await game.plies(1);
  await game.press("h0");
  await page.locator("#toast:not([hidden])", { hasText: "It is Black’s turn." }).waitFor();
  await game.start({ side: "red", level: 1 });
  await page.evaluate(() => (document.querySelector<HTMLElement>("#toast")!.hidden = true));
  await game.press("h9");
  await drawn(page);
  assert.ok(await page.locator("#toast").isHidden(), "against the engine it is always one's own");
});

test("the analysis too announces whose turn it is", async (t) => {
  const { page, hand } = await openAnalysis(t, { context: { locale: "en-GB" } });
  const place = await page.evaluate(() => {
    const box = document.querySelector("#board")!.getBoundingClientRect();
    const { x, y } = chuheAnalysis.board.centerOf("h9");
    return { x: box.left + x, y: box.top + y };
  });
  await page.mouse.click(place.x, place.y);
  await hand.said("It is Red’s turn.");
});

test("the board of the start screen fills 360 x 640 with all buttons in view", async (t) => {
  for (const locale of ["en-GB", "zh-CN", "zh-TW", "vi-VN"]) {
    const viewport = { width: 360, height: 640 };
    const { page } = await openPage(t, { context: { locale, viewport } });
    await page.evaluate(() => localStorage.clear());
    await page.goto(page.url());
    await page.waitForSelector("[data-screen=start] #start-play:enabled");
    await drawn(page);
    const { width } = (await page.locator("#board").boundingBox())!;
    assert.ok(width >= 260, `${locale}: ${width}`);
    const high = await page.evaluate(() => document.documentElement.scrollHeight);
    assert.ok(high <= 640, `${locale}: ${high} high`);
    await page.close();
  }
});
