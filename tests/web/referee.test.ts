// The referee: the plies of a repetition, and the rulings of three rulesets.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import type { Page } from "playwright-core";
import type { Board } from "../../www/js/board/index.ts";
import { createI18n } from "../../www/js/core/i18n.ts";
import type { Lang } from "../../www/js/core/i18n.ts";
import type { Ruling } from "../../www/pkg/chuhe.js";
import { LANGS, LANGUAGES } from "../../www/js/core/languages.ts";
import { describeRuling } from "../../www/js/referee/ruling-words.ts";
import { openApp } from "./helpers.ts";
import { openPage, risen, whenReady } from "./page-helpers.ts";

declare global {
  /** The pixels by which the sheet is wider than its window, frame by frame. */
  var overflows: number[];
}

const AXE = readFileSync(new URL(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const CASES = new URL("../data/verdicts.txt", import.meta.url);

/** Returns a position and its moves from the cases of the rule books. */
function caseOf(name: string) {
  const blocks = readFileSync(CASES, "utf8").split("\n\n");
  const block = blocks.find((text) => text.split("\n").includes(`case: ${name}`))!;
  const field = (key: string) => block.match(new RegExp(`^${key}: *(.*)$`, "m"))![1];
  return { startFen: field("fen"), moves: field("moves").split(" ") };
}

/** Plays the moves of a case, or the first plies of them. */
async function playCase(app: Awaited<ReturnType<typeof openPage>>, name: string, plies = Infinity) {
  const { startFen, moves } = caseOf(name);
  const played = moves.slice(0, plies);
  await app.page.evaluate(
    ({ from, line }) => {
      chuhe.game.newGame({ mode: "local", startFen: from, ruleset: "asian" });
      for (const move of line)
        chuhe.game.move(move.slice(0, 2), move.slice(2), { knowingly: true });
    },
    { from: startFen, line: played },
  );
  await app.game.plies(played.length);
}

/** Returns the referee's sheet of a page. */
function sheetOf(page: Page) {
  const dialog = page.locator("#referee-dialog");
  return {
    dialog,
    cells: dialog.locator(".referee-cell"),
    current: dialog.locator(".referee-cell[aria-current=step]"),
    /** The rulings as `asian: red`. */
    rulings: () =>
      dialog
        .locator("tbody tr")
        .evaluateAll((rows) => rows.map(({ dataset }) => `${dataset.ruleset}: ${dataset.loser}`)),
    reasons: () => dialog.locator("tbody tr td:last-child").allTextContents(),
    /** The state of the small board. */
    board: () =>
      dialog.locator("canvas").evaluate((canvas: HTMLCanvasElement & { board: Board }) => {
        const { placement, arrows, markers, check, lastMove } = canvas.board.state;
        return { placement, arrows, markers, check, lastMove };
      }),
  };
}

test("the sheet shows each ply of a perpetual check and the ruling of each ruleset", async (t) => {
  const app = await openPage(t);
  const { page, errors } = app;
  await playCase(app, "check-rook");
  await page.locator("#result .cycle-referee").click();
  const sheet = sheetOf(page);
  await sheet.dialog.waitFor();
  assert.deepEqual(await sheet.rulings(), ["asian: red", "chinese: red", "plain: draw"]);
  assert.match(
    (await sheet.dialog.locator("tbody tr").first().textContent())!,
    /亚洲规则.*本页采用.*红方负/,
  );
  assert.match((await sheet.reasons()).join(" "), /长将判负.*不许单方面长将.*第三次出现就是和棋/);
  const cells = await sheet.cells.allTextContents();
  assert.equal(cells.length, 4, "each ply is shown once");
  assert.match(cells[0], /红方车二进一将军/);
  const shown = await sheet.board();
  assert.deepEqual(shown.arrows, [{ from: "h9", to: "f9", weight: 0.8 }]);
  assert.equal(shown.check, "f9");
  assert.deepEqual(errors, []);
});

test("buttons, arrow keys and presses on plies step through the repetition in a circle", async (t) => {
  const app = await openPage(t);
  const { page, errors } = app;
  await playCase(app, "rook-horse-open-board");
  await page.locator("#result .cycle-referee").click();
  const sheet = sheetOf(page);
  await sheet.dialog.waitFor();
  const description = sheet.dialog.locator(".referee-said");
  assert.match((await description.textContent())!, /红方 车二平一：捉９路马/);
  const first = await sheet.board();
  assert.deepEqual(first.markers, { i9: "ring" });
  assert.deepEqual(first.arrows, [{ from: "i0", to: "i9", weight: 0.8 }]);
  await sheet.dialog.getByRole("button", { name: "下一着" }).click();
  assert.match((await description.textContent())!, /黑方 马９进８：闲着/);
  assert.deepEqual((await sheet.board()).lastMove, ["i9", "h7"]);
  await page.keyboard.press("ArrowRight");
  assert.match((await sheet.current.textContent())!, /捉８路马/);
  for (const key of ["ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  assert.match((await sheet.current.textContent())!, /捉９路马/, "the repetition begins again");
  await sheet.cells.nth(3).click();
  assert.equal(
    (await sheet.board()).placement,
    await page.evaluate(() => chuhe.state.position.placement),
  );
  await page.keyboard.press("Escape");
  await sheet.dialog.waitFor({ state: "hidden" });
  assert.deepEqual(errors, []);
});

test("a threat of mate is shown with its name in the Chinese rules", async (t) => {
  const app = await openPage(t, { context: { locale: "en-GB" } });
  const { page, errors } = app;
  await playCase(app, "check-kill-rook");
  await page.locator("#result .cycle-referee").click();
  const sheet = sheetOf(page);
  await sheet.dialog.waitFor();
  assert.deepEqual(await sheet.rulings(), ["asian: draw", "chinese: red", "plain: draw"]);
  assert.match((await sheet.cells.first().textContent())!, /quiet.*Chinese rules: threat of mate/);
  assert.match((await sheet.reasons())[0], /allowed \(Red: check and threat of mate by turns\)/);
  assert.match((await sheet.reasons())[1], /forbidden; Black made a quiet move/);
  assert.deepEqual((await sheet.board()).arrows, [{ from: "h5", to: "h9", weight: 0.35 }]);
  assert.deepEqual(errors, []);
});

test("chasing several pieces by turns is allowed by the Asian rules and loses by the Chinese rules", async (t) => {
  const app = await openPage(t);
  await playCase(app, "rook-two-soldiers");
  await app.page.locator("#result .cycle-referee").click();
  const sheet = sheetOf(app.page);
  await sheet.dialog.waitFor();
  assert.deepEqual(await sheet.rulings(), ["asian: draw", "chinese: red", "plain: draw"]);
  assert.match(
    (await sheet.reasons()).join(" "),
    /都允许（红方：轮流捉几个子）.*进攻（轮流捉几个子），是禁止着法/,
  );
  assert.deepEqual(app.errors, []);
});

test("the analysis page shows the referee's button only while the position has occurred before", async (t) => {
  const { page, errors } = await openApp(t, {
    path: "analysis.html",
    context: { locale: "en-GB", viewport: { width: 1100, height: 760 } },
  });
  await page.waitForFunction(() => "chuheAnalysis" in globalThis);
  await page.evaluate(() => chuheAnalysis.ready);
  const button = page.locator("#tree-area .cycle-referee");
  assert.ok(await button.isHidden());
  await page.evaluate(() => {
    for (const move of ["h0g2", "h9g7", "g2h0", "g7h9"]) chuheAnalysis.study.play(move);
  });
  await button.click();
  const sheet = sheetOf(page);
  await sheet.dialog.waitFor();
  assert.match((await sheet.dialog.locator(".referee-lead").textContent())!, /twice/);
  assert.deepEqual(await sheet.rulings(), ["asian: draw", "chinese: draw", "plain: draw"]);
  await page.keyboard.press("ArrowRight");
  assert.deepEqual((await sheet.board()).lastMove, ["h9", "g7"]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowLeft");
  await button.waitFor({ state: "hidden" });
  assert.deepEqual(errors, []);
});

test("the menu opens the referee at a second occurrence, in every language, and has no row for it before", async (t) => {
  const app = await openPage(t);
  const { page, errors } = app;
  await playCase(app, "rook-horse-open-board", 3);
  await page.click("#control-more");
  await page.locator("#menu-dialog").waitFor();
  assert.ok(await page.locator("#menu-referee").isHidden());
  await page.keyboard.press("Escape");
  await app.game.click("h7i9");
  await app.game.plies(4);
  const sheet = sheetOf(page);
  const leads = new Set();
  for (const lang of LANGS) {
    await page.selectOption("#language", lang);
    await page.waitForSelector(`html[lang=${LANGUAGES[lang].htmlLang}]`);
    await page.click("#control-more");
    await page.click("#menu-referee");
    await sheet.dialog.waitFor();
    leads.add(await sheet.dialog.locator(".referee-lead").textContent());
    assert.doesNotMatch((await sheet.dialog.textContent())!, /referee\.|\{\w+\}/, lang);
    await page.keyboard.press("Escape");
    await sheet.dialog.waitFor({ state: "hidden" });
  }
  assert.equal(leads.size, LANGS.length);
  assert.deepEqual(errors, []);
});

test("the warning opens the referee with the plies that would follow, and stays open behind it", async (t) => {
  const app = await openPage(t);
  const { page, errors } = app;
  await playCase(app, "rook-horse-open-board", 6);
  await app.game.click("i0h0");
  const warning = page.locator("#loss-dialog");
  await warning.waitFor();
  assert.match((await warning.locator(".cycle-referee").textContent())!, /\p{L}/u);
  await warning.locator(".cycle-referee").click();
  const sheet = sheetOf(page);
  await sheet.dialog.waitFor();
  assert.deepEqual(await sheet.rulings(), ["asian: red", "chinese: red", "plain: draw"]);
  assert.equal(await sheet.cells.count(), 4);
  await page.keyboard.press("Escape");
  await sheet.dialog.waitFor({ state: "hidden" });
  assert.ok(await warning.isVisible());
  assert.equal((await app.game.moves()).length, 6);
  assert.deepEqual(errors, []);
});

test("a game by the Chinese rules keeps them for warnings, verdict, storage and analysis", async (t) => {
  const app = await openPage(t);
  const { page, errors } = app;
  const { startFen, moves } = caseOf("check-kill-rook");
  await page.click("#control-new");
  await risen(page);
  await page.locator("#new-form input[name=mode][value=local]").check({ force: true });
  await page.locator("summary", { hasText: "重复局面的规则" }).click();
  await page.selectOption("#new-ruleset", "chinese");
  await page.locator("#new-position summary").click();
  await page.fill("#new-fen", startFen);
  await page.click("#new-form button.button-primary");
  await app.game.plies(0);
  for (const [index, move] of moves.slice(0, 6).entries()) {
    await app.game.click(move);
    await app.game.plies(index + 1);
  }
  // A reply to the seventh move may complete the repetition: the warning follows the rules of this game.
  await app.game.click(moves[6]);
  await page.locator("#loss-dialog").waitFor();
  assert.match((await page.locator("#loss-reason").textContent())!, /按中国规则.*长打/);
  await page.click("#loss-play");
  await app.game.plies(7);
  await page.reload();
  await whenReady(page);
  await app.game.plies(7);
  await app.game.click(moves[7]);
  await page.locator("#result").waitFor();
  assert.match((await page.locator("#result").textContent())!, /长打：红方/);
  // The script that draws a repetition is loaded for the first one.
  await page.locator("#result .cycle-what").first().waitFor();
  const kinds = await page.locator("#result .cycle-what").allTextContents();
  assert.deepEqual(kinds.slice(0, 4), ["要杀", "闲着", "将军", "闲着"]);
  await page.locator("#result .cycle-referee").click();
  const sheet = sheetOf(page);
  await sheet.dialog.waitFor();
  assert.deepEqual(await sheet.rulings(), ["chinese: red", "asian: draw", "plain: draw"]);
  assert.match(
    (await sheet.dialog.locator("tbody tr").first().textContent())!,
    /中国规则.*本页采用/,
  );
  await page.keyboard.press("Escape");
  await page.locator("#result-analyse").click();
  await page.waitForURL(/analysis\.html/);
  await page.waitForFunction(() => globalThis.chuheAnalysis);
  await page.evaluate(() => chuheAnalysis.ready.then(() => null)); // the game is opened by then
  const { tags, verdict } = await page.evaluate(() => {
    const { study } = chuheAnalysis;
    study.go(study.get().nodes.length - 1);
    return { tags: study.get().tags, verdict: study.get().position.verdict };
  });
  assert.equal(tags.RepetitionRule, "chinese");
  assert.deepEqual([verdict.reason, verdict.offender], ["perpetualAttack", "red"]);
  assert.deepEqual(errors, []);
});

test("on a narrow screen the sheet passes axe and never scrolls sideways, in both themes", async (t) => {
  for (const colorScheme of ["light", "dark"] as const) {
    const context = { colorScheme, viewport: { width: 320, height: 640 } };
    const app = await openPage(t, { context });
    const { page } = app;
    await playCase(app, "check-kill-rook");
    await page.evaluate(() => {
      const frame = () => {
        const dialog = document.querySelector<HTMLDialogElement>("#referee-dialog");
        if (dialog?.open) globalThis.overflows.push(dialog.scrollWidth - dialog.clientWidth);
        if (globalThis.overflows.length < 5) requestAnimationFrame(frame);
      };
      globalThis.overflows = [];
      frame();
    });
    await page.locator("#result .cycle-referee").click();
    const sheet = sheetOf(page);
    await sheet.dialog.waitFor();
    await page.waitForFunction(() => globalThis.overflows.length === 5);
    const widths = await page.evaluate(() => globalThis.overflows);
    assert.deepEqual(widths, [0, 0, 0, 0, 0], `${colorScheme}, frame by frame`);
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map(({ finished }) => finished)),
    );
    await page.evaluate(AXE);
    const { violations } = await page.evaluate(() => axe.run("#referee-dialog"));
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`),
      [],
    );
  }
});

/** Returns the words of a language without a page. */
async function wordsOf(lang: Lang) {
  const read = (path: string) =>
    JSON.parse(readFileSync(new URL(`../../www/locales/${path}.json`, import.meta.url), "utf8"));
  const i18n = createI18n(lang, () => Promise.resolve(read(lang)));
  const own = createI18n(lang, () => Promise.resolve(read(`referee/${lang}`)));
  await Promise.all([i18n.use(lang), own.use(lang)]);
  return { i18n, t: own.t };
}

test("every ruling has a reason in words, in every language", async () => {
  const offences = {
    asian: ["none", "chase", "check"],
    chinese: ["none", "check", "attack"],
  } as const;
  const graver = { none: 0, chase: 1, attack: 1, check: 2 };
  const kinds = { none: "idle", chase: "chase", attack: "kill", check: "check" } as const;
  for (const lang of LANGS) {
    const words = await wordsOf(lang);
    for (const ruleset of ["asian", "chinese"] as const)
      for (const red of offences[ruleset])
        for (const black of offences[ruleset]) {
          const difference = graver[red] - graver[black];
          const loser = difference === 0 ? null : difference > 0 ? "red" : "black";
          const ruling: Ruling = { ruleset, red, black, loser };
          const plies: Parameters<typeof describeRuling>[1]["plies"] = [
            { side: "red", chinese: kinds[red] },
            { side: "black", chinese: kinds[black] },
          ];
          const chinese: Ruling = {
            ruleset: "chinese",
            red: "attack",
            black: "none",
            loser: "red",
          };
          for (const rulings of [[ruling], [{ ...ruling, ruleset: "asian" as const }, chinese]]) {
            if (red === "none" && rulings.length > 1) plies[0].chinese = "kill";
            const reason = describeRuling(ruling, { rulings, plies }, words);
            assert.doesNotMatch(reason, /referee\.|\{\w+\}/, `${lang} ${JSON.stringify(ruling)}`);
          }
        }
  }
});
