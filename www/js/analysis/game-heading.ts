// The heading above the moves: the players or the title of a game, its result, and where and when it was played.

import type { I18n } from "../core/i18n.ts";
import { describeGame, gameTitle, isTagFilled } from "../rules/record-words.ts";
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
      const name = describeGame(tags, i18n);
      const title = gameTitle(tags);
      const facts = [title === name ? "" : title, ...PLACE_TAGS.map((tag) => tags[tag])].filter(
        isTagFilled,
      );
      setText(who, join([name, ended]));
      setText(where, join([...new Set(facts)]));
      line.hidden = !who.textContent && !where.textContent;
    },
  };
}
