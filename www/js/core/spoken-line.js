// A line for those who do not see it: every move in the words that moves are told in, with what it takes and whose it is.

import { toldMove } from "./move-description.js";
import { sayMove } from "./words.js";

/** @typedef {import("./move-description.js").ToldMove} ToldMove */

/**
 * @param {import("../rules/rules.js").GameClass} Game @param {{ startFen: string|null, moves: string[] }} before @param {string[]} line
 * @param {import("./xiangqi.js").Notation} notation @param {import("./i18n.js").I18n} i18n
 * @param {(told: ToldMove, notation: import("./xiangqi.js").Notation, i18n: import("./i18n.js").I18n) => string} [say]
 * @returns {string[]} one for each move, up to the first that is not legal
 */
export function spokenLine(Game, { startFen, moves }, line, notation, i18n, say = sayMove) {
  const game = new Game(startFen, moves);
  try {
    // As far as the rules have them: a server may answer anything.
    return game.line(line, notation).map((_, index) => {
      const move = line[index];
      const told = toldMove(game, move);
      game.play(move);
      return say(told, notation, i18n) + (game.view().check !== null ? i18n.t("say.check") : "");
    });
  } finally {
    game.free();
  }
}
