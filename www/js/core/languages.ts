// The languages of the page, in the order in which the page offers them. A language is one entry here and one file in
// each folder of locales/ (the page's own, analysis/, learn/, puzzles/ and so on); no other module depends on the
// number of languages. Only shell/early.ts, which cannot import anything, repeats the mapping from the browser's
// languages to those of the page.

import type { Notation } from "./xiangqi.ts";

export type Lang = "zh" | "zh-Hant" | "en" | "vi";

/** The form that a language gives to each sign of WXF. */
interface WxfSigns {
  pieces: Record<string, string>;
  places: Record<string, string>;
  ways: Record<string, string>;
}

interface Language {
  /** The language's name in the language itself. */
  name: string;
  /** The BCP 47 tag for `lang` attributes, number formats and voices. */
  htmlLang: string;
  /** The browser languages for which this language is chosen, each including its subtags. */
  tags: readonly string[];
  /** The languages, best first, whose text is shown where data has no text in this language. */
  fallbacks: readonly Lang[];
  /** The notation shown until the person chooses one. */
  notation: Notation;
  /**
   * Characters of Chinese move notation that this language writes differently, in pairs: the character of the rules,
   * then the one that is shown.
   */
  moveCharacters: string;
  /** The WXF signs of this language; if absent, those of the rules. */
  wxf?: WxfSigns;
  /**
   * Pairs of characters, as in `moveCharacters`. Exchanging them converts data from the first language of `fallbacks`
   * to this language.
   */
  textCharacters?: string;
}

export const LANGUAGES: Readonly<Record<Lang, Language>> = {
  zh: {
    name: "简体中文",
    htmlLang: "zh-CN",
    tags: ["zh"],
    fallbacks: ["en"],
    notation: "chinese",
    moveCharacters: "",
  },
  "zh-Hant": {
    name: "繁體中文",
    htmlLang: "zh-Hant",
    tags: ["zh-hant", "zh-tw", "zh-hk", "zh-mo", "yue"],
    fallbacks: ["zh", "en"],
    notation: "chinese",
    moveCharacters: "马馬车車帅帥将將进進后後",
    textCharacters:
      "顺順车車对對横橫两兩头頭过過缓緩开開弃棄马馬进進风風兑兌盘盤飞飛边邊龟龜宫宮单單鸳鴛鸯鴦转轉钩鉤敛斂驾駕亲親",
  },
  en: {
    name: "English",
    htmlLang: "en",
    tags: ["en"],
    fallbacks: ["zh"],
    notation: "wxf",
    moveCharacters: "",
  },
  vi: {
    name: "Tiếng Việt",
    htmlLang: "vi",
    tags: ["vi"],
    fallbacks: ["en", "zh"],
    notation: "wxf",
    moveCharacters: "",
    wxf: {
      pieces: { K: "Tg", A: "S", E: "T", H: "M", R: "X", C: "P", P: "B" },
      places: { "+": "t", ".": "g", "-": "s" },
      ways: { "+": ".", ".": "-", "-": "/" },
    },
  },
};

export const LANGS = Object.keys(LANGUAGES) as Lang[];

/** Returns the page's language for a browser's language: the longest matching tag wins. */
function languageOfTag(tag: string): Lang | undefined {
  const whole = `${tag.toLowerCase()}-`;
  const candidates = LANGS.flatMap((lang) =>
    LANGUAGES[lang].tags.map((start) => ({ lang, start })),
  );
  return candidates
    .filter(({ start }) => whole.startsWith(`${start}-`))
    .toSorted((a, b) => b.start.length - a.start.length)[0]?.lang;
}

/**
 * Returns the person's choice. Without a choice, returns the first of the browser's languages that the page has, or
 * English if it has none of them.
 */
export function pickLanguage(chosen: Lang | null, browserLanguages: readonly string[]): Lang {
  return chosen ?? browserLanguages.map(languageOfTag).find(Boolean) ?? "en";
}

/** The settings that `notationOf` needs; null where the person has not chosen. */
interface LanguageChoice {
  lang: Lang | null;
  notation: Notation | null;
}

/** Returns the notation that the person has chosen. Without a choice, returns the notation of the language. */
export const notationOf = ({ lang, notation }: LanguageChoice): Notation =>
  notation ?? LANGUAGES[pickLanguage(lang, navigator.languages)].notation;

/**
 * Returns the text in a language, or in its best fallback that has a text. The returned `lang` is the language of the
 * text.
 */
export function textIn(
  texts: Partial<Record<Lang, string>> | null | undefined,
  lang: Lang,
): { text: string; lang: Lang } {
  const { fallbacks, textCharacters } = LANGUAGES[lang];
  const source = [lang, ...fallbacks].find((candidate) => texts?.[candidate]);
  if (!source) return { text: "", lang };
  const text = texts?.[source] ?? "";
  const isConvertible = textCharacters !== undefined && source === fallbacks[0];
  return isConvertible ? { text: exchange(text, textCharacters), lang } : { text, lang: source };
}

/** Converts a move in the rules' notation to the signs and characters of a language. */
export function writeMove(text: string, lang: Lang): string {
  const converted = text.replaceAll(WXF, (move) => writeSigns([...move], lang).join(""));
  return exchange(converted, LANGUAGES[lang].moveCharacters);
}

/**
 * A move in WXF: the piece, its file or its order on the file, the direction, and the target file or the number of
 * ranks.
 */
const WXF = /(?<!\w)[KAEHRCP][1-9a-e+.-][+.-][1-9](?!\w)/g;

/** Converts the four signs of a WXF move to those of a language. */
export function writeSigns(signs: readonly string[], lang: Lang): string[] {
  const [piece = "", place = "", way = "", number = ""] = signs;
  const { pieces, places, ways } = LANGUAGES[lang].wxf ?? { pieces: {}, places: {}, ways: {} };
  return [pieces[piece] ?? piece, places[place] ?? place, ways[way] ?? way, number];
}

/** Converts a typed move from a language's form of WXF to that of the rules; returns any other text unchanged. */
export function readSigns(text: string, lang: Lang): string {
  const signs = LANGUAGES[lang].wxf;
  const match = signs && /^\s*(tg|[stmxpb])\s*([1-9a-etgs])\s*([./-])\s*([1-9])\s*$/i.exec(text);
  if (!match) return text;
  const [, piece = "", place = "", way = "", number = ""] = match;
  const signOf = (writtenSigns: Record<string, string>, typed: string) =>
    Object.entries(writtenSigns).find(
      ([, written]) => written.toLowerCase() === typed.toLowerCase(),
    )?.[0] ?? typed;
  return (
    signOf(signs.pieces, piece) + signOf(signs.places, place) + signOf(signs.ways, way) + number
  );
}

/** Replaces characters of a text; `pairs` has each character followed by its replacement. */
function exchange(text: string, pairs: string): string {
  const characters = [...pairs];
  return [...text]
    .map((character) => {
      const at = characters.indexOf(character);
      return at >= 0 && at % 2 === 0 ? characters[at + 1] : character;
    })
    .join("");
}
