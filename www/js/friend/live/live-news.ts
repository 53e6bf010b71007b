// The reports and the state of a live session.

import type { Side } from "../../core/xiangqi.ts";
import type { Action } from "../actions.ts";
import type { Phrase } from "./set-phrases.ts";

/** Why a message of the other player, or of a stranger, does not count. */
export type Refusal =
  "illegal" | "forged" | "rewritten" | "terms" | "stranger" | "claim" | "tooLong";

/** A report of a session. */
export type News =
  | { kind: "joined" | "taken" | "connected" | "lost" | "again" | "away" | "back" }
  | { kind: "done"; side: Side; action: Action }
  | { kind: "dropped"; action: Action }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "relay"; reason: string }
  | { kind: "clocks"; ms: number }
  | { kind: "said"; side: Side; phrase: Phrase };

export interface LiveState {
  connection: "connecting" | "open" | "lost";
  /** The number of attempts to connect that have failed since the connection was last open. */
  failures: number;
  /** The seats whose players are in the room. */
  here: readonly Side[];
  watchers: number;
  /** Since when the other player is away: milliseconds since 1970; null if they are here, or nobody knows. */
  awaySince: number | null;
}
