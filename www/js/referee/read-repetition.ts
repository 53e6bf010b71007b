// The repetition that the referee's sheet shows: its plies with their positions, and the rulings.

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

/** A ply of a repetition, as several rulesets see it. */
export type JudgedPly = CyclePly & Omit<Finding, "ply">;

/** A game up to the position in question. */
export interface Line {
  startFen?: string | null;
  moves: string[];
  ruleset: RulesetCode;
}

export interface LapPly extends JudgedPly {
  /** The move as it is written. */
  text: string;
  /** The position after the ply. */
  position: PositionView;
}

export interface Repetition extends Pick<Referee, "occurrences"> {
  /** All plies between the occurrences. */
  plies: JudgedPly[];
  /** The last plies, without earlier rounds of the same plies. */
  lap: LapPly[];
  /** The ruling of the game's own ruleset comes first. */
  rulings: Ruling[];
}

/** Returns null if the position has not occurred before. */
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
