/** Links to games, opponents and studies: writing, reading, and rejecting malformed ones. */
import assert from "node:assert/strict";
import test from "node:test";
import { RULESETS } from "../../www/js/core/xiangqi.ts";
import type { StudyData } from "../../www/js/study/study-data.ts";
import { newTree, withChild, withNode } from "../../www/js/study/tree.ts";
import { decodeLine, encodeLine } from "../../www/js/rules/move-code.ts";
import {
  challengeHash,
  choicesOfLink,
  faultsOfLink,
  gameHash,
  isOfRunningGame,
  parseLink,
  runningHash,
} from "../../www/js/rules/link.ts";
import {
  MAX_CODE,
  codeIn,
  hashOfCode,
  isMoreThanALine,
  packStudy,
  unpackStudy,
} from "../../www/js/study/study-link.ts";

const FEN = "4k4/R8/9/9/9/9/9/9/9/1R1K5 w - - 0 1";

/** Returns every move that any piece can make from any square. */
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

const nameOf = (index: number) => String.fromCharCode(97 + (index % 9)) + Math.floor(index / 9);

test("encodes each possible move in its own two characters", () => {
  const moves = allMoves();
  const code = encodeLine(moves);
  assert.equal(code.length, 2 * moves.length);
  assert.match(code, /^[\w-]+$/);
  assert.equal(new Set(moves.map((move) => encodeLine([move]))).size, moves.length);
  assert.deepEqual(decodeLine(code), moves);
  assert.deepEqual(decodeLine(""), []);
});

test("decodes no moves from malformed text", () => {
  for (const text of ["A", "AAA", "!!", "__", "车一", "  "])
    assert.equal(decodeLine(text), null, text);
});

test("reads a game from its link as it was written", () => {
  const moves = ["h2e2", "h9g7", "h0g2", "i9h9"];
  for (const startFen of [null, FEN])
    for (const ply of [0, 2, 4])
      for (const ruleset of RULESETS) {
        const hash = gameHash({ startFen, ruleset, moves, ply });
        assert.equal(
          hash.includes("rules="),
          ruleset !== "asian",
          "the default rules are not named",
        );
        const link = parseLink(hash);
        assert.ok(link);
        assert.deepEqual(faultsOfLink(link), []);
        const game = { startFen, ruleset, moves, ply };
        const choices = choicesOfLink(link, 3, "black");
        assert.deepEqual(choices, { ...game, level: 3, side: "red", mode: "local" });
      }
});

test("rejects unknown rules of repetition and names them", () => {
  const link = parseLink("#strength=3&rules=western");
  assert.ok(link);
  const fault = { code: "badOption", field: "rules", value: "western" };
  assert.deepEqual(faultsOfLink(link), [fault]);
});

test("fills the gaps of a link to a position", () => {
  assert.equal(parseLink(""), null);
  assert.equal(parseLink("#other=1"), null);
  const link = parseLink("#fen=4k4/9/9/9/9/9/9/9/9/3K5_b_-_-_0_1");
  const startFen = "4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1";
  const asian = { ruleset: "asian", moves: [], ply: 0 };
  const choices = { startFen, ...asian, level: 4, side: "black", mode: "engine" };
  assert.deepEqual(choicesOfLink(link!, 4, "black"), choices);
  const all = parseLink("#fen=x+w&level=2&side=black&mode=local");
  assert.deepEqual(faultsOfLink(all!), []);
  assert.deepEqual(choicesOfLink(all!, 4, "red"), {
    startFen: "x w",
    ...asian,
    level: 5.7,
    side: "black",
    mode: "local",
  });
});

test("reads a challenge from its link as it was written", () => {
  const player = { seed: 4_000_000_000, side: "black" as const };
  for (const [startFen, level, ruleset] of [
    [null, 11, "asian"],
    [FEN, 14, "asian"],
    [null, 6.25, "plain"],
    [FEN, 0.5, "chinese"],
    [FEN, 0, "asian"],
  ] as const) {
    const opponent = { ...player, level, ruleset };
    const link = parseLink(challengeHash({ ...opponent, startFen }, "0badcafe"));
    assert.ok(link);
    assert.equal(link.challenge, "0badcafe");
    assert.deepEqual(faultsOfLink(link), []);
    const choices = choicesOfLink(link, 1, "red");
    assert.deepEqual(choices, { ...opponent, startFen, moves: [], ply: 0, mode: "engine" });
  }
});

test("reads moves and opponent of a game against the engine from its link", () => {
  const moves = ["h2e2", "h9g7", "h0g2", "i9h9"];
  for (const [startFen, level, ruleset, ply, side] of [
    [null, 6.25, "asian", 4, "red"],
    [FEN, 0.5, "chinese", 2, "black"],
  ] as const) {
    const game = { startFen, ruleset, moves, ply, level, seed: 4_000_000_000, side };
    const link = parseLink(runningHash(game, "0badcafe"));
    assert.ok(link);
    assert.equal(link.challenge, "0badcafe");
    assert.deepEqual(faultsOfLink(link), []);
    assert.ok(isOfRunningGame(link));
    assert.deepEqual(choicesOfLink(link, 1, "black"), { ...game, mode: "engine" });
  }
});

test("takes a link with only a game or only an opponent for no running game", () => {
  for (const hash of ["#game=NvweEKwy", "#game=NvweEKwy&mode=engine&side=red", "#strength=1"]) {
    const link = parseLink(hash);
    assert.ok(link && !isOfRunningGame(link), hash);
  }
  assert.equal(choicesOfLink(parseLink("#game=NvweEKwy")!, 3, "red").mode, "local");
  assert.equal(choicesOfLink(parseLink("#game=NvweEKwy&mode=engine")!, 3, "red").mode, "engine");
});

test("starts a game from the start position for a link with only an opponent", () => {
  const link = parseLink("#strength=1&help=on");
  assert.ok(link);
  assert.deepEqual(faultsOfLink(link), []);
  assert.equal(link.help, "on");
  const whole = {
    startFen: null,
    ruleset: "asian",
    moves: [],
    ply: 0,
    level: 1,
    side: "red",
    mode: "engine",
  };
  assert.deepEqual(choicesOfLink(link, 7, "red"), whole);
});

test("reads links of the first version as before", () => {
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

test("converts each of the ten levels of the oldest links to today's strength", () => {
  for (let level = 1; level <= 10; level++) {
    const link = parseLink(`#challenge=0badcafe&level=${level}&seed=5&side=red`);
    assert.ok(link);
    assert.deepEqual(faultsOfLink(link), []);
    const strength = [3.4, 5.7][level - 1] ?? level + 5;
    assert.equal(choicesOfLink(link, 1, "red").level, strength, `level ${level} of ten`);
  }
});

test("converts strengths of the second scale to today's strength", () => {
  const strengths = {
    0: 0,
    1: 0,
    2.5: 0.4,
    3: 0.6,
    4: 1,
    4.5: 1.5,
    6: 3.4,
    7: 5.7,
    8: 8,
    11.25: 11.25,
    15: 15,
  };
  for (const [opponent, strength] of Object.entries(strengths)) {
    const link = parseLink(`#challenge=0badcafe&opponent=${opponent}&seed=5&side=red`);
    assert.ok(link);
    assert.deepEqual(faultsOfLink(link), []);
    assert.equal(choicesOfLink(link, 1, "red").level, strength, opponent);
  }
});

test("rejects strengths beyond the scale or finer than a hundredth", () => {
  for (const field of ["strength", "opponent"])
    for (const value of ["16", "15.5", "-1", "6.255", "6.", ".5", "1e1", "x", ""]) {
      const link = parseLink(`#fen=x&${field}=${value}`);
      assert.ok(link);
      assert.deepEqual(
        faultsOfLink(link).map((fault) => fault.field),
        [field],
        value,
      );
    }
});

test("names each bad field of a link", () => {
  const link = parseLink(
    "#game=A!&ply=-1&seed=x&strength=no&opponent=no&level=11&side=green&mode=duel&help=1",
  );
  assert.ok(link);
  assert.deepEqual(
    faultsOfLink(link).map(({ field }) => field),
    ["strength", "opponent", "level", "side", "mode", "ply", "seed", "help", "game"],
  );
});

/** Returns a study with variations and every kind of annotation. */
function study(): StudyData {
  let nodes = newTree();
  const lines = ["h2e2 h9g7 h0g2 i9h9", "h2e2 b9c7 h0g2", "c3c4 g6g5", "h2e2 h9g7 b0c2"];
  for (const line of lines) {
    let at = 0;
    for (const move of line.split(" ")) {
      const existing = nodes[at].children.find((child) => nodes[child].move === move);
      if (existing === undefined) nodes = withChild(nodes, at, move);
      at = existing ?? nodes.length - 1;
    }
  }
  nodes = withNode(nodes, 0, { comment: '开局\n{ "所有" }', shapes: ["Ge2", "Rh2e2"] });
  nodes = withNode(nodes, 6, { comment: "😀", evaluation: -35, signs: [5, 16] });
  return { startFen: null, nodes, at: 6, tags: { Red: "王一" }, result: "draw" };
}

/** Returns the content of a study, independent of the ids of its nodes. */
function contentOf({ nodes, at, ...rest }: StudyData) {
  const from = (index: number): object => {
    const { children, parent: _, ...annotations } = nodes[index];
    return { ...annotations, here: index === at, children: children.map(from) };
  };
  return { ...rest, tree: from(0) };
}

test("reads a whole study from its link with nothing lost", async () => {
  for (const whole of [study(), { ...study(), startFen: FEN, nodes: newTree(), at: 0 }]) {
    const code = await packStudy(whole);
    assert.match(code, /^1[\w-]+$/);
    assert.equal(codeIn(hashOfCode(code)), code);
    assert.deepEqual(contentOf((await unpackStudy(code))!), contentOf(whole));
  }
});

test("writes and reads a longer code in a browser without CompressionStream", async (t) => {
  const { CompressionStream } = globalThis;
  t.after(() => Object.assign(globalThis, { CompressionStream }));
  Reflect.deleteProperty(globalThis, "CompressionStream");
  const code = await packStudy(study());
  assert.match(code, /^0[\w-]+$/);
  assert.deepEqual(contentOf((await unpackStudy(code))!), contentOf(study()));
});

test("rejects a study code that is cut, changed, too large or of another version", async () => {
  const code = await packStudy(study());
  for (const bad of ["", "1", "0", "2abc", "!!", code.slice(0, -9), `0${code.slice(1)}`])
    assert.equal(await unpackStudy(bad), null, bad);
  const packed = (value: object) => `0${Buffer.from(JSON.stringify(value)).toString("base64url")}`;
  const empty = { f: null, m: "", a: 0, t: {}, r: "ongoing", c: [], e: [], s: [], d: [] };
  assert.equal((await unpackStudy(packed(empty)))!.nodes.length, 1);
  for (const change of [
    { f: 3 },
    { m: "5:abcd" },
    { m: "0:zz" },
    { a: 7 },
    { t: { Red: 1 } },
    { r: "white" },
    { c: [[0, 5]] },
    { s: [[0, ["!"]]] },
    { d: [[0, ["Gz9"]]] },
    { d: 4 },
  ])
    assert.equal(await unpackStudy(packed({ ...empty, ...change })), null, JSON.stringify(change));
  const huge = await packStudy({ ...study(), tags: { Red: "a".repeat(3_000_000) } });
  assert.ok(huge.length < MAX_CODE);
  assert.equal(await unpackStudy(huge), null);
});

test("needs a study only for more than a bare line", () => {
  const bare: StudyData = { ...study(), tags: {}, result: "ongoing" };
  const line = { ...bare, nodes: withChild(newTree(), 0, "h2e2") };
  assert.equal(isMoreThanALine(line), false);
  assert.equal(isMoreThanALine(bare), true);
  assert.equal(isMoreThanALine({ ...line, tags: { Red: "甲" } }), true);
  assert.equal(isMoreThanALine({ ...line, nodes: withNode(line.nodes, 1, { signs: [1] }) }), true);
});

test("fits a long game with as many comments as a lesson into a link", async () => {
  // 12 variations of 20 plies from a game of 100, a sentence at every fourth move, as the README says.
  const ways = allMoves();
  let nodes = newTree();
  const grow = (from: number, count: number, seed: number) => {
    let at = from;
    for (let ply = 0; ply < count; ply++) {
      const move = ways[(seed + ply * 7919) % ways.length];
      nodes = withChild(nodes, at, move);
      at = nodes.length - 1;
      if (ply % 4 === 0) nodes = withNode(nodes, at, { comment: sentence(seed + ply) });
    }
  };
  grow(0, 100, 1);
  for (let branch = 1; branch <= 12; branch++) grow(branch * 8, 20, branch * 31);
  const code = await packStudy({ ...study(), nodes, at: 0 });
  assert.ok(code.length < MAX_CODE, `${code.length}`);
});

/** Returns twelve characters, in another order for each seed. */
const sentence = (seed: number) =>
  Array.from({ length: 12 }, (_, index) =>
    String.fromCharCode(0x4e00 + ((seed * 7919 + index * 104_729) % 3000)),
  ).join("");
