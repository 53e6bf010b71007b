// Sentences about what happened, for eyes (refusals) and for ears (the live region).

import { LANGUAGES, notationOf } from "./languages.js";
import { isOver, sideOf, splitMove } from "./state.js";
import { resultWords } from "./panels/result.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./i18n.js").I18n} I18n */
/** @typedef {import("./game.js").GameEvent} GameEvent */
/** @typedef {import("./told-move.js").ToldMove} ToldMove */
/** @typedef {import("./state.js").Notation} Notation */

/**
 * Why a move was refused; a piece that cannot go there is told how it does go.
 * @param {import("./game.js").RefusedEvent} event @param {I18n} i18n
 */
export function sayRefusal({ reason, piece }, { t, has }) {
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
 * @param {ToldMove} told @param {Notation} notation @param {I18n} i18n
 */
function wordsOf({ texts, piece, move }, notation, { t, lang, move: write }) {
  const [from, to] = splitMove(move);
  const name = t(`piece.${piece}`);
  const isRead = LANGUAGES[lang].notation === "chinese";
  if (notation === "chinese" && isRead) return write(texts.chinese);
  const [, place, way, number] = texts.wxf;
  if (notation === "iccs" || !(way in WAYS)) return t("say.move.iccs", { piece: name, from, to });
  const words = { piece: name, way: t(`say.way.${WAYS[way]}`), number };
  if (place in PLACES) return t(`say.words.${PLACES[place]}`, words);
  const nth = "abcde".indexOf(place) + 1;
  return t(nth > 0 ? "say.words.nth" : "say.words.file", { ...words, place: nth || place });
}

/** The same with what the board calls its points. @param {ToldMove} told @param {Notation} notation @param {I18n} i18n */
export function sayPlainly(told, notation, i18n) {
  const [from, to] = splitMove(told.move);
  return i18n.t("say.move.plain", { words: wordsOf(told, notation, i18n), from, to });
}

/** @param {ToldMove} told @param {Notation} notation @param {I18n} i18n */
export function sayMove(told, notation, i18n) {
  const { t } = i18n;
  const said = t(`say.move.${told.side}`, { move: sayPlainly(told, notation, i18n) });
  return told.capture ? said + t("say.capture", { piece: t(`piece.${told.capture}`) }) : said;
}

/** What to read out after an event; null when there is nothing to say. @param {GameEvent} event @param {State} state @param {I18n} i18n */
export function sayEvent(event, state, i18n) {
  const { t } = i18n;
  switch (event.type) {
    case "move":
      return sayMove(event, notationOf(state.settings), i18n) + sayConsequence(state, i18n);
    case "ended":
      return sayResult(state, i18n);
    case "opened":
    case "undone":
    case "redone":
    case "resumed":
      if (isOver(state)) return sayResult(state, i18n);
      return t(`say.${event.type}`, { side: t(`side.${sideOf(state.position.turn)}`) });
    default:
      return null;
  }
}

/** @param {State} state @param {I18n} i18n */
function sayConsequence(state, i18n) {
  if (isOver(state)) return i18n.t("say.then") + sayResult(state, i18n);
  return state.position.check ? i18n.t("say.check") : "";
}

/** @param {State} state @param {I18n} i18n */
function sayResult(state, i18n) {
  const { headline, reason } = resultWords(state, i18n);
  return i18n.t("say.result", { result: headline, reason });
}

/**
 * How the game stands, in words.
 * @param {import("./engine/types.js").Score} score @param {"w"|"b"} turn whose view it is @param {I18n} i18n
 */
export function sayScore(score, turn, { t }) {
  const value = "mate" in score ? score.mate : score.cp;
  const side = value > 0 === (turn === "w") ? "red" : "black";
  if ("mate" in score)
    return t(`score.mate.${side}`, { moves: Math.ceil(Math.abs(score.mate) / 2) });
  const soldiers = (Math.abs(score.cp) / 100).toFixed(1);
  return Number(soldiers) < 0.3 ? t("score.even") : t(`score.${side}`, { soldiers });
}

/** Why the engine gave no answer. @param {any} error @param {I18n} i18n */
export function sayEngineFault(error, { t }) {
  return error?.fault
    ? t(`engine.http.fault.${error.fault}`, { message: error.message })
    : t("engine.failed");
}
