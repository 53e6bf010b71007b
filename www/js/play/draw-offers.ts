import type { Answer } from "../engine/types.ts";
import type { EngineTurn } from "./engine-turn.ts";
import { isEnginesTurn } from "./state.ts";
import type { PlayStore } from "./state.ts";

/** Milliseconds that the engine thinks about a draw that it has no opinion on yet. */
const DRAW_MS = 400;

/** Creates what handles draw offers between the person and the engine. */
export function createDrawOffers(store: PlayStore, turn: EngineTurn) {
  /** Whether the engine would accept a draw; null while that is unknown. */
  let accepts: boolean | null = null;
  return {
    forget() {
      accepts = null;
    },
    /** Notes the engine's opinion that comes with its move. Returns true if the engine offers a draw. */
    note({ acceptsDraw, offersDraw }: Answer): boolean {
      accepts = offersDraw || (acceptsDraw ?? null);
      return offersDraw === true;
    },
    /**
     * Returns true if the engine accepts the person's offer, by its view of the position before its last move. Returns
     * null if the game went on meanwhile.
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
