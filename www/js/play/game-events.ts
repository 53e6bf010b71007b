// What leaves the controller: told to whoever shows it or reads it aloud.

/** @typedef {{ type: "move", by: "person"|"engine" } & import("../core/move-facts.ts").MoveFacts} MoveEvent */
/** @typedef {{ type: "refused", reason: string, piece: string, checkers: string[] }} RefusedEvent  who gives an unanswered check */
/** @typedef {{ type: "opened"|"undone"|"redone"|"followed"|"resumed" }} JumpEvent */
/** @typedef {{ type: "ended"|"drawOffered"|"drawDeclined"|"paused" }} WordEvent  What a player has said. */
/** @typedef {{ type: "engineFailed", error: unknown }} FailedEvent */
/**
 * The person's move was not played, because it loses by repetition; `move` with `knowingly` plays it.
 * @typedef {{ type: "warned", from: string, to: string, verdict: import("../core/xiangqi.ts").Verdict, texts: string[] }} WarnedEvent
 *   `texts`: the plies of the verdict's cycle as the settings write moves
 */
/**
 * The person's move was not played, because it gives a piece away to `capture`; `move` with `knowingly` plays it.
 * @typedef {{ type: "endangered", from: string, to: string, capture: string }} EndangeredEvent
 */
/** @typedef {MoveEvent|RefusedEvent|JumpEvent|FailedEvent|WarnedEvent|EndangeredEvent|WordEvent} GameEvent */

// oxlint-disable-next-line unicorn/require-module-specifiers -- it is what makes this file a module
export {};
