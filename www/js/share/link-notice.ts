import type { GameRecord } from "../core/game-record.ts";
import type { I18n } from "../core/i18n.ts";
import { nearestLevel } from "../core/levels.ts";
import { isOfRunningGame } from "../rules/link.ts";
import type { Link } from "../rules/link.ts";
import { engineId } from "./engine-id.ts";

/** Returns the notice about a game or challenge that a link opened; `game` is the opened game. */
export async function describeLink(
  link: Link,
  game: GameRecord,
  { t }: Pick<I18n, "t">,
): Promise<string> {
  const plies = game.moves.length;
  if (link.challenge === null) return t(link.mode ? "share.playOn" : "share.opened", { plies });
  const level = nearestLevel(game.level);
  const words = isOfRunningGame(link)
    ? t("share.playOn", { plies })
    : t("share.challenged", { level, name: t(`level.${level}.name`) });
  const id = await engineId();
  return id !== "" && id === link.challenge ? words : `${words} ${t("share.otherEngine")}`;
}
