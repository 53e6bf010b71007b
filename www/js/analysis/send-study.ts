// Exports a study: as a text in any format, a link, a picture, or a game that is played on.

import type { BoardState } from "../board/index.ts";
import type { I18n } from "../core/i18n.ts";
import { defaultGame } from "../core/game-record.ts";
import type { GameMode, GameRecord } from "../core/game-record.ts";
import { MAX_LEVEL } from "../core/levels.ts";
import { sideOf } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import { describePlayers, gameName } from "../rules/record-words.ts";
import { playHash } from "../rules/link.ts";
import { formatDay, movesOnly, rulesetOf, withGame } from "../rules/records.ts";
import type { ExportFormat, Rules } from "../rules/records.ts";
import type { Shared } from "../share/share-form.ts";
import { isMoreThanALine } from "../study/study-link.ts";
import { withNotes, writeStudy } from "../study/study-record.ts";
import type { KeptNotes } from "../study/study-record.ts";
import { branchOf, mainFrom, movesOf, nodeAt, pathTo } from "../study/tree.ts";
import type { Study, StudyData } from "./study.ts";

/** The main line, or the line through the node on the board. */
type Path = "main" | "here";
export type ExportLine = Path | "whole";

const ALL_NOTES: KeptNotes = { evaluations: true, clocks: true };

export type StudySender = ReturnType<typeof createStudySender>;

/** Returns a line of a study as a game. */
export function gameOf({ startFen, nodes, at, tags }: StudyData, line: Path): GameRecord {
  const here = pathTo(nodes, at);
  const path = line === "main" ? mainFrom(nodes) : [...here, ...mainFrom(nodes, at)];
  const isOnLine = line === "here" || branchOf(nodes, at) === null;
  const ply = isOnLine ? here.length : path.length;
  const moves = movesOf(nodes, path);
  const ruleset = rulesetOf(tags);
  return { ...defaultGame(), mode: "local", level: MAX_LEVEL, startFen, ruleset, moves, ply };
}

/** Returns the address of the play page that continues from the position on the board. */
export function playAddress(
  { startFen, nodes, at, tags }: StudyData,
  mode: GameMode,
  side: Side,
): string {
  const moves = movesOf(nodes, pathTo(nodes, at));
  const ruleset = rulesetOf(tags);
  return `./${playHash({ startFen, ruleset, moves, ply: moves.length, mode, side })}`;
}

/** Creates the functions that the export sheet calls. `line` returns the line that the person has chosen there. */
export function createStudySender(
  { rules, study, i18n }: { rules: Rules; study: Study; i18n: I18n },
  board: () => BoardState,
  line: () => ExportLine,
) {
  /**
   * Returns the study. If it has no tags, adds today's date. If it has no result, adds the result according to the
   * rules.
   */
  const completed = (): StudyData => {
    const data = study.data();
    const hasTags = Object.keys(data.tags).length > 0;
    const tags = hasTags ? data.tags : { Date: formatDay(new Date(), ".") };
    const result = data.result === "ongoing" ? resultOf(rules, data) : data.result;
    return { ...data, tags, result };
  };
  /** Formats the study. If `bare` is true, formats only its moves. */
  const write = (format: ExportFormat, bare = false, kept: KeptNotes = ALL_NOTES) => {
    const text = writeStudy(rules, withNotes(completed(), kept), format);
    return bare ? movesOnly(rules.Record, text, format) : text;
  };

  return {
    write,
    /** Returns the study as an XQF file. */
    async writeFile(kept: KeptNotes) {
      const { writeXqf } = await import("../study/study-xqf.ts");
      return writeXqf(withNotes(completed(), kept));
    },
    shared(): Shared {
      const data = study.data();
      const chosen = line();
      const whole = chosen === "whole" && isMoreThanALine(data) ? data : null;
      return {
        board: board(),
        shapes: nodeAt(data.nodes, data.at).shapes,
        at: pathTo(data.nodes, data.at).length,
        title: gameName(data.tags, describePlayers(data.tags, i18n)),
        fen: write("fen"),
        game: gameOf(data, chosen === "here" ? "here" : "main"),
        side: sideOf(study.get().position.turn),
        page: "./analysis.html",
        study: async () => whole,
        file: () => write("pgn-chinese"),
      };
    },
  };
}

/** Returns the result at the end of the main line according to the rules. */
function resultOf({ Game }: Rules, { startFen, nodes, tags }: StudyData) {
  const end = new Game(startFen, movesOf(nodes, mainFrom(nodes)), rulesetOf(tags));
  return withGame(end, (game) => game.verdict().result);
}
