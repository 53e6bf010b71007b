/** The actions of a person in any browser: they wait for conditions, and click elements at rest. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Tab } from "./drivers.ts";

/** The time limit of every wait, in milliseconds. */
const LIMIT = 40_000;
/** The time between two trials, in milliseconds. */
const PAUSE = 40;
/** Names of unfinished downloads. Browsers also create an empty file of the final name first. */
const UNFINISHED = /\.(part|wkdownload|crdownload)$/;

type Truthy<T> = Exclude<T, false | null | undefined | "" | 0>;

/** Waits for a result that is neither empty nor an error. An error of the wait names it by `what`. */
async function until<T>(attempt: () => Promise<T>, what: string): Promise<Truthy<T>> {
  const end = performance.now() + LIMIT;
  let last: unknown;
  do {
    try {
      const result = await attempt();
      if (result) return result as Truthy<T>;
      last = undefined;
    } catch (error) {
      last = error; // a page that is being left cannot answer
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  } while (performance.now() < end);
  throw new Error(`not so after ${LIMIT / 1000} s: ${what}`, { cause: last });
}

/** Runs in the page: returns the middle of an element that can be clicked and is at rest; null until then. */
async function middleOf(selector: string) {
  const element = [...document.querySelectorAll<HTMLButtonElement>(selector)].find((one) =>
    one.checkVisibility(),
  );
  if (!element || element.disabled || element.getAttribute("aria-disabled") === "true") return null;
  element.scrollIntoView({ block: "nearest", behavior: "instant" });
  const look = () => element.getBoundingClientRect();
  const before = look();
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const isMoving = ({ playState, effect }: Animation) =>
    playState === "running" && effect!.getComputedTiming().endTime !== Infinity;
  for (let around: Element | null = element; around; around = around.parentElement)
    if (around.getAnimations().some(isMoving)) return null;
  const { left, top, width, height } = look();
  if (left !== before.left || top !== before.top || width === 0) return null;
  const place = { x: left + width / 2, y: top + height / 2 };
  return element.contains(document.elementFromPoint(place.x, place.y)) ? place : null;
}

/** Runs in the page: returns the middle of a point of the board, once nothing moves there. */
async function squareOf(square: string) {
  const { board } =
    globalThis.chuheFriend ??
    globalThis.chuhePuzzles ??
    globalThis.chuheAnalysis ??
    globalThis.chuhe;
  await board.flushAnimation();
  const { left, top } = document.querySelector("#board canvas")!.getBoundingClientRect();
  const { x, y } = board.centerOf(square);
  return { x: left + x, y: top + y };
}

export type User = ReturnType<typeof userOf>;

export function userOf(tab: Tab) {
  const { run, point } = tab;
  const wait = <Args extends unknown[], Result>(is: (...args: Args) => Result, ...args: Args) =>
    until(() => run(is, ...args), `${is} ${JSON.stringify(args)}`);
  const click = async (selector: string) =>
    point(await until(() => run(middleOf, selector), `${selector} can be clicked`));
  const square = (name: string) => run(squareOf, name);
  return {
    ...tab,
    wait,
    click,
    /** Waits for a visible element with these words. */
    see: (selector: string, words = "") =>
      wait(
        (where, part) =>
          [...document.querySelectorAll(where)].some(
            (one) => one.checkVisibility() && one.textContent.includes(part),
          ),
        selector,
        words,
      ),
    words: (selector: string) =>
      run((where) => document.querySelector(where)!.textContent, selector),
    /** Replaces the text of a field. */
    write: async (selector: string, text: string) => {
      await click(selector);
      await run(
        (where, words) => {
          document.querySelector<HTMLInputElement>(where)!.select();
          document.execCommand("insertText", false, words);
        },
        selector,
        text,
      );
    },
    /** Clicks the piece, then the point. */
    async move(move: string) {
      await point(await square(move.slice(0, 2)));
      await point(await square(move.slice(2)));
    },
    drag: async (move: string) =>
      point(await square(move.slice(0, 2)), await square(move.slice(2))),
    /** Returns the path of the file that an action saves. */
    async saved(save: () => Promise<unknown>) {
      const before = readdirSync(tab.downloads);
      await save();
      const isWhole = (path: string) => statSync(path).size > 0;
      const find = async () =>
        readdirSync(tab.downloads)
          .filter((name) => !before.includes(name) && !UNFINISHED.test(name))
          .map((name) => join(tab.downloads, name))
          .find(isWhole);
      return until(find, "a file is saved");
    },
  };
}
