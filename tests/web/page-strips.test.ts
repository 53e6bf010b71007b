// The players' strips and the lists of a new game: everything has its own place and can be read.

import type { Page, Route } from "playwright-core";
import assert from "node:assert/strict";
import test from "node:test";
import { openPage, player, risen, whenReady } from "./page-helpers.ts";

test("captured pieces, clock, words and the button stand beside each other", async (t) => {
  // Two careless people, who take what can be taken.
  const { page } = await openPage(t, { context: { locale: "en" } });
  const record = await page.evaluate(() => {
    chuhe.game.newGame({ mode: "local" });
    for (let i = 0; i < 60 && chuhe.state.position.verdict.result === "ongoing"; i++) {
      const { placement, dests } = chuhe.state.position;
      const moves = [...dests].flatMap(([from, tos]) => tos.map((to: string) => [from, to]));
      const index = (name: string) => Number(name[1]) * 9 + name.charCodeAt(0) - 97;
      const [from, to] = moves.find((move) => placement[index(move[1])] !== ".") ?? moves[0];
      chuhe.game.move(from, to);
    }
    return chuhe.state.game;
  });
  await page.close();
  const found = [];
  for (const locale of ["en", "vi", "zh-CN"]) {
    const { page: asked } = await openPage(t, { root: "www", context: { locale } });
    await asked.evaluate((game) => {
      const ply = game.ply - (game.ply % 2);
      const clock = { base: 900_000, increment: 10_000, times: [], spent: 0 };
      chuhe.game.open({ ...game, ply, mode: "engine", side: "red", fits: true, level: 3, clock });
    }, record);
    await asked.waitForFunction(() => document.querySelectorAll(".tray .token").length > 8);
    for (const withButton of [false, true]) {
      if (withButton) await offerWhy(asked);
      for (const [width, height] of STRIPS) {
        await asked.setViewportSize({ width, height });
        const where = `${locale} ${width} x ${height}, ${withButton ? "with" : "without"} the button`;
        found.push(...(await stripFaults(asked)).map((fault) => `${where}: ${fault}`));
      }
    }
    await asked.close();
  }
  assert.deepEqual(found, []);
});

const STRIPS = [
  [320, 568],
  [360, 640],
  [390, 844],
  [412, 915],
  [768, 1024],
  [1024, 768],
  [844, 390],
  [1440, 900],
];

/** The button "Why was that bad?", as it stands in the person's strip. */
const offerWhy = (page: Page) =>
  page.evaluate(async () => {
    const words = await (
      await fetch(`locales/analysis/${document.documentElement.lang.slice(0, 2)}.json`)
    ).json();
    const ask = document.createElement("button");
    ask.className = "button button-small why-ask";
    ask.textContent = words["analysis.review.here.ask"];
    document.querySelector("#player-bottom")!.append(ask);
  });

/** What lies over something else in the players' strips, sticks out of them, or is cut. */
const stripFaults = (page: Page) =>
  page.evaluate(() => {
    const parts =
      ".player-face, .player-name, .player-rank, .player-status, .tray-slot, .player-clock, .player-pause, .button";
    return [...document.querySelectorAll(".player")].flatMap((strip) => {
      const outer = strip.getBoundingClientRect();
      const seen = [...strip.querySelectorAll(parts)]
        .filter((part) => part.checkVisibility() && part.textContent + part.innerHTML)
        .map((part) => ({ part, box: part.getBoundingClientRect() }));
      const name = ({ part }) => `${part.className} “${part.textContent}”`;
      const within = ({ box }) =>
        box.left >= outer.left - 1 &&
        box.right <= outer.right + 1 &&
        box.top >= outer.top - 1 &&
        box.bottom <= outer.bottom + 1;
      const meet = ({ box: a }, { box: b }) =>
        a.left < b.right - 1 &&
        b.left < a.right - 1 &&
        a.top < b.bottom - 1 &&
        b.top < a.bottom - 1;
      return [
        ...seen.filter((one) => !within(one)).map((one) => `sticks out: ${name(one)}`),
        ...seen
          .filter(
            ({ part }) =>
              part.className !== "player-face" &&
              part.scrollWidth > part.clientWidth + 1 &&
              part.clientWidth > 0,
          )
          .map((one) => `cut: ${name(one)}`),
        ...seen.flatMap((one, at) =>
          seen
            .slice(at + 1)
            .filter((two) => meet(one, two))
            .map((two) => `${name(one)} over ${name(two)}`),
        ),
      ];
    });
  });

test("that the engine is not loaded whole can be read beside clock and captured pieces", async (t) => {
  const found = [];
  for (const locale of ["en", "vi", "zh-CN"]) {
    const { context, server } = await openPage(t, { root: "www", context: { locale } });
    const page = await context.newPage();
    await page.route("**/chuhe.nnue", (route: Route) => route.abort());
    await page.goto(server.url);
    await whenReady(page);
    const game = player(page);
    await game.start({ level: 1 });
    await game.click("h2e2");
    await page.waitForFunction(() => chuhe.state.network === "failed");
    await game.plies(2);
    await page.evaluate(() => {
      const moves = "h2e2 h9g7 h0g2 i9h9 i0h0 h7h1 b0c2 h1h5 g0i2 h9h6 h0h5 h6h5 d0e1 h5d5".split(
        " ",
      );
      const clock = { base: 900_000, increment: 10_000, times: [], spent: 0 };
      const { game: begun } = chuhe.state;
      const choices = { ply: moves.length, mode: "engine", side: "red", fits: true, level: 3 };
      chuhe.game.open({ ...begun, ...choices, moves, clock });
    });
    await game.plies(14);
    const words = await page.locator("#player-top .player-status span").first().textContent();
    for (const [width, height] of STRIPS) {
      await page.setViewportSize({ width, height });
      const where = `${locale} ${width} x ${height}`;
      found.push(...(await stripFaults(page)).map((fault) => `${where}: ${fault}`));
      const seen = await page.locator("#player-top .player-status").evaluate((line) => {
        const [first] = line.children;
        return first.getBoundingClientRect().bottom <= line.getBoundingClientRect().bottom + 1;
      });
      if (!seen) found.push(`${where}: “${words}” is out of sight`);
    }
    await page.close();
  }
  assert.deepEqual(found, []);
});

test("when a tablet is turned the move on the board stays in sight in the list", async (t) => {
  const { page, game } = await openPage(t, {
    context: { locale: "en", viewport: { width: 1024, height: 768 } },
  });
  await game.start({ mode: "local" });
  const moves = "h2e2 h9g7 h0g2 i9h9 i0h0 c6c5 b0c2 b9c7 h0h6 a6a5".split(" ");
  for (const [index, move] of moves.entries()) {
    await game.click(move);
    await game.plies(index + 1);
  }
  const isSeen = () =>
    page.locator("#moves .is-current").evaluate((cell) => {
      const [inner, outer] = [cell, cell.closest("#moves")].map((it) => it.getBoundingClientRect());
      return inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top;
    });
  for (const [width, height] of [
    [768, 1024],
    [1024, 768],
    [390, 844],
  ]) {
    await page.setViewportSize({ width, height });
    await page.waitForFunction(() => new Promise(requestAnimationFrame));
    await page.waitForFunction(() => new Promise(requestAnimationFrame));
    assert.ok(await isSeen(), `${width} x ${height}`);
  }
});

test("what begins a game is in sight on a phone, and what shares it is not cut", async (t) => {
  for (const locale of ["zh-CN", "en", "vi"]) {
    const viewport = { width: 360, height: 640 };
    const { page } = await openPage(t, { context: { locale, viewport } });
    await page.click("#control-new");
    await page.locator("#new-dialog").waitFor();
    await risen(page);
    const deed = await page.locator("#new-form [type=submit]").first().boundingBox();
    assert.ok(deed.y + deed.height < 640, `${locale}: ${deed.y}`);
    await page.keyboard.press("Escape");
    await page.click("#control-export");
    await page.locator("#export-dialog").waitFor();
    const rights = await page
      .locator("#export-dialog .share-grid .button, #export-dialog [type=submit]")
      .evaluateAll((all) =>
        all.map((one: string) => Math.round(one.getBoundingClientRect().right)),
      );
    assert.ok(Math.max(...rights) - rights.at(-1) <= 1, `${locale}: ${rights}`);
    await page.close();
  }
});

test("the longest choice of clock and handicap can be read", async (t) => {
  for (const locale of ["zh-CN", "en", "vi"]) {
    const { page } = await openPage(t, {
      context: { locale, viewport: { width: 360, height: 640 } },
    });
    await page.click("#control-new");
    await page.locator("#new-dialog").waitFor();
    for (const id of ["new-clock", "new-handicap"]) {
      const room = await page.locator(`#${id}`).evaluate((list) => {
        const { paddingLeft, paddingRight, font } = getComputedStyle(list);
        const pen = document.createElement("canvas").getContext("2d");
        pen.font = font;
        const longest = Math.max(
          ...[...list.options].map(({ text }) => pen.measureText(text).width),
        );
        const arrow = 20;
        return (
          list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow - longest
        );
      });
      assert.ok(room >= 0, `${locale} ${id}: ${room}`);
    }
    await page.close();
  }
});
