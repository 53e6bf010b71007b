// Compares a game received from the other player with what this device knows of it.

import { otherSide } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import type { GameClass } from "../rules/rules.ts";
import { FriendGame } from "./actions.ts";
import type { PackedGame } from "./game-code.ts";
import { digestOf, isSignedBy } from "./seat-keys.ts";

/** The state of a game on this device. */
export type KnownGame = Pick<PackedGame, "terms" | "actions" | "keys"> & {
  /** The sides that are played on this device. */
  own: readonly Side[];
};

/**
 * "unknown": this device does not have the game. "same": nothing is new. "earlier": this device knows `count` more
 * actions. "later": the other player has added `count` actions. "forked": the action after the first `count` ones is
 * another. "forged": it is not signed by the other player, or has actions of this device's player that are not theirs.
 */
export interface Comparison {
  kind: "unknown" | "same" | "earlier" | "later" | "forked" | "forged";
  count: number;
}

/** @throws RangeError for a list with an action that is not allowed */
export function compareGames(
  Game: GameClass,
  known: KnownGame | null,
  received: PackedGame,
): Comparison {
  if (!isSigned(Game, received, known?.keys ?? {})) return { kind: "forged", count: 0 };
  if (!known) return { kind: "unknown", count: received.actions.length };
  const common = received.actions.findIndex((text, index) => text !== known.actions[index]);
  const [here, there] = [known.actions.length, received.actions.length];
  if (common < 0) return { kind: here === there ? "same" : "earlier", count: here - there };
  if (common < here) return { kind: "forked", count: common };
  const added = sidesOf(Game, received).slice(here);
  const isForged = added.some((side) => known.own.length === 1 && known.own.includes(side));
  return { kind: isForged ? "forged" : "later", count: added.length };
}

/** Returns true if the last player's signature is valid, as far as their key is known. */
function isSigned(Game: GameClass, game: PackedGame, known: PackedGame["keys"]): boolean {
  const side = sidesOf(Game, game).at(-1) ?? game.terms.hostSide;
  const key = known[side] ?? game.keys[side];
  return key === undefined || isSignedBy(key, digestOf(game.terms, game.actions), game.signature);
}

function sidesOf(Game: GameClass, { terms, actions }: Pick<PackedGame, "terms" | "actions">) {
  const game = new FriendGame(Game, terms, actions);
  const sides = game.actions.map(({ side }) => side);
  game.free();
  return sides;
}

/** Returns the seat of a player who joins: the one without a key; null if both are taken. */
export function freeSeat(Game: GameClass, game: PackedGame): Side | null {
  const side = otherSide(game.terms.hostSide);
  const isFree = game.keys[side] === undefined && !sidesOf(Game, game).includes(side);
  return isFree ? side : null;
}
