import type { I18n } from "./i18n.ts";
import { otherSide } from "./xiangqi.ts";
import type { Verdict } from "./xiangqi.ts";

/** Describes why a game is over, from the verdict of a finished game. */
export function describeReason(
  { result, reason, offender }: Verdict,
  { t }: Pick<I18n, "t">,
): string {
  const loser = result === "red" || result === "black" ? t(`side.${otherSide(result)}`) : "";
  return t(`reason.${reason}`, { loser, offender: offender ? t(`side.${offender}`) : loser });
}
