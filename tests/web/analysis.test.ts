// The analysis page: the tree by board, mouse, finger and keys; storage; ways in and out.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { hand as handOf, openAnalysis, whenReady } from "./analysis-helpers.ts";
import { startServer, openPage as openAny, until } from "./helpers.ts";
import { openPage, whenReady as whenPlayReady } from "./page-helpers.ts";

const GAME = `[Red "王一"]
[Black "李二"]
[Result "1-0"]

1. 炮二平五 马８进７ {稳健}
2. 马二进三 (2. 马八进七 卒７进１) 车９平８
3. 车一平二 1-0
`;
const GAME_TREE = "h2e2 h9g7{稳健} h0g2 (b0c2 g6g5) i9h9 i0h0";
const FORKED = ["h2e2 h9g7 h0g2", "b0c2 h9g7", "h2e2 b9c7", "c3c4"];

test("both sides move on the board, another move branches, an illegal one is explained", async (t) => {
  const { page, hand, errors } = await openAnalysis(t);
  await hand.move("h2e2", "h9g7");
  await hand.at("h2e2 h9g7");
  await page.keyboard.press("ArrowLeft");
  await hand.at("h2e2");
  await hand.move("b9c7");
  await hand.at("h2e2 b9c7");
  assert.equal(await hand.tree(), "h2e2 h9g7 (b9c7)");
  await hand.move("h0h5");
  await hand.said("马走“日”字");
  assert.equal(await hand.tree(), "h2e2 h9g7 (b9c7)");
  assert.deepEqual(await page.locator(".node").allTextContents(), [
    "炮二平五",
    "马８进７",
    "马２进３",
  ]);
  assert.deepEqual(errors, []);
});

test("clicks and keys step through the tree, and the present move is marked", async (t) => {
  const { page, hand, errors } = await openAnalysis(t);
  await hand.lines(...FORKED);
  const current = () => page.locator(".node[aria-current=true]").allTextContents();
  await page.keyboard.press("End");
  await hand.at("h2e2 h9g7 h0g2");
  await page.waitForSelector(".node[aria-current=true] >> text=马二进三");
  await page.keyboard.press("ArrowDown");
  await hand.at("h2e2 b9c7");
  await page.keyboard.press("ArrowUp");
  await hand.at("h2e2 h9g7");
  await page.keyboard.press("Home");
  await hand.at("");
  await page.waitForFunction(() => !document.querySelector(".node[aria-current]"));
  /** Returns the moves that Tab reaches, and those with a menu. */
  const marked = () =>
    page.evaluate(() => {
      const menus = [...document.querySelectorAll(".node-menu")];
      return [
        ...[...document.querySelectorAll('.node[tabindex="0"]')].map((node) => node.id),
        ...menus.map((menu) => menu.previousElementSibling!.id),
      ];
    });
  assert.deepEqual(await marked(), ["node-1"]);
  await page.keyboard.press("ArrowRight");
  await hand.at("h2e2");
  await page.keyboard.press("ArrowDown");
  await hand.at("b0c2");
  await page.keyboard.press("ArrowDown");
  await hand.at("c3c4");
  await hand.node("马二进三").click();
  await hand.at("h2e2 h9g7 h0g2");
  await page.waitForSelector(".node[aria-current=true] >> text=马二进三");
  assert.equal((await current()).length, 1);
  assert.deepEqual(await marked(), ["node-3", "node-3"]);
  // Keys continue from the clicked move and move the focus.
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.activeElement!.matches(".node[aria-current=true]"));
  for (const [id, line] of [
    ["first", ""],
    ["on", "h2e2"],
    ["last", "h2e2 h9g7 h0g2"],
    ["back", "h2e2 h9g7"],
  ]) {
    await page.click(`#step-${id}`);
    await hand.at(line);
  }
  assert.deepEqual(errors, []);
});

test("variations are indented below the move they replace, comments are inline", async (t) => {
  const { page, hand } = await openAnalysis(t);
  await hand.lines(...FORKED);
  await page.evaluate(() => {
    const { study } = chuheAnalysis;
    study.comment(1, "中炮");
    study.evaluate(1, 40);
  });
  await page.waitForSelector(".note");
  assert.deepEqual(
    await page.locator(".tree-section > *").evaluateAll((all) => all.map((it) => it.className)),
    ["rounds", "note", "variations", "rounds", "variations", "rounds"],
  );
  const texts = await page.locator(".variation").allTextContents();
  assert.deepEqual(texts, ["1.马八进七马８进７", "1.兵七进一", "1.…马２进３"]);
  assert.equal(await page.locator(".note").textContent(), "中炮");
  assert.equal(await page.locator(".worth").textContent(), "+0.4");
  const title = (text: string) => page.locator(`.node[title="${text}"]`);
  await page.evaluate(() => chuheAnalysis.study.evaluate(1, -120));
  await title("黑方优 1.2 卒").waitFor();
  // The tooltip is removed with the number.
  await page.evaluate(() => chuheAnalysis.study.evaluate(1, null));
  await page.locator(".worth").waitFor({ state: "detached" });
  assert.equal(await hand.node("炮二平五").getAttribute("title"), null);
  const label = await page.locator(".variations").first().getAttribute("aria-label");
  assert.match(label!, /炮二平五/);
});

test("a node's menu promotes, moves, makes the main line, and deletes with undo", async (t) => {
  const { page, hand, errors } = await openAnalysis(t);
  await hand.lines(...FORKED);
  await hand.node("兵七进一").click();
  await page.click(".node-menu");
  await page.click("#node-moveUp");
  assert.equal(await hand.tree(), "h2e2 (c3c4) (b0c2 h9g7) h9g7 (b9c7) h0g2");
  await hand.node("兵七进一").click({ button: "right" });
  await page.click("#node-promote");
  assert.equal(await hand.tree(), "c3c4 (h2e2 h9g7 (b9c7) h0g2) (b0c2 h9g7)");
  await hand.node("马２进３").click({ button: "right" });
  await page.click("#node-makeMain");
  assert.equal(await hand.tree(), "h2e2 (c3c4) (b0c2 h9g7) b9c7 (h9g7 h0g2)");
  await hand.node("炮二平五").click({ button: "right" });
  await page.click("#node-moveDown");
  assert.equal(await hand.tree(), "c3c4 (h2e2 b9c7 (h9g7 h0g2)) (b0c2 h9g7)");
  await hand.node("炮二平五").click({ button: "right" });
  await page.click("#node-remove");
  assert.equal(await hand.tree(), "c3c4 (b0c2 h9g7)");
  await hand.said("4");
  await page.click("#toast .button");
  const whole = "c3c4 (h2e2 b9c7 (h9g7 h0g2)) (b0c2 h9g7)";
  assert.equal(await hand.tree(), whole);
  for (const [move, shown] of [
    ["马８进７", 7],
    ["炮二平五", 5],
  ] as const) {
    await until(async () => (await page.locator(".tree .node").count()) === shown);
    await hand.node(move).click({ button: "right" });
    await page.click("#node-remove");
  }
  assert.equal(await hand.tree(), "c3c4 (b0c2 h9g7)");
  for (let press = 0; press < 2; press++) await page.keyboard.press("Control+z");
  assert.equal(await hand.tree(), whole, "the keyboard brings back all that was deleted");
  assert.deepEqual(errors, []);
});

test("the menu opens by keyboard alone and by a long touch", async (t) => {
  const { page, hand } = await openAnalysis(t, { context: { hasTouch: true } });
  await hand.lines(...FORKED);
  await hand.node("兵七进一").focus();
  await page.keyboard.press("Enter");
  await hand.at("c3c4");
  await page.waitForFunction(() => document.activeElement!.matches(".node[aria-current=true]"));
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.activeElement!.matches(".node-menu"));
  await page.keyboard.press("Enter");
  await page.waitForSelector("#node-dialog[open]");
  await page.keyboard.press("Escape");
  await hand.node("马八进七").evaluate((node) => {
    const { x, y } = node.getBoundingClientRect();
    const at = { bubbles: true, pointerType: "touch", clientX: x + 3, clientY: y + 3 };
    node.dispatchEvent(new PointerEvent("pointerdown", at));
  });
  await page.waitForSelector("#node-dialog[open]");
  assert.equal(await page.textContent("#node-dialog-title"), "马八进七");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Delete");
});

test("a comment is shown in the tree and survives a reload with tree and place", async (t) => {
  const { page, hand, errors } = await openAnalysis(t);
  await hand.lines(...FORKED);
  await hand.node("马２进３").click();
  await page.click(".node-menu");
  await page.click("#node-comment");
  await page.keyboard.type("反宫马");
  await page.waitForSelector(".note >> text=反宫马");
  await page.keyboard.press("Escape");
  await page.click("#step-flip");
  const tree = await hand.tree();
  assert.match(tree, /b9c7\{反宫马\}/);
  await page.reload();
  await whenReady(page);
  assert.equal(await hand.tree(), tree);
  await hand.at("h2e2 b9c7");
  assert.equal(await page.inputValue("#comment-text"), "反宫马");
  assert.equal(await page.evaluate(() => chuheAnalysis.board.state.orientation), "black");
  const boxes = await page
    .locator(".comment-text, .comment-edit")
    .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().toJSON()));
  assert.deepEqual(boxes[1], boxes[0], "the words of the closed field fill it");
  // Keys pressed in the field are text.
  await page.focus("#comment-text");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("f");
  await hand.at("h2e2 b9c7");
  assert.deepEqual(errors, []);
});

test("two tabs store different studies, and follow each other on the same one", async (t) => {
  const { page, hand, errors, context } = await openAnalysis(t);
  await hand.move("h2e2");
  const second = await context.newPage();
  await second.goto(page.url());
  await whenReady(second);
  const other = handOf(second);
  assert.equal(await other.tree(), "h2e2");
  await page.evaluate(() => chuheAnalysis.study.play("h9g7"));
  await other.at("h2e2 h9g7");
  await other.open("c3c4 c6c5");
  await second.waitForFunction(() => chuheAnalysis.study.get().nodes.length === 3);
  await page.evaluate(() => chuheAnalysis.study.play("h0g2"));
  for (const tab of [page, second]) {
    await tab.reload();
    await whenReady(tab);
  }
  assert.equal(await hand.tree(), "h2e2 h9g7 h0g2");
  assert.equal(await other.tree(), "c3c4 c6c5");
  assert.deepEqual(errors, []);
});

test("the previous study can be restored from the toast and from the sheet", async (t) => {
  const { page, hand, errors } = await openAnalysis(t);
  await hand.move("h2e2");
  await hand.open(GAME);
  await hand.said("王一");
  assert.equal(await hand.tree(), GAME_TREE);
  await page.click("#toast .button");
  assert.equal(await hand.tree(), "h2e2");
  await page.click("#control-open");
  assert.match((await page.textContent("#open-back-words"))!, /7/);
  await page.click("#open-back-button");
  assert.equal(await hand.tree(), GAME_TREE);
  await page.click("#control-new");
  assert.equal(await hand.tree(), "");
  assert.deepEqual(errors, []);
});

test("a broken stored study is reported and put aside", async (t) => {
  for (const text of ["{", JSON.stringify({ version: 0, tree: [] })]) {
    const { page, hand } = await openAnalysis(t);
    await page.evaluate((broken) => {
      localStorage.setItem("chuhe:analysis:x", broken);
    }, text);
    await page.reload();
    await whenReady(page);
    await hand.said("读不出来");
    assert.equal(await page.evaluate(() => localStorage.getItem("chuhe:analysis-unread")), text);
    await hand.move("h2e2");
    await hand.at("h2e2");
  }
});

test("a stored study with illegal moves is reported, too", async (t) => {
  const { page, hand } = await openAnalysis(t);
  await page.evaluate(() => {
    const tree = [
      [-1, null, "", null],
      [0, "a0a9", "", null],
    ];
    const study = { version: 1, time: 1, startFen: null, tree, at: 1, tags: {}, result: "ongoing" };
    localStorage.setItem("chuhe:analysis:x", JSON.stringify(study));
  });
  await page.reload();
  await whenReady(page);
  await hand.said("读不出来");
  assert.equal(await hand.tree(), "");
});

test("a full store is reported once, and the analysis goes on", async (t) => {
  const { page, hand } = await openAnalysis(t);
  await page.evaluate(() => {
    const refuse = () => {
      throw Object.assign(new Error("full"), { name: "QuotaExceededError" });
    };
    Storage.prototype.setItem = refuse;
    IDBObjectStore.prototype.put = refuse;
  });
  await hand.move("h2e2");
  await hand.said("已满");
  await page.click("#toast .tool");
  await hand.move("h9g7");
  await hand.at("h2e2 h9g7");
  assert.equal(await page.locator("#toast").isHidden(), true);
});

test("a record opens by paste and by drop, and an unreadable one is named", async (t) => {
  const { page, hand, errors } = await openAnalysis(t);
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, GAME);
  await hand.said("王一");
  assert.equal(await hand.tree(), GAME_TREE);
  const position = "4k4/9/9/9/9/9/9/9/4A4/R2K5 b - - 0 1";
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "position.fen"));
    const drop = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
    document.body.dispatchEvent(drop);
  }, position);
  await page.waitForFunction((fen) => chuheAnalysis.study.get().startFen === fen, position);
  await hand.open("1. 炮二平五 马８进７ 2. 马二进四");
  await page.waitForFunction(() => document.querySelector("#open-fault")!.textContent !== "");
  assert.match((await page.textContent("#open-fault"))!, /马二进四/);
  assert.equal(await page.evaluate(() => chuheAnalysis.study.get().startFen), position);
  assert.deepEqual(errors, []);
});

test("a position comes from the editor; an empty board from a link", async (t) => {
  const { page, hand, errors } = await openAnalysis(t);
  await page.click("#control-setup");
  await page.waitForSelector("#editor-dialog[open]");
  assert.equal(await page.textContent("#editor-play"), "分析这个局面");
  const fen = "3ak4/9/9/9/9/9/9/9/4A4/R2K5 b - - 0 1";
  await page.fill("#editor-dialog textarea", fen);
  await page.click("#editor-play");
  await page.waitForFunction((wanted) => chuheAnalysis.study.get().startFen === wanted, fen);
  await hand.move("d9e8");
  await hand.at("d9e8");
  await page.evaluate(() => (location.hash = "#game=zzz!"));
  await hand.said("链接");
  assert.equal(await hand.line(), "d9e8");
  assert.deepEqual(errors, []);
});

test("the exported record has everything, the link has the chosen line", async (t) => {
  const { page, hand, errors } = await openAnalysis(t, {
    context: { permissions: ["clipboard-read", "clipboard-write"] },
  });
  await hand.open(GAME);
  await hand.said("王一");
  const download = page.waitForEvent("download");
  await page.click("#control-export");
  await page.click("#export-save");
  const file = readFileSync(await (await download).path(), "utf8");
  await page.click("#export-dialog [data-close]");
  await page.click("#control-new");
  assert.equal(await hand.tree(), "");
  await hand.open(file);
  await hand.said("王一");
  assert.equal(await hand.tree(), GAME_TREE);
  await hand.node("马八进七").click();
  await page.click("#control-export");
  await page.locator("#export-lines label", { hasText: "现在这条线" }).click();
  await page.click("#share-link");
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>(".share-text")!.value !== "",
  );
  const link = await page.inputValue(".share-text");
  assert.match(link, /analysis\.html#game=/);
  const { page: elsewhere, errors: there } = await openAny(t, link, { locale: "zh-CN" });
  await whenReady(elsewhere);
  const other = handOf(elsewhere);
  await other.at("h2e2 h9g7 b0c2");
  assert.equal(await other.tree(), "h2e2 h9g7 b0c2 g6g5");
  assert.deepEqual([...errors, ...there], []);
});

test("a place can be played on against the engine or by two people", async (t) => {
  const { page, hand, errors } = await openAnalysis(t);
  await hand.move("h2e2", "h9g7");
  await page.click("#control-play");
  await page.click("#play-on-black");
  await whenPlayReady(page);
  const game = await page.evaluate(() => chuhe.state.game);
  assert.deepEqual(game.moves.slice(0, 2), ["h2e2", "h9g7"]);
  assert.deepEqual([game.mode, game.side], ["engine", "black"]);
  await page.goto(new URL("analysis.html", page.url()).href);
  await whenReady(page);
  await page.click("#control-play");
  await page.click("#play-on-local");
  await whenPlayReady(page);
  assert.equal(await page.evaluate(() => chuhe.state.game.mode), "local");
  assert.deepEqual(errors, []);
});

test("the play page sends its game by the menu, with the place, and by the result card", async (t) => {
  const { page, errors } = await openPage(t);
  await page.evaluate(() => {
    chuhe.game.newGame({ mode: "local" });
    for (const move of ["h2e2", "h9g7", "h0g2"]) chuhe.game.move(move.slice(0, 2), move.slice(2));
    chuhe.game.undo();
  });
  await page.click("#control-more");
  await page.click("#menu-analyse");
  await whenReady(page);
  const hand = handOf(page);
  assert.equal(await hand.tree(), "h2e2 h9g7 h0g2");
  await hand.at("h2e2 h9g7");
  await page.reload();
  await whenReady(page);
  assert.equal(await hand.tree(), "h2e2 h9g7 h0g2");
  await page.click(".site-nav a[href='./']");
  await whenPlayReady(page);
  await page.evaluate(() => chuhe.game.resign());
  await page.click("#result-analyse");
  await whenReady(page);
  await hand.at("h2e2 h9g7");
  assert.deepEqual(errors, []);
});

test("every page links to the analysis and marks the current page", async (t) => {
  const server = await startServer(t);
  for (const path of ["", "analysis.html", "puzzles.html", "learn.html"]) {
    const { page } = await openAny(t, server.url + path, { locale: "en" });
    const link = page.locator(".site-nav a[href='analysis.html']");
    await link.waitFor();
    await page.waitForFunction(
      () => document.querySelector(".site-nav a[href='analysis.html']")!.textContent === "Analyse",
    );
    assert.equal(await link.getAttribute("aria-current"), path === "analysis.html" ? "page" : null);
  }
});

test("language, notation and theme are shared with the other pages and change in place", async (t) => {
  const { page, hand, errors } = await openAnalysis(t);
  await hand.lines(...FORKED);
  await page.selectOption("#language", "en");
  await page.waitForFunction(() => document.title === "Chuhe · Analysis");
  await page.waitForSelector(".node >> text=C2.5");
  await page.click("#settings");
  const form = page.locator("#settings-form");
  await form.locator("label", { has: page.locator("[name=notation][value=iccs]") }).click();
  await form.locator("label", { has: page.locator("[name=theme][value=dark]") }).click();
  await page.waitForSelector(".node >> text=H2-E2");
  await page.waitForSelector(":root[data-theme=dark]");
  await page.click("#settings-dialog [data-close]");
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("chuhe:settings")!));
  assert.deepEqual([stored.lang, stored.notation, stored.theme], ["en", "iccs", "dark"]);
  assert.deepEqual(errors, []);
});

test("nothing scrolls sideways from a small phone to a large screen", async (t) => {
  const { page, hand } = await openAnalysis(t);
  await hand.open(GAME);
  for (const width of [320, 360, 414, 768, 1024, 1440, 2560]) {
    await page.setViewportSize({
      width,
      height: Math.round(width < 600 ? width * 1.8 : width * 0.6),
    });
    for (const lang of ["zh", "zh-Hant", "en", "vi"]) {
      await page.selectOption("#language", lang);
      await page.waitForFunction(
        (name) => document.documentElement.lang.startsWith(name.slice(0, 2)),
        lang,
      );
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${width} ${lang}: ${over}`);
    }
  }
});

test("on a phone a notice does not cover the controls", async (t) => {
  const viewport = { width: 390, height: 844 };
  const { page, hand } = await openAnalysis(t, { context: { viewport, locale: "en-GB" } });
  await hand.lines("h2e2 h9g7");
  await hand.open("h2e2 h9g7 e2e6");
  await hand.said("3 moves");
  const gap = await page.evaluate(() => {
    // The notice is measured where its animation ends.
    for (const animation of document.querySelector("#toast")!.getAnimations()) animation.finish();
    scrollTo(0, document.documentElement.scrollHeight);
    const edge = (id: string) => document.querySelector(id)!.getBoundingClientRect();
    return edge("#controls").top - edge("#toast").bottom;
  });
  assert.ok(gap >= 0, `${gap} px between them`);
});

test("in a tall window the controls stay in view and do not cover the focused element", async (t) => {
  const viewport = { width: 390, height: 844 };
  const { page, hand } = await openAnalysis(t, { context: { viewport, locale: "en-GB" } });
  await hand.lines("h2e2 h9g7 h0g2 i9h9 i0h0 h7h1 b0c2 h1h5 g0i2 h9h6 h0h5 h6h5 d0e1 h5d5");
  const places = () =>
    page.evaluate(() =>
      ["#controls", "#steps", ":focus"].map((name) => {
        const { top, bottom } = document.querySelector(name)!.getBoundingClientRect();
        return { top, bottom };
      }),
    );
  for (const name of ["#explorer summary", ".comment-text", "#tree .node"]) {
    await page.evaluate(() => scrollTo(0, 0));
    await page.locator(name).first().focus();
    const [controls, steps, focused] = await places();
    const seen = `${name}: ${JSON.stringify({ controls, steps, focused })}`;
    assert.ok(controls.bottom <= viewport.height + 0.5 && controls.top > steps.bottom, seen);
    // The browser scrolls a field's caret into view, not its lower edge.
    const middle = (focused.top + focused.bottom) / 2;
    assert.ok(focused.top >= steps.bottom && middle < controls.top, seen);
  }
});
