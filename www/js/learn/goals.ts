// The goals of exercises: the conditions that complete them, and the effect of each move of the learner. The rules of
// the game decide what is legal, a check, a mate or a repetition.

import type { Reason } from "../../pkg/chuhe.js";
import { NOTATIONS, pieceAt, rankOf, splitMove, squaresBetween } from "../core/xiangqi.ts";
import type { Notation, Verdict } from "../core/xiangqi.ts";
import { redToMoveAgain } from "../rules/position.ts";
import type { RulesGame } from "../rules/rules.ts";
import type { Runner } from "./lesson-runner.ts";
import type { Message } from "./messages.ts";

/**
 * The ways to answer a check: move the general, capture the checking piece, block its line, or move a cannon's screen
 * away.
 */
type Answer = "move" | "take" | "block" | "unscreen";

export type Goal =
  /** Look at the position; there is nothing to play. */
  | { kind: "look" }
  /** Reach these squares with the piece `by`, within `moves` moves. */
  | { kind: "collect"; squares: string[]; moves: number; by: string }
  /** Play a move with each of these pieces. */
  | { kind: "each"; by: string[] }
  /** Try each of these illegal moves. */
  | { kind: "refused"; moves: string[] }
  /** Play one of these moves. */
  | { kind: "accept"; moves: string[] }
  /** Give check with each of these pieces. */
  | { kind: "checks"; by: string[] }
  /** Answer a check in each of these ways. */
  | { kind: "answer"; ways: Answer[] }
  /** End the game for this reason, within `moves` moves. */
  | { kind: "end"; reason: Reason; moves: number }
  /** Follow a line; every second move of it is the opponent's. */
  | { kind: "script"; line: string[] }
  /** Play a move that does not lose by repetition. */
  | { kind: "avoid" }
  /** Play the capture that gains the most. */
  | { kind: "gain" }
  /** Play `moves` moves; the page shows how each is written. */
  | { kind: "notate"; moves: number }
  /** Play the move that is shown in notation. */
  | { kind: "read"; move: string; notation: Notation };

type GoalOf<Kind extends Goal["kind"]> = Extract<Goal, { kind: Kind }>;

/** The result of a move of the learner. */
export interface Outcome {
  /**
   * "moved": the exercise goes on; "rewound": a part of the goal is reached, and the position goes back to the start;
   * "done": the goal is reached; "back": the move was not played, or was taken back; "over": the goal can no longer be
   * reached.
   */
  type: "moved" | "rewound" | "done" | "back" | "over";
  message?: Message;
  /** The verdict that the move would have led to; present if the move would have lost by repetition. */
  verdict?: Verdict;
  /** The moves of the verdict's cycle, in notation. */
  texts?: string[];
}

/** The behaviour of one kind of goal. */
export interface GoalRules<OneGoal extends Goal> {
  /** Returns the parts of the goal, each of which `Runner.tick` marks as done. */
  parts?(goal: OneGoal): readonly string[];
  /** Handles a legal move. */
  move(run: Runner, move: string, goal: OneGoal): Outcome;
  /** Handles an illegal move; returns true if the move was a remaining part of the goal. */
  refuse?(run: Runner, move: string): boolean;
  /** Returns the board's markers by square. */
  markers?(run: Runner, goal: OneGoal): Record<string, string>;
}

/**
 * The values of the pieces, in soldiers (the pawns of Xiangqi); `valueAt` doubles the value of a soldier beyond the
 * river.
 */
const VALUES: Readonly<Record<string, number>> = { R: 9, C: 4.5, N: 4, A: 2, B: 2, P: 1, K: 0 };

const MOVED: Outcome = { type: "moved" };
const DONE: Outcome = { type: "done" };

const back = (message: Message): Outcome => ({ type: "back", message });

const mark = (squares: readonly string[], marker: string) =>
  Object.fromEntries(squares.map((square) => [square, marker]));

export const GOAL_RULES: { [Kind in Goal["kind"]]: GoalRules<GoalOf<Kind>> } = {
  look: { move: () => back({ key: "learn.wrong.look" }) },
  collect: {
    parts: ({ squares }) => squares,
    move: collect,
    markers: ({ remaining }) => mark(remaining, "ring"),
  },
  each: { parts: ({ by }) => by, move: moveEach },
  refused: {
    parts: ({ moves }) => moves,
    move: () => back({ key: "learn.wrong.legal" }),
    refuse: (run, move) => run.tick(move),
    markers: ({ remaining }) =>
      mark(
        remaining.map((move) => splitMove(move)[1]),
        "cross",
      ),
  },
  accept: {
    move: (run, move, { moves }) =>
      moves.includes(move) ? play(run, move) : back({ key: "learn.wrong.other" }),
  },
  checks: { parts: ({ by }) => by, move: check },
  answer: { parts: ({ ways }) => ways, move: answer },
  end: { move: end },
  script: { move: followScript, markers: markScript },
  avoid: { move: avoidLoss },
  gain: { move: gain },
  notate: { move: notate },
  read: { move: read },
};

/** Returns the message on how a piece moves; `piece` is a FEN letter. */
export const ruleOf = (piece: string): Message => ({ key: "learn.say.rule", piece });

/** Returns the FEN letter of the piece that a move moves. */
const moverOf = (game: RulesGame, move: string) => pieceAt(game.placement(), splitMove(move)[0]);

function play(run: Runner, move: string) {
  run.play(move);
  return DONE;
}

function takeBack(run: Runner, message: Message) {
  run.takeBack();
  return back(message);
}

/** Plays a move and lets Black pass, so the learner moves again. */
function collect(run: Runner, move: string, { moves, by }: GoalOf<"collect">): Outcome {
  const piece = moverOf(run.game, move);
  run.play(move);
  if (piece === by) run.tick(splitMove(move)[1]);
  if (run.remaining.length === 0) return DONE;
  const count = moves - run.played.length;
  if (count <= 0) return { type: "over", message: { key: "learn.wrong.tooMany", count: moves } };
  run.pass(redToMoveAgain(run.Game, run.game.placement()));
  return { type: "moved", message: { key: "learn.say.more", count } };
}

/** Plays a move and lets Black pass, so the learner moves again. */
function moveEach(run: Runner, move: string): Outcome {
  const piece = moverOf(run.game, move);
  run.play(move);
  run.tick(piece);
  const message = ruleOf(piece);
  if (run.remaining.length === 0) return { type: "done", message };
  run.pass(redToMoveAgain(run.Game, run.game.placement()));
  return { type: "moved", message };
}

function check(run: Runner, move: string): Outcome {
  const piece = moverOf(run.game, move);
  run.play(move);
  if (run.game.view().check === null) return takeBack(run, { key: "learn.wrong.noCheck", piece });
  if (!run.tick(piece)) return takeBack(run, { key: "learn.wrong.again" });
  if (run.remaining.length === 0) return DONE;
  return { type: "rewound", message: { key: "learn.say.check", piece } };
}

function answer(run: Runner, move: string): Outcome {
  const way = answerOf(run.game, move);
  run.play(move);
  if (!run.tick(way)) return takeBack(run, { key: `learn.wrong.way.${way}` });
  if (run.remaining.length === 0) return DONE;
  return { type: "rewound", message: { key: `learn.way.${way}` } };
}

/** Returns how a legal move answers a check. */
function answerOf(game: RulesGame, move: string): Answer {
  const [from, to] = splitMove(move);
  const { check: general, checkers } = game.view();
  if (from === general) return "move";
  if (checkers.includes(to)) return "take";
  const lines = checkers.flatMap((checker) => squaresBetween(checker, general ?? ""));
  return lines.includes(from) ? "unscreen" : "block";
}

function end(run: Runner, move: string, goal: GoalOf<"end">): Outcome {
  run.play(move);
  const { result, reason } = run.game.verdict();
  if (reason === goal.reason) return DONE;
  const [first] = movesOf(run.game);
  // `first` exists unless the game is over; the test only satisfies the type checker.
  if (result !== "ongoing" || !first) return takeBack(run, { key: `learn.wrong.${reason}` });
  const moves = goal.moves - run.played.length;
  const reply = {
    move: first,
    piece: moverOf(run.game, first),
    notation: run.write(first, "chinese"),
  };
  if (moves <= 0 || !forcesEnd(run.game, goal.reason, moves)) {
    const key = run.game.view().check !== null ? "learn.wrong.checkOnly" : "learn.wrong.quiet";
    return takeBack(run, { key, reply });
  }
  run.answer(first);
  return { type: "moved", message: { key: "learn.say.reply", reply } };
}

const movesOf = (game: RulesGame) =>
  [...game.dests()].flatMap(([from, targets]) => targets.map((to) => from + to));

/** Returns true if, after every reply, the game can be ended for `reason` within `moves` moves. */
function forcesEnd(game: RulesGame, reason: Reason, moves: number): boolean {
  return movesOf(game).every((reply) => {
    game.play(reply);
    const canEnd = movesOf(game).some((move) => {
      game.play(move);
      const ends =
        game.verdict().reason === reason || (moves > 1 && forcesEnd(game, reason, moves - 1));
      game.undo();
      return ends;
    });
    game.undo();
    return canEnd;
  });
}

function followScript(run: Runner, move: string, { line }: GoalOf<"script">): Outcome {
  const ply = 2 * run.played.length;
  if (move !== line[ply]) return back({ key: "learn.wrong.script" });
  run.play(move);
  const reply = line[ply + 1];
  if (run.isOver || !reply) return DONE;
  run.answer(reply);
  return run.isOver ? DONE : MOVED;
}

/** Returns markers for both squares of the next move of the line. */
function markScript(run: Runner, { line }: GoalOf<"script">) {
  const next = line[2 * run.played.length];
  return next && !run.isOver ? mark(splitMove(next), "ring") : {};
}

function avoidLoss(run: Runner, move: string): Outcome {
  const verdict = run.game.describe(move).loss;
  if (!verdict) return play(run, move);
  const message = { key: `loss.${verdict.reason}`, offender: verdict.offender ?? undefined };
  return { type: "back", message, verdict, texts: run.writeCycle(verdict.cycle) };
}

function gain(run: Runner, move: string): Outcome {
  const capture = valueCapture(run.game, move);
  if (!capture) return back({ key: "learn.wrong.noCapture" });
  const { gained, lost, piece } = capture;
  const nets = movesOf(run.game).map((other) => {
    const value = valueCapture(run.game, other);
    return value ? value.gained - value.lost : -Infinity;
  });
  if (gained - lost === Math.max(...nets)) return play(run, move);
  const key = lost > 0 ? "learn.wrong.takenBack" : "learn.wrong.lesser";
  return back({ key, piece, count: gained, loss: lost });
}

/**
 * Returns the value that a capture gains, and the value that a recapture would cost, which is 0 if no recapture is
 * possible. Returns null if the move is not a capture.
 */
function valueCapture(game: RulesGame, move: string) {
  const [from, to] = splitMove(move);
  const before = game.placement();
  const piece = pieceAt(before, from);
  const captured = pieceAt(before, to);
  if (captured === ".") return null;
  game.play(move);
  const isRecaptured = movesOf(game).some((reply) => reply.endsWith(to));
  game.undo();
  return { piece, gained: valueAt(captured, to), lost: isRecaptured ? valueAt(piece, to) : 0 };
}

function valueAt(piece: string, square: string) {
  const rank = rankOf(square);
  const isBeyondRiver = (piece === "P" && rank > 4) || (piece === "p" && rank < 5);
  return (VALUES[piece.toUpperCase()] ?? 0) * (isBeyondRiver ? 2 : 1);
}

function notate(run: Runner, move: string, { moves }: GoalOf<"notate">): Outcome {
  const texts = NOTATIONS.map((notation) => run.write(move, notation));
  const message = { key: "learn.say.written", text: texts.join(" · ") };
  run.play(move);
  return { type: run.played.length >= moves || run.isOver ? "done" : "moved", message };
}

function read(run: Runner, move: string, goal: GoalOf<"read">): Outcome {
  if (move === goal.move) return play(run, move);
  return back({ key: "learn.wrong.read", text: run.write(move, goal.notation) });
}
