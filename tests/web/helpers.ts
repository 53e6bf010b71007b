/**
 * Opens the product in Chromium for the tests: a loopback server, a browser, and a list of what went wrong on the page.
 *
 * Most tests need one call, which cleans up after the test by itself:
 *
 *     import test from "node:test";
 *     import { openApp } from "./helpers.ts";
 *
 *     test("the board answers a click", async (t) => {
 *       const { page, errors } = await openApp(t);           // www/ at the root of its own origin
 *       await page.mouse.click(100, 100);
 *       assert.deepEqual(errors, []);                        // console, page, worker and network errors
 *     });
 *
 * The environment variable CHUHE_SITE chooses the pages: "www" (the default) or "dist", the release, which loads in half
 * the time. A test for one of them sets `root`: "www" if it names a module, "dist" if it is about the release with its
 * service worker, which is blocked otherwise. `AppOptions` below has the other options. `browser()`, `startServer()` and
 * `openPage()` are there for tests that need the parts.
 *
 * The environment variable CHROMIUM names the browser, else it is the system's; none is ever downloaded. The tests of a
 * file share it. CHUHE_SLOWDOWN=4 makes pages four times slower and their frames late, which shows where a test does not
 * wait for what it looks at.
 *
 * `./build.sh test web` runs all tests, `npx tsx --test tests/web/NAME.test.ts` one file after `./build.sh wasm`.
 */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { after } from "node:test";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { startServer as serve } from "./server.ts";
import type { ServerOptions } from "./server.ts";

/** The repository's root folder, ending in a slash. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const USUAL_PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/chromium-browser",
  "/snap/bin/chromium",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const FLAGS = [
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The folder with the pages. */
const SITE = process.env.CHUHE_SITE ?? "www";

/** The factor by which pages are slowed down. */
const SLOWDOWN = Number(process.env.CHUHE_SLOWDOWN ?? 1);

/** The time limit of every wait, in milliseconds. */
const LIMIT = 60_000 * SLOWDOWN;

let shared: Promise<Browser> | undefined;

after(async () => (await shared)?.close());

/** Returns the path of the Chromium to test with. Throws when there is none. */
export function chromiumPath() {
  const path = process.env.CHROMIUM || USUAL_PLACES.find((place) => existsSync(place));
  if (!path || !existsSync(path)) {
    throw new Error(`no Chromium at ${path ?? USUAL_PLACES.join(", ")}: set CHROMIUM to its path`);
  }
  return path;
}

/** Returns the headless Chromium that a file's tests share, started at the first call. */
export const browser = (): Promise<Browser> => (shared ??= launch());

async function launch() {
  const launched = await chromium.launch({
    executablePath: chromiumPath(),
    args: FLAGS,
    ignoreDefaultArgs: ["--hide-scrollbars"], // scroll bars take room in most desktop browsers
    chromiumSandbox: false,
  });
  // tsx names inner functions by `__name` of its modules, which a page that receives a function does not have.
  launched.on("context", (context) =>
    context.addInitScript("globalThis.__name = (inner) => inner"),
  );
  return launched;
}

/** Serves the site, or a folder of the repository, until the end of test `t`. */
export async function startServer(t: TestContext, { root, ...rest }: Partial<ServerOptions> = {}) {
  root ??= rest.files ? "www" : SITE;
  const server = await serve({ root: ROOT + root, ...rest });
  t.after(() => server.close());
  return server;
}

/** Makes random numbers the same in every run (generator of Park and Miller), as weak opponents draw their moves. */
function seedRandom() {
  let state = 20_261_126;
  Math.random = () => (state = (state * 48_271) % 0x7fffffff) / 0x7fffffff;
}

/**
 * Opens an empty page in a browser context of its own (own storage) until the end of test `t`. If the test fails,
 * pictures of the context's pages and their console messages are stored in target/tests/pages.
 */
export async function newPage(t: TestContext, options?: BrowserContextOptions) {
  const context = await (await browser()).newContext({ serviceWorkers: "block", ...options });
  context.setDefaultTimeout(LIMIT);
  await context.addInitScript(seedRandom);
  const messages: string[] = [];
  context.on("console", (message) => messages.push(`${message.type()}: ${message.text()}`));
  context.on("weberror", (event) => messages.push(`uncaught: ${event.error().stack}`));
  t.after(async () => {
    if (!passed(t)) await storePages(t.name, context, messages);
    await context.close();
  });
  const page = await context.newPage();
  await slowDown(page);
  return { page, context, errors: listen(page) };
}

/** Hooks after a test know its result; the type does not have it yet. */
const passed = (t: TestContext & { passed?: boolean }) => t.passed;

/** The number of contexts stored so far. */
let storedContexts = 0;

/** Stores pictures and messages of the pages of a failed test. */
async function storePages(name: string, context: BrowserContext, messages: string[]) {
  const file = process.argv[1]?.match(/([\w.-]+)\.test\.ts$/)?.[1] ?? "page";
  const title = name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").slice(0, 80);
  const path = `${ROOT}target/tests/pages/${file} ${title} ${(storedContexts += 1)}`;
  await mkdir(`${ROOT}target/tests/pages`, { recursive: true });
  const addresses = context.pages().map((page) => page.url());
  await writeFile(`${path}.txt`, [...addresses, ...messages, ""].join("\n"));
  for (const [index, page] of context.pages().entries()) {
    const picture = { path: `${path}${index === 0 ? "" : ` ${index + 1}`}.png`, timeout: 5000 };
    await page.screenshot(picture).catch(() => {}); // a crashed page has no picture
  }
}

/** Opens an address in a browser context of its own (own storage) until the end of test `t`. */
export async function openPage(t: TestContext, url: string, options?: BrowserContextOptions) {
  const opened = await newPage(t, options);
  await opened.page.goto(url);
  return opened;
}

/** Waits until a condition holds. An error names it by `what`. */
export async function until(condition: () => boolean | Promise<boolean>, what = String(condition)) {
  const end = performance.now() + LIMIT;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`not so after ${LIMIT} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Presses a point of the page's board with the mouse, once the page shows its state and nothing moves there. */
export async function pressPoint(page: Page, square: string) {
  await drawn(page);
  const place = await page.evaluate(async (name) => {
    const { board } =
      globalThis.chuheFriend ??
      globalThis.chuheAnalysis ??
      globalThis.chuhePuzzles ??
      globalThis.chuhe;
    await board.flushAnimation();
    const box = board.canvas.parentElement!.getBoundingClientRect();
    const { x, y } = board.centerOf(name);
    return { x: box.left + x, y: box.top + y };
  }, square);
  await page.mouse.click(place.x, place.y);
}

/** Plays a move by its two points. */
export async function pressMove(page: Page, move: string) {
  await pressPoint(page, move.slice(0, 2));
  await pressPoint(page, move.slice(2));
}

/** Holds back a page's requests for addresses of a pattern until the returned function is called. */
export async function hold(page: Page, pattern: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(pattern, async (route) => {
    await released;
    await route.continue().catch(() => {}); // the page may have been left
  });
  return release;
}

/** Waits until all that is due to be drawn has been drawn: frames are served in the order of their requests. */
export const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));

/** The delay of a frame for each step of CHUHE_SLOWDOWN above 1, in milliseconds. */
const FRAME_DELAY = 40;

/** Slows a page and its frames down as CHUHE_SLOWDOWN says. */
export async function slowDown(page: Page) {
  if (SLOWDOWN === 1) return;
  await page.addInitScript(delayFrames, (SLOWDOWN - 1) * FRAME_DELAY);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
}

/** Runs in the page. The delay is in milliseconds. */
function delayFrames(delay: number) {
  const request = globalThis.requestAnimationFrame.bind(globalThis);
  const cancel = globalThis.cancelAnimationFrame.bind(globalThis);
  /** Requested frames by timer, whose number the page has as the frame's. */
  const frames = new Map<number, number>();
  globalThis.requestAnimationFrame = (callback) => {
    const timer = window.setTimeout(() => {
      frames.set(
        timer,
        request((now) => {
          frames.delete(timer);
          callback(now);
        }),
      );
    }, delay);
    return timer;
  };
  globalThis.cancelAnimationFrame = (timer) => {
    window.clearTimeout(timer);
    cancel(frames.get(timer) ?? 0);
    frames.delete(timer);
  };
}

/** Returns a list that grows by a line for each error of a page, its workers included. */
export function listen(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(`page error: ${error.stack ?? error.message}`));
  page.on("crash", () => errors.push("the page crashed"));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`console: ${message.text()}`);
  });
  page.on("requestfailed", (request) => {
    const cause = request.failure()?.errorText;
    // A reload cancels requests under way, which is no failure.
    if (cause !== "net::ERR_ABORTED") errors.push(`request failed: ${request.url()} (${cause})`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) errors.push(`status ${response.status()}: ${response.url()}`);
  });
  return errors;
}

/** `root` is a folder of the repository, by default as CHUHE_SITE says; "www" with `files`. */
export interface AppOptions extends Partial<ServerOptions> {
  /** The page to open, relative to `base`. Default "". */
  path?: string;
  context?: BrowserContextOptions;
}

/** Serves the product and opens it: `startServer` and `openPage` in one. */
export async function openApp(t: TestContext, { path = "", context, ...serving }: AppOptions = {}) {
  const server = await startServer(t, serving);
  const serviceWorkers = serving.root === "dist" ? "allow" : "block";
  return { server, ...(await openPage(t, server.url + path, { serviceWorkers, ...context })) };
}
