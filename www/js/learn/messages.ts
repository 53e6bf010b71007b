// Messages of an exercise as data, and their text in the current language.

import type { I18n, MessageParams } from "../core/i18n.ts";
import { splitMove } from "../core/xiangqi.ts";
import type { Side, Verdict } from "../core/xiangqi.ts";

/** A move of Black; `piece` is a FEN letter. */
interface Reply {
  move: string;
  piece: string;
  /** The move in Chinese notation. */
  notation: string;
}

/** A locale key, and the values for its placeholders. */
export interface Message {
  key: string;
  /** A FEN letter. A key with this letter as its suffix, such as `KEY.N`, is preferred if it exists. */
  piece?: string;
  loser?: Side;
  offender?: Side;
  square?: string;
  /** A move in notation. */
  text?: string;
  /** A move whose description in words fills `{text}`. */
  reply?: Reply;
  count?: number;
  loss?: number;
}

export function formatMessage(
  { key, piece, loser, offender, reply, text, ...rest }: Message,
  i18n: I18n,
): string {
  const { t, has } = i18n;
  const special = piece ? `${key}.${piece.toUpperCase()}` : key;
  const params: MessageParams = { ...rest };
  if (text !== undefined) params.text = i18n.move(text);
  if (reply) params.text = describeReply(reply, i18n);
  if (piece) params.piece = t(`piece.${piece}`);
  if (piece && key === "learn.say.rule") params.rule = t(`learn.moves.${piece.toUpperCase()}`);
  if (loser) params.loser = t(`side.${loser}`);
  if (offender) params.offender = t(`side.${offender}`);
  return t([special, key].find(has) ?? "learn.wrong.other", params);
}

function describeReply({ move, piece, notation }: Reply, { t, move: write }: I18n) {
  const [from, to] = splitMove(move);
  const params = { piece: t(`piece.${piece}`), from, to, notation: write(notation) };
  return t("say.move.black", { move: t("say.move.piece", params) });
}

/** Returns the message on why a game is over. */
export function verdictMessage({ result, reason, offender }: Verdict): Message {
  const loser = result === "red" ? "black" : "red";
  return { key: `reason.${reason}`, loser, offender: offender ?? loser };
}
