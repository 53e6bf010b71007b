// Claims: what a player can claim who waits for the other one, and which claims of the other player are wrong.

import { otherSide } from "../../core/xiangqi.ts";
import type { GameClass } from "../../rules/rules.ts";
import type { Action, Claim } from "../actions.ts";
import type { KeptGame } from "../friend-storage.ts";
import { TOLERANCE_MS, isTimeUp, remainingOf } from "./clocks.ts";
import { isTurnOf, ownSideOf, turnOf } from "./kept-line.ts";
import type { LiveState } from "./live-news.ts";

/** After this time away, on the turn of who is away, the other player may claim; in milliseconds. */
export const AWAY_MS = 60_000;
/** A device that was away for less than this, in milliseconds, refuses the claim that its player had left. */
const MIN_ABSENCE_MS = 30_000;

type Room = Pick<LiveState, "awaySince" | "here">;

/** Returns what the player of this device can claim at a time. */
export function claimsOf(Game: GameClass, game: KeptGame, room: Room, now: number): Claim[] {
  const own = ownSideOf(game);
  if (own === null || !isTurnOf(Game, game, otherSide(own))) return [];
  const turn = turnOf(Game, game);
  // A player who is away may not know yet that it is their turn.
  const isLate = turn !== null && room.here.includes(otherSide(own)) && isTimeUp(turn, now);
  const isGone = awayTimeOf(Game, game, room, now) >= AWAY_MS;
  return [...(isLate ? (["time"] as const) : []), ...(isGone ? (["win", "draw"] as const) : [])];
}

/** Returns for how many milliseconds the other player has been away on their turn; 0 if they are here. */
export function awayTimeOf(Game: GameClass, game: KeptGame, room: Room, now: number): number {
  const own = ownSideOf(game);
  if (room.awaySince === null || own === null || !isTurnOf(Game, game, otherSide(own))) return 0;
  return now - Math.max(room.awaySince, game.live?.since ?? 0);
}

/**
 * True for a claim of the other player that this device knows to be wrong. `absence` is for how many milliseconds this
 * device was out of the room during the turn.
 */
export function isFalseClaim(
  Game: GameClass,
  game: KeptGame,
  action: Action,
  { absence, now }: { absence: number; now: number },
): boolean {
  const own = ownSideOf(game);
  if (action.kind !== "claim" || !own || action.side === own) return false;
  if (action.claim !== "time") return absence < MIN_ABSENCE_MS;
  const turn = turnOf(Game, game);
  return turn === null || remainingOf(turn, own, now) > TOLERANCE_MS;
}
