// The page of the lessons in Chromium, with the real rules.

import assert from "node:assert/strict";
import test from "node:test";
import { CHAPTERS } from "../../www/js/learn/chapters.ts";
import { openApp } from "./helpers.ts";
import { LINES, LOCALE, QUIET, openLesson, whenReady } from "./learn-helpers.ts";
import { openSettings, player } from "./page-helpers.ts";

for (const lang of ["zh", "en"] as const) {
  test(`every exercise opens without errors and with its words (${lang})`, async (t) => {
    const { page, errors, goTo } = await openLesson(t, "", { locale: LOCALE[lang] });
    for (const { id, steps } of CHAPTERS)
      for (const index of steps.keys()) {
        await goTo(`#${id}/${index + 1}`);
        assert.equal(await page.locator("h1").textContent(), LINES[lang][`learn.${id}.title`]);
        const task = LINES[lang][`learn.${id}.${index + 1}.task`];
        assert.equal(await page.locator("#step-task").textContent(), task);
        const text = await page.locator("main").innerText();
        assert.doesNotMatch(text, /learn\.|\{\w+\}|undefined/);
      }
    assert.deepEqual(errors, []);
  });
}

/** One exercise of each kind, done through the canvas. */
const KINDS = {
  collect: "#rook/1",
  each: "#seven/1",
  accept: "#general/3",
  checks: "#check/1",
  answer: "#check/2",
  end: "#mate/4",
  script: "#perpetual/1",
  avoid: "#perpetual/3",
  gain: "#values/1",
  notate: "#writing/1",
  read: "#reading/1",
};
for (const [kind, hash] of Object.entries(KINDS)) {
  test(`an exercise of the kind "${kind}" is solved on the board`, async (t) => {
    const { page, errors, play, state } = await openLesson(t, hash);
    const [id, number] = hash.slice(1).split("/");
    const step = CHAPTERS.find((chapter) => chapter.id === id)!.steps[Number(number) - 1];
    assert.equal(step.goal.kind, kind);
    assert.ok(await page.locator("#next").isHidden());
    await play(...step.solution);
    assert.equal(await state(), "done");
    await page.locator("#next").waitFor();
    assert.equal(await page.locator("#message").getAttribute("data-tone"), "done");
    assert.equal(await page.locator(".step[aria-current].is-done").count(), 1);
    assert.deepEqual(errors, []);
  });
}

test("an illegal move that the exercise asks for is explained in words", async (t) => {
  const { page, drag, message, state, left } = await openLesson(t, "#horse/2");
  await drag("e4d6");
  assert.match((await message())!, /leg is blocked: the soldier on e5/);
  assert.equal(await left(), 1);
  await drag("e4g3");
  assert.match((await message())!, /allowed/);
  assert.equal(await state(), "open");
  await drag("e4c5");
  assert.match((await message())!, /leg is blocked: the rook on d4/);
  assert.equal(await state(), "done");
  assert.ok(await page.locator("#next").isVisible());
});

test("a wrong move goes back, and the message names Black's answer", async (t) => {
  const { page, play, message, state } = await openLesson(t, "#mate/1");
  const before = await page.evaluate(() => chuhe.board.state.placement);
  await play("b0b5");
  assert.match((await message())!, /forces nothing\. Black: general e9 to [df]9/);
  assert.equal(await page.evaluate(() => chuhe.board.state.placement), before);
  assert.equal(await state(), "open");
  await play("b0b9");
  assert.match((await message())!, /^Checkmate: Black/);
});

test("a check cannot be ignored", async (t) => {
  const { drag, message, left } = await openLesson(t, "#check/2");
  await drag("a6a5");
  assert.equal(await message(), LINES.en["refusal.stillInCheck"]);
  assert.equal(await left(), 3);
});

test("after too many moves only Reset helps", async (t) => {
  const { page, play, message, state } = await openLesson(t, "#rook/1");
  await play("a0a1", "a1a2", "a2a3");
  assert.equal(await state(), "over");
  assert.match((await message())!, /more than 3 moves/);
  await page.click("#reset");
  assert.equal(await state(), "open");
  await play("a0a7", "a7h7", "h7h2");
  assert.equal(await state(), "done");
});

test("perpetual check shows the kind of each ply, and the losing move is marked and not played", async (t) => {
  const { page, play, message, goTo } = await openLesson(t, "#perpetual/1");
  await play("a8a9", "a9a8", "a8a9", "a9a8");
  assert.match((await message())!, /Perpetual check: Red kept giving check and loses/);
  const plies = await page.locator("#cycle .cycle-what").allTextContents();
  assert.deepEqual(plies, ["check", "quiet move", "check", "quiet move"]);
  await goTo("#perpetual/3");
  assert.ok(await page.locator("#cycle").isHidden());
  await play("i0h0");
  assert.match((await message())!, /perpetual chase/);
  assert.ok(await page.locator("#cycle").isVisible());
  await page.evaluate(() => document.querySelector("#board")!.scrollIntoView());
  await play("i0i1");
  assert.equal(await page.evaluate(() => chuhe.runner.state), "done");
});

test("a hint shows the words and the squares", async (t) => {
  const { page, message } = await openLesson(t, "#mate/2");
  await page.click("#hint");
  assert.equal(await message(), LINES.en["learn.mate.2.hint"]);
  const markers = await page.evaluate(() => chuhe.board.state.markers);
  assert.deepEqual(markers, { b2: "warn", e2: "warn" });
});

test("progress is shown, survives a reload, and broken progress is no error", async (t) => {
  const { page, errors, play, goTo } = await openLesson(t, "#mate/1");
  await play("b0b9");
  await page.locator("#next").waitFor();
  assert.match((await page.locator("#progress-words").textContent())!, /^1 of /);
  await page.goto(page.url().replace(/#.*/, ""));
  await whenReady(page);
  assert.match((await page.locator("#progress-words").textContent())!, /^1 of /);
  assert.equal(await page.locator('.chapter[href="#mate/"] .dot.is-done').count(), 1);
  await goTo("#mate/1");
  assert.equal(await page.locator(".step.is-done").count(), 1);
  for (const broken of ["{", "null", '{"version":1,"done":{}}']) {
    await page.evaluate((text) => localStorage.setItem("chuhe:learn", text), broken);
    await page.reload();
    await whenReady(page);
    assert.match((await page.locator("#progress-words").textContent())!, /^0 of /);
  }
  assert.deepEqual(errors, []);
});

test("progress is forgotten by two presses, not by one", async (t) => {
  const { page, play } = await openLesson(t, "#mate/1");
  const words = page.locator("#progress-words");
  await play("b0b9");
  await page.locator("#next").waitFor();
  await page.click("#forget");
  assert.equal(await words.textContent(), LINES.en["learn.forget.sure"]);
  await page.click("#sound"); // another press in between resets the first one
  await page.click("#forget");
  assert.equal(await words.textContent(), LINES.en["learn.forget.sure"]);
  await page.click("#forget");
  assert.equal(await words.textContent(), LINES.en["learn.forgotten"]);
  assert.equal(await page.locator(".step.is-done").count(), 0);
  assert.equal(await page.evaluate(() => JSON.parse(localStorage["chuhe:learn"]).done.length), 0);
});

test("the last exercise of a chapter leads to the next chapter", async (t) => {
  const { page, play } = await openLesson(t, "#stalemate/1");
  await play("e7e8");
  await page.click("#next");
  await page.waitForSelector('.step[aria-current][href="#stalemate/2"]');
  await play("c1c8");
  assert.match((await page.locator("#message").textContent())!, /chapter is complete/);
  assert.equal(await page.locator('.chapter[href="#stalemate/"].is-done').count(), 1);
  await page.click("#next");
  await page.waitForSelector('.step[aria-current][href="#perpetual/1"]');
  assert.equal(await page.evaluate(() => document.activeElement!.id), "step-title");
});

test("the last exercise leads into a first game, against the weakest and with help", async (t) => {
  const last = CHAPTERS.at(-1);
  const hash = `#${last!.id}/${last!.steps.length}`;
  const { page, play, message, errors } = await openLesson(t, hash);
  await play(...last!.steps.at(-1)!.solution);
  assert.ok((await message())!.includes(LINES.en["learn.praise.play"]));
  const next = page.locator("#next");
  assert.equal(await next.textContent(), LINES.en["learn.action.play"]);
  await next.click();
  await page.waitForFunction(() => globalThis.chuhe?.state?.ready === true);
  const { game, rating, start } = await page.evaluate(() => chuhe.state);
  assert.deepEqual(
    [game.mode, game.level, game.side, game.clock, game.startFen, game.moves.length],
    ["engine", 0, "red", null, null, 0],
  );
  assert.deepEqual([rating.experience, start], ["none", false]);
  await player(page).click("a0a1");
  await page.locator("#caution").waitFor();
  assert.deepEqual(errors, []);
});

test("help by a link does not override a person's setting", async (t) => {
  const { page, server } = await openApp(t, { path: "learn.html", context: QUIET });
  await page.evaluate(() =>
    localStorage.setItem("chuhe:settings", JSON.stringify({ version: 1, warnLoss: false })),
  );
  await page.goto(`${server.url}#strength=1&help=on`);
  await page.waitForFunction(() => globalThis.chuhe?.state?.ready === true);
  assert.equal(await page.evaluate(() => chuhe.state.settings.warnLoss), false);
  assert.equal(await page.evaluate(() => chuhe.state.game.level), 1);
});

test("a move is written in three notations, also with two pieces on one file", async (t) => {
  const { page, play, goTo, message } = await openLesson(t, "#writing/1");
  const texts = () => page.locator("#note .note-text").allTextContents();
  const signs = (row: number) =>
    page.locator(`#note .note-row:nth-child(${row}) .note-sign`).allTextContents();
  await play("h2e2");
  assert.deepEqual(await texts(), ["炮二平五", "C2.5", "H2-E2"]);
  assert.deepEqual(await signs(1), ["炮", "二", "平", "五"]);
  assert.deepEqual(await signs(2), ["C", "2", ".", "5"]);
  assert.match((await message())!, /炮二平五 · C2\.5 · H2-E2/);
  await play("h9g7");
  assert.deepEqual(await texts(), ["马８进７", "H8+7", "H9-G7"]);
  await goTo("#writing/2");
  await play("b2f2");
  assert.deepEqual(await texts(), ["后炮平四", "C-.4", "B2-F2"]);
  assert.deepEqual(await signs(1), ["后", "炮", "平", "四"]);
  const meanings = await page
    .locator("#note .note-row:nth-child(1) .note-meaning")
    .allTextContents();
  assert.match(meanings[0], /rear/);
  assert.match(meanings[1], /cannon/);
  await play("i9g9", "g6f6");
  assert.deepEqual(await texts(), ["中兵平四", "P..4", "G6-F6"]);
});

test("a move is played from its notation, and another move is shown in notation for comparison", async (t) => {
  const { page, play, message, state } = await openLesson(t, "#reading/7");
  assert.equal(await page.locator("#quote").textContent(), "P..4");
  await play("g5f5");
  assert.match((await message())!, /P-\.4/);
  await play("g6f6");
  assert.equal(await state(), "done");
});

test("a lesson is done by keyboard alone", async (t) => {
  const { page, state, settled } = await openLesson(t, "#horse/1");
  await page.focus("#move-choice summary");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  assert.match((await page.locator("#move-form-board").textContent())!, /Red: .*horse b0/);
  for (const [from, to] of [
    ["b0", "c2"],
    ["c2", "e3"],
    ["e3", "f5"],
  ]) {
    await page.selectOption("#move-form-from", from);
    await page.selectOption("#move-form-to", to);
    await page.focus("#move-form-play");
    await page.keyboard.press("Enter");
    await settled();
  }
  assert.equal(await state(), "done");
  await page.focus("#next");
  await page.keyboard.press("Enter");
  await page.waitForSelector('.step[aria-current][href="#horse/2"]');
  // Illegal moves can be tried by keyboard, too.
  await page.selectOption("#move-form-from", "e4");
  await page.selectOption("#move-form-to", "d6");
  await page.click("#move-form-play");
  assert.match((await page.locator("#message").textContent())!, /leg is blocked/);
});

test("language and theme switch in place and are shared with the page of the game", async (t) => {
  const { page, play, left } = await openLesson(t, "#rook/1");
  await play("a0a7");
  await page.selectOption("#language", "zh");
  await page.waitForSelector("html[lang=zh-CN]");
  assert.equal(await page.locator("h1").textContent(), LINES.zh["learn.rook.title"]);
  assert.match((await page.locator("#message").textContent())!, /还可以走/);
  assert.equal(await left(), 2, "the exercise goes on");
  await openSettings(page);
  await page.check("[name=theme][value=dark]", { force: true });
  await page.waitForSelector("html[data-theme=dark]");
  assert.equal(await page.evaluate(() => chuhe.board.state.theme), "dark");
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("chuhe:settings")!));
  assert.equal(stored.lang, "zh");
  assert.equal(stored.theme, "dark");
  await page.reload();
  await whenReady(page);
  assert.equal(await page.locator("html").getAttribute("lang"), "zh-CN");
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
});

test("on a phone nothing is wider than the screen, and the contents fold", async (t) => {
  const viewport = { width: 360, height: 740 };
  const { page, goTo } = await openLesson(t, "", { viewport, hasTouch: true, isMobile: true });
  for (const hash of ["#board/3", "#check/2", "#writing/1", "#values/1"]) {
    await goTo(hash);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= viewport.width, `${hash} is ${width} wide`);
  }
  assert.ok(await page.locator("#chapter-list").isHidden());
  await page.click("#chapters-summary");
  await page.click('.chapter[href="#cannon/"]');
  await page.waitForSelector('.step[aria-current][href="#cannon/1"]');
  assert.ok(await page.locator("#chapter-list").isHidden());
});

test("a lesson opens at its beginning on phones and desktops, and Next keeps the menu in view", async (t) => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 360, height: 640 },
    { width: 1280, height: 720 },
  ]) {
    const isMobile = viewport.width < 600;
    const options = { viewport, hasTouch: isMobile, isMobile };
    const { page, play } = await openLesson(t, "#stalemate/1", options);
    const top = (selector: string) =>
      page.locator(selector).evaluate((it) => it.getBoundingClientRect().top);
    assert.equal(await page.evaluate(() => scrollY), 0);
    await page.evaluate(() => document.querySelector("#board")!.scrollIntoView());
    await play("e7e8");
    await page.click("#next");
    await page.waitForSelector('.step[aria-current][href="#stalemate/2"]');
    const at = JSON.stringify(viewport);
    const title = await top("#step-title");
    assert.ok(title >= 0 && title < viewport.height / 2, `the title is in sight: ${title} ${at}`);
    if (!isMobile) assert.ok((await top(".site-nav")) >= 0, `and so is the menu: ${at}`);
    await page.close();
  }
});

test("pictures show all seven ways to move, and their exercise links to a first game", async (t) => {
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1280, height: 720 },
  ]) {
    const { page, play, errors } = await openLesson(t, "", { viewport });
    const cards = page.locator("#glance .glance-card");
    assert.equal(await cards.count(), 7);
    for (const card of await cards.all()) {
      const { y, height } = (await card.locator(".glance-board").boundingBox())!;
      assert.ok(y >= 0 && y + height <= viewport.height, `${y} ${height}`);
      assert.ok((await card.locator(".glance-dot").count()) > 0);
    }
    const dots = (piece: string) =>
      page.locator(`#glance [data-piece=${piece}] .glance-dot`).count();
    assert.deepEqual(
      [await dots("N"), await dots("B"), await dots("A"), await dots("K")],
      [8, 4, 4, 4],
    );
    assert.equal(await page.locator("#glance [data-piece=C] .glance-ring").count(), 1);
    assert.ok(await page.locator("#first-game").isHidden());
    await page.evaluate(() => document.querySelector("#board")!.scrollIntoView());
    await play(...CHAPTERS[0].steps[0].solution);
    await page.locator("#first-game").waitFor();
    assert.match((await page.locator("#first-game").getAttribute("href"))!, /#strength=0&help=on$/);
    assert.ok((await page.textContent("#message"))!.includes(LINES.en["learn.praise.seven"]));
    assert.deepEqual(errors, []);
    await page.close();
  }
});

test("picking up a piece shows its rule without covering the board", async (t) => {
  const viewport = { width: 390, height: 844 };
  for (const context of [{}, { viewport, hasTouch: true, isMobile: true }]) {
    const { page, play, message, settled } = await openLesson(t, "", context);
    await page.evaluate(() => document.querySelector("#board")!.scrollIntoView());
    const { press } = player(page);
    await press("h2");
    await page.waitForSelector("#message:not(:empty)");
    assert.match((await message())!, /^cannon: Like the rook, but jumps one piece to capture\.$/i);
    const place = await page
      .locator("#lesson-foot")
      .evaluate((it) => getComputedStyle(it).position);
    assert.equal(place, "static", "the piece may be dragged on");
    await press("h2");
    await play("b2c4");
    assert.match((await message())!, /^horse: One step straight/i);
    await settled();
    await press("h2");
    await page.locator("#message", { hasText: /^cannon: /i }).waitFor();
    await page.close();
  }
});

test("B focuses the board, ? opens help and H shows a hint", async (t) => {
  const { page, errors } = await openLesson(t, "#mate/2");
  await page.keyboard.press("b");
  await page.waitForFunction(() => document.activeElement!.closest(".board-grid"));
  await page.keyboard.press("h");
  assert.equal(await page.textContent("#message"), LINES.en["learn.mate.2.hint"]);
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: LINES.en["help.title"] });
  await help.getByText(LINES.en["help.key.board"]).waitFor();
  assert.equal(await help.getByText(LINES.en["help.key.new"]).count(), 0);
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "hidden" });
  await page.click("#help");
  await help.waitFor();
  assert.deepEqual(errors, []);
});

test("praise does not have the colour of errors", async (t) => {
  const { page, play } = await openLesson(t, "#mate/1");
  const colour = () => page.locator("#message").evaluate((it) => getComputedStyle(it).color);
  await play("b0b5");
  await page.waitForSelector("#message[data-tone=bad]");
  const bad = await colour();
  await play("b0b9");
  await page.waitForSelector("#message[data-tone=done]");
  assert.notEqual(await colour(), bad);
});

test("the lessons have the settings of the other pages", async (t) => {
  const { page, errors } = await openLesson(t, "#horse/1");
  await openSettings(page);
  await page.check("[name=pieces][value=pictogram]", { force: true });
  await page.waitForFunction(() => chuhe.board.state.pieces === "pictogram");
  await page.check("[name=notation][value=iccs]", { force: true });
  const stored = () => page.evaluate(() => JSON.parse(localStorage["chuhe:settings"]));
  assert.deepEqual([(await stored()).pieces, (await stored()).notation], ["pictogram", "iccs"]);
  assert.deepEqual(errors, []);
});

test("on a phone the bar below never hides the square that is asked for", async (t) => {
  const viewport = { width: 390, height: 844 };
  const options = { viewport, hasTouch: true, isMobile: true };
  const { page, play } = await openLesson(t, "#board/1", options);
  const isInSight = () => {
    const [board, foot] = ["board", "lesson-foot"].map((id) =>
      document.getElementById(id)!.getBoundingClientRect(),
    );
    return board.bottom <= foot.top && board.top > -1; // a place may be a fraction of a pixel
  };
  const isCovered = () => {
    const [board, foot] = ["board", "lesson-foot"].map((id) =>
      document.getElementById(id)!.getBoundingClientRect(),
    );
    return board.bottom > foot.top;
  };
  assert.ok(!(await page.evaluate(isCovered)), "as it opens");
  await page.evaluate(() => document.querySelector("#board")!.scrollIntoView());
  await play("a0a5");
  await page.waitForFunction(() => document.getElementById("message")!.textContent !== "");
  await page.waitForFunction(isInSight);
});

test("lessons use the chosen board and pieces", async (t) => {
  const { page, errors } = await openLesson(t, "#horse/1");
  await page.evaluate(() => {
    const chosen = { version: 1, board: "paper", pieces: "pictogram" };
    localStorage.setItem("chuhe:settings", JSON.stringify(chosen));
  });
  await page.reload();
  await whenReady(page);
  const { board, pieces } = await page.evaluate(() => chuhe.board.state);
  assert.deepEqual({ board, pieces }, { board: "paper", pieces: "pictogram" });
  assert.deepEqual(errors, []);
});
