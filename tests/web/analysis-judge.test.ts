// The labels of moves, the review of a game, the geometry of its graph, and the retry of a turning point.

import assert from "node:assert/strict";
import test from "node:test";
import * as graph from "../../www/js/analysis/review/graph.ts";
import { RETRY_MOVES, Retry } from "../../www/js/analysis/review/retry.ts";
import {
  type JudgeContext,
  type JudgedMove,
  type SearchLimits,
  type SearchAnswer,
  judgeMove,
  judgePosition,
} from "../../www/js/explain/judge.ts";
import type { Score } from "../../www/js/engine/types.ts";
import { lostPercent } from "../../www/js/analysis/review/widgets.ts";
import { reviewing } from "./review-wasm.ts";
import { Engine, Game } from "./rules-wasm.ts";

const { GameReview, chanceOf, oppositeScore, reviewSummary, toCentipawns } = reviewing;

const START = new Game().startFen();
const cp = (value: number) => ({ cp: value });
const mate = (plies: number) => ({ mate: plies });

test("chances are 0.5 at score 0, 0 or 1 at a mate, and those of both sides add up to 1", () => {
  assert.equal(chanceOf(cp(0)), 0.5);
  assert.equal(chanceOf(mate(9)), 1);
  assert.equal(chanceOf(mate(-2)), 0);
  assert.equal(chanceOf(cp(31_500)), 1, "a win by the rules of repetition");
  for (const score of [cp(137), cp(-800), mate(5), mate(0), cp(31_400)])
    assert.ok(Math.abs(chanceOf(score) + chanceOf(oppositeScore(score)) - 1) < 1e-9);
  assert.equal(chanceOf(oppositeScore(mate(0))), 1, "whoever has mated has won");
  for (let at = -1500; at < 1500; at += 100)
    assert.ok(chanceOf(cp(at)) < chanceOf(cp(at + 100)), `more is better at ${at}`);
});

test("a nearer mate is worth more centipawns", () => {
  assert.ok(toCentipawns(mate(3)) > toCentipawns(mate(9)));
  assert.ok(toCentipawns(mate(-3)) < toCentipawns(mate(-9)));
  assert.equal(toCentipawns(cp(-42)), -42);
  assert.ok(toCentipawns(mate(0)) < toCentipawns(mate(-1)), "mated");
  assert.ok(toCentipawns(oppositeScore(mate(0))) > toCentipawns(mate(2)));
});

test("the percentage shown has the label of the exact loss", () => {
  const bounds = [0.06, 0.12, 0.2];
  const labelOf = (loss: number) => bounds.filter((bound) => loss >= bound).length;
  for (let loss = 0; loss <= 1; loss += 0.0007)
    assert.equal(labelOf(lostPercent(loss) / 100), labelOf(loss), `${loss}`);
  assert.deepEqual([0.06, 0.12, 0.2, 0.29].map(lostPercent), [6, 12, 20, 29]);
});

test("the summary of a side counts only its own moves", () => {
  const moves: Parameters<typeof reviewSummary>[0] = [
    { side: "red", loss: 0.3, label: "blunder" },
    { side: "black", loss: 0.01, label: null },
    { side: "red", loss: 0.1, label: "inaccuracy" },
  ];
  const red = { moves: 2, average: 0.2, inaccuracy: 1, mistake: 0, blunder: 1 };
  assert.deepEqual(reviewSummary(moves, "red"), red);
  assert.equal(reviewSummary(moves, "black").average, 0.01);
  assert.equal(reviewSummary([], "red").average, 0);
});

type Answer = Partial<SearchAnswer> & Pick<SearchAnswer, "score">;

/** Creates a context with scripted answers, which are chosen by the moves searched. `searches` lists them. */
function walkerOf(
  moves: string[],
  answers: (line: string[], limits: SearchLimits) => Answer,
  startFen: string | null = null,
) {
  const searches: ({ line: string } & SearchLimits)[] = [];
  const search = (line: string[], limits: SearchLimits) => {
    searches.push({ line: line.join(" "), ...limits });
    const answer = answers(line, limits);
    return Promise.resolve({ pv: [], depth: 10, move: null, ...answer });
  };
  const nodes = { position: 10, comparison: 20 };
  return { review: new GameReview(startFen, moves, "asian", nodes), moves, search, searches };
}

async function judgedMoves(walker: JudgeContext & { moves: string[] }) {
  const found: JudgedMove[] = [];
  let before = await judgePosition(walker, 0);
  for (const ply of walker.moves.keys()) {
    const after = await judgePosition(walker, ply + 1);
    found.push(await judgeMove(walker, ply, before, after));
    before = after;
  }
  return found;
}

test("a suspect move and the better move are searched with the same number of nodes", async () => {
  const walker = walkerOf(["a0a1"], (line, { nodes }) => {
    if (line.length === 0) return { score: cp(50), move: "b2e2" };
    if (nodes === 10) return { score: cp(400) }; // Black's, after the move
    if (line.includes("b2e2")) return { score: cp(-40), depth: 12, pv: ["b9c7"] };
    return { score: cp(380), depth: 12, pv: ["h7e7"] };
  });
  const [found] = await judgedMoves(walker);
  assert.equal(found.label, "blunder");
  assert.equal(found.finding!.best, "b2e2");
  assert.deepEqual(found.finding!.scores, { played: cp(-380), best: cp(40) });
  assert.deepEqual(found.finding!.punishment, ["h7e7"]);
  assert.deepEqual(found.finding!.better, ["b2e2", "b9c7"]);
  const compared = walker.searches.filter(({ nodes }) => nodes === 20).map(({ line }) => line);
  assert.deepEqual(compared, ["a0a1", "b2e2"]);
});

test("of two searches to different depths, the deeper is repeated at the smaller depth", async () => {
  const walker = walkerOf(["a0a1"], (line, { nodes, depth }) => {
    if (line.length === 0) return { score: cp(50), move: "b2e2" };
    if (nodes === 10) return { score: cp(400) };
    if (depth === 9) return { score: cp(10) }; // no worse at the same depth
    if (line.includes("b2e2")) return { score: cp(-40), depth: 9 };
    return { score: cp(380), depth: 12 };
  });
  const [found] = await judgedMoves(walker);
  assert.equal(found.label, null);
  assert.equal(found.finding, null);
  assert.ok(found.loss < 0.05);
  assert.deepEqual(walker.searches.at(-1), { line: "a0a1", depth: 9 });
});

test("a lower score after the best move causes no further search", async () => {
  const walker = walkerOf(["b2e2"], (line) =>
    line.length === 0 ? { score: cp(300), move: "b2e2" } : { score: cp(300) },
  );
  const [found] = await judgedMoves(walker);
  assert.deepEqual([found.loss, found.label], [0, null]);
  assert.equal(walker.searches.length, 2);
});

test("a small fall of the chances causes no further search", async () => {
  const walker = walkerOf(["a0a1"], (line) =>
    line.length === 0 ? { score: cp(30), move: "b2e2" } : { score: cp(0) },
  );
  const [found] = await judgedMoves(walker);
  assert.equal(found.label, null);
  assert.equal(walker.searches.length, 2);
});

test("a line with a mate is extended to the mate on the board", async () => {
  const fen = "3k4r/9/9/9/5R3/9/9/9/r8/4K4 w";
  const walker = walkerOf(
    ["f5a5", "i9i0"],
    (line, { nodes }) => {
      if (line.length === 0) return { score: cp(0), move: "f5i5" };
      if (line.includes("f5i5")) return { score: cp(0) };
      return { score: mate(1), move: "i9i0", pv: nodes === 20 ? [] : ["i9i0"] };
    },
    fen,
  );
  const [first, second] = await judgedMoves(walker);
  assert.equal(first.label, "blunder");
  assert.deepEqual(first.finding!.punishment, ["i9i0"]);
  assert.deepEqual([second.label, second.loss], [null, 0]);
});

test("a mate by another move than the engine's loses nothing", async () => {
  // The rook mates at once; the engine would have mated in three plies more.
  const fen = "4k4/R8/9/9/9/9/9/9/9/1R1K5 w";
  const walker = walkerOf(
    ["b0b9"],
    (line) => (line.length === 0 ? { score: cp(2000), move: "a8a9" } : { score: mate(-3) }),
    fen,
  );
  const [found] = await judgedMoves(walker);
  assert.deepEqual([found.loss, found.label], [0, null]);
});

test("the engine finds a blunder in a game and the move that punishes it", async () => {
  const engine = new Engine(4);
  const moves = ["h2e2", "h9g7", "e2e6", "g7e6"];
  const search = (line: string[], limits: SearchLimits) => {
    engine.newGame();
    engine.begin(START, { moves: line, ...limits });
    while (!engine.step(1000));
    return Promise.resolve(engine.finish());
  };
  const nodes = { position: 20_000, comparison: 40_000 };
  const walker = () => ({ review: new GameReview(null, moves, "asian", nodes), moves, search });
  const found = await judgedMoves(walker());
  assert.deepEqual(
    found.map((move) => move.label !== null),
    [false, false, true, false],
  );
  assert.equal(found[2].finding!.punishment[0], "g7e6");
  assert.deepEqual(await judgedMoves(walker()), found, "the same again");
  engine.free();
});

test("a review refuses bad input and names the field", () => {
  const review = new GameReview(null, ["h2e2"]);
  const position = { score: cp(0), best: null, over: false };
  const answer = { ...position, move: null, pv: [], depth: 1 };
  const untyped = (value: unknown) => JSON.parse(JSON.stringify(value));
  const cases: [() => unknown, string, string][] = [
    [() => new GameReview("nothing", []), "badFen", "fen"],
    [() => new GameReview(null, ["h2h9", "h2e2"]), "illegalMove", "moves"],
    [() => new GameReview(null, [], "asian", untyped({ position: 1 })), "badOption", "nodes"],
    [() => review.judgePosition(2), "badOption", "ply"],
    [() => review.judgeMove(1, position, position), "badOption", "ply"],
    [() => review.judgeMove(0, position, untyped({ score: 1 })), "badOption", "after"],
    [() => review.isAsGood(0, "h2", false), "badMove", "move"],
    [() => review.pliesOf(untyped("green")), "badOption", "side"],
    [() => review.wayBack("red", untyped([1])), "badOption", "positions"],
    [() => review.answer(untyped({ moves: [], limits: {} }), answer), "badOption", "request"],
    [() => chanceOf(untyped({})), "badOption", "score"],
  ];
  for (const [call, code, field] of cases)
    assert.throws(call, (error: object) => {
      assert.deepEqual({ ...error, value: null }, { ...error, value: null, code, field });
      return true;
    });
  review.free();
});

test("the graph draws Red's chances upwards and spreads the places over its width", () => {
  const frame = { width: 316, height: 116, places: 4 };
  assert.equal(graph.xOf(frame, 0), graph.MARGIN.x);
  assert.equal(graph.xOf(frame, 3), 316 - graph.MARGIN.x);
  assert.equal(graph.yOf(frame, 1), graph.MARGIN.y);
  assert.equal(graph.yOf(frame, 0), 116 - graph.MARGIN.y);
  assert.equal(graph.xOf({ ...frame, places: 1 }, 0), 158);
  for (const at of [0, 1, 2, 3]) assert.equal(graph.placeAt(frame, graph.xOf(frame, at) + 20), at);
  assert.equal(graph.placeAt(frame, -50), 0);
  assert.equal(graph.placeAt(frame, 900), 3);
});

test("the curve has a gap at places without a chance", () => {
  const frame = { width: 316, height: 116, places: 5 };
  const chances = [0.5, 1, null, 0, 0.5];
  assert.deepEqual(graph.runs(chances), [
    { from: 0, to: 1 },
    { from: 3, to: 4 },
  ]);
  assert.equal(graph.curve(frame, chances), "M8 58L83 8M233 108L308 58");
  assert.equal(graph.area(frame, [0.5, 1]), "M8 58L8 58L83 8L83 58Z");
  assert.equal(graph.curve(frame, []), "");
});

test("each label has its own shape", () => {
  const shapes = (["inaccuracy", "mistake", "blunder"] as const).map((kind) =>
    graph.mark(kind, 50, 50),
  );
  const commands = shapes.map((shape) => shape.replace(/[-\d. ]/g, ""));
  assert.equal(new Set(commands).size, 3);
});

/** Creates a retry whose opponent answers from a list, and whose judge returns `score`. */
function retryOf({
  replies,
  score,
  played = "h2e2",
}: {
  replies: string[];
  score: Score;
  played?: string;
}) {
  const waiting = [...replies];
  const sources = {
    Game,
    reviewing,
    reply: () => Promise.resolve(waiting.shift() ?? null),
    judge: () => Promise.resolve(score),
    changed: () => {},
  };
  return new Retry({ startFen: null, moves: [], played, best: cp(30) }, sources);
}

const QUIET = { mine: ["b0c2", "c3c4", "a0b0", "g3g4"], theirs: ["b9c7", "c6c5", "a9b9", "g6g5"] };

async function playAll(retry: Retry) {
  for (const move of QUIET.mine) await retry.move(move);
}

test("a retry is held if the chances come near those of the better line", async () => {
  const retry = retryOf({ replies: QUIET.theirs, score: cp(-60) });
  assert.equal(retry.side, "red");
  await retry.move(QUIET.mine[0]);
  assert.deepEqual([retry.status, retry.done], ["play", 1]);
  for (const move of QUIET.mine.slice(1)) await retry.move(move);
  assert.deepEqual([retry.status, retry.done, retry.tries], ["held", RETRY_MOVES, 1]);
});

test("a retry is lost if the chances stay below those of the better line, and can be repeated", async () => {
  const retry = retryOf({ replies: [...QUIET.theirs, ...QUIET.theirs], score: cp(-400) });
  await playAll(retry);
  assert.equal(retry.status, "lost");
  retry.again();
  assert.deepEqual([retry.status, retry.line, retry.tries], ["play", [], 1]);
  await playAll(retry);
  assert.deepEqual([retry.status, retry.tries], ["lost", 2]);
});

test("a retry refuses the move that lost, and illegal moves", async () => {
  const retry = retryOf({ replies: QUIET.theirs, score: cp(0), played: "b0c2" });
  await retry.move("b0c2");
  assert.deepEqual([retry.isSame, retry.line], [true, []]);
  await retry.move("a0a9");
  assert.deepEqual([retry.isSame, retry.line], [false, []]);
});

test("taking back removes a move with its reply and ignores a reply that comes later", async () => {
  const retry = retryOf({ replies: QUIET.theirs, score: cp(0) });
  await retry.move(QUIET.mine[0]);
  const late = retry.move(QUIET.mine[1]);
  retry.back();
  await late;
  assert.deepEqual(retry.line, ["b0c2", "b9c7"]);
  assert.equal(retry.status, "play");
});

test("a retry that ends by the rules is judged without the engine", async () => {
  const fen = "4k4/R8/9/9/9/9/9/9/9/1R1K5 w";
  const turn = { startFen: fen, moves: [], played: "b0b5", best: mate(1) };
  const none = () => Promise.reject(new Error("no engine is asked"));
  const retry = new Retry(turn, { Game, reviewing, reply: none, judge: none, changed: () => {} });
  await retry.move("b0b9");
  assert.equal(retry.status, "won");
});
