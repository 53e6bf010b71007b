// Loads the rules: one WebAssembly module, compiled once. The page instantiates it for legal moves, notation and
// verdicts; the engine's worker gets the compiled module for the search.

import type { MessageKey } from "../core/message-keys.ts";
import type {
  Game as WasmGame,
  Record as WasmRecord,
  beginRating,
  rateGame,
} from "../../pkg/chuhe.js";
import { errorDetails } from "../core/error-details.ts";
import type { ErrorDetails } from "../core/error-details.ts";
import type { I18n } from "../core/i18n.ts";
import { FILES, fileOf } from "../core/xiangqi.ts";
import type { Ruleset, Side } from "../core/xiangqi.ts";

/** The WebAssembly module's class of games. */
export type GameClass = typeof WasmGame;
/** A game of the WebAssembly module: a start position, moves and a verdict. The owner has to free it. */
export type RulesGame = WasmGame;
/** The WebAssembly module's class of game records. */
export type RecordClass = typeof WasmRecord;
/** A game record of the WebAssembly module: a tree of moves with notes. The owner has to free it. */
export type RulesRecord = WasmRecord;

/** The functions that compute ratings: `begin` returns the first rating, `rate` the rating after a game. */
export interface RatingMeasure {
  begin: typeof beginRating;
  rate: typeof rateGame;
}

/** Returns a class of games that take their ruleset from `ruleset()` if they are created without one. */
export function withDefaultRuleset(Game: GameClass, ruleset: () => Ruleset): GameClass {
  return class extends Game {
    constructor(fen?: string | null, moves?: string[] | null, rules: Ruleset | null = ruleset()) {
      super(fen, moves, rules);
    }
  };
}

export async function loadRules(
  url = new URL("../../pkg/chuhe_bg.wasm", import.meta.url),
): Promise<{
  module: WebAssembly.Module;
  Game: GameClass;
  Record: RecordClass;
  measure: RatingMeasure;
}> {
  const [module, glue] = await Promise.all([compile(url), import("../../pkg/chuhe.js")]);
  await glue.default({ module_or_path: module });
  const measure = { begin: glue.beginRating, rate: glue.rateGame };
  return { module, Game: glue.Game, Record: glue.Record, measure };
}

/**
 * Compiles the module while it streams if the server sends the type `application/wasm`, which browsers require for
 * streaming. Otherwise compiles it after all bytes have arrived.
 */
async function compile(url: URL): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  const isWasm = response.headers.get("content-type")?.startsWith("application/wasm");
  if (isWasm && WebAssembly.compileStreaming) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

const ROLES = ["general", "advisor", "elephant", "horse", "rook", "cannon", "soldier"];
const lettersOf = (letters: string): Record<string, string> =>
  Object.fromEntries(ROLES.map((role, index) => [role, letters.charAt(index)]));
/** The letters of the pieces by side and role. */
export const PIECE_LETTERS: Record<Side, Record<string, string>> = {
  red: lettersOf("KABNRCP"),
  black: lettersOf("kabnrcp"),
};

/** Describes an error of the rules in one sentence per reason, each with the field and the value. */
export function describeRulesError(error: unknown, i18n: Pick<I18n, "t" | "has">): string[] {
  const details = errorDetails(error);
  const lines = (details.reasons ?? []).map((reason) => describeFault("fen", reason, i18n));
  return lines.length > 0 ? lines : [describeFault("error", details, i18n)];
}

/** Returns the file and the rank as Red counts them, in the numerals of the language. `file` is a letter. */
function numerals(file: string, rank: number | string, t: I18n["t"]) {
  const counts = t("grid.counts").split(" ");
  return { lane: counts[FILES - 1 - fileOf(file)] ?? "", row: counts[Number(rank)] ?? "" };
}

/** Returns the message for an error of the rules or one of its reasons. `family` is the prefix of the message keys. */
function describeFault(
  family: "error" | "fen",
  details: ErrorDetails,
  { t, has }: Pick<I18n, "t" | "has">,
): string {
  const { code = "", field = "", rank = "", file = "", message = "", color, role } = details;
  const value = String(details.value ?? "");
  const key: MessageKey = has(`${family}.${code}`) ? `${family}.${code}` : `${family}.other`;
  const side = color ? t(`side.${color}`) : "";
  const piece = color && role ? t(`piece.${PIECE_LETTERS[color][role]}`) : "";
  const { lane, row } = numerals(file, rank, t);
  return t(key, { code, field, value, rank, file, lane, row, message, side, piece });
}
