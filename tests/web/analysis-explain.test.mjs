// Why a move is bad, said of positions set up for it: what the lines prove is told, and nothing else.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Game, initSync } from "../../www/pkg/chuhe.js";
import { explain } from "../../www/js/explain/explain.js";
import { playOut } from "../../www/js/explain/line.js";
import { balanceOf } from "../../www/js/explain/material.js";
import { sayFact, sayWhy } from "../../www/js/explain/why-words.js";
import { fill } from "../../www/js/core/i18n.js";
import { LANGS } from "../../www/js/core/languages.js";

const WWW = new URL("../../www/", import.meta.url);
initSync({ module: readFileSync(new URL("pkg/chuhe_bg.wasm", WWW)) });
const words = (text) => text.split(" ").filter(Boolean);

/**
 * Red moves in all of them; generals on e0 and d9 unless they say otherwise.
 * `facts` are names with the pieces and counts that matter, `reason` the name and its piece.
 */
const CASES = [
  {
    about: "a cannon hangs once the horse's leg is free",
    fen: "3k5/9/9/9/9/2nN5/4C4/9/9/4K4 w",
    played: "d4e6",
    punishment: "c4e3",
    better: "e3e5",
    scores: [-600, 0],
    facts: ["lose-piece-now C 1"],
    reason: "frees-leg n",
  },
  {
    about: "the rook's file was blocked by the horse",
    fen: "r2k5/9/9/9/N8/9/9/C8/9/4K4 w",
    played: "a5c4",
    punishment: "a9a2",
    better: "a2a1",
    scores: [-800, -200],
    facts: ["lose-piece-now C 1"],
    reason: "opens-way r",
  },
  {
    about: "two pieces before the cannon are one too many, one is a screen",
    fen: "2ck5/9/9/2n6/9/2N6/9/9/2R6/4K4 w",
    played: "c4a3",
    punishment: "c9c1",
    better: "c1b1",
    scores: [-500, 400],
    facts: ["lose-piece-now R 1"],
    reason: "screen-removed c",
  },
  {
    about: "a screen is given to the cannon",
    fen: "2ck5/9/9/9/9/4N4/9/9/2R6/4K4 w",
    played: "e4c5",
    punishment: "c9c1",
    better: "e4f6",
    scores: [-500, 400],
    facts: ["lose-piece-now R 1"],
    reason: "screen-given c",
  },
  {
    about: "a horse goes where a rook takes it",
    fen: "r2k5/9/9/9/9/9/9/2N6/9/4K4 w",
    played: "c2a3",
    punishment: "a9a3",
    better: "c2d4",
    scores: [-900, -400],
    facts: ["lose-piece-now N 1"],
    reason: "enters-free N",
  },
  {
    about: "the cannon was protected by the rook, until the rook left",
    fen: "r2k5/9/9/9/9/9/9/C7R/9/4K4 w",
    played: "i2i8",
    punishment: "a9a2",
    better: "a2b2",
    scores: [-100, 700],
    facts: ["lose-piece-now C 1"],
    reason: "unprotects C",
  },
  {
    about: "an attacked horse is left where it is",
    fen: "r2k5/9/9/9/9/9/9/N8/9/4K3R w",
    played: "i0i8",
    punishment: "a9a2",
    better: "a2b4",
    scores: [0, 500],
    facts: ["lose-piece-now N 1"],
    reason: "ignores-piece N",
  },
  {
    about: "what is taken back is an exchange: nothing is lost",
    fen: "r2k5/9/9/9/9/9/R8/9/9/R3K4 w",
    played: "a3a5",
    punishment: "a9a5",
    better: "a3b3",
    scores: [500, 700],
    facts: [],
    reason: null,
  },
  {
    about: "the line ends with a piece that could be taken back: nothing is claimed",
    fen: "r2k5/9/9/9/9/9/R8/9/9/R3K4 w",
    played: "a3a6",
    punishment: "a9a6",
    better: "a3b3",
    scores: [-500, 700],
    facts: [],
    reason: null,
  },
  {
    about: "both lines lose the rook: it is not this move's doing",
    fen: "r2k5/9/9/9/9/9/9/9/9/R3K1B2 w",
    played: "g0i2",
    punishment: "a9a0",
    better: "g0e2 a9a0",
    scores: [-900, -880],
    facts: [],
    reason: null,
  },
  {
    about: "the score hardly falls: something makes up for the piece",
    fen: "r2k5/9/9/9/9/9/9/2N6/9/4K4 w",
    played: "c2a3",
    punishment: "a9a3",
    better: "c2d4",
    scores: [-450, -400],
    facts: [],
    reason: null,
  },
  {
    about: "nothing is taken in either line: nothing is claimed",
    fen: "r2k5/9/9/9/9/9/9/2N6/9/4K4 w",
    played: "c2d4",
    punishment: "a9a4 d4f5 a4a5",
    better: "c2e3 a9a4",
    scores: [-700, -300],
    facts: [],
    reason: null,
  },
  {
    about: "the elephant's eye is freed",
    fen: "2b1k4/3N5/4C4/9/9/9/9/9/9/3K5 w",
    played: "d8b7",
    punishment: "c9e7",
    better: "e7e5",
    scores: [-300, 400],
    facts: ["lose-piece-now C 1"],
    reason: "frees-eye b",
  },
  {
    about: "a rook for a horse",
    fen: "1r1k5/9/9/1n7/9/9/9/1R7/9/4K4 w",
    played: "b2b6",
    punishment: "b9b6",
    better: "b2b3",
    scores: [-500, 0],
    facts: ["lose-exchange-now R n 1"],
    reason: "enters-free R",
  },
  {
    about: "a check that attacks the rook as well, made possible by a leg",
    fen: "3k5/9/9/9/9/9/1nC6/9/1R7/4K4 w",
    played: "c3i3",
    punishment: "b3d2 e0e1 d2b1",
    better: "b1b3",
    scores: [-400, 900],
    facts: ["lose-piece-later R 2", "fork n R"],
    reason: "frees-leg n",
  },
  {
    about: "the file to the general is opened",
    fen: "3k5/4C4/9/9/r8/4N4/9/9/9/4K4 w",
    played: "e4c3",
    punishment: "a5e5 e0f0 e5e8",
    better: "e8i8",
    scores: [-500, 300],
    facts: ["lose-piece-later C 2", "fork r C"],
    reason: "opens-general r",
  },
  {
    about: "a mate becomes possible: the rook had stood in the way",
    fen: "3k4r/9/9/9/9/9/8R/9/r8/4K4 w",
    played: "i3e3",
    punishment: "i9i0",
    better: "i3i9",
    scores: [{ mate: -1 }, 900],
    facts: ["mate 1"],
    reason: "opens-way r",
  },
  {
    about: "a mate becomes possible: only the rook could have answered",
    fen: "3k4r/9/9/9/5R3/9/9/9/r8/4K4 w",
    played: "f5a5",
    punishment: "i9i0",
    better: "f5i5",
    scores: [{ mate: -1 }, 0],
    facts: ["mate 1"],
    reason: "guard R",
  },
  {
    about: "a mate was threatened already",
    fen: "3k4r/9/9/9/R8/9/9/9/r8/4K4 w",
    played: "a5b5",
    punishment: "i9i0",
    better: "a5a1",
    scores: [{ mate: -1 }, 900],
    facts: ["mate 1"],
    reason: "ignores-mate",
  },
  {
    about: "a pin is released",
    fen: "3k5/9/9/9/3r4C/9/9/9/3R5/4K4 w",
    played: "d1c1",
    punishment: "d5i5",
    better: "d1d5",
    scores: [-300, 1500],
    facts: ["lose-piece-now C 1"],
    reason: "unpins r",
  },
  {
    about: "a mate is missed",
    fen: "4k4/R8/9/9/9/9/9/9/9/1R1K5 w",
    played: "b0b5",
    punishment: "e9f9",
    better: "b0b9",
    scores: [1500, { mate: 1 }],
    facts: ["missed-mate 1"],
    reason: null,
  },
  {
    about: "a mate that only takes longer is not missed",
    fen: "4k4/R8/9/9/9/9/9/9/9/1R1K5 w",
    played: "b0b5",
    punishment: "e9f9",
    better: "b0b9",
    scores: [{ mate: 3 }, { mate: 1 }],
    facts: [],
    reason: null,
  },
  {
    about: "a mate that the line does not show is not told",
    fen: "3k4r/9/9/9/5R3/9/9/9/r8/4K4 w",
    played: "f5a5",
    punishment: "",
    better: "f5i5",
    scores: [{ mate: -1 }, 0],
    facts: [],
    reason: null,
  },
  {
    about: "mated in either case: this move allows nothing new",
    fen: "3k4r/9/9/9/R8/9/9/9/r8/4K4 w",
    played: "a5b5",
    punishment: "i9i0",
    better: "a5c5 i9i0",
    scores: [{ mate: -1 }, { mate: -1 }],
    facts: [],
    reason: null,
  },
  {
    about: "a horse for nothing is missed",
    fen: "3k5/9/9/9/9/n8/9/9/9/R3K4 w",
    played: "a0b0",
    punishment: "a4b6",
    better: "a0a4",
    scores: [100, 600],
    facts: ["missed-piece-now n 1"],
    reason: null,
  },
  {
    about: "a soldier more or less is no reason",
    fen: "3k5/9/9/9/p8/9/9/9/9/R3K4 w",
    played: "a0b0",
    punishment: "d9d8",
    better: "a0a5",
    scores: [100, 600],
    facts: [],
    reason: null,
  },
  {
    about: "the third time of a chase loses",
    fen: "3k4n/9/9/9/9/9/9/9/9/4K2R1 w",
    moves: ["h0i0", "i9h7", "i0h0", "h7i9", "h0i0", "i9h7"],
    played: "i0h0",
    punishment: "h7i9",
    better: "i0i1",
    scores: [-31500, 500],
    facts: ["repetition-perpetualChase"],
    reason: null,
  },
  {
    about: "the line leads to a repetition that loses",
    fen: "3k4n/9/9/9/9/9/9/9/9/4K2R1 w",
    moves: ["h0i0", "i9h7", "i0h0", "h7i9"],
    played: "h0i0",
    punishment: "i9h7 i0h0 h7i9",
    better: "h0h9",
    scores: [-31500, 500],
    facts: ["repetition-later-perpetualChase"],
    reason: null,
  },
  {
    about: "the check that completes a perpetual one",
    fen: "4k4/9/9/9/9/9/9/9/3R5/5K3 w",
    moves: ["d1e1", "e9d9", "e1d1", "d9e9", "d1e1", "e9d9"],
    played: "e1d1",
    punishment: "d9e9",
    better: "e1e2",
    scores: [-31500, 500],
    facts: ["repetition-perpetualCheck"],
    reason: null,
  },
  {
    about: "the line leads to a perpetual check that loses",
    fen: "4k4/9/9/9/9/9/9/9/3R5/5K3 w",
    moves: ["d1e1", "e9d9", "e1d1", "d9e9"],
    played: "d1e1",
    punishment: "e9d9 e1d1 d9e9",
    better: "d1d2",
    scores: [-31500, 500],
    facts: ["repetition-later-perpetualCheck"],
    reason: null,
  },
  {
    about: "a win is given away as a draw",
    fen: "5k3/9/9/9/9/9/9/9/3pK4/9 w",
    played: "e1d1",
    punishment: "",
    better: "e1e0",
    scores: [0, 600],
    facts: ["draw-noAttackers"],
    reason: null,
  },
  {
    about: "a draw that is nothing worse is not explained",
    fen: "5k3/9/9/9/9/9/9/9/3pK4/9 w",
    played: "e1d1",
    punishment: "",
    better: "e1e0",
    scores: [0, 0],
    facts: [],
    reason: null,
  },
  {
    about: "lines that the rules do not have say nothing",
    fen: "r2k5/9/9/9/9/9/9/N8/9/4K3R w",
    played: "i0i8",
    punishment: "a9b7",
    better: "a2a9",
    scores: [-900, 900],
    facts: [],
    reason: null,
  },
];

for (const { about, fen, played, punishment, better, scores, facts, reason, moves = [] } of CASES) {
  test(`explained: ${about}`, () => {
    const asScore = (score) => (typeof score === "number" ? { cp: score } : score);
    const found = explain(Game, {
      startFen: fen,
      moves,
      played,
      punishment: words(punishment),
      better: words(better),
      scores: { played: asScore(scores[0]), best: asScore(scores[1]) },
    });
    const told = ({ name, piece, other, count }) =>
      [name, piece, other, count].filter((part) => part !== undefined).join(" ");
    assert.deepEqual(found.facts.map(told), facts);
    assert.equal(found.reason && `${found.reason.name} ${found.reason.piece ?? ""}`.trim(), reason);
  });
}

/** The page's way of asking for words. */
function speaking(lang) {
  const read = (family) => JSON.parse(readFileSync(new URL(`locales/${family}${lang}.json`, WWW)));
  const lines = { ...read(""), ...read("analysis/") };
  const t = (key, params) => {
    assert.ok(key in lines, `no line ${key} in ${lang}`);
    const line = fill(lines[key], params);
    assert.doesNotMatch(line, /\{\w+/, key);
    return line;
  };
  return { lines, t };
}

test("every fact has a whole sentence in every language", () => {
  for (const lang of LANGS) {
    const i18n = speaking(lang);
    const names = Object.keys(i18n.lines)
      .filter((key) => key.startsWith("analysis.review.why."))
      .map((key) => key.replace("analysis.review.why.", ""));
    assert.ok(names.length > 30);
    for (const name of names) {
      const said = sayFact({ name, piece: "R", other: "a", count: 3 }, i18n);
      assert.match(said, /[.。]$/, name);
      assert.doesNotMatch(said, /undefined|null/);
    }
  }
});

test("facts are said one after the other, and where there are none it is said that there are none", () => {
  const i18n = speaking("en");
  const facts = [{ name: "lose-exchange-later", piece: "R", other: "a", count: 3 }];
  assert.deepEqual(sayWhy({ facts, reason: { name: "frees-leg", piece: "n" } }, i18n), [
    "It loses a rook in 3 moves, for only an advisor.",
    "It frees the leg of the opponent’s horse.",
  ]);
  assert.deepEqual(sayWhy({ facts: [], reason: null }, i18n), [
    "Nothing is lost at once in this line; the position just gets worse.",
  ]);
});

test("a balance waits for the exchange to be over", () => {
  const fen = "1r1k5/9/9/1n7/9/9/9/1R7/9/1R2K4 w";
  const line = (...moves) => balanceOf(playOut(Game, fen, [], moves), "red");
  // Rook takes horse, rook takes rook, rook takes rook: a horse is won.
  assert.deepEqual(line("b2b6", "b9b6", "b0b6"), { net: 4, lost: [], gained: ["n"], ply: 0 });
  assert.equal(line("b2b6", "b9b6"), null, "still to be taken back");
});

test("soldiers beside a greater loss are not what it is called by", () => {
  const start = "r2k5/9/9/9/9/R8/P8/9/9/4K4 w";
  const steps = playOut(Game, start, [], words("a4a6 a9a6 e0e1 a6a3 e1e0 d9d8 e0e1"));
  const { net, lost, gained } = balanceOf(steps, "red");
  assert.deepEqual([net, lost, gained], [-10, ["R"], []]);
});
