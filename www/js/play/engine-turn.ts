// The engine's turn in a game: requests a move, delays it by a natural pause, and cancels the search when the board
// changes. Also runs searches that the game does not wait for, such as for a hint or a draw offer.

import { MAX_LEVEL } from "../core/levels.ts";
import { memoizeAsync } from "../core/memoize.ts";
import { pause, pauseBefore } from "../engine/pace.ts";
import type { Answer, Info, SearchOptions, Watch } from "../engine/types.ts";
import { engineBudget } from "./clock.ts";
import { idleEngine, withEngine } from "./state.ts";
import type { PlayStore } from "./state.ts";

/** The part of an engine's client that a game needs. The engine runs in a worker or on a server. */
export interface Opponent {
  getBestMove(fen: string, options: SearchOptions, watch: Watch): Promise<Answer>;
  /** Makes the engine answer with the best move so far. */
  stop(): void;
  /** Makes the engine forget the last game. */
  newGame(): void;
}

interface TurnListeners {
  onInfo(info: Info): void;
  onAnswer(answer: Answer): void;
  onFailure(error: unknown): void;
}

/** The longest thinking time at full strength, in milliseconds. With a clock the time may be shorter. */
const TOP_LEVEL_MS = 1000;

export type EngineTurn = ReturnType<typeof createEngineTurn>;

/**
 * Creates the engine's turn. `load` creates the engine's client; `pausing` returns the shortest time until a reply, in
 * milliseconds.
 */
export function createEngineTurn(
  store: PlayStore,
  load: () => Promise<Opponent>,
  { onInfo, onAnswer, onFailure }: TurnListeners,
  pausing = pauseBefore,
) {
  const getEngine = memoizeAsync(load);
  /** Null until the engine is first needed. */
  let engine: Opponent | null = null;
  /** The search for the engine's move; null if there is none. */
  let job: AbortController | null = null;
  /**
   * The running search that `request` has started; null if there is none. The next request, or a change of the board,
   * cancels it.
   */
  let question: AbortController | null = null;
  /** The pause before the engine's reply. A move that is found sooner waits for its end. */
  let replyPause: ReturnType<typeof pause> | null = null;
  /**
   * True if the person wants the move now. If the engine is still loading, its search is stopped as soon as it starts.
   */
  let isHurried = false;

  /**
   * Returns the time limit of a search. A search at full strength always has one; other levels have one only with a
   * clock.
   */
  function timeFor(level: number) {
    const budget = engineBudget(store.get());
    if (level === MAX_LEVEL) return { movetime: Math.min(budget ?? Infinity, TOP_LEVEL_MS) };
    return budget === null ? {} : { movetime: budget };
  }

  async function search(own: AbortController, startFen: string): Promise<Answer> {
    const { moves, ply, ruleset, level, seed } = store.get().game;
    engine = await getEngine();
    own.signal.throwIfAborted();
    const options = {
      moves: moves.slice(0, ply),
      rules: ruleset,
      // Values below 1, the lowest level, are strengths for beginners.
      [level < 1 ? "strength" : "level"]: level,
      seed,
      book: true,
      ...timeFor(level),
    };
    const answer = engine.getBestMove(startFen, options, {
      onInfo: (info) => own === job && onInfo(info),
      signal: own.signal,
    });
    if (isHurried) engine.stop();
    return answer;
  }

  return {
    get isThinking() {
      return job !== null;
    },

    newGame: () => engine?.newGame(),

    /** Requests the engine's move in the current game, and reports it when both the search and the pause have ended. */
    async think(startFen: string): Promise<void> {
      const { game, position } = store.get();
      const own = new AbortController();
      job = own;
      isHurried = false;
      store.update((state) => withEngine(state, { ...idleEngine(), status: "thinking" }));
      try {
        const choices = [...position.dests.values()].flat().length;
        replyPause = pause(pausing(game, choices));
        const [answer] = await Promise.all([search(own, startFen), replyPause.over]);
        if (own === job) onAnswer(answer);
      } catch (error) {
        if (own !== job) return;
        job = null;
        store.update((state) => withEngine(state, { ...idleEngine(), status: "failed" }));
        onFailure(error);
      }
    },

    /** Makes the engine answer with the best move so far. */
    moveNow() {
      engine?.stop();
      isHurried = true;
      replyPause?.end();
    },

    /** Cancels the search for the engine's move and the search of `request`. */
    cancel() {
      question?.abort();
      job?.abort();
      question = job = null;
      if (store.get().engine.status !== "idle")
        store.update((state) => withEngine(state, idleEngine()));
    },

    /**
     * Searches a position at full strength. Returns null if the engine is searching for its move, or if the game goes
     * on meanwhile.
     */
    async request(
      fen: string,
      options: SearchOptions,
      onQuestionInfo: (info: Info) => void = () => {},
    ): Promise<Answer | null> {
      if (job) return null;
      question?.abort();
      const own = new AbortController();
      const { signal } = own;
      question = own;
      try {
        engine = await getEngine();
        if (signal.aborted || job) return null;
        return await engine.getBestMove(fen, options, { onInfo: onQuestionInfo, signal });
      } catch (error) {
        if (signal.aborted) return null;
        throw error;
      } finally {
        if (question === own) question = null;
      }
    },
  };
}
