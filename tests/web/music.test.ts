// The background music: its phrases, and playing only after it is switched on.

import assert from "node:assert/strict";
import test from "node:test";
import { DEGREES, nextPhrase, pitchOf } from "../../www/js/shell/phrases.ts";
import { loudness } from "../../www/js/shell/sound.ts";
import { openPage, openSettings, whenReady } from "./page-helpers.ts";

declare global {
  /** The number of notes of the music that began. */
  var pluckedNotes: number;
  /** The moves that were read aloud. */
  var spokenMoves: string[];
}

/** Returns pseudorandom numbers that are the same in every run. */
function dice(seed: number) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test("phrases stay on the strings, end with silence, and do not repeat", () => {
  const random = dice(7);
  const phrases = new Set();
  let degree = 7;
  for (let i = 0; i < 300; i++) {
    const { notes, length, end } = nextPhrase(degree, random);
    const last = Math.max(...notes.map(({ at }) => at));
    assert.ok(length - last > 2, "silence after it");
    for (const note of notes) {
      assert.ok(Number.isInteger(note.degree) && note.degree >= 0 && note.degree < DEGREES);
      assert.ok(note.at >= 0 && note.gain > 0 && note.gain <= 0.7);
    }
    phrases.add(notes.map((note) => note.degree).join(" "));
    degree = end;
  }
  assert.ok(phrases.size > 200, `${phrases.size} different phrases of 300`);
});

test("the scale is pentatonic and rises", () => {
  const steps = Array.from({ length: DEGREES - 1 }, (_, i) =>
    Math.round(12 * Math.log2(pitchOf(i + 1) / pitchOf(i))),
  );
  assert.ok(
    steps.every((step) => step === 2 || step === 3),
    steps.join(" "),
  );
});

test("loudness rises with the volume, from 0", () => {
  assert.equal(loudness(0), 0);
  assert.ok(loudness(30) < loudness(70) && loudness(70) < loudness(100));
});

test("fetches and plays music only after it is switched on; stops it when switched off; stores both", async (t) => {
  const { page, errors } = await openPage(t, { root: "www" });
  const fetched = () =>
    page.evaluate(() =>
      performance.getEntriesByType("resource").some(({ name }) => /\/music\.[jt]s$/.test(name)),
    );
  await page.evaluate(() => {
    globalThis.pluckedNotes = 0;
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...when) {
      if (this.buffer!.duration > 3) globalThis.pluckedNotes += 1;
      return start.apply(this, when);
    };
  });
  await openSettings(page);
  assert.equal(await fetched(), false);
  await page.locator("#settings-form input[name=music]").check();
  await page.waitForFunction(() => globalThis.pluckedNotes > 4);
  assert.equal(await fetched(), true);
  await page.locator("#settings-volume").fill("25");
  await page.locator("#settings-form input[name=music]").uncheck();
  await page.reload();
  await whenReady(page);
  const { music, volume } = await page.evaluate(() => chuhe.state.settings);
  assert.deepEqual([music, volume], [false, 25]);
  assert.deepEqual(errors, []);
});

test("reads moves aloud in the page's language by a voice of the device, if the setting is on", async (t) => {
  const { page, game, errors } = await openPage(t);
  await page.evaluate(() => {
    globalThis.spokenMoves = [];
    const utterance = class {
      constructor(text: string) {
        Object.assign(this, { text });
      }
    };
    Object.assign(globalThis, { SpeechSynthesisUtterance: utterance });
    const voices = [
      { lang: "zh-CN", localService: false, name: "far" },
      { lang: "zh-CN", localService: true, name: "near" },
    ];
    const speechSynthesis = {
      getVoices: () => voices,
      cancel() {},
      speak: ({ text, voice }: SpeechSynthesisUtterance) =>
        globalThis.spokenMoves.push(`${voice!.name}: ${text}`),
    };
    Object.defineProperty(globalThis, "speechSynthesis", { value: speechSynthesis });
  });
  await game.start({ mode: "local" });
  await game.click("h2e2");
  await game.plies(1);
  await openSettings(page);
  await page.locator("#settings-form input[name=speak]").check();
  await page.keyboard.press("Escape");
  await game.click("i9i8");
  await page.waitForFunction(() => globalThis.spokenMoves.length === 1);
  assert.deepEqual(await page.evaluate(() => globalThis.spokenMoves), ["near: 黑方 居九进一"]);
  assert.deepEqual(errors, []);
});
