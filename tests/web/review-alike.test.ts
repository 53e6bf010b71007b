// The page's review and `chuhe review` find the same in the same games: scores, labels, losses, lines, facts, reasons and
// turning points, with the same engine in wasm and natively.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import { fill } from "../../www/js/core/i18n.ts";
import { percent } from "../../www/js/analysis/review/widgets.ts";
import { chanceOf } from "../../www/js/explain/chances.ts";
import { explain } from "../../www/js/explain/explain.ts";
import { judgeMove, judgePosition } from "../../www/js/explain/judge.ts";
import { findTurningPoint } from "../../www/js/explain/turning-point.ts";
import { summary } from "../../www/js/explain/verdicts.ts";
import { describeExplanation } from "../../www/js/explain/why-words.ts";
import { withDefaultRuleset } from "../../www/js/rules/rules.ts";
import { Engine, Game, initSync } from "../../www/pkg/chuhe.js";
import { CASES } from "./explain-cases.ts";

const run = promisify(execFile);
const ROOT = new URL("../../", import.meta.url);
const WWW = new URL("www/", ROOT);
initSync({ module: readFileSync(new URL("pkg/chuhe_bg.wasm", WWW)) });
const CHUHE = new URL("target/debug/chuhe", ROOT).pathname;
/** In MiB, as `chuhe::review::HASH`: what a search finds depends on it. */
const HASH = 16;

const i18n = {
  t: (key, params) => {
    const read = (path) => JSON.parse(readFileSync(new URL(`locales/${path}en.json`, WWW), "utf8"));
    i18n.lines ??= { ...read(""), ...read("analysis/") };
    return fill(i18n.lines[key], params);
  },
};

/** The games of a file as `chuhe review` finds them, with the annotated PGN. */
async function reviewed(t, pgn, nodes) {
  const folder = mkdtempSync(join(tmpdir(), "chuhe-review-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "games.pgn");
  writeFileSync(file, pgn);
  await run(CHUHE, ["review", file, "--out", folder, "--nodes", String(nodes)]);
  const lines = readFileSync(join(folder, "review.jsonl"), "utf8").trimEnd().split("\n");
  return {
    games: lines.map((line) => JSON.parse(line)),
    annotated: readFileSync(join(folder, "review.pgn"), "utf8"),
  };
}

const engine = new Engine(HASH);
engine.loadNetwork(readFileSync(new URL("assets/chuhe.nnue", WWW)));

/** What the page asks, of an engine that answers at once. */
function walkerOf({ start, moves }, rules, position) {
  const search = async (line, limits) => {
    engine.newGame();
    engine.begin(start, { ...limits, moves: line, rules });
    while (!engine.step(60_000));
    return engine.finish();
  };
  const nodes = { position, comparison: Math.floor((position * 350) / 150) };
  return { Game: withDefaultRuleset(Game, () => rules), startFen: start, moves, search, nodes };
}

const near = (one, other, about) =>
  assert.ok(Math.abs(one - other) < 2e-6, `${about}: ${one}, ${other}`);

/** A game is walked as the page walks it, and each finding compared. */
async function compare({ start, moves, review }, rules, nodes, annotated) {
  const walker = walkerOf({ start, moves }, rules, nodes);
  const isRedFirst = start.split(" ")[1] === "w";
  const sideAt = (ply) => ((ply % 2 === 0) === isRedFirst ? "red" : "black");
  const positions = [];
  for (let ply = 0; ply <= moves.length; ply++) positions.push(await judgePosition(walker, ply));
  assert.deepEqual(
    positions.map(({ score, best }) => ({ score, best })),
    review.positions,
  );
  const judged = [];
  for (const ply of moves.keys())
    judged.push(await judgeMove(walker, ply, positions[ply], positions[ply + 1], sideAt(ply)));
  for (const { ply, loss } of judged) near(loss, review.losses[ply], `loss ${ply}`);
  const mistakes = judged.filter(({ label }) => label);
  assert.deepEqual(
    mistakes.map(({ ply, side, label }) => ({ ply, side, label })),
    review.mistakes.map(({ ply, side, label }) => ({ ply, side, label })),
  );
  for (const [at, { ply, finding }] of mistakes.entries()) {
    const question = { startFen: start, moves: moves.slice(0, ply), ...finding };
    const explanation = explain(walker.Game, question);
    const { played, best, punishment, better, scorePlayed, scoreBest, facts, reason } =
      review.mistakes[at];
    const found = { played, best, punishment, better };
    assert.deepEqual({ ...found, scores: { played: scorePlayed, best: scoreBest } }, finding);
    assert.deepEqual({ facts, reason }, explanation, `${start} ${moves.slice(0, ply + 1)}`);
    const chances = { before: percent(chanceOf(scoreBest)), after: percent(chanceOf(scorePlayed)) };
    const told = `${i18n.t("analysis.review.fall", chances)}\n${describeExplanation(explanation, i18n).join(" ")}`;
    assert.ok(annotated.includes(told), told);
  }
  for (const side of ["red", "black"]) {
    const { average, inaccuracy, mistake, blunder, moves: count } = summary(judged, side);
    const { turningPoint, average: ours, ...counts } = review[side];
    near(average, ours, side);
    const named = { moves: count, inaccuracies: inaccuracy, mistakes: mistake, blunders: blunder };
    assert.deepEqual(counts, named);
    const turned = await findTurningPoint(walker, side);
    assert.equal(turningPoint, turned?.ply ?? null, `the turning point of ${side}`);
  }
  return review.mistakes;
}

test("whole games come out alike", { timeout: 600_000 }, async (t) => {
  const nodes = 500;
  const pgn = readFileSync(new URL("tests/data/reviewed.pgn", ROOT), "utf8");
  const { games, annotated } = await reviewed(t, pgn, nodes);
  assert.ok(games.length >= 5);
  const labels = new Set();
  for (const game of games) {
    const rules = game.event.includes("levels 2 and 7") ? "chinese" : "asian";
    for (const { label } of await compare(game, rules, nodes, annotated)) labels.add(label);
  }
  assert.equal(labels.size, 3, "every label comes");
});

test(
  "mistakes of every kind come out alike, with their facts and reasons",
  { timeout: 600_000 },
  async (t) => {
    const nodes = 1500;
    const pgn = CASES.map(({ fen, moves = [], played, punishment }) => {
      const line = [...moves, played, ...punishment.split(" ").filter(Boolean)];
      const game = new Game(fen);
      const legal = [];
      for (const move of line) {
        if (game.refusal(move) !== undefined) break;
        game.play(move);
        legal.push(move);
      }
      return `[Event "case"]\n[FEN "${game.startFen()}"]\n\n${legal.join(" ")}\n*\n`;
    }).join("\n");
    const { games, annotated } = await reviewed(t, pgn, nodes);
    assert.equal(games.length, CASES.length);
    const names = new Set();
    for (const game of games)
      for (const { facts, reason } of await compare(game, "asian", nodes, annotated))
        for (const { name } of [...facts, ...(reason ? [reason] : [])]) names.add(name);
    assert.ok(names.size >= 15, [...names].join(" "));
    t.diagnostic([...names].join(" "));
  },
);
