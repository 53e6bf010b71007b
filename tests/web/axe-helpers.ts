/** Runs axe-core on pages. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { ROOT } from "./helpers.ts";

const AXE = readFileSync(`${ROOT}node_modules/axe-core/axe.min.js`, "utf8");

/** Returns the faults that axe finds on the page as it is shown, one line each. */
export async function axeFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    // Elements have their final colours after their animations.
    const endless = ({ effect }: Animation) => effect!.getComputedTiming().endTime === Infinity;
    const ending = document.getAnimations().filter((animation) => !endless(animation));
    await Promise.allSettled(ending.map(({ finished }) => finished));
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`),
    );
  });
}
