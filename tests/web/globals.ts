/** The handles of the pages for scripts, as functions that run in a page see them once the page has started. */
import type Axe from "axe-core";
import type { createReview } from "../../www/js/analysis/review/index.ts";
import type { createLines } from "../../www/js/analysis/lines/index.ts";
import type { Study } from "../../www/js/analysis/study.ts";
import type { Board } from "../../www/js/board/index.ts";
import type { Runner } from "../../www/js/learn/lesson-runner.ts";
import type { GameController } from "../../www/js/play/game-controller.ts";
import type { State } from "../../www/js/play/state.ts";
import type { EndingRoom } from "../../www/js/puzzles/ending-room.ts";
import type { PracticeSection } from "../../www/js/puzzles/practice-section.ts";
import type { Course } from "../../www/js/practice/puzzle-course.ts";
import type { Progress } from "../../www/js/puzzles/puzzle-progress.ts";
import type { PuzzleRoom } from "../../www/js/puzzles/puzzle-room.ts";

/** The members that tests read once they are there. */
type Present<T> = { [K in keyof T]: NonNullable<T[K]> };

interface Handle {
  /** Settled when the page can be used. The laboratory's resolves to its client. */
  ready: Promise<unknown>;
  board: Board;
}

/** index.html. The other pages that use the name have a part of this: learn.html has `runner`. */
interface PlayHandle extends Handle {
  state: State;
  game: GameController;
  leaveStart(): void;
  runner: Runner;
}

interface AnalysisHandle extends Handle {
  study: Study;
  lines: { state: Present<ReturnType<typeof createLines>["state"]> };
  review: Present<Pick<Awaited<ReturnType<typeof createReview>>, "run" | "retry">>;
}

interface PuzzlesHandle extends Handle {
  course: Course;
  room: Present<PuzzleRoom>;
  endgame: EndingRoom;
  practice: PracticeSection & { room: Present<PracticeSection["room"]> };
  progress: Progress;
  spoken: string;
}

declare global {
  var chuhe: PlayHandle;
  var chuheAnalysis: AnalysisHandle;
  var chuhePuzzles: PuzzlesHandle;
  /** Injected by the tests of accessibility. */
  var axe: typeof Axe;
}
