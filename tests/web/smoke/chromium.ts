/** Chromium by playwright-core, as the page tests drive it, but with scrollbars. */
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { Page } from "playwright-core";
import { chromiumPath, listen } from "../helpers.ts";
import { SIZE, callOf, temporary } from "./drivers.ts";
import type { Browser, Tab } from "./drivers.ts";

export async function launch(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ["--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"],
    ignoreDefaultArgs: ["--hide-scrollbars"],
    chromiumSandbox: false,
  });
  const folder = temporary();
  return {
    visit: async () => {
      // In a window, a press of a button allows to copy.
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

function tabOf(page: Page, downloads: string): Tab {
  const errors = listen(page);
  page.on("download", (file) => void file.saveAs(join(downloads, file.suggestedFilename())));
  const { mouse, keyboard } = page;
  return {
    downloads,
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    run: (act, ...args) => page.evaluate(callOf(act, args)),
    async point(from, to) {
      await mouse.move(from.x, from.y);
      await mouse.down();
      if (to) await mouse.move(to.x, to.y, { steps: 6 });
      await mouse.up();
    },
    press: (key) => keyboard.press(key),
    choose: (selector, path) => page.setInputFiles(selector, path),
    errors: async () => errors,
    picture: (path) => page.screenshot({ path }),
    close: () => page.context().close(),
  };
}
