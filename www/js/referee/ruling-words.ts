// What the referee says: of each ply, and why a rule set judges as it does.

import { describeCyclePly } from "../ui/repetition-diagram.ts";
import { otherSide } from "../core/xiangqi.ts";

/** @typedef {import("../core/i18n.ts").I18n} I18n */
/** @typedef {import("./read-repetition.ts").Finding} Finding */
/** @typedef {import("./read-repetition.ts").Ruling} Ruling */
/** @typedef {import("./read-repetition.ts").Color} Color */
/** @typedef {{ i18n: I18n, t: I18n["t"] }} Words  the page's words, and the referee's own */

/** @type {Color[]} */
const SIDES = ["red", "black"];

/** What a ply was under the rules adopted. @param {Finding} ply @param {Words} words */
export function sayFinding(ply, { i18n, t }) {
  if (ply.kind !== "check" || ply.targets.length === 0) return describeCyclePly(ply, i18n);
  const chase = describeCyclePly({ ...ply, kind: "chase" }, i18n);
  return t("referee.both", { check: i18n.t("cycle.check"), chase });
}

/** What the Chinese rules call it; "" where that is the same. @param {Finding} ply @param {Words} words */
export const sayChinese = ({ kind, chinese }, { t }) =>
  kind === chinese ? "" : t("referee.chinese", { what: t(`referee.kind.${chinese}`) });

/** @param {Ruling} ruling @param {Words} words */
export function sayVerdict({ loser }, { i18n, t }) {
  return loser ? t("referee.loses", { side: i18n.t(`side.${loser}`) }) : t("referee.draw");
}

/**
 * Why, in one sentence.
 * @param {Ruling} ruling @param {Ruling[]} rulings @param {Finding[]} plies all that count @param {Words} words
 */
export function sayReason(ruling, rulings, plies, words) {
  const { i18n, t } = words;
  const { ruleset, loser } = ruling;
  const name = (/** @type {Color} */ side) => i18n.t(`side.${side}`);
  if (ruleset === "plain") return t("referee.plain.draw");
  if (loser) {
    const offence = ruling[loser];
    const pattern = sayPattern(loser, rulings, plies, words);
    return t(`referee.${ruleset}.${offence}`, {
      loser: name(loser),
      other: name(otherSide(loser)),
      pattern,
    });
  }
  if (ruling.red === "check") return t("referee.bothCheck");
  if (ruling.red !== "none") return t(`referee.${ruleset}.both`);
  const attackers = attackersIn(rulings);
  if (ruleset === "chinese" || attackers.length === 0) return t(`referee.${ruleset}.idle`);
  const sides = attackers.map((side) =>
    t("referee.side", { side: name(side), pattern: sayPattern(side, rulings, plies, words) }),
  );
  return t("referee.asian.allowed", { sides: sides.join(t("referee.semicolon")) });
}

/** Who attacked with every ply by the Chinese rules. @param {Ruling[]} rulings */
function attackersIn(rulings) {
  const chinese = rulings.find(({ ruleset }) => ruleset === "chinese");
  return SIDES.filter((side) => chinese && chinese[side] !== "none");
}

/**
 * With what a side attacks in turn, by the Chinese rules.
 * @param {Color} side @param {Ruling[]} rulings @param {Finding[]} plies @param {Words} words
 */
function sayPattern(side, rulings, plies, { t }) {
  const kinds = new Set(plies.filter((ply) => ply.side === side).map((ply) => ply.chinese));
  const named = /** @type {const} */ (["check", "kill", "chase"]).filter((kind) => kinds.has(kind));
  const pattern = named.join("-");
  const asian = rulings.find(({ ruleset }) => ruleset === "asian");
  const inTurn = pattern === "chase" && asian?.[side] !== "chase";
  return t(inTurn ? "referee.pattern.chases" : `referee.pattern.${pattern}`);
}
