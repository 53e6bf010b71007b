/**
 * Parts that the tests of faults share: the selection of trials, the pages, and wrong contents of records and texts.
 *
 * With CHUHE_FAULTS=all every trial runs (`./build.sh test faults`), otherwise the same few each time.
 */
import { PAGES as SITE } from "../../tools/pages.ts";
import type { TestContext } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { newPage, startServer } from "./helpers.ts";

const ALL = process.env.CHUHE_FAULTS === "all";

/** Returns the whole list if every trial runs, else `count` of its items, spread over it. */
export const some = <T>(list: T[], count: number) =>
  ALL || list.length <= count
    ? list
    : Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)]);

/** Pairs each item with each of the others if every trial runs, else with one of them, taken in turn. */
export const crossed = <One, Other>(list: One[], others: Other[]): [One, Other][] =>
  (ALL ? [...others.keys()] : [0]).flatMap((shift) =>
    list.map((one, at): [One, Other] => [one, others[(at + shift) % others.length]]),
  );

type Handle = "chuhe" | "chuheAnalysis" | "chuhePuzzles" | "chuheFriend";
/** Names of the handles for scripts by page, where it is not `chuhe`. */
const HANDLES: Record<string, Handle> = {
  "analysis.html": "chuheAnalysis",
  "puzzles.html": "chuhePuzzles",
  "friend.html": "chuheFriend",
};
export const PAGES: string[] = SITE.map(({ file }) => file);

/** Returns the name of a page's handle. The path may have a query and a hash. */
export const handleOf = (path: string) => HANDLES[path.replace(/[?#].*/, "")] ?? "chuhe";

export async function whenStarted(page: Page, path: string) {
  const handle = handleOf(path);
  await page.waitForFunction((name) => name in globalThis, handle);
  await page.evaluate((name) => globalThis[name].ready.then(() => null), handle);
}

/** Starts the server of all pages and opens an empty page. */
export async function openNothing(t: TestContext, options?: BrowserContextOptions) {
  const server = await startServer(t);
  const viewport = { width: 1100, height: 760 };
  return { server, ...(await newPage(t, { locale: "zh-CN", viewport, ...options })) };
}

/** Clicks a move on a page's board, by default the first legal one, and waits until the board shows it. */
export async function moveOn(page: Page, path: string, move?: string) {
  const handle = handleOf(path);
  await page.waitForFunction(
    (name) => globalThis[name].board?.state.movable && globalThis[name].board.state.dests.size > 0,
    handle,
  );
  const { before, ends } = await page.evaluate(
    async ({ name, chosen }) => {
      const { board } = globalThis[name];
      await board.flushAnimation();
      const { placement, dests } = board.state;
      const [[from, [to]]] = dests;
      const { left, top } = board.canvas.parentElement!.getBoundingClientRect();
      const squares = chosen ? [chosen.slice(0, 2), chosen.slice(2)] : [from, to];
      const places = squares.map((square) => board.centerOf(square));
      return { before: placement, ends: places.map(({ x, y }) => [x + left, y + top]) };
    },
    { name: handle, chosen: move },
  );
  for (const [x, y] of ends) await page.mouse.click(x, y);
  await page.waitForFunction(
    ({ name, placement }) => globalThis[name].board.state.placement !== placement,
    { name: handle, placement: before },
  );
}

/** Texts that are no record of any kind. */
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

/** Returns values of other types than the one that a field holds. */
const wrong = (value: unknown) => [null, -1, "x", [], [value], { toString: null }];

/** Returns a record as a later version may write it. */
export const newerOf = (text: string): [string, string][] =>
  text.startsWith("{")
    ? [["a newer version", JSON.stringify({ ...JSON.parse(text), version: 99 })]]
    : [];

/** Returns a record with one value wrong, for each value and each way to be wrong: what is wrong, and the text. */
export function spoiled(text: string) {
  const records: [string, string][] = [];
  const walk = (value: unknown, put: (value: unknown) => unknown, path: string) => {
    for (const one of path ? wrong(value) : [])
      records.push([`${path} ${JSON.stringify(one)}`, JSON.stringify(put(one))]);
    if (value === null || typeof value !== "object") return;
    for (const [key, field] of Object.entries(value)) {
      const inside = (one: unknown) =>
        put(Array.isArray(value) ? value.with(Number(key), one) : { ...value, [key]: one });
      walk(field, inside, `${path}.${key}`);
    }
  };
  if (text.startsWith("{")) walk(JSON.parse(text), (value) => value, "");
  return records;
}

/** Each sets `intruded`, or leaves an element or an attribute named `intruder`, if a page takes it for more than text. */
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
