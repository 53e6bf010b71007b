import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { completePage } from "../../tools/pages.ts";
import { createI18n, fill } from "../../www/js/core/i18n.ts";
import { LANGS, type Lang, readSigns, textIn, writeMove } from "../../www/js/core/languages.ts";
import { faultsOfLink, parseLink } from "../../www/js/rules/link.ts";
import { EXPORT_FORMATS } from "../../www/js/rules/records.ts";
import { describeRulesError } from "../../www/js/rules/rules.ts";
import { MAX_LEVEL } from "../../www/js/core/levels.ts";
import { SETTINGS, type SettingName } from "../../www/js/shell/settings.ts";
import type { MoveFacts } from "../../www/js/core/move-facts.ts";
import type { Notation } from "../../www/js/core/xiangqi.ts";
import type { Reason } from "../../www/pkg/chuhe.js";
import { describeReason } from "../../www/js/core/reason.ts";
import { describeMove, describeRefusal } from "../../www/js/core/words.ts";
import { linesIn, speaking } from "./locale-helpers.ts";

const WWW = new URL("../../www/", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, WWW), "utf8");
/** Returns a page as browsers get it. */
const readPage = (name: string) => completePage(name, read(name));
type Lines = Record<Lang, Record<string, string>>;
const byLang = (lines: (lang: Lang) => Record<string, string>) =>
  Object.fromEntries(LANGS.map((lang) => [lang, lines(lang)])) as Lines;
const linesOf = (family: string) => byLang((lang) => linesIn(family, lang));
const FAMILIES = readdirSync(new URL("locales/", WWW), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `${name}/`)
  .concat("");
/** Messages of the pages that the tests below check. */
const SHOWN = [
  "",
  "analysis/",
  "book/",
  "elements/",
  "friend/",
  "referee/",
  "lab/",
  "library/",
  "packs/",
  "play/",
  "solved/",
  "worksheet/",
];
const LINES = byLang((lang) => Object.assign({}, ...SHOWN.map((family) => linesIn(family, lang))));
const KEYS = Object.keys(LINES.zh);
/** Words of the puzzles, which the worksheet's page loads as well. */
const PUZZLE_KEYS = Object.keys(linesIn("puzzles/", "zh"));

/** Scripts with messages of `SHOWN`; the board and the engine have none. */
const SCRIPTS = readdirSync(new URL("js/", WWW), { recursive: true })
  .map(String)
  .filter((name) => /\.[jt]s$/.test(name) && !/^(board|engine|learn|puzzles)[\\/]/.test(name))
  .filter((name) => !name.endsWith("message-keys.ts"))
  .map((name) => ({ name, text: read(`js/${name}`) }));
const HTML = [
  "index.html",
  "embed.html",
  "analysis.html",
  "lab.html",
  "library.html",
  "worksheet.html",
  "friend.html",
]
  .map(readPage)
  .join("\n");

const speak = (lang: Lang) => speaking(lang, ...SHOWN);

test("every language has every locale file, with the same keys in the same order, none empty", () => {
  for (const family of FAMILIES) {
    const found = readdirSync(new URL(`locales/${family}`, WWW)).filter((name) =>
      name.endsWith("json"),
    );
    assert.deepEqual(found.toSorted(), LANGS.map((lang) => `${lang}.json`).toSorted());
    const all = linesOf(family);
    for (const [lang, lines] of Object.entries(all)) {
      assert.deepEqual(Object.keys(lines), Object.keys(all.zh), family + lang);
      for (const [key, line] of Object.entries(lines)) assert.notEqual(line.trim(), "", key);
    }
  }
});

test("every language uses the same parameters", () => {
  const names = (line: string) => new Set(line.match(/\{\w+/g));
  // Messages about moves differ on purpose: notation in Chinese, squares elsewhere.
  const differs = /^(say\.move|error|fen)\.|^(cycle\.target|grid\.place)$/;
  for (const family of FAMILIES) {
    const { zh, ...others } = linesOf(family);
    for (const key of Object.keys(zh).filter((name) => !differs.test(name)))
      for (const [lang, lines] of Object.entries(others))
        assert.deepEqual(names(lines[key]), names(zh[key]), `${lang} ${key}`);
  }
  // Those may use any parameter that the Chinese or the English message has.
  for (const key of KEYS.filter((name) => differs.test(name))) {
    const allowed = new Set([...names(LINES.zh[key]), ...names(LINES.en[key])]);
    for (const lang of LANGS)
      for (const name of names(LINES[lang][key]))
        assert.ok(allowed.has(name), `${lang} ${key} ${name}`);
  }
});

test("words in 繁體中文 have no simplified characters", () => {
  const simplified =
    /[这个们来对应说话将军马车帅进发过还没给动边开关红误长记势认输胜负习题设选语读谱层让乱连两图单书时间网点击马顺从无为]/u;
  for (const family of FAMILIES)
    for (const [key, line] of Object.entries(linesOf(family)["zh-Hant"]))
      assert.doesNotMatch(line, simplified, key);
});

test("no script compares a language with its code", () => {
  const choosing = /^(?:shell\/early|core\/languages)\.[jt]s$/;
  for (const { name, text } of SCRIPTS.filter((script) => !choosing.test(script.name)))
    assert.doesNotMatch(text, /lang\w* [!=]== "/, name);
});

/** Returns the keys in markup, of pages and templates, and the keys and prefixes of keys in scripts. */
function usedKeys() {
  const markup = new Set<string>();
  const exact = new Set<string>();
  const families = new Set<string>(["error.", "fen."]);
  for (const text of [HTML, ...SCRIPTS.map((script) => script.text)])
    for (const [, key] of text.matchAll(/data-(?:i18n(?:-label)?|first)="([^"?$]+\.[^"?$]+)["?]/g))
      markup.add(key);
  for (const { text } of SCRIPTS) {
    for (const [, key] of text.matchAll(/"([a-z][\w-]+(?:\.[\w-]+)+)"/g)) exact.add(key);
    for (const [, key] of text.matchAll(/[`"]([a-z][\w-]*\.[\w.-]*)\$\{/g)) families.add(key);
  }
  return { markup, exact, families: [...families] };
}

test("the button for languages has the word Language in every language", () => {
  for (const lines of Object.values(LINES)) assert.match(lines["action.language"], /\bLanguage$/);
});

test("every key in markup exists, and every key is used", () => {
  const { markup, exact, families } = usedKeys();
  for (const key of markup) assert.ok(key in LINES.zh, `${key} is used and has no message`);
  for (const family of families)
    assert.ok(
      [...KEYS, ...PUZZLE_KEYS].some((key) => key.startsWith(family)),
      `${family}* is used and has no message`,
    );
  const isUsed = (key: string) =>
    markup.has(key) || exact.has(key) || families.some((family) => key.startsWith(family));
  assert.deepEqual(
    KEYS.filter((key) => !isUsed(key)),
    [],
  );
});

test("every family of keys has all its members", () => {
  const words = (text: string) => text.trim().split(/\s+/);
  const families = {
    result: words("red black draw you.won you.lost"),
    strength: words("first past near"),
    reason:
      words(`checkmate stalemate perpetualCheck perpetualChase repetition naturalLimit noAttackers
      resignation time agreement`),
    refusal:
      words(`noPiece notYours cannotReach ownPiece leavesCheck stillInCheck generalsFace gameOver
      badSquare`),
    "refusal.cannotReach": words("K A B N R C P"),
    piece: words("K A B N R C P k a b n r c p"),
    level: Array.from({ length: MAX_LEVEL }, (_, i) => [`${i + 1}.name`, `${i + 1}.hint`]).flat(),
    cycle: words("check chase idle"),
    loss: words("perpetualCheck perpetualChase other"),
    format: words("pgn dhtmlxq xqf cbr ucci fen moves"),
    "export.format": EXPORT_FORMATS.map(({ format }) => format),
    "export.hint": EXPORT_FORMATS.map(({ format }) => format),
    error: words("badFen badMove illegalMove badOption gameOver other"),
  };
  for (const [family, members] of Object.entries(families)) {
    for (const member of members)
      assert.ok(`${family}.${member}` in LINES.zh, `${family}.${member}`);
  }
});

type Field = (typeof SETTINGS)[SettingName] & { hint?: unknown; values: string[]; label?: string };

test("every field of the settings has its words", () => {
  for (const [name, { kind, hint, values, ...field }] of Object.entries(SETTINGS) as [
    string,
    Field,
  ][]) {
    const family = kind === "look" ? "looks" : "settings";
    const { label = `${family}.${name}` } = field;
    const members = [...(/look|choice/.test(kind) ? values : []), ...(hint ? ["hint"] : [])];
    for (const key of [label, ...members.map((member) => `${family}.${name}.${member}`)])
      assert.ok(key in LINES.zh, key);
  }
});

test("messages of families that the compiler does not check are there", () => {
  const files = readdirSync(new URL("../../www/js/", import.meta.url), {
    recursive: true,
    encoding: "utf8",
  });
  const keys = files
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => {
      const source = readFileSync(new URL(`../../www/js/${path}`, import.meta.url), "utf8");
      return [...source.matchAll(/["`]((?:ending|lab\.route|lab\.tree)\.[\w.-]+)["`]/g)].map(
        ([, key]) => key,
      );
    });
  assert.ok(keys.length > 40, "the sources have such keys");
  const written = new Set(
    ["puzzles/", "lab/"].flatMap((family) => Object.keys(linesIn(family, "zh"))),
  );
  for (const key of keys) assert.ok(written.has(key), key);
});

test("every reason to reject a FEN has a message", () => {
  const source = readFileSync(new URL("../../src/rules/fen/reason.rs", import.meta.url), "utf8");
  const codes = [...source.matchAll(/FenReason::\w+(?:\(_\)| \{ \.\. \})? => "(\w+)"/g)].map(
    (match) => match[1],
  );
  assert.ok(codes.length > 10, "the source has the codes");
  for (const code of codes) assert.ok(`fen.${code}` in LINES.zh, `fen.${code}`);
});

test("every reason to end a game or refuse a move has a message", () => {
  const game = new URL("../../src/rules/", import.meta.url);
  const parts = readdirSync(game, { recursive: true, encoding: "utf8" });
  const rules = parts.filter((path) => /^game(\.rs|[\\/])/.test(path) && path.endsWith(".rs"));
  const source = rules.map((path) => readFileSync(new URL(path, game), "utf8")).join("\n");
  const codes = (name: string) =>
    [...source.matchAll(new RegExp(`${name}::\\w+ => "(\\w+)"`, "g"))].map((match) => match[1]);
  assert.ok(codes("Reason").length > 4 && codes("Refusal").length > 4, "the source has the codes");
  for (const code of codes("Reason")) assert.ok(`reason.${code}` in LINES.zh, `reason.${code}`);
  for (const code of codes("Refusal")) assert.ok(`refusal.${code}` in LINES.zh, `refusal.${code}`);
});

test("every reason to reject a record, and every format, has a message", () => {
  const source = (path: string) =>
    readFileSync(new URL(`../../src/records/${path}`, import.meta.url), "utf8");
  const codes = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`${name}::\\w+(?:\\(_\\))? => "(\\w+)"`, "g"))].map(
      (match) => match[1],
    );
  const reasons = codes(source("error.rs"), "ReadReason");
  const list = /^formats! \{$(.*?)^\}$/ms.exec(source("formats.rs"))?.[1] ?? "";
  const formats = [...list.matchAll(/^ +\w+ = "(\w+)"/gm)].map((match) => match[1]);
  assert.ok(reasons.length > 10 && formats.length > 5, "the source has the codes");
  for (const code of reasons) assert.ok(`record.${code}` in LINES.zh, `record.${code}`);
  for (const code of formats) assert.ok(`format.${code}` in LINES.zh, `format.${code}`);
});

/** Names of keys on a keyboard, which no language translates. */
const KEY_CAPS = /^([A-Z]|Esc|Home|End|PgUp|PgDn|Space|Enter)$/;

test("no script and no page has words outside the locale files", () => {
  const han = /\p{Script=Han}/u;
  const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  // languages.ts has the names of languages, which no language translates.
  for (const { name, text } of SCRIPTS.filter((script) => script.name !== "core/languages.ts")) {
    assert.ok(!han.test(code(text)), `${name} has Chinese in it`);
  }
  const visible = HTML.replace(
    /<head>[\s\S]*?<\/head>|<p class="wordless"[\s\S]*?<\/p>/g,
    "",
  ).replace(/<!--[\s\S]*?-->/g, "");
  const texts = [...visible.matchAll(/>([^<>]*\p{L}[^<>]*)</gu)].map((match) => match[1].trim());
  assert.deepEqual(
    texts.filter((text) => text !== "Chuhe" && !KEY_CAPS.test(text)),
    [],
  );
});

test("takes a text of data in a fallback language if its own is missing", () => {
  const texts = { zh: "中炮", en: "Central Cannon" };
  assert.deepEqual(textIn(texts, "zh"), { text: "中炮", lang: "zh" });
  assert.deepEqual(textIn(texts, "zh-Hant"), { text: "中炮", lang: "zh-Hant" });
  const carts = { zh: "顺炮直车对横车：两头蛇", en: "Two-Headed Snake" };
  assert.equal(textIn(carts, "zh-Hant").text, "順炮直車對橫車：兩頭蛇");
  assert.equal(textIn({ en: "Two-Headed Snake" }, "zh-Hant").lang, "en");
  assert.deepEqual(textIn(texts, "vi"), { text: "Central Cannon", lang: "en" });
  assert.deepEqual(textIn({ zh: "中炮" }, "en"), { text: "中炮", lang: "zh" });
  assert.deepEqual(textIn(null, "vi"), { text: "", lang: "vi" });
});

test("writes moves in the characters of each language", async () => {
  const plain = [
    "炮二平五",
    "马８进７",
    "前车退一",
    "后马进三",
    "帅五平四",
    "将５退１",
    "C2.5",
    "H2-E2",
  ];
  for (const lang of LANGS) {
    const i18n = createI18n(lang, async (one) => LINES[one]);
    await i18n.use(lang);
    const shown = plain.map(i18n.move);
    if (lang === "vi") assert.deepEqual(shown, plain.with(6, "P2-5"));
    else if (lang !== "zh-Hant") assert.deepEqual(shown, plain);
    else
      assert.deepEqual(shown, [
        ..."炮二平五 馬８進７ 前車退一 後馬進三 帥五平四 將５退１".split(" "),
        "C2.5",
        "H2-E2",
      ]);
  }
});

test("writes and reads moves in Vietnamese letters and signs", () => {
  const pairs = {
    "C2.5": "P2-5",
    "H8+7": "M8.7",
    "R1+2": "X1.2",
    "E3-5": "T3/5",
    "A4+5": "S4.5",
    "K5.4": "Tg5-4",
    "P3+1": "B3.1",
    "C++2": "Pt.2",
    "R--1": "Xs/1",
    "P..4": "Bg-4",
    "Pa+1": "Ba.1",
  };
  for (const [wxf, own] of Object.entries(pairs)) {
    assert.equal(writeMove(wxf, "vi"), own);
    assert.equal(readSigns(own, "vi"), wxf);
    assert.equal(readSigns(own.toLowerCase(), "vi"), wxf);
    assert.equal(writeMove(wxf, "en"), wxf);
    assert.equal(readSigns(own, "en"), own);
  }
  assert.equal(writeMove("C2.5 H8+7 H2+3", "vi"), "P2-5 M8.7 M2.3");
  for (const other of ["h2e2", "H2-E2", "炮二平五", "C2.5"])
    assert.equal(readSigns(other, "vi"), other);
});

test("shows the language requested last, even if an earlier one loads later", async () => {
  let come = () => {};
  const slow = new Promise<void>((resolve) => (come = resolve));
  const i18n = createI18n("zh", async (one) => {
    if (one === "vi") await slow;
    return LINES[one];
  });
  await i18n.use("zh");
  const earlier = i18n.use("vi");
  await i18n.use("en");
  come();
  await earlier;
  assert.equal(i18n.lang, "en");
  assert.equal(i18n.t("settings.title"), LINES.en["settings.title"]);
});

test("throws for a language that cannot be loaded only while it is requested", async () => {
  let fail = () => {};
  const broken = new Promise<never>((_, reject) => (fail = () => reject(new Error("no network"))));
  const i18n = createI18n("zh", (one) => (one === "vi" ? broken : Promise.resolve(LINES[one])));
  await i18n.use("zh");
  const uses = [i18n.use("vi"), i18n.use("en")];
  fail();
  await Promise.all(uses);
  assert.equal(i18n.lang, "en");
  await assert.rejects(i18n.use("vi"), /no network/);
  assert.equal(i18n.lang, "en");
});

test("fills in parameters and agreeing nouns; reports missing ones and never shows them", (t) => {
  assert.equal(fill("{a} and {b}", { a: 1, b: 0 }), "1 and 0");
  assert.equal(fill("{n} {n:ply|plies}", { n: 1 }), "1 ply");
  assert.equal(fill("{n} {n:ply|plies}", { n: "0" }), "0 plies");
  const reported = t.mock.fn();
  const before = globalThis.reportError;
  t.after(() => (globalThis.reportError = before));
  globalThis.reportError = reported;
  assert.equal(fill("{a} and {b}", { a: 1 }), "1 and ");
  assert.equal(fill("{a}", { a: undefined as never }), "");
  assert.match(reported.mock.calls[0].arguments[0].message, /\{b\}/);
  assert.equal(reported.mock.callCount(), 2);
});

test("fills every hole of the reasons why a game is over, in every language", () => {
  const reasons = KEYS.filter((key) => key.startsWith("reason.")).map(
    (key) => key.slice(7) as Reason,
  );
  for (const lang of LANGS)
    for (const reason of reasons)
      for (const result of ["red", "black", "draw"] as const)
        assert.doesNotMatch(
          describeReason({ result, reason, offender: null, cycle: [] }, speak(lang)),
          /[{}]/,
        );
});

test("describes a bad FEN reason by reason", () => {
  const error = {
    code: "badFen",
    field: "fen",
    value: "x",
    reasons: [
      { code: "rankLength", rank: "3", value: "10" },
      { code: "tooMany", color: "black", role: "rook", value: "3" },
      { code: "somethingNew", value: "?" },
    ],
  };
  for (const lang of ["zh", "en"] as const) {
    const lines = describeRulesError(error, speak(lang));
    assert.equal(lines.length, 3);
    assert.match(lines[0], /3.*10|10.*3/);
    assert.match(lines[1], { zh: /黑方.*车/, en: /Black.*rook/ }[lang]);
    assert.match(lines[2], /somethingNew/);
    for (const line of lines) assert.doesNotMatch(line, /\{\w+/);
  }
});

test("describes other errors with field and value, unknown ones with their code", () => {
  for (const lang of LANGS) {
    const [line] = describeRulesError(
      { code: "badOption", field: "level", value: 99 },
      speak(lang),
    );
    assert.match(line, /level/);
    assert.match(line, /99/);
    assert.match(describeRulesError({ code: "odd", message: "why" }, speak(lang))[0], /odd.*why/);
  }
});

test("describes in a refusal how the piece moves", () => {
  const say = (reason: string, piece: string) => describeRefusal({ reason, piece }, speak("en"));
  assert.match(say("cannotReach", "n"), /horse/);
  assert.match(say("cannotReach", "N"), /horse/);
  assert.equal(say("cannotReach", "."), LINES.en["refusal.cannotReach"]);
  assert.equal(say("ownPiece", "R"), LINES.en["refusal.ownPiece"]);
});

test("describes a move in every language", () => {
  const event: MoveFacts = {
    move: "h2e2",
    texts: { chinese: "炮二平五", wxf: "C2.5", iccs: "H2-E2" },
    side: "red",
    piece: "C",
    capture: "p",
  };
  const say = (lang: Lang, notation: Notation, facts = event) =>
    describeMove(facts, notation, speak(lang));
  assert.equal(say("zh", "chinese"), "红方 炮二平五，吃卒");
  assert.equal(say("zh", "wxf"), "红方 炮2平5，吃卒");
  const horse = { ...event, texts: { ...event.texts, chinese: "马二进三" }, piece: "N" };
  assert.equal(say("zh-Hant", "chinese", horse), "紅方 馬二進三，吃卒");
  assert.equal(say("vi", "wxf"), "Đỏ: Pháo 2 bình 5, ăn Tốt");
  assert.equal(say("vi", "iccs"), "Đỏ: Pháo h2 đến e2, ăn Tốt");
  assert.equal(say("en", "wxf"), "Red: cannon 2 across 5, h2 to e2, takes soldier");
  assert.equal(say("en", "iccs"), "Red: cannon, h2 to e2, takes soldier");
  for (const lang of ["en", "vi"] as const)
    assert.equal(
      say(lang, "chinese"),
      say(lang, "wxf"),
      "its voice cannot read Chinese characters",
    );
  for (const [wxf, words] of [
    ["C+.4", "front cannon across 4"],
    ["C-+4", "rear cannon forward 4"],
    ["P..4", "middle cannon across 4"],
    ["Pb-1", "cannon number 2 back 1"],
  ]) {
    const several = { ...event, texts: { ...event.texts, wxf }, capture: null };
    assert.equal(say("en", "wxf", several), `Red: ${words}, h2 to e2`);
  }
});

test("names bad fields of a link with their values", () => {
  const faults = faultsOfLink(parseLink("#fen=x&level=99&side=green&mode=local")!);
  assert.deepEqual(
    faults.map(({ field, value }) => [field, value]),
    [
      ["level", "99"],
      ["side", "green"],
    ],
  );
  for (const lang of LANGS)
    assert.match(describeRulesError(faults[0], speak(lang))[0], /level.*99/);
});
