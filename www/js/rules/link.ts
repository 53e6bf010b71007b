// Games and positions in the part of the address after `#`, so that they never reach a server:
// #fen=…&strength=8&side=black&mode=local   a position to play from
// #game=…&ply=12&fen=…                   a game to look at: its moves, how many of them are on the board, its start
// #game=…&mode=engine&side=red           the same, to be played on
// #challenge=…&seed=…&strength=6.25&side=red   the opponent that somebody met, at a position or the start
// #game=…&ply=12&challenge=…&seed=…&strength=6.25&side=red   a game against the engine: its moves and the opponent
// #strength=1&help=on                     a game from the start, warnings before losses switched on
// Each may say by which rules of repetition: rules=chinese, rules=plain; else asian.
// Spaces of the FEN may be written as _, + or %20. Older links say opponent=6, on the
// second scale of levels.js, or level=4, of ten levels: both are read for ever.

import { fromSecondScale, fromTenLevels, inHundredths } from "../core/levels.ts";
import { RULESETS } from "../core/xiangqi.ts";
import { decodeLine, encodeLine } from "./move-code.ts";

/** @typedef {import("../core/game-record.ts").GameRecord} GameRecord */
/** @typedef {import("../core/xiangqi.ts").Ruleset} Ruleset */
/** @typedef {{ ruleset?: Ruleset }} Named  without one it is the usual one */

/**
 * @typedef {object} Link
 * @property {string|null} startFen   null is the ordinary start position
 * @property {string|null} game       the moves, as move-code.js writes them; null when it is no game to look at
 * @property {string|null} challenge  which engine the opponent was; null when it is no challenge
 * @property {string|null} ply
 * @property {string|null} rules      of repetition
 * @property {string|null} seed
 * @property {string|null} strength   of the opponent, on the scale of levels.js
 * @property {string|null} opponent   the same on the second scale, in older links
 * @property {string|null} level      the same on the scale of ten, in the oldest links
 * @property {string|null} side
 * @property {string|null} mode
 * @property {string|null} help       "on": the person is to be warned before losses
 */

/** @param {string} hash `location.hash` @returns {Link|null} null when the address names nothing to play or see */
export function parseLink(hash) {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  const fen = params.get("fen");
  const game = params.get("game");
  const challenge = params.get("challenge");
  const strength = params.get("strength");
  const opponent = params.get("opponent");
  if (!fen && (game ?? challenge ?? strength ?? opponent) === null) return null;
  const startFen = fen ? fen.replaceAll("_", " ").trim() : null;
  const get = (/** @type {string} */ name) => params.get(name);
  return {
    startFen,
    game,
    challenge,
    ply: get("ply"),
    rules: get("rules"),
    seed: get("seed"),
    strength,
    opponent,
    level: get("level"),
    side: get("side"),
    mode: get("mode"),
    help: get("help"),
  };
}

/** 0 to 15, in hundredths. */
const STRENGTH = /^((\d|1[0-4])(\.\d{1,2})?|15)$/;

/** @type {{ field: "strength"|"opponent"|"level"|"side"|"mode"|"ply"|"rules"|"seed"|"help", allowed: RegExp }[]} */
const FIELDS = [
  { field: "strength", allowed: STRENGTH },
  { field: "opponent", allowed: STRENGTH },
  { field: "level", allowed: /^([1-9]|10)$/ },
  { field: "side", allowed: /^(red|black)$/ },
  { field: "mode", allowed: /^(engine|local)$/ },
  { field: "rules", allowed: new RegExp(`^(${RULESETS.join("|")})$`) },
  { field: "ply", allowed: /^\d{1,4}$/ },
  { field: "seed", allowed: /^\d{1,10}$/ },
  { field: "help", allowed: /^on$/ },
];

/**
 * What is wrong with a link, in the shape of the errors of the rules.
 * @param {Link} link
 * @returns {{ code: string, field: string, value: string|null }[]}
 */
export function faultsOfLink(link) {
  const bad = FIELDS.filter(({ field, allowed }) => {
    const value = link[field];
    return value !== null && !allowed.test(value);
  });
  /** @type {{ code: string, field: string, value: string|null }[]} */
  const faults = bad.map(({ field }) => ({ code: "badOption", field, value: link[field] }));
  if (link.game !== null && decodeLine(link.game) === null)
    faults.push({ code: "badOption", field: "game", value: link.game });
  return faults;
}

/**
 * Fills what a link without faults leaves open: the person plays the side to move, at the level
 * played last; a game is there to be looked at, by two people or one.
 * @param {Link} link @param {number} level the level played last
 * @param {"red"|"black"} toMove the side to move in the link's position, as the rules read it
 * @returns {Pick<GameRecord, "startFen"|"ruleset"|"moves"|"ply"|"level"|"side"|"mode"> & { seed?: number }}
 */
export function choicesOfLink(link, level, toMove) {
  const moves = (link.game !== null && decodeLine(link.game)) || [];
  const looking = link.game !== null;
  const side = link.side ?? (looking ? "red" : toMove);
  return {
    startFen: link.startFen,
    ruleset: RULESETS.find((name) => name === link.rules) ?? RULESETS[0],
    moves,
    ply: Math.min(Number(link.ply ?? moves.length), moves.length),
    level: levelOfLink(link) ?? level,
    side: side === "black" ? "black" : "red",
    mode: hasEngine(link) ? "engine" : "local",
    ...(link.seed === null ? {} : { seed: Number(link.seed) % 2 ** 32 }),
  };
}

/** Returns true if the engine plays. A link's game is only shown unless the link says who plays on. @param {Link} link */
const hasEngine = ({ mode, game, challenge }) =>
  mode === "engine" || (mode === null && (game === null || challenge !== null));

/** Returns true if a link holds both the moves of a game and its opponent. @param {Link} link */
export const isOfRunningGame = ({ game, challenge, mode }) =>
  game !== null && challenge !== null && mode === null;

/** How strong an opponent a link names; null where it leaves that open. @param {Link} link */
export function levelOfLink({ strength, opponent, level }) {
  if (strength !== null) return Number(strength);
  if (opponent !== null) return fromSecondScale(Number(opponent));
  return level === null ? null : fromTenLevels(Number(level));
}

/** In a link; nothing where the rules are the usual ones. @param {Ruleset} [ruleset] */
const named = (ruleset) => (ruleset === RULESETS[0] ? undefined : ruleset);

/** The whole game, as it is on the board. @param {Pick<GameRecord, "startFen"|"moves"|"ply"> & Named} game */
export function gameHash({ startFen, ruleset, moves, ply }) {
  return hashOf({
    game: encodeLine(moves),
    ply: ply < moves.length ? String(ply) : undefined,
    rules: named(ruleset),
    fen: startFen?.replaceAll(" ", "_"),
  });
}

/**
 * A game to be played on from the place it is at: against the engine, or by two people.
 * @param {Pick<GameRecord, "startFen"|"ruleset"|"moves"|"ply"|"mode"|"side">} game
 */
export const playHash = (game) => `${gameHash(game)}&mode=${game.mode}&side=${game.side}`;

/**
 * The opponent of a game, at a position or at the start.
 * @param {Pick<GameRecord, "level"|"seed"|"side"|"startFen"|"ruleset">} opponent
 * @param {string} engine which engine it is, or nothing where that cannot be said
 */
export function challengeHash({ level, seed, side, startFen, ruleset }, engine) {
  const fen = startFen?.replaceAll(" ", "_");
  const strength = String(inHundredths(level));
  const seeded = { challenge: engine, strength, seed: String(seed), side };
  return hashOf({ ...seeded, rules: named(ruleset), fen });
}

/**
 * A game against the engine, with its moves and its opponent.
 * @param {Pick<GameRecord, "startFen"|"moves"|"ply"|"ruleset"|"level"|"seed"|"side">} game
 * @param {string} engine which engine it is, or nothing where that cannot be said
 */
export function runningHash({ level, seed, side, ...game }, engine) {
  const opponent = challengeHash(
    { level, seed, side, startFen: null, ruleset: RULESETS[0] },
    engine,
  );
  return `${gameHash(game)}&${opponent.slice(1)}`;
}

/** @param {Record<string, string|undefined>} fields @returns {string} with the `#` */
function hashOf(fields) {
  const pairs = Object.entries(fields).filter(([, value]) => value !== undefined);
  // The slashes of a FEN may stay: so it can still be read.
  const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`);
  return `#${text.join("&").replaceAll("%2F", "/")}`;
}
