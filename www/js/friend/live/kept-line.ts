// Reads a kept live game: whose turn it is, the clocks, and whether what the other player says of them can be true.

import { otherSide } from "../../core/xiangqi.ts";
import type { Side } from "../../core/xiangqi.ts";
import type { GameClass } from "../../rules/rules.ts";
import { FriendGame } from "../actions.ts";
import type { Action } from "../actions.ts";
import type { KeptGame } from "../friend-storage.ts";
import type { PackedGame } from "../game-code.ts";
import { digestOf, isSignedBy } from "../seat-keys.ts";
import { afterMove, excessOf, startClocks } from "./clocks.ts";
import type { Turn } from "./clocks.ts";
import type { Clocks } from "./live-messages.ts";

type Line = Pick<KeptGame, "terms" | "actions">;

/** The side that this device plays; null if it only watches. */
export const ownSideOf = ({ own }: Pick<KeptGame, "own">): Side | null =>
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

/** The facts of lines by their arrays, which never change. The clocks need them several times a second. */
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

/** Returns the last actions of a line. */
export const lastActions = (Game: GameClass, game: Line, count: number): readonly Action[] =>
  count === 0 ? [] : replayed(Game, game, ({ actions }) => actions.slice(-count));

/** True if the player of this device wants another game after this one. */
export const wantsAgain = (Game: GameClass, game: KeptGame): boolean =>
  lastActions(Game, game, 2).some(({ kind, side }) => kind === "again" && side === ownSideOf(game));

/** True if the last action of a game was signed by its player, whose key is among `keys` or in the game. */
export function isLastSigned(Game: GameClass, game: PackedGame, keys: PackedGame["keys"]): boolean {
  const [last] = lastActions(Game, game, 1);
  const key = last && (keys[last.side] ?? game.keys[last.side]);
  return key !== undefined && isSignedBy(key, digestOf(game.terms, game.actions), game.signature);
}

/** True if a turn begins after an action, given as its text. */
export const beginsTurn = (text: string): boolean => text.length === 4 || text.endsWith(" agree");

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
  const own = ownSideOf(game);
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
