import type { GameRecord } from "../core/game-record.ts";
import { MAX_LEVEL } from "../core/levels.ts";
import { otherSide } from "../core/xiangqi.ts";
import type { State } from "./state.ts";

/** The actions after a game, in the order of the result card. */
export const NEXT_ACTIONS = [
  "again",
  "harder",
  "easier",
  "playOn",
  "new",
  "look",
  "analyse",
] as const;
type NextAction = (typeof NEXT_ACTIONS)[number];

interface NextActions {
  /** The suggested action, which has the primary button. */
  first: NextAction;
  rest: NextAction[];
  /** The level that is offered for the next game. */
  level: number;
}

/** Returns true if the engine resigned and can be asked to play on. */
const hasEngineResigned = ({ mode, ended, side }: GameRecord) =>
  mode === "engine" && ended?.reason === "resignation" && ended.side !== side;

/**
 * Returns the actions that are offered after a game. If the person chose the level, offers the next level after a win,
 * and the previous level after two losses in a row.
 */
export function nextActions({ game, position, rating }: State): NextActions {
  const { result } = position.verdict;
  // If the engine resigned, "playOn" takes the place of "new": the button below the board starts a new game too.
  const rest: NextAction[] = [hasEngineResigned(game) ? "playOn" : "new", "look", "analyse"];
  const { level } = game;
  if (game.record !== null) return { first: "new", rest, level };
  const again: NextActions = { first: "again", rest, level };
  if (game.mode === "local" || game.fits || game.training || game.rated === "before") return again;
  const others = rest.map((action) => (action === "new" ? "again" : action));
  if (result === game.side && level < MAX_LEVEL)
    return { first: "harder", rest: others, level: Math.floor(level) + 1 };
  const isLost = result === otherSide(game.side);
  const lossesInRow = rating.losses?.level === level ? rating.losses.times : 0;
  if (isLost && lossesInRow >= 2 && level > 1)
    return { first: "easier", rest: others, level: Math.ceil(level) - 1 };
  return again;
}
