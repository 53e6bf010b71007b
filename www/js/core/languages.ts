// The languages of the page, in the order in which they are offered. A language is one entry here and one
// file of each family under locales/ (the page's own, analysis/, learn/, puzzles/); nothing else knows their number.
// early.js alone, which can import nothing, says again which browser languages lead to which.

/** @typedef {"zh"|"zh-Hant"|"en"|"vi"} Lang */

/** @typedef {Record<"pieces"|"places"|"ways", Record<string, string>>} Wxf  WXF's signs, and what is written for them */

/**
 * @typedef {object} Language
 * @property {string} name    as the language calls itself
 * @property {string} htmlLang    for `lang` attributes, numbers and voices
 * @property {string[]} tags  the browser's languages that lead to it: each with all that begins with it
 * @property {Lang[]} fallbacks whose text to take where data has none in this language, best first
 * @property {import("./xiangqi.ts").Notation} notation  how its readers are shown moves until they choose
 * @property {string} moveCharacters   characters of Chinese move notation that are written otherwise here: in pairs, as
 *                            the rules write it and as it is shown
 * @property {Wxf} [wxf]      how WXF is written by its readers; without it as the rules write it
 * @property {string} [textCharacters] likewise those of data in the first of `instead`, which then is in this language
 */

/** @type {Readonly<Record<Lang, Language>>} */
export const LANGUAGES = {
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

export const LANGS = /** @type {Lang[]} */ Object.keys(LANGUAGES);

/** The language that a browser's language leads to: the longest beginning counts. @param {string} tag @returns {Lang|undefined} */
function leadOf(tag) {
  const whole = `${tag.toLowerCase()}-`;
  const ways = LANGS.flatMap((lang) => LANGUAGES[lang].tags.map((start) => ({ lang, start })));
  return ways
    .filter(({ start }) => whole.startsWith(`${start}-`))
    .toSorted((a, b) => b.start.length - a.start.length)[0]?.lang;
}

/**
 * The person's choice, else the first language of the browser that we speak, else English.
 * @param {Lang|null} chosen @param {readonly string[]} wanted @returns {Lang}
 */
export function pickLanguage(chosen, wanted) {
  return chosen ?? wanted.map(leadOf).find(Boolean) ?? "en";
}

/**
 * How moves are written: as the person has chosen, else as the language has it.
 * @param {Pick<import("./settings.ts").Settings, "lang"|"notation">} settings
 */
export const notationOf = ({ lang, notation }) =>
  notation ?? LANGUAGES[pickLanguage(lang, navigator.languages)].notation;

/**
 * What data says in a language, or else in one that its readers may know. `lang` is the language it is in.
 * @param {Partial<Record<Lang, string>>|null|undefined} texts @param {Lang} lang @returns {{ text: string, lang: Lang }}
 */
export function textIn(texts, lang) {
  const found = [lang, ...LANGUAGES[lang].fallbacks].find((one) => texts?.[one]);
  if (!found) return { text: "", lang };
  const text = texts?.[found] ?? "";
  const { textCharacters: signs, fallbacks: instead } = LANGUAGES[lang];
  const isWritten = signs !== undefined && found === instead[0];
  return isWritten ? { text: exchange(text, signs), lang } : { text, lang: found };
}

/** A move as the rules write it, in the characters of a language. @param {string} text @param {Lang} lang */
export function writeMove(text, lang) {
  const own = text.replaceAll(WXF, (move) => writeSigns([...move], lang).join(""));
  return exchange(own, LANGUAGES[lang].moveCharacters);
}

/** A move in WXF: piece, place, way, number. */
const WXF = /(?<!\w)[KAEHRCP][1-9a-e+.-][+.-][1-9](?!\w)/g;

/** The four signs of a move in WXF, as a language writes each. @param {string[]} signs @param {Lang} lang */
export function writeSigns([piece, place, way, number], lang) {
  const { pieces, places, ways } = LANGUAGES[lang].wxf ?? { pieces: {}, places: {}, ways: {} };
  return [pieces[piece] ?? piece, places[place] ?? place, ways[way] ?? way, number];
}

/** What is typed in a language's own way of WXF, as the rules read it; anything else as it is. @param {string} text @param {Lang} lang */
export function readSigns(text, lang) {
  const own = LANGUAGES[lang].wxf;
  const said = own && /^\s*(tg|[stmxpb])\s*([1-9a-etgs])\s*([./-])\s*([1-9])\s*$/i.exec(text);
  if (!said) return text;
  const signOf = (/** @type {Record<string, string>} */ signs, /** @type {string} */ written) =>
    Object.keys(signs).find((sign) => signs[sign].toLowerCase() === written.toLowerCase()) ??
    written;
  const [, piece, place, way, number] = said;
  return signOf(own.pieces, piece) + signOf(own.places, place) + signOf(own.ways, way) + number;
}

/** @param {string} text @param {string} pairs  a character, and what is written for it */
function exchange(text, pairs) {
  const signs = [...pairs];
  return [...text]
    .map((sign) => {
      const at = signs.indexOf(sign);
      return at >= 0 && at % 2 === 0 ? signs[at + 1] : sign;
    })
    .join("");
}
