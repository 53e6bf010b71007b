// The people in the room of a live game, by their public keys.

import { otherSide } from "../../core/xiangqi.ts";
import type { Side } from "../../core/xiangqi.ts";
import type { KeptGame } from "../friend-storage.ts";
import { ownSideOf } from "./kept-line.ts";
import { peerOf } from "./live-messages.ts";
import type { Ordinal } from "./live-messages.ts";

interface Visit extends Ordinal {
  key: string;
  hasLeft: boolean;
}

export function createPresence() {
  /** The public keys of the people in the room, by peer. */
  const peers = new Map<string, string>();
  /** The last visit of each public key. */
  const visits = new Map<string, Visit>();
  const ended = new Set<string>();

  /** Notes a message; returns false if it is an old one that comes again. A retained one may come several times. */
  function isNew(key: string, { visit, number }: Ordinal, isRetained: boolean): boolean {
    const last = visits.get(key);
    if (ended.has(visit)) return false;
    if (last?.visit === visit) {
      const mayRepeat = isRetained && !last.hasLeft;
      if (mayRepeat ? number < last.number : number <= last.number) return false;
    } else if (last) ended.add(last.visit);
    visits.set(key, { visit, number, key, hasLeft: false });
    return true;
  }

  return {
    isNew,
    enter: (key: string) => void peers.set(peerOf(key), key),
    leave(peer: string) {
      const key = peers.get(peer);
      const visit = key === undefined ? undefined : visits.get(key);
      if (visit) visit.hasLeft = true;
      peers.delete(peer);
    },
    /** Forgets who is there, except oneself, until the retained messages come again. */
    clear(self: string) {
      for (const peer of peers.keys()) if (peer !== self) peers.delete(peer);
    },
    /** Returns the seats whose players are there, the number of all others, and whether the other player is missing. */
    look(game: KeptGame) {
      const present = [...peers.values()];
      const here = (["red", "black"] as const).filter((side) => {
        const key = game.keys[side];
        return key !== undefined && present.includes(key);
      });
      const own = ownSideOf(game);
      const other: Side | null = own && otherSide(own);
      const isOtherAway = other !== null && game.keys[other] !== undefined && !here.includes(other);
      return { here, watchers: present.length - here.length, isOtherAway };
    },
  };
}
