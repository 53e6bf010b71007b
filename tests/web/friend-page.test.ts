/** Games between friends on the page: two people on two devices, each with a browser's storage of their own. */
import assert from "node:assert/strict";
import test from "node:test";
import { device } from "./friend-helpers.ts";
import { startServer } from "./helpers.ts";

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
  await black.page.locator("#friend-accept").press("Enter");
  await black.page.waitForFunction(() => document.activeElement?.closest("#board"));
  await black.move("h9g7");
  const second = await black.link();

  await red.open(second);
  await red.says("Your friend played H8+7.");
  await red.accept();
  await red.move("h0g2");
  const third = await red.link();
  await red.page.reload();
  await red.says("Your friend to move");
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
