// Opening games by text, file, drop and paste; copying and downloading them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import type { Page } from "playwright-core";
import {
  atRest,
  openPage,
  openSettings,
  risen,
  unfoldPosition,
  whenReady,
} from "./page-helpers.ts";

const GAME = `[Game "Chinese Chess"]
[Event "测试赛"]
[Red "王一"]
[Black "李二"]
[Result "1-0"]

1. 炮二平五 马８进７ {稳健}
2. 马二进三 (2. 马八进七 卒７进１) 车９平８
3. 车一平二 1-0
`;
const LINE = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0"];

/** Encodes some words in GB18030, for which Node has no encoder. */
const gb18030 = (text: string) => {
  const codes: Record<string, number> = {
    炮: 0xc5da,
    二: 0xb6fe,
    平: 0xc6bd,
    五: 0xcee5,
    马: 0xc2ed,
    进: 0xbdf8,
    三: 0xc8fd,
  };
  const bytes = [...text].map((char) =>
    char in codes ? [codes[char] >> 8, codes[char] & 255] : char.charCodeAt(0),
  );
  return bytes.flat();
};

/** Drops a file on the page. */
const drop = (page: Page, bytes: number[], name = "game.pgn") =>
  page.evaluate(
    ([content, title]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(content)], title));
      const event = { dataTransfer, bubbles: true, cancelable: true };
      document.body.dispatchEvent(new DragEvent("dragover", event));
      document.body.dispatchEvent(new DragEvent("drop", event));
    },
    [bytes, name] as [number[], string],
  );

/** Pastes outside all fields. */
const paste = (page: Page, text: string) =>
  page.evaluate((words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", words);
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, text);

/** Opens a text with the sheet. */
async function open(page: Page, text: string) {
  await page.click("#control-open");
  await page.fill("#open-text", text);
  await page.click("#open-form [type=submit]");
}

/** Returns the text that the sheet would save. */
async function exported(page: Page, format: string) {
  await page.click("#control-export");
  await risen(page);
  await page.locator(`#export-form input[value=${format}]`).check({ force: true });
  const text = await page.locator("#export-text").inputValue();
  await page.keyboard.press("Escape");
  return text;
}

const record = (page: Page) => page.evaluate(() => chuhe.state.game);

test("text behind a pasted list of moves is stored as a comment, and a notice says so", async (t) => {
  const { page, game, errors } = await openPage(t);
  await game.start({});
  await paste(page, "h2e2 <b>and so on</b>");
  await game.plies(1);
  await page.locator("#toast").filter({ hasText: "作为注释保留：“<b>and so on</b>”" }).waitFor();
  assert.match((await record(page)).record!, /and so on/);
  assert.deepEqual(errors, []);
});

test("a pasted game opens at its last move with a notice, can be stepped through and needs no engine", async (t) => {
  const { page, game, errors } = await openPage(t);
  await open(page, GAME);
  await page.locator("#toast").waitFor();
  assert.match(
    (await page.locator("#toast").textContent())!,
    /PGN：红 王一，黑 李二，红胜，共 5 着。变着/,
  );
  assert.match((await page.locator("#announcer").textContent())!, /已打开 PGN/);
  assert.ok(!(await page.locator("#open-dialog").isVisible()));
  assert.deepEqual(await game.moves(), LINE);
  assert.deepEqual(await game.list(), ["炮二平五", "马８进７", "马二进三", "车９平８", "车一平二"]);
  assert.equal((await record(page)).mode, "local");
  await page.keyboard.press("ArrowLeft");
  await game.plies(4);
  await page.keyboard.press("ArrowRight");
  await game.plies(5);
  await atRest(page);
  assert.deepEqual([await game.status(), page.workers().length], ["idle", 0]);
  assert.deepEqual(errors, []);
});

test("the game before comes back by the notice, by the sheet and after a reload", async (t) => {
  const { page, game, errors } = await openPage(t);
  await game.click("h2e2");
  await game.plies(2);
  const moves = await game.moves();
  await open(page, GAME);
  await game.plies(5);
  await page.click("#toast .button");
  await game.plies(2);
  assert.deepEqual([await game.moves(), (await record(page)).mode], [moves, "engine"]);
  await page.click("#control-open");
  assert.match((await page.locator("#open-back-words").textContent())!, /5 着/);
  await page.click("#open-back-button");
  await game.plies(5);
  await page.reload();
  await whenReady(page);
  await page.click("#control-open");
  await page.click("#open-back-button");
  await game.plies(2);
  assert.deepEqual(await game.moves(), moves);
  assert.deepEqual(errors, []);
});

test("the game before a new one is one press away; a game of one move does not replace it", async (t) => {
  const { page, game, errors } = await openPage(t);
  await game.click("h2e2");
  await game.plies(2);
  const moves = await game.moves();
  const startNew = async () => {
    await page.click("#control-new");
    await page.locator("#new-form input[value=local]").check({ force: true });
    await page.click("#new-form button.button-primary");
    await game.plies(0);
  };
  await startNew();
  await page.locator("#toast", { hasText: "2 着" }).locator(".button").click();
  await game.plies(2);
  assert.deepEqual([await game.moves(), (await record(page)).mode], [moves, "engine"]);
  await startNew();
  await game.click("c3c4");
  await game.plies(1);
  await startNew();
  await page.click("#control-open");
  await page.click("#open-back-button");
  await game.plies(2);
  assert.deepEqual(await game.moves(), moves);
  assert.deepEqual(errors, []);
});

test("an unreadable move is named, and the game stays", async (t) => {
  const { page, game, errors } = await openPage(t);
  await game.start({ mode: "local" });
  await game.click("h2e2");
  await open(page, GAME.replace("马二进三", "马二进五"));
  const fault = page.locator("#open-fault");
  await fault.filter({ hasText: "马二进五" }).waitFor();
  assert.match((await fault.textContent())!, /第 2 回合红方“马二进五”/);
  const marked = await page.evaluate(() => {
    const field = document.querySelector<HTMLTextAreaElement>("#open-text")!;
    return field.value.slice(field.selectionStart, field.selectionEnd);
  });
  assert.equal(marked, "马二进五");
  assert.deepEqual(await game.moves(), ["h2e2"]);
  await page.keyboard.type("马二进三");
  assert.equal(await fault.textContent(), "", "the fault disappears while the text is edited");
  await page.fill("#open-text", " \n ");
  await page.click("#open-form [type=submit]");
  await fault.filter({ hasText: /\S/ }).waitFor();
  assert.doesNotMatch((await fault.textContent())!, /\{\w+\}|undefined/);
  assert.deepEqual(errors, []);
});

test("a bad position is reported with its reasons, and numbers alone are no game", async (t) => {
  const { page, game } = await openPage(t);
  await game.start({ mode: "local" });
  await game.click("h2e2");
  await open(page, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR x");
  const fault = page.locator("#open-fault");
  await fault.filter({ hasText: "轮到哪一方应写" }).waitFor();
  await page.fill("#open-text", "123456789012");
  await page.click("#open-form [type=submit]");
  await fault.filter({ hasText: /\S/, hasNotText: "轮到哪一方应写" }).waitFor();
  assert.deepEqual(await game.moves(), ["h2e2"]);
});

test("faults and notices of opened games are in English on an English page", async (t) => {
  const { page } = await openPage(t, { context: { locale: "en-GB" } });
  await open(page, "1. h2e2 h9g7 2. h0h9");
  const fault = page.locator("#open-fault");
  await fault.filter({ hasText: "h0h9" }).waitFor();
  assert.match((await fault.textContent())!, /^Move 2, Red, “h0h9”: .*horse|cannot go/);
  await page.fill("#open-text", "1. h2e2 h9g7");
  await page.click("#open-form [type=submit]");
  await page.locator("#toast").waitFor();
  assert.match((await page.locator("#toast").textContent())!, /^Opened .*2 moves/);
});

test("a chosen or dropped file opens, whatever its encoding", async (t) => {
  const { page, game, errors } = await openPage(t);
  const bytes = gb18030("1. 炮二平五 马8进7 2. 马二进三");
  await drop(page, bytes);
  await game.plies(3);
  await page.locator("#toast").filter({ hasText: "GB18030" }).waitFor();
  assert.ok(!(await page.locator("#drop").isVisible()));
  await page.click("#control-open");
  const mimeType = "application/octet-stream";
  const file = { name: "game.pgn", mimeType, buffer: Buffer.from(GAME) };
  await page.locator("#open-file").setInputFiles(file);
  await game.plies(5);
  await page.locator("#toast").filter({ hasText: "UTF-8" }).waitFor();
  assert.ok(!(await page.locator("#open-dialog").isVisible()));
  assert.deepEqual(errors, []);
});

test("a file that is no game opens the sheet with the fault; a huge file is not read", async (t) => {
  const { page, game, errors } = await openPage(t);
  await drop(page, [0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255]);
  await page.locator("#open-dialog").waitFor();
  await page.locator("#open-fault:not(:empty)").waitFor();
  await page.evaluate(() => {
    Blob.prototype.arrayBuffer = () => assert.fail("read");
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(9 * 2 ** 20)], "huge.xqf"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
  });
  await page.locator("#open-fault").filter({ hasText: "8 MB" }).waitFor();
  assert.deepEqual(await game.moves(), []);
  assert.deepEqual(errors, []);
});

test("pasting outside the fields opens a game; in a field or over another sheet it does not", async (t) => {
  const { page, game, errors } = await openPage(t);
  await page.click("#control-new");
  await page.locator("#new-dialog").waitFor();
  await paste(page, GAME);
  await unfoldPosition(page);
  await page.focus("#new-fen");
  await paste(page, GAME);
  await page.keyboard.press("Escape");
  assert.deepEqual(await game.moves(), []);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await paste(page, GAME);
  await game.plies(5);
  await paste(page, "what is this");
  await page.locator("#open-dialog").waitFor();
  assert.equal(await page.locator("#open-text").inputValue(), "what is this");
  assert.notEqual(await page.locator("#open-fault").textContent(), "");
  assert.deepEqual(await game.moves(), LINE);
  assert.deepEqual(errors, []);
});

test("a pasted position keeps the engine, which waits for the person", async (t) => {
  const { page, game } = await openPage(t);
  await paste(page, "3k5/9/9/9/9/9/9/9/8R/5K3 b");
  await page.waitForSelector("canvas[data-orientation=black]");
  await atRest(page);
  const { mode, side, record: stored } = await record(page);
  assert.deepEqual([mode, side, stored, await game.status()], ["engine", "black", null, "idle"]);
});

test("an opened game goes on against the engine when the person chooses that", async (t) => {
  const { page, game } = await openPage(t);
  await open(page, GAME);
  await game.plies(5);
  await page.keyboard.press("n");
  await risen(page);
  await page.locator("#new-form input[value=engine]").check({ force: true });
  await page.locator("#new-form input[value=red]").check({ force: true });
  await page.click("#new-go-on");
  await game.plies(6);
  assert.deepEqual((await game.moves()).slice(0, 5), LINE);
});

test("an opened record keeps its contents through play, reload, saving and opening again", async (t) => {
  const { page, game, errors } = await openPage(t);
  await open(page, GAME);
  await game.plies(5);
  for (const plies of [4, 3]) {
    await page.keyboard.press("ArrowLeft");
    await game.plies(plies);
  }
  await game.click("b7e7");
  await game.plies(4);
  await page.reload();
  await whenReady(page);
  const saved = await exported(page, "pgn-chinese");
  for (const part of [
    "测试赛",
    "王一",
    "稳健",
    "马八进七",
    "卒７进１",
    "车９平８",
    "车一平二",
    "炮２平５",
  ])
    assert.ok(saved.includes(part), `${part} in\n${saved}`);
  for (const format of ["pgn-chinese", "pgn-wxf", "pgn-iccs", "dhtmlxq"]) {
    const text = await exported(page, format);
    await open(page, text);
    await page.locator("#open-dialog").waitFor({ state: "hidden" });
    assert.deepEqual(await game.moves(), ["h2e2", "h9g7", "h0g2", "b7e7"], format);
    assert.equal(await exported(page, format), text, format);
  }
  assert.deepEqual(errors, []);
});

test("comments and variations of a PGN can be left out; the choice is hidden for a PGN without any", async (t) => {
  const { page, game, errors } = await openPage(t);
  const bare = page.locator("#export-form label:has([name=bare])");
  const text = () => page.locator("#export-text").inputValue();
  await game.start({ mode: "local" });
  await game.click("h2e2");
  await page.click("#control-export");
  await risen(page);
  assert.equal(await bare.isVisible(), false);
  await page.keyboard.press("Escape");
  await open(page, GAME);
  await game.plies(5);
  await page.click("#control-export");
  await risen(page);
  await page.locator("#export-form input[value=pgn-chinese]").check({ force: true });
  const whole = await text();
  assert.match(whole, /[({;]/);
  await bare.click();
  const moves = await text();
  assert.doesNotMatch(moves, /[({;]/);
  assert.ok(moves.includes("王一") && moves.includes("车９平８"), moves);
  await page.locator("#export-form input[value=dhtmlxq]").check({ force: true });
  assert.equal(await bare.isVisible(), false);
  assert.match(await text(), /comment/);
  assert.deepEqual(errors, []);
});

test("a PGN is offered in the notation in use, until another format is chosen", async (t) => {
  const { page } = await openPage(t, { context: { locale: "en" } });
  const offered = async () => {
    await page.click("#control-export");
    await risen(page);
    const format = await page.locator("#export-form input[name=format]:checked").inputValue();
    const hint = await page.locator("#export-hint").textContent();
    return [format, /C2\.5/.test(hint!)];
  };
  assert.deepEqual(await offered(), ["pgn-wxf", true]);
  await page.keyboard.press("Escape");
  await page.selectOption("#language", "zh");
  await page.locator("html[lang=zh-CN]").waitFor();
  assert.deepEqual(await offered(), ["pgn-chinese", false]);
  await page.locator("#export-form input[value=fen]").check({ force: true });
  await page.keyboard.press("Escape");
  assert.deepEqual(await offered(), ["fen", false]);
});

test("every format is copied and saved", async (t) => {
  const permissions = ["clipboard-read", "clipboard-write"];
  const { page, game, errors } = await openPage(t, { context: { permissions } });
  await game.start({ mode: "local" });
  for (const [ply, move] of ["h2e2", "h9g7", "h0g2"].entries()) {
    await game.click(move);
    await game.plies(ply + 1);
  }
  await page.keyboard.press("ArrowLeft");
  await game.plies(2);
  const expected = {
    "pgn-chinese": /马二进三/,
    "pgn-wxf": /H2\+3/,
    "pgn-iccs": /H0-G2/,
    fen: /^rnbakab1r\/9\/1c4nc1\/\S+ w /,
    dhtmlxq: /\[DhtmlXQ_movelist\]774770627967\[/,
    ucci: /moves h2e2 h9g7$/,
  };
  await page.keyboard.press("e");
  for (const [format, shape] of Object.entries(expected)) {
    await page.locator(`#export-form input[value=${format}]`).check({ force: true });
    await page.click("#export-form [type=submit]");
    await page.locator("#export-said").filter({ hasText: "已复制" }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied.trim(), shape, format);
    const download = page.waitForEvent("download");
    await page.click("#export-save");
    const file = await download;
    const ending = { fen: "fen", dhtmlxq: "txt", ucci: "txt" }[format] ?? "pgn";
    assert.match(
      file.suggestedFilename(),
      new RegExp(`^chuhe-\\d{4}-\\d\\d-\\d\\d-\\d{4}\\.${ending}$`),
    );
    assert.equal(readFileSync(await file.path(), "utf8"), copied, format);
  }
  assert.deepEqual(errors, []);
});

test("if the clipboard is forbidden the text is selected and a message says so", async (t) => {
  const { page } = await openPage(t);
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  });
  await page.keyboard.press("e");
  await page.click("#export-form [type=submit]");
  await page.locator("#export-said").filter({ hasText: "已选中" }).waitFor();
  const { length } = await page.locator("#export-text").inputValue();
  const end = await page.evaluate(
    () => (document.activeElement as HTMLTextAreaElement).selectionEnd,
  );
  assert.ok(length > 0 && end === length);
});

test("an unreadable stored record loses its notes, not the game", async (t) => {
  const { page, game, errors } = await openPage(t);
  await open(page, GAME);
  await game.plies(5);
  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem("chuhe:game")!);
    localStorage.setItem("chuhe:game", JSON.stringify({ ...stored, record: "1. nonsense" }));
  });
  await page.reload();
  await whenReady(page);
  assert.match((await page.locator("#toast").textContent())!, /变着和注释没有了/);
  assert.deepEqual(await game.moves(), LINE);
  assert.match(await exported(page, "pgn-iccs"), /H2-E2/);
  assert.deepEqual(errors, []);
});

test("a chosen notation is used at once, and after a reload", async (t) => {
  const { page, game, errors } = await openPage(t);
  await open(page, GAME);
  await game.plies(5);
  await openSettings(page);
  for (const [kind, text] of [
    ["wxf", "C2.5"],
    ["iccs", "H2-E2"],
    ["chinese", "炮二平五"],
    ["wxf", "C2.5"],
  ]) {
    await page.locator(`#settings-form input[value=${kind}]`).check({ force: true });
    await page.locator("#moves .ply").first().filter({ hasText: text }).waitFor();
  }
  await page.reload();
  await whenReady(page);
  assert.equal((await game.list())[0], "C2.5");
  await openSettings(page);
  assert.ok(await page.locator("#settings-form input[value=wxf]").isChecked());
  assert.deepEqual(errors, []);
});
