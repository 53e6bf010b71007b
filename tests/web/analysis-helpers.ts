/** Hands and eyes for the tests of the analysis page. */
import { LINES_KEY } from "../../www/js/analysis/lines/lines-setting.ts";
import { drawn, newPage, pressMove, pressPoint, startServer } from "./helpers.ts";

/** The engine stays off: these tests are not about it, and it takes what the machine has. */
export const QUIET = `localStorage.getItem("${LINES_KEY}") ??
  localStorage.setItem("${LINES_KEY}", '{"version":1,"on":false,"count":3}')`;

/**
 * Opens the page and waits until the board can be used.
 * @param {import("node:test").TestContext} t
 * @param {import("./helpers.ts").AppOptions} [options]
 */
export async function openAnalysis(
  t,
  { context: wanted, path = "analysis.html", ...serving } = {},
) {
  const server = await startServer(t, serving);
  const viewport = { width: 1100, height: 760 };
  const { page, context, errors } = await newPage(t, { locale: "zh-CN", viewport, ...wanted });
  await context.addInitScript(QUIET);
  await page.goto(server.url + path);
  await whenReady(page);
  return { server, context, page, errors, hand: hand(page) };
}

/** @param {import("playwright-core").Page} page */
export async function whenReady(page) {
  await page.waitForFunction(() => "chuheAnalysis" in globalThis);
  await page.evaluate(() => chuheAnalysis.ready);
  await page.waitForSelector("canvas[data-ready=true]");
  await drawn(page);
}

/** A person at the page. @param {import("playwright-core").Page} page */
export function hand(page) {
  return {
    /** Plays on the board. @param {...string} moves */
    async move(...moves) {
      for (const move of moves) await pressMove(page, move);
    },
    press: (/** @type {string} */ square) => pressPoint(page, square),
    /** Adds lines from the start without the board. @param {...string} lines */
    lines: (...lines) =>
      page.evaluate((all) => {
        for (const text of all) chuheAnalysis.study.addLine(0, text.split(" "));
      }, lines),
    /** The moves to the present place. */
    line: () =>
      page.evaluate(() => chuheAnalysis.study.lineTo(chuheAnalysis.study.get().at).join(" ")),
    /** Until the place is behind these moves, and the board shows it. @param {string} moves */
    at: (moves) =>
      page.waitForFunction(
        (wanted) => {
          const { study, board } = chuheAnalysis;
          const { at, position } = study.get();
          const is = study.lineTo(at).join(" ");
          return is === wanted && board.state.placement === position.placement;
        },
        moves,
        { polling: 50 },
      ),
    /** The whole tree: a move, in brackets what could be played instead, what follows. */
    tree: () =>
      page.evaluate(() => {
        const { nodes } = chuheAnalysis.study.get();
        const said = ({ comment, evaluation }) =>
          (comment && `{${comment}}`) + (evaluation === null ? "" : `[${evaluation}]`);
        const one = (node) => nodes[node].move + said(nodes[node]);
        const from = (index) => {
          const [first, ...others] = nodes[index].children;
          if (first === undefined) return "";
          const instead = others.map((node) => ` (${one(node)}${from(node)})`);
          return ` ${one(first)}${instead.join("")}${from(first)}`;
        };
        return (said(nodes[0]) + from(0)).trim();
      }),
    /** The move of the tree with this text, the first of them. @param {string} text */
    node: (text) => page.locator(".node", { hasText: text }).first(),
    /** Opens a text by the sheet. @param {string} text */
    async open(text) {
      await page.click("#control-open");
      await page.fill("#open-text", text);
      await page.click("#open-form [type=submit]");
      // It looks among the studies that are kept first: until it is open, keys go to the one before.
      await page.waitForFunction(() => {
        const isOpen = !document.querySelector("#open-dialog").open;
        return isOpen || document.querySelector("#open-fault").textContent !== "";
      });
    },
    /** What is said in passing. @param {string} words */
    said: (words) =>
      page.waitForFunction(
        (wanted) => {
          const toast = document.querySelector("#toast");
          return !toast.hidden && toast.textContent.includes(wanted);
        },
        words,
        { polling: 50 },
      ),
  };
}
