// Positions as SVG drawings: their pieces, lines and marks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { lookOf } from "../../www/js/board/looks.ts";
import { PENS } from "../../www/js/board/shapes.ts";
import { type Drawing, svgOf } from "../../www/js/board/svg.ts";

const LOOK = lookOf({ board: "wood", pieces: "brush", theme: "light" })!;
/** Two generals, a chariot and a horse. */
const PIECES: Record<string, string> = { e0: "K", d9: "k", a0: "R", b7: "n" };
const placement = Array.from({ length: 90 }, (_, at) => {
  const square = "abcdefghi"[at % 9] + Math.floor(at / 9);
  return PIECES[square] ?? ".";
}).join("");
const BARE: Drawing = {
  placement,
  orientation: "red",
  fileLabels: false,
  lastMove: null,
  shapes: [],
  caption: null,
  title: "Two & two",
  width: 600,
};

interface DrawnElement {
  name: string;
  facts: Record<string, string>;
  /** The name of the parent. */
  within: string | undefined;
  text: string;
}

/** Returns the elements of a text, with their attributes and parents; fails if the text is not well formed. */
function elementsOf(svg: string) {
  const found: DrawnElement[] = [];
  const open: DrawnElement[] = [];
  let at = 0;
  for (const part of svg.matchAll(/<(\/?)([\w:]+)((?: [\w:-]+="[^"<]*")*)(\/?)>|([^<]+)/g)) {
    assert.equal(part.index, at, `not well formed: ${svg.slice(at, at + 80)}`);
    at += part[0].length;
    const [, closes, name, facts = "", empty, text] = part;
    if (text !== undefined) open.at(-1)!.text += text;
    else if (closes) assert.equal(open.pop()!.name, name);
    else {
      const pairs = [...facts.matchAll(/ ([\w:-]+)="([^"]*)"/g)].map(([, key, value]) => [
        key,
        value,
      ]);
      const element = {
        name,
        facts: Object.fromEntries(pairs),
        within: open.at(-1)?.name,
        text: "",
      };
      found.push(element);
      if (!empty) open.push(element);
    }
  }
  assert.deepEqual([at, open.length], [svg.length, 0]);
  return found;
}

const drawn = (changes: Partial<Drawing> = {}) => elementsOf(svgOf({ ...BARE, ...changes }, LOOK));
const placesOf = (elements: DrawnElement[]) =>
  elements
    .filter(({ name, within }) => name === "use" && within === "svg")
    .map(({ facts }): [piece: string, x: number, y: number] => [
      facts["xlink:href"].slice(7),
      Number(facts.x),
      Number(facts.y),
    ]);

test("places each piece on its point, also on a flipped board", () => {
  const red = placesOf(drawn());
  assert.deepEqual(red.map(([piece]) => piece).toSorted(), [
    "black-k",
    "black-n",
    "red-k",
    "red-r",
  ]);
  const at = Object.fromEntries(red.map(([piece, x, y]) => [piece, [x, y]]));
  const [x0, low] = at["red-r"];
  assert.deepEqual(at["red-k"], [x0 + 400, low]);
  assert.deepEqual(at["black-k"], [x0 + 300, low - 900]);
  assert.deepEqual(at["black-n"], [x0 + 100, low - 700]);
  const black = Object.fromEntries(
    placesOf(drawn({ orientation: "black" })).map(([piece, x, y]) => [piece, [x, y]]),
  );
  assert.deepEqual(black["red-r"], [x0 + 800, low - 900]);
  assert.deepEqual(black["black-k"], [x0 + 500, low]);
});

test("a bare drawing has no text, font or mark, and all its references resolve", () => {
  const elements = drawn();
  assert.equal(elements.filter(({ name }) => name === "text").length, 0);
  const all = svgOf(BARE, LOOK);
  assert.doesNotMatch(all, /font|style=|url\(|rgba/);
  assert.ok(!all.includes(LOOK.palette.mark), "no mark");
  for (const { ink } of Object.values(PENS)) assert.ok(!all.includes(ink), "no drawing");
  const ids = elements.flatMap(({ facts }) => facts.id ?? []);
  assert.equal(new Set(ids).size, ids.length);
  for (const [piece] of placesOf(elements)) assert.ok(ids.includes(`piece-${piece}`), piece);
  assert.equal(elements.find(({ name }) => name === "title")!.text, "Two &amp; two");
});

test("draws ten ranks, nine files that stop at the river, and both palaces", () => {
  const lines = drawn()
    .filter(({ name, within, facts }) => name === "path" && within === "svg" && !facts.transform)
    .flatMap(({ facts }) => [...facts.d.matchAll(/M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)(?=M|$)/g)])
    .map((found) => found.slice(1).map(Number));
  const level = lines.filter(([, ya, , yb]) => ya === yb);
  const upright = lines.filter(([xa, , xb]) => xa === xb);
  const slanted = lines.filter(([xa, ya, xb, yb]) => xa !== xb && ya !== yb);
  assert.deepEqual([level.length, upright.length, slanted.length], [10, 2 + 2 * 7, 4]);
  const river = upright.filter(([, ya, , yb]) => yb - ya === 400);
  assert.equal(river.length, 14);
});

test("adds labels, last move, shapes and caption if requested", () => {
  const count = (changes: Partial<Drawing>) => drawn(changes).length;
  const bare = count({});
  assert.equal(count({ fileLabels: true }), bare + 18);
  const [before, after] = [svgOf(BARE, LOOK), svgOf({ ...BARE, lastMove: ["a3", "a0"] }, LOOK)];
  assert.ok(!before.includes(LOOK.palette.mark) && after.includes(LOOK.palette.mark));
  assert.equal(count({ lastMove: ["a3", "a0"] }), bare + 4);
  const shapes = ["Ge0", "Ra0a9", "Yb7", "Bd9d8"];
  const all = svgOf({ ...BARE, shapes }, LOOK);
  for (const { ink } of Object.values(PENS)) assert.ok(all.includes(ink), ink);
  assert.equal(count({ shapes: ["Xe0", "Gzz", "Ga0a0"] }), bare, "what is no drawing is left out");
  const caption = { side: "black", text: "Black <moves>", lang: "en" } as const;
  const texts = drawn({ caption }).filter(({ name }) => name === "text");
  assert.deepEqual(
    texts.map(({ text, facts }) => [text, facts["xml:lang"]]),
    [["Black &lt;moves>", "en"]],
  );
  const token = drawn({ caption }).find(({ name, within }) => name === "use" && within === "g");
  assert.equal(token!.facts["xlink:href"], "#piece-black-k");
});

test("has the requested width and the proportions of the board", () => {
  for (const width of [600, 2000]) {
    const [{ facts }] = drawn({ width });
    const [, , across, down] = facts.viewBox.split(" ").map(Number);
    assert.equal(Number(facts.width), width);
    assert.ok(Math.abs(Number(facts.width) / Number(facts.height) - across / down) < 0.01);
  }
  const tall = (changes: Partial<Drawing>) => Number(drawn(changes)[0].facts.height);
  assert.ok(tall({ fileLabels: true }) > tall({}));
  assert.ok(tall({ caption: { side: "red", text: "Red", lang: "en" } }) > tall({}));
});
