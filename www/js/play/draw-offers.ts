import type { Answer } from "../engine/types.ts";
import type { EngineTurn } from "./engine-turn.ts";
import { isEnginesTurn } from "./state.ts";
import type { PlayStore } from "./state.ts";

/**
 * The time of the search for the answer to a draw offer, in milliseconds. The search runs only if the engine did not
 * report with its last move whether it would accept.
 */
const DRAW_MS = 400;

/** Creates functions that handle draw offers between the person and the engine. */
export function createDrawOffers(store: PlayStore, turn: EngineTurn) {
  /** Whether the engine would accept a draw; null while that is unknown. */
  let accepts: boolean | null = null;
  return {
    forget() {
      accepts = null;
    },
    /**
     * Stores whether the engine would accept a draw, as reported with its move. Returns true if the engine offers a
     * draw.
     */
    note({ acceptsDraw, offersDraw }: Answer): boolean {
      accepts = offersDraw || (acceptsDraw ?? null);
      return offersDraw === true;
    },
    /**
     * Returns true if the engine accepts the person's offer. If that is unknown, searches the position before the
     * engine's last move. Returns null if the game went on meanwhile.
     */
    async isAccepted(startFen: string): Promise<boolean | null> {
      if (accepts !== null) return accepts;
      const { game } = store.get();
      const ply = isEnginesTurn(store.get()) ? game.ply - 2 : game.ply - 1;
      if (ply < 0) return false;
      const options = { moves: game.moves.slice(0, ply), movetime: DRAW_MS };
      const answer = await turn.request(startFen, options).catch(() => null);
      return answer && answer.acceptsDraw === true;
    },
  };
}
