// The state of the play page, and pure functions that derive values and new states from it.

import { defaultGame, orientation } from "../core/game-record.ts";
import type { GameRecord } from "../core/game-record.ts";
import { notationOf } from "../core/languages.ts";
import type { Store } from "../core/store.ts";
import { barePosition, otherSide, sideOf } from "../core/xiangqi.ts";
import type { PositionView, Side } from "../core/xiangqi.ts";
import type { Info, Score } from "../engine/types.ts";
import { defaultSettings } from "../shell/settings.ts";
import type { Settings } from "../shell/settings.ts";
import type { Candidate } from "./candidates.ts";
import type { EndangeredEvent } from "./game-events.ts";
import type { RatingRecord } from "./rating.ts";

interface EngineView {
  status: "idle" | "loading" | "thinking" | "failed";
  /** The latest report of the running search. */
  info: Info | null;
  /** The best line of the search, in the notation of the settings. */
  line: string[];
}

/** The move that the engine suggests to the person. */
export interface Hint {
  /** "explained": the line of the hint was shown in words. */
  status: "pending" | "shown" | "explained";
  move: string | null;
  /** The line of the hint, in the notation of the settings. */
  line: string[];
  /** The score from the person's view. */
  score: Score | null;
}

export interface State {
  /** True once the rules are loaded, so that pieces can be moved. */
  ready: boolean;
  game: GameRecord;
  position: PositionView;
  engine: EngineView;
  /** The state of the engine's network. Without the network the engine is weaker. */
  network: "none" | "loaded" | "failed";
  /** True if the engine runs on the server instead of in the page's worker. */
  overHttp: boolean;
  settings: Settings;
  rating: RatingRecord;
  /** True if the person has closed the result card. */
  resultSeen: boolean;
  /** True while the start screen is shown. */
  start: boolean;
  /** The thinking time of the side to move so far, in milliseconds. It is counted only if there is a clock. */
  spent: number;
  hint: Hint | null;
  /** The moves that the engine considers, if the person watches it think. */
  candidates: Candidate[];
  /** The person's move about which a question is open; null if no question is open. */
  caution: EndangeredEvent | null;
  /** True if the engine has offered a draw with its last move. */
  drawOffered: boolean;
  /** The latest evaluation, from Red's view. */
  evaluation: Score | null;
}

export type PlayStore = Store<State>;

/** Returns a rating that has not begun. */
export const noRating = (): RatingRecord => ({
  inUse: true,
  experience: null,
  rating: null,
  history: [],
  losses: null,
});

export const idleEngine = (): EngineView => ({ status: "idle", info: null, line: [] });

/** The initial values of the fields that belong to one position. Each new position resets these fields. */
const POSITION_FIELDS = { hint: null, drawOffered: false, caution: null };

export const defaults = (): State => ({
  ready: false,
  game: defaultGame(),
  position: barePosition(),
  engine: idleEngine(),
  network: "none",
  overHttp: false,
  settings: defaultSettings(),
  rating: noRating(),
  resultSeen: false,
  start: false,
  spent: 0,
  evaluation: null,
  candidates: [],
  ...POSITION_FIELDS,
});

/** Returns the side at the bottom of the board now. */
export function bottomSide({ game, position }: Pick<State, "game" | "position">): Side {
  if (game.mode !== "local" || game.turning !== "board") return orientation(game);
  const mover = sideOf(position.turn);
  return game.flipped ? otherSide(mover) : mover;
}

export const isOver = ({ position }: State): boolean => position.verdict.result !== "ongoing";

/** Returns true while the clocks are stopped until the person resumes the game. */
export const isPaused = (state: State): boolean =>
  state.game.clock?.paused === true && !isOver(state);

/** Returns the side that moves after `ply` plies of the game. */
export function moverAt({ game, position }: State, ply: number): Side {
  const mover = sideOf(position.turn);
  return (game.ply - ply) % 2 === 0 ? mover : otherSide(mover);
}

const isPersonsPly = (state: State, ply: number): boolean =>
  state.game.mode === "local" || moverAt(state, ply) === state.game.side;

const isInProgress = (state: State): boolean => !isOver(state) && !isPaused(state);

export const isPersonsTurn = (state: State): boolean =>
  isInProgress(state) && isPersonsPly(state, state.game.ply);

export const isEnginesTurn = (state: State): boolean =>
  isInProgress(state) && !isPersonsPly(state, state.game.ply);

/**
 * Returns the ply that undo leads to: the latest earlier ply at which the person moves. Returns null if there is none.
 */
export function undoTarget(state: State): number | null {
  if (isPaused(state)) return null;
  // Undo first takes back a declaration that has ended the game, such as resigning, and then the last move.
  const last = state.game.ply - (state.game.ended ? 0 : 1);
  for (let ply = last; ply >= 0; ply--) if (isPersonsPly(state, ply)) return ply;
  return null;
}

/**
 * Returns the ply that redo leads to: the next ply at which the person moves, or else the last ply. Returns null if
 * there is none.
 */
export function redoTarget(state: State): number | null {
  if (isPaused(state)) return null;
  const { ply, moves } = state.game;
  if (ply === moves.length) return null;
  for (let next = ply + 1; next < moves.length; next++) if (isPersonsPly(state, next)) return next;
  return moves.length;
}

export const withGame = (state: State, game: Partial<GameRecord>): State => ({
  ...state,
  game: { ...state.game, ...game },
});

export const withPosition = (state: State, position: PositionView): State => ({
  ...state,
  position,
  resultSeen: false,
  ...POSITION_FIELDS,
});

export const withEngine = (state: State, engine: Partial<EngineView>): State => ({
  ...state,
  engine: { ...state.engine, ...engine },
});

export const withSettings = (state: State, settings: Partial<Settings>): State => ({
  ...state,
  settings: { ...state.settings, ...settings },
});

/** Returns how much of the engine's search is done, 0 to 1. */
export const progress = (info: { progress?: number } | null): number =>
  Math.min(1, Math.max(0, info?.progress ?? 0));

/** The number of first games in which a newcomer reads moves in words instead of a notation. */
const FIRST_GAMES = 5;

/** Returns true if moves are spelled out: in the first games of a newcomer who has chosen no notation. */
export const isForNovice = ({ settings, rating: { experience, history } }: State): boolean =>
  experience === "none" &&
  history.length < FIRST_GAMES &&
  settings.notation === null &&
  notationOf(settings) === "wxf";
