// Reads and writes links to games and positions. They are in the part of the address after `#`, which never reaches a
// server:
// #fen=…&strength=8&side=black&mode=local   a position to play from
// #game=…&ply=12&fen=…                   a game to view: its moves, its current ply, the FEN of its start
// #game=…&mode=engine&side=red           a game to be continued
// #challenge=…&seed=…&strength=6.25&side=red   a challenge: the opponent of another person's game,
//                                        from a position (fen=…) or the standard starting position
// #game=…&ply=12&challenge=…&seed=…&strength=6.25&side=red   a game against the engine: its moves and the opponent
// #strength=1&help=on                     a game from the standard starting position, with warnings before losses
// Each link may name the rules of repetition: rules=chinese or rules=plain; the default is Asian.
// The spaces of the FEN may be written as _, + or %20. Older links have opponent=6, on the second scale of levels.ts, or
// level=4, on the scale of ten levels; both stay readable forever.

import type { GameRecord } from "../core/game-record.ts";
import { fromSecondScale, fromTenLevels, inHundredths } from "../core/levels.ts";
import { RULESETS } from "../core/xiangqi.ts";
import type { Ruleset, Side } from "../core/xiangqi.ts";
import { decodeLine, encodeLine } from "./move-code.ts";

/** The fields of a link as unchecked text; null if the link lacks a field. */
export interface Link {
  /** The FEN of the start; null for the standard starting position. */
  startFen: string | null;
  /** The moves of a game, encoded by `encodeLine`. */
  game: string | null;
  /** The id of the engine version that plays in a challenge; "" if it is unknown. */
  challenge: string | null;
  ply: string | null;
  /** The rules of repetition. */
  rules: string | null;
  seed: string | null;
  /** The opponent's strength on the scale of `levels.ts`. */
  strength: string | null;
  /** The opponent's strength on the second scale, in older links. */
  opponent: string | null;
  /** The opponent's level on the scale of ten, in the oldest links. */
  level: string | null;
  side: string | null;
  mode: string | null;
  /** "on": warn the person before losses. */
  help: string | null;
}

/** Parses `location.hash`. Returns null if it has neither a position nor a game nor an opponent. */
export function parseLink(hash: string): Link | null {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  const get = (name: string) => params.get(name);
  const fen = get("fen");
  const game = get("game");
  const challenge = get("challenge");
  const strength = get("strength");
  const opponent = get("opponent");
  if (!fen && (game ?? challenge ?? strength ?? opponent) === null) return null;
  return {
    startFen: fen ? fen.replaceAll("_", " ").trim() : null,
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

/** A number from 0 to 15 with at most two decimals. */
const STRENGTH = /^((\d|1[0-4])(\.\d{1,2})?|15)$/;

const ALLOWED_VALUES: readonly { field: keyof Link; allowed: RegExp }[] = [
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

/** An invalid field of a link, in the form of the rules' errors. */
export interface LinkFault {
  code: string;
  field: string;
  value: string | null;
}

export function faultsOfLink(link: Link): LinkFault[] {
  const bad = ALLOWED_VALUES.filter(({ field, allowed }) => {
    const value = link[field];
    return value !== null && !allowed.test(value);
  });
  const faults: LinkFault[] = bad.map(({ field }) => ({
    code: "badOption",
    field,
    value: link[field],
  }));
  if (link.game !== null && decodeLine(link.game) === null)
    faults.push({ code: "badOption", field: "game", value: link.game });
  return faults;
}

type LinkChoices = Pick<
  GameRecord,
  "startFen" | "ruleset" | "moves" | "ply" | "level" | "side" | "mode"
> & { seed?: number };

/**
 * Converts a link without faults to the choices of a game. By default, the level is the level played last, and the
 * person plays Red in a link with a game, else the side to move. A game with neither a mode nor a challenge is opened
 * without the engine, for one or two people to continue.
 * @param level the level played last
 * @param toMove the side to move in the link's position, according to the rules
 */
export function choicesOfLink(link: Link, level: number, toMove: Side): LinkChoices {
  const moves = (link.game !== null && decodeLine(link.game)) || [];
  const side = link.side ?? (link.game !== null ? "red" : toMove);
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

/**
 * Returns true if the engine plays. Without a mode, the engine plays unless the link has a game that is not a
 * challenge.
 */
const hasEngine = ({ mode, game, challenge }: Link): boolean =>
  mode === "engine" || (mode === null && (game === null || challenge !== null));

/** Returns true if a link has both the moves of a game and the opponent that continues it. */
export const isOfRunningGame = ({ game, challenge, mode }: Link): boolean =>
  game !== null && challenge !== null && mode === null;

/** Returns the opponent's strength on the scale of `levels.ts`; null if the link has none. */
export function levelOfLink({ strength, opponent, level }: Link): number | null {
  if (strength !== null) return Number(strength);
  if (opponent !== null) return fromSecondScale(Number(opponent));
  return level === null ? null : fromTenLevels(Number(level));
}

/** Returns the ruleset's value in a link; undefined for the default ruleset, which links omit. */
const rulesField = (ruleset?: Ruleset): Ruleset | undefined =>
  ruleset === RULESETS[0] ? undefined : ruleset;

/** Returns the hash of a game with its current ply. Without `ruleset` the game has the default one. */
export function gameHash({
  startFen,
  ruleset,
  moves,
  ply,
}: Pick<GameRecord, "startFen" | "moves" | "ply"> & { ruleset?: Ruleset }): string {
  return hashOf({
    game: encodeLine(moves),
    ply: ply < moves.length ? String(ply) : undefined,
    rules: rulesField(ruleset),
    fen: startFen?.replaceAll(" ", "_"),
  });
}

/** Returns the hash of a game to be continued from its current ply, against the engine or by two people. */
export const playHash = (
  game: Pick<GameRecord, "startFen" | "ruleset" | "moves" | "ply" | "mode" | "side">,
): string => `${gameHash(game)}&mode=${game.mode}&side=${game.side}`;

/**
 * Returns the hash of a challenge: the opponent of a game, and the start of the game.
 * @param engine the id of the engine (`engineId`); "" if it is unknown
 */
export function challengeHash(
  {
    level,
    seed,
    side,
    startFen,
    ruleset,
  }: Pick<GameRecord, "level" | "seed" | "side" | "startFen" | "ruleset">,
  engine: string,
): string {
  const fen = startFen?.replaceAll(" ", "_");
  const strength = String(inHundredths(level));
  return hashOf({
    challenge: engine,
    strength,
    seed: String(seed),
    side,
    rules: rulesField(ruleset),
    fen,
  });
}

/**
 * Returns the hash of a game against the engine, with its moves and its opponent.
 * @param engine the id of the engine (`engineId`); "" if it is unknown
 */
export function runningHash(
  {
    level,
    seed,
    side,
    ...game
  }: Pick<GameRecord, "startFen" | "moves" | "ply" | "ruleset" | "level" | "seed" | "side">,
  engine: string,
): string {
  const opponent = challengeHash(
    { level, seed, side, startFen: null, ruleset: RULESETS[0] },
    engine,
  );
  return `${gameHash(game)}&${opponent.slice(1)}`;
}

/** Returns the hash of the fields that are not undefined, with its `#`. */
function hashOf(fields: Record<string, string | undefined>): string {
  const pairs = Object.entries(fields).filter(([, value]) => value !== undefined);
  const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`);
  // The slashes of a FEN need no escaping in a hash, and are readable without it.
  return `#${text.join("&").replaceAll("%2F", "/")}`;
}
