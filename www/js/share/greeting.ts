// What is said of a game or challenge that came by a link.

import { nearestLevel } from "../core/levels.ts";
import { isOfRunningGame } from "../rules/link.ts";
import { engineId } from "./engine-id.ts";

/**
 * @param {import("../rules/link.ts").Link} link @param {import("../core/game-record.ts").GameRecord} game what became of it
 * @param {import("../core/i18n.ts").I18n} i18n
 */
export async function sayLink(link, game, { t }) {
  const plies = game.moves.length;
  if (link.challenge === null) return t(link.mode ? "share.playOn" : "share.opened", { plies });
  const level = nearestLevel(game.level);
  const words = isOfRunningGame(link)
    ? t("share.playOn", { plies })
    : t("share.challenged", { level, name: t(`level.${level}.name`) });
  const here = await engineId();
  if (here !== "" && here === link.challenge) return words;
  return `${words} ${t("share.otherEngine")}`;
}
