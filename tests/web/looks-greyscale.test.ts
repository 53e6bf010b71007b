// Every theme with every set without colour: sides and marks can be told apart.
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { Page } from "playwright-core";
import type { BoardState } from "../../www/js/board/index.ts";
import { BOARDS, SETS } from "../../www/js/board/looks.ts";
import { placement } from "./board-helpers.ts";
import { openApp } from "./helpers.ts";

/** The difference of luma, of 255, that is visible at a glance. */
const VISIBLE = 28;
/** The share of a point's pixels that a mark changes at least; a thin ring changes more. */
const SHARE = 0.02;

const PROBE = {
  type: "text/html",
  body: `<!doctype html><meta charset="utf-8"><title>probe</title>
    <style>#host { position: relative; width: 400px; height: 470px }</style><div id="host"></div>`,
};

/**
 * Opens a board alone. In the page `show(state)` resolves to a function that gives the luma of a
 * square and its surroundings, as a person without colour vision sees it.
 */
async function openProbe(t: TestContext) {
  const { page } = await openApp(t, { path: "probe.html", files: { "probe.html": PROBE } });
  await page.evaluate(async () => {
    const { createBoard } = await import("./js/board/index.ts");
    const board = createBoard(document.querySelector<HTMLElement>("#host")!, { motion: "reduced" });
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const plain = { lastMove: null, check: null, selected: null, dests: new Map(), risky: [] };
    globalThis.show = async (state) => {
      board.set({ ...plain, movable: "both", ...state });
      const { board: ground, pieces, theme } = board.state;
      while (board.canvas.dataset.look !== `${ground} ${pieces} ${theme}`) await frame();
      await frame();
      await frame();
    };
    globalThis.luma = (square: string) => {
      const { canvas } = board;
      const { x, y } = board.centerOf(square);
      const half = 26;
      const left = x - canvas.offsetLeft - half;
      const top = y - canvas.offsetTop - half;
      const { data } = canvas
        .getContext("2d")!
        .getImageData(Math.round(left), Math.round(top), 2 * half, 2 * half);
      return Array.from({ length: data.length / 4 }, (_, i) =>
        Math.round(data[4 * i] * 0.2126 + data[4 * i + 1] * 0.7152 + data[4 * i + 2] * 0.0722),
      );
    };
  });
  return page;
}

declare global {
  function show(state: Partial<BoardState>): Promise<void>;
  function luma(square: string): number[];
}

/** Returns the share of the pixels whose luma differs visibly. */
const difference = (a: number[], b: number[]) =>
  a.filter((value, i) => Math.abs(value - b[i]) >= VISIBLE).length / a.length;

/** Returns the tone of a disc: the median luma between its sign and its rings. */
function tone(square: number[]) {
  const side = Math.sqrt(square.length);
  const between = square.filter((_, i) => {
    const [x, y] = [(i % side) - side / 2 + 0.5, Math.floor(i / side) - side / 2 + 0.5];
    const away = Math.hypot(x, y) / side;
    return away > 0.245 && away < 0.28;
  });
  return between.sort((a, b) => a - b)[between.length >> 1];
}

const PAIRS = [..."KABNRCP"];
/** Red's pieces on rank 2 and Black's on rank 7; those of one file are of one kind. */
const FACING = placement(
  Object.fromEntries(
    PAIRS.flatMap((piece, i) => [
      [`${"abcdefg"[i]}2`, piece],
      [`${"abcdefg"[i]}7`, piece.toLowerCase()],
    ]),
  ),
);

for (const theme of ["light", "dark"] as const) {
  for (const board of BOARDS) {
    const name = `${board}, ${theme}: sides and marks of every set differ without colour`;
    test(name, async (t) => {
      const page = await openProbe(t);
      for (const pieces of SETS) {
        await compareSides(page, { board, pieces, theme });
        await compareMarks(page, { board, pieces, theme });
      }
    });
  }
}

async function compareSides(page: Page, look: Partial<BoardState>) {
  const seen = await page.evaluate(
    async ([state, files]) => {
      await show(state);
      return files.map((file) => [luma(`${file}2`), luma(`${file}7`)]);
    },
    [{ ...look, placement: FACING }, [..."abcdefg"]] as const,
  );
  for (const [i, [red, black]] of seen.entries()) {
    const name = `${JSON.stringify(look)}: ${PAIRS[i]}`;
    assert.ok(tone(red) - tone(black) >= VISIBLE, `${name}: ${tone(red)} and ${tone(black)}`);
    assert.ok(difference(red, black) > 0.2, `${name}: ${difference(red, black)}`);
  }
}

type Marks = Record<string, Partial<BoardState> & { points?: string[] }>;

async function compareMarks(page: Page, look: Partial<BoardState>) {
  const pieces = { e4: "R", e7: "k", d0: "K", i5: "p", a5: "P" };
  const dests = (...points: string[]) => ({ selected: "e4", points });
  const onPiece: Marks = {
    plain: {},
    "last move": { lastMove: ["a5", "e7"] },
    check: { check: "e7" },
    capture: dests("e7"),
    "risky capture": { ...dests("e7"), risky: ["e7"] },
  };
  const onPoint: Marks = {
    plain: {},
    "last move": { lastMove: ["c5", "i5"] },
    point: dests("c5"),
    "risky point": { ...dests("c5"), risky: ["c5"] },
  };
  const onOwn: Marks = { plain: {}, selected: { selected: "e4", points: [] } };
  for (const [square, marks] of [
    ["e7", onPiece],
    ["c5", onPoint],
    ["e4", onOwn],
  ] as const) {
    const seen: [string, number[]][] = [];
    for (const [name, { points, ...mark }] of Object.entries(marks)) {
      const state = { ...look, placement: placement(pieces), ...mark };
      const values = await page.evaluate(
        async ([next, to, at]) => {
          const moves = new Map(to ? [[next.selected!, to]] : []);
          await show({ ...next, dests: moves });
          return luma(at);
        },
        [state, points, square] as const,
      );
      for (const [other, before] of seen) {
        const share = difference(values, before);
        const which = `${JSON.stringify(look)}: ${name} and ${other} on ${square}: ${share}`;
        assert.ok(share >= SHARE, which);
      }
      seen.push([name, values]);
    }
  }
}
