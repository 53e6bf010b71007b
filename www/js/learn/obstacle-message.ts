// Explains what keeps a piece from a square, in more detail than the other pages do.

import type { Obstacle } from "../../pkg/chuhe.js";
import type { Message } from "./messages.ts";

/** Suffixes of the locale keys by the kind of a blocked piece. */
const BLOCKED: Readonly<Record<string, string>> = { N: "leg", B: "eye", R: "path", C: "jump" };
/** Suffixes of the locale keys by the kind of a piece that does not move in the tried direction. */
const NOT_ITS_MOVE: Readonly<Record<string, string>> = { K: "straight", A: "diagonal" };
const OTHER: Readonly<Partial<Record<Obstacle["kind"], string>>> = {
  river: "river",
  palace: "palace",
  back: "back",
  notAcross: "notOver",
};

/** Returns a message on the obstacle; null if the message would add nothing to the reason that the rules give. */
export function obstacleMessage(piece: string, obstacle: Obstacle | null): Message | null {
  const word = obstacle && wordFor(piece.toUpperCase(), obstacle);
  if (!word) return null;
  const { piece: blocker, square, screens } = obstacle;
  return {
    key: `learn.why.${word}`,
    ...(blocker && square && { piece: blocker, square }),
    ...(screens && { count: screens }),
  };
}

function wordFor(role: string, { kind, screens }: Obstacle) {
  if (kind === "blocked") return BLOCKED[role];
  if (kind === "screens") return screens === 0 ? "noScreen" : "screens";
  return kind === "notItsMove" ? NOT_ITS_MOVE[role] : OTHER[kind];
}
