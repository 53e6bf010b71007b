// What the points of the board are called, for people who listen to it.

import { FILES, fileOf, rankOf, sideOfPiece } from "../core/xiangqi.ts";

/** @typedef {import("../core/i18n.ts").I18n} I18n */
/** @typedef {import("../board/grid.js").Point} Point */
/** @typedef {import("../board/grid.js").GridWords} GridWords */

/**
 * @param {I18n} i18n @param {(words: string) => void} announce
 * @param {string[]} [helps] keys of the sentences on what the keyboard can do here
 * @returns {() => GridWords} the words in the language of now; the same object as long as that stays
 */
export function createGridWords(i18n, announce, helps = ["grid.help"]) {
  const { t } = i18n;
  /** @type {GridWords|null} */
  let words = null;
  let lang = i18n.lang;
  return () => {
    if (words && lang === i18n.lang) return words;
    lang = i18n.lang;
    words = {
      label: (side) => t("grid.label", { side: t(`side.${side}`) }),
      help: helps.map((key) => t(key)).join(" "),
      name: (point) => sayPoint(point, i18n) + sayMarks(point, i18n),
      tell: (what, point, ways) =>
        announce(t(`grid.${what}`, { point: sayPoint(point, i18n), ways })),
    };
    return words;
  };
}

/** A point as its side counts it. @param {Pick<Point, "square"|"file"|"rank">} point @param {Pick<I18n, "t">} i18n */
function sayPlace({ square, file, rank }, { t }) {
  const counts = t("grid.counts").split(" ");
  return t("grid.place", { square, file: counts[file - 1], rank: counts[rank - 1] });
}

/** A point as Red counts it. @param {string} square @param {Pick<I18n, "t">} i18n */
export const saySquare = (square, i18n) =>
  sayPlace({ square, file: FILES - fileOf(square), rank: rankOf(square) + 1 }, i18n);

/** What stands where. @param {Point} point @param {I18n} i18n */
export function sayPoint({ piece, square, file, rank }, { t }) {
  const place = sayPlace({ square, file, rank }, { t });
  const what =
    piece === "."
      ? t("grid.empty")
      : t(`grid.piece.${sideOfPiece(piece)}`, { piece: t(`piece.${piece}`) });
  return t("grid.point", { what, place });
}

/** What is more about it, the most urgent first. @param {Point} point @param {I18n} i18n */
function sayMarks({ piece, selected, reach, risky, last, check, marker }, { t }) {
  const marks = [
    selected && "grid.selected",
    reach && (piece === "." ? "grid.reach" : "grid.take"),
    risky && "grid.risky",
    check && "grid.check",
    last && `grid.last.${last}`,
    marker && "grid.marked",
  ];
  return marks.map((key) => (key ? t(key) : "")).join("");
}
