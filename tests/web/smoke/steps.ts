/** The steps that run in every browser. Each begins with a first visit. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { CHAPTERS } from "../../../www/js/learn/chapters.ts";
import { getBestMove, initSync } from "../../../www/pkg/chuhe.js";
import { startServer } from "../server.ts";
import { CROSSING } from "../lab-route-helpers.ts";
import { ROOT } from "../helpers.ts";
import { ENDINGS, PUZZLES } from "../puzzle-helpers.ts";
import type { GameController } from "../../../www/js/play/game-controller.ts";
import { startMosquitto } from "../broker-helpers.ts";
import { findProgram } from "../hosting-helpers.ts";
import type { TestContext } from "node:test";
import type { User } from "./user.ts";

initSync({ module: readFileSync(`${ROOT}www/pkg/chuhe_bg.wasm`) });

/** Waits until the game can be played, also behind a sheet or the start screen. */
const gameReady = (user: User) =>
  user.wait(async () => {
    await globalThis.chuhe?.ready;
    return document.querySelector("canvas[data-ready=true]") !== null;
  });

/** Waits until so many plies are played and the board shows them. */
const plies = (user: User, count: number) =>
  user.wait((expected) => {
    const { game, position } = chuhe.state;
    return game.ply === expected && chuhe.board.state.placement === position.placement;
  }, count);

const moves = (user: User) => user.run(() => chuhe.state.game.moves.slice(0, chuhe.state.game.ply));

async function begin(user: User, choices: Parameters<GameController["newGame"]>[0]) {
  await gameReady(user);
  await user.run((options) => void chuhe.game.newGame(options), choices);
  await user.see("[data-screen=board]");
  await plies(user, 0);
}

/** Returns a sound move. */
const goodMove = (played: string[]) =>
  getBestMove("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", {
    moves: played,
    depth: 6,
  }).move!;

/** Checks that nothing sticks out of the window sideways. */
async function fits(user: User) {
  const out = await user.run(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(out <= 0, `${out} px are outside`);
}

interface StepTools {
  t: TestContext;
  /** Lets a second person visit, with a storage of their own. */
  visit: () => Promise<User>;
}

type Step = (user: User, url: string, tools: StepTools) => Promise<void>;

export const STEPS: Record<string, Step> = {
  async "a first visit"(user, url) {
    await user.open(url);
    await user.see("[data-screen=start] #start-play");
    assert.equal(await user.run(() => document.documentElement.lang), "zh-CN");
    await gameReady(user);
    await fits(user);
    await user.click("#start-play");
    await user.click("#experience-practice");
    await user.see("[data-screen=board]");
    await user.move("h2e2");
    await plies(user, 2);
    await user.see("#moves .ply", "炮二平五");
    await fits(user);
  },

  async "a game of twenty plies by clicks and drags, with hint, undo and reload"(user, url) {
    await user.open(url);
    await begin(user, { level: 10, seed: 7 }); // strong enough for twenty plies
    await user.click("#control-hint");
    await user.wait(() => chuhe.state.hint?.status === "shown");
    const hint = await user.run(() => chuhe.state.hint!.move!);
    for (let ply = 0; ply < 20; ply += 2) {
      const move = ply === 0 ? hint : goodMove(await moves(user));
      await (ply % 4 === 0 ? user.move(move) : user.drag(move));
      await plies(user, ply + 2);
      if (ply === 6) {
        await user.click("#control-undo");
        await plies(user, ply);
        await user.click("#control-redo");
        await plies(user, ply + 2);
      }
      if (ply === 12) {
        const before = await moves(user);
        await user.reload();
        await gameReady(user);
        await plies(user, ply + 2);
        assert.deepEqual(await moves(user), before);
      }
    }
    assert.equal((await moves(user)).length, 20);
  },

  async "an analysis with the engine's lines, and the review of a short game"(user, url) {
    await user.open(`${url}analysis.html`);
    const lines = () =>
      user.wait(() => {
        const { thought } = globalThis.chuheAnalysis?.lines?.state ?? {};
        const shown = document.querySelectorAll(".line-row:not(.is-empty)").length;
        return shown === 3 && thought?.lines.length === 3 && thought.depth >= 6;
      });
    await lines();
    const first = await user.words(".line-row");
    await user.move("h2e2");
    await user.wait((before) => document.querySelector(".line-row")!.textContent !== before, first);
    await lines();
    // Red gives a cannon for a soldier.
    await user.run(() => {
      const { study } = chuheAnalysis;
      study.go(study.addLine(0, ["h2e2", "h9g7", "e2e6", "g7e6", "h0g2"]));
    });
    await user.click(".section-tab[data-part=review]");
    await user.wait(() => chuheAnalysis.review);
    const quick = { position: 6000, comparison: 15_000 };
    await user.run((nodes) => void (chuheAnalysis.review.run.nodes = nodes), quick);
    await user.click("#review-start");
    await user.wait(() => chuheAnalysis.review.run.status === "done");
    await user.click(".drop-item");
    await user.see(".detail-why", "炮");
    assert.equal(await user.run(() => chuheAnalysis.study.get().at), 3);
    await fits(user);
  },

  async "three puzzles"(user, url) {
    const chosen = [1, 11, 33].map((number) => PUZZLES[number - 1]);
    for (const [index, puzzle] of chosen.entries()) {
      if (index === 0) await user.open(`${url}puzzles.html#p=${puzzle.number}`);
      else await user.run((number) => void (location.hash = `#p=${number}`), puzzle.number);
      for (let ply = 0; ply < puzzle.moves.length; ply += 2) {
        await user.wait(
          (key, played) => {
            const { room } = globalThis.chuhePuzzles ?? {};
            if (!document.querySelector("canvas[data-ready=true]")) return false;
            return room?.puzzle?.key === key && room.ply === played && room.status === "play";
          },
          puzzle.key,
          ply,
        );
        await user.move(puzzle.moves[ply]);
      }
      await user.wait((key) => chuhePuzzles.progress.done[key] === "solved", puzzle.key);
      await user.see("#words", "解开了");
    }
    await user.see("#score", "已解 3/");
  },

  async "an ending against the engine, until it is won"(user, url) {
    const ending = ENDINGS.find(({ id }) => id === "rook-horse")!;
    await user.open(`${url}puzzles.html#e=${ending.id}`);
    const turn = () =>
      user.wait(() => {
        const { status, moves: played } = globalThis.chuhePuzzles?.endgame ?? {};
        const isDrawn = document.querySelector("canvas[data-ready=true]") !== null;
        return isDrawn && (status === "over" || status === "play") && { status, played };
      });
    for (let now = await turn(); now.status !== "over"; now = await turn()) {
      const { move } = getBestMove(ending.fen, { moves: now.played, nodes: 100_000 });
      await user.drag(move!);
      await user.wait((before) => chuhePuzzles.endgame.moves.length > before, now.played.length);
      assert.ok(now.played.length < 30, "it is won in a few moves");
    }
    await user.see("#words[data-mood=good]");
  },

  async "a lesson"(user, url) {
    await user.open(`${url}learn.html#rook/1`);
    const [step] = CHAPTERS.find(({ id }) => id === "rook")!.steps;
    for (const move of step.solution) {
      await user.wait(() => {
        const { runner, board } = globalThis.chuhe ?? {};
        if (!document.querySelector("canvas[data-ready=true]")) return false;
        return runner && board.state.placement === runner.position.placement;
      });
      await user.move(move);
    }
    await user.wait(() => chuhe.runner.state === "done");
    await user.click("#next");
    await user.see('.step[aria-current][href="#rook/2"]');
  },

  async "the three parts of the Lab"(user, url) {
    await user.open(`${url}lab.html`);
    await user.see("#compare-run");
    await user.write("#compare-depth", "2");
    await user.click("#compare-run");
    await user.see(".lab-findings", "2");
    await user.wait(() => document.activeElement?.id !== "compare-cancel");

    await user.click('a[href="#tree"], [data-part=tree]');
    await user.see(".lab-tree-stage [aria-current=step]");
    const sentence = await user.words(".lab-tree-say");
    await user.click("[data-act=on]");
    await user.wait(
      (before) => document.querySelector(".lab-tree-say")!.textContent !== before,
      sentence,
    );
    await user.click("[data-act=last]");
    await user.wait(() => {
      const slider = document.querySelector<HTMLInputElement>(".lab-slider")!;
      return slider.value === slider.max;
    });

    await user.click('a[href="#route"], [data-part=route]');
    await user.wait(
      (text) => document.querySelector<HTMLTextAreaElement>("#route-text")?.value === text,
      CROSSING,
    );
    await user.click('[data-i18n-label="lab.route.finish"]');
    await user.see(".route-letters", "UULRUU");
    await fits(user);
  },

  async "a game is saved, opened as a file, copied and pasted"(user, url) {
    await user.open(url);
    await begin(user, { mode: "local" });
    for (const [index, move] of ["h2e2", "h9g7", "h0g2"].entries()) {
      await user.move(move);
      await plies(user, index + 1);
    }
    await user.click("#control-export");
    // The text makes the sheet grow, which moves its buttons.
    await user.wait(() =>
      document.querySelector<HTMLTextAreaElement>("#export-text")?.value.includes("马二进三"),
    );
    const path = await user.saved(() => user.click("#export-save"));
    const text = readFileSync(path, "utf8");
    assert.match(text, /炮二平五\s+马８进７\s+.*马二进三/);
    // Copies the text by the keys.
    await user.run(() => {
      const field = document.querySelector<HTMLTextAreaElement>("#export-text")!;
      field.focus();
      field.select();
    });
    await user.press("Control+c");
    await user.press("Escape");
    await begin(user, { mode: "local" });

    await user.click("#control-open");
    await user.see("#open-dialog");
    await user.choose("#open-file", path);
    await plies(user, 3);
    await begin(user, { mode: "local" });

    await user.press("Control+v");
    await plies(user, 3);
    await begin(user, { mode: "local" });

    await user.click("#control-open");
    await user.write("#open-text", text);
    await user.click("#open-form [type=submit]");
    await plies(user, 3);
    assert.deepEqual(await moves(user), ["h2e2", "h9g7", "h0g2"]);
  },

  async "a DhtmlXQ text is pasted beside the fields, a challenge copied by its button"(user, url) {
    await user.open(url);
    await begin(user, { mode: "local" });
    await user.click("#control-open");
    await user.write("#open-text", "[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]");
    await user.run(() => document.querySelector<HTMLTextAreaElement>("#open-text")!.select());
    await user.press("Control+c");
    await user.press("Escape");
    await user.wait(() => !document.querySelector<HTMLDialogElement>("#open-dialog")!.open);
    await user.press("Control+v");
    await plies(user, 3);
    assert.deepEqual(await moves(user), ["h2e2", "h9g7", "h0g2"]);

    await begin(user, { level: 8, seed: 20_261_121 });
    await user.click("#control-export");
    await user.click("#share-challenge");
    await user.see("#share [role=status]", "已复制");
    await user.press("Escape");
    await user.click("#control-open");
    await user.click("#open-text");
    await user.press("Control+a");
    await user.press("Control+v");
    const link = await user.wait(() => {
      const { value } = document.querySelector<HTMLTextAreaElement>("#open-text")!;
      return value.includes("#") && value;
    });
    assert.match(link, /challenge=[0-9a-f]{8}&strength=8&seed=20261121&side=red$/);
  },

  async "after one visit everything works without a network"(user) {
    const server = await startServer({ root: `${ROOT}dist`, base: "/some/sub/path/" });
    try {
      await user.open(server.url);
      await gameReady(user);
      await user.wait(() => navigator.serviceWorker.controller !== null);
    } finally {
      await server.close();
    }
    await user.reload();
    await begin(user, { level: 6, side: "red" });
    await user.move("h2e2");
    await plies(user, 2);
    await user.open(`${server.url}puzzles.html#p=1`);
    await user.wait(() => globalThis.chuhePuzzles?.room?.status === "play");
    await user.open(`${server.url}learn.html`);
    await user.wait(() => globalThis.chuhe?.runner);
  },
};

/** The steps of two people, for browsers that can have two sessions. */
export const STEPS_OF_TWO: Record<string, Step> = {
  async "a live game of two, over Debian's mosquitto"(red, _, { t, visit }) {
    const program = findProgram("mosquitto");
    if (!program) return t.skip("mosquitto is not installed");
    const relay = await startMosquitto(t, program);
    const body = JSON.stringify({ relays: [relay.url] });
    const server = await startServer({
      root: `${ROOT}dist`,
      files: { "relays.json": { type: "application/json", body } },
    });
    t.after(() => server.close());
    const shows = (user: User, line: string) =>
      user.wait((made) => chuheFriend.room?.replayed?.moves.join(" ") === made, line);
    await red.open(`${server.url}friend.html`);
    await red.see("#friend-clock"); // the fields of a live game come with the relays, and move the button
    await red.click("#friend-new [type=submit]");
    await red.see("#friend-presence[data-connection=open]");
    const link = await red.run(
      () => document.querySelector<HTMLTextAreaElement>("#friend-link")!.value,
    );
    const black = await visit();
    await black.open(link);
    await black.click("#friend-accept");
    await red.see(".friend-dot.is-here");
    await red.move("h2e2");
    await shows(black, "h2e2");
    await black.move("h9g7");
    await shows(red, "h2e2 h9g7");
    await red.reload();
    await red.see(".friend-dot.is-here");
    await red.move("h0g2");
    await shows(black, "h2e2 h9g7 h0g2");
    await fits(red);
    assert.deepEqual(await black.errors(), []);
  },
};
