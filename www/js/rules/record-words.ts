// Formats sentences about records: what was opened, and why a text or a file could not be opened.

import type { MessageKey } from "../core/message-keys.ts";
import { errorDetails } from "../core/error-details.ts";
import type { ErrorDetails } from "../core/error-details.ts";
import type { I18n } from "../core/i18n.ts";
import type { RecordSummary } from "./records.ts";
import { describeRulesError } from "./rules.ts";

/** Why a text or a file could not be opened. `token` and `line` are the text and the line of the fault, if known. */
export interface ReadFault {
  words: string;
  token?: string;
  line?: number | null;
}

/** The longest excerpt of a record in a sentence, in characters. */
const MAX_EXCERPT = 40;

const shorten = (text: string): string =>
  text.length > MAX_EXCERPT ? `${text.slice(0, MAX_EXCERPT)}…` : text;

/** Describes the record that was opened. Names the encoding only if a file was read. */
export function describeOpenedRecord(summary: RecordSummary, wasFile: boolean, i18n: I18n): string {
  const { t, has } = i18n;
  const key = `format.${summary.format}`;
  const format = has(key) ? t(key) : summary.format;
  const encoding = wasFile && summary.encoding !== "binary" ? summary.encoding.toUpperCase() : null;
  const what = encoding ? t("open.done.encoded", { format, encoding }) : t("open.done", { format });
  const facts = [describeGame(summary.tags, i18n)];
  if (summary.result !== "ongoing") facts.push(t(`result.${summary.result}`));
  if (summary.plies > 0) facts.push(t("open.plies", { plies: summary.plies }));
  const list = facts.filter((fact) => fact !== "").join(t("list.facts"));
  const opened = list ? t("open.facts", { what, facts: list }) : t("open.sentence", { what });
  const games = summary.games > 1 ? t("open.games", { games: summary.games }) : "";
  return opened + games + describeComments(summary, i18n) + describeNotices(summary, i18n);
}

/** Returns a sentence about text that became a comment; "" if there is none. */
function describeComments({ annotated, rest }: RecordSummary, { t }: I18n): string {
  if (rest !== "") return t("open.rest", { rest: shorten(rest) });
  return annotated ? t("open.annotated") : "";
}

/** Returns sentences about a part that was left out, and about an unreachable start position; "" without either. */
function describeNotices({ leftOut, oddities }: RecordSummary, i18n: I18n): string {
  const { t } = i18n;
  const isOdd = oddities.length > 0;
  const lines = isOdd ? describeRulesError({ reasons: oddities }, i18n).join(" ") : "";
  return (
    (leftOut ? t("open.leftOut", { why: describeReadFault(leftOut, i18n).words }) : "") +
    (isOdd ? t("open.odd", { lines }) : "")
  );
}

/** Returns true if a tag has a value. A value of only question marks and dots means unknown. */
export const isTagFilled = (value: string | undefined): value is string =>
  value !== undefined && !/^[?.\s]*$/.test(value);

/** Formats the players of a record; "" if both are unknown. */
export function describePlayers(tags: Record<string, string>, { t }: Pick<I18n, "t">): string {
  const [red, black] = [tags.Red, tags.Black].map((name) => (isTagFilled(name) ? name : ""));
  return red || black ? t("open.players", { red: red || "?", black: black || "?" }) : "";
}

/** The tag with the name of the file from which a game without players and title was read. */
const SOURCE_TAG = "SourceFile";

/** Removes the ending of a file's name, such as `.xqf`. */
const withoutEnding = (file: string): string => file.replace(/(?<=.)\.[a-z0-9]{2,4}$/i, "");

/** Returns the title of a game, or the name of its file; "" if it has neither. */
export const gameTitle = ({ Title, SourceFile = "" }: Record<string, string>): string =>
  isTagFilled(Title) ? Title : withoutEnding(SourceFile);

/** Describes a game by its players or, if both are unknown, by its title; "" if it has neither. */
export const describeGame = (tags: Record<string, string>, i18n: Pick<I18n, "t">): string =>
  describePlayers(tags, i18n) || gameTitle(tags);

/** Returns the name of a game: its title, else `players`, else the name of its file, else its event; "" without any. */
export const gameName = (tags: Record<string, string>, players: string): string =>
  [tags.Title, players, gameTitle(tags), tags.Event].find(isTagFilled) ?? "";

/** Adds the name of its file to the tags of a game without players and title. */
export const nameAfterFile = (
  tags: Record<string, string>,
  file: string,
): Record<string, string> =>
  [tags.Red, tags.Black, gameTitle(tags)].some(isTagFilled) || file === ""
    ? tags
    : { ...tags, [SOURCE_TAG]: file };

/**
 * Explains why a text or a file could not be opened: names the first bad token, its position in the text, and the
 * fault. `error` comes from the rules or from reading the file.
 */
export function describeReadFault(error: unknown, i18n: I18n): ReadFault {
  if (error instanceof DOMException) return { words: i18n.t("record.unreadable") };
  const details = errorDetails(error);
  if (details.code !== "badRecord") return { words: describeRulesError(error, i18n).join(" ") };
  const { token = "", line = null } = details;
  const why = describeCause(details, i18n);
  const where = describePlace(details, i18n);
  return { words: where ? i18n.t("record.at", { where, why }) : why, token, line };
}

function describePlace({ token, moveNumber, side, line }: ErrorDetails, { t }: I18n): string {
  if (!token) return "";
  const text = shorten(token);
  if (moveNumber)
    return t("record.at.move", {
      number: moveNumber,
      side: side ? t(`side.${side}`) : "",
      token: text,
    });
  return line ? t("record.at.line", { line, token: text }) : t("record.at.token", { token: text });
}

function describeCause(details: ErrorDetails, i18n: I18n): string {
  const { reason, refusal, value, message, reasons } = details;
  const { t, has } = i18n;
  if (Array.isArray(reasons) && reasons.length > 0)
    return describeRulesError({ reasons }, i18n).join(" ");
  if (refusal && has(`refusal.${refusal}`)) return t(`refusal.${refusal}`);
  const key: MessageKey = has(`record.${reason}`) ? `record.${reason}` : "record.other";
  return t(key, {
    code: reason ?? "",
    value: String(value ?? ""),
    message: message ?? "",
  });
}
