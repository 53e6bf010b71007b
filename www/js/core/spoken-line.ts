// A line for those who do not see it: every move in the words that moves are told in, with what it takes and whose it is.

import { moveFacts } from "./move-facts.ts";
import { describeMove } from "./words.ts";

/** @typedef {import("./move-facts.ts").MoveFacts} MoveFacts */

/**
 * @param {import("../rules/rules.ts").GameClass} Game @param {{ startFen: string|null, moves: string[] }} before @param {string[]} line
 * @param {import("./xiangqi.ts").Notation} notation @param {import("./i18n.ts").I18n} i18n
 * @param {(told: MoveFacts, notation: import("./xiangqi.ts").Notation, i18n: import("./i18n.ts").I18n) => string} [say]
 * @returns {string[]} one for each move, up to the first that is not legal
 */
export function spokenLine(Game, { startFen, moves }, line, notation, i18n, say = describeMove) {
  const game = new Game(startFen, moves);
  try {
    // As far as the rules have them: a server may answer anything.
    return game.line(line, notation).map((_, index) => {
      const move = line[index];
      const told = moveFacts(game, move);
      game.play(move);
      return say(told, notation, i18n) + (game.view().check !== null ? i18n.t("say.check") : "");
    });
  } finally {
    game.free();
  }
}
