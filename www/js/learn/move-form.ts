// A form for moving without the board: the position in words, a list of pieces and a list of targets.

import type { I18n } from "../core/i18n.ts";
import { SQUARE_NAMES, isRed, pieceAt, splitMove } from "../core/xiangqi.ts";
import { byId, setOptions, setText } from "../ui/dom.ts";
import type { Runner } from "./lesson-runner.ts";

/** Binds the form. It calls `move` with legal moves and, in exercises that ask for them, with illegal ones. */
export function createMoveForm(
  { t }: Pick<I18n, "t">,
  move: (from: string, to: string) => void,
): { update(runner: Runner): void } {
  const from = byId("move-form-from", HTMLSelectElement);
  const to = byId("move-form-to", HTMLSelectElement);
  const play = byId("move-form-play", HTMLButtonElement);
  let placement = "";
  let targets = new Map<string, string[]>();
  const nameOf = (square: string) =>
    t("learn.form.option", { piece: t(`piece.${pieceAt(placement, square)}`), square });

  const fillTargets = () => {
    const squares = targets.get(from.value) ?? [];
    setOptions(to, squares, (square) => {
      const piece = pieceAt(placement, square);
      return piece === "." ? square : t("learn.form.takes", { square, piece: t(`piece.${piece}`) });
    });
    play.disabled = squares.length === 0;
  };
  from.addEventListener("change", fillTargets);
  byId("move-form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (from.value && to.value) move(from.value, to.value);
  });

  return {
    update(runner) {
      ({ placement } = runner.position);
      targets = targetsOf(runner);
      const squares = SQUARE_NAMES.filter((square) => pieceAt(placement, square) !== ".");
      const listOf = (ofRed: boolean) =>
        squares
          .filter((square) => isRed(pieceAt(placement, square)) === ofRed)
          .map(nameOf)
          .join(", ");
      const [red, black] = [listOf(true), listOf(false)];
      setText(byId("move-form-board"), `${t("side.red")}: ${red}. ${t("side.black")}: ${black}.`);
      const marked = Object.keys(runner.markers).join(", ");
      setText(byId("move-form-marked"), marked && t("learn.form.marked", { squares: marked }));
      setOptions(from, [...targets.keys()].sort(), nameOf);
      fillTargets();
    },
  };
}

/**
 * Returns the targets of each piece, by the square of the piece. In an exercise on illegal moves, includes the targets
 * of the illegal moves that are still to be tried.
 */
function targetsOf({ movable, position, step, remaining }: Runner) {
  if (movable === null) return new Map<string, string[]>();
  const targets = new Map(position.dests);
  if (step.goal.kind !== "refused") return targets;
  for (const move of remaining) {
    const [from, to] = splitMove(move);
    targets.set(from, [...(targets.get(from) ?? []), to]);
  }
  return targets;
}
