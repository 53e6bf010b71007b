// The explanations of bad moves have the facts that the lines prove, and no others.

import assert from "node:assert/strict";
import test from "node:test";
import { explain, type Fact } from "../../www/js/explain/explain.ts";
import { playOut } from "../../www/js/explain/line.ts";
import { balanceOf } from "../../www/js/explain/material.ts";
import { describeFact, describeExplanation } from "../../www/js/explain/why-words.ts";
import type { Score } from "../../www/js/engine/types.ts";
import { LANGS, type Lang } from "../../www/js/core/languages.ts";
import { CASES } from "./explain-cases.ts";
import { linesIn, speaking } from "./locale-helpers.ts";
import { Game } from "./rules-wasm.ts";

const words = (text: string) => text.split(" ").filter(Boolean);

for (const { about, fen, played, punishment, better, scores, facts, reason, moves = [] } of CASES) {
  test(`explained: ${about}`, () => {
    const asScore = (score: number | Score): Score =>
      typeof score === "number" ? { cp: score } : score;
    const found = explain(Game, {
      startFen: fen,
      moves,
      played,
      punishment: words(punishment),
      better: words(better),
      scores: { played: asScore(scores[0]), best: asScore(scores[1]) },
    });
    const factText = ({ name, piece, other, count }: Fact) =>
      [name, piece, other, count].filter((part) => part !== undefined).join(" ");
    assert.deepEqual(found.facts.map(factText), facts);
    assert.equal(found.reason && `${found.reason.name} ${found.reason.piece ?? ""}`.trim(), reason);
  });
}

const speak = (lang: Lang) => speaking(lang, "", "analysis/");

test("every fact is a whole sentence in every language", () => {
  for (const lang of LANGS) {
    const i18n = speak(lang);
    const names = Object.keys(linesIn("analysis/", lang))
      .filter((key) => key.startsWith("analysis.review.why."))
      .map((key) => key.replace("analysis.review.why.", ""));
    assert.ok(names.length > 30);
    for (const name of names) {
      const sentence = describeFact({ name, piece: "R", other: "a", count: 3 }, i18n);
      assert.match(sentence, /[.。]$/, name);
      assert.doesNotMatch(sentence, /undefined|null/);
    }
  }
});

test("an explanation lists its facts and the reason, or says that nothing is lost at once", () => {
  const i18n = speak("en");
  const facts = [{ name: "lose-exchange-later", piece: "R", other: "a", count: 3 }];
  assert.deepEqual(
    describeExplanation({ facts, reason: { name: "frees-leg", piece: "n" } }, i18n),
    [
      "It loses a rook in 3 moves, for only an advisor.",
      "It frees the leg of the opponent’s horse.",
    ],
  );
  assert.deepEqual(describeExplanation({ facts: [], reason: null }, i18n), [
    "Nothing is lost at once in this line; the position just gets worse.",
  ]);
});

test("a balance counts only finished exchanges", () => {
  const fen = "1r1k5/9/9/1n7/9/9/9/1R7/9/1R2K4 w";
  const line = (...moves: string[]) => balanceOf(playOut(Game, fen, [], moves), "red");
  // Rook takes horse, rook takes rook, rook takes rook: a horse is won.
  assert.deepEqual(line("b2b6", "b9b6", "b0b6"), { net: 4, lost: [], gained: ["n"], ply: 0 });
  assert.equal(line("b2b6", "b9b6"), null, "still to be taken back");
});

test("a loss of soldiers is not named beside a greater loss", () => {
  const start = "r2k5/9/9/9/9/R8/P8/9/9/4K4 w";
  const steps = playOut(Game, start, [], words("a4a6 a9a6 e0e1 a6a3 e1e0 d9d8 e0e1"));
  const { net, lost, gained } = balanceOf(steps, "red")!;
  assert.deepEqual([net, lost, gained], [-10, ["R"], []]);
});
