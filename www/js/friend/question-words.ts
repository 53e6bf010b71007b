import type { I18n } from "../core/i18n.ts";
import { otherSide } from "../core/xiangqi.ts";
import type { FriendRoom } from "./friend-room.ts";

/** Describes the question that waits for an answer, from the person's view; "" if there is none. */
export function describeQuestion({ replayed, own, get }: FriendRoom, { t }: I18n): string {
  const question = replayed?.question;
  if (!question) return "";
  const { game } = get();
  if (game && Object.keys(game.own).length === 0)
    return t(`friend.seen.${question.question}`, { side: t(`side.${question.side}`) });
  const isMine = own().includes(otherSide(question.side));
  return isMine
    ? t(`friend.question.${question.question}`)
    : t(`friend.asked.${question.question}`);
}
