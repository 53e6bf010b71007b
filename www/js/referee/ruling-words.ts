// Sentences of the referee's sheet, which describe each ply and explain the rulings.

import type { Ruling } from "../../pkg/chuhe.js";
import type { I18n } from "../core/i18n.ts";
import { otherSide } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import { describeCyclePly } from "../ui/repetition-diagram.ts";
import type { JudgedPly } from "./read-repetition.ts";

/** The messages: `i18n` has those of the page, `t` returns those of the referee's sheet. */
export interface Words {
  i18n: Pick<I18n, "t" | "move" | "htmlLang">;
  t: I18n["t"];
}

/** The fields of a repetition that the explanations depend on. */
interface Evidence {
  rulings: readonly Ruling[];
  plies: readonly Pick<JudgedPly, "side" | "chinese">[];
}

const SIDES: readonly Side[] = ["red", "black"];

/** Describes a ply as the Asian rules classify it. */
export function describePly(ply: Pick<JudgedPly, "kind" | "targets">, { i18n, t }: Words): string {
  if (ply.kind !== "check" || ply.targets.length === 0) return describeCyclePly(ply, i18n);
  const chase = describeCyclePly({ ...ply, kind: "chase" }, i18n);
  return t("referee.both", { check: i18n.t("cycle.check"), chase });
}

/** Describes a ply as the Chinese rules classify it; returns "" if the Asian rules classify it the same way. */
export const describeChinesePly = (
  { kind, chinese }: Pick<JudgedPly, "kind" | "chinese">,
  { t }: Words,
): string => (kind === chinese ? "" : t("referee.chinese", { what: t(`referee.kind.${chinese}`) }));

export const describeVerdict = ({ loser }: Ruling, { i18n, t }: Words): string =>
  loser ? t("referee.loses", { side: i18n.t(`side.${loser}`) }) : t("referee.draw");

/** Explains a ruling in one sentence. */
export function describeRuling(ruling: Ruling, evidence: Evidence, words: Words): string {
  const { i18n, t } = words;
  const { ruleset, loser } = ruling;
  const name = (side: Side) => i18n.t(`side.${side}`);
  if (ruleset === "plain") return t("referee.plain.draw");
  if (loser)
    return t(`referee.${ruleset}.${ruling[loser]}`, {
      loser: name(loser),
      other: name(otherSide(loser)),
      pattern: describePattern(loser, evidence, words),
    });
  if (ruling.red === "check") return t("referee.bothCheck");
  if (ruling.red !== "none") return t(`referee.${ruleset}.both`);
  const attackers = attackersIn(evidence);
  if (ruleset === "chinese" || attackers.length === 0) return t(`referee.${ruleset}.idle`);
  const sides = attackers.map((side) =>
    t("referee.side", { side: name(side), pattern: describePattern(side, evidence, words) }),
  );
  return t("referee.asian.allowed", { sides: sides.join(t("referee.semicolon")) });
}

/** Returns the sides whose every ply is an attack under the Chinese rules. */
function attackersIn({ rulings }: Evidence) {
  const chinese = rulings.find(({ ruleset }) => ruleset === "chinese");
  return SIDES.filter((side) => chinese && chinese[side] !== "none");
}

/** Describes the kinds of attack that a side makes, under the Chinese rules. */
function describePattern(side: Side, { rulings, plies }: Evidence, { t }: Words) {
  const kinds = new Set(plies.filter((ply) => ply.side === side).map((ply) => ply.chinese));
  const pattern = (["check", "kill", "chase"] as const).filter((kind) => kinds.has(kind)).join("-");
  const asian = rulings.find(({ ruleset }) => ruleset === "asian");
  const isOfSeveral = pattern === "chase" && asian?.[side] !== "chase";
  return t(isOfSeveral ? "referee.pattern.chases" : `referee.pattern.${pattern}`);
}
