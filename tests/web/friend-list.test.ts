/** The page of games between friends: what a link shows before a tap, the list, the file, the end of a game, two tabs. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { device, person } from "./friend-helpers.ts";
import { startServer } from "./helpers.ts";

test("a link shows board and terms, and stores nothing before a tap", async (t) => {
  const server = await startServer(t);
  const url = `${server.url}friend.html`;
  const [red, black] = [await device(t, url), await device(t, url, { locale: "zh-CN" })];
  await red.open(`${url}#side=red&handicap=horse&ruleset=chinese`);
  await red.page.click("#friend-new [type=submit]");
  await red.plays("h2e2");
  const link = await red.code();

  await black.open(link);
  assert.deepEqual(
    await black.page.locator("#friend-received dd").allTextContents(),
    ["黑（后走）", "红方让左马", "中国规则（中国象棋协会）", "1 着"].map((text) => text),
  );
  assert.equal(await black.stored(), null);
  await black.page.reload(); // as a robot that looks at links does
  await black.page.locator("#friend-received").waitFor();
  assert.equal(await black.stored(), null);
  assert.match((await black.announced()).join(" "), /朋友邀你/);
  await black.accept();
  await black.plays("h9g7");
  await black.open(link);
  await black.says("你这里已多走了 1 着");
  const all = (await black.announced()).join("|");
  assert.equal(all.match(/多走了/g)?.length, 1, all);

  // The host who opens their own link does not take the other seat.
  await red.open(link);
  await red.says("nothing is new");
  const [game] = JSON.parse((await red.stored())!).games;
  assert.deepEqual(Object.keys(game.own), ["red"]);
  assert.deepEqual([...red.errors, ...black.errors], []);
});

test("a cut link says so, and the code alone can be pasted", async (t) => {
  const server = await startServer(t);
  const url = `${server.url}friend.html`;
  const red = await device(t, url);
  await red.open();
  await red.page.click("#friend-new [type=submit]");
  const link = await red.code();
  const black = await device(t, url);
  await black.open(link.slice(0, -20));
  await black.page.locator(".is-fault", { hasText: "This link has been cut" }).waitFor();
  const code = link.slice(link.indexOf("=") + 1);
  await black.page.fill("#friend-code", `> ${code.slice(0, 50)}\n> ${code.slice(50)}).`);
  await black.page.click("form.friend-paste [type=submit]");
  await black.says("A friend invites you");
  // Other pages that read records understand it too.
  await black.page.goto(`${server.url}analysis.html#open`);
  await black.page.fill("#open-text", `Your move: ${link}`);
  await black.page.click("#open-form [type=submit]");
  await black.page.waitForURL(/friend\.html\?live#g=/);
  await black.says("A friend invites you");
  assert.deepEqual([...red.errors, ...black.errors], []);
});

test("the list has what waits for the person first; a file brings the games to another device", async (t) => {
  const server = await startServer(t);
  const url = `${server.url}friend.html`;
  const red = await device(t, url);
  const begin = async (side: string) => {
    await red.open(`${url}#side=${side}`);
    await red.page.click("#friend-new [type=submit]");
    await red.page.locator("#friend-send").waitFor();
  };
  await red.open();
  await red.page.locator("#friend-list-title + p", { hasText: "No games yet" }).waitFor();
  await begin("red");
  await red.plays("h2e2");
  await red.code();
  await red.page.fill("#friend-name", "Anna");
  await red.page.click("#friend-naming [type=submit]");
  await begin("black");
  await begin("red");
  await red.page.click("#friend-back");
  const badges = (page = red.page) => page.locator(".friend-badge").allTextContents();
  assert.deepEqual(await badges(), ["Your turn", "Your friend to move", "Your friend to move"]);
  assert.match(await red.page.locator(".friend-turns").innerText(), /in 1 game\./);
  assert.match(
    await red.page.locator(".friend-item", { hasText: "Anna" }).innerText(),
    /1 move · now/,
  );

  const [file] = await Promise.all([
    red.page.waitForEvent("download"),
    red.page.click("#friend-export"),
  ]);
  const text = readFileSync(await file.path(), "utf8");
  const other = await device(t, url);
  await other.open();
  const open = (content: string) =>
    other.page.setInputFiles("#friend-import", {
      name: "games.json",
      mimeType: "application/json",
      buffer: Buffer.from(content),
    });
  await open(text.slice(0, -40));
  await other.page.locator("#friend-faults", { hasText: /damaged: line 4, column \d+/ }).waitFor();
  await open(text.replace('"h2e2"', '"h2h8"'));
  await other.page.locator("#friend-faults", { hasText: "step 1 (h2h8)" }).waitFor();
  assert.equal((await badges(other.page)).length, 2);
  await open(text);
  await other.page
    .locator("#toast", { hasText: "Added: 1. Continued: 0. Already here: 2." })
    .waitFor();
  await other.page.locator("#friend-faults").waitFor({ state: "detached" });
  await other.page.locator(".friend-item", { hasText: "Anna" }).locator(".friend-open").click();
  await other.says("You play Red");
  assert.equal(await other.moves(), "h2e2");
  assert.deepEqual([...red.errors, ...other.errors], []);
});

test("a resignation takes two presses; the game goes to the library and to the analysis", async (t) => {
  const server = await startServer(t);
  const red = await device(t, `${server.url}friend.html`);
  await red.open();
  await red.page.click("#friend-new [type=submit]");
  await red.plays("h2e2");
  await red.page.click("#friend-actions summary");
  await red.page.click("#friend-resign");
  const says = (words: string | RegExp) =>
    red.page.locator("#friend-resign", { hasText: words }).waitFor();
  await says("Press again to resign");
  await red.page.locator("#friend-back").focus(); // takes the first press back
  await says(/^\s*Resign/);
  await red.page.click("#friend-resign");
  await says("Press again to resign");
  await red.page.click("#friend-resign");
  await red.page.locator("#friend-result", { hasText: "You lose" }).waitFor();
  await red.says("The game is over. Send the link");
  await red.page.locator("#friend-result", { hasText: "in your library" }).waitFor();
  await red.page.click("#friend-analyse");
  await red.page.waitForFunction(() => globalThis.chuheAnalysis?.study?.get().nodes.length === 2);
  await red.page.goto(`${server.url}library.html`);
  await red.page.locator(".library-rows", { hasText: "A friend" }).waitFor();
  assert.deepEqual(red.errors, []);
});

test("two tabs of one device play one game", async (t) => {
  const server = await startServer(t);
  const url = `${server.url}friend.html`;
  const first = await device(t, url);
  await first.open();
  await first.page.click("#friend-new [type=submit]");
  const page = await first.context.newPage();
  const second = person(page, url);
  await second.open(first.page.url());
  await second.move("h2e2");
  await first.page.waitForFunction(() => chuheFriend.room.replayed?.moves.join() === "h2e2");
  // A tab that the browser has put to sleep misses the event, and still does not play another first move.
  await first.page.evaluate(() => {
    const games = JSON.parse(localStorage.getItem("chuhe:friends")!);
    games.games[0].actions = [];
    games.games[0].sent = 0;
    localStorage.setItem("chuhe:friends", JSON.stringify(games));
  });
  await first.plays("c3c4");
  assert.equal(await first.moves(), "");
  assert.deepEqual(first.errors, []);
});
