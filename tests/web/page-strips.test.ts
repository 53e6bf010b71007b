// The players' strips and the lists of a new game: nothing overlaps, and everything can be read.

import assert from "node:assert/strict";
import test from "node:test";
import type { Page } from "playwright-core";
import { openPage, player, risen, whenReady } from "./page-helpers.ts";

test("captured pieces, clock, words and the button stand beside each other", async (t) => {
  // Plays a game in which both sides capture whenever they can.
  const { page } = await openPage(t, { context: { locale: "en" } });
  const record = await page.evaluate(() => {
    chuhe.game.newGame({ mode: "local" });
    for (let i = 0; i < 60 && chuhe.state.position.verdict.result === "ongoing"; i++) {
      const { placement, dests } = chuhe.state.position;
      const moves = [...dests].flatMap(([from, tos]) => tos.map((to) => [from, to]));
      const index = (name: string) => Number(name[1]) * 9 + name.charCodeAt(0) - 97;
      const [from, to] = moves.find((move) => placement[index(move[1])] !== ".") ?? moves[0];
      chuhe.game.move(from, to);
    }
    return chuhe.state.game;
  });
  await page.close();
  const faults: string[] = [];
  for (const locale of ["en", "vi", "zh-CN"]) {
    const { page: tested } = await openPage(t, { root: "www", context: { locale } });
    await tested.evaluate((game) => {
      const ply = game.ply - (game.ply % 2);
      const clock = { base: 900_000, increment: 10_000, times: [], spent: 0 };
      chuhe.game.open({ ...game, ply, mode: "engine", side: "red", fits: true, level: 3, clock });
    }, record);
    await tested.waitForFunction(() => document.querySelectorAll(".tray .token").length > 8);
    for (const withButton of [false, true]) {
      if (withButton) await offerWhy(tested);
      for (const [width, height] of STRIPS) {
        await tested.setViewportSize({ width, height });
        const where = `${locale} ${width} x ${height}, ${withButton ? "with" : "without"} the button`;
        faults.push(...(await stripFaults(tested)).map((fault) => `${where}: ${fault}`));
      }
    }
    await tested.close();
  }
  assert.deepEqual(faults, []);
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

/** Adds the button "Why was that bad?" to the person's strip. */
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

/** Returns the parts of the players' strips that overlap, stick out or are cut. */
const stripFaults = (page: Page) =>
  page.evaluate(() => {
    const parts =
      ".player-face, .player-name, .player-rank, .player-status, .tray-slot, .player-clock, .player-pause, .button";
    return [...document.querySelectorAll(".player")].flatMap((strip) => {
      const outer = strip.getBoundingClientRect();
      const visible = [...strip.querySelectorAll(parts)]
        .filter((part) => part.checkVisibility() && part.textContent + part.innerHTML)
        .map((part) => ({ part, box: part.getBoundingClientRect() }));
      type Part = (typeof visible)[number];
      const name = ({ part }: Part) => `${part.className} “${part.textContent}”`;
      const within = ({ box }: Part) =>
        box.left >= outer.left - 1 &&
        box.right <= outer.right + 1 &&
        box.top >= outer.top - 1 &&
        box.bottom <= outer.bottom + 1;
      const meet = ({ box: a }: Part, { box: b }: Part) =>
        a.left < b.right - 1 &&
        b.left < a.right - 1 &&
        a.top < b.bottom - 1 &&
        b.top < a.bottom - 1;
      return [
        ...visible.filter((one) => !within(one)).map((one) => `sticks out: ${name(one)}`),
        ...visible
          .filter(
            ({ part }) =>
              part.className !== "player-face" &&
              part.scrollWidth > part.clientWidth + 1 &&
              part.clientWidth > 0,
          )
          .map((one) => `cut: ${name(one)}`),
        ...visible.flatMap((one, at) =>
          visible
            .slice(at + 1)
            .filter((two) => meet(one, two))
            .map((two) => `${name(one)} over ${name(two)}`),
        ),
      ];
    });
  });

test("the notice of a missing network can be read beside clock and captured pieces", async (t) => {
  const faults: string[] = [];
  for (const locale of ["en", "vi", "zh-CN"]) {
    const { context, server } = await openPage(t, { root: "www", context: { locale } });
    const page = await context.newPage();
    await page.route("**/chuhe.nnue", (route) => route.abort());
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
      const more = { ply: moves.length, side: "red", fits: true, level: 3 } as const;
      chuhe.game.open({ ...begun, ...more, mode: "engine", moves, clock });
    });
    await game.plies(14);
    const words = await page.locator("#player-top .player-status span").first().textContent();
    for (const [width, height] of STRIPS) {
      await page.setViewportSize({ width, height });
      const where = `${locale} ${width} x ${height}`;
      faults.push(...(await stripFaults(page)).map((fault) => `${where}: ${fault}`));
      const isInView = await page.locator("#player-top .player-status").evaluate((line) => {
        const [first] = line.children;
        return first.getBoundingClientRect().bottom <= line.getBoundingClientRect().bottom + 1;
      });
      if (!isInView) faults.push(`${where}: “${words}” is out of view`);
    }
    await page.close();
  }
  assert.deepEqual(faults, []);
});

test("after a tablet is turned the current move stays in view in the list", async (t) => {
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
      const [inner, outer] = [cell, cell.closest("#moves")!].map((element) =>
        element.getBoundingClientRect(),
      );
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

test("on a phone the button that begins a game is in view, and the buttons that share it are not cut", async (t) => {
  for (const locale of ["zh-CN", "en", "vi"]) {
    const viewport = { width: 360, height: 640 };
    const { page } = await openPage(t, { context: { locale, viewport } });
    await page.click("#control-new");
    await page.locator("#new-dialog").waitFor();
    await risen(page);
    const button = (await page.locator("#new-form [type=submit]").first().boundingBox())!;
    assert.ok(button.y + button.height < 640, `${locale}: ${button.y}`);
    await page.keyboard.press("Escape");
    await page.click("#control-export");
    await page.locator("#export-dialog").waitFor();
    const rights = await page
      .locator("#export-dialog .share-grid .button, #export-dialog [type=submit]")
      .evaluateAll((all) =>
        all.map((element) => Math.round(element.getBoundingClientRect().right)),
      );
    assert.ok(Math.max(...rights) - rights.at(-1)! <= 1, `${locale}: ${rights}`);
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
      const room = await page.locator(`#${id}`).evaluate((list: HTMLSelectElement) => {
        const { paddingLeft, paddingRight, font } = getComputedStyle(list);
        const pen = document.createElement("canvas").getContext("2d")!;
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
