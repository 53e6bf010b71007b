// The clocks of a live game. Each device times its own player's thinking and says how much time remains; it measures the
// other player's thinking only to notice when the two differ. No time of day is ever compared between devices.

import type { Side } from "../../core/xiangqi.ts";
import type { FriendClock } from "../actions.ts";
import type { Clocks } from "./live-messages.ts";

/** The network's delay that is credited for each move, in milliseconds. */
export const CREDIT_MS = 1000;
/** The difference between both devices' measures that players are told of, in milliseconds. */
export const TOLERANCE_MS = 2000;
/** Each side's first move is not timed. */
const UNTIMED_PLIES = 2;

export const startClocks = ({ base }: FriendClock): Clocks => ({
  red: base * 1000,
  black: base * 1000,
});

/** A position's clocks: what remained when the turn began, whose turn it is, and since when (milliseconds since 1970). */
export interface Turn {
  clocks: Clocks;
  side: Side;
  since: number | null;
  plies: number;
  isOver: boolean;
}

/** True while the time of the player to move goes down. */
export const isRunning = ({ plies, isOver, since }: Turn): boolean =>
  !isOver && since !== null && plies >= UNTIMED_PLIES;

/** Returns the milliseconds that remain for a side now; below 0 after its time is up. */
export const remainingOf = (turn: Turn, side: Side, now: number): number =>
  turn.clocks[side] - (isRunning(turn) && turn.side === side ? Math.max(0, now - turn.since!) : 0);

/** Returns what remains for both sides; null without clocks. */
export const clocksAt = (turn: Turn | null, now: number): Clocks | null =>
  turn && { red: remainingOf(turn, "red", now), black: remainingOf(turn, "black", now) };

/** Returns the clocks after the player to move has moved. */
export function afterMove(turn: Turn, { increment }: FriendClock, now: number): Clocks {
  const { side, plies, clocks } = turn;
  const added = plies >= UNTIMED_PLIES ? increment * 1000 : 0;
  return { ...clocks, [side]: Math.max(0, Math.round(remainingOf(turn, side, now))) + added };
}

/**
 * Compares the other player's clock, as they say it after their move, with what was measured here. Returns by how many
 * milliseconds they claim more than they can have, after the credit for the network; 0 if they do not.
 */
export function excessOf(turn: Turn, clock: FriendClock, claimed: number, now: number): number {
  const measured = afterMove(turn, clock, now)[turn.side];
  const most = turn.clocks[turn.side] + clock.increment * 1000;
  return Math.max(0, Math.min(claimed, most) - measured - CREDIT_MS, claimed - most);
}

/** True if the other player's time is up, even if the clocks differ as far as they may. */
export const isTimeUp = (turn: Turn, now: number): boolean =>
  isRunning(turn) && remainingOf(turn, turn.side, now) < -CREDIT_MS - TOLERANCE_MS;
