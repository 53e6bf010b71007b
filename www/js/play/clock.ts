// Clocks as data: a side's remaining time follows from the times that are stored after each move. All times are in
// milliseconds.

import type { Clock } from "../core/game-record.ts";
import { otherSide, sideOf } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import { isOver, isPaused } from "./state.ts";
import type { State } from "./state.ts";

/** Returns a clock of `minutes` for the game, with `seconds` added after each move. */
export const newClock = (minutes: number, seconds: number): Clock => ({
  base: Math.round(minutes * 60_000),
  increment: Math.round(seconds * 1000),
  times: [],
  spent: 0,
});

/** Returns the clock at the start of a game. */
export const resetClock = ({ base, increment }: Clock): Clock => ({
  base,
  increment,
  times: [],
  spent: 0,
});

/** Returns the time that the side to move after `ply` moves has at the start of its turn. */
const timeBefore = ({ times, base }: Clock, ply: number): number => times[ply - 2] ?? base;

/** Returns the time that a side has now; null if the game has no clock. */
export function remainingTime({ game, position, spent }: State, side: Side): number | null {
  if (!game.clock) return null;
  if (side !== sideOf(position.turn)) return timeBefore(game.clock, game.ply + 1);
  return Math.max(0, timeBefore(game.clock, game.ply) - spent);
}

/** Returns the clock after a move that took the time `spent`. `ply` is the number of moves before it. */
export function clockAfterMove(clock: Clock | null, ply: number, spent: number): Clock | null {
  if (!clock) return null;
  const { base, increment } = clock;
  const time = Math.max(0, timeBefore(clock, ply) - spent) + increment;
  const times = clock.times.slice(0, ply);
  while (times.length < ply) times.push(base); // moves played before there was a clock
  return { base, increment, times: [...times, Math.round(time)], spent: 0 };
}

/**
 * Returns the clock after an undo from the position after `ply` moves. The clock stores the time `spent` in that
 * position, for redo.
 */
export function clockAfterUndo(clock: Clock | null, ply: number, spent: number): Clock | null {
  if (!clock) return null;
  const { thought = [] } = clock;
  const before = Array.from({ length: ply }, (_, at) => thought[at] ?? 0);
  return { ...clock, thought: [...before, Math.round(spent), ...thought.slice(ply + 1)] };
}

/** Returns the time that was spent in the position after `ply` moves before an undo left it. */
export const timeSpentAt = (clock: Clock | null, ply: number): number => clock?.thought?.[ply] ?? 0;

/**
 * Returns true while the clock runs. The clock starts with the first move, and stops while the game is over or paused.
 */
export const isRunning = (state: State): boolean => {
  const { game, ready, start } = state;
  return (
    ready && !start && game.clock !== null && game.ply > 0 && !isOver(state) && !isPaused(state)
  );
};

export function withPause(clock: Clock | null, stops: boolean): Clock | null {
  if (!clock) return null;
  const { paused: _, ...rest } = clock;
  return stops ? { ...rest, paused: true } : rest;
}

export function sideOutOfTime(state: State): Side | null {
  const mover = sideOf(state.position.turn);
  return isRunning(state) && remainingTime(state, mover) === 0 ? mover : null;
}

/** Returns the time that the engine may spend on its move, so that its clock lasts; null if the game has no clock. */
export function engineBudget(state: State): number | null {
  const { clock, side } = state.game;
  const time = remainingTime(state, otherSide(side));
  if (!clock || time === null) return null;
  return Math.max(50, Math.round(Math.min(time / 25 + clock.increment * 0.7, time / 3)));
}
