// Describes the board's points for screen readers.

import type { MessageKey } from "../core/message-keys.ts";
import type { GridWords, Point } from "../board/grid.ts";
import type { I18n } from "../core/i18n.ts";
import { FILES, fileOf, rankOf, sideOfPiece } from "../core/xiangqi.ts";
import type { Announce } from "../ui/notice.ts";

/**
 * Returns a function that returns the grid's words in the current language. That function returns the same object until
 * the language changes. `helps` are the locale keys of sentences about the keyboard.
 */
export function createGridWords(
  i18n: I18n,
  announce: Announce,
  helps: readonly MessageKey[] = ["grid.help"],
): () => GridWords {
  const { t } = i18n;
  let words: GridWords | null = null;
  let lang = i18n.lang;
  return () => {
    if (words && lang === i18n.lang) return words;
    lang = i18n.lang;
    words = {
      label: (side) => t("grid.label", { side: t(`side.${side}`) }),
      help: helps.map((key) => t(key)).join(" "),
      name: (point) => describePoint(point, i18n) + describeMarks(point, i18n),
      announce: (what, point, ways) =>
        announce(t(`grid.${what}`, { point: describePoint(point, i18n), ways })),
    };
    return words;
  };
}

/** Names a point by its file and rank. */
function describePlace(
  { square, file, rank }: Pick<Point, "square" | "file" | "rank">,
  { t }: Pick<I18n, "t">,
): string {
  const counts = t("grid.counts").split(" ");
  return t("grid.place", { square, file: counts[file - 1] ?? "", rank: counts[rank - 1] ?? "" });
}

/** Names a square by its file and rank as Red counts them. */
export const describeSquare = (square: string, i18n: Pick<I18n, "t">): string =>
  describePlace({ square, file: FILES - fileOf(square), rank: rankOf(square) + 1 }, i18n);

/** Names a point and the piece on it. */
export function describePoint(point: Point, { t }: I18n): string {
  const { piece } = point;
  const what =
    piece === "."
      ? t("grid.empty")
      : t(`grid.piece.${sideOfPiece(piece)}`, { piece: t(`piece.${piece}`) });
  return t("grid.point", { what, place: describePlace(point, { t }) });
}

/** Describes the marks of a point: whether it is selected, can be reached, is in check and so on. */
function describeMarks(
  { piece, selected, reach, risky, last, check, marker }: Point,
  { t }: I18n,
): string {
  const marks: (MessageKey | false | "" | null | undefined)[] = [
    selected && "grid.selected",
    reach && (piece === "." ? "grid.reach" : "grid.take"),
    risky && "grid.risky",
    check && "grid.check",
    last && `grid.last.${last}`,
    marker && "grid.marked",
  ];
  return marks.map((key) => (key ? t(key) : "")).join("");
}
