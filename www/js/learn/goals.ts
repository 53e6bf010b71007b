// The kinds of exercises: what is left to be done in each, and what a legal move of the learner's makes of it.
// Whatever is legal, check, mate or a repetition is asked of the rules.

import { redToMoveAgain } from "../rules/position.ts";
import { squaresBetween, pieceAt } from "../core/xiangqi.ts";

/** @typedef {import("./lesson-runner.ts").Runner} Runner */
/** @typedef {import("../rules/rules.ts").RulesGame} Rules */

/**
 * @typedef {{ kind: "look" }} Look                                   nothing to do but to look
 * @typedef {{ kind: "collect", points: string[], moves: number, by: string }} Collect
 * @typedef {{ kind: "each", by: string[] }} Each                     a move by each of these pieces
 * @typedef {{ kind: "refused", moves: string[] }} Refused
 * @typedef {{ kind: "accept", moves: string[] }} Accept
 * @typedef {{ kind: "checks", by: string[] }} Checks                 a check by each of these pieces
 * @typedef {{ kind: "answer", ways: string[] }} Answer               a check answered in each of these ways
 * @typedef {{ kind: "end", reason: string, moves: number }} End
 * @typedef {{ kind: "script", line: string[] }} Script
 * @typedef {{ kind: "avoid" }} Avoid                                 a move that does not lose by repetition
 * @typedef {{ kind: "gain" }} Gain                                   the capture that wins most
 * @typedef {{ kind: "notate", moves: number }} Notate
 * @typedef {{ kind: "read", move: string, notation: "chinese"|"wxf"|"iccs" }} Read
 * @typedef {Look|Collect|Each|Refused|Accept|Checks|Answer|End|Script|Avoid|Gain|Notate|Read} Goal
 */

/**
 * Words to be said: a key of the locale files and what to fill in. `piece` is a letter of the
 * placement, `loser` and `offender` are sides; all are named in the reader's language.
 * @typedef {object} Say
 * @property {string} key
 * @property {string} [piece]
 * @property {"red"|"black"} [loser]
 * @property {"red"|"black"} [offender]
 * @property {string} [square]
 * @property {string} [text]   a written move
 * @property {{ move: string, piece: string, notation: string }} [reply]   Black's, told in words as `{text}`
 * @property {number} [count]
 * @property {number} [loss]
 */

/**
 * What a move has brought: "moved" on, "rewound" to the start with something achieved, "done", "back" where
 * the piece stood, "over" when it cannot be done any more.
 * @typedef {{ type: "moved"|"rewound"|"done"|"back"|"over", say?: Say, verdict?: import("../core/xiangqi.ts").Verdict, texts?: string[] }} Outcome
 */

/**
 * How one kind of goal goes.
 * @template {Goal} Wanted
 * @typedef {object} Kind
 * @property {(goal: Wanted) => string[]} [left]       what is to be done, at the start
 * @property {(run: Runner, move: string, goal: Wanted) => Outcome} move   a legal move that was tried
 * @property {(run: Runner, move: string) => boolean} [tried]           an illegal one; whether it was wanted
 * @property {(run: Runner, goal: Wanted) => Record<string, string>} [markers]
 */

/** What pieces are worth, in soldiers; a soldier over the river counts double. @type {Record<string, number>} */
export const VALUES = { R: 9, C: 4.5, N: 4, A: 2, B: 2, P: 1, K: 0 };

/** @type {Outcome} */
const MOVED = { type: "moved" };
/** @type {Outcome} */
const DONE = { type: "done" };

/** @param {Say} say @returns {Outcome} */
const back = (say) => ({ type: "back", say });

/** @param {string[]} squares @param {string} kind */
const mark = (squares, kind) => Object.fromEntries(squares.map((square) => [square, kind]));

/** @type {{ [Name in Goal["kind"]]: Kind<Extract<Goal, { kind: Name }>> }} */
export const KINDS = {
  look: { move: () => back({ key: "learn.wrong.look" }) },
  collect: { left: (goal) => goal.points, move: collect, markers: (run) => mark(run.left, "ring") },
  each: { left: (goal) => goal.by, move: each },
  refused: {
    left: (goal) => goal.moves,
    move: () => back({ key: "learn.wrong.legal" }),
    tried: (run, move) => run.tick(move),
    markers: (run) =>
      mark(
        run.left.map((move) => move.slice(2)),
        "cross",
      ),
  },
  accept: { move: (run, move, goal) => (goal.moves.includes(move) ? play(run, move) : wrong()) },
  checks: { left: (goal) => goal.by, move: checks },
  answer: { left: (goal) => goal.ways, move: answer },
  end: { move: end },
  script: { move: script, markers: nextOfScript },
  avoid: { move: avoid },
  gain: { move: gain },
  notate: { move: notate },
  read: { move: read },
};

const wrong = () => back({ key: "learn.wrong.other" });

/** Returns the rule by which a piece moves. @param {string} piece a letter of the placement @returns {Say} */
export const ruleOf = (piece) => ({ key: "learn.say.rule", piece });

/** @param {Runner} run @param {string} move */
function play(run, move) {
  run.play(move);
  return DONE;
}

/** Black passes all the time. @param {Runner} run @param {string} move @param {Collect} goal @returns {Outcome} */
function collect(run, move, goal) {
  const [from, to] = [move.slice(0, 2), move.slice(2)];
  const piece = pieceAt(run.game.placement(), from);
  run.play(move);
  if (piece === goal.by) run.tick(to);
  if (run.left.length === 0) return DONE;
  const count = goal.moves - run.played.length;
  if (count <= 0) return { type: "over", say: { key: "learn.wrong.tooMany", count: goal.moves } };
  run.passed(redToMoveAgain(run.Game, run.game.placement()));
  return { type: "moved", say: { key: "learn.say.more", count } };
}

/** Black passes all the time. @param {Runner} run @param {string} move @returns {Outcome} */
function each(run, move) {
  const piece = pieceAt(run.game.placement(), move.slice(0, 2));
  run.play(move);
  run.tick(piece);
  const say = ruleOf(piece);
  if (run.left.length === 0) return { type: "done", say };
  run.passed(redToMoveAgain(run.Game, run.game.placement()));
  return { type: "moved", say };
}

/** @param {Runner} run @param {string} move @returns {Outcome} */
function checks(run, move) {
  const piece = pieceAt(run.game.placement(), move.slice(0, 2));
  run.play(move);
  if (run.game.view().check === null) return takeBack(run, { key: "learn.wrong.noCheck", piece });
  if (!run.tick(piece)) return takeBack(run, { key: "learn.wrong.again" });
  return run.left.length === 0 ? DONE : { type: "rewound", say: { key: "learn.say.check", piece } };
}

/** @param {Runner} run @param {string} move @returns {Outcome} */
function answer(run, move) {
  const way = wayOfAnswer(run.game, move);
  run.play(move);
  if (!run.tick(way)) return takeBack(run, { key: `learn.wrong.way.${way}` });
  return run.left.length === 0 ? DONE : { type: "rewound", say: { key: `learn.way.${way}` } };
}

/** How a legal move answers a check. @param {Rules} game @param {string} move */
function wayOfAnswer(game, move) {
  const [from, to] = [move.slice(0, 2), move.slice(2)];
  const { check, checkers } = game.view();
  const king = check ?? "";
  if (from === king) return "move";
  if (checkers.includes(to)) return "take";
  const lines = checkers.flatMap((checker) => squaresBetween(checker, king));
  return lines.includes(from) ? "unscreen" : "block";
}

/** @param {Runner} run @param {string} move @param {End} goal @returns {Outcome} */
function end(run, move, goal) {
  run.play(move);
  const { result, reason } = run.game.verdict();
  if (reason === goal.reason) return DONE;
  if (result !== "ongoing") return takeBack(run, { key: `learn.wrong.${reason}` });
  const [reply] = movesOf(run.game);
  const left = goal.moves - run.played.length;
  const piece = pieceAt(run.game.placement(), reply.slice(0, 2));
  const told = { move: reply, piece, notation: run.write(reply, "chinese") };
  if (left <= 0 || !forces(run.game, goal.reason, left)) {
    const key = run.game.view().check !== null ? "learn.wrong.checkOnly" : "learn.wrong.quiet";
    return takeBack(run, { key, reply: told });
  }
  run.answer(reply);
  return { type: "moved", say: { key: "learn.say.reply", reply: told } };
}

/** @param {Rules} game @returns {string[]} */
const movesOf = (game) =>
  [...game.dests()].flatMap(([from, points]) => points.map((to) => from + to));

/** Whether every reply lets the game end so, within so many moves. @param {Rules} game @param {string} reason @param {number} moves @returns {boolean} */
function forces(game, reason, moves) {
  return movesOf(game).every((reply) => {
    game.play(reply);
    const found = movesOf(game).some((move) => {
      game.play(move);
      const ends =
        game.verdict().reason === reason || (moves > 1 && forces(game, reason, moves - 1));
      game.undo();
      return ends;
    });
    game.undo();
    return found;
  });
}

/** @param {Runner} run @param {string} move @param {Script} goal @returns {Outcome} */
function script(run, move, goal) {
  const ply = 2 * run.played.length;
  if (move !== goal.line[ply]) return back({ key: "learn.wrong.script" });
  run.play(move);
  if (run.isOver) return DONE;
  run.answer(goal.line[ply + 1]);
  return run.isOver ? DONE : MOVED;
}

/** @param {Runner} run @param {Script} goal */
function nextOfScript(run, goal) {
  const next = goal.line[2 * run.played.length];
  return next && !run.isOver ? { [next.slice(0, 2)]: "ring", [next.slice(2)]: "ring" } : {};
}

/** @param {Runner} run @param {string} move @returns {Outcome} */
function avoid(run, move) {
  const verdict = run.game.describe(move).loss;
  if (!verdict) return play(run, move);
  const say = { key: `loss.${verdict.reason}`, offender: verdict.offender ?? undefined };
  return { type: "back", say, verdict, texts: run.writeCycle(verdict.cycle) };
}

/** @param {Runner} run @param {string} move @returns {Outcome} */
function gain(run, move) {
  const won = worthOfCapture(run.game, move);
  if (!won) return back({ key: "learn.wrong.noCapture" });
  const { takes, loses, piece } = won;
  const best = movesOf(run.game).reduce((most, other) => {
    const worth = worthOfCapture(run.game, other);
    return worth ? Math.max(most, worth.takes - worth.loses) : most;
  }, -Infinity);
  if (takes - loses === best) return play(run, move);
  const key = loses > 0 ? "learn.wrong.takenBack" : "learn.wrong.lesser";
  return back({ key, piece, count: takes, loss: loses });
}

/** What a capture takes, and what it loses when it can be taken back. @param {Rules} game @param {string} move */
function worthOfCapture(game, move) {
  const to = move.slice(2);
  const before = game.placement();
  const piece = pieceAt(before, move.slice(0, 2));
  const prey = pieceAt(before, to);
  if (prey === ".") return null;
  game.play(move);
  const takenBack = movesOf(game).some((reply) => reply.endsWith(to));
  game.undo();
  return { piece, takes: worthAt(prey, to), loses: takenBack ? worthAt(piece, to) : 0 };
}

/** @param {string} piece @param {string} square */
function worthAt(piece, square) {
  const over = (piece === "P" && square[1] > "4") || (piece === "p" && square[1] < "5");
  return VALUES[piece.toUpperCase()] * (over ? 2 : 1);
}

/** How the same move is written. */
const NOTATIONS = /** @type {const} */ (["chinese", "wxf", "iccs"]);

/** @param {Runner} run @param {string} move @param {Notate} goal @returns {Outcome} */
function notate(run, move, goal) {
  const texts = NOTATIONS.map((notation) => run.write(move, notation));
  const say = { key: "learn.say.written", text: texts.join(" · ") };
  run.play(move);
  return { type: run.played.length >= goal.moves || run.isOver ? "done" : "moved", say };
}

/** @param {Runner} run @param {string} move @param {Read} goal @returns {Outcome} */
function read(run, move, goal) {
  if (move === goal.move) return play(run, move);
  return back({ key: "learn.wrong.read", text: run.write(move, goal.notation) });
}

/** @param {Runner} run @param {Say} say @returns {Outcome} */
function takeBack(run, say) {
  run.takeBack();
  return back(say);
}
