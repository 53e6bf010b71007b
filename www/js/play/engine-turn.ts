// The engine's turn in a game: asks the engine for a move, which comes at a person's pace, and cancels the search when
// the board changes. Also answers questions that the game does not wait for, such as a hint or a draw offer.

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
  /** Makes the engine forget the game before. */
  newGame(): void;
}

interface TurnListeners {
  onInfo(info: Info): void;
  onAnswer(answer: Answer): void;
  onFailure(error: unknown): void;
}

/** Milliseconds that full strength thinks; a clock may give it less. */
const TOP_LEVEL_MS = 1000;

export type EngineTurn = ReturnType<typeof createEngineTurn>;

/** `load` makes the engine's client; `pausing` returns how many milliseconds a reply takes at least. */
export function createEngineTurn(
  store: PlayStore,
  load: () => Promise<Opponent>,
  { onInfo, onAnswer, onFailure }: TurnListeners,
  pausing = pauseBefore,
) {
  const getEngine = memoizeAsync(load);
  /** Null until the engine is first needed. */
  let engine: Opponent | null = null;
  /** The search for the engine's move. */
  let job: AbortController | null = null;
  /** The open question; a new one and the game's next move cancel it. */
  let question: AbortController | null = null;
  /** The pause that a quick reply waits for. */
  let replyPause: ReturnType<typeof pause> | null = null;
  /** The person requested the move before the engine was loaded. */
  let isHurried = false;

  /** Limits the time of full strength, and with a clock that of every level. */
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
      // Strengths for beginners lie below the lowest level.
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

    /** Asks for a move in the game of the state. */
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

    /** Cancels the search and the open question. */
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
