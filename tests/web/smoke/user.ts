/** A person at a page, whatever the browser: looks until something is so, points at what stands still. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Whatever takes longer than this never comes, in milliseconds. */
const PATIENCE = 40_000;
/** Between two looks, in milliseconds. */
const PAUSE = 40;
/** Browsers write into files of such names first, or hold the place by an empty one. */
const UNDER_WAY = /\.(part|wkdownload|crdownload)$/;

/** Until an answer comes that is neither empty nor an error. @param {() => Promise<any>} ask @param {unknown} what */
async function until(ask, what) {
  const end = performance.now() + PATIENCE;
  let last;
  do {
    try {
      const answer = await ask();
      if (answer) return answer;
      last = undefined;
    } catch (error) {
      last = error; // a page that is just being left cannot answer
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  } while (performance.now() < end);
  throw new Error(`not so after ${PATIENCE / 1000} s: ${what}`, { cause: last });
}

/** The middle of an element that can be clicked and has come to rest; null until then. Runs in the page. */
async function middleOf(/** @type {string} */ selector) {
  const element = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
  if (!element || element.disabled || element.getAttribute("aria-disabled") === "true") return null;
  element.scrollIntoView({ block: "nearest", behavior: "instant" });
  const look = () => element.getBoundingClientRect();
  const before = look();
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const moving = ({ playState, effect }) =>
    playState === "running" && effect.getComputedTiming().endTime !== Infinity;
  for (let around = element; around; around = around.parentElement)
    if (around.getAnimations().some(moving)) return null;
  const { left, top, width, height } = look();
  if (left !== before.left || top !== before.top || width === 0) return null;
  const place = { x: left + width / 2, y: top + height / 2 };
  return element.contains(document.elementFromPoint(place.x, place.y)) ? place : null;
}

/** The middle of a point of the board, which has come to rest. Runs in the page. */
async function squareOf(/** @type {string} */ square) {
  const { board } = globalThis.chuhePuzzles ?? globalThis.chuheAnalysis ?? globalThis.chuhe;
  await board.flushAnimation();
  const { left, top } = document.querySelector("#board canvas").getBoundingClientRect();
  const { x, y } = board.centerOf(square);
  return { x: left + x, y: top + y };
}

/** @param {import("./drivers.ts").Tab} tab */
export function userOf(tab) {
  const { run, point } = tab;
  const wait = (/** @type {Function} */ is, /** @type {any[]} */ ...given) =>
    until(() => run(is, ...given), `${is} ${JSON.stringify(given)}`);
  const click = async (/** @type {string} */ selector) =>
    point(await until(() => run(middleOf, selector), `${selector} can be clicked`));
  const square = (/** @type {string} */ name) => run(squareOf, name);
  return {
    ...tab,
    wait,
    click,
    /** Until an element is to be seen, with these words in it. */
    see: (/** @type {string} */ selector, words = "") =>
      wait(
        (where, wanted) =>
          [...document.querySelectorAll(where)].some(
            (one) => one.checkVisibility() && one.textContent.includes(wanted),
          ),
        selector,
        words,
      ),
    /** The words of an element. @returns {Promise<string>} */
    words: (/** @type {string} */ selector) =>
      run((where) => document.querySelector(where).textContent, selector),
    /** Writes into a field instead of what is there. @param {string} selector @param {string} text */
    write: async (selector, text) => {
      await click(selector);
      await run(
        (where, words) => {
          document.querySelector(where).select();
          document.execCommand("insertText", false, words);
        },
        selector,
        text,
      );
    },
    /** Chooses from a list. @param {string} selector @param {string} value */
    pick: (selector, value) =>
      run(
        (where, wanted) => {
          const list = document.querySelector(where);
          list.value = wanted;
          list.dispatchEvent(new Event("input", { bubbles: true }));
          list.dispatchEvent(new Event("change", { bubbles: true }));
        },
        selector,
        value,
      ),
    /** Click the piece, click the point. @param {string} move */
    async move(move) {
      await point(await square(move.slice(0, 2)));
      await point(await square(move.slice(2)));
    },
    /** @param {string} move */
    drag: async (move) => point(await square(move.slice(0, 2)), await square(move.slice(2))),
    /** The path of the file that something saves. @param {() => Promise<unknown>} save */
    async saved(save) {
      const known = readdirSync(tab.downloads);
      await save();
      const isWhole = (/** @type {string} */ path) => statSync(path).size > 0;
      const find = async () =>
        readdirSync(tab.downloads)
          .filter((name) => !known.includes(name) && !UNDER_WAY.test(name))
          .map((name) => join(tab.downloads, name))
          .find(isWhole);
      return until(find, "a file is saved");
    },
  };
}
