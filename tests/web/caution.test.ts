// A move that gives a piece away is asked about before it is final: for whom, how often, and by every way of moving.

import { defaultSettings } from "../../www/js/shell/settings.ts";
import { defaultGame, newGame } from "../../www/js/core/game-record.ts";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { GameController } from "../../www/js/play/game-controller.ts";
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
import { Game, initSync } from "../../www/pkg/chuhe.js";
import { LANGS } from "../../www/js/core/languages.ts";
import { fill } from "../../www/js/core/i18n.ts";
import { hold, openApp } from "./helpers.ts";
import { openPage, openSettings, player, whenReady } from "./page-helpers.ts";

initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });

/** The rook leaves the horse to the cannon of b7; a cannon goes to where a horse takes it. */
const LEAVES = { move: "a0a1", capture: "b7b0" };
const ENTERS = { move: "e2e6", capture: "g7e6" };
const OPENING = ["h2e2", "h9g7"];
/** A rook may go to where a soldier, the other one to where a cannon takes it. */
const ROOKS = "4k4/9/1c7/p7p/9/9/9/R8/9/3K4R w";

/** The rating of who has answered the question so, or of who was never asked. @param {"none"|"rules"|null} experience */
const ratingOf = (experience) => ({ ...noRating(), experience });

test("unasked at the two lowest levels only, switched on at every level, and never between two people", () => {
  const cautious = (level, warnLoss, mode = "engine", experience = "none") =>
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
  for (const experience of [null, "rules"])
    for (const level of levels) assert.equal(cautious(level, null, "engine", experience), false);
});

/** A game against an engine that never answers, with the rules of the page. */
function setUp(settings = { warnLoss: true }) {
  const store = createStore(withSettings(defaults(), { notation: "wxf", ...settings }));
  const page = { store, t: (key) => key, notify: () => {}, controller: null };
  const caution = createCaution(page);
  const events = [];
  page.controller = new GameController({
    store,
    Game,
    loadEngine: () => new Promise(() => {}),
    emit: (event) => events.push(event),
    dangerOf: caution.dangerOf,
  });
  return { store, caution, events, controller: page.controller };
}

const parts = (move) => [move.slice(0, 2), move.slice(2)];

test("the move is not played but told of with the capture; knowingly it is", () => {
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

test("where nobody is to be warned, the same move is played at once", () => {
  for (const settings of [{ warnLoss: false }, { warnLoss: null }]) {
    const { controller, events } = setUp(settings);
    controller.open({ ...newGame(), level: 1, moves: OPENING, ply: 2 });
    assert.equal(controller.move(...parts(LEAVES.move)), true);
    assert.ok(events.every(({ type }) => type !== "endangered"));
  }
});

test("what was played all the same is not asked about again; after two of them only a rook is", () => {
  const { store, caution } = setUp();
  const at = (startFen, moves) =>
    store.update((state) => {
      const rules = new Game(startFen, moves);
      const position = { ...barePosition(rules.placement()), turn: "w" };
      rules.free();
      return withPosition(withGame(state, { startFen, moves, ply: moves.length }), position);
    });
  const danger = (move) => {
    const { startFen, moves } = store.get().game;
    return caution.dangerOf(move, new Game(startFen, moves));
  };
  /** Asked and played anyway, as far as this module has to do with it. */
  const insist = (move, capture) => {
    const [from, to] = parts(move);
    const event = { type: "endangered", from, to, capture };
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
    const url = new URL(`../../www/locales/${lang}.json`, import.meta.url);
    const lines = JSON.parse(readFileSync(url, "utf8"));
    const t = (key, params) => fill(lines[key], params);
    for (const { move, capture } of [LEAVES, ENTERS]) {
      const { store, controller } = setUp();
      controller.open({ ...newGame(), moves: OPENING, ply: 2 });
      const [from, to] = parts(move);
      const caution = { type: "endangered", from, to, capture };
      const state = { ...store.get(), caution };
      const { placement } = withCautionedMove(state).position;
      assert.equal(placement[squareIndex(from)], ".");
      const words = describeCaution(state, caution, { t });
      const prey = placement[squareIndex(capture.slice(2))];
      const hunter = placement[squareIndex(capture.slice(0, 2))];
      for (const piece of [prey, hunter]) assert.ok(words.includes(t(`piece.${piece}`)), words);
      assert.doesNotMatch(words, /[{}]/);
    }
  }
});

// ---- on the page

const EN = { locale: "en", viewport: { width: 1100, height: 760 } };

/** Stores a rating. */
const rate = (page, experience) =>
  page.evaluate(
    (text) => localStorage.setItem("chuhe:rating:2", text),
    encodeRating(ratingOf(experience)),
  );

/** @param {import("node:test").TestContext} t @param {object} [options] */
async function openGame(t, { context = {}, experience = "none", game = {}, ...options } = {}) {
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

test("by mouse: the board shows who would take, the piece goes back or the move is played", async (t) => {
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

test("by keyboard: the question has the focus and a name, Escape and undo take the move back", async (t) => {
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
    assert.equal(await page.evaluate(() => document.activeElement.id), "caution-back");
    const named = page.getByRole("alertdialog", { name: /your horse can be taken/ });
    assert.equal(await named.count(), 1);
    await page.keyboard.press(key);
    await strip.waitFor({ state: "hidden" });
    assert.deepEqual(await game.moves(), [], key);
    const focused = () => document.querySelector("#board").contains(document.activeElement);
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
  await page.waitForFunction(() => document.activeElement.id === "typed-move");
  await page.keyboard.type("a0a2");
  await page.keyboard.press("Enter");
  await strip.waitFor();
  await page.keyboard.press("Escape");
  await strip.waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => document.activeElement.id), "typed-move");
  assert.deepEqual(await game.moves(), []);
  assert.deepEqual(errors, []);
});

test("by touch, with nothing of it over the board", async (t) => {
  for (const viewport of [
    { width: 320, height: 568 },
    { width: 844, height: 390 },
  ]) {
    const { page, game, strip } = await openGame(t, { context: { hasTouch: true, viewport } });
    await game.tap(LEAVES.move);
    await strip.waitFor();
    const board = await page.locator("#board").boundingBox();
    const box = await strip.boundingBox();
    const apart = box.y >= board.y + board.height || box.x >= board.x + board.width;
    assert.ok(apart, JSON.stringify({ board, box }));
    assert.ok(box.y + box.height <= viewport.height + 0.5);
    await page.locator("#caution-play").tap();
    await game.plies(2);
    await page.close();
  }
});

test("a game has three warnings at most, also after a reload; a picture says what is lost", async (t) => {
  const { page, game, strip } = await openGame(t);
  for (const at of [1, 2, 3]) {
    await game.click(LEAVES.move);
    await strip.waitFor();
    const pieces = () =>
      [...document.querySelectorAll(".caution-picture .token")].map((one) => one.dataset.piece);
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

test("the setting says so: off for who has played, on at every level once switched on", async (t) => {
  const { page, game, strip } = await openGame(t, { experience: "rules", game: { level: 6 } });
  const choose = async (on) => {
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

test("who never played finds it on", async (t) => {
  const { page } = await openGame(t);
  await openSettings(page);
  assert.ok(await page.locator("#settings-form input[name=warnLoss]").isChecked());
});

test("what cannot be fetched to ask does not stand in the way", async (t) => {
  const { page, game } = await openGame(t, { root: "www" });
  await page.route("**/css/caution.css", (route) => route.abort());
  await game.click(LEAVES.move);
  await game.plies(2);
  assert.equal((await game.moves())[0], LEAVES.move);
});

test("a move made before the rules are there is asked about when they come", async (t) => {
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
