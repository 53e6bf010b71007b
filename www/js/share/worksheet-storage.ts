// The worksheet: positions on boards that are printed for pupils, kept in localStorage under one key. Other pages add
// positions to it. A text that cannot be read is copied to a second key.

import { isIntegerIn } from "../core/numbers.ts";
import { isText, parseVersion, readerOf, writerOf } from "../core/stored.ts";
import type { StoreProblem, Unchecked } from "../core/stored.ts";

export const WORKSHEET_KEY = "chuhe:worksheet";
/** The key of the last text with unreadable parts. */
export const UNREAD_WORKSHEET_KEY = "chuhe:worksheet-unread";
export const WORKSHEET_PAGE = "worksheet.html";
const VERSION = 1;

/** The numbers of boards that a page of paper can have. */
export const PER_PAGE = [1, 2, 4, 6, 9, 12] as const;
export const PAPERS = ["a4", "letter"] as const;
/** The largest number of positions in a worksheet. */
export const MAX_POSITIONS = 300;
/** The longest title, caption or answer, in characters. */
export const MAX_WORDS = 300;
export const MAX_LINES = 6;
const MAX_PLIES = 60;
const MAX_SHAPES = 256;

const FEN = /^[\w/ -]{10,140}$/;
const MOVE = /^[a-i][0-9][a-i][0-9]$/;
const SHAPE = /^[GRYB][a-i][0-9]([a-i][0-9])?$/;

/** A position with its board on the sheet. */
export interface SheetPosition {
  fen: string;
  caption: string;
  /** Drawings on the board, such as `Gh2e2`. */
  shapes: readonly string[];
  /** The solution. */
  moves: readonly string[];
  /** The answer as the person has written it; null for the moves of the solution. */
  answer: string | null;
}

export interface SheetOptions {
  paper: (typeof PAPERS)[number];
  perPage: (typeof PER_PAGE)[number];
  /** Leaves room at the top for a name and a date. */
  names: boolean;
  /** Says below each board who is to move. */
  turn: boolean;
  /** Numbers the files at the edges of the boards. */
  coordinates: boolean;
  /** The number of lines to write on below each board. */
  lines: number;
  /** Adds a page with the answers. */
  answers: boolean;
}

export interface Worksheet {
  title: string;
  options: SheetOptions;
  positions: readonly SheetPosition[];
}

export const emptyWorksheet = (): Worksheet => ({
  title: "",
  options: {
    paper: "a4",
    perPage: 6,
    names: true,
    turn: true,
    coordinates: false,
    lines: 1,
    answers: true,
  },
  positions: [],
});

/** Returns a position with neither caption nor solution, and changes some of its fields. */
export const sheetPosition = (fen: string, fields: Partial<SheetPosition> = {}): SheetPosition => {
  const { caption = "", shapes = [], moves = [], answer = null } = fields;
  return {
    fen,
    caption: caption.slice(0, MAX_WORDS),
    shapes: shapes.slice(0, MAX_SHAPES),
    moves: moves.slice(0, MAX_PLIES),
    answer: answer && answer.slice(0, MAX_WORDS),
  };
};

export const encodeWorksheet = (sheet: Worksheet): string =>
  JSON.stringify({ version: VERSION, ...sheet });

/** Returns the readable positions of a text. `isWhole` is false if some parts are unreadable. */
export function decodeWorksheet(text: string | null): { sheet: Worksheet; isWhole: boolean } {
  const raw = parseVersion(text, VERSION);
  const sheet = emptyWorksheet();
  if (!raw || !Array.isArray(raw.positions)) return { sheet, isWhole: text === null };
  const positions: SheetPosition[] = raw.positions.filter(isPosition).slice(0, MAX_POSITIONS);
  const options = readOptions(raw.options);
  const isWhole =
    positions.length === raw.positions.length && options !== null && isWords(raw.title);
  return {
    sheet: {
      title: isWords(raw.title) ? raw.title : "",
      options: options ?? sheet.options,
      positions: positions.map(({ fen, ...fields }) => sheetPosition(fen, fields)),
    },
    isWhole,
  };
}

const isWords = (value: unknown): value is string =>
  typeof value === "string" && value.length <= MAX_WORDS;

const isListOf = (value: unknown, form: RegExp, most: number): boolean =>
  Array.isArray(value) && value.length <= most && value.every((item) => isText(item, form));

const isPosition = (value: Unchecked): value is SheetPosition =>
  isText(value?.fen, FEN) &&
  isWords(value.caption) &&
  isListOf(value.shapes, SHAPE, MAX_SHAPES) &&
  isListOf(value.moves, MOVE, MAX_PLIES) &&
  (value.answer === null || isWords(value.answer));

function readOptions(raw: Unchecked): SheetOptions | null {
  const paper = PAPERS.find((name) => name === raw?.paper);
  const perPage = PER_PAGE.find((count) => count === raw?.perPage);
  const { names, turn, coordinates, lines, answers } = raw ?? {};
  if (!paper || !perPage || !isIntegerIn(lines, 0, MAX_LINES)) return null;
  const switches = { names, turn, coordinates, answers };
  if (Object.values(switches).some((value) => typeof value !== "boolean")) return null;
  return { paper, perPage, lines, ...switches };
}

export type WorksheetStorage = ReturnType<typeof createWorksheetStorage>;

/** `area` may throw: some browsers forbid even access to the storage. */
export function createWorksheetStorage(area: () => Storage) {
  const read = readerOf(area);
  const write = writerOf(area);
  function load() {
    const text = read(WORKSHEET_KEY);
    const { sheet, isWhole } = decodeWorksheet(text);
    if (!isWhole && text !== null) write(UNREAD_WORKSHEET_KEY, text);
    return { sheet, isWhole };
  }
  const save = (sheet: Worksheet): StoreProblem | null =>
    write(WORKSHEET_KEY, encodeWorksheet(sheet));
  return {
    load,
    /** Returns the problem if the worksheet could not be stored. */
    save,
    /**
     * Adds positions at the end of the stored worksheet, as many as fit. Returns the number of positions added and the
     * number that the worksheet then has, or the problem if it could not be stored.
     */
    add(positions: readonly SheetPosition[]): {
      added: number;
      size: number;
      problem: StoreProblem | null;
    } {
      const { sheet } = load();
      const all = [...sheet.positions, ...positions].slice(0, MAX_POSITIONS);
      const problem = save({ ...sheet, positions: all });
      return { added: all.length - sheet.positions.length, size: all.length, problem };
    },
  };
}
