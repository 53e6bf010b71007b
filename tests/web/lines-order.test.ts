// The order of the engine's lines, and their scores as numbers and words.

import assert from "node:assert/strict";
import test from "node:test";
import {
  type EngineLine,
  noThought,
  scoreInWords,
  sorted,
  withInfo,
} from "../../www/js/analysis/lines/engine-line.ts";
import { createLinesModel } from "../../www/js/analysis/lines/lines-model.ts";
import { createMoveValues } from "../../www/js/analysis/move-values.ts";
import type { StudyState } from "../../www/js/analysis/study.ts";
import type { I18n } from "../../www/js/core/i18n.ts";
import { formatSoldiers } from "../../www/js/core/words.ts";
import type { Answer, Info } from "../../www/js/engine/types.ts";
import type { Verdict } from "../../www/pkg/chuhe.js";
import { fake } from "./fake.ts";

const info = (multipv: number, move: string, cp: number, rest: Partial<Info> = {}) =>
  fake<Info>({ multipv, pv: [move], score: { cp }, depth: 10, bound: "exact", ...rest });
const firstMoves = (lines: readonly EngineLine[]) => lines.map(({ moves }) => moves[0]);

test("lines are sorted by score, exact ones before bounds, equal ones as the engine ranks them", () => {
  const lower = { bound: "lower" } as const;
  const infos = [info(1, "a", 28), info(2, "b", 31, lower), info(3, "c", 31), info(4, "d", 31)];
  const mate = info(5, "e", 0, { score: { mate: 9 } });
  const { lines } = [...infos, mate].reduce(withInfo, noThought(5));
  assert.deepEqual(firstMoves(sorted(lines)), ["e", "c", "d", "b", "a"]);
});

type Parts = Parameters<typeof createLinesModel>[0];

test("lines are sorted by the scores that are shown, for the side to move", async () => {
  const values = createMoveValues();
  const fen = "4k4/9/9/9/9/9/9/9/9/4K3R b";
  const verdict = fake<Verdict>({ result: "ongoing" });
  const position = { fen, startFen: fen, moves: [], turn: "b" as const, verdict, check: null };
  const infos = [info(1, "e9d9", 20), info(2, "e9f9", 10), info(3, "e9e8", 30)];
  const model = createLinesModel(
    fake<Parts>({
      study: fake<Parts["study"]>({
        get: () => fake<StudyState>({ position: fake<StudyState["position"]>(position) }),
      }),
      queue: fake<Parts["queue"]>({
        isFree: () => true,
        ask(_fen, _moves, _options, onInfo) {
          infos.forEach((one) => onInfo?.(one));
          return Promise.resolve(fake<Answer>({}));
        },
      }),
      values,
    }),
    { load: () => ({ on: true, count: 3 }), save: () => true },
  );
  await new Promise<void>((resolve) => {
    const check = () => void (model.get().search.status === "rested" && resolve());
    model.subscribe(check);
    check();
  });
  const ranked = () => firstMoves(model.ranked(model.get().search.place!));
  assert.deepEqual(ranked(), ["e9e8", "e9d9", "e9f9"]);
  values.offer(fen, "e9f9", { source: "explorer", depth: 20, score: { cp: -50 } });
  assert.deepEqual(ranked(), ["e9f9", "e9e8", "e9d9"]);
});

test("halves of a soldier's tenth are rounded away from zero, in words as in numbers", () => {
  const i18n = fake<I18n>({ t: (key, params) => `${key} ${params?.soldiers ?? ""}`.trim() });
  for (const [cp, words] of Object.entries({ 34: "0.3", 35: "0.4", 36: "0.4", 45: "0.5" })) {
    assert.equal(scoreInWords({ cp: Number(cp) }, i18n), `score.red ${words}`);
    assert.equal(scoreInWords({ cp: -Number(cp) }, i18n), `score.black ${words}`);
    assert.equal(formatSoldiers(-Number(cp), 1), `\u2212${words}`);
  }
  assert.equal(scoreInWords({ cp: 29 }, i18n), "score.even");
  assert.deepEqual([formatSoldiers(4, 1), formatSoldiers(-4, 1)], ["0.0", "0.0"]);
});
