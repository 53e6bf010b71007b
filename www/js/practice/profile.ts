// Statistics of a person's reviewed games: in which phase the person loses chances, and by which mistakes. Only what
// reviews have proved counts.

import type { Side } from "../core/xiangqi.ts";
import type { GameClass } from "../rules/rules.ts";
import { factOf, familyOf, mistakesOf } from "./mistakes.ts";
import type { ReviewedGame } from "./mistakes.ts";

/** The kinds of mistakes; a fact of no other kind counts as "other". */
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

/** A mistake. */
export interface Lapse {
  phase: Phase;
  /** The share of the chances that it lost, 0 to 1. */
  loss: number;
  kind: MistakeKind;
  /** True for a move in time trouble; undefined where the clock is unknown. */
  hurried?: boolean;
}

/** The stored summary of a reviewed game of the person. */
export interface GameSummary {
  /** A hash of the moves. */
  name: string;
  /** The person's side. */
  side: Side;
  day: number;
  /** The number of moves of the person. */
  moves: number;
  lapses: Lapse[];
}

/** The length of the opening in plies, from the ordinary start position. */
const OPENING_PLIES = 20;
/** The most rooks, horses and cannons that both sides together have in an ending. */
const ENDING_PIECES = 4;
/** Time trouble: the share of the most time on either clock that is left. */
const TIME_TROUBLE = 1 / 10;
/** With fewer games or mistakes a profile is not shown. */
export const MINIMUM = { games: 5, lapses: 8 };

/** `isOrdinary` is true if the game began at the ordinary start position. */
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

/** Returns a short name of a game; equal games have equal names. */
export function nameOf({ startFen, moves }: Pick<ReviewedGame, "startFen" | "moves">): string {
  let hash = 0x811c9dc5;
  for (const letter of `${startFen ?? ""}|${moves.join("")}`)
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  return `${(hash >>> 0).toString(36)}-${moves.length}`;
}

/** Returns the clock of the side to move after `ply` moves: the time left after its last move. */
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
    const kind = kindOf(factOf(Game, reviewed, mistake)?.name);
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
    /** Mistakes in time trouble among those with a known clock; null if there are too few. */
    timed: timed.length >= MINIMUM.lapses ? { hurried, count: timed.length } : null,
    /** True if there are enough games and mistakes to show a profile. */
    isEnough: games.length >= MINIMUM.games && lapses.length >= MINIMUM.lapses,
    /** Mistakes per game. */
    perGame: games.length > 0 ? lapses.length / games.length : 0,
    /** Shares of all lost chances, 0 to 1, the largest first. */
    phases: phases.toSorted((a, b) => b.share - a.share),
    /** The kinds that occur, the most frequent first. */
    kinds: kinds.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count),
  };
}

export type Profile = ReturnType<typeof profileOf>;

const lossOf = (lapses: readonly Lapse[]): number =>
  lapses.reduce((sum, { loss }) => sum + loss, 0);
