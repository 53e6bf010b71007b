/** A frame in another site's page: the address in its code, and its layout in small windows. */
import type { Page } from "playwright-core";

/** Returns the address in code that puts a frame into a page. */
export const srcIn = (code: string) =>
  /src="([^"]+)"/.exec(code)?.[1].replaceAll("&amp;", "&") ?? "";

/** Waits until the board shows the position of the address. */
export async function whenShown(frame: Page) {
  await frame.waitForFunction(() => "chuhe" in globalThis);
  await frame.evaluate(() => chuhe.ready);
  await frame.waitForSelector("canvas[data-ready=true]");
}

/** The size that the code gives, and that of a small frame. */
const FRAMES = [
  { width: 480, height: 620 },
  { width: 320, height: 420 },
];

/** Waits until nothing sticks out of the frame in both sizes. Its link is there unless a refusal has its row. */
export async function fits(frame: Page) {
  for (const size of FRAMES) {
    await frame.setViewportSize(size);
    await frame.waitForFunction(() => {
      const open = document.querySelector("#open")!;
      const { shadowRoot } = document.querySelector("xiangqi-game")!;
      const parts = [...shadowRoot!.querySelectorAll(".stage > *, .bar > *"), open];
      const isRefused = shadowRoot!.querySelector(".is-refusal") !== null;
      return (
        document.documentElement.scrollHeight <= innerHeight &&
        parts.every((part) => part.getBoundingClientRect().bottom <= innerHeight) &&
        shadowRoot!.querySelector(".host")!.clientHeight >= innerHeight * 0.4 &&
        (isRefused || open.checkVisibility())
      );
    });
  }
}
