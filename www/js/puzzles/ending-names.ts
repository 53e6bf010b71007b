// The names of endings and the advice about them. A classic ending has a name and advice of its own; the name of another
// one consists of its material and a number, and the advice is that of its chapter.

import type { I18n } from "../core/i18n.ts";
import type { MessageKey } from "../core/message-keys.ts";
import type { Ending } from "./endings.ts";

/** Returns the name of an ending's material, such as "Horse against two advisors". */
export function groupName({ group = "", goal }: Ending, t: I18n["t"]): string {
  const [attackers = "", guards = ""] = group.split(" vs ");
  const names = {
    strong: t(`ending.attackers.${attackers}`),
    weak: t(`ending.guards.${guards}`),
  };
  return t(`ending.group.${goal}`, names);
}

export const endingName = (ending: Ending, t: I18n["t"]): string =>
  ending.classic
    ? t(`ending.${ending.id}.name`)
    : t("ending.numbered", { name: groupName(ending, t), n: ending.number });

/** Returns the key of the advice about an ending. */
export const adviceKey = ({ id, chapter, classic }: Ending): MessageKey =>
  classic ? `ending.${id}.why` : `ending.chapter.${chapter}.why`;
