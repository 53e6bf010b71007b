// Reads the repetition that the referee's sheet shows: its plies with their positions, and the rulings.

import type {
  CyclePly,
  Finding,
  PositionView,
  Referee,
  Ruling,
  RulesetCode,
} from "../../pkg/chuhe.js";
import type { Notation } from "../core/xiangqi.ts";
import type { GameClass } from "../rules/rules.ts";
import { periodOf } from "../ui/repetition-diagram.ts";

/** A ply of a repetition, as the Asian and the Chinese rules classify it. */
export type JudgedPly = CyclePly & Omit<Finding, "ply">;

/** A game up to the repeated position. */
export interface Line {
  startFen?: string | null;
  moves: string[];
  ruleset: RulesetCode;
}

export interface LapPly extends JudgedPly {
  /** The move in the notation of the page. */
  text: string;
  /** The position after the ply. */
  position: PositionView;
}

export interface Repetition extends Pick<Referee, "occurrences"> {
  /** All plies between the first and the last occurrence of the position. */
  plies: JudgedPly[];
  /** The plies of the last round if the same plies repeat, and otherwise all plies. */
  lap: LapPly[];
  /** The rulings of all rulesets; that of the game's own ruleset comes first. */
  rulings: Ruling[];
}

/** Reads the repetition that a game ends with; returns null if its last position has not occurred before. */
export function readRepetition(
  Game: GameClass,
  { startFen, moves, ruleset }: Line,
  notation: Notation,
): Repetition | null {
  const game = new Game(startFen, moves);
  const referee = game.referee();
  const texts = game.notation(notation);
  game.free();
  if (!referee) return null;
  const isOwn = (ruling: Ruling) => ruling.ruleset === ruleset;
  const rulings = referee.rulings.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  const plies = referee.plies.map(({ ply, ...more }) => ({ ...ply, ...more }));
  const last = plies.slice(-periodOf(plies));
  const replay = new Game(startFen, moves.slice(0, last[0]?.ply));
  const lap = last.map((ply) => {
    replay.play(ply.move);
    return { ...ply, text: texts[ply.ply] ?? ply.move, position: replay.view() };
  });
  replay.free();
  return { occurrences: referee.occurrences, plies, lap, rulings };
}
