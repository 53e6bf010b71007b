// The choices for a new live game. The last ones are kept for the next visit.

import { createStore } from "../../core/store.ts";
import { parseObject, readerOf, writerOf } from "../../core/stored.ts";
import type { FriendClock } from "../actions.ts";
import { isRelay } from "./relay-list.ts";

const CHOICES_KEY = "chuhe:friend-choices";

export const CLOCKS = {
  none: null,
  "5+3": { base: 300, increment: 3 },
  "10+5": { base: 600, increment: 5 },
  "15+10": { base: 900, increment: 10 },
  "30+0": { base: 1800, increment: 0 },
} as const satisfies Record<string, FriendClock | null>;
type ClockName = keyof typeof CLOCKS;
export const CLOCK_NAMES = Object.keys(CLOCKS) as ClockName[];

interface Choices {
  how: "live" | "link";
  clock: ClockName;
  /** The relays of the page's host. */
  relays: readonly string[];
  /** The chosen relay's address; "" while none is. */
  relay: string;
  /** True after a game was wanted with an address that is none. */
  fault: boolean;
}

export type LiveChoices = ReturnType<typeof createLiveChoices>;

export function createLiveChoices(area: () => Storage) {
  const write = writerOf(area);
  const last = parseObject(readerOf(area)(CHOICES_KEY)) ?? {};
  /** False while playing live may become the first choice, because nothing else was chosen. */
  let isChosen = last.how === "link";
  const store = createStore<Choices>({
    how: last.how === "live" ? "live" : "link",
    clock: CLOCK_NAMES.find((name) => name === last.clock) ?? "none",
    relays: [],
    relay: typeof last.relay === "string" ? last.relay : "",
    fault: false,
  });
  return {
    get: store.get,
    subscribe: store.subscribe,
    change(change: Partial<Choices>) {
      isChosen ||= change.how !== undefined;
      store.set({ ...store.get(), fault: false, ...change });
    },
    /** Offers the relays of the page's host; with one, playing live is what is chosen first. */
    offer(relays: readonly string[]) {
      const { how: chosen, relay } = store.get();
      const how = isChosen || relays.length === 0 ? chosen : "live";
      store.set({ ...store.get(), relays, how, relay: relay || (relays[0] ?? "") });
    },
    /** Returns the relay as links name it, "" for the page's first; null if the address is none. */
    relay(base: string): string | null {
      const { relay, relays } = store.get();
      if (relay !== "" && relay === relays[0]) return "";
      if (relays.includes(relay) || (/^wss?:\/\//.test(relay) && isRelay(relay, base)))
        return relay;
      store.set({ ...store.get(), fault: true });
      return null;
    },
    /** Keeps the choices of a game that is made. */
    keep() {
      const { how, clock, relay, relays } = store.get();
      const own = relays.includes(relay) ? "" : relay;
      write(CHOICES_KEY, JSON.stringify({ how, clock, relay: own }));
    },
  };
}
