// Announces each received move, question and state of the game to screen readers, once.

import { notationOf } from "../core/languages.ts";
import { moveFacts } from "../core/move-facts.ts";
import { describeMove } from "../core/words.ts";
import type { GameClass } from "../rules/rules.ts";
import type { PageShell } from "../shell/create-page.ts";
import type { FriendGame } from "./actions.ts";
import type { FriendRoom } from "./friend-room.ts";
import { describeTurn } from "./game-facts.ts";
import { describeQuestion } from "./question-words.ts";
import { describeReceived } from "./received-words.ts";

type Spoken = Record<"game" | "received" | "move" | "question" | "turn", string>;

/** Returns a function to call after each change of the room or the language. */
export function createAnnouncements(
  { i18n, announce, preferences }: PageShell,
  Game: GameClass,
  room: FriendRoom,
) {
  let last: Partial<Spoken> = {};
  let lastLang = i18n.lang;

  /** Describes the last move on the board; "" if there is none. */
  function describeLast({ terms, moves, position }: FriendGame): string {
    const move = moves.at(-1);
    if (!move) return "";
    const before = new Game(terms.startFen, moves.slice(0, -1), terms.ruleset);
    try {
      const words = describeMove(moveFacts(before, move), notationOf(preferences.settings), i18n);
      return position.view().check ? words + i18n.t("say.check") : words;
    } finally {
      before.free();
    }
  }

  function spoken(replayed: FriendGame): Spoken {
    const notation = notationOf(preferences.settings);
    return {
      game: replayed.terms.id,
      received: describeReceived(room, notation, i18n),
      // The number tells two equal moves apart.
      move: `${replayed.moves.length} ${describeLast(replayed)}`,
      question: describeQuestion(room, i18n),
      turn: describeTurn(room, i18n),
    };
  }

  return () => {
    const { replayed } = room;
    const next: Partial<Spoken> = replayed ? spoken(replayed) : {};
    const isTranslated = lastLang !== i18n.lang;
    const isOther = next.game !== last.game;
    const changed = (["received", "move", "question", "turn"] as const).filter(
      (part) => isOther || next[part] !== last[part],
    );
    const isTakenBack = Number(next.move?.split(" ")[0]) < Number(last.move?.split(" ")[0]);
    last = next;
    lastLang = i18n.lang;
    if (isTranslated || !replayed) return;
    const sentences = changed
      .filter((part) => part !== "move" || !(isTakenBack && !isOther))
      .map((part) => (part === "move" ? next.move?.replace(/^\d+ /, "") : next[part]));
    const words = sentences.filter(Boolean).join(" ");
    if (words) announce(words);
  };
}
