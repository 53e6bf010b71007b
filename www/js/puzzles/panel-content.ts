// Derives the content of the panel around the board from the state.

import { pointOf } from "../board/grid.ts";
import type { Board } from "../board/index.ts";
import { notationOf } from "../core/languages.ts";
import { describeReason } from "../core/reason.ts";
import { describeMoveWithSquares } from "../core/words.ts";
import { otherSide, splitMove, squareIndex } from "../core/xiangqi.ts";
import type { PageShell } from "../shell/create-page.ts";
import { describePoint } from "../shell/grid-words.ts";
import type { EndingRoom } from "./ending-room.ts";
import type { Ending } from "./endings.ts";
import { endingName } from "./ending-names.ts";
import type { PanelContent, SectionContent } from "./puzzle-panel.ts";
import { progressKey, solvedPuzzles, tally } from "./puzzle-progress.ts";
import { formatRating } from "./puzzle-rating.ts";
import type { PuzzleRoom } from "./puzzle-room.ts";
import type { Puzzle } from "../practice/puzzle-set.ts";
import type { Loaded, Model, State } from "./puzzles-model.ts";
import type { RoomMessage } from "./room-context.ts";

export function createPanelContent({ i18n, preferences }: PageShell, board: Board, model: Model) {
  const { t, has } = i18n;
  const notation = () => notationOf(preferences.settings);

  /** Formats a message. A spoken message names the squares of its move. */
  function format({ key, params, move, verdict }: RoomMessage, isSpoken = false): string {
    const reason = verdict ? describeReason(verdict, i18n) : "";
    if (!move) return t(key, { ...params, reason });
    const { side = "red" } = model.get().loaded?.puzzles.puzzle ?? {};
    const [from] = splitMove(move.move);
    return t(key, {
      ...params,
      reason,
      move: isSpoken
        ? describeMoveWithSquares(move, notation(), i18n)
        : i18n.move(move.texts[notation()]),
      point: describePoint(pointOf(board.state, squareIndex(from)), i18n),
      other: t(`side.${otherSide(side)}`),
    });
  }

  function puzzleContent(
    room: PuzzleRoom,
    puzzle: Puzzle,
    { progress, ratingChange }: State,
    all: number,
  ): SectionContent {
    const { number, kind, side, length, grade, level, stage, themes } = puzzle;
    const { rating, streak } = progress;
    const mayPlay = room.status === "play";
    const solved = Math.min(solvedPuzzles(progress), all);
    const score = [
      t("puzzle.stage", { stage }),
      t("puzzle.solvedOf", { solved, all }),
      streak > 0 ? t("puzzle.streak", { streak }) : "",
      rating ? formatRating(rating, ratingChange, i18n) : "",
    ];
    return {
      title: t("puzzle.title", { number }),
      task: t(`puzzle.task.${kind}.${side}`, { length }),
      grade,
      level,
      themes: room.isDone
        ? themes.map((theme) => `theme.${theme}`).flatMap((key) => (has(key) ? t(key) : []))
        : [],
      words: format(room.message),
      mood: room.mood,
      score: score.filter(Boolean),
      enabled: {
        previous: true,
        next: true,
        hint: mayPlay,
        show: mayPlay,
        again: room.ply > 0,
        analyse: true,
      },
    };
  }

  function endingContent(
    room: EndingRoom,
    ending: Ending,
    { progress, chapters }: State,
  ): SectionContent {
    const { message, mood, status, moves, mayGoBack } = room;
    const { goal, side, chapter } = ending;
    const isThinking = status === "thinking" && moves.length > 1;
    const keys = chapters.find(({ id }) => id === chapter)?.endings.map(progressKey) ?? [];
    return {
      title: endingName(ending, t),
      task: t(`ending.${ending.move ? "only" : "goal"}.${goal}`, { side: t(`side.${side}`) }),
      words: isThinking ? t("engine.thinking") : format(message),
      isPassing: isThinking || message.params !== undefined,
      mood: isThinking ? "plain" : mood,
      score: [t(`ending.chapter.${chapter}.name`), t("puzzle.solvedOf", tally(progress, keys))],
      enabled: {
        previous: true,
        next: true,
        again: moves.length > 0,
        analyse: true,
        back: mayGoBack,
      },
    };
  }

  function sectionContent(state: State, { course, puzzles, endings, practice }: Loaded) {
    if (state.section === "practice") return practice.content(format);
    if (state.section === "endings")
      return endings.ending && endingContent(endings, endings.ending, state);
    return puzzles.puzzle && puzzleContent(puzzles, puzzles.puzzle, state, course.size);
  }

  return {
    format,
    /** Returns the content for the puzzle, ending or exercise on the board; null before the first puzzle. */
    content(): PanelContent | null {
      const state = model.get();
      const { section, loaded } = state;
      const own = loaded && sectionContent(state, loaded);
      const moves = model.room?.notation(notation()) ?? [];
      return own && { ...own, section, moves, notation: notation() };
    },
    /** Formats the title and the task as one text. */
    formatGoal({ title, task }: PanelContent): string {
      // Removes the full stop that the message adds after a question.
      return t("puzzle.goal", { title, task }).replace(/([?？])[.。]/u, "$1");
    },
  };
}
