// The sentences that explain bad moves.

import assert from "node:assert/strict";
import test from "node:test";
import { describeFact, describeExplanation } from "../../www/js/explain/why-words.ts";
import { LANGS, type Lang } from "../../www/js/core/languages.ts";
import { linesIn, speaking } from "./locale-helpers.ts";

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
