// Merges the lines of two players who acted at the same time. Each player's line is the list of all actions of the game as
// their device knows it. Both devices come to the same line, whatever the order in which messages arrive.

import type { Side } from "../../core/xiangqi.ts";
import type { GameClass } from "../../rules/rules.ts";
import { FriendGame, textOf } from "../actions.ts";
import type { Action, Terms } from "../actions.ts";

/**
 * The result of merging the other player's line into one's own. "same": nothing is new. "earlier": theirs is a part of
 * one's own. "mine": both acted, and one's own action goes first. "theirs": their `line` counts now; one's own `again`
 * actions have to be made again after it, and the `dropped` ones are not possible any more. "forged": their line has an
 * action of one's own side that was not made here. "rewritten": it lacks an action that they made before.
 */
export type Merge =
  | { kind: "same" | "earlier" | "mine" | "forged" | "rewritten" }
  | { kind: "theirs"; line: readonly string[]; again: Action[]; dropped: Action[] };

/**
 * If both players acted, the action that stands first here goes first; of equal ones Red's. "late" is a claim on time:
 * a move that was on its way goes before it.
 */
const ORDER = [
  "resign",
  "timeout",
  "claim",
  "agree",
  "move",
  "late",
  "decline",
  "ask",
  "again",
] as const;

const rankOf = (action: Action): number =>
  ORDER.indexOf(action.kind === "claim" && action.claim === "time" ? "late" : action.kind);

/**
 * Merges `theirs`, the other player's line, into `mine`, the line of the player of `side`.
 * @throws RangeError for a line with an action that is not allowed
 */
export function mergeLines(
  Game: GameClass,
  terms: Terms,
  side: Side,
  mine: readonly string[],
  theirs: readonly string[],
): Merge {
  const common = commonLength(mine, theirs);
  if (common === theirs.length) return { kind: common === mine.length ? "same" : "earlier" };
  const [own, other] = [actionsOf(Game, terms, mine), actionsOf(Game, terms, theirs)];
  const [ownRest, otherRest] = [own.slice(common), other.slice(common)];
  if (otherRest.some((action) => action.side === side)) return { kind: "forged" };
  if (ownRest.some((action) => action.side !== side)) return { kind: "rewritten" };
  const [first, rival] = [ownRest[0], otherRest[0]!];
  if (first && goesFirst(first, rival)) return { kind: "mine" };
  return { kind: "theirs", line: theirs, ...makeAgain(Game, terms, mine, theirs, common) };
}

/** Returns that of two players' games which those who watch see; null if there is none yet. */
export function lineOfBoth<Known extends { actions: readonly string[] }>(
  Game: GameClass,
  terms: Terms,
  { red, black }: Partial<Record<Side, Known>>,
): Known | null {
  if (!red || !black) return red ?? black ?? null;
  const { kind } = mergeLines(Game, terms, "red", red.actions, black.actions);
  if (kind === "forged" || kind === "rewritten")
    return red.actions.length >= black.actions.length ? red : black;
  return kind === "theirs" ? black : red;
}

function commonLength(one: readonly string[], two: readonly string[]): number {
  const length = Math.min(one.length, two.length);
  for (let index = 0; index < length; index++) if (one[index] !== two[index]) return index;
  return length;
}

function goesFirst(one: Action, two: Action): boolean {
  const difference = rankOf(one) - rankOf(two);
  return difference === 0 ? one.side === "red" : difference < 0;
}

function actionsOf(Game: GameClass, terms: Terms, line: readonly string[]): readonly Action[] {
  const game = new FriendGame(Game, terms, line);
  game.free();
  return game.actions;
}

/** Finds the actions of `mine` after the `common` ones that can be made again after `theirs`. */
function makeAgain(
  Game: GameClass,
  terms: Terms,
  mine: readonly string[],
  theirs: readonly string[],
  common: number,
): { again: Action[]; dropped: Action[] } {
  const before = new FriendGame(Game, terms, mine.slice(0, common));
  const after = new FriendGame(Game, terms, theirs);
  const [again, dropped]: Action[][] = [[], []];
  try {
    for (const text of mine.slice(common)) {
      const answered = before.question;
      const action = before.play(text);
      const next = nextOf(action, answered, before, after);
      if (next) again!.push(after.play(textOf(next)));
      else dropped!.push(action);
    }
  } finally {
    before.free();
    after.free();
  }
  return { again: again!, dropped: dropped! };
}

/**
 * Returns what becomes of an action, just made in `before`, in `after`; null if it makes no sense there. `answered` is
 * the question that waited before the action.
 */
function nextOf(
  action: Action,
  answered: FriendGame["question"],
  before: FriendGame,
  after: FriendGame,
): Action | null {
  const { side } = action;
  const asked = after.question;
  const isAllowed = (next: Action) =>
    after.allowed().some((each) => textOf(each) === textOf(next)) ? next : null;
  switch (action.kind) {
    case "move": {
      const line = before.moves.slice(0, -1).join();
      return after.moves.join() === line ? isAllowed(action) : null;
    }
    case "ask":
      // Both asking the same is agreeing.
      return asked && asked.side !== side && asked.question === action.question
        ? isAllowed({ kind: "agree", side })
        : isAllowed(action);
    case "claim":
      return null; // the other player is back
    case "agree":
    case "decline":
      return asked?.side === answered?.side && asked?.question === answered?.question
        ? isAllowed(action)
        : null;
    default:
      return isAllowed(action);
  }
}
