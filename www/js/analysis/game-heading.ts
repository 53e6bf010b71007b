// Whose game it is, where and when it was played and how it ended, over its moves.

import { el, setText } from "../ui/dom.ts";
import { isTagFilled, describePlayers } from "../rules/record-words.ts";

/** What is told of where and when, in this order. */
const PLACE = ["Event", "Round", "Site", "Date"];

/** @param {HTMLElement} host @param {import("../core/i18n.ts").I18n} i18n */
export function createAbout(host, i18n) {
  const who = el("span", "about-who");
  const where = el("span", "about-where");
  const line = el("p", "about", who, where);
  line.id = "about";
  host.prepend(line);
  return {
    /** @param {import("./study.ts").StudyState} state */
    update({ tags, result }) {
      const ended = result === "ongoing" ? "" : i18n.t(`result.${result}`);
      const names = [describePlayers(tags, i18n), ended];
      const facts = PLACE.map((name) => tags[name] ?? "").filter(isTagFilled);
      const join = (/** @type {string[]} */ parts) =>
        parts.filter((part) => part !== "").join(i18n.t("list.facts"));
      setText(who, join(names));
      setText(where, join([...new Set(facts)]));
      line.hidden = !who.textContent && !where.textContent;
    },
  };
}
