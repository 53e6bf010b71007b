// The games with friends on this device, without the DOM: makes and joins them, plays in them, and takes in what the other
// player has sent. Each change is stored at once.

import { createStore } from "../core/store.ts";
import type { StoreProblem } from "../core/stored.ts";
import { otherSide } from "../core/xiangqi.ts";
import type { Side } from "../core/xiangqi.ts";
import type { GameClass } from "../rules/rules.ts";
import { FriendGame, textOf } from "./actions.ts";
import type { Action, Terms } from "./actions.ts";
import { hexOf } from "./bytes.ts";
import { compareGames, freeSeat } from "./compare.ts";
import type { Comparison } from "./compare.ts";
import { MAX_NAME } from "./friend-storage.ts";
import type { FriendStorage, KeptGame, LiveSeat } from "./friend-storage.ts";
import { verdictOf } from "./game-facts.ts";
import { packGame } from "./game-code.ts";
import type { Invitation, PackedGame } from "./game-code.ts";
import { startClocks } from "./live/clocks.ts";
import { watchwordOf } from "./live/room-keys.ts";
import { digestOf, idAfter, newSeatKeys, signDigest } from "./seat-keys.ts";

/** Codes hold both keys until each player has shown that they know the other's. */
const ACTIONS_WITH_KEYS = 4;

const swapped = <Value>({
  red,
  black,
}: Partial<Record<Side, Value>>): Partial<Record<Side, Value>> => ({
  ...(black === undefined ? {} : { red: black }),
  ...(red === undefined ? {} : { black: red }),
});

const invitationOf = ({ secret, watchword, relay }: LiveSeat, forWatchers: boolean): Invitation => {
  const isSecret = secret !== null && !forWatchers;
  return { word: isSecret ? secret : watchword, isSecret, relay };
};

/** Returns the room of an invitation, before one has a seat in it. */
export function liveSeatOf(
  { word, isSecret, relay }: Invitation,
  { clock }: Pick<Terms, "clock">,
): LiveSeat {
  return {
    secret: isSecret ? word : null,
    watchword: isSecret ? watchwordOf(word) : word,
    relay,
    isSeated: false,
    clocks: clock && startClocks(clock),
    since: null,
    seen: null,
  };
}

export type FriendGames = ReturnType<typeof createFriendGames>;

export function createFriendGames(
  Game: GameClass,
  storage: FriendStorage,
  onProblem: (problem: StoreProblem | "unread") => void,
  now: () => number = Date.now,
) {
  const { games: first, isWhole } = storage.load(isPlayable);
  const store = createStore<readonly KeptGame[]>(first);

  /** Returns true if all actions of a stored game are allowed. */
  function isPlayable({ terms, actions }: KeptGame): boolean {
    try {
      new FriendGame(Game, terms, actions).free();
      return true;
    } catch {
      return false;
    }
  }

  const find = (id: string): KeptGame | null =>
    store.get().find(({ terms }) => terms.id === id) ?? null;

  /** Loads the games again if another tab has changed them. */
  function refresh(): void {
    if (storage.isChanged()) store.set(storage.load(isPlayable).games);
  }

  function restore(games: readonly KeptGame[]): void {
    store.set(games);
    const problem = storage.save(games);
    if (problem) onProblem(problem);
  }

  /** Stores a game, at the place of an earlier state of it. */
  function keep(game: KeptGame): KeptGame {
    refresh();
    const rest = store.get().filter(({ terms }) => terms.id !== game.terms.id);
    store.set([game, ...rest]);
    const problem = storage.save(store.get());
    if (problem) onProblem(problem);
    return game;
  }

  const signed = (game: KeptGame, actions: readonly string[], side: Side): KeptGame => {
    const { terms, own } = game;
    const keys = own[side];
    if (!keys) throw new RangeError(`not played on this device: ${side}`);
    const signature = signDigest(digestOf(terms, actions), keys);
    return { ...game, actions: [...actions], signature, changed: now() };
  };

  const keptOf = (
    { terms, actions, keys, signature }: PackedGame,
    live: LiveSeat | null,
  ): KeptGame => ({
    terms,
    actions,
    keys,
    signature,
    own: {},
    name: "",
    begun: now(),
    changed: now(),
    sent: actions.length,
    isSaved: false,
    live,
  });

  return {
    get: store.get,
    subscribe: store.subscribe,
    find,
    /** The name by which the person is shown to friends in live games; "" for none. */
    ownName: storage.name,
    setOwnName(name: string): void {
      const problem = storage.saveName(name.trim().slice(0, MAX_NAME));
      if (problem) onProblem(problem);
    },
    /** Reports stored games that could not be read. */
    begin: () => void (!isWhole && onProblem("unread")),
    refresh,

    /** Makes a game, of which this device plays the host; `live` is its room. */
    host(terms: Omit<Terms, "id">, name = "", live: LiveSeat | null = null): KeptGame {
      const id = hexOf(crypto.getRandomValues(new Uint8Array(6)));
      const side = terms.hostSide;
      const keys = newSeatKeys();
      const game: KeptGame = {
        terms: { ...terms, id },
        actions: [],
        keys: { [side]: keys.public },
        own: { [side]: keys },
        signature: "",
        name,
        begun: now(),
        changed: now(),
        sent: 0,
        isSaved: false,
        live,
      };
      return keep(signed(game, [], side));
    },

    /**
     * Takes the free seat of a game that the other player has sent.
     * @throws RangeError if no seat is free
     */
    join(received: PackedGame, live: LiveSeat | null = null): KeptGame {
      const side = freeSeat(Game, received);
      if (!side) throw new RangeError("both seats are taken");
      const keys = newSeatKeys();
      return keep({
        ...keptOf(received, live),
        keys: { ...received.keys, [side]: keys.public },
        own: { [side]: keys },
      });
    },

    /** Keeps a live game of two others, to watch it. */
    watch: (received: PackedGame, live: LiveSeat): KeptGame => keep(keptOf(received, live)),

    /**
     * Begins the game that follows a live game of which both players want another, with sides changed. Its id comes from
     * the old one's, so both devices begin the same game. `steps` passes over games that this device has missed.
     */
    again(game: KeptGame, steps = 1): KeptGame {
      const { live } = game;
      let { terms, keys, own } = game;
      for (let step = 0; step < steps; step++) {
        terms = { ...terms, id: idAfter(terms.id), hostSide: otherSide(terms.hostSide) };
        keys = swapped(keys);
        own = swapped(own);
      }
      const next: KeptGame = {
        ...game,
        terms,
        actions: [],
        keys,
        own,
        signature: "",
        begun: now(),
        changed: now(),
        sent: 0,
        isSaved: false,
        live: live && { ...live, clocks: terms.clock && startClocks(terms.clock), since: null },
      };
      const [side] = Object.keys(next.own) as Side[];
      return keep(side ? signed(next, [], side) : next);
    },

    /** Lets this device play the other seat of its own game as well. */
    takeBoth(game: KeptGame): KeptGame {
      const side = otherSide(game.terms.hostSide);
      const keys = newSeatKeys();
      const own = { ...game.own, [side]: keys };
      return keep({ ...game, own, keys: { ...game.keys, [side]: keys.public } });
    },

    /** Returns what a list of games says of each. */
    facts({ terms, actions }: KeptGame) {
      const game = new FriendGame(Game, terms, actions);
      const facts = {
        /** The side that has to move, or to answer a question. */
        toAct: game.question ? otherSide(game.question.side) : game.turn,
        result: verdictOf(game).result,
        moves: game.moves.length,
      };
      game.free();
      return facts;
    },

    compare: (received: PackedGame): Comparison => {
      const known = find(received.terms.id);
      const own = known ? (Object.keys(known.own) as Side[]) : [];
      return compareGames(Game, known && { ...known, own }, received);
    },

    /** Takes in a later state of a game, which `compare` has called so. */
    accept(received: PackedGame): KeptGame {
      const known = find(received.terms.id);
      if (!known) throw new RangeError(`unknown game: ${received.terms.id}`);
      const { actions, signature } = received;
      const keys = { ...received.keys, ...known.keys };
      return keep({ ...known, actions, signature, keys, changed: now(), sent: actions.length });
    },

    /**
     * Plays an action in a seat of this device.
     * @throws RangeError if it is not allowed
     */
    play(game: KeptGame, action: Action, live: LiveSeat | null = game.live): KeptGame {
      const replayed = new FriendGame(Game, game.terms, game.actions);
      try {
        replayed.play(textOf(action));
      } finally {
        replayed.free();
      }
      return keep({ ...signed(game, [...game.actions, textOf(action)], action.side), live });
    },

    /** Changes what only this device knows of a game. */
    setLocal(
      game: KeptGame,
      fields: Partial<Pick<KeptGame, "name" | "sent" | "isSaved" | "live">>,
    ): KeptGame {
      refresh(); // another tab may have gone on
      return keep({ ...(find(game.terms.id) ?? game), ...fields });
    },

    /** Keeps a live game as its session has changed it. */
    keep: (game: KeptGame): KeptGame => keep({ ...game, changed: now() }),

    remove(id: string): void {
      refresh();
      store.update((games) => games.filter(({ terms }) => terms.id !== id));
      storage.save(store.get());
    },
    /** Replaces all games. */
    restore,
    /** Puts a removed game back. */
    putBack(game: KeptGame): void {
      refresh();
      if (!find(game.terms.id)) restore([...store.get(), game]);
    },
    /** Undoes a change of many games: those that have gone on since stay. */
    takeBack(changed: readonly KeptGame[], before: readonly KeptGame[]): void {
      refresh();
      const textOfGame = (game: KeptGame | undefined) => JSON.stringify(game);
      const byId = (games: readonly KeptGame[], { terms }: KeptGame) =>
        games.find((each) => each.terms.id === terms.id);
      restore(
        store.get().flatMap((game) => {
          const isUntouched = textOfGame(byId(changed, game)) === textOfGame(game);
          return isUntouched ? (byId(before, game) ?? []) : game;
        }),
      );
    },

    /** Returns the code of a game as it stands, for the other player or, if the game is live, for those who watch. */
    codeOf: ({ terms, actions, keys, signature, live }: KeptGame, forWatchers = false): string =>
      packGame(Game, {
        ...(live && { room: invitationOf(live, forWatchers) }),
        terms,
        actions: [...actions],
        keys: terms.isLive || actions.length < ACTIONS_WITH_KEYS ? keys : {},
        signature,
      }),
  };
}
