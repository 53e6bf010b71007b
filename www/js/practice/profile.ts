// Computes statistics of the person's reviewed games: in which phases of the game the person loses chances, and by
// which kinds of mistakes. Counts only mistakes that a review has proved.

import type { Side } from "../core/xiangqi.ts";
import type { GameClass } from "../rules/rules.ts";
import { familyOf, mistakesOf } from "./mistakes.ts";
import type { ReviewedGame } from "./mistakes.ts";

/** The kinds of mistakes. A mistake of no other kind, or without a proved fact, counts as "other". */
export const KINDS = [
  "lose",
  "missed",
  "mate",
  "missed-mate",
  "repetition",
  "draw",
  "other",
] as const;
export const PHASES = ["opening", "middle", "ending"] as const;
export type MistakeKind = (typeof KINDS)[number];
export type Phase = (typeof PHASES)[number];

/** A mistake of the person, as it is stored for the statistics. */
export interface Lapse {
  phase: Phase;
  /** The loss of chances, 0 to 1. */
  loss: number;
  kind: MistakeKind;
  /** True for a move in time trouble; undefined if the clock is unknown. */
  hurried?: boolean;
}

/** The stored summary of a reviewed game of the person. */
export interface GameSummary {
  /** A hash of the start and the moves. */
  name: string;
  /** The person's side. */
  side: Side;
  day: number;
  /** The number of the person's moves. */
  moves: number;
  lapses: Lapse[];
}

/** The length of the opening in plies, in games from the standard starting position. */
const OPENING_PLIES = 20;
/** The largest number of rooks, horses and cannons of both sides together in an ending. */
const ENDING_PIECES = 4;
/** The remaining time that counts as time trouble, as a share of the longest time on either clock in the game. */
const TIME_TROUBLE = 1 / 10;
/** The numbers of games and mistakes below which the profile is not shown. */
export const MINIMUM = { games: 5, lapses: 8 };

/** Returns the phase of a position. `isOrdinary` is true if the game began at the standard starting position. */
export function phaseOf(placement: string, ply: number, isOrdinary: boolean): Phase {
  const pieces = placement.replaceAll(/[^rnc]/gi, "").length;
  if (pieces <= ENDING_PIECES) return "ending";
  return isOrdinary && ply < OPENING_PLIES ? "opening" : "middle";
}

function kindOf(factName: string | undefined): MistakeKind {
  const family = familyOf(factName ?? "");
  if (family === "missed-mate") return family;
  const [first] = family.split("-");
  return KINDS.find((kind) => kind === first) ?? "other";
}

/** Returns a short name for a game. Equal games have equal names. */
export function nameOf({ startFen, moves }: Pick<ReviewedGame, "startFen" | "moves">): string {
  let hash = 0x811c9dc5;
  for (const letter of `${startFen ?? ""}|${moves.join("")}`)
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return `${(hash >>> 0).toString(36)}-${moves.length}`;
}

/** Returns the remaining time of the side to move after `ply` moves, in milliseconds; null if it is unknown. */
const clockBefore = ({ clocks = [] }: ReviewedGame, ply: number): number | null =>
  clocks[ply - 2] ?? null;

export function summaryOf(
  Game: GameClass,
  reviewed: ReviewedGame,
  side: Side,
  day: number,
): GameSummary {
  const { startFen, moves, judged } = reviewed;
  const limit = TIME_TROUBLE * Math.max(...(reviewed.clocks ?? []).map(Number));
  const lapses = mistakesOf(judged, side).map((mistake): Lapse => {
    const game = new Game(startFen, moves.slice(0, mistake.ply));
    const phase = phaseOf(game.placement(), mistake.ply, startFen === null);
    game.free();
    const kind = kindOf(reviewed.factOf(mistake.ply, mistake.finding)?.name);
    const lapse = { phase, loss: Math.round(mistake.loss * 1000) / 1000, kind };
    const clock = clockBefore(reviewed, mistake.ply);
    return clock === null ? lapse : { ...lapse, hurried: clock < limit };
  });
  const ownMoves = judged.filter((move) => move?.side === side);
  return { name: nameOf(reviewed), side, day, moves: ownMoves.length, lapses };
}

/** Returns the statistics of games. */
export function profileOf(games: readonly GameSummary[]) {
  const lapses = games.flatMap((game) => game.lapses);
  const totalLoss = lossOf(lapses);
  const phases = PHASES.map((phase) => {
    const own = lapses.filter((lapse) => lapse.phase === phase);
    return { phase, share: totalLoss > 0 ? lossOf(own) / totalLoss : 0, count: own.length };
  });
  const kinds = KINDS.map((kind) => ({
    kind,
    count: lapses.filter((lapse) => lapse.kind === kind).length,
  }));
  const timed = lapses.filter(({ hurried }) => hurried !== undefined);
  const hurried = timed.filter((lapse) => lapse.hurried).length;
  return {
    games: games.length,
    /**
     * The number of mistakes in time trouble (`hurried`) among the `count` mistakes with a known clock; null if `count`
     * is too small.
     */
    timed: timed.length >= MINIMUM.lapses ? { hurried, count: timed.length } : null,
    /** True if there are enough games and mistakes to show a profile. */
    isEnough: games.length >= MINIMUM.games && lapses.length >= MINIMUM.lapses,
    /** The mean number of mistakes per game. */
    perGame: games.length > 0 ? lapses.length / games.length : 0,
    /** The phases with their shares of all lost chances, 0 to 1; the largest share first. */
    phases: phases.toSorted((a, b) => b.share - a.share),
    /** The kinds of mistakes that occur, the most frequent first. */
    kinds: kinds.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count),
  };
}

export type Profile = ReturnType<typeof profileOf>;

const lossOf = (lapses: readonly Lapse[]): number =>
  lapses.reduce((sum, { loss }) => sum + loss, 0);
