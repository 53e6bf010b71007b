// The state of the analysis page, independent of the DOM.

import type { Arrow } from "../board/arrows.ts";
import { createStore } from "../core/store.ts";
import type { Side } from "../core/xiangqi.ts";
import type { Rules } from "../rules/records.ts";
import type { LazyPart } from "../shell/lazily.ts";
import type { ExerciseAdder } from "./add-exercises.ts";
import { createBoardOwner } from "./board-owner.ts";
import type { Commands } from "./commands.ts";
import type { NetworkState } from "./engine-loader.ts";
import type { EngineQueue } from "./engine-queue.ts";
import type { MoveScores } from "./explorer-scores.ts";
import type { createLines } from "./lines/index.ts";
import type { StudyOpener } from "./open-study.ts";
import type { OpeningFinder } from "./opening-name.ts";
import type { createReviewMount } from "./review/mount.ts";
import type { StudyStorage } from "./study-storage.ts";
import type { Study, StudyState } from "./study.ts";

/** The parts that exist once the rules are loaded. */
export interface Session {
  rules: Rules;
  study: Study;
  opener: StudyOpener;
  commands: Commands;
  exercises: ExerciseAdder;
  queue: EngineQueue;
  scores: MoveScores;
  openingOf: OpeningFinder;
  review: ReturnType<typeof createReviewMount>;
  lines: LazyPart<ReturnType<typeof createLines>>;
}

interface AnalysisState {
  /** Null until the rules are loaded. */
  session: Session | null;
  isFlipped: boolean;
  /** True once the stored study is open. */
  isRestored: boolean;
}

/** What is stored at once when it changes. */
const CONTENT = ["study", "nodes", "tags", "result", "startFen", "flipped"] as const;

export type Model = ReturnType<typeof createModel>;

export function createModel(storage: StudyStorage) {
  const state = createStore<AnalysisState>({ session: null, isFlipped: false, isRestored: false });
  /** Applies changes to the state. Notifies the listeners even if `changes` is empty. */
  const change = (changes: Partial<AnalysisState>) => state.set({ ...state.get(), ...changes });
  const owner = createBoardOwner();
  /** What `save` has stored last. */
  let stored: (StudyState & { flipped: boolean }) | null = null;

  return {
    owner,
    engineArrows: createStore<Arrow[]>([]),
    network: createStore<NetworkState | "none">("none"),
    /** Counts the changes of the language and the settings; the page is refreshed after each. */
    settingsChanges: createStore(0),

    get session() {
      return state.get().session;
    },
    get study() {
      return state.get().session?.study ?? null;
    },
    /** Returns the id of the library's game that is open; null for other studies. */
    libraryGame: () => storage.gameId,
    /** The side at the bottom of the board. */
    bottom: (): Side => (state.get().isFlipped ? "black" : "red"),
    turn: (isFlipped: boolean) => change({ isFlipped }),
    flip: () => change({ isFlipped: !state.get().isFlipped }),

    begin(session: Session) {
      session.study.subscribe(owner.follow);
      change({ session });
      session.study.subscribe(() => change({}));
    },
    /** Enables `save`, because the stored study is open now. */
    endRestoring: () => change({ isRestored: true }),

    /** Calls `listener` after each change of the study, of the side at the bottom, or of the mode on the board. */
    subscribe(listener: () => void) {
      state.subscribe(listener);
      owner.subscribe(listener);
    },
    /**
     * Stores the study; soon, if only the node on the board has changed. Does nothing before `endRestoring`, because it
     * would overwrite the stored study that is not open yet.
     */
    save() {
      const { session, isFlipped, isRestored } = state.get();
      if (!session || !isRestored) return;
      const { study } = session;
      const now = { ...study.get(), flipped: isFlipped };
      const isSame = CONTENT.every((name) => now[name] === stored?.[name]);
      if (isSame && now.at === stored?.at) return;
      stored = now;
      const board = { data: study.data(), flipped: isFlipped };
      if (isSame) storage.saveSoon(board);
      else storage.save(board);
    },
  };
}
