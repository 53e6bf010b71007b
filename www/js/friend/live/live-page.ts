// The live game that the page shows: opens its session, keeps one tab of the device in it, and reports what happens.

import { createStore } from "../../core/store.ts";
import type { Side } from "../../core/xiangqi.ts";
import type { GameClass } from "../../rules/rules.ts";
import type { PageShell } from "../../shell/create-page.ts";
import type { FriendGames } from "../friend-games.ts";
import type { FriendRoom } from "../friend-room.ts";
import type { KeptGame } from "../friend-storage.ts";
import { idAfter } from "../seat-keys.ts";
import { factsOf } from "./kept-line.ts";
import type { Phrase } from "./set-phrases.ts";
import { loadRelay, relayUrl } from "./relay.ts";
import { createLiveSession } from "./live-session.ts";
import type { News } from "./live-news.ts";
import type { LiveSession } from "./live-session.ts";

/** The time between two updates of the clocks, in milliseconds. */
const TICK_MS = 200;
/** The time for which a phrase is shown, and for which a refusal is not reported again, in milliseconds. */
const [PHRASE_MS, REPEAT_MS] = [8000, 15_000];
/** The time after a finished game for which its room is still opened, in milliseconds. */
const ROOM_MS = 86_400_000;

export interface LivePageState {
  session: LiveSession | null;
  /** "loading": the connection is being made. "elsewhere": another tab has the game. "failed": there is no relay. */
  trouble: "loading" | "elsewhere" | "failed" | null;
  /** The last phrase of each side that is still shown. */
  said: Partial<Record<Side, Phrase>>;
  isMuted: boolean;
}

interface Parts {
  Game: GameClass;
  games: FriendGames;
  /** The relays of the page's host. */
  relays: () => Promise<readonly string[]>;
  /** Shows another game, which follows the one that is shown. */
  onNext: (game: KeptGame) => void;
  /** Called after each change of the connection and of who is here. */
  onChange: () => void;
  /** Called several times a second, for what changes by itself. */
  onTick: () => void;
}

export type LivePage = ReturnType<typeof createLivePage>;

export function createLivePage(
  { t, notify, announce, sound }: PageShell,
  { Game, games, relays, onNext, onChange, onTick }: Parts,
) {
  const store = createStore<LivePageState>({
    session: null,
    trouble: null,
    said: {},
    isMuted: false,
  });
  const set = (change: Partial<LivePageState>) => store.set({ ...store.get(), ...change });
  let room: FriendRoom | null = null;
  /** The watchword of the room that is open or opening; "" for none. */
  let opened = "";
  /** Counts the attempts to open a room; only the last one goes on. */
  let attempts = 0;
  let wasLost = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  const reported = new Map<string, number>();
  const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel("chuhe-friend") : null;
  tabs?.addEventListener("message", ({ data }) => {
    if (data !== opened || data === "") return;
    close();
    opened = String(data);
    set({ trouble: "elsewhere" });
  });

  function close() {
    clearInterval(timer);
    attempts += 1;
    // The session notes in the game that it has left. `opened` still names the room, so that this opens no other one.
    store.get().session?.close();
    opened = "";
    set({ session: null, trouble: null, said: {} });
  }

  /** Returns true if players may still meet in the room of a game. */
  const isAlive = (game: KeptGame): boolean =>
    !games.find(idAfter(game.terms.id)) &&
    (Date.now() - game.changed < ROOM_MS || !factsOf(Game, game).isOver);

  /** Opens the session of the game that is shown, or closes the one of another. */
  function sync() {
    const { game, received } = room!.get();
    const live = game && !received && isAlive(game) ? game.live : null;
    if ((live?.watchword ?? "") === opened) return;
    close();
    if (game && live) void open(game);
  }

  async function open(game: KeptGame) {
    const { watchword, relay } = game.live!;
    opened = watchword;
    const attempt = (attempts += 1);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    tabs?.postMessage(watchword);
    set({ trouble: "loading" });
    try {
      const [address] = relay === "" ? await relays() : [relay];
      const url = relayUrl(address ?? "", document.baseURI);
      if (address === undefined || !url) throw new RangeError(`no relay: ${relay}`);
      const connect = await loadRelay(url);
      if (attempt !== attempts) return;
      const { id } = game.terms;
      const session = createLiveSession({ Game, games, id, connect, onNews });
      session.subscribe(onChange);
      timer = setInterval(onTick, TICK_MS);
      set({ session, trouble: null });
    } catch {
      if (attempt === attempts) set({ trouble: "failed" });
    }
  }

  /** Reports a problem, but not the same one again and again. */
  function reportProblem(text: string) {
    const last = reported.get(text) ?? 0;
    if (Date.now() - last < REPEAT_MS) return;
    reported.set(text, Date.now());
    notify(text, { ms: 10_000 });
  }

  function onNews(news: News) {
    switch (news.kind) {
      case "joined":
        sound.play("capture");
        return announce(t("friend.live.joined"));
      case "taken":
        return notify(t("friend.live.taken"), { ms: 10_000 });
      case "connected":
        if (wasLost) announce(t("friend.live.again"));
        wasLost = false;
        return;
      case "lost":
        wasLost = true;
        return announce(t("friend.live.lost"));
      case "away":
      case "back":
        return announce(t(`friend.live.${news.kind}`));
      case "again":
        sound.play("move");
        return onNext(store.get().session!.game());
      case "done":
        return onDone();
      case "dropped":
        return notify(t("friend.live.dropped"), { ms: 10_000 });
      case "refused":
        return reportProblem(t(`friend.refused.${news.refusal}`));
      case "relay":
        return reportProblem(t("friend.live.relay", { reason: news.reason }));
      case "clocks":
        return reportProblem(t("friend.live.clocks", { n: Math.round(news.ms / 1000) }));
      case "said":
        return onSaid(news.side, news.phrase);
    }
  }

  /** The other player has moved, asked, answered, or ended the game. */
  function onDone() {
    const line = room?.replayed;
    const last = line?.actions.at(-1);
    if (!line || !last) return;
    sound.play(line.isOver ? "end" : last.kind === "move" ? "move" : "pick");
    if (last.kind === "decline" || (last.kind === "agree" && !line.isOver))
      notify(t(`friend.did.${last.kind}`));
  }

  function onSaid(side: Side, phrase: Phrase) {
    if (store.get().isMuted) return;
    showPhrase(side, phrase);
    announce(t("friend.live.says", { words: t(`friend.phrase.${phrase}`) }));
  }

  function showPhrase(side: Side, phrase: Phrase) {
    set({ said: { ...store.get().said, [side]: phrase } });
    setTimeout(() => {
      const { said } = store.get();
      if (said[side] === phrase) set({ said: { ...said, [side]: undefined } });
    }, PHRASE_MS);
  }

  const wake = () => {
    if (document.visibilityState !== "visible") return;
    const { session, trouble } = store.get();
    if (session) session.wake();
    else if (trouble === "failed") retry();
  };
  function retry() {
    // A browser does not fetch a script again whose import has failed.
    if (store.get().trouble === "failed") return location.reload();
    opened = "";
    sync();
  }
  games.subscribe(() => {
    const { session } = store.get();
    if (session && !session.exists()) close(); // removed, perhaps in another tab
  });
  document.addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("offline", onChange);
  addEventListener("pageshow", ({ persisted }) => (persisted ? retry() : wake()));
  addEventListener("pagehide", close);

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Follows what the page shows. */
    bind(shown: FriendRoom) {
      room = shown;
      room.subscribe(sync);
    },
    canPlay: () => store.get().session !== null,
    play: (text: string): boolean => store.get().session?.play(text) ?? false,
    /** Takes the game from another tab, or tries again after a failure. */
    retry,
    say(phrase: Phrase) {
      const { session } = store.get();
      const side = room?.own()[0];
      if (side && session?.say(phrase)) showPhrase(side, phrase);
    },
    mute: () => set({ isMuted: !store.get().isMuted }),
  };
}
