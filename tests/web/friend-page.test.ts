/** Games between friends on the page: two people on two devices, each with a browser's storage of their own. */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { Page } from "playwright-core";
import type { Board } from "../../www/js/board/index.ts";
import type { FriendRoom } from "../../www/js/friend/friend-room.ts";
import { drawn, newPage, startServer } from "./helpers.ts";

declare global {
  var chuheFriend: { ready: Promise<unknown>; board: Board; room: FriendRoom };
}

/** Opens the page on a device of its own. */
async function device(t: TestContext, url: string) {
  const { page, errors, context } = await newPage(t, {
    locale: "en-GB",
    permissions: ["clipboard-read", "clipboard-write"],
    viewport: { width: 1100, height: 760 },
  });
  return { page, errors, context, ...person(page, url) };
}

function person(page: Page, home: string) {
  const press = async (square: string) => {
    await drawn(page);
    const place = await page.evaluate(async (name) => {
      const { board } = chuheFriend;
      await board.flushAnimation();
      const box = board.canvas.parentElement!.getBoundingClientRect();
      const { x, y } = board.centerOf(name);
      return { x: box.left + x, y: box.top + y };
    }, square);
    await page.mouse.click(place.x, place.y);
  };
  const moves = () => page.evaluate(() => chuheFriend.room.replayed?.moves.join(" "));
  return {
    moves,
    /** Opens an address, and waits until the page is ready. */
    async open(url = home) {
      await page.goto("about:blank");
      await page.goto(url);
      await page.locator("#friend[data-ready]").waitFor();
    },
    /** Plays a move, and waits until it is made. */
    async move(move: string) {
      await press(move.slice(0, 2));
      await press(move.slice(2));
      await page.waitForFunction((made) => chuheFriend.room.replayed?.moves.at(-1) === made, move);
    },
    /** Copies the link, and returns it. */
    async link() {
      await page.click("#friend-share");
      await page.locator("#toast", { hasText: "Copied" }).waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    },
    accept: () => page.click("#friend-accept"),
    says: (words: string) => page.locator("#friend-panel", { hasText: words }).waitFor(),
  };
}

test("two people play by links: invitation, moves, an earlier state, a draw, and another game", async (t) => {
  const server = await startServer(t);
  const url = `${server.url}friend.html`;
  const [red, black] = [await device(t, url), await device(t, url)];
  await red.open();
  await red.page.click("#friend-new [type=submit]");
  await red.move("h2e2");
  await red.says("Your move is made");
  const first = await red.link();
  assert.match(first, /friend\.html\?g=[\w-]+$/);

  await black.open(first);
  await black.says("A friend invites you");
  assert.equal(await black.moves(), "h2e2");
  await black.accept();
  await black.move("h9g7");
  const second = await black.link();

  await red.open(second);
  await red.says("Your friend played H8+7.");
  await red.accept();
  await red.move("h0g2");
  const third = await red.link();
  await red.page.reload();
  await red.says("Your friend’s turn");
  assert.equal(await red.moves(), "h2e2 h9g7 h0g2");
  await red.open(second);
  await red.says("you are 1 move further");
  assert.equal(await red.moves(), "h2e2 h9g7 h0g2");

  await black.open(`${third.replace("?", "#")}&utm_source=chat`);
  await black.accept();
  await black.page.click("#friend-actions summary");
  await black.page.getByRole("button", { name: "Offer a draw" }).click();
  const offer = await black.link();
  await red.open(offer);
  await red.accept();
  await red.page.getByRole("button", { name: "Agree" }).click();
  await red.says("Draw agreed");
  await red.page.click("#friend-rematch");
  await red.says("You play Black");
  assert.deepEqual([...red.errors, ...black.errors], []);
});
