// Records on the page, with fakes of the wasm's classes; page-records.test.ts uses the real classes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import type { ErrorDetails } from "../../www/js/core/error-details.ts";
import { fill } from "../../www/js/core/i18n.ts";
import type { I18n, Lang, MessageParams } from "../../www/js/core/i18n.ts";
import type { MessageKey } from "../../www/js/core/message-keys.ts";
import { describeCyclePly } from "../../www/js/ui/repetition-diagram.ts";
import { describeGameBefore, tagsOf } from "../../www/js/play/game-words.ts";
import { describeReadFault, describeOpenedRecord } from "../../www/js/rules/record-words.ts";
import {
  MAX_BYTES,
  fileName,
  isReadableRecord,
  readAny,
  readRecord,
  rejectTooLarge,
  turnOf,
  writeRecord,
  movesOnly,
  openingOf,
} from "../../www/js/rules/records.ts";
import type { RecordSummary, Rules } from "../../www/js/rules/records.ts";
import { defaultGame } from "../../www/js/core/game-record.ts";
import type { GameRecord } from "../../www/js/core/game-record.ts";
import type { CyclePly } from "../../www/js/core/xiangqi.ts";
import { writeMove } from "../../www/js/core/languages.ts";
import type { FenReason } from "../../www/pkg/chuhe.js";
import { fake } from "./fake.ts";
import { FakeGame, FakeRecord } from "./fakes/rules.ts";

const RULES = { Game: FakeGame, Record: FakeRecord } as unknown as Rules;

/** Returns the messages of a language; a missing key or an unfilled hole fails the test. */
function speaking(lang: Lang) {
  const url = new URL(`../../www/locales/${lang}.json`, import.meta.url);
  const lines = JSON.parse(readFileSync(url, "utf8"));
  const t = (key: string, params?: MessageParams) => {
    assert.ok(key in lines, `no line ${key} in ${lang}`);
    const line = fill(lines[key], params);
    assert.doesNotMatch(line, /\{\w+\}/, key);
    return line;
  };
  return fake<I18n>({
    lang,
    t,
    has: (key: string): key is MessageKey => key in lines,
    move: (text: string) => writeMove(text, lang),
  });
}

const caught = (run: () => void): ErrorDetails => {
  try {
    run();
  } catch (error) {
    return error as ErrorDetails;
  }
  return assert.fail("nothing was thrown");
};

test("opens a record at its last move for two people, with Red at the bottom", () => {
  const now: GameRecord = { ...defaultGame(), mode: "engine", side: "black", flipped: true };
  const { choices, summary } = readRecord(RULES, "Red=Lee result=red h2e2 h9g7 {so}", now);
  assert.deepEqual(
    { ...choices, record: null },
    {
      startFen: null,
      ruleset: "asian",
      moves: ["h2e2", "h9g7"],
      ply: 2,
      record: null,
      mode: "local",
      side: "red",
      flipped: false,
    },
  );
  assert.equal(choices.record, "Red=Lee result=red h2e2 h9g7 {so}");
  assert.deepEqual([summary.result, summary.plies, summary.annotated], ["red", 2, true]);
});

test("stores no record for a bare line", () => {
  const { choices } = readRecord(RULES, "h2e2 h9g7", defaultGame());
  assert.equal(choices.record, null);
});

test("opens a bare position against the engine with the person to move", () => {
  const { choices } = readRecord(RULES, "FEN=elsewhere_b", defaultGame());
  assert.deepEqual(
    [choices.startFen, choices.side, choices.mode],
    ["elsewhere b", "black", undefined],
  );
  const local = readRecord(RULES, "FEN=elsewhere_b", { ...defaultGame(), mode: "local" });
  assert.equal(local.choices.side, undefined);
});

test("exports an opened record with the moves played since", () => {
  const opened = readRecord(RULES, "Red=Lee h2e2 h9g7 {so}", defaultGame()).choices;
  const game = { ...defaultGame(), ...opened, moves: ["h2e2", "b9c7"], ply: 1 };
  assert.equal(
    writeRecord(RULES, game, "pgn-iccs", { Red: "Player" }),
    "Red=Lee result=ongoing h2e2 b9c7 {so} (h2e2,h9g7)",
  );
});

test("keeps moves, names and result when comments and variations are removed", () => {
  const whole = "Red=Lee result=black h2e2 {so} h9g7 (b9c7)";
  assert.equal(
    movesOnly(RULES.Record, whole, "pgn-iccs"),
    "FEN=start_w Red=Lee result=black h2e2 h9g7",
  );
});

test("exports the record's result only for its own line, and the rules' result at an end", () => {
  const game = { ...defaultGame(), moves: ["h2e2"], ply: 1, record: "result=black h2e2" };
  assert.match(writeRecord(RULES, game, "pgn-iccs", {}), /result=black/);
  const playedOtherwise = { ...game, moves: ["b2e2"] };
  assert.match(writeRecord(RULES, playedOtherwise, "pgn-iccs", {}), /result=ongoing/);
  const playedOn = { ...game, moves: ["h2e2", "h9g7"], ply: 2 };
  assert.match(writeRecord(RULES, playedOn, "pgn-iccs", {}), /result=ongoing/);
  const mated = { ...game, moves: ["h2e9"] };
  assert.match(writeRecord(RULES, mated, "pgn-iccs", {}), /result=red/);
});

test("exports a game played here with tags; FEN and UCCI end at the position on the board", () => {
  const game = { ...defaultGame(), moves: ["h2e2", "h9g7"], ply: 1 };
  const tags = tagsOf(
    { ...game, side: "black", level: 4 },
    openingOf(RULES.Game, game),
    "2026.11.21",
    speaking("en"),
  );
  assert.deepEqual(tags, {
    Date: "2026.11.21",
    Red: "Chuhe level 4",
    Black: "Player",
    Opening: "Central Cannon",
  });
  assert.deepEqual(tagsOf({ ...game, mode: "local" }, null, "2026.11.21", speaking("en")), {
    Date: "2026.11.21",
  });
  assert.match(writeRecord(RULES, game, "pgn-wxf", tags), /^pgn-wxf: .*Red=.* h2e2 h9g7$/);
  assert.match(writeRecord(RULES, game, "ucci", tags), /h2e2$/);
  assert.match(writeRecord(RULES, game, "fen", tags), / b$/);
});

test("frees every game and record of the wasm", () => {
  const alive = [FakeGame.alive, FakeRecord.alive];
  const { choices } = readRecord(RULES, "h2e2 {so}", defaultGame());
  for (const format of ["fen", "ucci", "pgn-iccs"] as const)
    writeRecord(RULES, { ...defaultGame(), ...choices }, format, {});
  caught(() => readRecord(RULES, "h2e2 nonsense", defaultGame()));
  assert.equal(turnOf(RULES.Game, "start b"), "black");
  assert.equal(isReadableRecord(RULES.Record, "h2e2"), true);
  assert.equal(isReadableRecord(RULES.Record, "nonsense"), false);
  assert.deepEqual([FakeGame.alive, FakeRecord.alive], alive);
});

test("describes a read fault with token, move and reason in both languages", () => {
  const error = caught(() => readRecord(RULES, "h2e2 h9g7 xyz", defaultGame()));
  const zh = describeReadFault(error, speaking("zh"));
  assert.match(zh.words, /第 2 回合红方“xyz”：.*认不出/);
  assert.deepEqual([zh.token, zh.line], ["xyz", 1]);
  assert.match(describeReadFault(error, speaking("en")).words, /Move 2, Red, “xyz”: .*not a move/);
  const illegal = { ...error, code: "badRecord", reason: "illegalMove", refusal: "generalsFace" };
  assert.match(describeReadFault(illegal, speaking("en")).words, /facing each other/);
  const odd: ErrorDetails = {
    code: "badRecord",
    reason: "somethingNew",
    token: "x".repeat(99),
    line: 7,
  };
  assert.match(describeReadFault(odd, speaking("en")).words, /^Line 7, “x{40}…”: .*somethingNew/);
  assert.match(
    describeReadFault({ code: "badRecord", reason: "empty" }, speaking("zh")).words,
    /什么也没有/,
  );
});

test("rejects records that are too large before reading them", () => {
  rejectTooLarge(MAX_BYTES);
  for (const lang of ["zh", "en"] as const)
    assert.match(
      describeReadFault(
        caught(() => rejectTooLarge(MAX_BYTES + 1)),
        speaking(lang),
      ).words,
      /8 MB/,
    );
  const file = new DOMException("gone", "NotReadableError");
  assert.match(describeReadFault(file, speaking("en")).words, /could not be read/);
});

test("describes an opened record with format, encoding of a file, players, result and length", () => {
  const summary: RecordSummary = {
    format: "pgn",
    encoding: "gb18030",
    tags: { Red: "王天一", Black: "?" },
    result: "red",
    plies: 87,
    annotated: true,
    games: 1,
    rest: "",
    leftOut: null,
    oddities: [],
  };
  assert.equal(
    describeOpenedRecord(summary, true, speaking("zh")),
    "已打开 PGN（GB18030）：红 王天一，黑 ?，红胜，共 87 着。变着和注释都保留着。",
  );
  const bare: RecordSummary = {
    ...summary,
    format: "fen",
    tags: {},
    result: "ongoing",
    plies: 0,
    annotated: false,
  };
  assert.equal(describeOpenedRecord(bare, false, speaking("en")), "Opened FEN position.");
  assert.match(
    describeOpenedRecord({ ...bare, games: 12 }, false, speaking("zh")),
    /12 局，这是第一局/,
  );
  assert.match(describeOpenedRecord({ ...bare, format: "odd" }, false, speaking("en")), /odd/);
  assert.match(
    describeGameBefore({ ...defaultGame(), moves: ["h2e2"] }, speaking("en")),
    /Level 7, 1/,
  );
});

test("says what was left out of a record, and that its start position cannot arise", () => {
  const summary: RecordSummary = {
    format: "pgn",
    encoding: "utf-8",
    tags: {},
    result: "ongoing",
    plies: 4,
    annotated: false,
    games: 1,
    rest: "",
    leftOut: {
      code: "badRecord",
      reason: "illegalMove",
      refusal: "ownPiece",
      token: "马三进一",
      moveNumber: 3,
      side: "red",
    },
    oddities: [
      fake<FenReason>({
        code: "misplaced",
        color: "black",
        role: "soldier",
        file: "f",
        rank: "9",
      }),
    ],
  };
  const expected: Record<Lang, RegExp[]> = {
    zh: [/后面的没有收进来。第 3 回合红方“马三进一”：/, /实战中不会出现这个局面：黑方的卒不可能在/],
    "zh-Hant": [
      /後面的沒有收進來。第 3 回合紅方「馬三進一」|後面的沒有收進來。/,
      /實戰中不會出現這個局面：/,
    ],
    en: [
      /What comes after was left out\. Move 3, Red, “马三进一”: /,
      /No game leads to this position: Black’s soldier can never stand on f9\./,
    ],
    vi: [/Phần sau đó bị bỏ lại\. Hiệp 3, /, /Không ván nào dẫn tới thế cờ này: /],
  };
  for (const [lang, lines] of Object.entries(expected) as [Lang, RegExp[]][])
    for (const line of lines)
      assert.match(describeOpenedRecord(summary, false, speaking(lang)), line);
});

test("reads a file of a rare format with the reader of every format", async () => {
  const text = "FORMAT WXF\nRED a;1;;\nSTART{\n1. C2.5 h8+7\n}END\n";
  const refusing = (refusal: object) => (data: Uint8Array | string, summary?: RecordSummary) => {
    if (summary) return { data, summary };
    throw Object.assign(new Error("refused"), refusal);
  };
  for (const refusal of [{ reason: "noRecord" }, { reason: "unknownText", moveNumber: 1 }]) {
    const { data, summary } = await readAny(text, refusing(refusal));
    assert.deepEqual([summary.format, summary.plies, summary.tags.Red], ["wxf", 2, "a"]);
    assert.match(data as string, /1\. H2-E2 H9-G7/);
  }
  // A file that was read in part, or that no reader can read, is rejected with the first error.
  for (const refusal of [
    { reason: "illegalMove", moveNumber: 1 },
    { reason: "unknownText", moveNumber: 2 },
  ])
    await assert.rejects(readAny(text, refusing(refusal)), refusal);
  await assert.rejects(readAny("x", refusing({ reason: "unknownText", moveNumber: 1 })), {
    reason: "unknownText",
    token: "x",
  });
  assert.equal(await readAny("x", (data) => `${String(data)}1`), "x1");
});

test("describes a ply of a cycle with what it chases, its file counted from its owner's right", () => {
  const chase = (targets: CyclePly["targets"]) =>
    describeCyclePly({ kind: "chase", targets }, speaking("zh"));
  assert.equal(chase([{ square: "c3", piece: "P" }]), "捉七路兵");
  assert.equal(
    chase([
      { square: "c7", piece: "c" },
      { square: "i9", piece: "r" },
    ]),
    "捉３路炮、９路车",
  );
  assert.equal(chase([]), "捉子");
  assert.equal(describeCyclePly({ kind: "check", targets: [] }, speaking("en")), "check");
  assert.equal(
    describeCyclePly({ kind: "chase", targets: [{ square: "c7", piece: "c" }] }, speaking("en")),
    "chases cannon c7",
  );
});

test("names an exported file by title or date, and by format", () => {
  const date = new Date(2026, 0, 5, 9, 7);
  assert.equal(fileName("pgn-wxf", date), "chuhe-2026-01-05-0907.pgn");
  assert.equal(fileName("fen", date), "chuhe-2026-01-05-0907.fen");
  assert.equal(fileName("dhtmlxq", date), "chuhe-2026-01-05-0907.txt");
  assert.equal(fileName("dhtmlxq", date, "屏风马 / 中炮: 1?"), "屏风马 中炮 1.txt");
  assert.equal(fileName("fen", date, "../.."), "chuhe-2026-01-05-0907.fen");
});
