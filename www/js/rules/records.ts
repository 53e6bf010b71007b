// Converts records of games, as text or bytes, to games of the page and back. The rules know the formats; this module
// connects them with the page's games.

import type { FenReason, Opening, RecordExtensions, RecordResult } from "../../pkg/chuhe.js";
import { safeFileName } from "../core/download.ts";
import { errorDetails } from "../core/error-details.ts";
import type { ErrorDetails } from "../core/error-details.ts";
import type { GameRecord } from "../core/game-record.ts";
import { joinComment } from "../core/move-clock.ts";
import { RULESETS, sideOf } from "../core/xiangqi.ts";
import type { Ruleset, Side } from "../core/xiangqi.ts";
import type { ReadOnlyRecord } from "./rare-formats.ts";
import type { GameClass, RecordClass, RulesGame } from "./rules.ts";

export interface Rules {
  Game: GameClass;
  Record: RecordClass;
}

/** The tag that names a record's rules of repetition. Without the tag, the default rules apply. */
const RULESET_TAG = "RepetitionRule";

export const rulesetOf = (tags: Record<string, string>): Ruleset =>
  RULESETS.find((name) => name === tags[RULESET_TAG]) ?? RULESETS[0];

/** Returns the tag for a ruleset; no tag for the default one. */
export const rulesetTag = (ruleset: Ruleset): Record<string, string> =>
  ruleset === RULESETS[0] ? {} : { [RULESET_TAG]: ruleset };

/** The largest record that is read, in bytes or characters. */
export const MAX_BYTES = 8 * 2 ** 20;

/** A format of the rules' table of exports, with the extension of its files. */
type FileFormat = {
  [Format in keyof RecordExtensions]: { format: Format; extension: RecordExtensions[Format] };
}[keyof RecordExtensions];

/**
 * The formats in which the page can copy or save a game, in the order of the export sheet. Each format has the
 * extension of its files.
 */
export const EXPORT_FORMATS = [
  { format: "pgn-chinese", extension: "pgn" },
  { format: "pgn-wxf", extension: "pgn" },
  { format: "pgn-vietnamese", extension: "pgn" },
  { format: "pgn-iccs", extension: "pgn" },
  { format: "fen", extension: "fen" },
  { format: "dhtmlxq", extension: "txt" },
  { format: "ucci", extension: "txt" },
] as const satisfies readonly FileFormat[];

export type ExportFormat = (typeof EXPORT_FORMATS)[number]["format"];

/** A format that can express everything in a record. */
const LOSSLESS = "pgn-iccs";

/** A summary of the contents of a text or a file. */
export interface RecordSummary {
  format: string;
  encoding: string;
  tags: Record<string, string>;
  result: RecordResult;
  /** The number of plies of the main line. */
  plies: number;
  /** True if the record has variations, comments or other notes. */
  annotated: boolean;
  /** The text after a bare list of moves, which becomes a comment. */
  rest: string;
  /** The number of games in the file. The first game is opened. */
  games: number;
  /** Why the end of the record's main line was left out; null if nothing was left out. */
  leftOut: ErrorDetails | null;
  /** Why the start position cannot occur in a game; empty if it can. */
  oddities: FenReason[];
}

/** The reasons for which the page's reader rejects files of rare formats. */
const RARE_FORMAT_REASONS = ["noRecord", "encoding", "unknownText", "empty"];

/** Returns true if the reader failed before the first move; the file may then have a rare format. */
const mayBeRare = ({ reason = "", moveNumber }: ErrorDetails): boolean =>
  RARE_FORMAT_REASONS.includes(reason) && (moveNumber ?? 1) === 1;

/**
 * Reads a text or a file with `read`. If the format is rare, the Lab's WebAssembly module converts the data first, and
 * `read` also gets the summary of the original.
 * @throws ChuheError "badRecord"
 */
export async function readAny<T>(
  data: Uint8Array | string,
  read: (data: Uint8Array | string, summary?: RecordSummary) => T,
): Promise<T> {
  try {
    return read(data);
  } catch (error) {
    if (!mayBeRare(errorDetails(error))) throw error;
    const { text, summary } = await convertRareFormat(data, error);
    return read(text, summary);
  }
}

/** @throws `refusal`, the error of the page's own reader, if the Lab's reader cannot be loaded */
async function convertRareFormat(
  data: Uint8Array | string,
  refusal: unknown,
): Promise<{ text: string; summary: RecordSummary }> {
  const { loadRareReader } = await import("./rare-formats.ts");
  const Reader = await loadRareReader().catch(() => {
    throw refusal;
  });
  const record = new Reader(data);
  const converted = { text: record.export(LOSSLESS), summary: summarizeRecord(record) };
  record.free();
  return converted;
}

/**
 * Throws a `badRecord` error in the form of the rules' errors if `size`, in bytes or characters, exceeds `MAX_BYTES`.
 */
export function rejectTooLarge(size: number): void {
  if (size <= MAX_BYTES) return;
  const details = { code: "badRecord", reason: "tooLarge", value: String(size) };
  throw Object.assign(new Error("too large"), details);
}

/**
 * Reads a record and returns it as the choices of a game. A record with moves becomes a game between two people, at the
 * end of its main line. A bare position keeps the current opponent, and the person gets the side to move.
 * @param now the game on the board
 * @param knownSummary the summary of the original if `data` was converted
 * @throws ChuheError "badRecord"
 */
export function readRecord(
  { Game, Record }: Rules,
  data: Uint8Array | string,
  now: GameRecord,
  knownSummary?: RecordSummary,
): { choices: Partial<GameRecord>; summary: RecordSummary } {
  rejectTooLarge(data.length);
  const record = new Record(data);
  try {
    const summary = knownSummary ?? summarizeRecord(record);
    const moves = record.moves();
    const startFen = record.startFen();
    const isOrdinary = withGame(new Game(), (game) => game.startFen() === startFen);
    const choices: Partial<GameRecord> = {
      startFen: isOrdinary ? null : startFen,
      ruleset: rulesetOf(summary.tags),
      moves,
      ply: moves.length,
      record: isBare(summary) ? null : record.export(LOSSLESS),
    };
    if (moves.length > 0) Object.assign(choices, { mode: "local", side: "red", flipped: false });
    else if (now.mode === "engine")
      Object.assign(choices, { side: turnOf(Game, startFen), flipped: false });
    return { choices, summary };
  } finally {
    record.free();
  }
}

/** Returns the opening of a game; null if it has no name. */
export const openingOf = (
  Game: GameClass,
  { startFen, moves }: Pick<GameRecord, "startFen" | "moves">,
): Opening | null => withGame(new Game(startFen, moves), (board) => board.view("iccs").opening);

/**
 * Returns the side to move in a position.
 * @throws ChuheError "badFen"
 */
export const turnOf = (Game: GameClass, fen: string | null): Side =>
  withGame(new Game(fen), (game) => sideOf(game.view().turn));

/**
 * Returns true if the rules end a game in the position at its ply.
 * @throws ChuheError if a move cannot be played
 */
export function isOverByRules(
  Game: GameClass,
  { startFen, moves, ply, ruleset }: GameRecord,
): boolean {
  const result = withGame(new Game(startFen, moves, ruleset), (board) => {
    for (let last = moves.length; last > ply; last--) board.undo();
    return board.verdict().result;
  });
  return result !== "ongoing";
}

export function summarizeRecord(record: Omit<ReadOnlyRecord, "export" | "free">): RecordSummary {
  const nodes = record.tree();
  const plies = record.moves().length;
  const hasNotes = nodes.some(
    ({ comment, evaluation, signs, shapes }) =>
      comment !== "" || evaluation !== null || signs.length + shapes.length > 0,
  );
  return {
    format: record.format(),
    encoding: record.encoding(),
    tags: record.tags(),
    result: record.result(),
    plies,
    annotated: hasNotes || nodes.length > plies + 1,
    rest: record.format() === "moves" ? (nodes.at(-1)?.comment ?? "") : "",
    games: record.games(),
    leftOut: record.leftOut() ?? null,
    oddities: record.oddities(),
  };
}

/** Returns true if a record has nothing but a line of moves. */
const isBare = ({ tags, result, annotated }: RecordSummary): boolean =>
  !annotated && result === "ongoing" && Object.keys(tags).length === 0;

/** Returns true if a stored record is readable. */
export function isReadableRecord(Record: RecordClass, text: string): boolean {
  try {
    new Record(text).free();
    return true;
  } catch {
    return false;
  }
}

/**
 * Formats a game. FEN and UCCI have only the current position; the other formats have the whole game, including
 * everything that an opened record contained. `tags` are used only for a game that was played on the page.
 */
export function writeRecord(
  { Game, Record }: Rules,
  game: GameRecord,
  format: ExportFormat,
  tags: Record<string, string>,
): string {
  const played = game.moves.slice(0, game.ply);
  if (format === "fen") return withGame(new Game(game.startFen, played), (board) => board.fen());
  const line = format === "ucci" ? played : game.moves;
  const record =
    format === "ucci" || game.record === null
      ? Record.fromMoves(game.startFen, line)
      : new Record(game.record);
  try {
    const isAsOpened = record.moves().join(" ") === line.join(" ");
    record.setMainLine(line);
    if (game.record === null)
      for (const [name, value] of Object.entries(tags)) record.setTag(name, value);
    if (game.record === null && format.startsWith("pgn"))
      for (const [at, clock] of (game.clock?.times.slice(0, line.length) ?? []).entries())
        record.annotate(at + 1, joinComment(clock, ""));
    const { result } = withGame(new Game(game.startFen, line, game.ruleset), (board) => {
      if (game.ended && game.ply === line.length) board.declare(game.ended.reason, game.ended.side);
      return board.verdict();
    });
    // The result of an opened record is kept as long as its line is unchanged. For another line, the result comes from
    // the rules.
    if (result !== "ongoing" || !isAsOpened) record.setResult(result);
    return record.export(format);
  } finally {
    record.free();
  }
}

/**
 * Removes comments and variations from a formatted game, for programs that stop reading at the first comment or
 * variation.
 */
export function movesOnly(Record: RecordClass, text: string, format: ExportFormat): string {
  const whole = new Record(text);
  const bare = Record.fromMoves(whole.startFen(), whole.moves());
  try {
    for (const [name, value] of Object.entries(whole.tags())) bare.setTag(name, value);
    bare.setResult(whole.result());
    return bare.export(format);
  } finally {
    whole.free();
    bare.free();
  }
}

/** Calls `use` with a game, then frees the game. Returns the result of `use`. */
export function withGame<T>(game: RulesGame, use: (game: RulesGame) => T): T {
  try {
    return use(game);
  } finally {
    game.free();
  }
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** Formats a date in the person's time zone, such as 2026-11-21. */
export function formatDay(date: Date, separator = "-"): string {
  return [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join(
    separator,
  );
}

/** Returns the file name of an exported game: its title, or the date if it has none. */
export function fileName(format: ExportFormat, date: Date, title = ""): string {
  const { extension } =
    EXPORT_FORMATS.find((entry) => entry.format === format) ?? EXPORT_FORMATS[1];
  const time = twoDigits(date.getHours()) + twoDigits(date.getMinutes());
  return `${safeFileName(title) || `chuhe-${formatDay(date)}-${time}`}.${extension}`;
}
