// Sentences about records: what was opened, and why something could not be.

import { errorDetails } from "../core/error-details.ts";
import { describeRulesError } from "./rules.ts";

/** @import { ErrorDetails } from "../core/error-details.ts" */
/** @typedef {import("../core/i18n.ts").I18n} I18n */
/** @typedef {import("./records.ts").RecordSummary} Found */

/**
 * What is on the board now. The encoding is worth a word only where bytes were read.
 * @param {Found} found @param {boolean} wasFile @param {I18n} i18n
 */
export function describeOpenedRecord(found, wasFile, i18n) {
  const { t, has } = i18n;
  const key = `format.${found.format}`;
  const format = has(key) ? t(key) : found.format;
  const encoding = wasFile && found.encoding !== "binary" ? found.encoding.toUpperCase() : null;
  const what = encoding ? t("open.done.encoded", { format, encoding }) : t("open.done", { format });
  const facts = [describePlayers(found.tags, i18n)];
  if (found.result !== "ongoing") facts.push(t(`result.${found.result}`));
  if (found.plies > 0) facts.push(t("open.plies", { plies: found.plies }));
  const said = facts.filter((fact) => fact !== "").join(t("list.facts"));
  const first = said ? t("open.facts", { what, facts: said }) : t("open.sentence", { what });
  const more = found.games > 1 ? t("open.games", { games: found.games }) : "";
  const rest = found.rest.length > 40 ? `${found.rest.slice(0, 40)}…` : found.rest;
  const kept = found.annotated ? t("open.annotated") : "";
  return first + more + (rest === "" ? kept : t("open.rest", { rest })) + sayNotices(found, i18n);
}

/** That a part was left out, and that the start cannot arise. @param {Found} found @param {I18n} i18n */
function sayNotices({ leftOut, oddities }, i18n) {
  const { t } = i18n;
  const odd = oddities.length > 0;
  const lines = odd ? describeRulesError({ reasons: oddities }, i18n).join(" ") : "";
  return (
    (leftOut ? t("open.leftOut", { why: describeReadFault(leftOut, i18n).words }) : "") +
    (odd ? t("open.odd", { lines }) : "")
  );
}

/** A tag says something: question marks stand for what nobody knows. @param {string|undefined} value */
export const isTagFilled = (value) => value !== undefined && !/^[?.\s]*$/.test(value);

/** @param {Record<string, string>} tags @param {I18n} i18n */
export function describePlayers(tags, { t }) {
  const [red, black] = [tags.Red, tags.Black].map((name) => (isTagFilled(name) ? name : ""));
  return red || black ? t("open.players", { red: red || "?", black: black || "?" }) : "";
}

/**
 * Why a text or a file could not be opened: the first bad token, where it stands, what is wrong with it.
 * @param {unknown} error  of the rules, or of reading a file
 * @param {I18n} i18n @returns {import("../shell/open-record.js").Fault}
 */
export function describeReadFault(error, i18n) {
  if (error instanceof DOMException) return { words: i18n.t("record.unreadable") };
  const fault = errorDetails(error);
  if (fault.code !== "badRecord") return { words: describeRulesError(error, i18n).join(" ") };
  const { token = "", line = null } = fault;
  const why = sayWhy(fault, i18n);
  const where = sayWhere(fault, i18n);
  return { words: where ? i18n.t("record.at", { where, why }) : why, token, line };
}

/** @param {ErrorDetails} fault @param {I18n} i18n */
function sayWhere({ token, moveNumber, side, line }, { t }) {
  if (!token) return "";
  const text = token.length > 40 ? `${token.slice(0, 40)}…` : token;
  if (moveNumber)
    return t("record.at.move", {
      number: moveNumber,
      side: side ? t(`side.${side}`) : "",
      token: text,
    });
  return line ? t("record.at.line", { line, token: text }) : t("record.at.token", { token: text });
}

/** @param {ErrorDetails} fault @param {I18n} i18n */
function sayWhy({ reason, refusal, value, message, reasons }, i18n) {
  const { t, has } = i18n;
  if (Array.isArray(reasons) && reasons.length > 0)
    return describeRulesError({ reasons }, i18n).join(" ");
  if (refusal && has(`refusal.${refusal}`)) return t(`refusal.${refusal}`);
  const key = has(`record.${reason}`) ? `record.${reason}` : "record.other";
  return t(key, {
    code: reason ?? "",
    value: String(value ?? ""),
    message: message ?? "",
  });
}
