// Formats values, windows and comparisons, either for the side to move, as in the search, or always for Red.

import type { I18n } from "../../core/i18n.ts";
import type { Side, Turn } from "../../core/xiangqi.ts";
import { DECIDED, WIN } from "../methods.ts";

type Relation = ">" | "≥" | "≤";
const TURNED: Record<Relation, string> = { ">": "<", "≥": "≤", "≤": "≥" };

/**
 * Formats values from the chosen side's view. A `ply` counts from the first position. The values passed in are from the
 * view of the side to move at that ply.
 */
export class View {
  readonly forRed: boolean;
  #t: I18n["t"];
  #turn: Turn;

  /** `turn` is the side to move in the first position. */
  constructor(t: I18n["t"], turn: Turn, forRed: boolean) {
    this.#t = t;
    this.#turn = turn;
    this.forRed = forRed;
  }

  #sideAt(ply: number): Side {
    return (this.#turn === "w") === (ply % 2 === 0) ? "red" : "black";
  }

  side(ply: number): string {
    return this.#t(`side.${this.#sideAt(ply)}`);
  }

  whose(ply: number): string {
    return this.forRed ? this.#t("side.red") : this.side(ply);
  }

  /** Returns true if values at a ply are shown with the opposite sign. */
  #isTurned(ply: number) {
    return this.forRed && this.#sideAt(ply) === "black";
  }

  value(ply: number, value: number): string {
    return this.#format(this.#isTurned(ply) ? -value : value);
  }

  window(ply: number, alpha: number, beta: number): string {
    const ends = this.#isTurned(ply) ? [-beta, -alpha] : [alpha, beta];
    return `[${ends.map((end) => this.#format(end)).join(", ")}]`;
  }

  /**
   * Formats a comparison such as `320 ≥ β = 300`, or `−320 ≤ α = −300` if the values are shown with the opposite sign.
   */
  compare(ply: number, value: number, relation: Relation, bound: number, name?: "α" | "β"): string {
    const isTurned = this.#isTurned(ply);
    const boundName = isTurned && name ? { α: "β", β: "α" }[name] : name;
    const sign = isTurned ? TURNED[relation] : relation;
    const end = this.value(ply, bound);
    return `${this.value(ply, value)} ${sign} ${boundName ? `${boundName} = ${end}` : end}`;
  }

  #format(value: number) {
    if (Math.abs(value) > WIN) return value > 0 ? "+∞" : "−∞";
    if (Math.abs(value) <= DECIDED) return formatNumber(value);
    const plies = WIN - Math.abs(value);
    return this.#t(value > 0 ? "lab.tree.win" : "lab.tree.loss", { plies });
  }
}

/** Formats a number with U+2212 as its minus sign, which is as wide as a plus sign. */
export const formatNumber = (value: number): string =>
  value < 0 ? `−${-value}` : String(Math.abs(value));
