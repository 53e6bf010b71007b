/** A frame in somebody else's page: its address in the code that is copied, and how it stands in windows of its size. */

/** @param {string} code that puts a frame into a page */
export const srcIn = (code) => /src="([^"]+)"/.exec(code)?.[1].replaceAll("&amp;", "&") ?? "";

/** The board shows what the address holds. @param {import("playwright-core").Page} frame */
export async function whenShown(frame) {
  await frame.waitForFunction(() => "chuhe" in globalThis);
  await frame.evaluate(() => chuhe.ready);
  await frame.waitForSelector("canvas[data-ready=true]");
}

/** As large as the code makes it, and as small as frames are. */
const FRAMES = [
  { width: 480, height: 620 },
  { width: 320, height: 420 },
];

/** Waits until nothing sticks out of the frame, its link included, in both sizes; while a sentence has the link's row, without it. @param {import("playwright-core").Page} frame */
export async function fits(frame) {
  for (const size of FRAMES) {
    await frame.setViewportSize(size);
    await frame.waitForFunction(() => {
      const parts = [...document.querySelectorAll(".embed > *, .embed-bar > *")];
      const isRefused = document.querySelector(".is-refusal") !== null;
      return (
        document.documentElement.scrollHeight <= innerHeight &&
        parts.every((part) => part.getBoundingClientRect().bottom <= innerHeight) &&
        (isRefused || document.querySelector("#open").checkVisibility())
      );
    });
  }
}
