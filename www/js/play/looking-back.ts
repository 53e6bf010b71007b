// Binds the panels that look back at the person's moves. One shows the turning point of a lost game; the other explains
// a bad move after which the score has fallen. Each panel is fetched when it is first needed.

import { isSamePosition, otherSide, sideOf } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import type { Score } from "../engine/types.ts";
import { lazily } from "../shell/lazily.ts";
import type { Page } from "./context.ts";
import type { WhyParts } from "./panels/why-panel.ts";
import type { PlayStore, State } from "./state.ts";

/** The smallest fall of the score from the person's view, in centipawns, after which a move is judged. */
const LEAST_FALL = 120;
/** The limit of scores, in centipawns. Beyond it the game is decided, and differences do not count. */
const MAX_SCORE = 1200;

/** Returns true if the person has lost the game on the board against the engine. */
export function isLostGame({ game, position }: Pick<State, "game" | "position">): boolean {
  const isPlayed = game.mode === "engine" && game.record === null && game.ply > 0;
  return isPlayed && position.verdict.result === otherSide(game.side);
}

/** Calls `listener` for each new position. */
function onPosition(store: PlayStore, listener: (state: State) => void) {
  let last: State["position"] | null = null;
  store.subscribe((state) => {
    if (last && isSamePosition(state.position, last)) return;
    last = state.position;
    listener(state);
  });
}

/**
 * Looks for the turning point of each lost game. `whenCardIsThere` calls its argument once the result card is loaded.
 * `tryAgain` starts a training game from the position after a number of plies.
 */
export function bindTurningPoint(
  page: Page,
  tryAgain: (ply: number) => void,
  whenCardIsThere: (then: () => void) => void,
): void {
  const panel = lazily(page, async () => {
    const part = await import("./panels/turning-point-panel.ts");
    return part.createTurningPointPanel(page, tryAgain);
  });
  onPosition(page.store, (state) => {
    if (!isLostGame(state)) return;
    whenCardIsThere(() => void panel((part) => void part.consider(state.position)));
  });
}

/** Returns the score in centipawns from the view of a side; `score` is from Red's view. */
function toCentipawns(score: Score, side: Side): number {
  const fromRed = "mate" in score ? Math.sign(score.mate) * MAX_SCORE : score.cp;
  const value = side === "red" ? fromRed : -fromRed;
  return Math.max(-MAX_SCORE, Math.min(MAX_SCORE, value));
}

/** Offers to explain each bad move of the person. */
export function bindWhy(page: Page, parts: WhyParts): void {
  const panel = lazily(page, async () => {
    const part = await import("./panels/why-panel.ts");
    return part.createWhyPanel(page, parts);
  });
  /** The ply of the person's last turn, and the engine's score at that turn. The ply is -1 before the first turn. */
  let last: { ply: number; score: Score | null } = { ply: -1, score: null };
  onPosition(page.store, (state) => {
    const { position, game, evaluation } = state;
    const isTurn = game.mode === "engine" && sideOf(position.turn) === game.side;
    if (!isTurn || evaluation === null || evaluation === last.score || isLostGame(state)) return;
    const before = last.ply === game.ply - 2 ? last.score : null;
    last = { ply: game.ply, score: evaluation };
    if (!before) return;
    const fall = toCentipawns(before, game.side) - toCentipawns(evaluation, game.side);
    if (fall >= LEAST_FALL) void panel((part) => void part.consider(position));
  });
}
