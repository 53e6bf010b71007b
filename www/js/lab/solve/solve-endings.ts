// The endings of the solve panel, and its positions as text. The attackers are Red's; a position in which Black has
// them is turned.

import { fenOf, placementOf, turnOfFen } from "../../core/fen.ts";
import { FILES, isRed } from "../../core/xiangqi.ts";
import type { TreePosition } from "../tree/tree-position.ts";

export const ATTACKERS = ["R", "N", "C", "P"] as const;
export const DEFENCES = ["K", "E", "EE", "A", "AE", "AEE", "AA", "AAE", "AAEE"] as const;

/** The pieces besides the generals: one attacker, and the advisors (A) and elephants (E) of the defence. */
export interface Ending {
  attacker: (typeof ATTACKERS)[number];
  /** "K" for the general alone. */
  defence: (typeof DEFENCES)[number];
}

/** The ending that the panel begins with. It is small, and its longest win is long. */
export const FIRST: Ending = { attacker: "N", defence: "A" };

/** Returns the name of an ending for the solver, such as "R vs AE". */
export const nameOfEnding = ({ attacker, defence }: Ending): string => `${attacker} vs ${defence}`;

/** Parses the name of an ending; returns null for one that the panel does not have. */
export function endingOfName(name: string): Ending | null {
  const [first, second] = name.split(" vs ");
  const attacker = ATTACKERS.find((each) => each === first);
  const defence = DEFENCES.find((each) => each === second);
  return attacker && defence ? { attacker, defence } : null;
}

/** Returns the ending of a placement in which Red has the attacker; null if the panel does not have it. */
export function endingOf(placement: string): Ending | null {
  const letters = [...placement].filter((letter) => letter !== ".");
  const own = letters.filter((letter) => isRed(letter) && letter !== "K").join("");
  const count = (letter: string) => letters.filter((each) => each === letter).length;
  const guards = "A".repeat(count("a")) + "E".repeat(count("b"));
  const others = letters.filter((letter) => !isRed(letter) && !"kab".includes(letter));
  if (count("K") !== 1 || count("k") !== 1 || others.length > 0) return null;
  return endingOfName(`${own} vs ${guards || "K"}`);
}

/** Returns a position with the colours exchanged and the ranks reversed. */
export function turned({ placement, turn }: TreePosition): TreePosition {
  const ranks = placement.match(new RegExp(`.{${FILES}}`, "g")) ?? [];
  const swapped = [...ranks.toReversed().join("")].map((letter) =>
    isRed(letter) ? letter.toLowerCase() : letter.toUpperCase(),
  );
  return { placement: swapped.join(""), turn: turn === "w" ? "b" : "w" };
}

const LINK = "#solve=";

/** Returns the part of an address that opens a position in the panel. */
export const linkOf = ({ placement, turn }: TreePosition): string =>
  `${LINK}${fenOf(placement, turn).split(" ").slice(0, 2).join("_")}`;

/** Decodes a part of an address. A malformed one is returned as it is, and is then no position. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the FEN in a part of an address that `linkOf` has made; null if there is none. */
export function fenInLink(hash: string): string | null {
  if (!hash.startsWith(LINK)) return null;
  const [placement = "", turn = "w"] = decoded(hash.slice(LINK.length)).split("_");
  return `${placement} ${turn}`;
}

/** Returns the position of a FEN that the rules or the solver have written. */
export const positionOfFen = (fen: string): TreePosition => ({
  placement: placementOf(fen),
  turn: turnOfFen(fen) ?? "w",
});
