// The game that the page shows, without the DOM: a game of this device, or one that a link has brought,
// which nothing is done with before the person says so.

import { createStore } from "../core/store.ts";
import { otherSide } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import type { GameClass } from "../rules/rules.ts";
import { FriendGame, textOf } from "./actions.ts";
import type { Action } from "./actions.ts";
import { freeSeat } from "./compare.ts";
import type { Comparison } from "./compare.ts";
import { liveSeatOf } from "./friend-games.ts";
import type { FriendGames } from "./friend-games.ts";
import type { KeptGame } from "./friend-storage.ts";
import { unpackGame } from "./game-code.ts";
import type { CodeFault, PackedGame } from "./game-code.ts";

/** A game that a link has brought. */
export interface Received {
  game: PackedGame;
  comparison: Comparison;
  /** The seat that this device can take; null if there is none. */
  seat: Side | null;
}

export interface RoomState {
  /** The game on the board; null on the first page. */
  game: KeptGame | null;
  /** The game that a link has brought and the person has not accepted. It is on the board. */
  received: Received | null;
  /** Why a link has brought nothing. */
  fault: CodeFault | null;
}

export type FriendRoom = ReturnType<typeof createFriendRoom>;

/** Plays live games. */
interface LivePlayer {
  /** Returns false while the room of the game that is shown is not open. */
  canPlay(): boolean;
  /** Plays an action, and returns false if it is not allowed. */
  play(text: string): boolean;
}

export function createFriendRoom(Game: GameClass, games: FriendGames, livePlayer?: LivePlayer) {
  const store = createStore<RoomState>({ game: null, received: null, fault: null });
  /** The game on the board, replayed. */
  let replayed: FriendGame | null = null;

  function set(change: Partial<RoomState>) {
    const next = { ...store.get(), ...change };
    const shown = next.received?.game ?? next.game;
    const last = replayed;
    replayed = shown && new FriendGame(Game, shown.terms, shown.actions);
    last?.free();
    store.set(next);
  }

  /** The sides that the person can act for now. */
  const own = (): Side[] => {
    const { game, received } = store.get();
    if (!game || received) return [];
    if (game.live && (!game.live.isSeated || !livePlayer?.canPlay())) return [];
    return Object.keys(game.own) as Side[];
  };

  /** Returns the game of this device that is shown, as other tabs have left it. */
  function newest(): KeptGame | null {
    const { game } = store.get();
    games.refresh();
    return game && (games.find(game.terms.id) ?? game);
  }

  const allowed = (): Action[] =>
    (replayed?.allowed() ?? []).filter(({ side }) => own().includes(side));

  /** Shows changes of the game that come from another tab, or over a relay. */
  games.subscribe(() => {
    const { game, received } = store.get();
    if (!game) return;
    const known = games.find(game.terms.id);
    if (!known) set({ game: null, received: null });
    else if (known !== game && !received) set({ game: known });
  });

  return {
    get: store.get,
    subscribe: store.subscribe,
    own,
    /** Returns the actions that the person may do now. */
    allowed,
    /** The game on the board. */
    get replayed() {
      return replayed;
    },

    /** Shows the first page. */
    leave: () => set({ game: null, received: null, fault: null }),
    /** Shows a game of this device. */
    show: (game: KeptGame) => set({ game, received: null, fault: null }),

    /** Shows what a link has brought. */
    open(code: string): void {
      const game = unpackGame(Game, code);
      if (typeof game === "string") return set({ fault: game });
      const comparison = games.compare(game);
      const known = games.find(game.terms.id);
      // A live game goes on by itself.
      if (known?.live) return set({ game: known, received: null, fault: null });
      // A game that this device knows better stays as it is.
      if (known && ["same", "earlier", "forked", "forged"].includes(comparison.kind))
        return set({ game: known, received: { game: known, comparison, seat: null }, fault: null });
      const { room } = game;
      const canJoin = comparison.kind === "unknown" && room?.isSecret !== false;
      const seat = canJoin ? freeSeat(Game, game) : null;
      set({ game: known, received: { game, comparison, seat }, fault: null });
    },

    /** Takes in what the link has brought: the free seat, or what the other player has done. */
    accept(): void {
      const { received, game } = store.get();
      if (!received) return;
      games.refresh();
      const known = games.find(received.game.terms.id);
      const { kind } = games.compare(received.game);
      // Another tab may have taken it in.
      if (kind !== received.comparison.kind && known) set({ game: known, received: null });
      else if (kind === "later") set({ game: games.accept(received.game), received: null });
      else if (received.seat) {
        const { room, terms } = received.game;
        const live = room ? liveSeatOf(room, terms) : null;
        set({ game: games.join(received.game, live), received: null });
      } else if (game) set({ game, received: null });
    },

    /** Watches the live game of two others that a link has brought. */
    watch(): void {
      const { received } = store.get();
      const invitation = received?.game.room;
      if (!received || !invitation) return;
      const seat = liveSeatOf(invitation, received.game.terms);
      set({ game: games.watch(received.game, { ...seat, secret: null }), received: null });
    },

    /** Lets the person play the free seat of their own game as well. */
    takeBoth(): void {
      const { game } = store.get();
      if (game) set({ game: games.takeBoth(game), received: null });
    },

    /** Plays an action, if it is allowed. Returns false if it is not, or another tab has gone on. */
    play(text: string): boolean {
      const shown = store.get().game;
      const game = newest();
      if (game?.live) return livePlayer?.play(text) ?? false;
      if (game && game.actions.length !== shown?.actions.length) {
        set({ game });
        return false;
      }
      const action = allowed().find((each) => textOf(each) === text);
      if (!game || !action) return false;
      set({ game: games.play(game, action) });
      return true;
    },

    /** The person has sent the game as it stands. */
    sent(): void {
      const game = newest();
      if (game) set({ game: games.setLocal(game, { sent: game.actions.length }) });
    },

    rename(name: string): void {
      const game = newest();
      if (game) set({ game: games.setLocal(game, { name }) });
    },

    /** Begins another game with the same terms and changed sides. */
    rematch(): void {
      const { game } = store.get();
      if (!game) return;
      const { terms } = game;
      const [side = terms.hostSide] = Object.keys(game.own) as Side[];
      set({
        game: games.host({ ...terms, hostSide: otherSide(side) }, game.name),
        received: null,
      });
    },
  };
}
