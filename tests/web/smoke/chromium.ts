/** Chromium by playwright-core, as the page tests drive it, but with scrollbars. */
import { join } from "node:path";
import { chromium } from "playwright-core";
import { chromiumPath, listen } from "../helpers.ts";
import { SIZE, callOf, temporary } from "./drivers.ts";

/** @returns {Promise<import("./drivers.ts").Browser>} */
export async function launch() {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ["--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"],
    ignoreDefaultArgs: ["--hide-scrollbars"],
    chromiumSandbox: false,
  });
  const folder = temporary();
  return {
    visit: async () => {
      // In a window, pressing a button is enough to be allowed to copy.
      const permissions = ["clipboard-write"];
      const context = await browser.newContext({ locale: "zh-CN", viewport: SIZE, permissions });
      return tabOf(await context.newPage(), folder.path);
    },
    async close() {
      await browser.close();
      folder.remove();
    },
  };
}

/** @param {import("playwright-core").Page} page @param {string} downloads @returns {import("./drivers.ts").Tab} */
function tabOf(page, downloads) {
  const heard = listen(page);
  page.on("download", (file) => void file.saveAs(join(downloads, file.suggestedFilename())));
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
    press: (key) => keyboard.press(key),
    choose: (selector, path) => page.setInputFiles(selector, path),
    errors: async () => heard,
    picture: (path) => page.screenshot({ path }),
    close: () => page.context().close(),
  };
}
