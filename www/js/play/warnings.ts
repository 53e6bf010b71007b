// Warnings to a person before a move is played.

import type { I18n } from "../core/i18n.ts";
import { movedPosition, pieceAt, splitMove } from "../core/xiangqi.ts";
import type { CyclePly, Notation, Verdict } from "../core/xiangqi.ts";
import type { RulesGame } from "../rules/rules.ts";
import type { EndangeredEvent, WarnedEvent } from "./game-events.ts";
import type { State } from "./state.ts";

/**
 * Returns the warning before a legal move; null if there is none. `rules` has the position before the move, `loss` is
 * the verdict if the move loses by repetition, and `dangerOf` returns the opponent's capture to warn of.
 */
export function warningOf(
  rules: RulesGame,
  from: string,
  to: string,
  loss: Verdict | null,
  notation: Notation,
  dangerOf: (move: string, rules: RulesGame) => string | undefined,
): WarnedEvent | EndangeredEvent | null {
  if (loss) {
    const texts = writeCycle(rules, loss.cycle, notation);
    return { type: "warned", from, to, verdict: loss, texts };
  }
  const capture = dangerOf(from + to, rules);
  return capture === undefined ? null : { type: "endangered", from, to, capture };
}

/** Writes the plies of a cycle, including those that are not played yet. */
function writeCycle(rules: RulesGame, cycle: CyclePly[], notation: Notation): string[] {
  const played = rules.notation(notation);
  const coming = cycle.filter(({ ply }) => ply >= played.length).map(({ move }) => move);
  const texts = [...played, ...rules.line(coming, notation)];
  return cycle.map(({ ply, move }) => texts[ply] ?? move);
}

/** Returns the piece that the move `capture` would capture after `move`. */
export function capturedPiece(
  { position }: Pick<State, "position">,
  move: string,
  capture: string,
): string {
  const { placement } = movedPosition(position, ...splitMove(move));
  return pieceAt(placement, splitMove(capture)[1]);
}

export function describeCaution(
  state: Pick<State, "position">,
  { from, to, capture }: EndangeredEvent,
  { t }: Pick<I18n, "t">,
): string {
  const [start, end] = splitMove(capture);
  return t(end === to ? "caution.there" : "caution.then", {
    piece: t(`piece.${capturedPiece(state, from + to, capture)}`),
    by: t(`piece.${pieceAt(state.position.placement, start)}`),
  });
}
