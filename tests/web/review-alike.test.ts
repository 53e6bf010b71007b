// The page's review and `chuhe review` give the same scores, labels, losses, lines, facts, reasons and turning points for
// the same games, with the same engine in wasm and natively.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type TestContext } from "node:test";
import { promisify } from "node:util";
import { fill } from "../../www/js/core/i18n.ts";
import type { I18n, Messages } from "../../www/js/core/i18n.ts";
import { percent } from "../../www/js/analysis/review/widgets.ts";
import { chanceOf } from "../../www/js/explain/chances.ts";
import { explain } from "../../www/js/explain/explain.ts";
import type { Explanation } from "../../www/js/explain/explain.ts";
import { judgeMove, judgePosition } from "../../www/js/explain/judge.ts";
import type {
  Finding,
  JudgeContext,
  JudgedMove,
  JudgedPosition,
  SearchLimits,
} from "../../www/js/explain/judge.ts";
import type { Score } from "../../www/js/engine/types.ts";
import type { Ruleset, Side } from "../../www/js/core/xiangqi.ts";
import { findTurningPoint } from "../../www/js/explain/turning-point.ts";
import { summary } from "../../www/js/explain/verdicts.ts";
import { describeExplanation } from "../../www/js/explain/why-words.ts";
import { withDefaultRuleset } from "../../www/js/rules/rules.ts";
import { Engine, Game, initSync } from "../../www/pkg/chuhe.js";
import { fake } from "./fake.ts";
import { CASES } from "./explain-cases.ts";

const run = promisify(execFile);
const ROOT = new URL("../../", import.meta.url);
const WWW = new URL("www/", ROOT);
initSync({ module: readFileSync(new URL("pkg/chuhe_bg.wasm", WWW)) });
const CHUHE = new URL("target/debug/chuhe", ROOT).pathname;
/** MiB, equal to `chuhe::review::HASH`: results of a search depend on it. */
const HASH = 16;

const readLines = (path: string): Messages =>
  JSON.parse(readFileSync(new URL(`locales/${path}en.json`, WWW), "utf8"));
const MESSAGES = { ...readLines(""), ...readLines("analysis/") };
const i18n = fake<I18n>({ t: (key, params) => fill(MESSAGES[key], params) });

/** A game in the report of `chuhe review`. */
interface ReviewedGame {
  event: string;
  start: string;
  moves: string[];
  review: Record<Side, { turningPoint: number | null; average: number }> & {
    positions: Pick<JudgedPosition, "score" | "best">[];
    losses: number[];
    mistakes: (Explanation &
      Omit<Finding, "scores"> &
      Pick<JudgedMove, "ply" | "side" | "label"> & { scorePlayed: Score; scoreBest: Score })[];
  };
}

/** Returns the games of a file as `chuhe review` reports them, with the annotated PGN. */
async function reviewed(t: TestContext, pgn: string, nodes: number) {
  const folder = mkdtempSync(join(tmpdir(), "chuhe-review-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "games.pgn");
  writeFileSync(file, pgn);
  await run(CHUHE, ["review", file, "--out", folder, "--nodes", String(nodes)]);
  const reports = readFileSync(join(folder, "review.jsonl"), "utf8").trimEnd().split("\n");
  return {
    games: reports.map((line): ReviewedGame => JSON.parse(line)),
    annotated: readFileSync(join(folder, "review.pgn"), "utf8"),
  };
}

const engine = new Engine(HASH);
engine.loadNetwork(readFileSync(new URL("assets/chuhe.nnue", WWW)));

/** Returns the context in which the page judges a game, with an engine that answers at once. */
function contextOf({ start, moves }: ReviewedGame, rules: Ruleset, position: number): JudgeContext {
  const search = async (line: string[], limits: SearchLimits) => {
    engine.newGame();
    engine.begin(start, { ...limits, moves: line, rules });
    while (!engine.step(60_000));
    return engine.finish();
  };
  const nodes = { position, comparison: Math.floor((position * 350) / 150) };
  return { Game: withDefaultRuleset(Game, () => rules), startFen: start, moves, search, nodes };
}

const assertNear = (one: number, other: number, about: string) =>
  assert.ok(Math.abs(one - other) < 2e-6, `${about}: ${one}, ${other}`);

/** Judges a game as the page does and compares each finding. */
async function compare(game: ReviewedGame, rules: Ruleset, nodes: number, annotated: string) {
  const { start, moves, review } = game;
  const context = contextOf(game, rules, nodes);
  const isRedFirst = start.split(" ")[1] === "w";
  const sideAt = (ply: number) => ((ply % 2 === 0) === isRedFirst ? "red" : "black");
  const positions: JudgedPosition[] = [];
  for (let ply = 0; ply <= moves.length; ply++) positions.push(await judgePosition(context, ply));
  assert.deepEqual(
    positions.map(({ score, best }) => ({ score, best })),
    review.positions,
  );
  const judged: JudgedMove[] = [];
  for (const ply of moves.keys())
    judged.push(await judgeMove(context, ply, positions[ply], positions[ply + 1], sideAt(ply)));
  for (const { ply, loss } of judged) assertNear(loss, review.losses[ply], `loss ${ply}`);
  const mistakes = judged.filter(({ label }) => label);
  assert.deepEqual(
    mistakes.map(({ ply, side, label }) => ({ ply, side, label })),
    review.mistakes.map(({ ply, side, label }) => ({ ply, side, label })),
  );
  for (const [at, { ply, finding }] of mistakes.entries()) {
    const question = { startFen: start, moves: moves.slice(0, ply), ...finding! };
    const explanation = explain(context.Game, question);
    const { played, best, punishment, better, scorePlayed, scoreBest, facts, reason } =
      review.mistakes[at];
    const lines = { played, best, punishment, better };
    assert.deepEqual({ ...lines, scores: { played: scorePlayed, best: scoreBest } }, finding);
    assert.deepEqual({ facts, reason }, explanation, `${start} ${moves.slice(0, ply + 1)}`);
    const chances = { before: percent(chanceOf(scoreBest)), after: percent(chanceOf(scorePlayed)) };
    const words = `${i18n.t("analysis.review.fall", chances)}\n${describeExplanation(explanation, i18n).join(" ")}`;
    assert.ok(annotated.includes(words), words);
  }
  for (const side of ["red", "black"] as const) {
    const { average, inaccuracy, mistake, blunder, moves: count } = summary(judged, side);
    const { turningPoint, average: ours, ...counts } = review[side];
    assertNear(average, ours, side);
    const expected = {
      moves: count,
      inaccuracies: inaccuracy,
      mistakes: mistake,
      blunders: blunder,
    };
    assert.deepEqual(counts, expected);
    const turned = await findTurningPoint(context, side);
    assert.equal(turningPoint, turned?.ply ?? null, `the turning point of ${side}`);
  }
  return review.mistakes;
}

test("the page and `chuhe review` agree about whole games", { timeout: 600_000 }, async (t) => {
  const nodes = 500;
  const pgn = readFileSync(new URL("tests/data/reviewed.pgn", ROOT), "utf8");
  const { games, annotated } = await reviewed(t, pgn, nodes);
  assert.ok(games.length >= 5);
  const labels = new Set();
  for (const game of games) {
    const rules = game.event.includes("levels 2 and 7") ? "chinese" : "asian";
    for (const { label } of await compare(game, rules, nodes, annotated)) labels.add(label);
  }
  assert.equal(labels.size, 3, "every label occurs");
});

test(
  "the page and `chuhe review` agree about mistakes of every kind, with their facts and reasons",
  { timeout: 600_000 },
  async (t) => {
    const nodes = 1500;
    const pgn = CASES.map(({ fen, moves = [], played, punishment }) => {
      const line = [...moves, played, ...punishment.split(" ").filter(Boolean)];
      const game = new Game(fen);
      const legal: string[] = [];
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
