// The heading above the moves: the players and the result of a game, and where and when it was played.

import type { I18n } from "../core/i18n.ts";
import { describePlayers, isTagFilled } from "../rules/record-words.ts";
import { el, setText } from "../ui/dom.ts";
import type { StudyState } from "./study.ts";

/** The tags that say where and when the game was played, in the order shown. */
const PLACE_TAGS = ["Event", "Round", "Site", "Date"];

export function createGameHeading(host: HTMLElement, i18n: I18n) {
  const who = el("span", "about-who");
  const where = el("span", "about-where");
  const line = el("p", "about", who, where);
  line.id = "about";
  host.prepend(line);
  const join = (parts: string[]) => parts.filter(Boolean).join(i18n.t("list.facts"));
  return {
    update({ tags, result }: StudyState) {
      const ended = result === "ongoing" ? "" : i18n.t(`result.${result}`);
      const facts = PLACE_TAGS.map((name) => tags[name]).filter(isTagFilled);
      setText(who, join([describePlayers(tags, i18n), ended]));
      setText(where, join([...new Set(facts)]));
      line.hidden = !who.textContent && !where.textContent;
    },
  };
}
