// What an exercise has to say, in the reader's language.

/** @typedef {import("../core/i18n.ts").I18n} I18n */
/** @typedef {import("./goals.ts").Say} Say */

/** @param {Say} say @param {I18n} i18n */
export function sayIt({ key, piece, loser, offender, reply, ...rest }, i18n) {
  const { t, has } = i18n;
  const special = piece ? `${key}.${piece.toUpperCase()}` : key;
  const known = [special, key].find(has) ?? "learn.wrong.other";
  /** @type {Record<string, string|number>} */
  const words = { ...rest };
  if (typeof words.text === "string") words.text = i18n.move(words.text);
  if (reply) words.text = sayReply(reply, i18n);
  if (piece) words.piece = t(`piece.${piece}`);
  if (piece && key === "learn.say.rule") words.rule = t(`learn.moves.${piece.toUpperCase()}`);
  for (const [name, colour] of Object.entries({ loser, offender }))
    if (colour) words[name] = t(`side.${colour}`);
  return t(known, words);
}

/** @param {NonNullable<Say["reply"]>} reply @param {I18n} i18n */
function sayReply({ move, piece, notation }, i18n) {
  const [from, to] = [move.slice(0, 2), move.slice(2)];
  const { t } = i18n;
  const told = { piece: t(`piece.${piece}`), from, to, notation: i18n.move(notation) };
  return t("say.move.black", { move: t("say.move.piece", told) });
}

/** Why a game ended, as something to say; the side that did not win is the loser. @param {import("../core/xiangqi.ts").Verdict} verdict @returns {Say} */
export function sayOfVerdict({ result, reason, offender }) {
  const loser = result === "red" ? "black" : "red";
  return { key: `reason.${reason}`, loser, offender: offender ?? loser };
}
