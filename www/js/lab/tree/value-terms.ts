// Shows the value of a leaf as a sum to check by hand, with a row for each piece kind.

import { html } from "lit-html";
import type { LabPart } from "../../../pkg-lab/lab.js";
import type { I18n } from "../../core/i18n.ts";
import { type Side, type Turn, sideOfPiece } from "../../core/xiangqi.ts";
import type { Explanation } from "../types.ts";
import { formatNumber } from "./values.ts";

const PIECES = [..."KABNRCP"];

/**
 * Formats the value of one side's pieces of a kind, such as `2 × 700 + 4 − 2`: their number times their material value,
 * plus the value of each piece's square.
 */
export function expression(parts: LabPart[]): string {
  const [first] = parts;
  if (!first) return "";
  const placements = parts.flatMap(({ placement }) =>
    placement === 0 ? [] : [`${placement < 0 ? "−" : "+"} ${Math.abs(placement)}`],
  );
  return [`${parts.length} × ${first.material}`, ...placements].join(" ");
}

export const sumOf = (parts: LabPart[]): number =>
  parts.reduce((sum, { material, placement }) => sum + material + placement, 0);

export const ofSide = (parts: LabPart[], side: Side): LabPart[] =>
  parts.filter(({ piece }) => sideOfPiece(piece) === side);

/** Returns the explanation of a value. `turn` is the side to move; the value is from the view of that side. */
export function explanationTemplate({ value, parts }: Explanation, turn: Turn, t: I18n["t"]) {
  const side = t(turn === "w" ? "side.red" : "side.black");
  const params = { side, value: formatNumber(value) };
  const title = html`<h3 class="lab-explain-title">${t("lab.tree.explain.title")}</h3>`;
  const sentence = (text: string) => html`<p class="lab-explain-sum">${text}</p>`;
  if (parts.length === 0) return html`${title}${sentence(t("lab.tree.explain.engine", params))}`;
  const [red, black] = [ofSide(parts, "red"), ofSide(parts, "black")];
  const difference = {
    red: formatNumber(sumOf(red)),
    black: formatNumber(sumOf(black)),
    value: formatNumber(sumOf(red) - sumOf(black)),
  };
  const key = turn === "w" ? "lab.tree.explain.whole" : "lab.tree.explain.turned";
  return html`${title} ${table(red, black, t)} ${sentence(t("lab.tree.explain.sum", difference))}
  ${sentence(t(key, params))}`;
}

function table(red: LabPart[], black: LabPart[], t: I18n["t"]) {
  const heads = ["lab.tree.explain.piece", "side.red", "side.black"] as const;
  const rows = PIECES.flatMap((letter) => {
    const sides = [red, black].map((parts) =>
      parts.filter(({ piece }) => piece.toUpperCase() === letter),
    );
    const piece = sides.flat()[0]?.piece;
    return piece ? [{ name: t(`piece.${piece}`), sums: sides.map(expression) }] : [];
  });
  return html`<table class="lab-explain">
    <thead>
      <tr>
        ${heads.map((key) => html`<th scope="col">${t(key)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ name, sums }) =>
          html`<tr>
            <th scope="row">${name}</th>
            ${sums.map((sum) => html`<td>${sum}</td>`)}
          </tr>`,
      )}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">${t("lab.tree.explain.total")}</th>
        ${[red, black].map((parts) => html`<td>${formatNumber(sumOf(parts))}</td>`)}
      </tr>
    </tfoot>
  </table>`;
}
