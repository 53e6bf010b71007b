// Sentences about what happened, for eyes (refusals) and for ears (the live region).

import { LANGUAGES } from "./languages.ts";
import { errorDetails } from "./error-details.ts";
import { splitMove } from "./xiangqi.ts";

/** @typedef {import("./i18n.ts").I18n} I18n */
/** @typedef {import("./move-facts.ts").MoveFacts} MoveFacts */
/** @typedef {import("./xiangqi.ts").Notation} Notation */

/**
 * Why a move was refused; a piece that cannot go there is told how it does go.
 * @param {{ reason: string, piece: string }} refusal `piece` is a letter of the placement @param {I18n} i18n
 */
export function describeRefusal({ reason, piece }, { t, has }) {
  const special = `refusal.${reason}.${piece.toUpperCase()}`;
  return t(has(special) ? special : `refusal.${reason}`);
}

/** WXF's signs: which of several pieces, and which way. @type {Record<string, string>} */
const PLACES = { "+": "front", ".": "middle", "-": "rear" };
/** @type {Record<string, string>} */
const WAYS = { "+": "forward", ".": "across", "-": "back" };

/**
 * A move in the words that its notation is short for, so that who hears it and who reads the list have the same:
 * `C2.5` is "cannon 2 across 5". A voice of another language cannot read Chinese characters: it has its own words.
 * @param {MoveFacts} told @param {Notation} notation @param {I18n} i18n
 */
function wordsOf({ texts, piece, move }, notation, i18n) {
  const { t, lang, move: write } = i18n;
  const [from, to] = splitMove(move);
  const name = t(`piece.${piece}`);
  const isRead = LANGUAGES[lang].notation === "chinese";
  if (notation === "chinese" && isRead) return write(texts.chinese);
  const words = notation === "iccs" ? null : spellOut(texts.wxf, name, i18n);
  return words ?? t("say.move.iccs", { piece: name, from, to });
}

const WXF = /^[KAEHRCP][1-9a-e+.-][+.-][1-9]$/;
/** Its letters that the placement has others for. @type {Record<string, string>} */
const LETTERS = { H: "N", E: "B" };

/**
 * A move in WXF in words, as for who never played: `A5+4` is "advisor 5 forward 4".
 * @param {string} text @param {I18n} i18n @returns {string} anything else as it is
 */
export function spellOutWxf(text, i18n) {
  if (!WXF.test(text)) return text;
  return spellOut(text, i18n.t(`piece.${LETTERS[text[0]] ?? text[0]}`), i18n) ?? text;
}

/** @param {string} text a move in WXF @param {string} piece its name @param {Pick<I18n, "t">} i18n @returns {string|null} */
function spellOut([, place, way, number], piece, { t }) {
  if (!(way in WAYS)) return null;
  const words = { piece, way: t(`say.way.${WAYS[way]}`), number };
  if (place in PLACES) return t(`say.words.${PLACES[place]}`, words);
  const nth = "abcde".indexOf(place) + 1;
  return t(nth > 0 ? "say.words.nth" : "say.words.file", { ...words, place: nth || place });
}

/** The same with what the board calls its points. @param {MoveFacts} told @param {Notation} notation @param {I18n} i18n */
export function describeMoveWithSquares(told, notation, i18n) {
  const [from, to] = splitMove(told.move);
  return i18n.t("say.move.plain", { words: wordsOf(told, notation, i18n), from, to });
}

/** @param {MoveFacts} told @param {Notation} notation @param {I18n} i18n */
export function describeMove(told, notation, i18n) {
  const { t } = i18n;
  const said = t(`say.move.${told.side}`, { move: describeMoveWithSquares(told, notation, i18n) });
  return told.capture ? said + t("say.capture", { piece: t(`piece.${told.capture}`) }) : said;
}

/**
 * How the game stands, in words.
 * @param {import("../engine/types.js").Score} score @param {"w"|"b"} turn whose view it is @param {I18n} i18n
 */
export function describeScore(score, turn, { t }) {
  const value = "mate" in score ? score.mate : score.cp;
  const side = value > 0 === (turn === "w") ? "red" : "black";
  if ("mate" in score)
    return t(`score.mate.${side}`, { moves: Math.ceil(Math.abs(score.mate) / 2) });
  const soldiers = (Math.abs(score.cp) / 100).toFixed(1);
  return Number(soldiers) < 0.3 ? t("score.even") : t(`score.${side}`, { soldiers });
}

/** Why the engine gave no answer. @param {unknown} error @param {I18n} i18n */
export function describeEngineFault(error, { t }) {
  const { fault, message = "" } = errorDetails(error);
  return fault ? t(`engine.http.fault.${fault}`, { message }) : t("engine.failed");
}
