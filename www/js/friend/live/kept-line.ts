// Reads a kept live game: whose turn it is, the clocks, and whether what the other player says of them can be true.

import { otherSide } from "../../core/xiangqi.ts";
import type { Side } from "../../core/xiangqi.ts";
import type { GameClass } from "../../rules/rules.ts";
import { FriendGame } from "../actions.ts";
import type { Action } from "../actions.ts";
import type { KeptGame } from "../friend-storage.ts";
import { TOLERANCE_MS, afterMove, excessOf, remainingOf, startClocks } from "./clocks.ts";
import type { Turn } from "./clocks.ts";
import type { Clocks } from "./live-messages.ts";

type Line = Pick<KeptGame, "terms" | "actions">;

/** The side that this device plays; null if it only watches. */
export const sideOf = ({ own }: Pick<KeptGame, "own">): Side | null =>
  (Object.keys(own)[0] as Side | undefined) ?? null;

/** Replays a game, and returns what `use` makes of it. */
export function replayed<Result>(
  Game: GameClass,
  { terms, actions }: Line,
  use: (line: FriendGame) => Result,
): Result {
  const line = new FriendGame(Game, terms, actions);
  try {
    return use(line);
  } finally {
    line.free();
  }
}

interface LineFacts {
  turn: Side;
  plies: number;
  isOver: boolean;
  /** True if both players want another game. */
  isAgainAgreed: boolean;
}

/** What is known of lines by their arrays, which never change; the clocks ask several times a second. */
const known = new WeakMap<readonly string[], LineFacts>();

export function factsOf(Game: GameClass, game: Line): LineFacts {
  const found = known.get(game.actions);
  if (found) return found;
  const facts = replayed(Game, game, (line) => ({
    turn: line.turn,
    plies: line.moves.length,
    isOver: line.isOver,
    isAgainAgreed: line.actions.filter(({ kind }) => kind === "again").length === 2,
  }));
  known.set(game.actions, facts);
  return facts;
}

/** Returns the clocks of a game's position; null for a game without. */
export function turnOf(Game: GameClass, game: KeptGame): Turn | null {
  const { terms, live } = game;
  if (!terms.clock) return null;
  const { turn, plies, isOver } = factsOf(Game, game);
  const clocks = live?.clocks ?? startClocks(terms.clock);
  return { clocks, side: turn, since: live?.since ?? null, plies, isOver };
}

/** True if the game goes on and a side is to move. */
export function isTurnOf(Game: GameClass, game: Line, side: Side): boolean {
  const { turn, isOver } = factsOf(Game, game);
  return !isOver && turn === side;
}

/** True if a turn begins after some of these actions. */
export const changesTurn = (actions: readonly Action[]): boolean =>
  actions.some(({ kind }) => kind === "move" || kind === "agree");

/**
 * Returns the clocks after the other player's move, as they say, and by how many milliseconds that is more than was
 * measured; null without clocks.
 */
export function readClocks(
  Game: GameClass,
  game: KeptGame,
  said: Clocks | null,
  now: number,
): { clocks: Clocks; excess: number } | null {
  const turn = turnOf(Game, game);
  const { clock } = game.terms;
  const own = sideOf(game);
  if (!turn || !clock || !own) return null;
  const side = otherSide(own);
  const isTheirs = turn.side === side;
  const claimed =
    said?.[side] ?? (isTheirs ? afterMove(turn, clock, now)[side] : turn.clocks[side]);
  const most = turn.clocks[side] + clock.increment * 1000;
  return {
    clocks: { ...turn.clocks, [side]: Math.min(claimed, most) },
    excess: isTheirs ? excessOf(turn, clock, claimed, now) : 0,
  };
}

/**
 * True for a claim of the other player that this device knows to be wrong: it was in the room since `openSince`, before
 * its turn began, and has time.
 */
export function isFalseClaim(
  Game: GameClass,
  game: KeptGame,
  action: Action,
  openSince: number | null,
  now: number,
): boolean {
  const own = sideOf(game);
  if (action.kind !== "claim" || !own || action.side === own) return false;
  const wasHere = openSince !== null && openSince <= (game.live?.since ?? 0);
  const turn = turnOf(Game, game);
  const isUp = turn !== null && remainingOf(turn, own, now) <= TOLERANCE_MS;
  return wasHere && (action.claim !== "time" || !isUp);
}
