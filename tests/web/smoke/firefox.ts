/** Firefox by puppeteer-core, which speaks WebDriver BiDi with it. */
import { delimiter, join } from "node:path";
import { launch as start } from "puppeteer-core";
import { SIZE, callOf, programOf, temporary } from "./drivers.ts";

const PATH = (process.env.PATH ?? "").split(delimiter);
const PLACES = [
  process.env.FIREFOX,
  ...PATH.flatMap((folder) => [join(folder, "firefox-esr"), join(folder, "firefox")]),
  "/Applications/Firefox.app/Contents/MacOS/firefox",
];

/** @returns {Promise<import("./drivers.ts").Browser>} */
export async function launch() {
  const folder = temporary();
  const browser = await start({
    browser: "firefox",
    executablePath: programOf("Firefox", PLACES),
    headless: true,
    defaultViewport: SIZE,
    extraPrefsFirefox: {
      "intl.accept_languages": "zh-CN",
      "browser.download.folderList": 2,
      "browser.download.dir": folder.path,
      "browser.download.always_ask_before_handling_new_types": false,
    },
  });
  return {
    visit: async () => {
      const context = await browser.createBrowserContext();
      return tabOf(await context.newPage(), folder.path);
    },
    async close() {
      await browser.close();
      folder.remove();
    },
  };
}

/** @param {import("puppeteer-core").Page} page @param {string} downloads @returns {import("./drivers.ts").Tab} */
function tabOf(page, downloads) {
  /** @type {string[]} */
  const heard = [];
  page.on("pageerror", (error) => heard.push(`uncaught: ${error.stack ?? error}`));
  page.on("console", (message) => {
    if (message.type() === "error") heard.push(`console: ${message.text()}`);
  });
  const { mouse, keyboard } = page;
  return {
    downloads,
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    run: (does, ...given) => page.evaluate(callOf(does, given)),
    async point(from, to) {
      await mouse.move(from.x, from.y);
      await mouse.down();
      if (to) await mouse.move(to.x, to.y, { steps: 6 });
      await mouse.up();
    },
    async press(key) {
      const keys = key.split("+");
      for (const held of keys.slice(0, -1)) await keyboard.down(held);
      await keyboard.press(keys.at(-1));
      for (const held of keys.slice(0, -1)) await keyboard.up(held);
    },
    async choose(selector, path) {
      const field = await page.$(selector);
      await field.uploadFile(path);
    },
    errors: async () => heard,
    picture: (path) => page.screenshot({ path }),
    close: () => page.browserContext().close(),
  };
}
