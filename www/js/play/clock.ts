// Clocks as numbers: what a side has left follows from what was left after each move. The ticking is elsewhere.

import { otherSide, sideOf } from "../core/xiangqi.ts";
import { isOver, isPaused } from "./state.ts";

/** @typedef {import("./state.ts").State} State */
/** @typedef {import("../core/xiangqi.ts").Side} Side */
/** @typedef {import("../core/game-record.ts").Clock} Clock */

/** @param {number} minutes @param {number} seconds added for each move @returns {Clock} */
export const newClock = (minutes, seconds) => ({
  base: Math.round(minutes * 60_000),
  increment: Math.round(seconds * 1000),
  times: [],
  spent: 0,
});

/** The same clock for another game. @param {Clock} clock @returns {Clock} */
export const rewound = ({ base, increment }) => ({ base, increment, times: [], spent: 0 });

/** What the mover of ply `ply` had before it, however long it then thought. @param {Clock} clock @param {number} ply */
const before = ({ times, base }, ply) => times[ply - 2] ?? base;

/** Milliseconds that a side has left now; null without a clock. @param {State} state @param {Side} side */
export function leftOf({ game, position, spent }, side) {
  if (!game.clock) return null;
  if (side !== sideOf(position.turn)) return before(game.clock, game.ply + 1);
  return Math.max(0, before(game.clock, game.ply) - spent);
}

/**
 * The clock after the side to move has moved.
 * @param {Clock|null} clock @param {number} ply of the move @param {number} spent
 */
export function afterMove(clock, ply, spent) {
  if (!clock) return null;
  const left = Math.max(0, before(clock, ply) - spent) + clock.increment;
  const times = clock.times.slice(0, ply);
  while (times.length < ply) times.push(clock.base); // moves played before there was a clock
  const { base, increment } = clock;
  return { base, increment, times: [...times, Math.round(left)], spent: 0 };
}

/** The clock when the position after `ply` moves is left by undo. @param {Clock|null} clock @param {number} ply @param {number} spent */
export function leftByUndo(clock, ply, spent) {
  if (!clock) return null;
  const thought = Array.from({ length: ply }, (_, at) => clock.thought?.[at] ?? 0);
  return {
    ...clock,
    thought: [...thought, Math.round(spent), ...(clock.thought ?? []).slice(ply + 1)],
  };
}

/** What had been spent on the move after `ply` moves before it was left by undo. @param {Clock|null} clock @param {number} ply */
export const thoughtAt = (clock, ply) => clock?.thought?.[ply] ?? 0;

/** The clock runs from the first move on, while somebody could move. @param {State} state */
export const isRunning = (state) => {
  const { game, ready, start } = state;
  return (
    ready && !start && game.clock !== null && game.ply > 0 && !isOver(state) && !isPaused(state)
  );
};

/** The same clock, stopped by the person or going on. @param {Clock|null} clock @param {boolean} isStopped */
export function withPause(clock, isStopped) {
  if (!clock) return null;
  const { paused: _, ...rest } = clock;
  return isStopped ? { ...rest, paused: /** @type {true} */ (true) } : rest;
}

/** The side whose time is over. @param {State} state @returns {Side|null} */
export function overdue(state) {
  const mover = sideOf(state.position.turn);
  return isRunning(state) && leftOf(state, mover) === 0 ? mover : null;
}

/** How long the engine may think, so that its clock lasts; null: as long as its level likes. @param {State} state */
export function engineBudget(state) {
  const { clock, side } = state.game;
  const left = leftOf(state, otherSide(side));
  if (!clock || left === null) return null;
  return Math.max(50, Math.round(Math.min(left / 25 + clock.increment * 0.7, left / 3)));
}

/** Minutes and seconds, tenths when it matters. @param {number} ms */
export function clockText(ms) {
  if (ms < 10_000) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}
