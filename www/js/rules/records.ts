// Records of games: text or bytes become a game of the page, a game of the page becomes text. What a
// record is and how it is written is the rules' to know; here is only what the page does with one.

import { joinComment } from "../core/move-clock.ts";
import { RULESETS, sideOf } from "../core/xiangqi.ts";
import { errorDetails } from "../core/error-details.ts";

/** @typedef {import("../core/game-record.ts").GameRecord} GameRecord */
/** @typedef {import("./rules.ts").GameClass} GameClass */
/** @typedef {import("./rules.ts").RecordClass} RecordClass */
/** @typedef {{ Game: GameClass, Record: RecordClass }} Rules */

/** The tag of a record that names its rules of repetition; without it they are the usual ones. */
const RULESET_TAG = "RepetitionRule";

/** @typedef {import("../core/xiangqi.ts").Ruleset} Ruleset */

/** @param {Record<string, string>} tags @returns {Ruleset} */
export const rulesetOf = (tags) =>
  RULESETS.find((name) => name === tags[RULESET_TAG]) ?? RULESETS[0];

/** @param {Ruleset} ruleset @returns {Record<string, string>} */
export const rulesetTag = (ruleset) => (ruleset === RULESETS[0] ? {} : { [RULESET_TAG]: ruleset });

/** What is longer is refused before it is read, in bytes. */
export const MAX_BYTES = 8 * 2 ** 20;

/** What the sheet offers to copy or save: `extension` is the ending of the file's name. */
export const EXPORT_FORMATS = /** @type {const} */ [
  { format: "fen", extension: "fen" },
  { format: "pgn-chinese", extension: "pgn" },
  { format: "pgn-wxf", extension: "pgn" },
  { format: "pgn-vietnamese", extension: "pgn" },
  { format: "pgn-iccs", extension: "pgn" },
  { format: "dhtmlxq", extension: "txt" },
  { format: "ucci", extension: "txt" },
];

/** @typedef {typeof EXPORT_FORMATS[number]["format"]} ExportFormat */

/** Of the ways to write a record, one that keeps everything. */
const LOSSLESS = "pgn-iccs";

/**
 * What was found in a text or a file.
 * @typedef {object} RecordSummary
 * @property {string} format
 * @property {string} encoding
 * @property {Record<string, string>} tags
 * @property {"red"|"black"|"draw"|"ongoing"} result
 * @property {number} plies                of the main line
 * @property {boolean} annotated           there are variations or comments
 * @property {string} rest                 of a bare list of moves, the text behind them that is none, kept as a comment
 * @property {number} games                in the file; the first of them is the one opened
 * @property {import("../core/error-details.ts").ErrorDetails|null} leftOut  why the main line does not go on
 * @property {import("../../pkg/chuhe.js").FenReason[]} oddities  why no game can lead to its start
 */

const RARE = ["noRecord", "encoding", "unknownText", "empty"];

/** Nothing at all could be read. @param {import("../core/error-details.ts").ErrorDetails} error */
const mayBeRare = ({ reason = "", moveNumber }) => RARE.includes(reason) && (moveNumber ?? 1) === 1;

/**
 * Reads what it is given; a file of a format that few have is read by another wasm first.
 * @template T @param {Uint8Array|string} data @param {(data: Uint8Array|string, known?: RecordSummary) => T} read @returns {Promise<T>} @throws ChuheError "badRecord"
 */
export async function readAny(data, read) {
  try {
    return read(data);
  } catch (error) {
    if (!mayBeRare(errorDetails(error))) throw error;
    const { loadRareReader: fetchReader } = await import("./rare-formats.ts");
    const Reader = await fetchReader(error);
    const record = new Reader(data);
    const [text, found] = [record.export(LOSSLESS), summarizeRecord(record)];
    record.free();
    return read(text, found);
  }
}

/** @param {number} size in bytes or characters @throws an error in the shape of those of the rules */
export function rejectTooLarge(size) {
  if (size <= MAX_BYTES) return;
  const facts = { code: "badRecord", reason: "tooLarge", value: String(size) };
  throw Object.assign(new Error("too large"), facts);
}

/**
 * Reads whatever it is. The choices are those of a game at the end of the record's main line: two people
 * step through a record; a bare position stays with the opponent there is, the person to move.
 * @param {Rules} rules @param {Uint8Array|string} data @param {GameRecord} now the game on the board
 * @param {RecordSummary} [known]  what was found out about it before
 * @returns {{ choices: Partial<GameRecord>, summary: RecordSummary }} @throws ChuheError "badRecord"
 */
export function readRecord({ Game, Record }, data, now, known) {
  rejectTooLarge(data.length);
  const record = new Record(data);
  try {
    const found = known ?? summarizeRecord(record);
    const moves = record.moves();
    const startFen = record.startFen();
    const ordinary = withGame(new Game(), (game) => game.startFen() === startFen);
    /** @type {Partial<GameRecord>} */
    const choices = {
      startFen: ordinary ? null : startFen,
      ruleset: rulesetOf(found.tags),
      moves,
      ply: moves.length,
      record: isBare(found) ? null : record.export(LOSSLESS),
    };
    if (moves.length > 0) Object.assign(choices, { mode: "local", side: "red", flipped: false });
    else if (now.mode === "engine")
      Object.assign(choices, { side: turnOf(Game, startFen), flipped: false });
    return { choices, summary: found };
  } finally {
    record.free();
  }
}

/** What the opening of a game is called. @param {GameClass} Game @param {GameRecord} game */
export const openingOf = (Game, { startFen, moves }) =>
  withGame(new Game(startFen, moves), (board) => board.view("iccs").opening);

/** The side to move in a position. @param {GameClass} Game @param {string|null} fen @returns {"red"|"black"} @throws ChuheError "badFen" */
export const turnOf = (Game, fen) => withGame(new Game(fen), (game) => sideOf(game.view().turn));

/** Returns true if the rules end a game at its ply. @param {GameClass} Game @param {GameRecord} game @throws ChuheError where a move cannot be played */
export function isOverByRules(Game, { startFen, moves, ply, ruleset }) {
  const result = withGame(new Game(startFen, moves, ruleset), (board) => {
    for (let last = moves.length; last > ply; last--) board.undo();
    return board.verdict().result;
  });
  return result !== "ongoing";
}

/** @param {InstanceType<RecordClass>} record @returns {RecordSummary} */
export function summarizeRecord(record) {
  const nodes = record.tree();
  const plies = record.moves().length;
  const noted = nodes.some(
    ({ comment, evaluation, signs, shapes }) =>
      comment !== "" || evaluation !== null || signs.length + shapes.length > 0,
  );
  return {
    format: record.format(),
    encoding: record.encoding(),
    tags: record.tags(),
    result: record.result(),
    plies,
    annotated: noted || nodes.length > plies + 1,
    rest: record.format() === "moves" ? (nodes.at(-1)?.comment ?? "") : "",
    games: record.games(),
    leftOut: record.leftOut() ?? null,
    oddities: record.oddities(),
  };
}

/** The line alone says it all. @param {RecordSummary} found */
function isBare({ tags, result, annotated }) {
  return !annotated && result === "ongoing" && Object.keys(tags).length === 0;
}

/** A stored record can still be read. @param {RecordClass} Record @param {string} text */
export function isReadableRecord(Record, text) {
  try {
    new Record(text).free();
    return true;
  } catch {
    return false;
  }
}

/**
 * The game in one of the formats: FEN and UCCI say what is on the board, the others the whole game with
 * everything that an opened record brought along.
 * @param {Rules} rules @param {GameRecord} game @param {ExportFormat} format
 * @param {Record<string, string>} tags of a game that was played here
 */
export function writeRecord({ Game, Record }, game, format, tags) {
  const played = game.moves.slice(0, game.ply);
  if (format === "fen") return withGame(new Game(game.startFen, played), (board) => board.fen());
  const wanted = format === "ucci" ? played : game.moves;
  const record =
    format === "ucci" || game.record === null
      ? Record.fromMoves(game.startFen, wanted)
      : new Record(game.record);
  try {
    const asOpened = record.moves().join(" ") === wanted.join(" ");
    record.setMainLine(wanted);
    if (game.record === null) for (const name in tags) record.setTag(name, tags[name]);
    if (game.record === null && format.startsWith("pgn"))
      for (const [at, left] of (game.clock?.times.slice(0, wanted.length) ?? []).entries())
        record.annotate(at + 1, joinComment(left, ""));
    const { result } = withGame(new Game(game.startFen, wanted, game.ruleset), (board) => {
      if (game.ended && game.ply === wanted.length)
        board.declare(game.ended.reason, game.ended.side);
      return board.verdict();
    });
    // The result of an opened record is that of its line; of another line only the rules can tell.
    if (result !== "ongoing" || !asOpened) record.setResult(result);
    return record.export(format);
  } finally {
    record.free();
  }
}

/**
 * A written game without its comments and variations, for programs that read no further than the first of them.
 * @param {RecordClass} Record @param {string} text @param {ExportFormat} format
 */
export function movesOnly(Record, text, format) {
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

/** @template T @param {InstanceType<GameClass>} board @param {(board: InstanceType<GameClass>) => T} ask @returns {T} */
function withGame(board, ask) {
  try {
    return ask(board);
  } finally {
    board.free();
  }
}

const two = (/** @type {number} */ value) => String(value).padStart(2, "0");

/** @param {Date} date in the person's own time zone @param {string} [mark] @returns {string} 2026-11-21 */
export function formatDay(date, mark = "-") {
  return [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join(mark);
}

/** @param {ExportFormat} format @param {Date} date */
export function fileName(format, date) {
  const { extension } =
    EXPORT_FORMATS.find((entry) => entry.format === format) ?? EXPORT_FORMATS[1];
  return `chuhe-${formatDay(date)}-${two(date.getHours())}${two(date.getMinutes())}.${extension}`;
}
