// Warnings before a move that loses a piece: for whom, how often, and by every way of moving.

import { defaultSettings } from "../../www/js/shell/settings.ts";
import {
  type GameMode,
  type GameRecord,
  defaultGame,
  newGame,
} from "../../www/js/core/game-record.ts";
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { Page as BrowserPage } from "playwright-core";
import { GameController } from "../../www/js/play/game-controller.ts";
import type { Page } from "../../www/js/play/context.ts";
import type { GameEvent } from "../../www/js/play/game-events.ts";
import { createCaution, isCautious, withCautionedMove } from "../../www/js/play/caution.ts";
import { describeCaution } from "../../www/js/play/warnings.ts";
import { createStore } from "../../www/js/core/store.ts";
import {
  defaults,
  withGame,
  withPosition,
  withSettings,
  noRating,
} from "../../www/js/play/state.ts";
import { squareIndex, barePosition } from "../../www/js/core/xiangqi.ts";
import { encodeRating } from "../../www/js/play/rating.ts";
import { LANGS } from "../../www/js/core/languages.ts";
import { fake } from "./fake.ts";
import { type AppOptions, hold, openApp } from "./helpers.ts";
import { speaking } from "./locale-helpers.ts";
import { openPage, openSettings, player, whenReady } from "./page-helpers.ts";
import { Game } from "./rules-wasm.ts";

/** The rook leaves the horse to the cannon of b7; a cannon moves to a square that a horse attacks. */
const LEAVES = { move: "a0a1", capture: "b7b0" };
const ENTERS = { move: "e2e6", capture: "g7e6" };
const OPENING = ["h2e2", "h9g7"];
/** One rook may move where a soldier takes it, the other one where a cannon takes it. */
const ROOKS = "4k4/9/1c7/p7p/9/9/9/R8/9/3K4R w";

type Experience = "none" | "rules" | null;
const ratingOf = (experience: Experience) => ({ ...noRating(), experience });

test("warns unasked at the two lowest levels, if switched on at all levels, never two people", () => {
  const cautious = (
    level: number,
    warnLoss: boolean | null,
    mode: GameMode = "engine",
    experience: Experience = "none",
  ) =>
    isCautious({
      game: { ...defaultGame(), level, mode },
      settings: { ...defaultSettings(), warnLoss },
      rating: ratingOf(experience),
    });
  const levels = [1, 2, 2.4, 2.5, 10];
  assert.deepEqual(
    levels.map((level) => cautious(level, null)),
    [true, true, true, false, false],
  );
  for (const level of levels) {
    assert.equal(cautious(level, true), true);
    assert.equal(cautious(level, false), false);
    assert.equal(cautious(level, true, "local"), false);
  }
  for (const experience of [null, "rules"] as const)
    for (const level of levels) assert.equal(cautious(level, null, "engine", experience), false);
});

/** Creates a game against an engine that never answers, with the real rules. */
function setUp(settings: { warnLoss: boolean | null } = { warnLoss: true }) {
  const store = createStore(withSettings(defaults(), { notation: "wxf", ...settings }));
  const page = fake<Page>({ store, t: (key) => key, notify: () => {} });
  const caution = createCaution(page);
  const events: GameEvent[] = [];
  page.controller = new GameController({
    store,
    Game,
    loadEngine: () => new Promise(() => {}),
    emit: (event) => events.push(event),
    dangerOf: caution.dangerOf,
  });
  return { store, caution, events, controller: page.controller };
}

const parts = (move: string) => [move.slice(0, 2), move.slice(2)] as const;

test("a move that loses a piece is reported with the capture, and played knowingly", () => {
  for (const { move, capture } of [LEAVES, ENTERS]) {
    const { store, controller, events } = setUp();
    controller.open({ ...newGame(), moves: OPENING, ply: 2 });
    const [from, to] = parts(move);
    assert.equal(controller.move(from, to), false);
    assert.deepEqual(events.at(-1), { type: "endangered", from, to, capture });
    assert.equal(store.get().game.ply, 2);
    assert.equal(controller.move(from, to, { knowingly: true }), true);
    assert.equal(store.get().game.ply, 3);
  }
});

test("without warnings the same move is played at once", () => {
  for (const settings of [{ warnLoss: false }, { warnLoss: null }]) {
    const { controller, events } = setUp(settings);
    controller.open({ ...newGame(), level: 1, moves: OPENING, ply: 2 });
    assert.equal(controller.move(...parts(LEAVES.move)), true);
    assert.ok(events.every(({ type }) => type !== "endangered"));
  }
});

test("a move played in spite of a warning is not warned of again; after two, only a rook is", () => {
  const { store, caution } = setUp();
  const at = (startFen: string | null, moves: string[]) =>
    store.update((state) => {
      const rules = new Game(startFen, moves);
      const position = { ...barePosition(rules.placement()), turn: "w" as const };
      rules.free();
      return withPosition(withGame(state, { startFen, moves, ply: moves.length }), position);
    });
  const danger = (move: string) => {
    const { startFen, moves } = store.get().game;
    return caution.dangerOf(move, new Game(startFen, moves));
  };
  /** Shows the warning, then plays the move anyway. */
  const insist = (move: string, capture: string) => {
    const [from, to] = parts(move);
    const event = { type: "endangered", from, to, capture } as const;
    store.update((state) => ({ ...state, caution: event }));
    return caution.play(event);
  };
  at(null, OPENING);
  assert.equal(danger(LEAVES.move), LEAVES.capture);
  insist(LEAVES.move, LEAVES.capture);
  assert.equal(store.get().caution, null);
  at(null, OPENING);
  assert.equal(danger(LEAVES.move), undefined, "the same again");
  assert.equal(danger(ENTERS.move), ENTERS.capture, "another one");
  insist(ENTERS.move, ENTERS.capture);
  at(null, OPENING);
  assert.equal(danger("a0a2"), undefined, "a third time");
  at(ROOKS, []);
  assert.equal(danger("a2a5"), "a6a5", "a rook is worth it");
  caution.forget();
  at(null, OPENING);
  assert.equal(danger(LEAVES.move), LEAVES.capture, "another game");
});

test("the board shows the move, and the words name both pieces in every language", () => {
  for (const lang of LANGS) {
    const i18n = speaking(lang, "");
    for (const { move, capture } of [LEAVES, ENTERS]) {
      const { store, controller } = setUp();
      controller.open({ ...newGame(), moves: OPENING, ply: 2 });
      const [from, to] = parts(move);
      const caution = { type: "endangered", from, to, capture } as const;
      const state = { ...store.get(), caution };
      const { placement } = withCautionedMove(state).position;
      assert.equal(placement[squareIndex(from)], ".");
      const words = describeCaution(state, caution, i18n);
      const prey = placement[squareIndex(capture.slice(2))];
      const hunter = placement[squareIndex(capture.slice(0, 2))];
      for (const piece of [prey, hunter])
        assert.ok(words.includes(i18n.t(`piece.${piece}`)), words);
      assert.doesNotMatch(words, /[{}]/);
    }
  }
});

// ---- on the page

const EN = { locale: "en", viewport: { width: 1100, height: 760 } };

/** Stores a rating with this experience. */
const rate = (page: BrowserPage, experience: Experience) =>
  page.evaluate(
    (text) => localStorage.setItem("chuhe:rating:2", text),
    encodeRating(ratingOf(experience)),
  );

async function openGame(
  t: TestContext,
  {
    context = {},
    experience = "none",
    game = {},
    ...options
  }: AppOptions & { experience?: Experience; game?: Partial<GameRecord> } = {},
) {
  const app = await openPage(t, { context: { ...EN, ...context }, ...options });
  await rate(app.page, experience);
  await app.page.reload();
  await whenReady(app.page);
  await app.game.start({ level: 1, seed: 7, side: "red", ...game });
  const { page } = app;
  const strip = page.locator("#caution");
  const arrows = () => page.evaluate(() => chuhe.board.state.arrows);
  return { ...app, strip, arrows };
}

test("by mouse: the board shows the capture, and the move is taken back or played", async (t) => {
  const { page, game, strip, arrows, errors } = await openGame(t);
  const before = await game.placement();
  await game.click(LEAVES.move);
  await strip.waitFor();
  assert.equal(
    await page.locator("#caution-words").textContent(),
    "After this your horse can be taken by the cannon.",
  );
  await page.waitForFunction(() => chuhe.board.state.arrows.length === 1);
  assert.deepEqual(await arrows(), [{ from: "b7", to: "b0", weight: 1 }]);
  assert.notEqual(await game.placement(), before, "the piece stands where it would go");
  assert.deepEqual(await game.moves(), []);
  await page.selectOption("#language", "zh");
  await page.locator("#caution-words").getByText("你的马会被对方的炮吃掉").waitFor();
  await page.selectOption("#language", "en");
  await page.click("#caution-back");
  await strip.waitFor({ state: "hidden" });
  await page.waitForFunction((old) => chuhe.board.state.placement === old, before);
  assert.deepEqual(await arrows(), []);
  await game.drag(LEAVES.move);
  await page.click("#caution-play");
  await game.plies(2);
  assert.equal((await game.moves())[0], LEAVES.move);
  await page.keyboard.press("ArrowLeft");
  await game.plies(0);
  await game.click(LEAVES.move);
  await game.plies(2);
  assert.deepEqual(errors, []);
});

test("by keyboard: the warning has focus and name, Escape and undo take the move back", async (t) => {
  const { page, game, strip, errors } = await openGame(t);
  const put = async () => {
    await page.evaluate(() => chuhe.game.note({ warned: 0 }));
    await page.waitForFunction(
      () => chuhe.board.state.placement === chuhe.state.position.placement,
    );
    await page.evaluate(() => chuhe.board.focus("a0"));
    for (const key of ["Space", "ArrowUp", "Space"]) await page.keyboard.press(key);
    await strip.waitFor();
  };
  await page.waitForSelector("#board [role=gridcell]", { state: "attached" });
  for (const key of ["Escape", "ArrowLeft", "Enter"]) {
    await put();
    assert.equal(await page.evaluate(() => document.activeElement!.id), "caution-back");
    const named = page.getByRole("alertdialog", { name: /your horse can be taken/ });
    assert.equal(await named.count(), 1);
    await page.keyboard.press(key);
    await strip.waitFor({ state: "hidden" });
    assert.deepEqual(await game.moves(), [], key);
    const focused = () => document.querySelector("#board")!.contains(document.activeElement);
    assert.ok(await page.evaluate(focused), "back on the board");
  }
  await put();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await game.plies(2);
  assert.equal((await game.moves())[0], LEAVES.move);

  await page.evaluate(() => chuhe.game.undo());
  await game.plies(0);
  await page.keyboard.press("/");
  await page.waitForFunction(() => document.activeElement!.id === "typed-move");
  await page.keyboard.type("a0a2");
  await page.keyboard.press("Enter");
  await strip.waitFor();
  await page.keyboard.press("Escape");
  await strip.waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => document.activeElement!.id), "typed-move");
  assert.deepEqual(await game.moves(), []);
  assert.deepEqual(errors, []);
});

test("by touch: the warning does not cover the board", async (t) => {
  for (const viewport of [
    { width: 320, height: 568 },
    { width: 844, height: 390 },
  ]) {
    const { page, game, strip } = await openGame(t, { context: { hasTouch: true, viewport } });
    await game.tap(LEAVES.move);
    await strip.waitFor();
    const board = await page.locator("#board").boundingBox();
    const box = await strip.boundingBox();
    const apart = box!.y >= board!.y + board!.height || box!.x >= board!.x + board!.width;
    assert.ok(apart, JSON.stringify({ board, box }));
    assert.ok(box!.y + box!.height <= viewport.height + 0.5);
    await page.locator("#caution-play").tap();
    await game.plies(2);
    await page.close();
  }
});

test("a game has at most three warnings, also over a reload, with a picture of the loss", async (t) => {
  const { page, game, strip } = await openGame(t);
  for (const at of [1, 2, 3]) {
    await game.click(LEAVES.move);
    await strip.waitFor();
    const pieces = () =>
      [...document.querySelectorAll<HTMLElement>(".caution-picture .token")].map(
        (one) => one.dataset.piece,
      );
    assert.deepEqual(await page.evaluate(pieces), ["c", "N"]);
    await page.click("#caution-back");
    await strip.waitFor({ state: "hidden" });
    if (at !== 2) continue;
    await page.reload();
    await whenReady(page);
  }
  await game.click(LEAVES.move);
  await game.plies(2);
  assert.equal((await game.moves())[0], LEAVES.move);
});

test("Not again switches the warnings off, whatever becomes of the move", async (t) => {
  const { page, game, strip } = await openGame(t);
  await game.click(LEAVES.move);
  await strip.waitFor();
  await page.check("#caution-never");
  await page.click("#caution-back");
  await strip.waitFor({ state: "hidden" });
  await page.waitForFunction(() => chuhe.state.settings.warnLoss === false);
  assert.deepEqual(await game.moves(), []);
  await game.click(LEAVES.move);
  await game.plies(2);
});

test("the setting is off for experienced players and, if on, warns at every level", async (t) => {
  const { page, game, strip } = await openGame(t, { experience: "rules", game: { level: 6 } });
  const choose = async (on: boolean) => {
    await openSettings(page);
    const field = page.locator("#settings-form input[name=warnLoss]");
    assert.equal(await field.isChecked(), !on);
    await field.setChecked(on, { force: true });
    await page.waitForFunction((want) => chuhe.state.settings.warnLoss === want, on);
    await page.keyboard.press("Escape");
  };
  await game.click(LEAVES.move);
  await game.plies(2);
  await game.start({ level: 6, seed: 7, side: "red" });
  await choose(true);
  await game.click(LEAVES.move);
  await strip.waitFor();
  await page.reload();
  await whenReady(page);
  await game.click(LEAVES.move);
  await strip.waitFor();
  await page.click("#caution-back");
  await choose(false);
  await game.click(LEAVES.move);
  await game.plies(2);
});

test("the setting is on for people who never played", async (t) => {
  const { page } = await openGame(t);
  await openSettings(page);
  assert.ok(await page.locator("#settings-form input[name=warnLoss]").isChecked());
});

test("a warning that cannot be fetched does not block the move", async (t) => {
  const { page, game } = await openGame(t, { root: "www" });
  await page.route("**/css/caution.css", (route) => route.abort());
  await game.click(LEAVES.move);
  await game.plies(2);
  assert.equal((await game.moves())[0], LEAVES.move);
});

test("a move made before the rules load is warned of when they have loaded", async (t) => {
  const { page, server } = await openApp(t, { context: EN });
  await whenReady(page);
  await rate(page, "none");
  await player(page).start({ level: 1, seed: 7, side: "red" });
  const go = await hold(page, "**/*.wasm");
  await page.goto(server.url);
  await page.waitForSelector("canvas[data-ready=true]");
  const game = player(page);
  await game.click(LEAVES.move);
  go();
  await page.locator("#caution").waitFor();
  await page.click("#caution-back");
  await page.waitForFunction(() => chuhe.board.state.lastMove === null);
  assert.deepEqual(await game.moves(), []);
  const stored = () => page.evaluate(() => JSON.parse(localStorage["chuhe:game"]).moves);
  assert.deepEqual(await stored(), []);
  await game.click(LEAVES.move);
  await page.click("#caution-play");
  await game.plies(2);
});
