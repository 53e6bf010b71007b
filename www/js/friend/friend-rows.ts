// The rows of the list of games: whose turn it is in each, those that wait for the person first.

import type { Side } from "../core/xiangqi.ts";
import type { FriendGames } from "./friend-games.ts";
import type { KeptGame } from "./friend-storage.ts";

/**
 * "mine": it is the person's turn. "unsent": the person has done something and not sent it. "theirs": the friend's
 * turn. "both": both seats are played on this device. "watching": none is. "over": the game has ended.
 */
export const ROW_STATES = ["mine", "unsent", "both", "theirs", "watching", "over"] as const;
export type RowState = (typeof ROW_STATES)[number];

type Facts = ReturnType<FriendGames["facts"]>;

export interface GameRow {
  game: KeptGame;
  state: RowState;
  facts: Facts;
  /** The side of the person; undefined if both or none are played on this device. */
  side: Side | undefined;
}

/** Games are replayed once: a game that changes is another object. */
const known = new WeakMap<KeptGame, Facts>();

function factsOf(games: Pick<FriendGames, "facts">, game: KeptGame): Facts {
  const facts = known.get(game) ?? games.facts(game);
  known.set(game, facts);
  return facts;
}

function stateOf({ own, sent, actions }: KeptGame, { result, toAct }: Facts): RowState {
  const sides = Object.keys(own);
  const isUnsent = sides.length === 1 && sent < actions.length;
  if (result !== "ongoing") return isUnsent ? "unsent" : "over";
  if (sides.length !== 1) return sides.length === 2 ? "both" : "watching";
  if (sides.includes(toAct)) return "mine";
  return isUnsent ? "unsent" : "theirs";
}

/** Returns the rows of all games: by state, then the last changed first. */
export function rowsOf(games: Pick<FriendGames, "get" | "facts">): GameRow[] {
  const rows = games.get().map((game): GameRow => {
    const facts = factsOf(games, game);
    const sides = Object.keys(game.own) as Side[];
    const side = sides.length === 1 ? sides[0] : undefined;
    return { game, facts, side, state: stateOf(game, facts) };
  });
  const order = ({ state }: GameRow) => ROW_STATES.indexOf(state);
  return rows.toSorted((a, b) => order(a) - order(b) || b.game.changed - a.game.changed);
}
