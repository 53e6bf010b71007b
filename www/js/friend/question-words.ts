import type { I18n } from "../core/i18n.ts";
import { otherSide } from "../core/xiangqi.ts";
import type { FriendRoom } from "./friend-room.ts";

/** Describes the question that waits for an answer, from the person's view; "" if there is none. */
export function describeQuestion({ replayed, own }: FriendRoom, { t }: I18n): string {
  const question = replayed?.question;
  if (!question) return "";
  const isMine = own().includes(otherSide(question.side));
  return isMine
    ? t(`friend.question.${question.question}`)
    : t(`friend.asked.${question.question}`);
}
