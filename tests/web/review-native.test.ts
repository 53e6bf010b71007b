// The page's review of a game, by two engines in wasm, has the findings and the words that `chuhe review` has.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { promisify } from "node:util";
import { percent } from "../../www/js/analysis/review/widgets.ts";
import { ReviewRun } from "../../www/js/analysis/review/review-run.ts";
import type { ReviewEngine } from "../../www/js/analysis/review/review-run.ts";
import { createReviewStorage } from "../../www/js/analysis/review/review-storage.ts";
import type { EngineQueue } from "../../www/js/analysis/engine-queue.ts";
import type { Answer, SearchOptions } from "../../www/js/engine/types.ts";
import { describeExplanation } from "../../www/js/explain/why-words.ts";
import { fake } from "./fake.ts";
import { speaking } from "./locale-helpers.ts";
import { memoryStorage } from "./memory-storage.ts";
import { reviewing } from "./review-wasm.ts";
import { Engine, Game } from "./rules-wasm.ts";

const ROOT = new URL("../../", import.meta.url);
const CHUHE = new URL("target/debug/chuhe", ROOT).pathname;
const NODES = 500;
/** MiB, equal to `chuhe::review::HASH`: results of a search depend on it. */
const HASH = 16;

/** Reviews the first game of a file by the program, and returns its report with the annotated PGN. */
async function reportOfFirstGame(pgn: string) {
  const folder = mkdtempSync(join(tmpdir(), "chuhe-review-"));
  try {
    const file = join(folder, "game.pgn");
    writeFileSync(file, pgn.slice(0, pgn.indexOf("[Event", 1)));
    const args = ["review", file, "--out", folder, "--nodes", String(NODES)];
    await promisify(execFile)(CHUHE, args);
    const [report = "", annotated = ""] = ["review.jsonl", "review.pgn"].map((name) =>
      readFileSync(join(folder, name), "utf8"),
    );
    return { ...JSON.parse(report), annotated };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Creates an engine of the page that answers at once. */
function engineOf(start: string): ReviewEngine & Pick<EngineQueue, "claim"> {
  const engine = new Engine(HASH);
  engine.loadNetwork(readFileSync(new URL("www/assets/chuhe.nnue", ROOT)));
  return {
    forget: () => Promise.resolve(engine.newGame()),
    ask(_start: string | null, moves: string[], options: SearchOptions) {
      engine.begin(start, { ...options, moves });
      while (!engine.step(60_000));
      return Promise.resolve(fake<Answer>(engine.finish()));
    },
    claim: () => () => {},
  };
}

test("the page finds what `chuhe review` reports", { timeout: 600_000 }, async () => {
  const pgn = readFileSync(new URL("tests/data/reviewed.pgn", ROOT), "utf8");
  const { start, moves, review, annotated } = await reportOfFirstGame(pgn);
  const run = new ReviewRun({
    Game,
    reviewing,
    ruleset: () => "asian",
    queue: fake<EngineQueue>(engineOf(start)),
    second: engineOf(start),
    store: createReviewStorage(() => memoryStorage()),
    onEvaluation() {},
    changed() {},
  });
  run.nodes = {
    first: Math.floor((NODES * 40) / 150),
    position: NODES,
    comparison: Math.floor((NODES * 250) / 150),
  };
  run.open(start, moves, 1);
  await run.resume();
  assert.equal(run.status, "done");
  const { positions, moves: judged } = run.findings;
  assert.deepEqual(
    positions.map((position) => ({ score: position?.score, best: position?.best })),
    review.positions,
  );
  const i18n = speaking("en", "", "analysis/");
  const explainer = new reviewing.GameReview(start, moves);
  const mistakes = judged.flatMap((move) => {
    if (!move?.finding) return [];
    const { ply, side, label, finding } = move;
    const { scores, ...lines } = finding;
    const explanation = explainer.explain(ply, finding);
    const [before = "", after = ""] = [scores.best, scores.played].map((score) =>
      percent(reviewing.chanceOf(score)),
    );
    const fall = i18n.t("analysis.review.fall", { before, after });
    const words = `${fall}\n${describeExplanation(explanation, i18n).join(" ")}`;
    assert.ok(annotated.includes(words), words);
    return {
      ply,
      side,
      label,
      ...lines,
      ...explanation,
      scorePlayed: scores.played,
      scoreBest: scores.best,
      loss: null, // compared below
    };
  });
  const expected = review.mistakes.map((mistake: object) => ({ ...mistake, loss: null }));
  assert.ok(mistakes.length >= 3);
  assert.deepEqual(mistakes, expected);
  // The exponential function may differ in its last digit between native code and wasm.
  for (const [ply, loss] of review.losses.entries())
    assert.ok(Math.abs(judged[ply]!.loss - loss) < 2e-6, `loss ${ply}`);
  for (const side of ["red", "black"] as const) {
    const summary = reviewing.reviewSummary(
      judged.map((move) => move!),
      side,
    );
    const { inaccuracies, mistakes: plain, blunders, moves: count } = review[side];
    assert.deepEqual(
      [summary.moves, summary.inaccuracy, summary.mistake, summary.blunder],
      [count, inaccuracies, plain, blunders],
    );
  }
});
