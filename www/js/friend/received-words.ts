// Says what a link has brought: who has done what since the state that this device knows.

import type { I18n } from "../core/i18n.ts";
import type { MessageKey } from "../core/message-keys.ts";
import type { Notation } from "../core/xiangqi.ts";
import type { FriendRoom, Received } from "./friend-room.ts";

/** The most actions of the other player that are told one by one. */
const MAX_TOLD = 3;
/** The kinds of actions that are counted, in the order in which they are listed. */
const COUNTED = ["move", "draw", "takeback", "answer", "resign", "other"] as const;
type Counted = (typeof COUNTED)[number];

/** Returns the kind of an action, given as its text. */
function kindOf(action: string): Counted {
  const [first = "", kind, question] = action.split(" ");
  if (first !== "red" && first !== "black") return "move";
  if (kind === "ask") return question === "draw" ? "draw" : "takeback";
  if (kind === "agree" || kind === "decline") return "answer";
  return kind === "resign" ? "resign" : "other";
}

/** Counts actions by their kinds: "3 moves and 1 draw offer". */
export function countActions(actions: readonly string[], { t, htmlLang }: I18n): string {
  const kinds = actions.map(kindOf);
  const parts = COUNTED.filter((kind) => kinds.includes(kind)).map((kind) =>
    t(`friend.count.${kind}`, { count: kinds.filter((each) => each === kind).length }),
  );
  return new Intl.ListFormat(htmlLang, { type: "conjunction" }).format(parts);
}

const movesIn = (actions: readonly string[]): number =>
  actions.filter((action) => kindOf(action) === "move").length;

/** Returns the sentence about what a link has brought; "" if it has brought nothing. */
export function describeReceived(
  { get, replayed }: Pick<FriendRoom, "get" | "replayed">,
  notation: Notation,
  i18n: I18n,
): string {
  const { received } = get();
  if (!received) return "";
  const { t } = i18n;
  const { kind, count } = received.comparison;
  const { actions } = received.game;
  const added = actions.slice(actions.length - count);
  switch (kind) {
    case "unknown":
      return t(invitationKey(received));
    case "earlier":
      return movesIn(added) === count
        ? t("friend.received.earlier", { count })
        : t("friend.received.earlier.more", { what: countActions(added, i18n) });
    case "later": {
      const texts = replayed?.position.view(notation).notation ?? [];
      return describeLater(added, texts.at(-1) ?? "", i18n);
    }
    case "forked":
      return t("friend.received.forked", { count: movesIn(actions.slice(0, count)) });
    default:
      return t(`friend.received.${kind}`);
  }
}

function invitationKey({ seat, game: { room } }: Received): MessageKey {
  if (room) return seat ? `friend.live.invited.${seat}` : "friend.live.invited.watch";
  return seat ? `friend.invited.${seat}` : "friend.received.unknown";
}

/** Tells a few actions of the other player one by one, and counts more. */
function describeLater(added: readonly string[], lastMove: string, i18n: I18n): string {
  const { t, has } = i18n;
  const told = added.map((action) => {
    if (kindOf(action) === "move") return t("friend.did.move", { move: i18n.move(lastMove) });
    const [, kind, question] = action.split(" ");
    const key: string = `friend.did.${question ?? kind}`;
    return has(key) ? t(key as MessageKey) : "";
  });
  const isShort = added.length <= MAX_TOLD && movesIn(added) <= 1 && !told.includes("");
  return isShort ? told.join(" ") : t("friend.received.later", { what: countActions(added, i18n) });
}

/** True if the person can take in what the link has brought. */
export const canAccept = ({ comparison, seat }: Received): boolean =>
  comparison.kind === "later" || (comparison.kind === "unknown" && seat !== null);
