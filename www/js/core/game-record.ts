import { RULESETS, otherSide } from "./xiangqi.ts";
import type { Ruleset, Side } from "./xiangqi.ts";

/** "engine": a person against the engine; "local": two people on one device. */
export type GameMode = "engine" | "local";

/**
 * The part that is turned while two people sit on opposite sides of one device: the board or the upper side's pieces.
 * "board": the board turns to the side to move; "pieces": the pieces of the upper side are upside down.
 */
export type BoardTurning = "none" | "board" | "pieces";

/** An end that the players declared. `side` is the side that resigned or ran out of time; null for an agreement. */
export interface GameEnd {
  reason: "resignation" | "time" | "agreement";
  side: Side | null;
}

export interface Clock {
  /** Milliseconds that each side has at the start. */
  base: number;
  /** Milliseconds that a side gets for each move. */
  increment: number;
  /**
   * The mover's remaining time after each of the game's `moves`, in milliseconds. This list may be shorter than
   * `moves`.
   */
  times: number[];
  /** Milliseconds spent on the current move when the game was stored. */
  spent: number;
  /** True if both clocks are stopped. No move can be played until the person resumes the game. */
  paused?: true;
  /**
   * By ply: the time already spent on the next move when undo left that ply, in milliseconds. Redo restores this time.
   */
  thought?: number[];
}

/** A game as it is stored. It has all data that a replay needs, and none that can be derived from other data. */
export interface GameRecord {
  /** The FEN of the start position; null for the ordinary one. */
  startFen: string | null;
  ruleset: Ruleset;
  /** The whole line, including undone moves. */
  moves: string[];
  /** The number of `moves` on the board; the rest can be redone. */
  ply: number;
  mode: GameMode;
  /** The person's side against the engine. */
  side: Side;
  /** The engine's strength on the scale of `levels.ts`. */
  level: number;
  /** Seeds the engine's random choices, so that games differ; 32 bits. */
  seed: number;
  /** True if the person's side is at the top. */
  flipped: boolean;
  /** The opened record as PGN, with variations, comments and tags; null if it contains nothing but `moves`. */
  record: string | null;
  /** The end that the players declared at `ply`, such as a resignation; null for none. */
  ended: GameEnd | null;
  /** Null for a game without clocks. */
  clock: Clock | null;
  /** The part that is turned when two people share one device. */
  turning: BoardTurning;
  /** True if the person has asked the engine to play on instead of resigning. */
  playOn: boolean;
  /** True if `level` follows the person's rating instead of a choice. */
  fits: boolean;
  /** True if the game continues from a position of an earlier game. */
  training: boolean;
  /** The number of hints shown and moves undone. */
  helped: number;
  /** The number of warnings shown about moves that give a piece away. */
  warned: number;
  /**
   * Whether the game's end has changed the rating. "before": an earlier end of this game has changed it; "never": no
   * end can change it, since the person did not play this game from its first move.
   */
  rated: "no" | "yes" | "before" | "never";
}

export function defaultGame(): GameRecord {
  return {
    startFen: null,
    ruleset: RULESETS[0],
    moves: [],
    ply: 0,
    mode: "engine",
    side: "red",
    level: 7,
    seed: 0,
    flipped: false,
    record: null,
    ...freshFields(),
    turning: "none",
    fits: false,
  };
}

/** The opponent of a person of unknown strength; `level` equals that of `beginRating("unknown")`. */
export const FIRST_OPPONENT = { fits: true, level: 1 };

/** Returns the default game with a random seed. */
export const newGame = (): GameRecord => ({
  ...defaultGame(),
  seed: Math.floor(Math.random() * 2 ** 32),
});

/** Returns the initial values of the fields that a new game must not take over from the game before. */
export const freshFields = (): Pick<
  GameRecord,
  "ended" | "clock" | "playOn" | "training" | "helped" | "warned" | "rated"
> => ({
  ended: null,
  clock: null,
  playOn: false,
  training: false,
  helped: 0,
  warned: 0,
  rated: "no",
});

/** Returns the side at the bottom of a board that does not turn to the side to move. */
export const orientation = (game: Pick<GameRecord, "flipped" | "side">): Side =>
  game.flipped ? otherSide(game.side) : game.side;

/** Returns true if the loss of a game would matter to a person: it has moves, a start position or a record. */
export const isWorthKeeping = ({
  moves,
  startFen,
  record,
}: Pick<GameRecord, "moves" | "startFen" | "record">): boolean =>
  moves.length > 0 || startFen !== null || record !== null;

/** Returns the fields that change when a finished game is continued: `rated` changes from "yes" to "before". */
export const reopenedFields = ({ rated }: GameRecord): Pick<GameRecord, "rated"> => ({
  rated: rated === "yes" ? "before" : rated,
});

/** Returns the game after a move on the board; the undone moves are dropped. */
export function withMove(game: GameRecord, move: string): GameRecord {
  const moves = [...game.moves.slice(0, game.ply), move];
  return { ...game, moves, ply: moves.length, ended: null };
}
