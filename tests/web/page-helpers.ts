/** Hands and eyes for the page tests: opens the page, plays through the canvas, reads what it shows. */
import { drawn, openApp } from "./helpers.ts";

const ZH = { locale: "zh-CN", viewport: { width: 1100, height: 760 } };

/**
 * Opens the page and waits until the board can be used.
 * @param {import("node:test").TestContext} t
 * @param {import("./helpers.ts").AppOptions} [options]
 */
export async function openPage(t, { context, ...options } = {}) {
  const app = await openApp(t, { context: { ...ZH, ...context }, ...options });
  await whenReady(app.page);
  return { ...app, game: player(app.page) };
}

/** The page can be used, a first visit's start screen included. @param {import("playwright-core").Page} page */
export async function whenUsable(page) {
  await page.waitForFunction(() => "chuhe" in globalThis);
  await page.evaluate(() => chuhe.ready);
  await page.waitForSelector("canvas[data-ready=true]");
  await drawn(page);
}

/** The board can be used; a first visit's start screen is put away. @param {import("playwright-core").Page} page */
export async function whenReady(page) {
  await page.waitForFunction(() => "chuhe" in globalThis);
  await page.evaluate(async () => {
    await chuhe.ready;
    chuhe.leaveStart();
    // The layout of the board's screen is drawn, not only wanted.
    while (document.querySelector("[data-screen=start]")) await new Promise(requestAnimationFrame);
  });
  await page.waitForSelector("canvas[data-ready=true]");
  await drawn(page);
}

/** What was set going is over: the board shows it, and the page has nothing left to do. @param {import("playwright-core").Page} page */
export const atRest = (page) =>
  page.evaluate(async () => {
    await chuhe.board.flushAnimation();
    await new Promise((resolve) => requestIdleCallback(resolve));
  });

/** The sheet of settings, when its pictures are there: they move what is below them. @param {import("playwright-core").Page} page */
export async function openSettings(page) {
  await page.click("#settings");
  await page.locator("#looks input").first().waitFor({ state: "attached" });
  await risen(page);
}

/** A sheet rises into its place; a click on the way there may miss. @param {import("playwright-core").Page} page */
export const risen = (page) =>
  page.locator("dialog:modal").evaluate(async (sheet) => {
    await Promise.all(sheet.getAnimations().map(({ finished }) => finished));
  });

/** Unfolds the position to start from, in the sheet of a new game. @param {import("playwright-core").Page} page */
export async function unfoldPosition(page) {
  await risen(page);
  await page.click("#new-position summary");
}

/** A person at the page. @param {import("playwright-core").Page} page */
/**
 * Full strength thinks for a minute instead of a second from now on, also after a reload: time enough to do something
 * meanwhile. The engine's worker has not been started yet.
 * @param {import("playwright-core").Page} page
 */
export async function letItThink(page) {
  const patch = () => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function send(message, ...rest) {
      const slow = message.options?.movetime === 1000;
      const changed = slow
        ? { ...message, options: { ...message.options, movetime: 60_000 } }
        : message;
      return post.call(this, changed, ...rest);
    };
  };
  await page.addInitScript(patch);
  await page.evaluate(patch);
}

export function player(page) {
  const center = (/** @type {string} */ square) =>
    page.evaluate((name) => {
      const box = document.querySelector("#board").getBoundingClientRect();
      const { x, y } = chuhe.board.centerOf(name);
      return { x: box.left + x, y: box.top + y };
    }, square);

  const press = async (/** @type {string} */ square) => {
    const { x, y } = await center(square);
    await page.mouse.click(x, y);
  };

  /** Waits until so many plies are played and the page shows them. */
  const plies = async (/** @type {number} */ count) => {
    await page.waitForFunction((wanted) => {
      const { game, position } = chuhe.state;
      return game.ply === wanted && chuhe.board.state.placement === position.placement;
    }, count);
    await drawn(page);
  };

  return {
    press,
    /** Click the piece, click the point. @param {string} move */
    async click(move) {
      await press(move.slice(0, 2));
      await press(move.slice(2));
    },
    /** @param {string} move */
    async drag(move) {
      const from = await center(move.slice(0, 2));
      const to = await center(move.slice(2));
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await page.mouse.up();
    },
    /** @param {string} move */
    async tap(move) {
      for (const square of [move.slice(0, 2), move.slice(2)]) {
        const { x, y } = await center(square);
        await page.touchscreen.tap(x, y);
      }
    },
    moves: () => page.evaluate(() => chuhe.state.game.moves.slice(0, chuhe.state.game.ply)),
    placement: () => page.evaluate(() => document.querySelector("#board canvas").dataset.placement),
    status: () => page.evaluate(() => chuhe.state.engine.status),
    plies,
    thinking: () => page.waitForFunction(() => chuhe.state.engine.status === "thinking"),
    /** A new game without the dialog; the board shows it in its next frame. @param {object} choices */
    async start(choices) {
      const ply = await page.evaluate((wanted) => {
        chuhe.game.newGame(wanted);
        return chuhe.state.game.ply;
      }, choices);
      await plies(ply);
    },
    /** Words in the move list, in order. */
    async list() {
      await drawn(page);
      return page.locator("#moves .ply").allTextContents();
    },
  };
}

/** Red mates with b0b9. */
export const MATE_IN_ONE = "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1";

/**
 * A good move for the side to move, found on the page by the engine's one-shot call.
 * @param {import("playwright-core").Page} page
 * @param {object} options of getBestMove
 * @returns {Promise<string>}
 */
export function goodMove(page, options) {
  return page.evaluate(async (limits) => {
    const { getBestMove } = await import("./pkg/chuhe.js");
    const { game } = chuhe.state;
    const fen =
      game.startFen ?? "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    return getBestMove(fen, { moves: game.moves.slice(0, game.ply), ...limits }).move;
  }, options);
}
