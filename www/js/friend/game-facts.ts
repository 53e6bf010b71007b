// Describes a game between friends for the board, the status and the list.

import type { BoardState } from "../board/index.ts";
import type { I18n } from "../core/i18n.ts";
import { describeReason } from "../core/reason.ts";
import { otherSide } from "../core/xiangqi.ts";
import type { Side, Verdict } from "../core/xiangqi.ts";
import type { FriendEnd, FriendGame } from "./actions.ts";
import type { FriendRoom } from "./friend-room.ts";

/** Returns the board of the game that is shown. */
export function boardOf(room: FriendRoom): Partial<BoardState> {
  const { replayed } = room;
  if (!replayed) return {};
  const { placement, turn, lastMove, check, dests } = replayed.position.view();
  const own = room.own();
  const moves = room.allowed().some(({ kind }) => kind === "move");
  return {
    placement,
    turn,
    lastMove,
    check,
    movable: moves ? (own.length === 2 ? "both" : (own[0] ?? null)) : null,
    dests: moves ? dests : new Map(),
    orientation: sideBelow(room),
  };
}

/** The side at the bottom: that of the person, or the one that a link offers. */
export function sideBelow({ get, own }: Pick<FriendRoom, "get" | "own">): Side {
  const { received, game } = get();
  const sides = game ? (Object.keys(game.own) as Side[]) : own();
  const [side] = sides.length === 1 ? sides : [];
  return side ?? received?.seat ?? "red";
}

/** Returns the verdict of a game, with an end that the players declared. */
export function verdictOf({ end, verdict }: FriendGame): Verdict {
  return end ? { ...verdict, ...declared(end) } : verdict;
}

const declared = ({ reason, side }: FriendEnd) =>
  ({ result: side ? otherSide(side) : "draw", reason, offender: null }) as unknown as Verdict;

/** Says how a game ended; "" while it goes on. */
export function describeEnd(game: FriendGame, own: readonly Side[], i18n: I18n): string {
  const verdict = verdictOf(game);
  const { result } = verdict;
  if (result === "ongoing") return "";
  const [side] = own.length === 1 ? own : [];
  const isMine = side !== undefined && result !== "draw";
  const who = isMine
    ? i18n.t(result === side ? "result.you.won" : "result.you.lost")
    : i18n.t(`result.${result}`);
  return `${who}. ${reasonOf(game, i18n)}`;
}

/** Says why a game is over. */
export const reasonOf = (game: FriendGame, i18n: I18n): string =>
  game.end?.reason === "left" ? i18n.t("friend.end.left") : describeReason(verdictOf(game), i18n);

/** Says whose turn it is, or how the game ended; "" if no game is shown. */
export function describeTurn({ replayed, get }: FriendRoom, i18n: I18n): string {
  if (!replayed) return "";
  const { game } = get();
  const own = game ? (Object.keys(game.own) as Side[]) : [];
  const [side] = own.length === 1 ? own : [];
  const { turn, question } = replayed;
  const end = describeEnd(replayed, own, i18n);
  if (end) return end;
  if (side === undefined) return i18n.t(`picture.toMove.${turn}`);
  if (question && question.side !== side) return i18n.t("friend.turn.answer");
  return i18n.t(turn === side ? "friend.turn.mine" : "friend.turn.theirs");
}
