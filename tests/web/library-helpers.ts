/** Games for the tests of the library, and what a person does with its page. */
import { readFile } from "node:fs/promises";
import type { TestContext } from "node:test";
import type { BrowserContext, Page } from "playwright-core";
import { openApp } from "./helpers.ts";
import type { AppOptions } from "./helpers.ts";

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

/** A game with an illegal second move. */
export const BROKEN = `[Red "Zhao"]
[Black "Qian"]
[Result "*"]

1. b2e2 a0a9 *
`;

/** Returns games that all differ. The note is a comment in each of them. */
export const manyGames = (count: number, note = "") =>
  Array.from({ length: count }, (_, at) => {
    const name = `Player ${String(at).padStart(6, "0")}`;
    return `[Red "${name}"]\n[Black "B"]\n[Result "*"]\n\n1. h2e2 ${note && `{${note}} `}h9g7 *\n`;
  }).join("\n");

/** Returns a file as a page's field takes it. */
export const fileOf = (name: string, text: string) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(text),
});

/** Opens the library's page and waits until it is ready. */
export async function openLibrary(t: TestContext, options: AppOptions = {}) {
  const context = { locale: "en-GB", viewport: { width: 1100, height: 760 }, ...options.context };
  const opened = await openApp(t, { path: "library.html", ...options, context });
  await whenReady(opened.page);
  return { ...opened, ...hand(opened.page) };
}

declare global {
  /** The number of requests that `watchRequests` has counted on the page. */
  var requests: number;
}

/**
 * Counts the requests of a type to the library's worker, on pages that are opened from now on. With `holdsFirst` the first
 * one is sent only after the event "release" of the window.
 */
export async function watchRequests(context: BrowserContext, type: string, holdsFirst = false) {
  await context.addInitScript(
    ([watched, holds]) => {
      globalThis.requests = 0;
      const Native = Worker;
      globalThis.Worker = class extends Native {
        override postMessage(
          message: { request?: { type: string } },
          options?: Transferable[] | StructuredSerializeOptions,
        ) {
          const send = () => super.postMessage(message, options as StructuredSerializeOptions);
          if (message.request?.type !== watched) return send();
          globalThis.requests++;
          if (holds && globalThis.requests === 1) addEventListener("release", send, { once: true });
          else send();
        }
      } as typeof Worker;
    },
    [type, holdsFirst] as const,
  );
}

export const whenReady = (page: Page) => page.locator("#library[data-ready]").waitFor();

/** Presses an element and returns the text of the file that this downloads. */
export async function download(page: Page, selector: string) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
  return readFile(await file.path(), "utf8");
}

/** Returns the actions of a person on the page. */
export function hand(page: Page) {
  return {
    /** Adds files, and waits for the report. */
    async add(...files: [name: string, text: string][]) {
      await page.setInputFiles(
        "#library-file",
        files.map(([name, text]) => fileOf(name, text)),
      );
      await page.locator("#library-close").waitFor();
    },
    /** Gives the games in these rows new labels. */
    async label(places: number[], names: string) {
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
    /** Waits until the list has these players of Red, in this order. */
    reds: (...names: string[]) =>
      page.waitForFunction(
        (expected) =>
          [...document.querySelectorAll(".library-rows .library-row")]
            .toSorted((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
            .filter((row) => row.checkVisibility())
            .map((row) => row.querySelector(".is-red")!.textContent)
            .join() === expected,
        names.join(),
      ),
  };
}
