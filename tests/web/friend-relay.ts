/** A relay in memory, and players who meet on it, for tests of live games without sockets. Time stands until it is moved. */
import { readFileSync } from "node:fs";
import { Game, initSync } from "../../www/pkg/chuhe.js";
import type { Terms } from "../../www/js/friend/actions.ts";
import { createFriendGames, liveSeatOf } from "../../www/js/friend/friend-games.ts";
import type { KeptGame } from "../../www/js/friend/friend-storage.ts";
import { createFriendStorage } from "../../www/js/friend/friend-storage.ts";
import { unpackGame } from "../../www/js/friend/game-code.ts";
import type { Connect, RelayOptions } from "../../www/js/friend/live/relay.ts";
import { newSecret, watchwordOf } from "../../www/js/friend/live/room-keys.ts";
import { createLiveSession } from "../../www/js/friend/live/live-session.ts";
import type { News } from "../../www/js/friend/live/live-news.ts";
import type { LiveSession } from "../../www/js/friend/live/live-session.ts";

initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });

/** A clock that tests move, with timers. */
export class FakeTime {
  ms = 1_700_000_000_000;
  #timers = new Set<{ at: number; act: () => void }>();
  now = () => this.ms;
  later = (ms: number, act: () => void) => {
    const timer = { at: this.ms + ms, act };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  };
  /** Lets time pass, and all that is due happen in its order. */
  pass(ms: number): void {
    const end = this.ms + ms;
    for (;;) {
      const [next] = [...this.#timers]
        .filter(({ at }) => at <= end)
        .toSorted((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers.delete(next);
      this.ms = Math.max(this.ms, next.at);
      next.act();
    }
    this.ms = end;
  }
}

interface Client extends RelayOptions {
  isOpen: boolean;
  /** When the last delivery comes; a relay keeps the order. */
  last: number;
}

/** A relay with retained messages and wills. `delay` returns the milliseconds that a delivery takes; null loses it. */
export class FakeRelay {
  readonly time;
  readonly retained = new Map<string, Uint8Array>();
  readonly clients = new Set<Client>();
  /** All topics and sizes that were published. */
  readonly log: { topic: string; payload: Uint8Array }[] = [];
  delay: () => number | null = () => 0;

  constructor(time: FakeTime) {
    this.time = time;
  }

  /** Returns a connection, and what cuts and restores it. */
  line() {
    let client: Client | null = null;
    const connect: Connect = (options) => {
      const own: Client = { ...options, isOpen: false, last: 0 };
      client = own;
      this.clients.add(own);
      this.time.later(0, () => this.#open(own));
      return {
        publish: async (topic, payload, retain) => {
          if (!own.isOpen) return false;
          this.publish(topic, payload, retain, own);
          return true;
        },
        wake: () => {},
        close: () => {
          this.publish(own.willTopic, new Uint8Array(), true, own);
          this.clients.delete(own);
        },
      };
    };
    return {
      connect,
      cut: () => {
        if (!client?.isOpen) return;
        client.isOpen = false;
        this.publish(client.willTopic, new Uint8Array(), true, client);
        client.onLost();
      },
      restore: () => client && this.#open(client),
    };
  }

  #open(client: Client): void {
    if (!this.clients.has(client) || client.isOpen) return;
    client.isOpen = true;
    client.onOpen();
    for (const [topic, payload] of this.retained)
      if (this.#matches(client, topic)) this.#deliver(client, topic, payload);
  }

  #matches = ({ filter }: Client, topic: string) => topic.startsWith(filter.replace("#", ""));

  #deliver(client: Client, topic: string, payload: Uint8Array): void {
    const ms = this.delay();
    if (ms === null) return;
    client.last = Math.max(client.last, this.time.now() + ms);
    const wait = client.last - this.time.now();
    this.time.later(wait, () => client.isOpen && client.onMessage(topic, payload));
  }

  publish(topic: string, payload: Uint8Array, retain: boolean, from: Client | null = null): void {
    this.log.push({ topic, payload });
    if (retain && payload.length > 0) this.retained.set(topic, payload);
    else if (retain) this.retained.delete(topic);
    for (const client of this.clients)
      if (client !== from && client.isOpen && this.#matches(client, topic))
        this.#deliver(client, topic, payload);
  }
}

function memory(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, text: string) => void values.set(key, text),
  } as Storage;
}

export interface Player {
  games: ReturnType<typeof createFriendGames>;
  line: ReturnType<FakeRelay["line"]>;
  news: News[];
  session: LiveSession;
  game: () => KeptGame;
  moves: () => string;
  play: (...texts: string[]) => boolean;
  /** Stops all timers, as on a phone that sleeps. */
  sleep: () => void;
  wakeUp: () => void;
  /** The kinds of what was reported, without repeats of connection. */
  kinds: () => string;
}

export const TERMS: Omit<Terms, "id"> = {
  startFen: null,
  ruleset: "asian",
  hostSide: "red",
  isLive: true,
  clock: null,
};

/** A device with a storage of its own; its clock is ahead by `ahead` milliseconds. */
export function device(relay: FakeRelay, ahead = 0) {
  const now = () => relay.time.now() + ahead;
  const storage = memory();
  const games = createFriendGames(
    Game,
    createFriendStorage(() => storage),
    () => {},
    now,
  );
  return { games, open: (game: KeptGame) => player(relay, games, game, now) };
}

function player(
  relay: FakeRelay,
  games: Player["games"],
  { terms }: KeptGame,
  now: () => number,
): Player {
  let isAsleep = false;
  const later: FakeTime["later"] = (ms, act) => relay.time.later(ms, () => isAsleep || act());
  const news: News[] = [];
  const line = relay.line();
  const session = createLiveSession({
    Game,
    games,
    id: terms.id,
    connect: line.connect,
    onNews: (each) => news.push(each),
    now,
    later,
  });
  return {
    games,
    line,
    news,
    session,
    game: session.game,
    moves: () => session.game().actions.join(" "),
    play: (...texts) => texts.every((text) => session.play(text)),
    sleep: () => (isAsleep = true),
    wakeUp() {
      isAsleep = false;
      session.wake();
    },
    kinds: () =>
      news
        .map(({ kind }) => kind)
        .filter((kind) => kind !== "connected" && kind !== "lost")
        .join(" "),
  };
}

/** Opens a room; returns its host, and what gives the game's code and secrets to others. */
export function hostRoom(relay: FakeRelay, terms = TERMS, ahead = 0) {
  const secret = newSecret();
  const watchword = watchwordOf(secret);
  const own = device(relay, ahead);
  const room = { word: secret, isSecret: true, relay: "/mqtt" };
  const seat = liveSeatOf(room, terms);
  const game = own.games.host(terms, "", { ...seat, isSeated: true });
  const code = own.games.codeOf(game);
  const received = () => {
    const unpacked = unpackGame(Game, code);
    if (typeof unpacked === "string") throw new Error(unpacked);
    return unpacked;
  };
  return {
    host: own.open(game),
    secret,
    watchword,
    received,
    /** Another device opens the link for players, and takes the seat. */
    join(guest = device(relay)): Player {
      return guest.open(guest.games.join(received(), seat));
    },
    /** Another device opens the link for watchers. */
    watch(watcher = device(relay)): Player {
      return watcher.open(watcher.games.watch(received(), { ...seat, secret: null }));
    },
  };
}

/** Waits until what was published has been taken in by all. */
export async function settle({ time }: FakeRelay): Promise<void> {
  for (let round = 0; round < 12; round++) {
    time.pass(0);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Lets time pass, and all be taken in. */
export async function pass(relay: FakeRelay, ms: number): Promise<void> {
  await settle(relay);
  relay.time.pass(ms);
  await settle(relay);
}

/** Two players who have taken their seats; Red made the game, and Red's clock is ahead by `ahead` milliseconds. */
export async function seated(terms = TERMS, ahead = 0) {
  const relay = new FakeRelay(new FakeTime());
  const room = hostRoom(relay, terms, ahead);
  await settle(relay);
  const black = room.join();
  await pass(relay, 5000);
  return { relay, room, red: room.host, black };
}
