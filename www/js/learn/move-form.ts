// Moving without the board: the position in words, and a form of two lists.

import { byId, setOptions, setText } from "../ui/dom.ts";
import { SQUARE_NAMES, isRed, pieceAt } from "../core/xiangqi.ts";

/** @typedef {import("../core/i18n.ts").I18n} I18n */
/** @typedef {import("./lesson-runner.ts").Runner} Runner */

const select = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (byId(id));

/**
 * @param {I18n} i18n
 * @param {(from: string, to: string) => void} move  legal or, where that is the exercise, illegal
 */
export function createMoveForm({ t }, move) {
  const [from, to] = [select("move-form-from"), select("move-form-to")];
  const button = /** @type {HTMLButtonElement} */ (byId("move-form-play"));
  /** @type {Runner|null} */
  let shown = null;
  const name = (/** @type {string} */ placement, /** @type {string} */ square) =>
    t("learn.form.option", { piece: t(`piece.${pieceAt(placement, square)}`), square });

  const fillPoints = () => {
    const placement = shown?.scene.placement ?? "";
    const points = (shown && targetsOf(shown).get(from.value)) ?? [];
    setOptions(to, points, (square) => {
      const prey = pieceAt(placement, square);
      return prey === "." ? square : t("learn.form.takes", { square, piece: t(`piece.${prey}`) });
    });
    button.disabled = points.length === 0;
  };
  from.addEventListener("change", fillPoints);
  byId("move-form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (from.value && to.value) move(from.value, to.value);
  });

  return {
    /** @param {Runner} runner */
    update(runner) {
      shown = runner;
      const { placement } = runner.scene;
      const squares = SQUARE_NAMES.filter((square) => pieceAt(placement, square) !== ".");
      const army = (/** @type {boolean} */ red) =>
        squares
          .filter((square) => isRed(pieceAt(placement, square)) === red)
          .map((square) => name(placement, square))
          .join(", ");
      const sides = [`${t("side.red")}: ${army(true)}. `, `${t("side.black")}: ${army(false)}.`];
      setText(byId("move-form-board"), sides.join(""));
      const marked = Object.keys(runner.markers).join(", ");
      setText(byId("move-form-marked"), marked && t("learn.form.marked", { squares: marked }));
      setOptions(from, [...targetsOf(runner).keys()].sort(), (square) => name(placement, square));
      fillPoints();
    },
  };
}

/** Where the pieces may go, and where they are to be refused. @param {Runner} runner @returns {Map<string, string[]>} */
function targetsOf({ movable, scene, step, left }) {
  if (movable === null) return new Map();
  const targets = new Map(scene.dests);
  if (step.goal.kind !== "refused") return targets;
  for (const move of left) {
    const [from, to] = [move.slice(0, 2), move.slice(2)];
    targets.set(from, [...(targets.get(from) ?? []), to]);
  }
  return targets;
}
