// How a study leaves the page: as a text in any format, as a link or a picture, or to be played on from where it is.

import { MAX_LEVEL } from "../core/levels.ts";
import { playHash } from "../rules/link.ts";
import { formatDay, movesOnly, rulesetOf } from "../rules/records.ts";
import { defaultGame } from "../core/game-record.ts";
import { sideOf } from "../core/xiangqi.ts";
import { isMoreThanALine } from "../study/study-link.ts";
import { writeStudy } from "../study/study-record.ts";
import { branchOf, mainFrom, movesOf, pathTo } from "../study/tree.ts";

/** @typedef {import("./study.ts").StudyData} StudyData */
/** @typedef {"main"|"here"} Path  the main line, or the one to the present place and on from there */
/** @typedef {Path|"whole"} Line  one of them, or all there is */

/**
 * The game that a line of the study is.
 * @param {StudyData} study @param {Path} line @returns {import("../core/game-record.ts").GameRecord}
 */
export function gameOf({ startFen, nodes, at, tags }, line) {
  const here = pathTo(nodes, at);
  const path = line === "main" ? mainFrom(nodes) : [...here, ...mainFrom(nodes, at)];
  const onMain = branchOf(nodes, at) === null;
  const ply = line === "here" || onMain ? here.length : path.length;
  const moves = movesOf(nodes, path);
  const ruleset = rulesetOf(tags);
  return { ...defaultGame(), mode: "local", level: MAX_LEVEL, startFen, ruleset, moves, ply };
}

/**
 * Where the play page goes on from the present place.
 * @param {StudyData} study @param {import("../core/game-record.ts").GameMode} mode @param {import("../core/xiangqi.ts").Side} side
 */
export function playAddress({ startFen, nodes, at, tags }, mode, side) {
  const moves = movesOf(nodes, pathTo(nodes, at));
  const ruleset = rulesetOf(tags);
  return `./${playHash({ startFen, ruleset, moves, ply: moves.length, mode, side })}`;
}

/**
 * What the sheet that writes is told.
 * @param {import("../rules/records.ts").Rules} rules @param {import("./study.ts").Study} study
 * @param {() => import("../board/index.ts").BoardState} board @param {() => Line} line  which is handed on
 */
export function createStudySender(rules, study, board, line) {
  /** With a date, and with the result that the rules know, where nothing else is said. */
  const whole = () => {
    const data = study.data();
    const named = Object.keys(data.tags).length > 0;
    const tags = named ? data.tags : { Date: formatDay(new Date(), ".") };
    const result = data.result === "ongoing" ? resultOf(rules.Game, data) : data.result;
    return { ...data, tags, result };
  };
  /** @param {import("../rules/records.ts").ExportFormat} format @param {boolean} [bare] the moves alone */
  const write = (format, bare = false) => {
    const text = writeStudy(rules, whole(), format);
    return bare ? movesOnly(rules.Record, text, format) : text;
  };

  return {
    write,
    /** @returns {import("../share/share-form.ts").Shared} */
    shared() {
      const side = sideOf(study.get().position.turn);
      const data = study.data();
      const chosen = line();
      const all = chosen === "whole" && isMoreThanALine(data) ? data : null;
      const game = gameOf(data, chosen === "here" ? "here" : "main");
      const file = () => write("pgn-chinese");
      const page = "./analysis.html";
      const { shapes } = data.nodes[data.at];
      const at = pathTo(data.nodes, data.at).length;
      const here = { board: board(), shapes, at, fen: write("fen") };
      return { ...here, game, side, page, study: async () => all, file };
    },
  };
}

/** How the main line ends. @param {import("../rules/rules.ts").GameClass} Game @param {StudyData} study */
function resultOf(Game, { startFen, nodes, tags }) {
  const game = new Game(startFen, movesOf(nodes, mainFrom(nodes)), rulesetOf(tags));
  const { result } = game.verdict();
  game.free();
  return result;
}
