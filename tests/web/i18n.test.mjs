import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { fill, pickLanguage } from "../../www/js/i18n.js";
import { choicesOfLink, faultsOfLink, parseLink } from "../../www/js/link.js";
import { EXPORTS } from "../../www/js/records.js";
import { explain } from "../../www/js/rules.js";
import { LEVELS } from "../../www/js/state.js";
import { sayMove, sayRefusal } from "../../www/js/words.js";

const WWW = new URL("../../www/", import.meta.url);
const read = (path) => readFileSync(new URL(path, WWW), "utf8");
const LINES = { zh: JSON.parse(read("locales/zh.json")), en: JSON.parse(read("locales/en.json")) };
const KEYS = Object.keys(LINES.zh);

/** The page's own scripts; the board and the engine have no words. */
const SCRIPTS = readdirSync(new URL("js/", WWW), { recursive: true })
  .map(String)
  .filter((name) => name.endsWith(".js") && !/^(board|engine|learn|puzzles)[\\/]/.test(name))
  .map((name) => ({ name, text: read(`js/${name}`) }));
const HTML = ["index.html", "embed.html"].map(read).join("\n");

/** The page's way of asking for words, over one locale file. */
const speaking = (lang) => ({
  lang,
  t: (key, params) => {
    assert.ok(key in LINES[lang], `no line ${key} in ${lang}`);
    return fill(LINES[lang][key], params);
  },
  has: (key) => key in LINES[lang],
});

test("both languages have the same keys, in the same order, and no empty line", () => {
  assert.deepEqual(Object.keys(LINES.en), KEYS);
  for (const lines of Object.values(LINES)) {
    for (const [key, line] of Object.entries(lines)) assert.notEqual(line.trim(), "", key);
  }
});

test("both languages fill in parameters the code gives", () => {
  const names = (line) => new Set(line.match(/\{\w+\}/g));
  // What is said of a move differs on purpose: notation in Chinese, points in English.
  const differs = /^(say\.move|error|fen)\.|^(cycle\.target|grid\.place)$/;
  for (const key of KEYS.filter((name) => !differs.test(name))) {
    assert.deepEqual(names(LINES.zh[key]), names(LINES.en[key]), key);
  }
});

/** Keys and beginnings of keys that the page uses. */
function usedKeys() {
  const exact = new Set();
  const families = new Set();
  for (const match of HTML.matchAll(/data-i18n(?:-label)?="([^"]+)"/g)) exact.add(match[1]);
  for (const { text } of SCRIPTS) {
    for (const match of text.matchAll(/"([a-z][\w-]+(?:\.[\w-]+)+)"/g)) exact.add(match[1]);
    for (const match of text.matchAll(/`([a-z][\w-]*\.[\w.-]*)\$\{/g)) families.add(match[1]);
  }
  for (const family of ["error.", "fen."]) families.add(family);
  return {
    exact: [...exact].filter((key) => !key.includes("/") && !/\.(js|html)$/.test(key)),
    families: [...families],
  };
}

test("what the language button shows is part of its name", () => {
  for (const lines of Object.values(LINES))
    assert.ok(lines["action.language"].includes(lines["action.language.short"]));
});

test("every key used exists, every key is used", () => {
  const { exact, families } = usedKeys();
  for (const key of exact) assert.ok(key in LINES.zh, `${key} is used and has no line`);
  for (const family of families) {
    assert.ok(
      KEYS.some((key) => key.startsWith(family)),
      `${family}* is used and has no line`,
    );
  }
  const unused = KEYS.filter(
    (key) => !exact.includes(key) && !families.some((family) => key.startsWith(family)),
  );
  assert.deepEqual(unused, []);
});

test("every family has all its members", () => {
  const words = (text) => text.trim().split(/\s+/);
  const families = {
    result: words("red black draw you.won you.lost"),
    seal: words("won lost draw"),
    reason:
      words(`checkmate stalemate perpetualCheck perpetualChase repetition naturalLimit noAttackers
      resignation time agreement`),
    refusal:
      words(`noPiece notYours cannotReach ownPiece leavesCheck stillInCheck generalsFace gameOver
      badSquare`),
    "refusal.cannotReach": words("K A B N R C P"),
    piece: words("K A B N R C P k a b n r c p"),
    level: Array.from({ length: LEVELS }, (_, i) => [`${i + 1}.name`, `${i + 1}.hint`]).flat(),
    cycle: words("check chase idle"),
    loss: words("perpetualCheck perpetualChase other"),
    format: words("pgn dhtmlxq xqf cbr ucci fen moves"),
    "export.format": EXPORTS.map(({ format }) => format),
    "export.hint": EXPORTS.map(({ format }) => format),
    error: words("badFen badMove illegalMove badOption gameOver other"),
  };
  for (const [family, members] of Object.entries(families)) {
    for (const member of members)
      assert.ok(`${family}.${member}` in LINES.zh, `${family}.${member}`);
  }
});

test("every reason the rules can refuse a FEN for has a line", () => {
  const source = readFileSync(new URL("../../src/game/fen.rs", import.meta.url), "utf8");
  const codes = [...source.matchAll(/FenReason::\w+(?:\(_\)| \{ \.\. \})? => "(\w+)"/g)].map(
    (match) => match[1],
  );
  assert.ok(codes.length > 10, "the codes were found");
  for (const code of codes) assert.ok(`fen.${code}` in LINES.zh, `fen.${code}`);
});

test("every reason the rules can end a game or refuse a move for has a line", () => {
  const game = new URL("../../src/game/", import.meta.url);
  const parts = readdirSync(game, { recursive: true, encoding: "utf8" });
  const rules = parts.filter((path) => /^rules(\.rs|[\\/])/.test(path) && path.endsWith(".rs"));
  const source = rules.map((path) => readFileSync(new URL(path, game), "utf8")).join("\n");
  const codes = (name) =>
    [...source.matchAll(new RegExp(`${name}::\\w+ => "(\\w+)"`, "g"))].map((match) => match[1]);
  assert.ok(codes("Reason").length > 4 && codes("Refusal").length > 4, "the codes were found");
  for (const code of codes("Reason")) assert.ok(`reason.${code}` in LINES.zh, `reason.${code}`);
  for (const code of codes("Refusal")) assert.ok(`refusal.${code}` in LINES.zh, `refusal.${code}`);
});

test("every reason that a record cannot be read for, and every format, has a line", () => {
  const source = (path) => readFileSync(new URL(`../../src/game/${path}`, import.meta.url), "utf8");
  const codes = (text, name) =>
    [...text.matchAll(new RegExp(`${name}::\\w+(?:\\(_\\))? => "(\\w+)"`, "g"))].map(
      (match) => match[1],
    );
  const reasons = codes(source("record/error.rs"), "ReadReason");
  const formats = codes(source("record.rs"), "Format");
  assert.ok(reasons.length > 10 && formats.length > 5, "the codes were found");
  for (const code of reasons) assert.ok(`record.${code}` in LINES.zh, `record.${code}`);
  for (const code of formats) assert.ok(`format.${code}` in LINES.zh, `format.${code}`);
});

/** What is printed on keys, in every language. */
const KEY_CAPS = /^([A-Z]|Esc|Home|End|PgUp|PgDn|Space|Enter)$/;

test("no words outside the locale files", () => {
  const han = /\p{Script=Han}/u;
  const code = (text) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  for (const { name, text } of SCRIPTS) {
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

test("the language: chosen, else the browser's first that we speak, else English", () => {
  assert.equal(pickLanguage("zh", ["en"]), "zh");
  assert.equal(pickLanguage(null, ["zh-TW", "en"]), "zh");
  assert.equal(pickLanguage(null, ["fr-FR", "zh-CN"]), "zh");
  assert.equal(pickLanguage(null, ["EN-gb"]), "en");
  assert.equal(pickLanguage(null, ["de"]), "en");
  assert.equal(pickLanguage(null, []), "en");
});

test("parameters are filled in, unknown ones stay to be seen", () => {
  assert.equal(fill("{a} and {b}", { a: 1 }), "1 and {b}");
});

test("a bad FEN is explained reason by reason", () => {
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
  for (const lang of ["zh", "en"]) {
    const lines = explain(error, speaking(lang));
    assert.equal(lines.length, 3);
    assert.match(lines[0], /3.*10|10.*3/);
    assert.match(lines[1], lang === "zh" ? /黑方.*车/ : /Black.*rook/);
    assert.match(lines[2], /somethingNew/);
    for (const line of lines) assert.doesNotMatch(line, /\{\w+\}/);
  }
});

test("other errors name the field and the value; unknown ones their code", () => {
  for (const lang of ["zh", "en"]) {
    const [line] = explain({ code: "badOption", field: "level", value: 99 }, speaking(lang));
    assert.match(line, /level/);
    assert.match(line, /99/);
    assert.match(explain({ code: "odd", message: "why" }, speaking(lang))[0], /odd.*why/);
  }
});

test("a refusal tells how the piece moves", () => {
  const say = (reason, piece) => sayRefusal({ type: "refused", reason, piece }, speaking("en"));
  assert.match(say("cannotReach", "n"), /horse/);
  assert.match(say("cannotReach", "N"), /horse/);
  assert.equal(say("cannotReach", "."), LINES.en["refusal.cannotReach"]);
  assert.equal(say("ownPiece", "R"), LINES.en["refusal.ownPiece"]);
});

test("a move is read out in either language", () => {
  const event = {
    type: "move",
    by: "person",
    move: "h2e2",
    spoken: "炮二平五",
    side: "red",
    piece: "C",
    capture: "p",
  };
  assert.equal(sayMove(event, speaking("zh")), "红方 炮二平五，吃卒");
  assert.equal(sayMove(event, speaking("en")), "Red: cannon h2 to e2, takes soldier");
});

test("a link names a position, and what it leaves open is filled in", () => {
  assert.equal(parseLink(""), null);
  assert.equal(parseLink("#other=1"), null);
  const link = parseLink("#fen=4k4/9/9/9/9/9/9/9/9/3K5_b_-_-_0_1");
  const startFen = "4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1";
  const choices = { startFen, moves: [], ply: 0, level: 4, side: "black", mode: "engine" };
  assert.deepEqual(choicesOfLink(link, 4, "black"), choices);
  const all = parseLink("#fen=x+w&level=2&side=black&mode=local");
  assert.deepEqual(faultsOfLink(all), []);
  assert.deepEqual(choicesOfLink(all, 4, "red"), {
    startFen: "x w",
    moves: [],
    ply: 0,
    level: 2,
    side: "black",
    mode: "local",
  });
});

test("a link's bad choices are named with their values", () => {
  const link = parseLink("#fen=x&level=99&side=green&mode=local");
  const faults = faultsOfLink(link);
  assert.deepEqual(
    faults.map(({ field, value }) => [field, value]),
    [
      ["level", "99"],
      ["side", "green"],
    ],
  );
  for (const lang of ["zh", "en"]) assert.match(explain(faults[0], speaking(lang))[0], /level.*99/);
});
