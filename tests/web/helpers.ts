/**
 * What the page and worker tests stand on: a loopback server, Chromium, and an ear for errors.
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
 * CHUHE_SITE chooses the pages: "www" (the default) or "dist", the release made of it, by which all tests
 * run in half the time. A test for one of them alone asks for its `root`: "www" if it names a module, "dist" if it is
 * about the release with its service worker, which is blocked otherwise.
 *
 * Options (`AppOptions` below): `root: "dist"`, `base: "/some/sub/path/"`, `path: "?lang=en"`, extra `files`
 * held in memory (say a bare page for a worker test: `files: { "probe.html": { type: "text/html", body: "…" } }`
 * with `path: "probe.html"`), response `headers`, and `context`, the options of Playwright's
 * `browser.newContext` (viewport, colorScheme, locale, hasTouch, deviceScaleFactor, reducedMotion…).
 * `browser()`, `startServer()` and `openPage()` are there for tests that want the parts.
 *
 * The Chromium is the one named by the environment variable CHROMIUM, else the system's; none is ever downloaded.
 * CHUHE_SLOWDOWN=4 makes its pages four times slower and their frames late, which is where a test shows that it does
 * not wait for what it looks at.
 * One browser is shared by the tests of a file. Run all with `./build.sh test web`, one with
 * `npx tsx --test tests/web/NAME.test.ts` once `./build.sh wasm` has been run.
 */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { startServer as serve } from "./server.ts";

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

/** The folder with the pages: the sources, or the release made of them, which loads in half the time. */
const SITE = process.env.CHUHE_SITE ?? "www";

/** How many times slower than it is a page is to be. */
const SLOWDOWN = Number(process.env.CHUHE_SLOWDOWN ?? 1);

/** What has not come about by then never will, in milliseconds. */
const LIMIT = 60_000 * SLOWDOWN;

/** @type {Promise<import("playwright-core").Browser> | undefined} */
let shared;

after(async () => (await shared)?.close());

/** Path of the Chromium to test with. Throws when there is none. */
export function chromiumPath() {
  const path = process.env.CHROMIUM || USUAL_PLACES.find((place) => existsSync(place));
  if (!path || !existsSync(path)) {
    throw new Error(`no Chromium at ${path ?? USUAL_PLACES.join(", ")}: set CHROMIUM to its path`);
  }
  return path;
}

/**
 * The headless Chromium shared by this file's tests, started at the first call.
 * @returns {Promise<import("playwright-core").Browser>}
 */
export function browser() {
  shared ??= launch();
  return shared;
}

async function launch() {
  const launched = await chromium.launch({
    executablePath: chromiumPath(),
    args: FLAGS,
    ignoreDefaultArgs: ["--hide-scrollbars"], // they take room in most browsers on desktops
    chromiumSandbox: false,
  });
  // tsx names inner functions with a `__name` of its modules, which functions that are sent to a page do not have.
  launched.on("context", (context) =>
    context.addInitScript("globalThis.__name = (named) => named"),
  );
  return launched;
}

/**
 * Serves the site, or a folder of the repository, until the end of test `t`.
 * @param {import("node:test").TestContext} t
 * @param {Omit<import("./server.ts").ServerOptions, "root"> & {root?: string}} [options]
 */
export async function startServer(t, { root, ...rest } = {}) {
  root ??= rest.files ? "www" : SITE;
  const server = await serve({ root: ROOT + root, ...rest });
  t.after(() => server.close());
  return server;
}

/** Random numbers that are the same in every run (the generator of Park and Miller): weak opponents draw their moves. */
function repeatable() {
  let state = 20_261_126;
  Math.random = () => (state = (state * 48_271) % 0x7fffffff) / 0x7fffffff;
}

/**
 * An empty page in a browser context of its own (own storage) until the end of test `t`. If the test fails, a picture
 * of each of its pages and what their consoles said are kept in target/tests/pages.
 * @param {import("node:test").TestContext} t
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function newPage(t, options) {
  const context = await (await browser()).newContext({ serviceWorkers: "block", ...options });
  context.setDefaultTimeout(LIMIT);
  await context.addInitScript(repeatable);
  /** @type {string[]} */
  const said = [];
  context.on("console", (message) => said.push(`${message.type()}: ${message.text()}`));
  context.on("weberror", (event) => said.push(`uncaught: ${event.error().stack}`));
  t.after(async () => {
    if (!passed(t)) await keep(t.name, context, said);
    await context.close();
  });
  const page = await context.newPage();
  await slowDown(page);
  return { page, context, errors: listen(page) };
}

/** Known in hooks behind the test; its types do not know of it yet. @param {any} t */
const passed = (t) => t.passed;

/** So many contexts were kept. */
let kept = 0;

/**
 * Keeps what the pages of a failed test show and said.
 * @param {string} name @param {import("playwright-core").BrowserContext} context @param {string[]} said
 */
async function keep(name, context, said) {
  const file = process.argv[1]?.match(/([\w.-]+)\.test\.ts$/)?.[1] ?? "page";
  const title = name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").slice(0, 80);
  const path = `${ROOT}target/tests/pages/${file} ${title} ${(kept += 1)}`;
  await mkdir(`${ROOT}target/tests/pages`, { recursive: true });
  const addresses = context.pages().map((page) => page.url());
  await writeFile(`${path}.txt`, [...addresses, ...said, ""].join("\n"));
  for (const [index, page] of context.pages().entries()) {
    const picture = { path: `${path}${index === 0 ? "" : ` ${index + 1}`}.png`, timeout: 5000 };
    await page.screenshot(picture).catch(() => {}); // a page that crashed has none
  }
}

/**
 * Opens a page in a browser context of its own (own storage) until the end of test `t`.
 * @param {import("node:test").TestContext} t
 * @param {string} url
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function openPage(t, url, options) {
  const opened = await newPage(t, options);
  await opened.page.goto(url);
  return opened;
}

/** Asks until it is so. @param {() => boolean | Promise<boolean>} ask @param {string} [what] for the error if it never is */
export async function until(ask, what = String(ask)) {
  const end = performance.now() + LIMIT;
  while (!(await ask())) {
    if (performance.now() > end) throw new Error(`not so after ${LIMIT} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Presses a point of the page's board with the mouse, once nothing moves there. @param {import("playwright-core").Page} page @param {string} square */
export async function pressPoint(page, square) {
  const place = await page.evaluate(async (name) => {
    const { chuheAnalysis, chuhePuzzles, chuhe } = /** @type {any} */ globalThis;
    const { board } = chuheAnalysis ?? chuhePuzzles ?? chuhe;
    await board.flushAnimation();
    const box = /** @type {HTMLElement} */ document.querySelector("#board").getBoundingClientRect();
    const { x, y } = board.centerOf(name);
    return { x: box.left + x, y: box.top + y };
  }, square);
  await page.mouse.click(place.x, place.y);
}

/** Plays a move by its two points. @param {import("playwright-core").Page} page @param {string} move */
export async function pressMove(page, move) {
  await pressPoint(page, move.slice(0, 2));
  await pressPoint(page, move.slice(2));
}

/**
 * Holds back what a page asks for.
 * @param {import("playwright-core").Page} page @param {string|RegExp} pattern of its addresses
 * @returns {Promise<() => void>} lets it go on
 */
export async function hold(page, pattern) {
  let release = () => {};
  const held = new Promise((resolve) => (release = () => resolve(undefined)));
  await page.route(pattern, async (route) => {
    await held;
    await route.continue().catch(() => {}); // the page may have been left
  });
  return release;
}

/**
 * What is to be drawn by now has been drawn: frames are served in the order in which they were asked for.
 * @param {import("playwright-core").Page} page
 */
export const drawn = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));

/** How much later a frame comes for each step of CHUHE_SLOWDOWN above 1, in milliseconds. */
const FRAME_DELAY = 40;

/** As slow as CHUHE_SLOWDOWN says, and as late to draw. @param {import("playwright-core").Page} page */
export async function slowDown(page) {
  if (SLOWDOWN === 1) return;
  await page.addInitScript(delayFrames, (SLOWDOWN - 1) * FRAME_DELAY);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
}

/** Runs in the page. @param {number} delay milliseconds */
function delayFrames(delay) {
  const request = globalThis.requestAnimationFrame.bind(globalThis);
  const cancel = globalThis.cancelAnimationFrame.bind(globalThis);
  /** Timers by the number that the page knows a frame by, and the frames they asked for. @type {Map<number, number>} */
  const frames = new Map();
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

/**
 * Collects everything that went wrong on a page, its workers included, as one line each.
 * @param {import("playwright-core").Page} page
 * @returns {string[]} Grows while the page lives.
 */
export function listen(page) {
  /** @type {string[]} */
  const errors = [];
  page.on("pageerror", (error) => errors.push(`page error: ${error.stack ?? error.message}`));
  page.on("crash", () => errors.push("the page crashed"));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`console: ${message.text()}`);
  });
  page.on("requestfailed", (request) => {
    const cause = request.failure()?.errorText;
    // A reload cuts off what is under way: nothing has failed then.
    if (cause !== "net::ERR_ABORTED") errors.push(`request failed: ${request.url()} (${cause})`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) errors.push(`status ${response.status()}: ${response.url()}`);
  });
  return errors;
}

/**
 * @typedef {object} AppOptions
 * @property {string} [root] Folder of the repository: "www" or "dist", by default as CHUHE_SITE says; "www" with `files`.
 * @property {string} [base] Path under which it is served, default "/".
 * @property {string} [path] What to open, relative to `base`, default "" (the page itself).
 * @property {Record<string, {type: string, body: string | Uint8Array}>} [files] Further files, by path relative to `base`.
 * @property {Record<string, string>} [headers] Sent with every answer.
 * @property {import("playwright-core").BrowserContextOptions} [context]
 */

/**
 * Serves the product and opens it: `startServer` and `openPage` in one.
 * @param {import("node:test").TestContext} t
 * @param {AppOptions} [options]
 */
export async function openApp(t, { path = "", context, ...serving } = {}) {
  const server = await startServer(t, serving);
  const serviceWorkers = serving.root === "dist" ? "allow" : "block";
  return { server, ...(await openPage(t, server.url + path, { serviceWorkers, ...context })) };
}
