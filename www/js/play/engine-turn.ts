// The engine's turn in a game: requests a move, which comes after a natural pause, and cancels the search when the
// board changes. Also runs searches that the game does not wait for, such as for a hint or a draw offer.

import { MAX_LEVEL } from "../core/levels.ts";
import { memoizeAsync } from "../core/memoize.ts";
import { pause, pauseBefore } from "../engine/pace.ts";
import type { Answer, Info, SearchOptions, Watch } from "../engine/types.ts";
import { engineBudget } from "./clock.ts";
import { idleEngine, withEngine } from "./state.ts";
import type { PlayStore } from "./state.ts";

/** The part of an engine's client that a game needs; the engine runs in a worker or on a server. */
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

/** The thinking time at full strength, in milliseconds; a clock may leave less. */
const TOP_LEVEL_MS = 1000;

export type EngineTurn = ReturnType<typeof createEngineTurn>;

/** `load` creates the engine's client; `pausing` returns the shortest time until a reply, in milliseconds. */
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
  /** The running search for a hint or another question; the next question or move cancels it. */
  let question: AbortController | null = null;
  /** The pause that a quick reply waits for. */
  let replyPause: ReturnType<typeof pause> | null = null;
  /** True if the person wants the move now; a search that starts later is then stopped at once. */
  let isHurried = false;

  /** Returns the time limit of a search: always at full strength, at other levels only with a clock. */
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

    /** Requests a move in the current game, and waits for the pause. */
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

    /** Cancels the search for a move and the open question. */
    cancel() {
      question?.abort();
      job?.abort();
      question = job = null;
      if (store.get().engine.status !== "idle")
        store.update((state) => withEngine(state, idleEngine()));
    },

    /** Searches a position at full strength. Returns null if the engine is busy or the game goes on meanwhile. */
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
