/** Firefox by puppeteer-core, which speaks WebDriver BiDi with it. */
import { delimiter, join } from "node:path";
import { launch as start } from "puppeteer-core";
import type { ElementHandle, KeyInput, Page } from "puppeteer-core";
import { SIZE, callOf, programOf, temporary } from "./drivers.ts";
import type { Browser, Tab } from "./drivers.ts";

const PATH = (process.env.PATH ?? "").split(delimiter);
const PLACES = [
  process.env.FIREFOX,
  ...PATH.flatMap((folder) => [join(folder, "firefox-esr"), join(folder, "firefox")]),
  "/Applications/Firefox.app/Contents/MacOS/firefox",
];

export async function launch(): Promise<Browser> {
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

function tabOf(page: Page, downloads: string): Tab {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(`uncaught: ${(error as Error).stack ?? error}`));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`console: ${message.text()}`);
  });
  const { mouse, keyboard } = page;
  return {
    downloads,
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    run: (act, ...args) =>
      page.evaluate(callOf(act, args)) as Promise<Awaited<ReturnType<typeof act>>>,
    async point(from, to) {
      await mouse.move(from.x, from.y);
      await mouse.down();
      if (to) await mouse.move(to.x, to.y, { steps: 6 });
      await mouse.up();
    },
    async press(key) {
      const keys = key.split("+") as KeyInput[];
      const last = keys.pop()!;
      for (const modifier of keys) await keyboard.down(modifier);
      await keyboard.press(last);
      for (const modifier of keys) await keyboard.up(modifier);
    },
    async choose(selector, path) {
      const field = (await page.$(selector)) as ElementHandle<HTMLInputElement>;
      await field.uploadFile(path);
    },
    errors: async () => errors,
    picture: (path) => page.screenshot({ path }),
    close: () => page.browserContext().close(),
  };
}
