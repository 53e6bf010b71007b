// Texts about the game on the board: its moves, events and end, and the tags of its record.

import type { GameRecord } from "../core/game-record.ts";
import type { I18n } from "../core/i18n.ts";
import { notationOf, textIn } from "../core/languages.ts";
import { levelNumber, nearestLevel } from "../core/levels.ts";
import { describeReason } from "../core/reason.ts";
import { describeMove, spellOutWxf } from "../core/words.ts";
import { sideOf } from "../core/xiangqi.ts";
import type { PositionView } from "../core/xiangqi.ts";
import { rulesetTag } from "../rules/records.ts";
import type { GameEvent } from "./game-events.ts";
import { isForNovice, isOver } from "./state.ts";
import type { State } from "./state.ts";

/** Returns a function that writes moves in words for newcomers, and in the notation of the settings for others. */
export const moveWriter = (state: State, i18n: I18n): ((text: string) => string) =>
  isForNovice(state) ? (text) => spellOutWxf(text, i18n) : i18n.move;

export type Outcome = "won" | "lost" | "draw";

/** Describes the end of a game, for the card and for screen readers. */
export function resultWords({ game, position }: State, i18n: I18n) {
  const { t } = i18n;
  const { result } = position.verdict;
  const isWon = result === game.side || game.mode === "local";
  const outcome: Outcome = result === "draw" ? "draw" : isWon ? "won" : "lost";
  const isPersonal = game.mode === "engine" && outcome !== "draw";
  const headline = isPersonal
    ? t(`result.you.${outcome}`)
    : t(`result.${result === "ongoing" ? "draw" : result}`);
  return { outcome, headline, reason: describeReason(position.verdict, i18n) };
}

/** Describes an event for screen readers. Returns null for an event without a sentence. */
export function describeEvent(event: GameEvent, state: State, i18n: I18n): string | null {
  const { t } = i18n;
  const describeResult = () => {
    const { headline, reason } = resultWords(state, i18n);
    return t("say.result", { result: headline, reason });
  };
  switch (event.type) {
    case "move": {
      const move = describeMove(event, notationOf(state.settings), i18n);
      if (isOver(state)) return move + t("say.then") + describeResult();
      return state.position.check ? move + t("say.check") : move;
    }
    case "ended":
      return describeResult();
    case "paused":
      return t("clock.paused");
    case "opened":
    case "undone":
    case "redone":
    case "resumed":
      if (isOver(state)) return describeResult();
      return t(`say.${event.type}`, { side: t(`side.${sideOf(state.position.turn)}`) });
    default:
      return null;
  }
}

/** Describes the game that was on the board before the current one. */
export function describeGameBefore({ mode, level, moves }: GameRecord, { t }: I18n): string {
  const opponent = mode === "engine" ? levelNumber(level, { t }) : t("new.mode.local");
  return t("open.before", { opponent, plies: moves.length });
}

/** Returns the tags of the game's record. `date` has the form 2026.11.21. */
export function tagsOf(
  { mode, side, level, ruleset }: GameRecord,
  opening: PositionView["opening"],
  date: string,
  { t, lang }: I18n,
): Record<string, string> {
  const more = { ...rulesetTag(ruleset), ...(opening && { Opening: textIn(opening, lang).text }) };
  if (mode === "local") return { Date: date, ...more };
  const engine = t("export.engine", { level: nearestLevel(level) });
  const person = t("export.person");
  const [Red, Black] = side === "red" ? [person, engine] : [engine, person];
  return { Date: date, Red, Black, ...more };
}
