// The whole page in one plain object, and the pure functions that change it.
// Nothing here touches the document, the rules or the clock, so all of it runs under `node --test`.

/** @typedef {import("./languages.js").Lang} Lang */
/** @typedef {"red"|"black"} Side */
/** @typedef {"engine"|"local"} Mode  Against the engine, or two people on one device. */

/** @typedef {"chinese"|"wxf"|"iccs"} Notation  How the moves are written. */

/**
 * @typedef {object} CyclePly
 * @property {number} ply      index in the moves played; beyond their end when it is only to come
 * @property {string} move
 * @property {Side} side
 * @property {"check"|"chase"|"idle"} kind
 * @property {{ square: string, piece: string }[]} targets   the pieces chased
 */

/**
 * @typedef {object} Verdict
 * @property {"red"|"black"|"draw"|"ongoing"} result
 * @property {string|null} reason
 * @property {Side|null} offender
 * @property {CyclePly[]} cycle   of a repetition: its plies in order; else empty
 */

/**
 * One game as it is stored: enough to play it again, nothing that can be worked out.
 * @typedef {object} GameRecord
 * @property {string|null} startFen  null is the ordinary start position
 * @property {string[]} moves        the whole line, undone moves included
 * @property {number} ply            how many of `moves` are on the board; the rest can be redone
 * @property {Mode} mode
 * @property {Side} side             the person's side against the engine
 * @property {number} level          how strong the engine plays, on the scale of levels.js
 * @property {number} seed           of the engine's whims, so that no two games are alike; 32 bits
 * @property {boolean} flipped       the person's side at the top
 * @property {string|null} record    the opened record as PGN, with all that the line alone does not say:
 *                                   variations, comments, tags
 * @property {End|null} ended        what a player said that ended the game at `ply`; the rules do not know it
 * @property {Clock|null} clock      null: nobody counts
 * @property {Turning} turning       for two people across one device
 * @property {boolean} playOn        the engine was asked to play on where it would resign
 * @property {boolean} fits          the engine is as strong as the person is rated, and not of a level that was chosen
 * @property {boolean} training      played on from a place of a game that was played before
 * @property {number} helped         hints shown and moves taken back
 * @property {"no"|"yes"|"before"|"never"} rated  whether its end has been counted; before: the end that it had first;
 *                                   never: it is not this person's from the first move on
 */

/** @typedef {{ reason: "resignation"|"time"|"agreement", side: Side|null }} End  `side` resigned or ran out of time */
/** @typedef {"none"|"board"|"pieces"} Turning  What faces the side to move, or the upper side. */

/**
 * @typedef {object} Clock
 * @property {number} base       milliseconds a side begins with
 * @property {number} increment  milliseconds a side gets for each move
 * @property {number[]} times    what the mover had left after each of `moves`; may be shorter than they are
 * @property {number} spent      on the move that is thought about, when the game was stored
 */

/**
 * What the rules say about the position on the board. Worked out again after every change.
 * @typedef {object} PositionView
 * @property {string} placement              90 characters, index rank * 9 + file
 * @property {string} startPlacement         the same, before the first move
 * @property {"w"|"b"} turn
 * @property {Map<string, string[]>} dests   legal moves by from-square
 * @property {[string, string]|null} lastMove
 * @property {string|null} check             square of the general in check
 * @property {Verdict} verdict
 * @property {Partial<Record<Lang, string>>|null} opening   what the moves on the board are called
 * @property {string[]} notation             the whole line as the settings write it, parallel to `moves`
 */

/**
 * @typedef {object} EngineView
 * @property {"idle"|"loading"|"thinking"|"failed"} status
 * @property {any} info        the latest Info of the running search
 * @property {string[]} line   the line it follows now, as the settings write moves
 */

/**
 * @typedef {object} Settings
 * @property {Lang|null} lang                 null: ask the browser
 * @property {"system"|"light"|"dark"} theme
 * @property {boolean} sound
 * @property {boolean} showDests
 * @property {Notation|null} notation         null: as the language has it, see `notationOf`
 * @property {import("./board/looks.js").BoardName} board
 * @property {import("./board/looks.js").SetName} pieces
 * @property {"system"|"full"|"reduced"} motion
 * @property {number} volume                  0..100, of sounds and music
 * @property {boolean} music
 * @property {boolean} speak                  moves are read out by the device
 * @property {boolean} insist                 落子无悔: undo must be insisted on
 * @property {boolean} evalBar                who stands better, beside the board
 * @property {boolean} seeThink               the moves that the engine thinks about, on the board
 * @property {boolean|null} warnLoss          asked before a piece is given away; null: on for who never played
 */

/**
 * What the engine would play for the person.
 * @typedef {object} Hint
 * @property {"asked"|"shown"|"told"} status   told: with its line in words
 * @property {string|null} move
 * @property {string[]} line                   as the settings write moves
 * @property {import("./engine/types.js").Score|null} score  from the person's view
 */

/**
 * @typedef {object} State
 * @property {boolean} ready            the rules are loaded; pieces can be moved
 * @property {GameRecord} game
 * @property {PositionView} position
 * @property {EngineView} engine
 * @property {"none"|"loaded"|"failed"} network   what became of the engine's network; it plays without, too
 * @property {boolean} overHttp         the engine is the server's, and not the page's worker
 * @property {Settings} settings
 * @property {import("./rating.js").RatingRecord} rating  how strong the person plays
 * @property {boolean} resultSeen       the person put the result card away
 * @property {boolean} start            the start screen is there
 * @property {number} spent             milliseconds that the side to move has thought, where there is a clock
 * @property {Hint|null} hint
 * @property {import("./candidates.js").Candidate[]} candidates  what the engine thinks about, where it is watched
 * @property {import("./game-events.js").EndangeredEvent|null} caution  the person's move that is asked about
 * @property {boolean} drawOffered      the engine has offered a draw with its last move
 * @property {import("./engine/types.js").Score|null} evaluation  the last one there was, from Red's view
 */

/** The same position, however its moves are written now. @param {PositionView} one @param {PositionView} other */
export const isSamePosition = (one, other) => one.dests === other.dests;

/** @type {readonly Notation[]} */
export const NOTATIONS = ["chinese", "wxf", "iccs"];
export const START_PLACEMENT =
  "RNBAKABNR" +
  "........." +
  ".C.....C." +
  "P.P.P.P.P" +
  "........." +
  "........." +
  "p.p.p.p.p" +
  ".c.....c." +
  "........." +
  "rnbakabnr";

/** @returns {GameRecord} */
export function defaultGame() {
  return {
    startFen: null,
    moves: [],
    ply: 0,
    mode: "engine",
    side: "red",
    level: 7,
    seed: 0,
    flipped: false,
    record: null,
    ...fresh(),
    turning: "none",
    fits: false,
  };
}

/** Whom somebody meets of whom nothing is known: as strong as `beginRating("unknown")` says. */
export const FIRST_OPPONENT = { fits: true, level: 1.5 };

/** A game that nobody has played yet. @returns {GameRecord} */
export const newGame = () => ({ ...defaultGame(), seed: Math.floor(Math.random() * 2 ** 32) });

/**
 * What another game must not inherit: its end, its clock and how it counts.
 * @returns {Pick<GameRecord, "ended"|"clock"|"playOn"|"training"|"helped"|"rated">}
 */
export const fresh = () => ({
  ended: null,
  clock: null,
  playOn: false,
  training: false,
  helped: 0,
  rated: "no",
});

/** The person has said to have never played before. @param {Pick<State, "rating">} state */
export const hasNeverPlayed = ({ rating }) => rating.experience === "none";

/** A rating that has not begun. @returns {import("./rating.js").RatingRecord} */
export const noRating = () => ({
  inUse: true,
  experience: null,
  rating: null,
  history: [],
  losses: null,
});

/** @returns {Settings} */
export function defaultSettings() {
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
    warnLoss: null,
  };
}

/** @returns {PositionView} */
export function emptyPosition(placement = START_PLACEMENT) {
  return {
    placement,
    startPlacement: placement,
    turn: "w",
    dests: new Map(),
    lastMove: null,
    check: null,
    verdict: { result: "ongoing", reason: null, offender: null, cycle: [] },
    opening: null,
    notation: [],
  };
}

/** @returns {EngineView} */
export function idleEngine() {
  return { status: "idle", info: null, line: [] };
}

/** What holds for one position only. @returns {Pick<State, "hint"|"drawOffered"|"caution">} */
const fleeting = () => ({ hint: null, drawOffered: false, caution: null });

/** @returns {State} */
export function defaults() {
  return {
    ready: false,
    game: defaultGame(),
    position: emptyPosition(),
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
    ...fleeting(),
  };
}

/**
 * A holder for the state. `update` takes a pure function of the old state; listeners hear of real changes only.
 * @param {State} initial
 */
export function createStore(initial) {
  let state = initial;
  /** @type {Set<(state: State) => void>} */
  const listeners = new Set();
  return {
    get: () => state,
    /** @param {(state: State) => State} change */
    update(change) {
      const next = change(state);
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener(state);
    },
    /** @param {(state: State) => void} listener @returns {() => void} stops listening */
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === "red" ? "black" : "red");

/** @param {"w"|"b"} turn @returns {Side} */
export const sideOf = (turn) => (turn === "w" ? "red" : "black");

/** Red's pieces are capitals. @param {string} piece @returns {Side} */
export const sideOfPiece = (piece) => (piece === piece.toUpperCase() ? "red" : "black");

/** A score from Red's view. @param {import("./engine/types.js").Score} score of the side to move @param {"w"|"b"} turn */
export function fromRed(score, turn) {
  if (turn === "w") return score;
  return "mate" in score ? { mate: -score.mate } : { cp: -score.cp };
}

/** @param {string} square `a0`..`i9` @returns {number} rank * 9 + file */
export const squareIndex = (square) => Number(square[1]) * 9 + (square.charCodeAt(0) - 97);

/** @param {string} move @returns {[string, string]} */
export const splitMove = (move) => [move.slice(0, 2), move.slice(2, 4)];

/** The side at the bottom of the board, where the board does not turn. @param {GameRecord} game @returns {Side} */
export const orientation = (game) => (game.flipped ? other(game.side) : game.side);

/** The side at the bottom of the board now. @param {State} state @returns {Side} */
export function bottomSide({ game, position }) {
  if (game.mode !== "local" || game.turning !== "board") return orientation(game);
  const mover = sideOf(position.turn);
  return game.flipped ? other(mover) : mover;
}

/** @param {State} state */
export const isOver = (state) => state.position.verdict.result !== "ongoing";

/** The side that moves at `ply` plies of the line. @param {State} state @param {number} ply @returns {Side} */
export function moverAt(state, ply) {
  const now = sideOf(state.position.turn);
  return (state.game.ply - ply) % 2 === 0 ? now : other(now);
}

/** @param {State} state @param {number} ply */
const isPersonsPly = (state, ply) =>
  state.game.mode === "local" || moverAt(state, ply) === state.game.side;

/** @param {State} state */
export const isPersonsTurn = (state) => !isOver(state) && isPersonsPly(state, state.game.ply);

/** @param {State} state */
export const isEnginesTurn = (state) => !isOver(state) && !isPersonsPly(state, state.game.ply);

/**
 * Where undo leads: the latest earlier ply at which the person is to move.
 * @param {State} state @returns {number|null}
 */
export function undoTarget(state) {
  // What was said is taken back before what was played.
  const last = state.game.ply - (state.game.ended ? 0 : 1);
  for (let ply = last; ply >= 0; ply--) if (isPersonsPly(state, ply)) return ply;
  return null;
}

/**
 * Where redo leads: the next ply of the undone tail at which the person is to move, else its end.
 * @param {State} state @returns {number|null}
 */
export function redoTarget(state) {
  const { ply, moves } = state.game;
  if (ply === moves.length) return null;
  for (let next = ply + 1; next < moves.length; next++) if (isPersonsPly(state, next)) return next;
  return moves.length;
}

/** There is something in a game that would be missed. @param {GameRecord} game */
export const isWorthKeeping = ({ moves, startFen, record }) =>
  moves.length > 0 || startFen !== null || record !== null;

/** The game leaves the end that it had, which may have been counted. @param {GameRecord} game @returns {Pick<GameRecord, "rated">} */
export const reopened = ({ rated }) => ({ rated: rated === "yes" ? "before" : rated });

/** A move was played on the board: the undone tail is gone. @param {GameRecord} game @param {string} move */
export function withMove(game, move) {
  const moves = [...game.moves.slice(0, game.ply), move];
  return { ...game, moves, ply: moves.length, ended: null };
}

/** @param {State} state @param {Partial<GameRecord>} game @returns {State} */
export const withGame = (state, game) => ({ ...state, game: { ...state.game, ...game } });

/** @param {State} state @param {PositionView} position @returns {State} */
export const withPosition = (state, position) => ({
  ...state,
  position,
  resultSeen: false,
  ...fleeting(),
});

/**
 * What a move makes of a position, as far as that can be seen without the rules.
 * @param {PositionView} position @param {string} from @param {string} to @returns {PositionView}
 */
export function movedPosition(position, from, to) {
  const points = [...position.placement];
  points[squareIndex(to)] = points[squareIndex(from)];
  points[squareIndex(from)] = ".";
  return {
    ...position,
    placement: points.join(""),
    turn: position.turn === "w" ? "b" : "w",
    dests: new Map(),
    lastMove: [from, to],
    check: null,
  };
}

/** @param {State} state @param {Partial<EngineView>} engine @returns {State} */
export const withEngine = (state, engine) => ({ ...state, engine: { ...state.engine, ...engine } });

/** @param {State} state @param {Partial<Settings>} settings @returns {State} */
export const withSettings = (state, settings) => ({
  ...state,
  settings: { ...state.settings, ...settings },
});

const TRAY_ORDER = "rncbapk";

/**
 * Pieces gone from the board since the start position, by the colour they had, most valuable first.
 * @param {string} before @param {string} after @returns {{ red: string[], black: string[] }}
 */
export function captured(before, after) {
  const left = [...after];
  const gone = [...before].filter((piece) => {
    if (piece === ".") return false;
    const at = left.indexOf(piece);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const rank = (/** @type {string} */ piece) => TRAY_ORDER.indexOf(piece.toLowerCase());
  gone.sort((a, b) => rank(a) - rank(b));
  return {
    red: gone.filter((piece) => sideOfPiece(piece) === "red"),
    black: gone.filter((piece) => sideOfPiece(piece) === "black"),
  };
}

/**
 * How much of the engine's work on a move is done, 0..1.
 * @param {{ progress?: number } | null} info
 */
export function progress(info) {
  return Math.min(1, Math.max(0, info?.progress ?? 0));
}

/** @param {Settings["theme"]} theme @param {boolean} systemIsDark @returns {"light"|"dark"} */
export function resolveTheme(theme, systemIsDark) {
  if (theme === "system") return systemIsDark ? "dark" : "light";
  return theme;
}
