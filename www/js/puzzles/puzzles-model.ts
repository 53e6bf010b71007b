// The state of the puzzles' page: what is on the board, what the person has solved, and the filter.

import { createStore } from "../core/store.ts";
import type { GameClass, RatingMeasure } from "../rules/rules.ts";
import type { EndingRoom } from "./ending-room.ts";
import type { Chapter } from "./endings.ts";
import type { PracticeSection } from "./practice-section.ts";
import type { Course } from "../practice/puzzle-course.ts";
import type { Section } from "./puzzle-panel.ts";
import { withOutcome } from "./puzzle-progress.ts";
import type { Outcome, Progress, createPuzzleStorage } from "./puzzle-progress.ts";
import { ratingAfter } from "./puzzle-rating.ts";
import type { PuzzleRoom } from "./puzzle-room.ts";
import { matching, noFilter } from "../practice/puzzle-set.ts";
import type { Filter, Puzzle } from "../practice/puzzle-set.ts";

/** The parts that the page loads before it can show a puzzle, an ending or an exercise. */
export interface Loaded {
  Game: GameClass;
  measure: RatingMeasure;
  course: Course;
  puzzles: PuzzleRoom;
  endings: EndingRoom;
  practice: PracticeSection;
}

export interface State {
  section: Section;
  progress: Progress;
  /** The change of the person's rating by the puzzle on the board, in levels. */
  ratingChange: number;
  filter: Filter;
  /** The chapters of the endings; none before that section is opened. */
  chapters: readonly Chapter[];
  /** Null while loading. */
  loaded: Loaded | null;
}

export type Model = ReturnType<typeof createModel>;

export function createModel(storage: ReturnType<typeof createPuzzleStorage>) {
  const store = createStore<State>({
    section: "puzzles",
    progress: storage.load(),
    ratingChange: 0,
    filter: noFilter(),
    chapters: [],
    loaded: null,
  });
  const { get } = store;
  const change = (changes: Partial<State>) => store.set({ ...get(), ...changes });

  function save(changes: Partial<Progress>, others: Partial<State> = {}) {
    const progress = { ...get().progress, ...changes };
    change({ ...others, progress });
    storage.save(progress);
  }

  const outcomeOf = (key: string) => get().progress.done[key];
  const isSolved = ({ key }: Puzzle) => outcomeOf(key) === "solved";

  return {
    get,
    subscribe: store.subscribe,
    change,
    /** Returns the stored outcome of a key: a puzzle's key, or `e:` and an ending's id. */
    outcomeOf,
    isSolved,

    /** The room of the puzzle, ending or exercise on the board; null if there is none yet. */
    get room() {
      const { section, loaded } = get();
      if (!loaded) return null;
      if (section === "practice") return loaded.practice.room;
      if (section === "endings") return loaded.endings;
      return loaded.puzzles.puzzle && loaded.puzzles;
    },

    /** Returns whether a puzzle matches the filter. */
    matches: (puzzle: Puzzle) => matching(get().filter, isSolved)(puzzle),

    /** Stores the outcome of a puzzle or an ending. The first outcome of a puzzle changes the rating. */
    note(key: string, outcome: Outcome, how?: { clean: boolean }) {
      const { progress, loaded } = get();
      const puzzle = loaded?.puzzles.puzzle;
      const after = withOutcome(progress, key, outcome, how);
      if (puzzle?.key !== key || progress.done[key] !== undefined || !loaded) return save(after);
      const isHelped = how?.clean === false;
      const rating = ratingAfter(progress.rating, puzzle, outcome, isHelped, loaded.measure);
      const ratingChange = progress.rating ? (rating?.level ?? 0) - progress.rating.level : 0;
      save({ ...after, rating }, { ratingChange });
    },

    /**
     * Changes the section, and stores `last`, the hash that names the content of the board. `place` is the number of
     * the last puzzle on the board.
     */
    turnTo(section: Section, last: string, place = get().progress.place) {
      const ratingChange = section === "puzzles" ? 0 : get().ratingChange;
      save({ last, place }, { section, ratingChange });
    },
  };
}
