/** Links: what is written is read back, and what is no link is refused. */
import assert from "node:assert/strict";
import test from "node:test";
import { decodeLine, encodeLine } from "../../www/js/line-code.js";
import {
  challengeHash,
  choicesOfLink,
  faultsOfLink,
  gameHash,
  parseLink,
} from "../../www/js/link.js";

const FEN = "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1";

/** Every way any piece can go from any square. */
function allMoves() {
  const moves = [];
  for (let from = 0; from < 90; from++)
    for (let to = 0; to < 90; to++) {
      const [file, rank] = [(to % 9) - (from % 9), Math.floor(to / 9) - Math.floor(from / 9)];
      const [wide, high] = [Math.abs(file), Math.abs(rank)].toSorted();
      const line = from !== to && wide === 0;
      const leap = (wide === 1 && high <= 2) || (wide === 2 && high === 2);
      if (line || leap) moves.push(nameOf(from) + nameOf(to));
    }
  return moves;
}

/** @param {number} index */
const nameOf = (index) => String.fromCharCode(97 + (index % 9)) + Math.floor(index / 9);

test("every move of every piece has two characters of its own", () => {
  const moves = allMoves();
  const code = encodeLine(moves);
  assert.equal(code.length, 2 * moves.length);
  assert.match(code, /^[\w-]+$/);
  assert.equal(new Set(moves.map((move) => encodeLine([move]))).size, moves.length);
  assert.deepEqual(decodeLine(code), moves);
  assert.deepEqual(decodeLine(""), []);
});

test("text that is no line of moves is refused", () => {
  for (const text of ["A", "AAA", "!!", "__", "车一", "  "])
    assert.equal(decodeLine(text), null, text);
});

test("a game survives its link", () => {
  const moves = ["h2e2", "h9g7", "h0g2", "i9h9"];
  for (const startFen of [null, FEN])
    for (const ply of [0, 2, 4]) {
      const link = parseLink(gameHash({ startFen, moves, ply }));
      assert.ok(link);
      assert.deepEqual(faultsOfLink(link), []);
      const choices = choicesOfLink(link, 3, "black");
      assert.deepEqual(choices, { startFen, moves, ply, level: 3, side: "red", mode: "local" });
    }
});

test("a challenge survives its link", () => {
  const known = { seed: 4_000_000_000, side: /** @type {const} */ ("black") };
  for (const [startFen, level] of /** @type {const} */ ([
    [null, 11],
    [FEN, 14],
    [null, 6.25],
    [FEN, 0.5],
    [FEN, 0],
  ])) {
    const opponent = { ...known, level };
    const link = parseLink(challengeHash({ ...opponent, startFen }, "0badcafe"));
    assert.ok(link);
    assert.equal(link.challenge, "0badcafe");
    assert.deepEqual(faultsOfLink(link), []);
    const choices = choicesOfLink(link, 1, "red");
    assert.deepEqual(choices, { ...opponent, startFen, moves: [], ply: 0, mode: "engine" });
  }
});

test("an opponent alone is met from the start", () => {
  const link = parseLink("#opponent=1&help=on");
  assert.ok(link);
  assert.deepEqual(faultsOfLink(link), []);
  assert.equal(link.help, "on");
  const whole = { startFen: null, moves: [], ply: 0, level: 1, side: "red", mode: "engine" };
  assert.deepEqual(choicesOfLink(link, 7, "red"), whole);
});

test("links of the first kind go on as they were", () => {
  const link = parseLink(`#fen=${FEN.replaceAll(" ", "_")}&level=5&side=black`);
  assert.ok(link);
  const { startFen, level, side, mode } = choicesOfLink(link, 1, "red");
  assert.deepEqual(
    { startFen, level, side, mode },
    { startFen: FEN, level: 10, side: "black", mode: "engine" },
  );
  assert.equal(parseLink("#"), null);
  assert.equal(parseLink("#top"), null);
});

test("links that count ten levels keep their opponent, each of the ten", () => {
  for (let level = 1; level <= 10; level++) {
    const link = parseLink(`#challenge=0badcafe&level=${level}&seed=5&side=red`);
    assert.ok(link);
    assert.deepEqual(faultsOfLink(link), []);
    assert.equal(choicesOfLink(link, 1, "red").level, level + 5);
  }
});

test("an opponent beyond the scale, or finer than a hundredth, is refused", () => {
  for (const opponent of ["16", "15.5", "-1", "6.255", "6.", ".5", "1e1", "x", ""]) {
    const link = parseLink(`#fen=x&opponent=${opponent}`);
    assert.ok(link);
    assert.deepEqual(
      faultsOfLink(link).map(({ field }) => field),
      ["opponent"],
      opponent,
    );
  }
});

test("what is wrong with a link is named", () => {
  const link = parseLink("#game=A!&ply=-1&seed=x&opponent=no&level=11&side=green&mode=duel&help=1");
  assert.ok(link);
  assert.deepEqual(
    faultsOfLink(link).map(({ field }) => field),
    ["opponent", "level", "side", "mode", "ply", "seed", "help", "game"],
  );
});
