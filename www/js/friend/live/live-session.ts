// A live game: keeps one's own line and the other player's in step over a relay. Each player's device publishes its whole
// line, retained, after each change, and again after each reconnect; so a message that was lost does no harm. All that
// arrives is checked by the rules and by the seats' keys before it counts. Without the DOM, so that tests can run two.

import { createStore } from "../../core/store.ts";
import { otherSide } from "../../core/xiangqi.ts";
import type { Side } from "../../core/xiangqi.ts";
import type { GameClass } from "../../rules/rules.ts";
import { textOf } from "../actions.ts";
import type { Action, Claim } from "../actions.ts";
import type { FriendGames } from "../friend-games.ts";
import type { KeptGame, LiveSeat } from "../friend-storage.ts";
import { packGame, unpackGame } from "../game-code.ts";
import type { PackedGame } from "../game-code.ts";
import { digestOf, guestSide, idAfter, isSignedBy, newSeatKeys } from "../seat-keys.ts";
import type { SeatKeys } from "../seat-keys.ts";
import { TOLERANCE_MS, afterMove, isRunning, isTimeUp, remainingOf } from "./clocks.ts";
import {
  changesTurn,
  factsOf,
  isFalseClaim,
  isTurnOf,
  readClocks,
  replayed,
  sideOf,
  turnOf,
} from "./kept-line.ts";
import { lineOfBoth, mergeLines } from "./merge.ts";
import { MAX_PAYLOAD, openMessage, peerOf, readTopic, sealMessage, topicOf } from "./live-messages.ts";
import type { Clocks, Letter, Message } from "./live-messages.ts";
import type { Phrase } from "./set-phrases.ts";
import type { Connect, Relay } from "./relay.ts";
import { proofOf, roomKeysOf } from "./room-keys.ts";

/** After this time away, on the turn of who is away, the other player may claim; in milliseconds. */
export const AWAY_MS = 60_000;
/** The retained messages of a room arrive within this time after it is joined, in milliseconds. */
const SETTLE_MS = 2500;
/** The shortest time between two phrases, and between two repairs of one's own messages, in milliseconds. */
const PAUSE_MS = 1000;

/** Why a message of the other player, or of a stranger, does not count. */
export type Refusal =
  "illegal" | "forged" | "rewritten" | "terms" | "stranger" | "claim" | "tooLong";

/** What a session reports once. */
export type News =
  | { kind: "joined" | "taken" | "connected" | "lost" | "again" | "away" | "back" }
  | { kind: "done"; side: Side; action: Action }
  | { kind: "dropped"; action: Action }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "relay"; reason: string }
  | { kind: "clocks"; ms: number }
  | { kind: "said"; side: Side; phrase: Phrase };

export interface LiveState {
  connection: "connecting" | "open" | "lost";
  /** The seats whose players are in the room. */
  here: readonly Side[];
  watchers: number;
  /** Since when the other player is away: milliseconds since 1970; null if they are here, or nobody knows. */
  awaySince: number | null;
}

export interface SessionOptions {
  Game: GameClass;
  games: FriendGames;
  /** The id of the game. */
  id: string;
  connect: Connect;
  onNews: (news: News) => void;
  now?: () => number;
  /** Calls a function after some milliseconds, and returns a function that prevents it. */
  later?: (ms: number, act: () => void) => () => void;
}

export type LiveSession = ReturnType<typeof createLiveSession>;

const onTimer = (ms: number, act: () => void) => {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
};

export function createLiveSession(options: SessionOptions) {
  const { Game, games, connect, onNews, now = Date.now, later = onTimer } = options;
  const store = createStore<LiveState>({
    connection: "connecting",
    here: [],
    watchers: 0,
    awaySince: null,
  });
  const first = games.find(options.id);
  if (!first?.live) throw new RangeError(`not a live game: ${options.id}`);
  const room = roomKeysOf(first.live.watchword);
  let { id } = first.terms;
  while (games.find(idAfter(id))) id = idAfter(id);
  /** The keys that sign this device's messages: those of its seat, or those of a watcher. */
  const keys: SeatKeys = Object.values(first.own)[0] ?? newSeatKeys();
  const self = peerOf(keys.public);
  /** Who is in the room: public keys by peer. */
  const peers = new Map<string, string>();
  /** The last lines of both players, for those who watch. */
  let lines: Partial<Record<Side, PackedGame>> = {};
  /** Since when the connection holds; null while it is lost. */
  let openSince: number | null = null;
  let lastSaid = 0;
  let lastRepair = 0;
  let cancelTimeout = () => {};
  let cancelSettle = () => {};

  const game = (): KeptGame => games.find(id)!;
  const ownSide = (): Side | null => sideOf(game());
  const isSeated = () => ownSide() !== null && game().live!.isSeated;

  const send = async (message: Message, retain: boolean) => {
    const { topic, payload } = sealMessage(room, keys, message);
    if (payload.length <= MAX_PAYLOAD) return relay.publish(topic, payload, retain);
    onNews({ kind: "refused", refusal: "tooLong" });
    return false;
  };

  function publishHere() {
    peers.set(self, keys.public);
    const { secret } = game().live!;
    const asks = secret !== null && ownSide() !== null && !isSeated();
    const proof = asks ? proofOf(secret, keys.public) : null;
    void send({ kind: "here", proof, name: games.ownName() }, true);
  }

  async function publishLine() {
    if (!isSeated() || openSince === null) return;
    const state = game();
    const { length } = state.actions;
    const { clocks } = state.live!;
    const message: Message = { kind: "line", code: packGame(Game, state), clocks };
    if (!(await send(message, true))) return;
    const latest = game();
    if (latest.terms.id !== state.terms.id || latest.sent >= length) return;
    // The other player's turn is measured from when they can know of it.
    const since = latest.actions.length === length ? now() : latest.live!.since;
    games.setLocal(latest, { sent: length, live: { ...latest.live!, since } });
  }

  /** Publishes one's own retained messages again if somebody has overwritten them. */
  function repair() {
    if (now() - lastRepair < PAUSE_MS) return;
    lastRepair = now();
    publishHere();
    void publishLine();
  }

  function showPeers() {
    const { keys: seats } = game();
    const present = [...peers.values()];
    const here = (["red", "black"] as const).filter(
      (side) => seats[side] !== undefined && present.includes(seats[side]),
    );
    const side = ownSide();
    const isOtherAway =
      side !== null && seats[otherSide(side)] !== undefined && !here.includes(otherSide(side));
    const last = store.get();
    const settled = openSince !== null && now() - openSince >= SETTLE_MS;
    const awaySince = isOtherAway && settled ? (last.awaySince ?? now()) : null;
    store.set({ ...last, here, watchers: present.length - here.length, awaySince });
    if (awaySince !== null && last.awaySince === null) onNews({ kind: "away" });
    if (awaySince === null && last.awaySince !== null && settled) onNews({ kind: "back" });
  }

  function onOpen() {
    openSince = now();
    peers.clear();
    store.update((state) => ({ ...state, connection: "open" }));
    onNews({ kind: "connected" });
    publishHere();
    void publishLine();
    cancelSettle();
    cancelSettle = later(SETTLE_MS, showPeers);
  }

  function onLost() {
    if (openSince === null) return;
    openSince = null;
    cancelSettle();
    store.update((state) => ({ ...state, connection: "lost", awaySince: null }));
    onNews({ kind: "lost" });
  }

  function onMessage(topic: string, payload: Uint8Array) {
    const place = readTopic(topic);
    if (!place || topic !== topicOf(room, place.kind, place.peer)) return;
    const isOwn = place.peer === self;
    if (payload.length === 0) {
      if (place.kind !== "here") return;
      // Another tab's connection that ended has deleted the presence of both.
      if (isOwn) return publishHere();
      peers.delete(place.peer);
      return showPeers();
    }
    const letter = openMessage(room, topic, payload);
    if (!letter) return isOwn ? repair() : onNews({ kind: "refused", refusal: "forged" });
    const { key, message } = letter;
    if (message.kind === "line") onLine(letter, message);
    else if (message.kind === "here") onHere(key, message.proof, message.name);
    else {
      const side = sideOfKey(key);
      if (side !== null && !isOwn) onNews({ kind: "said", side, phrase: message.phrase });
    }
  }

  function sideOfKey(key: string): Side | null {
    const { red, black } = game().keys;
    return key === red ? "red" : key === black ? "black" : null;
  }

  function onHere(key: string, proof: string | null, name: string) {
    peers.set(peerOf(key), key);
    const state = game();
    const { terms, live } = state;
    const side = guestSide(terms);
    const isHost = ownSide() === terms.hostSide;
    if (isHost && state.keys[side] === undefined && live!.secret !== null && proof !== null) {
      if (proof !== proofOf(live!.secret, key)) onNews({ kind: "refused", refusal: "stranger" });
      else {
        games.keep({ ...state, keys: { ...state.keys, [side]: key } });
        onNews({ kind: "joined" });
        void publishLine();
      }
    }
    const seat = sideOfKey(key);
    const latest = game();
    if (name && latest.name === "" && seat !== null && seat !== ownSide())
      games.setLocal(latest, { name });
    showPeers();
  }

  function onLine({ key }: Letter, { code, clocks }: Extract<Message, { kind: "line" }>) {
    const received = unpackGame(Game, code);
    if (typeof received === "string") return onNews({ kind: "refused", refusal: "illegal" });
    const side = sideOfKey(key);
    if (side === null) return onNews({ kind: "refused", refusal: "stranger" });
    if (received.terms.id !== game().terms.id && !follow(received, side)) return;
    const sameTerms = digestOf(received.terms, []) === digestOf(game().terms, []);
    if (!sameTerms) return onNews({ kind: "refused", refusal: "terms" });
    const from = sideOfKey(key)!; // another one after a game has followed
    if (received.actions.length > 0 && !isLastSigned(received))
      return onNews({ kind: "refused", refusal: "forged" });
    if (from === game().terms.hostSide) learnGuest(received);
    if (from === ownSide()) takeOwn(received);
    else if (isSeated()) takeIn(received, clocks);
    else showLines(from, received, clocks);
  }

  function isLastSigned(received: PackedGame): boolean {
    const side = replayed(Game, received, ({ actions }) => actions.at(-1)!.side);
    const known = game().keys[side] ?? received.keys[side];
    return (
      known !== undefined &&
      isSignedBy(known, digestOf(received.terms, received.actions), received.signature)
    );
  }

  /** Begins the game that follows the known one if a player has; returns false if theirs is not to follow. */
  function follow({ terms }: PackedGame, side: Side): boolean {
    const known = game();
    if (terms.id !== idAfter(known.terms.id)) return false;
    const agreed = replayed(Game, known, ({ isOver, actions }) => {
      const own = ownSide();
      return isOver && (own === null || actions.some((each) => textOf(each) === `${own} again`));
    });
    if (agreed && side !== ownSide()) beginNext();
    return agreed;
  }

  /** Takes the guest's key from the host's line: one's own, another's, or one that watchers learn. */
  function learnGuest(received: PackedGame) {
    const state = game();
    const side = guestSide(state.terms);
    const key = received.keys[side];
    if (key === undefined) return;
    if (ownSide() === side && !isSeated()) {
      const isOwn = key === state.own[side]?.public;
      const live = { ...state.live!, isSeated: isOwn };
      if (isOwn) games.keep({ ...state, live });
      else games.keep({ ...state, own: {}, live, keys: { ...state.keys, [side]: key } });
      onNews({ kind: isOwn ? "joined" : "taken" });
      publishHere();
    } else if (state.keys[side] === undefined)
      games.keep({ ...state, keys: { ...state.keys, [side]: key } });
    showPeers();
  }

  /** Takes over a longer line that another tab or device with the same keys has made. */
  function takeOwn({ actions, signature }: PackedGame) {
    const state = game();
    const isLonger = state.actions.every((text, index) => actions[index] === text);
    if (!isLonger || actions.length === state.actions.length) return;
    games.keep({ ...state, actions, signature, live: { ...state.live!, since: now() } });
    afterChange();
  }

  /** Shows those who watch what both players' lines make. */
  function showLines(side: Side, received: PackedGame, clocks: Clocks | null) {
    lines = { ...lines, [side]: received };
    const state = game();
    const { red, black } = lines;
    const line = lineOfBoth(Game, state.terms, {
      ...(red && { red: red.actions }),
      ...(black && { black: black.actions }),
    });
    const source = [red, black].find((each) => each?.actions === line);
    const live: LiveSeat = { ...state.live!, clocks, since: now() };
    if (!source || line.join() === state.actions.join()) return;
    const added = line.length - state.actions.length;
    games.keep({ ...state, actions: [...line], signature: source.signature, live });
    if (added > 0) tellDone(source, added);
    afterChange();
  }

  function tellDone(state: Pick<KeptGame, "terms" | "actions">, added: number) {
    const actions = replayed(Game, state, (line) => line.actions.slice(-added));
    for (const action of actions) onNews({ kind: "done", side: action.side, action });
  }

  /** Takes the other player's line into one's own. */
  function takeIn(received: PackedGame, clocks: Clocks | null) {
    const state = game();
    const side = ownSide()!;
    const merge = mergeLines(Game, state.terms, side, state.actions, received.actions);
    if (merge.kind === "same") return;
    if (merge.kind === "earlier" || merge.kind === "mine") return void publishLine();
    if (merge.kind !== "theirs") return onNews({ kind: "refused", refusal: merge.kind });
    const common = state.actions.findIndex((text, index) => merge.line[index] !== text);
    const added = merge.line.length - (common < 0 ? state.actions.length : common);
    const done = replayed(Game, { terms: state.terms, actions: received.actions }, (line) =>
      line.actions.slice(-added),
    );
    const isFalse = (action: Action) => isFalseClaim(Game, state, action, openSince, now());
    if (done.some(isFalse)) return onNews({ kind: "refused", refusal: "claim" });
    const hasMoved = done.some(({ kind }) => kind === "move");
    const theirs = hasMoved ? readClocks(Game, state, clocks, now()) : null;
    if (theirs && theirs.excess > TOLERANCE_MS) onNews({ kind: "clocks", ms: theirs.excess });
    const live: LiveSeat = {
      ...state.live!,
      clocks: theirs?.clocks ?? state.live!.clocks,
      since: changesTurn(done) ? now() : state.live!.since,
    };
    games.keep({
      ...state,
      actions: [...merge.line],
      signature: received.signature,
      keys: { ...received.keys, ...state.keys },
      sent: merge.line.length,
      live,
    });
    for (const action of done) onNews({ kind: "done", side: action.side, action });
    for (const action of merge.dropped) onNews({ kind: "dropped", action });
    for (const action of merge.again) games.play(game(), action);
    if (merge.again.length > 0) void publishLine();
    afterChange();
  }

  /** What has to happen after each change of the line. */
  function afterChange() {
    const state = game();
    const { isOver, isAgainAgreed } = factsOf(Game, state);
    if (isOver && isAgainAgreed) beginNext();
    else watchTime();
  }

  function beginNext() {
    const next = games.find(idAfter(id)) ?? games.again(game());
    ({ id } = next.terms);
    lines = {};
    onNews({ kind: "again" });
    showPeers();
    void publishLine();
  }

  /** Ends the game when one's own time is up. */
  function watchTime() {
    cancelTimeout();
    const side = ownSide();
    const turn = isSeated() ? turnOf(Game, game()) : null;
    if (!turn || turn.side !== side || !isRunning(turn)) return;
    const ms = remainingOf(turn, side, now());
    cancelTimeout = later(Math.max(0, ms), () => void play(`${side} timeout`));
  }

  /** Plays an action of this device's seat; returns false if it is not possible. */
  function play(text: string): boolean {
    const side = ownSide();
    const state = game();
    if (side === null || !isSeated()) return false;
    const turn = turnOf(Game, state);
    if (text === `${side} timeout` && turn && remainingOf(turn, side, now()) > 0) {
      watchTime();
      return false;
    }
    const action = replayed(Game, state, (line) =>
      line.allowed().find((each) => each.side === side && textOf(each) === text),
    );
    if (!action || (action.kind === "claim" && !claims().includes(action.claim))) return false;
    const { clock } = state.terms;
    const clocks =
      turn && clock && action.kind === "move" ? afterMove(turn, clock, now()) : state.live!.clocks;
    const since = changesTurn([action]) ? now() : state.live!.since;
    games.play(state, action, { ...state.live!, clocks, since });
    void publishLine();
    afterChange();
    return true;
  }

  /** Returns what can be claimed now. */
  function claims(): Claim[] {
    const side = ownSide();
    const { awaySince } = store.get();
    if (side === null || openSince === null) return [];
    if (!isTurnOf(Game, game(), otherSide(side))) return [];
    const time = turnOf(Game, game());
    return [
      ...(time && isTimeUp(time, now()) ? (["time"] as const) : []),
      ...(awayMs() >= AWAY_MS && awaySince !== null ? (["win", "draw"] as const) : []),
    ];
  }

  /** Returns for how many milliseconds the other player has been away on their turn; 0 if they are here. */
  function awayMs(): number {
    const { awaySince } = store.get();
    const side = ownSide();
    if (awaySince === null || side === null) return 0;
    if (!isTurnOf(Game, game(), otherSide(side))) return 0;
    return now() - Math.max(awaySince, game().live!.since ?? 0);
  }

  const relay: Relay = connect({
    filter: `chuhe/1/${room.name}/#`,
    willTopic: topicOf(room, "here", self),
    onOpen,
    onLost,
    onRefused: (reason) => onNews({ kind: "relay", reason }),
    onMessage,
  });
  watchTime();

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** The game that is played now; another one after both wanted it. */
    game,
    isSeated,
    play,
    claims,
    awayMs,
    /** Returns both clocks now, in milliseconds; null without clocks. */
    clocks(): Clocks | null {
      const turn = turnOf(Game, game());
      return (
        turn && {
          red: remainingOf(turn, "red", now()),
          black: remainingOf(turn, "black", now()),
        }
      );
    },
    /** Says a set phrase; returns false if it is too soon after the last one, or nobody can hear it. */
    say(phrase: Phrase): boolean {
      if (openSince === null || ownSide() === null || now() - lastSaid < PAUSE_MS) return false;
      lastSaid = now();
      void send({ kind: "say", phrase }, false);
      return true;
    },
    /** Takes up the connection after the device may have slept. */
    wake() {
      watchTime();
      relay.wake();
      if (openSince === null) return;
      publishHere();
      void publishLine();
    },
    close() {
      cancelTimeout();
      cancelSettle();
      openSince = null;
      relay.close();
    },
  };
}
