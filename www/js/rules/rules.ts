// The rules on the page: one wasm module, compiled once. It is instantiated here for legal moves,
// notation and verdicts; the compiled module is handed to the worker for the search.

import { FILES, fileOf } from "../core/xiangqi.ts";
import { errorDetails } from "../core/error-details.ts";

/** @typedef {typeof import("../../pkg/chuhe.js").Game} GameClass */
/** @typedef {typeof import("../../pkg/chuhe.js").Record} RecordClass */

/** @typedef {import("../play/rating.js").Measure} Measure */

/**
 * Games judged by the rules of repetition that hold when they are made, unless others are named.
 * @param {GameClass} Game @param {() => import("../core/xiangqi.ts").Ruleset} ruleset @returns {GameClass}
 */
export function withDefaultRuleset(Game, ruleset) {
  return class extends Game {
    /** @param {string} [fen] @param {string[]} [moves] @param {import("../core/xiangqi.ts").Ruleset} [others] */
    constructor(fen, moves, others = ruleset()) {
      super(fen, moves, others);
    }
  };
}

/** @returns {Promise<{ module: WebAssembly.Module, Game: GameClass, Record: RecordClass, measure: Measure }>} */
export async function loadRules(url = new URL("../../pkg/chuhe_bg.wasm", import.meta.url)) {
  const [module, glue] = await Promise.all([compile(url), import("../../pkg/chuhe.js")]);
  await glue.default({ module_or_path: module });
  const measure = { begin: glue.beginRating, rate: glue.rateGame };
  return { module, Game: glue.Game, Record: glue.Record, measure };
}

/**
 * Streaming needs the server to say `application/wasm`; without it the bytes are read first.
 * @param {URL} url
 */
async function compile(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url.pathname}: ${response.status}`);
  const isWasm = response.headers.get("content-type")?.startsWith("application/wasm");
  if (isWasm && WebAssembly.compileStreaming) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

const ROLES = ["general", "advisor", "elephant", "horse", "rook", "cannon", "soldier"];
const lettersOf = (/** @type {string} */ letters) =>
  Object.fromEntries(ROLES.map((role, index) => [role, letters[index]]));
/** The letter of a piece by its side and role. @type {Record<string, Record<string, string>>} */
export const PIECE_LETTERS = { red: lettersOf("KABNRCP"), black: lettersOf("kabnrcp") };

/**
 * An error of the rules in words: one line per reason, each naming the field and the value.
 * @param {unknown} error
 * @param {import("../core/i18n.ts").I18n} i18n
 * @returns {string[]}
 */
export function describeRulesError(error, i18n) {
  const { reasons } = errorDetails(error);
  const lines = (reasons ?? []).map((reason) => line("fen", reason, i18n));
  return lines.length > 0 ? lines : [line("error", errorDetails(error), i18n)];
}

/** File and rank as Red counts them, in the language's numerals. @param {string} file a letter @param {number|string} rank @param {import("../core/i18n.ts").I18n["t"]} t */
function counted(file, rank, t) {
  const counts = t("grid.counts").split(" ");
  return { lane: counts[FILES - 1 - fileOf(file)] ?? "", row: counts[Number(rank)] ?? "" };
}

/** @param {string} family @param {import("../core/error-details.ts").ErrorDetails} fault @param {import("../core/i18n.ts").I18n} i18n */
function line(family, fault, { t, has }) {
  const { code = "", field = "", rank = "", file = "", message = "" } = fault;
  const value = String(fault.value ?? "");
  const key = has(`${family}.${code}`) ? `${family}.${code}` : `${family}.other`;
  const side = fault.color ? t(`side.${fault.color}`) : "";
  const piece =
    fault.color && fault.role ? t(`piece.${PIECE_LETTERS[fault.color][fault.role]}`) : "";
  const { lane, row } = counted(file, rank, t);
  return t(key, { code, field, value, rank, file, lane, row, message, side, piece });
}
