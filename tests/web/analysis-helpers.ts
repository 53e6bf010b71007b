/** Opens the analysis page for tests, plays on it and reads what it shows. */
import type { TestContext } from "node:test";
import type { Page } from "playwright-core";
import { LINES_KEY } from "../../www/js/analysis/lines/lines-setting.ts";
import type { StudyNode } from "../../www/js/study/tree.ts";
import { drawn, newPage, pressMove, pressPoint, startServer } from "./helpers.ts";
import type { AppOptions } from "./helpers.ts";

/** Switches the engine off: these tests do not need it, and it takes all of the machine. */
export const QUIET = `localStorage.getItem("${LINES_KEY}") ??
  localStorage.setItem("${LINES_KEY}", '{"version":1,"on":false,"count":3}')`;

/** Opens the page and waits until the board can be used. */
export async function openAnalysis(
  t: TestContext,
  { context: options, path = "analysis.html", ...serving }: AppOptions = {},
) {
  const server = await startServer(t, serving);
  const viewport = { width: 1100, height: 760 };
  const { page, context, errors } = await newPage(t, { locale: "zh-CN", viewport, ...options });
  await context.addInitScript(QUIET);
  await page.goto(server.url + path);
  await whenReady(page);
  return { server, context, page, errors, hand: hand(page) };
}

export async function whenReady(page: Page) {
  await page.waitForFunction(() => "chuheAnalysis" in globalThis);
  await page.evaluate(() => chuheAnalysis.ready);
  await page.waitForSelector("canvas[data-ready=true]");
  await drawn(page);
}

/** Returns the actions of a person on the page. */
export function hand(page: Page) {
  return {
    /** Plays on the board. */
    async move(...moves: string[]) {
      for (const move of moves) await pressMove(page, move);
    },
    press: (square: string) => pressPoint(page, square),
    /** Adds lines from the start without the board. */
    lines: (...lines: string[]) =>
      page.evaluate((all) => {
        for (const text of all) chuheAnalysis.study.addLine(0, text.split(" "));
      }, lines),
    /** Returns the moves to the present node. */
    line: () =>
      page.evaluate(() => chuheAnalysis.study.lineTo(chuheAnalysis.study.get().at).join(" ")),
    /** Waits until the study is at the end of these moves and the board shows it. */
    at: (moves: string) =>
      page.waitForFunction(
        (expected) => {
          const { study, board } = chuheAnalysis;
          const { at, position } = study.get();
          const line = study.lineTo(at).join(" ");
          return line === expected && board.state.placement === position.placement;
        },
        moves,
        { polling: 50 },
      ),
    /** Returns the whole tree: a move, its alternatives in brackets, then what follows the move. */
    tree: () =>
      page.evaluate(() => {
        const { nodes } = chuheAnalysis.study.get();
        const describe = ({ comment, evaluation }: StudyNode) =>
          (comment && `{${comment}}`) + (evaluation === null ? "" : `[${evaluation}]`);
        const one = (node: number) => nodes[node].move + describe(nodes[node]);
        const from = (index: number): string => {
          const [first, ...others] = nodes[index].children;
          if (first === undefined) return "";
          const alternatives = others.map((node) => ` (${one(node)}${from(node)})`);
          return ` ${one(first)}${alternatives.join("")}${from(first)}`;
        };
        return (describe(nodes[0]) + from(0)).trim();
      }),
    /** The first move of the tree panel with this text. */
    node: (text: string) => page.locator(".node", { hasText: text }).first(),
    /** Opens a text through the sheet. */
    async open(text: string) {
      await page.click("#control-open");
      await page.fill("#open-text", text);
      await page.click("#open-form [type=submit]");
      // Stored studies are searched first; until the new one is open, keys go to the one before.
      await page.waitForFunction(() => {
        const isOpen = !document.querySelector<HTMLDialogElement>("#open-dialog")!.open;
        return isOpen || document.querySelector("#open-fault")!.textContent !== "";
      });
    },
    /** Waits until the passing notice has these words. */
    said: (words: string) =>
      page.waitForFunction(
        (expected) => {
          const toast = document.querySelector<HTMLElement>("#toast")!;
          return !toast.hidden && toast.textContent.includes(expected);
        },
        words,
        { polling: 50 },
      ),
  };
}
