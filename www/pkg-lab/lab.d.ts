/* tslint:disable */
/* eslint-disable */

/** From the side to move; a mate in plies, negative when the side to move is mated. */
export type Score = { cp: number } | { mate: number };
/** What a score is: exact, or a bound when the search was stopped before it had found out, or the static
 * evaluation of a move that was not searched yet. */
export type Bound = "exact" | "lower" | "upper" | "static";
export type Line = { multipv: number; score: Score; bound: Bound; depth: number; pv: string[] };
export type Info = {
    multipv: number; depth: number; seldepth: number; score: Score; bound: Bound; pv: string[];
    nodes: number; nps: number; timeMs: number; hashfull: number;
    iteration: number; rootMoves: number; rootDone: number; rootMove: string | null;
    /** How much of the job is done, 0 to 1. */
    progress: number;
};
export type Report = {
    move: string | null; ponder: string | null; score: Score; bound: Bound; depth: number; seldepth: number;
    nodes: number; leaves: number; timeMs: number; pv: string[]; lines: Line[];
    /** The move comes from the opening book: nothing was searched, and score and depth say nothing. */
    book: boolean;
    /** The side to move gives up; the move is there all the same. */
    resigns: boolean;
    /** The side to move would agree to a draw. */
    offersDraw: boolean;
};
export type Options = {
    moves?: string[]; depth?: number; nodes?: number; movetime?: number; level?: number; seed?: number;
    multipv?: number; hash?: number;
    /** Play from the opening book, as far as the level has it. */
    book?: boolean;
    onInfo?: (info: Info) => void;
};



/** What a piece adds to an evaluation, for its own side. */
export type LabPart = { square: string; piece: string; material: number; placement: number };
/** `value` is for the side to move: the parts of its pieces less those of the other side's. */
export type LabExplanation = { value: number; parts: LabPart[] };



export type Color = "red" | "black";
export type Verdict = {
    result: Color | "draw" | "ongoing";
    reason: null | Reason;
    offender: null | Color;
    /** For a repetition: the plies that the verdict is about. */
    cycle: CyclePly[];
};
export type Reason = "checkmate" | "stalemate" | "perpetualCheck" | "perpetualChase" | "repetition"
| "naturalLimit" | "noAttackers" | "resignation" | "time" | "agreement";
export type CyclePly = {
    /** Index in `moves()`. */
    ply: number;
    move: string;
    side: Color;
    /** A check may chase as well: then it has targets. */
    kind: "check" | "chase" | "idle";
    /** The chased pieces where they stand after the ply. */
    targets: { square: string; piece: string }[];
};
/** A ply of a repetition as several rule sets see it. */
export type Finding = {
    /** What it was under the rules adopted. */
    ply: CyclePly;
    /** What the Chinese rules call it: a threat of mate is a "kill". */
    chinese: "check" | "kill" | "chase" | "idle";
    /** The captures that it threatens, of the general too, such as `h2h9`. */
    lines: string[];
    /** The first move of the mate that it threatens. */
    kill: string | null;
};
export type Offence = "none" | "chase" | "check" | "attack";
export type Ruling = {
    ruleset: "asian" | "chinese" | "plain";
    /** The gravest thing that Red did with every ply, by this rule set. */
    red: Offence;
    black: Offence;
    /** Null is a draw. */
    loser: Color | null;
};
export type Referee = {
    /** How often the position has occurred; with 2 the rulings say what a third time would bring. */
    occurrences: 2 | 3;
    plies: Finding[];
    /** The rule set adopted is the first. */
    rulings: Ruling[];
};
/** What an opening is called. */
export type Opening = { zh: string; en: string };
export type NotationKind = "chinese" | "wxf" | "iccs" | "ucci" | "uci";
export type Refusal = "noPiece" | "notYours" | "cannotReach" | "ownPiece" | "leavesCheck" | "stillInCheck"
| "generalsFace" | "gameOver" | "badSquare";



export type LabMethod = "minimax" | "alphabeta" | "ordered" | "pvs" | "pvs-reversed" | "pvs-table" | "chuhe";
export type LabJudge = "a" | "b" | "c" | "e" | "chuhe";
/** What a search did: positions entered, evaluated, cut off, moves searched again, positions that the table knew. */
export type LabCounts = { nodes: number; leaves: number; cutoffs: number; researches: number; known: number };
export type LabFound = LabCounts & {
    /** For the side to move, in the units of the judge; a win is 1,000,000, one less for each ply until then. */
    value: number;
    /** The best moves of both sides. */
    line: string[];
    millis: number;
};
/** Each position that is entered is left, after those entered meanwhile. Alpha and beta are those of its side to
 * move, infinite ones ±1,000,001. */
export type LabEvent =
| { type: "enter"; move: string | null; depth: number; alpha: number; beta: number }
| { type: "leave"; value: number; kind: "leaf" | "over" | "known" | "searched" | "cut"; left?: number }
| { type: "again"; value: number };
/** `found` is null when there were more steps than asked for. */
export type LabTrace = { events: LabEvent[]; found: LabFound | null };
export type LabRule = "fixed" | "phase" | "pieces";
export type LabHeuristic = "manhattan" | "zero";
export type LabOutcome =
| { state: "searching" } | { state: "none" } | { state: "found"; route: string; steps: number };



export type RecordFormat = "pgn" | "dhtmlxq" | "xqf" | "cbr" | "ucci" | "fen" | "moves";
export type RecordEncoding = "utf-8" | "gb18030" | "utf-16" | "binary";
export type RecordExport = "pgn-chinese" | "pgn-wxf" | "pgn-iccs" | "dhtmlxq" | "fen" | "iccs" | "ucci";
export type RecordResult = Color | "draw" | "ongoing";
/** `[0]` is the root; the first child is the main one. Evaluations are centipawns from Red's view. */
export type RecordNode = {
    move: string | null; notation: string; comment: string; evaluation: number | null; children: number[];
};



/**
 * The engine of a worker: it searches in slices, so that the worker can listen in between.
 */
export class Engine {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Whether the side that the last report is about takes a draw that the other one offers.
     */
    acceptsDraw(): boolean;
    /**
     * Starts a search; without any limit it goes on until [`Engine::finish`]. Throws like
     * [`get_best_move`], and the job before it is then still there.
     */
    begin(fen: string, options?: Options | null): void;
    /**
     * Ends the search and gives the best move so far.
     */
    finish(): Report;
    /**
     * What has been found so far.
     */
    info(): Info;
    /**
     * What has been found so far on each of the lines asked for, best first.
     */
    infos(): Info[];
    /**
     * Has the opening book in these bytes, for the searches to come that ask for it. Throws `badBook` with
     * a `reason`.
     */
    loadBook(bytes: Uint8Array): void;
    /**
     * Has positions judged by the network in these bytes, from the next search on; until then, and after
     * it threw, by what judged them before, at first the handcrafted evaluation. Throws `badNetwork` with
     * a `reason`.
     */
    loadNetwork(bytes: Uint8Array): void;
    /**
     * Forgets everything that earlier searches found.
     */
    newGame(): void;
    /**
     * An engine with a hash table of so many MiB, 32 when left out. Throws `badOption`, or `noMemory` when
     * the table is too large for the memory there is.
     */
    constructor(hash?: number | null);
    /**
     * Takes another hash table of so many MiB, between two searches. Throws `badOption` or `noMemory`; the
     * engine then keeps the table it has.
     */
    setHash(hash: number): void;
    /**
     * Searches for about so many milliseconds; true when the search is over. Between root moves
     * `onInfo` is told what has been found, at once and then at most ten times a second. How a search is
     * cut into steps makes no difference to what it finds.
     */
    step(milliseconds: number, on_info?: Function | null): boolean;
}

/**
 * A game of Xiangqi: a start position, the moves since and the verdict.
 */
export class Game {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * The point of the general in check.
     */
    check(): string | undefined;
    /**
     * The points of the pieces that give check.
     */
    checkers(): string[];
    /**
     * Ends the game by what the players say; `side` resigned or ran out of time. Taking a move back
     * takes it back too. Throws `badOption`.
     */
    declare(reason: "resignation" | "time" | "agreement", side?: Color | null): void;
    /**
     * The legal moves by the point they leave; empty when the game is over.
     */
    dests(): Map<string, string[]>;
    /**
     * The FEN of the position now.
     */
    fen(): string;
    /**
     * A line of moves from the position now in a notation, up to its first illegal move. Throws
     * `badOption`.
     */
    line(moves: string[], kind: NotationKind): string[];
    /**
     * The verdict by which the mover would lose through repetition if it played this move: at once,
     * or when the other side completes the repetition. Undefined when it would not. Throws `badMove`.
     */
    lossByRepetition(mv: string): Verdict | undefined;
    /**
     * The moves played, such as `h2e2`.
     */
    moves(): string[];
    /**
     * A game from a FEN (the start position when left out) and moves such as `h2e2`.
     *
     * Throws `badFen`, `badMove` or `illegalMove`.
     */
    constructor(fen?: string | null, moves?: string[] | null);
    /**
     * The moves played in a notation. Throws `badOption`.
     */
    notation(kind: NotationKind): string[];
    /**
     * What the opening of the game is called; undefined when it has no name.
     */
    opening(): Opening | undefined;
    /**
     * 90 letters, index `rank * 9 + file`, `.` for an empty point.
     */
    placement(): string;
    /**
     * Plays a legal move. Throws `badMove`, `illegalMove` (with `reason`) or `gameOver`.
     */
    play(mv: string): void;
    /**
     * The move that a text in any notation names in the position now. Throws `badNotation`, with
     * `reason` and, where the text fits several moves, `candidates`.
     */
    readMove(text: string): string;
    /**
     * The repetition that led to the position on the board, ply by ply, and what several rule sets say
     * of it. Undefined when the position has not occurred before.
     */
    referee(): Referee | undefined;
    /**
     * Why a move would be refused; undefined when it is legal.
     */
    refusal(mv: string): Refusal | undefined;
    /**
     * The FEN of the position that the game started from.
     */
    startFen(): string;
    /**
     * The side to move: `w` for Red, `b` for Black.
     */
    turn(): string;
    /**
     * Takes the last move back and returns it.
     */
    undo(): string | undefined;
    /**
     * How the game stands and why.
     */
    verdict(): Verdict;
}

/**
 * A game record: a tree of moves with comments, evaluations, tags and a result.
 */
export class Record {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Adds a move behind a node of `tree()` as the last variation, unless it is there already, and says which
     * node it is.
     *
     * Throws `badOption`, `badMove`, `illegalMove`, or `badRecord` when there are too many moves; the record is
     * then as it was.
     */
    add(parent: number, mv: string): number;
    /**
     * Sets what is said about a node of `tree()`, and its evaluation in centipawns from Red's view. Throws
     * `badOption`.
     */
    annotate(node: number, comment: string, evaluation?: number | null): void;
    /**
     * How the file was encoded.
     */
    encoding(): RecordEncoding;
    /**
     * The record as a text of this format. Throws `badOption`.
     */
    export(format: RecordExport): string;
    /**
     * What the record was read from.
     */
    format(): RecordFormat;
    /**
     * A record of moves such as `h2e2` from a FEN or, without one, from the start position.
     *
     * Throws `badFen`, `badMove`, `illegalMove`, or `badRecord` when there are too many moves.
     */
    static fromMoves(fen: string | null | undefined, moves: string[]): Record;
    /**
     * How many games the file seems to hold.
     */
    games(): number;
    /**
     * The main line, such as `h2e2`.
     */
    moves(): string[];
    /**
     * Reads whatever it is given, finding out format and encoding. Of several games it is the first.
     * Throws `badRecord` with `reason`, `format`, `token`, `moveNumber`, `side`, `line`, `refusal` and `reasons`.
     */
    constructor(data: Uint8Array | string);
    /**
     * Who won.
     */
    result(): RecordResult;
    /**
     * Puts a line first everywhere and adds what is missing of it; nothing is lost.
     *
     * Throws `badMove`, `illegalMove`, or `badRecord` when there are too many moves; the record is then as
     * it was.
     */
    setMainLine(moves: string[]): void;
    /**
     * Sets who won. Throws `badOption`.
     */
    setResult(result: RecordResult): void;
    /**
     * Sets what is said about the game; an empty value takes the name away.
     */
    setTag(name: string, value: string): void;
    /**
     * The FEN of the position before the first move.
     */
    startFen(): string;
    /**
     * What is said about the game, such as `Event`, `Red`, `Black`, `Date`.
     */
    tags(): { [name: string]: string };
    /**
     * The whole tree, moves in Chinese notation beside those in points.
     */
    tree(): RecordNode[];
}

/**
 * A* over a grid, taken step by step.
 */
export class RouteSearch {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Expands up to so many states. Of each three numbers: the cell, row after row, the steps from the start, the
     * stamina left. Fewer than asked for when the search is over.
     */
    expand(count: number): Uint32Array;
    /**
     * A search of the problem in a text, `M N T` and M lines of N numbers, that has expanded nothing yet.
     *
     * Throws why the text is no grid, with `code`, `line`, `column` and `params`, or `badOption`.
     */
    constructor(text: string, heuristic: LabHeuristic);
    /**
     * What the search has come to.
     */
    outcome(): LabOutcome;
    /**
     * States expanded so far.
     */
    readonly expanded: number;
}

/**
 * The best move of a position, searched in one go, positions being judged by the handcrafted evaluation.
 *
 * Without any limit it thinks for a second. Throws `badFen`, `badMove`, `illegalMove` or `badOption`.
 */
export function getBestMove(fen: string, options?: Options | null): Report;

/**
 * The depth by a rule after so many plies, with so many pieces on the board; `base` is the depth of `fixed`, and that
 * with all pieces of `pieces`, 4 when left out. Throws `badOption`.
 */
export function labDepth(rule: LabRule, plies: number, pieces: number, base?: number | null): number;

/**
 * The value of a position by a judge, and what it is the sum of: a part for each piece. The engine's own evaluation is no
 * sum over pieces, and has no parts. Throws `badFen` or `badOption`.
 */
export function labExplain(fen: string, judge: LabJudge): LabExplanation;

/**
 * The evaluations.
 */
export function labJudges(): LabJudge[];

/**
 * The methods, from the plainest on; exact ones give the value of the whole tree down to their depth.
 */
export function labMethods(): { code: LabMethod; exact: boolean }[];

/**
 * The rules for the depth: the same everywhere, by the plies played, by the pieces on the board.
 */
export function labRules(): LabRule[];

/**
 * Searches the position of a game to a depth in plies, 1 to 32. `on_progress` is told the counts from time to time.
 * Throws `badFen`, `badMove`, `illegalMove` or `badOption`.
 */
export function labSearch(start_fen: string | null | undefined, moves: string[], method: LabMethod, judge: LabJudge, depth: number, on_progress?: (counts: LabCounts) => void | null): LabFound;

/**
 * The same with all its steps; with more than `limit` of them it is stopped, and they are those up to there.
 */
export function labTrace(start_fen: string | null | undefined, moves: string[], method: LabMethod, judge: LabJudge, depth: number, limit: number): LabTrace;

/**
 * Sends panics to the console with their message.
 */
export function start(): void;

/**
 * The FEN of the start position.
 */
export function startPosition(): string;

/**
 * The version of this build.
 */
export function version(): string;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_engine_free: (a: number, b: number) => void;
    readonly __wbg_game_free: (a: number, b: number) => void;
    readonly __wbg_record_free: (a: number, b: number) => void;
    readonly __wbg_routesearch_free: (a: number, b: number) => void;
    readonly engine_acceptsDraw: (a: number) => number;
    readonly engine_begin: (a: number, b: any, c: number) => [number, number];
    readonly engine_finish: (a: number) => [number, number, number];
    readonly engine_info: (a: number) => [number, number, number];
    readonly engine_infos: (a: number) => [number, number, number, number];
    readonly engine_loadBook: (a: number, b: any) => [number, number];
    readonly engine_loadNetwork: (a: number, b: any) => [number, number];
    readonly engine_new: (a: number, b: number) => [number, number, number];
    readonly engine_newGame: (a: number) => void;
    readonly engine_setHash: (a: number, b: number) => [number, number];
    readonly engine_step: (a: number, b: number, c: number) => number;
    readonly game_check: (a: number) => [number, number];
    readonly game_checkers: (a: number) => [number, number];
    readonly game_declare: (a: number, b: any, c: number) => [number, number];
    readonly game_dests: (a: number) => any;
    readonly game_fen: (a: number) => [number, number];
    readonly game_line: (a: number, b: number, c: number, d: any) => [number, number, number, number];
    readonly game_lossByRepetition: (a: number, b: any) => [number, number, number];
    readonly game_moves: (a: number) => [number, number];
    readonly game_new: (a: number, b: number, c: number, d: number) => [number, number, number];
    readonly game_notation: (a: number, b: any) => [number, number, number, number];
    readonly game_opening: (a: number) => [number, number, number];
    readonly game_placement: (a: number) => [number, number];
    readonly game_play: (a: number, b: any) => [number, number];
    readonly game_readMove: (a: number, b: number, c: number) => [number, number, number, number];
    readonly game_referee: (a: number) => [number, number, number];
    readonly game_refusal: (a: number, b: any) => any;
    readonly game_startFen: (a: number) => [number, number];
    readonly game_turn: (a: number) => [number, number];
    readonly game_undo: (a: number) => [number, number];
    readonly game_verdict: (a: number) => [number, number, number];
    readonly getBestMove: (a: any, b: number) => [number, number, number];
    readonly labDepth: (a: number, b: number, c: number, d: number, e: number) => [number, number, number];
    readonly labExplain: (a: number, b: number, c: number, d: number) => [number, number, number];
    readonly labJudges: () => [number, number, number];
    readonly labMethods: () => [number, number, number];
    readonly labRules: () => [number, number, number];
    readonly labSearch: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number, j: number) => [number, number, number];
    readonly labTrace: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number, i: number, j: number) => [number, number, number];
    readonly record_add: (a: number, b: number, c: number, d: number) => [number, number, number];
    readonly record_annotate: (a: number, b: number, c: number, d: number, e: number) => [number, number];
    readonly record_encoding: (a: number) => any;
    readonly record_export: (a: number, b: number, c: number) => [number, number, number, number];
    readonly record_format: (a: number) => any;
    readonly record_fromMoves: (a: number, b: number, c: number, d: number) => [number, number, number];
    readonly record_games: (a: number) => number;
    readonly record_moves: (a: number) => [number, number];
    readonly record_new: (a: any) => [number, number, number];
    readonly record_result: (a: number) => any;
    readonly record_setMainLine: (a: number, b: number, c: number) => [number, number];
    readonly record_setResult: (a: number, b: any) => [number, number];
    readonly record_setTag: (a: number, b: number, c: number, d: number, e: number) => void;
    readonly record_startFen: (a: number) => [number, number];
    readonly record_tags: (a: number) => any;
    readonly record_tree: (a: number) => [number, number, number];
    readonly routesearch_expand: (a: number, b: number) => [number, number];
    readonly routesearch_expanded: (a: number) => number;
    readonly routesearch_new: (a: number, b: number, c: number, d: number) => [number, number, number];
    readonly routesearch_outcome: (a: number) => [number, number, number];
    readonly start: () => void;
    readonly startPosition: () => [number, number];
    readonly version: () => [number, number];
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __wbindgen_exn_store: (a: number) => void;
    readonly __externref_table_alloc: () => number;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __externref_table_dealloc: (a: number) => void;
    readonly __externref_drop_slice: (a: number, b: number) => void;
    readonly __wbindgen_start: () => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path?: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
