// Remarks on a person's move by the tables of solved endings: the move keeps the result or loses it, and costs so many
// moves.

import { movesIn } from "../endings/solved-endings.ts";
import type { SolvedEnding } from "../endings/solved-endings.ts";
import type { Ending } from "./endings.ts";
import type { Mood, RoomMessage } from "./room-context.ts";

export interface Remark {
  message: RoomMessage;
  mood: Mood;
}

/** `before` is the position in which the person moved, `after` the one in which the other side is to move. */
export function remarkOn(
  { goal }: Pick<Ending, "goal">,
  before: SolvedEnding,
  after: SolvedEnding,
): Remark | null {
  const isOnlyMove = before.moves.filter(({ value }) => value === before.value).length === 1;
  if (after.value === "win") {
    if (before.value === "loss") return null;
    return bad(goal === "draw" ? "ending.letsWin" : "ending.loses", movesIn(after.plies ?? 0));
  }
  if (after.value === "draw") {
    if (before.value === "win") return bad("ending.letsDraw");
    if (goal === "win") return { message: { key: "ending.drawn" }, mood: "plain" };
    return isOnlyMove
      ? good("ending.onlyHold")
      : { message: { key: "ending.holds" }, mood: "plain" };
  }
  const left = movesIn(after.plies ?? 0);
  const lost = left + 1 - movesIn(before.plies ?? 0);
  if (before.value !== "win") return good("ending.winsNow", left);
  if (lost > 0)
    return { message: { key: "ending.slower", params: { n: left, lost } }, mood: "plain" };
  return good(isOnlyMove ? "ending.onlyWin" : "ending.quickest", left);
}

const good = (key: RoomMessage["key"], n = 0): Remark => ({
  message: { key, params: { n } },
  mood: "good",
});

const bad = (key: RoomMessage["key"], n = 0): Remark => ({
  message: { key, params: { n } },
  mood: "bad",
});
