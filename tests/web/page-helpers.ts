/** Opens the game's page for tests, plays through the canvas and reads what it shows. */
import type { TestContext } from "node:test";
import type { Page } from "playwright-core";
import type { Options } from "../../www/pkg/chuhe.js";
import type { GameController } from "../../www/js/play/game-controller.ts";
import { drawn, openApp } from "./helpers.ts";
import type { AppOptions } from "./helpers.ts";

const ZH = { locale: "zh-CN", viewport: { width: 1100, height: 760 } };

/** Opens the page and waits until the board can be used. */
export async function openPage(t: TestContext, { context, ...options }: AppOptions = {}) {
  const app = await openApp(t, { context: { ...ZH, ...context }, ...options });
  await whenReady(app.page);
  return { ...app, game: player(app.page) };
}

/** Waits until the page can be used; a first visit's start screen stays. */
export async function whenUsable(page: Page) {
  await page.waitForFunction(() => "chuhe" in globalThis);
  await page.evaluate(() => chuhe.ready);
  await page.waitForSelector("canvas[data-ready=true]");
  await drawn(page);
}

/** Waits until the board can be used; leaves a first visit's start screen. */
export async function whenReady(page: Page) {
  await page.waitForFunction(() => "chuhe" in globalThis);
  await page.evaluate(async () => {
    await chuhe.ready;
    chuhe.leaveStart();
    // Waits until the layout of the board's screen is drawn.
    while (document.querySelector("[data-screen=start]")) await new Promise(requestAnimationFrame);
  });
  await page.waitForSelector("canvas[data-ready=true]");
  await drawn(page);
}

/** Waits until the board shows the last change and the page is idle. */
export const atRest = (page: Page) =>
  page.evaluate(async () => {
    await chuhe.board.flushAnimation();
    await new Promise((resolve) => requestIdleCallback(resolve));
  });

/** Opens the sheet of settings and waits for its pictures, which move what is below them. */
export async function openSettings(page: Page) {
  await page.click("#settings");
  await page.locator("#looks input").first().waitFor({ state: "attached" });
  await risen(page);
}

/** Waits until a sheet has risen into its place; a click before that may miss. */
export const risen = (page: Page) =>
  page.locator("dialog:modal").evaluate(async (sheet) => {
    await Promise.all(sheet.getAnimations().map(({ finished }) => finished));
  });

/** Unfolds the start position in the sheet of a new game. */
export async function unfoldPosition(page: Page) {
  await risen(page);
  await page.click("#new-position summary");
}

/**
 * Makes full strength think for a minute instead of a second, also after a reload, so that a test has time to act
 * meanwhile. The engine's worker must not have been started.
 */
export async function letItThink(page: Page) {
  const patch = () => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function send(message, options) {
      const slow = message.options?.movetime === 1000;
      const changed = slow
        ? { ...message, options: { ...message.options, movetime: 60_000 } }
        : message;
      return post.call(this, changed, options as StructuredSerializeOptions);
    };
  };
  await page.addInitScript(patch);
  await page.evaluate(patch);
}

/** Returns the actions of a person on the page, and readers of its state. */
export function player(page: Page) {
  /** Returns the place of a point, once the page shows its state: it does so in the next frame. */
  const center = async (square: string) => {
    await drawn(page);
    return page.evaluate((name) => {
      const box = document.querySelector("#board")!.getBoundingClientRect();
      const { x, y } = chuhe.board.centerOf(name);
      return { x: box.left + x, y: box.top + y };
    }, square);
  };

  const press = async (square: string) => {
    const { x, y } = await center(square);
    await page.mouse.click(x, y);
  };

  /** Waits until so many plies are played and the board shows them. */
  const plies = async (count: number) => {
    await page.waitForFunction((expected) => {
      const { game, position } = chuhe.state;
      return game.ply === expected && chuhe.board.state.placement === position.placement;
    }, count);
    await drawn(page);
  };

  return {
    press,
    /** Clicks the piece, then the point. */
    async click(move: string) {
      await press(move.slice(0, 2));
      await press(move.slice(2));
    },
    async drag(move: string) {
      const from = await center(move.slice(0, 2));
      const to = await center(move.slice(2));
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
      await page.mouse.move(to.x, to.y, { steps: 4 });
      await page.mouse.up();
    },
    async tap(move: string) {
      for (const square of [move.slice(0, 2), move.slice(2)]) {
        const { x, y } = await center(square);
        await page.touchscreen.tap(x, y);
      }
    },
    moves: () => page.evaluate(() => chuhe.state.game.moves.slice(0, chuhe.state.game.ply)),
    placement: () =>
      page.evaluate(() => document.querySelector<HTMLElement>("#board canvas")!.dataset.placement),
    status: () => page.evaluate(() => chuhe.state.engine.status),
    plies,
    thinking: () => page.waitForFunction(() => chuhe.state.engine.status === "thinking"),
    /** Starts a game without the dialog and waits until the board shows it. */
    async start(choices: Parameters<GameController["newGame"]>[0]) {
      const ply = await page.evaluate((options) => {
        chuhe.game.newGame(options);
        return chuhe.state.game.ply;
      }, choices);
      await plies(ply);
    },
    /** Returns the words of the move list, in order. */
    async list() {
      await drawn(page);
      return page.locator("#moves .ply").allTextContents();
    },
  };
}

/** Red mates with b0b9. */
export const MATE_IN_ONE = "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1";

/** Returns a good move for the side to move, found by the engine's one-shot call on the page. */
export function goodMove(page: Page, options: Options): Promise<string> {
  return page.evaluate(async (limits) => {
    const { getBestMove } = await import("./pkg/chuhe.js");
    const { game } = chuhe.state;
    const fen =
      game.startFen ?? "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    return getBestMove(fen, { moves: game.moves.slice(0, game.ply), ...limits }).move!;
  }, options);
}
