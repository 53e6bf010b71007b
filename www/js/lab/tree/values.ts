// Values, windows and comparisons as they are written: for the side to move, as the search has them, or all for Red.

/** The worth of winning at once; each ply later is one less. */
export const WIN = 1_000_000;
/** Values beyond this, either way, are counted in plies to the end of the game. */
const DECIDED = WIN - 1_000;

/** @typedef {">"|"≥"|"≤"} Relation */
/** @type {Record<Relation, string>} */
const TURNED = { ">": "<", "≥": "≤", "≤": "≥" };

/** How a search is looked at. */
export class View {
  #t;
  #root;
  /** @param {import("../../core/i18n.ts").I18n["t"]} t @param {"w"|"b"} turn  of the first position @param {boolean} forRed  all values are Red's */
  constructor(t, turn, forRed) {
    this.#t = t;
    this.#root = turn;
    this.forRed = forRed;
  }

  /** @param {number} ply @returns {"red"|"black"} the side to move so many plies from the first position */
  sideAt(ply) {
    return (this.#root === "w") === (ply % 2 === 0) ? "red" : "black";
  }

  /** @param {number} ply */
  side(ply) {
    return this.#t(`side.${this.sideAt(ply)}`);
  }

  /** Whose values are shown of such a position. @param {number} ply */
  whose(ply) {
    return this.forRed ? this.#t("side.red") : this.side(ply);
  }

  /** Whether what the search has of a position is shown with its sign turned. @param {number} ply */
  #turns(ply) {
    return this.forRed && this.sideAt(ply) === "black";
  }

  /** @param {number} ply of the position whose side to move has this value @param {number} value */
  value(ply, value) {
    return this.#write(this.#turns(ply) ? -value : value);
  }

  /** @param {number} ply @param {number} alpha @param {number} beta */
  window(ply, alpha, beta) {
    const ends = this.#turns(ply) ? [-beta, -alpha] : [alpha, beta];
    return `[${ends.map((end) => this.#write(end)).join(", ")}]`;
  }

  /**
   * Such as `320 ≥ β = 300`; turned, it is `−320 ≤ α = −300`.
   * @param {number} ply @param {number} value @param {Relation} relation @param {number} bound @param {"α"|"β"|""} [name] of the bound
   */
  compare(ply, value, relation, bound, name = "") {
    const turns = this.#turns(ply);
    const called = turns && name ? { α: "β", β: "α" }[name] : name;
    const sign = turns ? TURNED[relation] : relation;
    const end = this.value(ply, bound);
    return `${this.value(ply, value)} ${sign} ${called ? `${called} = ${end}` : end}`;
  }

  /** @param {number} value */
  #write(value) {
    if (Math.abs(value) > WIN) return value > 0 ? "+∞" : "−∞";
    if (Math.abs(value) > DECIDED) {
      const plies = WIN - Math.abs(value);
      return this.#t(value > 0 ? "lab.tree.win" : "lab.tree.loss", { plies });
    }
    return writeNumber(value);
  }
}

/** With a minus that is as wide as a plus. @param {number} value */
export const writeNumber = (value) => (value < 0 ? `−${-value}` : String(Math.abs(value)));
