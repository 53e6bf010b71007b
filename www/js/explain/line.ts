// Plays out a line of moves by the rules: records the captures, and the positions in which no capture gains anything.

import { pieceAt, sideOf, splitMove } from "../core/xiangqi.ts";
import type { Side, Verdict } from "../core/xiangqi.ts";
import type { GameClass, RulesGame } from "../rules/rules.ts";

export interface Step {
  move: string;
  /** The side that moved. */
  side: Side;
  /** The piece that moved, as a letter of the placement. */
  piece: string;
  captured: string | null;
  /** True if the move gives check. */
  check: boolean;
  /** The placement after the move. */
  placement: string;
  verdict: Verdict;
  /** True if no capture by the side to move gains material. */
  quiet: boolean;
}

/** The values of the pieces, in soldiers. */
const VALUES: Readonly<Record<string, number>> = { P: 1, A: 2, B: 2, N: 4, C: 4.5, R: 9, K: 100 };

/** The letter of an empty square in a placement. */
export const EMPTY = ".";

/** Returns the value of a piece, in soldiers; 0 for an empty square. */
export const valueOf = (piece: string): number => VALUES[piece.toUpperCase()] ?? 0;

/** Plays a line up to its first illegal move. `before` are the moves that lead to the start of the line. */
export function playOut(
  Game: GameClass,
  startFen: string | null,
  before: string[],
  line: readonly string[],
): Step[] {
  const game = new Game(startFen, before);
  try {
    const steps: Step[] = [];
    for (const move of line) {
      if (game.refusal(move) !== undefined) break;
      steps.push(playStep(game, move));
    }
    return steps;
  } finally {
    game.free();
  }
}

function playStep(game: RulesGame, move: string): Step {
  const before = game.view();
  game.play(move);
  const { placement, check, verdict } = game.view();
  const [from, to] = splitMove(move);
  const target = pieceAt(before.placement, to);
  return {
    move,
    side: sideOf(before.turn),
    piece: pieceAt(before.placement, from),
    captured: target === EMPTY ? null : target,
    check: check !== null,
    placement,
    verdict,
    quiet: isQuiet(game),
  };
}

/** Returns true if the side to move has a move to a square. The square must hold an enemy piece. */
export function canCapture(game: RulesGame, square: string): boolean {
  for (const targets of game.dests().values()) if (targets.includes(square)) return true;
  return false;
}

/** Returns true if no capture gains material. Takes a possible recapture into account. */
function isQuiet(game: RulesGame) {
  const placement = game.placement();
  for (const [from, targets] of game.dests())
    for (const to of targets) {
      const gain = valueOf(pieceAt(placement, to));
      if (gain === 0) continue;
      const cost = valueOf(pieceAt(placement, from));
      if (gain > cost || !isRecaptured(game, from + to)) return false;
    }
  return true;
}

function isRecaptured(game: RulesGame, capture: string) {
  game.play(capture);
  const recaptured = canCapture(game, capture.slice(2));
  game.undo();
  return recaptured;
}
