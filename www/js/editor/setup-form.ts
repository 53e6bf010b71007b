// Setting up without a pointer: the board in words, and a form of two lists, a piece and a point.

import { saySquare } from "../shell/grid-words.js";
import { countOf } from "./setup.ts";
import { SQUARE_NAMES, isRed, pieceAt } from "../core/xiangqi.ts";
import { button, el, setOptions, setText } from "../ui/dom.ts";

/** @typedef {import("../core/i18n.ts").I18n} I18n */

/**
 * @param {I18n} i18n
 * @param {string[]} pieces all there are, in the order of the list
 * @param {object} knows
 * @param {(piece: string) => number} knows.left          how many may still be put on the board
 * @param {(piece: string) => string[]} knows.points      where a piece can ever stand
 * @param {(square: string, piece: string) => void} put   `.` takes away
 */
export function createForm(i18n, pieces, { left, points }, put) {
  const { t } = i18n;
  const board = el("p", "hint");
  const [what, where] = [el("select"), el("select")];
  what.id = "editor-piece";
  where.id = "editor-point";
  const submit = button("button", () => {});
  submit.type = "submit";
  const pair = el("div", "field-pair", field(what, "editor.piece"), field(where, "editor.point"));
  const form = el("form", "editor-form", pair, submit);
  const summary = el("summary");
  summary.dataset.i18n = "editor.words";
  let placement = "";

  const fillPoints = () => {
    const removes = what.value === ".";
    const squares = removes
      ? SQUARE_NAMES.filter((square) => pieceAt(placement, square) !== ".")
      : points(what.value).filter((square) => pieceAt(placement, square) !== what.value);
    setOptions(where, squares, (square) => standing(pieceAt(placement, square), square, i18n));
    setText(submit, t(removes ? "editor.remove" : "editor.put"));
    submit.disabled = squares.length === 0;
  };
  what.addEventListener("change", fillPoints);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (where.value) put(where.value, what.value);
  });

  return {
    element: el("details", "field", summary, board, form),
    /** @param {string} now the placement */
    update(now) {
      placement = now;
      setText(board, inWords(placement, i18n));
      const free = pieces.filter((piece) => left(piece) > 0);
      setOptions(what, countOf(placement, ".") < 90 ? [...free, "."] : free, (piece) =>
        piece === "." ? t("editor.nothing") : optionOf(piece, left(piece), i18n),
      );
      fillPoints();
    },
  };
}

/** @param {string} piece @param {number} count left @param {I18n} i18n */
export const optionOf = (piece, count, i18n) =>
  i18n.t("editor.tray", { ...names(piece, i18n), count });

/** A point, and what stands there. @param {string} piece @param {string} square @param {I18n} i18n */
const standing = (piece, square, i18n) =>
  piece === "."
    ? saySquare(square, i18n)
    : i18n.t("editor.standing", { square: saySquare(square, i18n), ...names(piece, i18n) });

/** A piece in words. @param {string} piece @param {I18n} i18n */
export const names = (piece, { t }) => ({
  side: t(isRed(piece) ? "side.red" : "side.black"),
  piece: t(`piece.${piece}`),
});

/** What stands where. @param {string} placement @param {I18n} i18n */
function inWords(placement, i18n) {
  const { t } = i18n;
  const taken = SQUARE_NAMES.filter((square) => pieceAt(placement, square) !== ".");
  const army = (/** @type {boolean} */ red) =>
    taken
      .filter((square) => isRed(pieceAt(placement, square)) === red)
      .map((square) =>
        t("editor.at", {
          square: saySquare(square, i18n),
          piece: t(`piece.${pieceAt(placement, square)}`),
        }),
      )
      .join(", ") || "—";
  return `${t("side.red")}: ${army(true)}. ${t("side.black")}: ${army(false)}.`;
}

/** @param {HTMLSelectElement} list @param {string} key of its name */
function field(list, key) {
  const label = el("label", "field-label");
  label.htmlFor = list.id;
  label.dataset.i18n = key;
  return el("div", "", label, list);
}
