// Sets up a position without a pointer: the board in words, and a form with a list of pieces and a list of squares.

import type { I18n } from "../core/i18n.ts";
import { SQUARES, SQUARE_NAMES, isRed, pieceAt } from "../core/xiangqi.ts";
import { describeSquare } from "../shell/grid-words.ts";
import { el, i18nElement, setOptions, setText } from "../ui/dom.ts";
import { labelOf } from "../ui/sheet-parts.ts";
import { countOf } from "./setup.ts";

interface FormOptions {
  /** All pieces, in the order of the list. */
  pieces: readonly string[];
  /** Returns the number of copies of a piece that may still be put on the board. */
  remaining: (piece: string) => number;
  /** Returns the squares that a piece can stand on by the rules. */
  possibleSquares: (piece: string) => string[];
  /** Puts a piece on a square; `.` empties the square. */
  put: (square: string, piece: string) => void;
}

export function createForm(i18n: I18n, { pieces, remaining, possibleSquares, put }: FormOptions) {
  const { t } = i18n;
  const board = el("p", "hint");
  const pieceList = Object.assign(el("select"), { id: "editor-piece" });
  const squareList = Object.assign(el("select"), { id: "editor-point" });
  const submit = el("button", "button");
  submit.type = "submit";
  const pair = el(
    "div",
    "field-pair",
    el("div", "", labelOf("editor.piece", pieceList.id), pieceList),
    el("div", "", labelOf("editor.point", squareList.id), squareList),
  );
  const form = el("form", "editor-form", pair, submit);
  let placement = "";

  const fillSquares = () => {
    const piece = pieceList.value;
    const removes = piece === ".";
    const squares = removes
      ? SQUARE_NAMES.filter((square) => pieceAt(placement, square) !== ".")
      : possibleSquares(piece).filter((square) => pieceAt(placement, square) !== piece);
    setOptions(squareList, squares, (square) =>
      describeSquareAndPiece(pieceAt(placement, square), square, i18n),
    );
    setText(submit, t(removes ? "editor.remove" : "editor.put"));
    submit.disabled = squares.length === 0;
  };
  pieceList.addEventListener("change", fillSquares);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (squareList.value) put(squareList.value, pieceList.value);
  });

  return {
    element: el("details", "field", i18nElement("summary", "editor.words"), board, form),
    update(newPlacement: string) {
      placement = newPlacement;
      setText(board, describeBoard(placement, i18n));
      const free = pieces.filter((piece) => remaining(piece) > 0);
      const isEmpty = countOf(placement, ".") === SQUARES;
      setOptions(pieceList, isEmpty ? free : [...free, "."], (piece) =>
        piece === "." ? t("editor.nothing") : describeRemaining(piece, remaining(piece), i18n),
      );
      fillSquares();
    },
  };
}

/** Names a piece, with the number that may still be put on the board. */
export const describeRemaining = (piece: string, count: number, i18n: I18n): string =>
  i18n.t("editor.tray", { ...pieceNames(piece, i18n), count });

/** Names a square, with the piece that stands on it. */
const describeSquareAndPiece = (piece: string, square: string, i18n: I18n) =>
  piece === "."
    ? describeSquare(square, i18n)
    : i18n.t("editor.standing", {
        square: describeSquare(square, i18n),
        ...pieceNames(piece, i18n),
      });

export const pieceNames = (piece: string, { t }: I18n): { side: string; piece: string } => ({
  side: t(isRed(piece) ? "side.red" : "side.black"),
  piece: t(`piece.${piece}`),
});

/** Lists the pieces of each side with their squares. */
function describeBoard(placement: string, i18n: I18n) {
  const { t } = i18n;
  const pieces = SQUARE_NAMES.map((square) => ({ square, piece: pieceAt(placement, square) }));
  const listOf = (ofRed: boolean) =>
    pieces
      .filter(({ piece }) => piece !== "." && isRed(piece) === ofRed)
      .map(({ square, piece }) =>
        t("editor.at", { square: describeSquare(square, i18n), piece: t(`piece.${piece}`) }),
      )
      .join(", ") || "—";
  return `${t("side.red")}: ${listOf(true)}. ${t("side.black")}: ${listOf(false)}.`;
}
