import type { BoardName, SetName } from "../board/looks.js";
import type { Lang } from "./languages.ts";
import type { Notation } from "./xiangqi.ts";

/** The settings of a person, which hold on every page. */
export interface Settings {
  /** Null: the browser's language. */
  lang: Lang | null;
  theme: "system" | "light" | "dark";
  sound: boolean;
  showDests: boolean;
  /** Null: the notation of the language, see `notationOf`. */
  notation: Notation | null;
  board: BoardName;
  pieces: SetName;
  motion: "system" | "full" | "reduced";
  /** Volume of sounds and music, 0 to 100. */
  volume: number;
  music: boolean;
  /** Reads moves aloud. */
  speak: boolean;
  /** 落子无悔: undo must be confirmed. */
  insist: boolean;
  /** Shows an evaluation bar beside the board. */
  evalBar: boolean;
  /** Shows on the board the moves that the engine considers. */
  seeThink: boolean;
  /** Adds finished games to the library. */
  keepGames: boolean;
  /** Processor cores that the engine may use; null: the default of the device. */
  cores: number | null;
  /** The engine's memory in MB; null: the default of the device. */
  memory: number | null;
  /** Asks before a move gives a piece away; null: only for a person who has never played before. */
  warnLoss: boolean | null;
}

/** The sizes of the engine's memory in MB that a person can choose. */
export const MEMORY_SIZES: readonly number[] = [16, 32, 64, 128, 256, 512];
/** The most threads that the engine can have. */
export const MAX_CORES = 64;

export function defaultSettings(): Settings {
  return {
    lang: null,
    theme: "system",
    sound: true,
    showDests: true,
    notation: null,
    board: "wood",
    pieces: "brush",
    motion: "system",
    volume: 70,
    music: false,
    speak: false,
    insist: false,
    evalBar: false,
    seeThink: false,
    keepGames: true,
    cores: null,
    memory: null,
    warnLoss: null,
  };
}

export function resolveTheme(theme: Settings["theme"], systemIsDark: boolean): "light" | "dark" {
  if (theme === "system") return systemIsDark ? "dark" : "light";
  return theme;
}

/** Returns true if the person has answered to have never played before. */
export const hasNeverPlayed = ({ rating }: { rating: { experience: string | null } }): boolean =>
  rating.experience === "none";
