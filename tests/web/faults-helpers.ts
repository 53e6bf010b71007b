/**
 * What the trials of faults share: how many of them run, the pages, and what is put where a record or a text is read.
 *
 * With CHUHE_FAULTS=all every trial runs (`./build.sh test faults`), otherwise the same few each time.
 */
import { newPage, startServer } from "./helpers.ts";

const ALL = process.env.CHUHE_FAULTS === "all";

/** All of a list in the whole suite; else so many, from its beginning to its end. @template T @param {T[]} list @param {number} count */
export const some = (list, count) =>
  ALL || list.length <= count
    ? list
    : Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)]);

/**
 * Each of a list with each of another in the whole suite; else each of the first with one of the second, another each time.
 * @template One, Other @param {One[]} list @param {Other[]} others @returns {[One, Other][]}
 */
export const crossed = (list, others) =>
  (ALL ? [...others.keys()] : [0]).flatMap((shift) =>
    list.map((one, at) => /** @type {[One, Other]} */ [one, others[(at + shift) % others.length]]),
  );

/** The name under which a page lets others look at it. */
const HANDLES = { "analysis.html": "chuheAnalysis", "puzzles.html": "chuhePuzzles" };
export const PAGES = [
  "index.html",
  "analysis.html",
  "puzzles.html",
  "learn.html",
  "lab.html",
  "library.html",
  "embed.html",
];

/** @param {string} path of a page, with what follows its name */
export const handleOf = (path) => HANDLES[path.replace(/[?#].*/, "")] ?? "chuhe";

/** The page has started. @param {import("playwright-core").Page} page @param {string} path */
export async function whenStarted(page, path) {
  const handle = handleOf(path);
  await page.waitForFunction((name) => name in globalThis, handle);
  await page.evaluate((name) => globalThis[name].ready.then(() => null), handle);
}

/**
 * A page on which nothing is open yet, and the server of all pages.
 * @param {import("node:test").TestContext} t @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function openNothing(t, options) {
  const server = await startServer(t);
  const viewport = { width: 1100, height: 760 };
  return { server, ...(await newPage(t, { locale: "zh-CN", viewport, ...options })) };
}

/**
 * Clicks a move on a page's board and waits until it is there.
 * @param {import("playwright-core").Page} page @param {string} path @param {string} [move] else the first that is legal
 */
export async function moveOn(page, path, move) {
  const handle = handleOf(path);
  await page.waitForFunction(
    (name) => globalThis[name].board?.state.movable && globalThis[name].board.state.dests.size > 0,
    handle,
  );
  const { before, ends } = await page.evaluate(
    async ([name, wanted]) => {
      const { board } = globalThis[name];
      await board.flushAnimation();
      const { placement, dests } = board.state;
      const [[from, [to]]] = dests;
      const { left, top } = document.querySelector("#board").getBoundingClientRect();
      const squares = wanted ? [wanted.slice(0, 2), wanted.slice(2)] : [from, to];
      const places = squares.map((square) => board.centerOf(square));
      return { before: placement, ends: places.map(({ x, y }) => [x + left, y + top]) };
    },
    [handle, move],
  );
  for (const [x, y] of ends) await page.mouse.click(x, y);
  await page.waitForFunction(
    ([name, placement]) => globalThis[name].board.state.placement !== placement,
    [handle, before],
  );
}

/** What is no record of any kind. */
export const NO_RECORDS = {
  nothing: "",
  null: "null",
  "a list": "[]",
  "an object": "{}",
  "half of one": '{"version":1,',
  "a number": "7",
  "a text": '"text"',
  "deep nesting": "[".repeat(50_000) + "]".repeat(50_000),
  "deep nesting in a field": `{"version":1,"lang":${"[".repeat(9000)}${"]".repeat(9000)}}`,
  "two million letters": `"${"x".repeat(2_000_000)}"`,
  "a prototype": '{"__proto__":{"version":1,"moves":[]},"constructor":1}',
  "control characters": "\u0000\u0001\uffff\ud800",
};

/** Values of another kind than the one that a place holds. @param {unknown} value */
const wrong = (value) => [null, -1, "x", [], [value], { toString: null }];

/** A record as a later version may write it. @param {string} text @returns {[string, string][]} */
export const newerOf = (text) =>
  text.startsWith("{")
    ? [["a newer version", JSON.stringify({ ...JSON.parse(text), version: 99 })]]
    : [];

/**
 * A record in which one value is wrong, for each value and each way to be wrong.
 * @param {string} text @returns {[string, string][]} what is wrong, and the text
 */
export function spoiled(text) {
  if (!text.startsWith("{")) return [];
  /** @type {[string, string][]} */
  const found = [];
  /** @param {any} value @param {(value: unknown) => unknown} put @param {string} path */
  const walk = (value, put, path) => {
    for (const one of path ? wrong(value) : [])
      found.push([`${path} ${JSON.stringify(one)}`, JSON.stringify(put(one))]);
    if (value === null || typeof value !== "object") return;
    for (const key of Object.keys(value)) {
      const inside = (/** @type {unknown} */ one) =>
        put(Array.isArray(value) ? value.with(Number(key), one) : { ...value, [key]: one });
      walk(value[key], inside, `${path}.${key}`);
    }
  };
  walk(JSON.parse(text), (value) => value, "");
  return found;
}

/** Each sets `intruded`, or leaves an element or an attribute named `intruder`, if it is taken for more than a text. */
export const INTRUDERS = {
  "a script": "<script intruder>intruded=1</script>",
  "an image": "<img intruder src=x onerror=intruded=1>",
  "a picture": "<svg intruder onload=intruded=1><text>x</text></svg>",
  "double quotes": '" intruder onmouseover="intruded=1" x="',
  "single quotes": "' intruder onmouseover='intruded=1' x='",
  "an end of a comment": "--></title></textarea></script><b intruder>x</b>",
  "an address that runs": "javascript:intruded=1",
  "an address with a page in it": "data:text/html,<script>parent.intruded=1</script>",
  "a style": "</style><style intruder>*{display:none}</style>",
  "an address elsewhere": "//intruder.example/x.js",
  "right to left": "\u202eabc\u202c",
  "a zero": "a\u0000b",
  "an end of a string": "\\'\"`;intruded=1;//",
  "a template": "${intruded=1}{{intruded=1}}",
  "holes of sentences": "{red} {n} {plies:one|more} %s $& $1",
  "a prototype": "__proto__",
  "a constructor": "constructor",
  "a mark of a record": '"] [Red "x',
  "very long": "象".repeat(20_000),
};
