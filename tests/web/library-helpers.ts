/** Games for the tests of the library, and its page as a person uses it. */
import { readFile } from "node:fs/promises";
import { openApp } from "./helpers.ts";

/** Two games that begin alike, one with a comment. */
export const TWO = `[Event "Cup"]
[Date "1998.05.31"]
[Red "Hu"]
[Black "Wang"]
[Result "1-0"]

1. h2e2 {a quiet move} h9g7 2. h0g2 i9h9 1-0

[Event "League"]
[Date "2004.01.02"]
[Red "Li"]
[Black "Chen"]
[Result "1/2-1/2"]

1. h2e2 b9c7 1/2-1/2
`;

/** A game whose second move cannot be. */
export const BROKEN = `[Red "Zhao"]
[Black "Qian"]
[Result "*"]

1. b2e2 a0a9 *
`;

/** So many games, no two of which are the same. @param {number} count @param {string} [note] in each of them */
export const manyGames = (count, note = "") =>
  Array.from({ length: count }, (_, at) => {
    const name = `Player ${String(at).padStart(6, "0")}`;
    return `[Red "${name}"]\n[Black "B"]\n[Result "*"]\n\n1. h2e2 ${note && `{${note}} `}h9g7 *\n`;
  }).join("\n");

/** A file as a page's field takes it. @param {string} name @param {string} text */
export const fileOf = (name, text) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(text),
});

/**
 * The library's page, ready.
 * @param {import("node:test").TestContext} t @param {import("./helpers.ts").AppOptions} [options]
 */
export async function openLibrary(t, options = {}) {
  const context = { locale: "en-GB", viewport: { width: 1100, height: 760 }, ...options.context };
  const opened = await openApp(t, { path: "library.html", ...options, context });
  await whenReady(opened.page);
  return { ...opened, ...hand(opened.page) };
}

/** @param {import("playwright-core").Page} page */
export const whenReady = (page) => page.locator("#library[data-ready]").waitFor();

/** Pressing something downloads a file. @param {import("playwright-core").Page} page @param {string} selector */
export async function download(page, selector) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
  return readFile(await file.path(), "utf8");
}

/** What a person does with the page. @param {import("playwright-core").Page} page */
export function hand(page) {
  return {
    /** Adds files, and waits for the report. @param {...[string, string]} files */
    async add(...files) {
      await page.setInputFiles(
        "#library-file",
        files.map(([name, text]) => fileOf(name, text)),
      );
      await page.locator("#library-close").waitFor();
    },
    /** Gives the games in these places new labels. @param {number[]} places @param {string} names */
    async label(places, names) {
      for (const place of places)
        await page.locator(".library-rows .library-mark").nth(place).click();
      await page.click("#library-label-selected");
      await page.fill("#library-new-label", names);
      await page.click("#library-labels-dialog [type=submit]");
      await page.locator("#library-labels-dialog").waitFor({ state: "hidden" });
      await page
        .locator(".library-labels", { hasText: names.split(",")[0] })
        .first()
        .waitFor();
    },
    /** Waits until the list has these players of Red, in this order. @param {...string} names */
    reds: (...names) =>
      page.waitForFunction(
        (wanted) =>
          [...document.querySelectorAll(".library-rows .library-row")]
            .toSorted((a, b) => a.ariaRowIndex - b.ariaRowIndex)
            .filter((row) => row.checkVisibility())
            .map((row) => row.querySelector(".is-red").textContent)
            .join() === wanted,
        names.join(),
      ),
  };
}
