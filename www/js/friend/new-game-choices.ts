import { RULESETS } from "../core/xiangqi.ts";
import { HANDICAPS } from "../rules/handicaps.ts";
import type { Handicap } from "../rules/handicaps.ts";
import type { NewGame } from "./friend-commands.ts";

const SIDES = ["red", "black", "random"] as const;
const HANDICAP_NAMES = Object.keys(HANDICAPS) as Handicap[];

/**
 * Returns the choices that the new-game sheet of the game page passes on after `#`; the first of each where it passes
 * on none. `isSpecial` is true if handicap or rules are not the ordinary ones.
 */
export function choicesIn(hash: string): NewGame & { isSpecial: boolean } {
  const params = new URLSearchParams(hash.slice(1));
  const pick = <Value extends string>(name: string, [first, ...others]: readonly Value[]): Value =>
    others.find((value) => value === params.get(name)) ?? first!;
  const handicap = pick("handicap", HANDICAP_NAMES);
  const ruleset = pick("ruleset", RULESETS);
  const isSpecial = handicap !== "none" || ruleset !== RULESETS[0];
  return { side: pick("side", SIDES), handicap, ruleset, isSpecial };
}
