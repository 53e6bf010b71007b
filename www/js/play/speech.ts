// Reads moves aloud with a voice of the device. Voices that need the network are not used.

import type { I18n } from "../core/i18n.ts";
import { notationOf } from "../core/languages.ts";
import type { MoveFacts } from "../core/move-facts.ts";
import { describeMove } from "../core/words.ts";
import type { Page } from "./context.ts";

/** The longest time in milliseconds that the browser may take to load its voices. */
const MAX_VOICES_WAIT_MS = 1500;

/** Returns the device's voice for a language such as `zh-CN`; undefined if it has none. */
function voiceFor(lang: string): SpeechSynthesisVoice | undefined {
  const voices = speechSynthesis.getVoices().filter(({ localService }) => localService);
  const [primary = lang] = lang.split("-");
  return (
    voices.find((voice) => voice.lang.replace("_", "-") === lang) ??
    voices.find((voice) => voice.lang.startsWith(primary))
  );
}

/** Resolves when the voices are loaded. Some browsers load the voices only when a page first requests them. */
const voicesLoaded = (): Promise<void> =>
  new Promise((resolve) => {
    if (speechSynthesis.getVoices().length > 0) return resolve();
    speechSynthesis.addEventListener("voiceschanged", () => resolve(), { once: true });
    setTimeout(resolve, MAX_VOICES_WAIT_MS);
  });

/** Replaces the letters of a sentence that voices mispronounce. */
function spokenText(text: string, { t }: Pick<I18n, "t">): string {
  const written = [...t("speak.written")];
  const spoken = [...t("speak.said")];
  return [...text].map((letter) => spoken[written.indexOf(letter)] ?? letter).join("");
}

/**
 * Returns a function that reads a move aloud. If the device has no voice for the language, the first call shows a
 * notice.
 */
export function createSpeech({ i18n, t, notify, store }: Page) {
  let isMissingReported = false;

  return async (move: MoveFacts, isCheck: boolean): Promise<void> => {
    await voicesLoaded();
    const lang = i18n.htmlLang;
    const voice = voiceFor(lang);
    if (!voice) {
      if (!isMissingReported) notify(t("speak.noVoice"), { ms: 8000 });
      isMissingReported = true;
      return;
    }
    const { settings } = store.get();
    const words = describeMove(move, notationOf(settings), i18n) + (isCheck ? t("say.check") : "");
    const utterance = new SpeechSynthesisUtterance(spokenText(words, i18n));
    Object.assign(utterance, { voice, lang, volume: settings.volume / 100 });
    speechSynthesis.cancel();
    speechSynthesis.speak(utterance);
  };
}
