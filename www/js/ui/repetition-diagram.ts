// Lists the plies of a repetition, each described as a check, a chase or neither.

import type { I18n } from "../core/i18n.ts";
import { FILES, fileOf, sideOfPiece } from "../core/xiangqi.ts";
import type { CyclePly } from "../core/xiangqi.ts";
import { el } from "./dom.ts";
import { token } from "./token.ts";

const GENERALS = { red: "K", black: "k" } as const;

/**
 * Shows a repetition. If the same plies repeat within it, only the last round is shown.
 * @param texts the notation of each ply
 * @param highlighted the number of the ply to highlight
 */
export function showCycle(
  host: HTMLElement,
  cycle: readonly CyclePly[],
  texts: readonly string[],
  i18n: I18n,
  highlighted?: number,
): void {
  const { t } = i18n;
  const plies = periodOf(cycle);
  const first = cycle.length - plies;
  const rows = cycle.slice(first).map((ply, index) => {
    const side = el("span", "unseen", t(`side.${ply.side}`));
    const text = el("span", "cycle-move", i18n.move(texts[first + index] ?? ""));
    const kind = el("span", "cycle-what", describeCyclePly(ply, i18n));
    const row = el("li", `cycle-ply is-${ply.kind}`, token(GENERALS[ply.side]), side, text, kind);
    row.classList.toggle("is-asked", ply.ply === highlighted);
    return row;
  });
  const list = el("ol", "cycle-list", ...rows);
  list.tabIndex = 0; // so that the keyboard can scroll it
  list.setAttribute("aria-label", t("cycle.title"));
  host.hidden = cycle.length === 0;
  host.replaceChildren(list);
  const times = cycle.length / plies;
  if (first > 0) host.append(el("p", "cycle-times", t("cycle.times", { plies, times })));
}

type RepeatedPly = Pick<CyclePly, "move" | "kind">;

const isSamePly = (one: RepeatedPly, other: RepeatedPly | undefined) =>
  one.move === other?.move && one.kind === other.kind;

/** Returns the number of plies after which a cycle repeats itself, or the length of the cycle if it does not. */
export function periodOf(cycle: readonly RepeatedPly[]): number {
  for (let plies = 1; plies < cycle.length; plies++) {
    const isWhole = cycle.length % plies === 0;
    if (isWhole && cycle.every((ply, index) => isSamePly(ply, cycle[index % plies]))) return plies;
  }
  return cycle.length;
}

/** Describes a ply of a cycle: as a check, a chase with the chased pieces, or neither. */
export function describeCyclePly(
  { kind, targets }: Pick<CyclePly, "kind" | "targets">,
  { t }: Pick<I18n, "t">,
): string {
  if (kind !== "chase" || targets.length === 0) return t(`cycle.${kind}`);
  const names = targets.map((target) => describeTarget(target, t));
  return t("cycle.chase.of", { pieces: names.join(t("list.pieces")) });
}

/** Describes a chased piece and its file, which is counted from the right of the piece's owner. */
function describeTarget({ square, piece }: CyclePly["targets"][number], t: I18n["t"]) {
  const fromLeft = fileOf(square);
  const file =
    sideOfPiece(piece) === "red"
      ? [...t("files.red")][FILES - 1 - fromLeft]
      : [...t("files.black")][fromLeft];
  return t("cycle.target", { file: file ?? "", square, piece: t(`piece.${piece}`) });
}
