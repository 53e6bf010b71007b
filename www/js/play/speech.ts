// Moves read out by a voice of the device. Voices that are spoken elsewhere, over the network, are not used.

import { notationOf } from "../core/languages.ts";
import { describeMove } from "../core/words.ts";

/** The device's voice for a language; undefined when it has none. @param {string} lang such as `zh-CN` */
function voiceFor(lang) {
  const own = speechSynthesis.getVoices().filter(({ localService }) => localService);
  const primary = lang.split("-")[0];
  return (
    own.find((voice) => voice.lang.replace("_", "-") === lang) ??
    own.find((voice) => voice.lang.startsWith(primary))
  );
}

/** Some browsers know their voices only a moment after they were first asked. @returns {Promise<void>} */
function voicesKnown() {
  return new Promise((resolve) => {
    if (speechSynthesis.getVoices().length > 0) return resolve();
    speechSynthesis.addEventListener("voiceschanged", () => resolve(), { once: true });
    setTimeout(resolve, 1500);
  });
}

/** What is written is not always what is said: {@link describeMove} in words that a voice reads right. @param {string} text @param {import("../core/i18n.ts").I18n} i18n */
export function spokenText(text, { t }) {
  const [written, said] = [[...t("speak.written")], [...t("speak.said")]];
  return [...text].map((letter) => said[written.indexOf(letter)] ?? letter).join("");
}

/** @param {import("./context.ts").Page} page */
export function createSpeech({ i18n, t, notify, store }) {
  let told = false;

  /** @param {import("../core/move-facts.ts").MoveFacts} move @param {boolean} check */
  return async (move, check) => {
    await voicesKnown();
    const lang = i18n.htmlLang;
    const voice = voiceFor(lang);
    if (!voice) {
      if (!told) notify(t("speak.noVoice"), { ms: 8000 });
      told = true;
      return;
    }
    const { settings } = store.get();
    const words = describeMove(move, notationOf(settings), i18n) + (check ? t("say.check") : "");
    const utterance = new SpeechSynthesisUtterance(spokenText(words, i18n));
    Object.assign(utterance, { voice, lang, volume: settings.volume / 100 });
    speechSynthesis.cancel();
    speechSynthesis.speak(utterance);
  };
}
