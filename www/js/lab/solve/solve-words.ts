// The sentences of the solve panel.

import type { EndingReport } from "../../../pkg-lab/lab.js";
import type { MessageKey } from "../../core/message-keys.ts";
import type { I18n } from "../../core/i18n.ts";
import { type Turn, sideOf } from "../../core/xiangqi.ts";
import { formatCount } from "../compare/compare-words.ts";
import type { Ending } from "./solve-endings.ts";
import { decidedBy } from "./layer-chart.ts";

type Words = Pick<I18n, "t" | "htmlLang">;

/** The value of a position for its side to move, or of a move for the side that moves. */
export type Verdict = "won" | "drawn" | "lost";

/** Returns the verdict of a solver's value: an odd number of plies is a win, an even one a loss. */
export function verdictOf(value: number): Verdict {
  if (value < 0) return "drawn";
  return value % 2 === 1 ? "won" : "lost";
}

/** Names an ending, such as "rook against 2 advisors". */
export const describeEnding = ({ attacker, defence }: Ending, { t }: Pick<I18n, "t">): string =>
  t("lab.solve.ending", {
    attacker: t(`lab.solve.attacker.${attacker}`),
    defence: t(`lab.solve.defence.${defence}`),
  });

/** Describes the value of a position. */
export function describeValue(value: number, turn: Turn, { t }: Pick<I18n, "t">): string {
  const side = t(`side.${sideOf(turn)}`);
  if (value === 0) return t("lab.solve.value.over", { side });
  return t(`lab.solve.value.${verdictOf(value)}`, { side, plies: value });
}

/** Describes the value of a move in a few words. */
export const describeMove = (value: number, { t }: Pick<I18n, "t">): string =>
  t(`lab.solve.move.${verdictOf(value)}`, { plies: value });

/** Formats a share; shows 0 % and 100 % only for none and all. */
export function formatPart(count: number, total: number, { htmlLang }: Words): string {
  const exact = total === 0 ? 0 : count / total;
  const isWhole = count === 0 || count === total;
  const share = isWhole ? exact : Math.min(0.9999, Math.max(0.0001, exact));
  return new Intl.NumberFormat(htmlLang, { style: "percent", maximumFractionDigits: 2 }).format(
    share,
  );
}

/** Sums up a solved ending. */
export function describeReport({ strong, weak, longest }: EndingReport, words: Words): string {
  const { t } = words;
  if (longest === null) return t("lab.solve.share.none");
  const total = (side: typeof strong) => side.won + side.drawn + side.lost;
  return t("lab.solve.share", {
    won: formatPart(strong.won, total(strong), words),
    lost: formatPart(weak.lost, total(weak), words),
    plies: longest,
  });
}

/** Returns the number of positions that no layer decides. */
export const drawnOf = ({ strong, weak }: EndingReport): number => strong.drawn + weak.drawn;

/** Returns the heading of a layer, and the sentence that tells how its positions are found. */
export function describeLayer(report: EndingReport, layer: number, words: Words) {
  const { t } = words;
  const shown = report.layers[layer];
  if (!shown) {
    const key = drawnOf(report) === 0 ? "lab.solve.layer.none" : "lab.solve.layer.rest";
    return {
      title: t("lab.solve.layer.done"),
      text: t(key, { positions: formatCount(drawnOf(report), words) }),
    };
  }
  const key: MessageKey =
    report.longest === null
      ? "lab.solve.layer.empty"
      : layer === 0
        ? "lab.solve.layer.mate"
        : layer % 2 === 1
          ? "lab.solve.layer.win"
          : "lab.solve.layer.loss";
  const title = t("lab.solve.layer", { layer, last: report.layers.length - 1 });
  return {
    title,
    text: t(key, { positions: formatCount(decidedBy(shown), words), before: layer - 1 }),
  };
}
