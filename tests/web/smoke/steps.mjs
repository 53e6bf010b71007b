/** What is done in every browser, step by step. Each step begins with somebody who was never here. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { CHAPTERS } from "../../../www/js/learn/chapters.js";
import { ENDINGS } from "../../../www/js/puzzles/endings.js";
import { decode } from "../../../www/js/puzzles/puzzle-set.js";
import { getBestMove, initSync } from "../../../www/pkg/chuhe.js";
import { startServer } from "../../../tools/server.mjs";
import { CROSSING } from "../lab-route-helpers.mjs";
import { ROOT } from "../helpers.mjs";

/** @typedef {ReturnType<typeof import("./hand.mjs").handOf>} Hand */

initSync({ module: readFileSync(`${ROOT}www/pkg/chuhe_bg.wasm`) });
const PUZZLES = decode(JSON.parse(readFileSync(`${ROOT}www/assets/puzzles.json`, "utf8")));

/** The game can be played, whatever is in front of the board. @param {Hand} hand */
const gameReady = (hand) =>
  hand.wait(async () => {
    await globalThis.chuhe?.ready;
    return document.querySelector("canvas[data-ready=true]") !== null;
  });

/** Until so many plies are played and the board shows them. @param {Hand} hand @param {number} count */
const plies = (hand, count) =>
  hand.wait((wanted) => {
    const { game, position } = chuhe.state;
    return game.ply === wanted && chuhe.board.state.placement === position.placement;
  }, count);

/** @param {Hand} hand @returns {Promise<string[]>} */
const moves = (hand) => hand.run(() => chuhe.state.game.moves.slice(0, chuhe.state.game.ply));

/** @param {Hand} hand @param {object} choices */
async function begin(hand, choices) {
  await gameReady(hand);
  await hand.run((wanted) => void chuhe.game.newGame(wanted), choices);
  await hand.see("[data-screen=board]");
  await plies(hand, 0);
}

/** A move that does no harm. @param {string[]} played */
const goodMove = (played) =>
  getBestMove("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", {
    moves: played,
    depth: 6,
  }).move;

/** Nothing reaches out of the window sideways. @param {Hand} hand */
async function fits(hand) {
  const out = await hand.run(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(out <= 0, `${out} px are outside`);
}

/** @type {Record<string, (hand: Hand, url: string) => Promise<void>>} */
export const STEPS = {
  async "a first visit"(hand, url) {
    await hand.open(url);
    await hand.see("[data-screen=start] #start-play");
    assert.equal(await hand.run(() => document.documentElement.lang), "zh-CN");
    await gameReady(hand);
    await fits(hand);
    await hand.click("#start-play");
    await hand.click("#experience-practice");
    await hand.see("[data-screen=board]");
    await hand.move("h2e2");
    await plies(hand, 2);
    await hand.see("#moves .ply", "炮二平五");
    await fits(hand);
  },

  async "a game of twenty plies by clicks and drags, with hint, undo and reload"(hand, url) {
    await hand.open(url);
    await begin(hand, { level: 5, seed: 7 });
    await hand.click("#control-hint");
    await hand.wait(() => chuhe.state.hint?.status === "shown");
    const hint = await hand.run(() => chuhe.state.hint.move);
    for (let ply = 0; ply < 20; ply += 2) {
      const move = ply === 0 ? hint : goodMove(await moves(hand));
      await (ply % 4 === 0 ? hand.move(move) : hand.drag(move));
      await plies(hand, ply + 2);
      if (ply === 6) {
        await hand.click("#control-undo");
        await plies(hand, ply);
        await hand.click("#control-redo");
        await plies(hand, ply + 2);
      }
      if (ply === 12) {
        const before = await moves(hand);
        await hand.reload();
        await gameReady(hand);
        await plies(hand, ply + 2);
        assert.deepEqual(await moves(hand), before);
      }
    }
    assert.equal((await moves(hand)).length, 20);
  },

  async "an analysis with the engine's lines, and the review of a short game"(hand, url) {
    await hand.open(`${url}analysis.html`);
    const lines = () =>
      hand.wait(() => {
        const { thought } = globalThis.chuheAnalysis?.lines?.state ?? {};
        const shown = document.querySelectorAll(".line-row:not(.is-empty)").length;
        return shown === 3 && thought?.lines.length === 3 && thought.depth >= 6;
      });
    await lines();
    const first = await hand.words(".line-row");
    await hand.move("h2e2");
    await hand.wait((before) => document.querySelector(".line-row").textContent !== before, first);
    await lines();
    // Red gives a cannon for a soldier.
    await hand.run(() => {
      const { study } = chuheAnalysis;
      study.go(study.addLine(0, ["h2e2", "h9g7", "e2e6", "g7e6", "h0g2"]));
    });
    await hand.click(".section-tab[data-part=review]");
    await hand.wait(() => chuheAnalysis.review);
    const quick = { position: 6000, comparison: 15_000 };
    await hand.run((nodes) => void (chuheAnalysis.review.run.nodes = nodes), quick);
    await hand.click("#review-start");
    await hand.wait(() => chuheAnalysis.review.run.status === "done");
    await hand.click(".drop-item");
    await hand.see(".detail-why", "炮");
    assert.equal(await hand.run(() => chuheAnalysis.study.get().at), 3);
    await fits(hand);
  },

  async "three puzzles"(hand, url) {
    const chosen = [1, 11, 33].map((number) => PUZZLES[number - 1]);
    for (const [index, puzzle] of chosen.entries()) {
      if (index === 0) await hand.open(`${url}puzzles.html#p=${puzzle.number}`);
      else await hand.run((number) => void (location.hash = `#p=${number}`), puzzle.number);
      for (let ply = 0; ply < puzzle.moves.length; ply += 2) {
        await hand.wait(
          (key, played) => {
            const { room, ready } = globalThis.chuhePuzzles ?? {};
            if (!document.querySelector("canvas[data-ready=true]")) return false;
            return (
              ready && room?.puzzle?.key === key && room.ply === played && room.status === "play"
            );
          },
          puzzle.key,
          ply,
        );
        await hand.move(puzzle.moves[ply]);
      }
      await hand.wait((key) => chuhePuzzles.progress.done[key] === "solved", puzzle.key);
      await hand.see("#words", "解开了");
    }
    await hand.see("#score", "已解 3/");
  },

  async "an ending against the engine, until it is won"(hand, url) {
    const ending = ENDINGS.find(({ id }) => id === "rook-horse");
    await hand.open(`${url}puzzles.html#e=${ending.id}`);
    const turn = () =>
      hand.wait(() => {
        const { status, moves: played } = globalThis.chuhePuzzles?.endgame ?? {};
        const drawn = document.querySelector("canvas[data-ready=true]");
        return drawn && (status === "over" || status === "play") && { status, played };
      });
    for (let now = await turn(); now.status !== "over"; now = await turn()) {
      const { move } = getBestMove(ending.fen, { moves: now.played, nodes: 100_000 });
      await hand.drag(move);
      await hand.wait((before) => chuhePuzzles.endgame.moves.length > before, now.played.length);
      assert.ok(now.played.length < 30, "it is won in a few moves");
    }
    await hand.see("#words[data-mood=good]");
  },

  async "a lesson"(hand, url) {
    await hand.open(`${url}learn.html#rook/1`);
    const [step] = CHAPTERS.find(({ id }) => id === "rook").steps;
    for (const move of step.solution) {
      await hand.wait(() => {
        const { runner, board } = globalThis.chuhe ?? {};
        if (!document.querySelector("canvas[data-ready=true]")) return false;
        return runner && board.state.placement === runner.scene.placement;
      });
      await hand.move(move);
    }
    await hand.wait(() => chuhe.runner.state === "done");
    await hand.click("#next");
    await hand.see('.step[aria-current][href="#rook/2"]');
  },

  async "the three parts of the Lab"(hand, url) {
    await hand.open(`${url}lab.html`);
    await hand.see("#compare-run");
    await hand.write("#compare-depth", "2");
    await hand.click("#compare-run");
    await hand.see(".lab-findings", "2");
    await hand.wait(() => document.activeElement?.id !== "compare-cancel");

    await hand.click('a[href="#tree"], [data-part=tree]');
    await hand.see(".lab-tree-stage [aria-current=step]");
    const said = await hand.words(".lab-tree-say");
    await hand.click("[data-act=on]");
    await hand.wait(
      (before) => document.querySelector(".lab-tree-say").textContent !== before,
      said,
    );
    await hand.click("[data-act=last]");
    await hand.wait(() => {
      const slider = document.querySelector(".lab-slider");
      return slider.value === slider.max;
    });

    await hand.click('a[href="#route"], [data-part=route]');
    await hand.wait((text) => document.querySelector("#route-text")?.value === text, CROSSING);
    await hand.click('[data-i18n-label="lab.route.finish"]');
    await hand.see(".route-letters", "UULRUU");
    await fits(hand);
  },

  async "a game is saved, opened as a file, copied and pasted"(hand, url) {
    await hand.open(url);
    await begin(hand, { mode: "local" });
    for (const [index, move] of ["h2e2", "h9g7", "h0g2"].entries()) {
      await hand.move(move);
      await plies(hand, index + 1);
    }
    await hand.click("#control-export");
    const path = await hand.saved(() => hand.click("#export-save"));
    const text = readFileSync(path, "utf8");
    assert.match(text, /炮二平五\s+马８进７\s+.*马二进三/);
    // Marked and copied by the keys, as anybody can.
    await hand.run(() => {
      const field = document.querySelector("#export-text");
      field.focus();
      field.select();
    });
    await hand.press("Control+c");
    await hand.press("Escape");
    await begin(hand, { mode: "local" });

    await hand.click("#control-open");
    await hand.see("#open-dialog");
    await hand.choose("#open-file", path);
    await plies(hand, 3);
    await begin(hand, { mode: "local" });

    await hand.press("Control+v");
    await plies(hand, 3);
    await begin(hand, { mode: "local" });

    await hand.click("#control-open");
    await hand.write("#open-text", text);
    await hand.click("#open-form [type=submit]");
    await plies(hand, 3);
    assert.deepEqual(await moves(hand), ["h2e2", "h9g7", "h0g2"]);
  },

  async "after one visit everything works without a network"(hand) {
    const server = await startServer({ root: `${ROOT}dist`, base: "/some/sub/path/" });
    try {
      await hand.open(server.url);
      await gameReady(hand);
      await hand.wait(() => navigator.serviceWorker.controller !== null);
    } finally {
      await server.close();
    }
    await hand.reload();
    await begin(hand, { level: 6, side: "red" });
    await hand.move("h2e2");
    await plies(hand, 2);
    await hand.open(`${server.url}puzzles.html#p=1`);
    await hand.wait(() => globalThis.chuhePuzzles?.room?.status === "play");
    await hand.open(`${server.url}learn.html`);
    await hand.wait(() => globalThis.chuhe?.runner);
  },
};
