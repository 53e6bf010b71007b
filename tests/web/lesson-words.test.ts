// The words of the lessons, which have their own locale files besides those of all pages.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { completePage } from "../../tools/pages.ts";
import { createI18n } from "../../www/js/core/i18n.ts";
import { CHAPTERS } from "../../www/js/learn/chapters.ts";

const WWW = new URL("../../www/", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, WWW), "utf8");
const SHARED_KEYS = Object.keys(JSON.parse(read("locales/en.json")));
const SCRIPTS = readdirSync(new URL("js/learn/", WWW))
  .map(String)
  .map((name) => ({ name, text: read(`js/learn/${name}`) }));

const LEARN_HTML = completePage("learn.html", read("learn.html"));
const LEARN = {
  zh: JSON.parse(read("locales/learn/zh.json")),
  en: JSON.parse(read("locales/learn/en.json")),
};
const LEARN_KEYS = Object.keys(LEARN.zh);

test("all keys of the lessons' locale files begin with learn", () => {
  for (const key of LEARN_KEYS) assert.match(key, /^learn\./);
});

/** The words of the chapters and their exercises. */
const LESSON_KEYS = CHAPTERS.flatMap(({ id, steps }) => [
  `learn.${id}.title`,
  `learn.${id}.lead`,
  ...steps.flatMap((_, i) =>
    ["title", "text", "task", "hint"].map((part) => `learn.${id}.${i + 1}.${part}`),
  ),
]);

test("every exercise has its words, every key of the lessons is used, and every used key exists", () => {
  const { exact, families } = usedKeys();
  const known = new Set([...LEARN_KEYS, ...SHARED_KEYS]);
  for (const key of [...LESSON_KEYS, ...exact]) assert.ok(known.has(key), `${key} has no line`);
  const used = new Set([...LESSON_KEYS, ...exact]);
  // A prefix that covers the chapters as well proves nothing.
  const own = families.filter((family) => family !== "learn.");
  const unused = LEARN_KEYS.filter(
    (key) => !used.has(key) && !own.some((family) => key.startsWith(family)),
  );
  assert.deepEqual(unused, []);
});

test("every family of keys has all its members", () => {
  const goals = CHAPTERS.flatMap(({ steps }) => steps.map(({ goal }) => goal));
  const ways = new Set(goals.flatMap((goal) => (goal.kind === "answer" ? goal.ways : [])));
  const parts = `piece file front rear middle nth forward back sideways steps to from dash point`;
  const families = {
    want: [...ways],
    way: [...ways],
    "wrong.way": ["move", "take", "block", "unscreen"],
    moves: [..."KABRNCP"],
    worth: [..."KABRNCP"],
    praise: [..."12345"],
    part: parts.split(" "),
    read: ["chinese", "wxf", "iccs"],
  };
  for (const [family, members] of Object.entries(families))
    for (const member of members)
      assert.ok(`learn.${family}.${member}` in LEARN.en, `learn.${family}.${member}`);
});

test("createI18n merges the messages of several files", async () => {
  const load = (part: string) => async (lang: string) => ({ [`${part}.key`]: `${part} ${lang}` });
  const i18n = createI18n("en", load("one"), load("two"));
  await i18n.use("en");
  assert.equal(i18n.t("one.key" as never), "one en");
  assert.equal(i18n.t("two.key" as never), "two en");
});

/** Returns the keys, and the prefixes of keys, that the page uses. */
function usedKeys() {
  const marked = LEARN_HTML.matchAll(/data-i18n(?:-label)?="([^"]+)"/g);
  const exact = [...marked].map((match) => match[1]);
  const families = [];
  for (const { text } of SCRIPTS) {
    for (const match of text.matchAll(/"([a-z][\w-]+(?:\.[\w-]+)+)"/g)) exact.push(match[1]);
    for (const match of text.matchAll(/`([a-z][\w-]*\.[\w.-]*)\$\{/g)) families.push(match[1]);
  }
  return { exact: exact.filter((key) => !/\.(js|html)$/.test(key)), families };
}

test("the lessons have no words outside the locale files", () => {
  const code = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  for (const { name, text } of SCRIPTS)
    assert.ok(!/\p{Script=Han}/u.test(code(text)), `${name} has Chinese in it`);
  const visible = LEARN_HTML.replace(
    /<head>[\s\S]*?<\/head>|<p class="wordless"[\s\S]*?<\/p>/g,
    "",
  );
  const texts = [...visible.matchAll(/>([^<>]*\p{L}[^<>]*)</gu)].map((match) => match[1].trim());
  assert.deepEqual(texts, ["Chuhe"]);
});
