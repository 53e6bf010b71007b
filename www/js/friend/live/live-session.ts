// A live game: keeps one's own line and the other player's in step over a relay. Each player's device publishes its whole
// line, retained, after each change, and again after each reconnect; so a message that was lost does no harm. All that
// arrives is checked by the rules and by the seats' keys before it counts. Without the DOM, so that tests can run two.

import { callLater } from "../../core/scheduling.ts";
import { createStore } from "../../core/store.ts";
import { otherSide } from "../../core/xiangqi.ts";
import type { Side } from "../../core/xiangqi.ts";
import type { GameClass } from "../../rules/rules.ts";
import { textOf } from "../actions.ts";
import type { Action, Claim } from "../actions.ts";
import type { FriendGames } from "../friend-games.ts";
import type { KeptGame, LiveSeat } from "../friend-storage.ts";
import { hexOf } from "../bytes.ts";
import { packGame, unpackGame } from "../game-code.ts";
import type { PackedGame } from "../game-code.ts";
import { digestOf, guestSide, idAfter, newSeatKeys, stepsBetween } from "../seat-keys.ts";
import type { SeatKeys } from "../seat-keys.ts";
import { awayTimeOf, claimsOf, isFalseClaim } from "./claims.ts";
import { TOLERANCE_MS, afterMove, clocksAt, isRunning, remainingOf } from "./clocks.ts";
import {
  beginsTurn,
  changesTurn,
  factsOf,
  isLastSigned,
  isTurnOf,
  lastActions,
  readClocks,
  replayed,
  ownSideOf,
  turnOf,
  wantsAgain,
} from "./kept-line.ts";
import { lineOfBoth, mergeLines } from "./merge.ts";
import type { LiveState, News } from "./live-news.ts";
import { createPresence } from "./presence.ts";
import {
  MAX_PAYLOAD,
  openMessage,
  peerOf,
  readTopic,
  sealMessage,
  topicOf,
} from "./live-messages.ts";
import type { Clocks, Letter, LineMessage, Message } from "./live-messages.ts";
import type { Phrase } from "./set-phrases.ts";
import type { Connect, Relay } from "./relay.ts";
import { proofOf, roomKeysOf } from "./room-keys.ts";

/** The retained messages of a room arrive within this time after it is joined, in milliseconds. */
const SETTLE_MS = 2500;
/** The shortest time between two phrases, and between two repairs of one's own messages, in milliseconds. */
const PAUSE_MS = 1000;
const MAX_STRANGERS = 4;

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

export function createLiveSession(options: SessionOptions) {
  const { Game, games, connect, onNews, now = Date.now, later = callLater } = options;
  const store = createStore<LiveState>({
    connection: "connecting",
    failures: 0,
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
  const presence = createPresence();
  const visit = hexOf(crypto.getRandomValues(new Uint8Array(4)));
  let messages = 0;
  /** The last lines of both players, for those who watch. */
  let lines: Partial<Record<Side, PackedGame>> = {};
  /** Since when the connection holds; null while it is lost. */
  let openSince: number | null = null;
  /** True once all retained messages of the room must have come. */
  let isSettled = false;
  /** When this device left the room; null while it is there. */
  let leftAt: number | null = first.live.seen ?? first.changed;
  /** Milliseconds that this device was away during the turn. */
  let absence = 0;
  /** Lines whose claim was refused; they come again after each reconnect. */
  const refusedLines = new Set<string>();
  /** Lines of people whose seats are not known yet. */
  let strangers: { letter: Letter; message: LineMessage }[] = [];
  let [lastSaid, lastRepair] = [0, 0];
  let [cancelTimeout, cancelSettle] = [() => {}, () => {}];

  const game = (): KeptGame => games.find(id)!;
  const ownSide = (): Side | null => ownSideOf(game());
  const isSeated = () => ownSide() !== null && game().live!.isSeated;

  const send = async (message: Message, retain: boolean) => {
    const { topic, payload } = sealMessage(room, keys, message);
    if (payload.length <= MAX_PAYLOAD) return relay.publish(topic, payload, retain);
    onNews({ kind: "refused", refusal: "tooLong" });
    return false;
  };

  const nextOrdinal = () => ({ visit, number: (messages += 1) });

  function publishHere() {
    presence.enter(keys.public);
    const { secret } = game().live!;
    const asks = secret !== null && ownSide() !== null && !isSeated();
    const proof = asks ? proofOf(secret, keys.public) : null;
    void send({ kind: "here", ...nextOrdinal(), proof, name: games.ownName() }, true);
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
    const isTheirs = isTurnOf(Game, latest, otherSide(ownSide()!));
    const begins = isTheirs && state.actions.slice(latest.sent).some(beginsTurn);
    // The other player's turn is measured from when they can know of it.
    const since = begins && latest.actions.length === length ? now() : latest.live!.since;
    games.setLocal(latest, { sent: length, live: { ...latest.live!, since } });
  }

  /** Publishes one's own messages again that somebody has overwritten. */
  function repair() {
    if (now() - lastRepair < PAUSE_MS) return;
    lastRepair = now();
    publishHere();
    void publishLine();
  }

  function showPeers() {
    const { here, watchers, isOtherAway } = presence.look(game());
    const last = store.get();
    const awaySince = isOtherAway && isSettled ? (last.awaySince ?? now()) : null;
    store.set({ ...last, here, watchers, awaySince });
    if (awaySince !== null && last.awaySince === null) onNews({ kind: "away" });
    if (awaySince === null && last.awaySince !== null && isSettled) onBack();
  }

  /** The other player is back. They may know of one's move only now, so their turn is measured from here. */
  function onBack() {
    const state = game();
    if (isTurnOf(Game, state, otherSide(ownSide()!)))
      games.setLocal(state, { live: { ...state.live!, since: now() } });
    onNews({ kind: "back" });
  }

  function onOpen() {
    openSince = now();
    if (leftAt !== null) absence = Math.max(absence, now() - leftAt);
    leftAt = null;
    store.update((state) => ({ ...state, connection: "open", failures: 0 }));
    onNews({ kind: "connected" });
    publishHere();
    void publishLine();
    cancelSettle();
    cancelSettle = later(SETTLE_MS, () => {
      isSettled = true;
      showPeers();
    });
  }

  function onLost() {
    store.update((state) => ({ ...state, failures: state.failures + 1 }));
    if (openSince === null) return;
    openSince = null;
    leave();
    store.update((state) => ({ ...state, connection: "lost", awaySince: null }));
    onNews({ kind: "lost" });
  }

  /** Notes that this device is not in the room any more. */
  function leave() {
    isSettled = false;
    leftAt = now();
    presence.clear(self);
    cancelSettle();
    const state = games.find(id);
    if (state?.live) games.setLocal(state, { live: { ...state.live, seen: leftAt } });
  }

  function onMessage(topic: string, payload: Uint8Array) {
    const place = readTopic(topic);
    if (!place || topic !== topicOf(room, place.kind, place.peer)) return;
    const isOwn = place.peer === self;
    if (payload.length === 0) {
      if (place.kind !== "here") return;
      // Another tab's connection that ended has deleted the presence of both.
      if (isOwn) return publishHere();
      presence.leave(place.peer);
      return showPeers();
    }
    const letter = openMessage(room, topic, payload);
    if (!letter) return isOwn ? repair() : onNews({ kind: "refused", refusal: "forged" });
    const { key, message } = letter;
    if (message.kind === "line") return onLine(letter, message);
    if (!presence.isNew(key, message, message.kind === "here")) return;
    if (message.kind === "here") return onHere(key, message.proof, message.name);
    const side = isOwn ? null : sideOfKey(key);
    if (side) onNews({ kind: "said", side, phrase: message.phrase });
  }

  function sideOfKey(key: string): Side | null {
    const { red, black } = game().keys;
    return key === red ? "red" : key === black ? "black" : null;
  }

  function onHere(key: string, proof: string | null, name: string) {
    presence.enter(key);
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
        readStrangers();
      }
    }
    const seat = sideOfKey(key);
    const latest = game();
    if (name && latest.name === "" && seat !== null && seat !== ownSide())
      games.setLocal(latest, { name });
    showPeers();
  }

  function onLine(letter: Letter, message: LineMessage) {
    const { key } = letter;
    const { code, clocks } = message;
    const received = unpackGame(Game, code);
    if (typeof received === "string") return onNews({ kind: "refused", refusal: "illegal" });
    const side = sideOfKey(key);
    if (side === null) {
      const { red, black } = game().keys;
      if (red !== undefined && black !== undefined)
        onNews({ kind: "refused", refusal: "stranger" });
      else if (strangers.length < MAX_STRANGERS) strangers.push({ letter, message });
      return;
    }
    if (received.terms.id !== game().terms.id && !follow(received, side)) return;
    const sameTerms = digestOf(received.terms, []) === digestOf(game().terms, []);
    if (!sameTerms) return onNews({ kind: "refused", refusal: "terms" });
    const from = sideOfKey(key)!; // another one after a game has followed
    if (received.actions.length > 0 && !isLastSigned(Game, received, game().keys))
      return onNews({ kind: "refused", refusal: "forged" });
    if (from === game().terms.hostSide) learnGuest(received);
    if (from === ownSide()) takeOwn(received, clocks);
    else if (isSeated()) takeIn(received, clocks);
    else showLines(from, received, clocks);
    readStrangers();
  }

  /** Reads the lines again that came before the seats of their senders were known. */
  function readStrangers() {
    const known = strangers.filter(({ letter }) => sideOfKey(letter.key) !== null);
    if (known.length > 0) strangers = [];
    for (const { letter, message } of known) onLine(letter, message);
  }

  /** Begins a game that follows the known one if a player has; returns false if theirs is not to follow. */
  function follow({ terms }: PackedGame, side: Side): boolean {
    const steps = stepsBetween(game().terms.id, terms.id);
    if (steps === 0 || side === ownSide()) return false;
    if (!isSeated()) {
      // Both players went on while this device did not watch. A guest without a seat has come too late.
      const state = game();
      if (ownSide() !== null) {
        games.keep({ ...state, own: {} });
        onNews({ kind: "taken" });
      }
      beginNext(steps);
      return true;
    }
    if (steps !== 1 || !wantsAgain(Game, game())) return false;
    beginNext();
    return true;
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

  /**
   * Takes over a longer line that another tab or device with the same keys has made; returns false if it is none.
   */
  function takeOwn({ actions, signature }: PackedGame, clocks: Clocks | null): boolean {
    const state = game();
    const isLonger =
      actions.length > state.actions.length &&
      state.actions.every((text, index) => actions[index] === text);
    if (!isLonger) return false;
    const live = { ...state.live!, clocks: clocks ?? state.live!.clocks, since: now() };
    games.keep({ ...state, actions, signature, live });
    afterChange();
    return true;
  }

  /** Shows those who watch what both players' lines make. */
  function showLines(side: Side, received: PackedGame, clocks: Clocks | null) {
    const state = game();
    lines = { ...lines, [side]: received };
    const next = lineOfBoth(Game, state.terms, lines);
    if (!next || next.actions.join() === state.actions.join()) return;
    const added = next.actions.length - state.actions.length;
    const live: LiveSeat = { ...state.live!, clocks, since: now() };
    games.keep({ ...state, actions: next.actions, signature: next.signature, live });
    if (added > 0) tellDone(lastActions(Game, next, added));
    afterChange();
  }

  const tellDone = (actions: readonly Action[]) =>
    actions.forEach((action) => onNews({ kind: "done", side: action.side, action }));

  /** Takes the other player's line into one's own. */
  function takeIn(received: PackedGame, clocks: Clocks | null) {
    const state = game();
    const side = ownSide()!;
    const key = received.actions.join();
    if (refusedLines.has(key)) return;
    const [last] = lastActions(Game, received, 1);
    // Another device of this person has gone on, and has signed so.
    if (last?.side === side && takeOwn(received, clocks)) return;
    const merge = mergeLines(Game, state.terms, side, state.actions, received.actions);
    if (merge.kind === "same") return;
    if (merge.kind === "earlier" || merge.kind === "mine") return void publishLine();
    if (merge.kind !== "theirs") return onNews({ kind: "refused", refusal: merge.kind });
    const common = state.actions.findIndex((text, index) => merge.line[index] !== text);
    const added = merge.line.length - (common < 0 ? state.actions.length : common);
    const done = lastActions(Game, received, added);
    const known = { absence, now: now() };
    if (done.some((action) => isFalseClaim(Game, state, action, known))) {
      refusedLines.add(key);
      return onNews({ kind: "refused", refusal: "claim" });
    }
    if (changesTurn(done)) absence = 0;
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
    tellDone(done);
    for (const action of merge.dropped) onNews({ kind: "dropped", action });
    for (const action of merge.again) games.play(game(), action);
    if (merge.again.length > 0) void publishLine();
    afterChange();
  }

  /** Begins the next game if both players want it, and watches the time. Called after each change of the line. */
  function afterChange() {
    const state = game();
    const { isOver, isAgainAgreed } = factsOf(Game, state);
    if (isOver && isAgainAgreed) beginNext();
    else watchTime();
  }

  function beginNext(steps = 1) {
    const next = (steps === 1 && games.find(idAfter(id))) || games.again(game(), steps);
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
    if (changesTurn([action])) absence = 0;
    games.play(state, action, { ...state.live!, clocks, since });
    void publishLine();
    afterChange();
    return true;
  }

  /** Returns what can be claimed now. */
  const claims = (): Claim[] =>
    openSince === null ? [] : claimsOf(Game, game(), store.get(), now());

  /** Returns for how many milliseconds the other player has been away on their turn; 0 if they are here. */
  const awayMs = (): number => awayTimeOf(Game, game(), store.get(), now());

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
    exists: () => games.find(id) !== null,
    isSeated,
    play,
    claims,
    awayMs,
    /** Returns both clocks now, in milliseconds; null without clocks. */
    clocks: (): Clocks | null => clocksAt(turnOf(Game, game()), now()),
    /** Says a set phrase; returns false if it is too soon after the last one, or nobody can hear it. */
    say(phrase: Phrase): boolean {
      if (openSince === null || ownSide() === null || now() - lastSaid < PAUSE_MS) return false;
      lastSaid = now();
      void send({ kind: "say", ...nextOrdinal(), phrase }, false);
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
      if (openSince !== null) leave();
      openSince = null;
      relay.close();
    },
  };
}
