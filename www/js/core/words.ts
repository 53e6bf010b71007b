// Sentences about moves, scores and refusals, for the page and for screen readers.

import type { Score } from "../../pkg/chuhe.js";
import { errorDetails } from "./error-details.ts";
import type { I18n } from "./i18n.ts";
import { LANGUAGES } from "./languages.ts";
import type { MoveFacts } from "./move-facts.ts";
import { splitMove } from "./xiangqi.ts";
import type { Notation, Turn } from "./xiangqi.ts";

/**
 * Explains why a move was refused. If the piece cannot reach the square, explains how the piece moves. `piece` is its
 * letter in a placement.
 */
export function describeRefusal(
  { reason, piece }: { reason: string; piece: string },
  { t, has }: Pick<I18n, "t" | "has">,
): string {
  const special = `refusal.${reason}.${piece.toUpperCase()}`;
  return t(has(special) ? special : `refusal.${reason}`);
}

/** WXF's signs that distinguish equal pieces on one file. */
const PLACES: Record<string, string> = { "+": "front", ".": "middle", "-": "rear" };
/** WXF's signs for directions. */
const WAYS: Record<string, string> = { "+": "forward", ".": "across", "-": "back" };

/**
 * Spells out a move in the words that its notation abbreviates, so that people hear the notation that the move list
 * shows: `C2.5` is "cannon 2 across 5". In a language whose voices cannot read Chinese characters, a move in Chinese
 * notation is spelled out in that language.
 */
function wordsOf({ texts, piece, move }: MoveFacts, notation: Notation, i18n: I18n): string {
  const { t, lang, move: write } = i18n;
  const [from, to] = splitMove(move);
  const name = t(`piece.${piece}`);
  const readsChinese = LANGUAGES[lang].notation === "chinese";
  if (notation === "chinese" && readsChinese) return write(texts.chinese);
  const words = notation === "iccs" ? null : spellOut(texts.wxf, name, i18n);
  return words ?? t("say.move.iccs", { piece: name, from, to });
}

const WXF = /^[KAEHRCP][1-9a-e+.-][+.-][1-9]$/;
/** The letters of pieces in placements by their letters in WXF, for the pieces whose two letters differ. */
const PLACEMENT_LETTERS: Record<string, string> = { H: "N", E: "B" };

/**
 * Spells out a move in WXF for newcomers: `A5+4` is "advisor 5 forward 4". Returns any other text unchanged.
 */
export function spellOutWxf(text: string, i18n: I18n): string {
  if (!WXF.test(text)) return text;
  const letter = text.charAt(0);
  return spellOut(text, i18n.t(`piece.${PLACEMENT_LETTERS[letter] ?? letter}`), i18n) ?? text;
}

/** Spells out a move in WXF; `piece` is the name of the piece. Returns null if the text has no direction. */
function spellOut(wxf: string, piece: string, { t }: Pick<I18n, "t">): string | null {
  const [, place = "", way = "", number = ""] = wxf;
  if (!(way in WAYS)) return null;
  const words = { piece, way: t(`say.way.${WAYS[way]}`), number };
  if (place in PLACES) return t(`say.words.${PLACES[place]}`, words);
  const nth = "abcde".indexOf(place) + 1;
  return t(nth > 0 ? "say.words.nth" : "say.words.file", { ...words, place: nth || place });
}

/** Describes a move in words, followed by its two squares. */
export function describeMoveWithSquares(facts: MoveFacts, notation: Notation, i18n: I18n): string {
  const [from, to] = splitMove(facts.move);
  return i18n.t("say.move.plain", { words: wordsOf(facts, notation, i18n), from, to });
}

/** Describes a move with its side, its squares and the captured piece. */
export function describeMove(facts: MoveFacts, notation: Notation, i18n: I18n): string {
  const { t } = i18n;
  const text = t(`say.move.${facts.side}`, {
    move: describeMoveWithSquares(facts, notation, i18n),
  });
  return facts.capture ? text + t("say.capture", { piece: t(`piece.${facts.capture}`) }) : text;
}

/** A score of smaller absolute value, in centipawns, counts as even. */
export const EVEN = 30;
const MINUS = "\u2212";

/**
 * Returns the size of a score in soldiers: of 35 centipawns, "0.35", or "0.4" with one decimal. Halves are rounded up,
 * also where the division is inexact.
 */
function inSoldiers(cp: number, decimals: 1 | 2): string {
  const centipawns = Math.round(Math.abs(cp));
  return (Math.round(centipawns / 10 ** (2 - decimals)) / 10 ** decimals).toFixed(decimals);
}

/** Formats centipawns as soldiers with a sign: "+1.23". */
export function formatSoldiers(cp: number, decimals: 1 | 2 = 2): string {
  const soldiers = inSoldiers(cp, decimals);
  if (Number(soldiers) === 0) return soldiers;
  return (cp > 0 ? "+" : MINUS) + soldiers;
}

/** Describes a score from the view of `turn`. */
export function describeScore(score: Score, turn: Turn, { t }: Pick<I18n, "t">): string {
  const value = "mate" in score ? score.mate : score.cp;
  const side = value > 0 === (turn === "w") ? "red" : "black";
  if ("mate" in score)
    return t(`score.mate.${side}`, { moves: Math.ceil(Math.abs(score.mate) / 2) });
  if (Math.abs(score.cp) < EVEN) return t("score.even");
  return t(`score.${side}`, { soldiers: inSoldiers(score.cp, 1) });
}

/** Explains why the engine gave no answer. */
export function describeEngineFault(error: unknown, { t }: Pick<I18n, "t">): string {
  const { fault, message = "" } = errorDetails(error);
  return fault ? t(`engine.http.fault.${fault}`, { message }) : t("engine.failed");
}
