// The commands of the page of games with friends.

import type { Side } from "../core/xiangqi.ts";
import { HANDICAPS } from "../rules/handicaps.ts";
import { codeOfLink, friendAddress, liveAddress } from "../rules/friend-link.ts";
import { canShare, shareBySystem } from "../share/web-share.ts";
import type { PageShell } from "../shell/create-page.ts";
import { toClipboard } from "../ui/dom.ts";
import type { Question, Terms } from "./actions.ts";
import { liveSeatOf } from "./friend-games.ts";
import type { FriendGames } from "./friend-games.ts";
import type { FriendRoom } from "./friend-room.ts";
import type { KeptGame } from "./friend-storage.ts";
import { CLOCKS } from "./live/live-choices.ts";
import type { LiveChoices } from "./live/live-choices.ts";
import { newSecret } from "./live/room-keys.ts";

/** The choices for a new game. */
export interface NewGame {
  side: Side | "random";
  handicap: keyof typeof HANDICAPS;
  ruleset: Terms["ruleset"];
}

export type FriendCommands = ReturnType<typeof createFriendCommands>;

export function createFriendCommands(
  { t, notify, sound }: PageShell,
  loaded: () => { games: FriendGames; room: FriendRoom; choices: LiveChoices } | null,
) {
  /** Shows a game and gives the address its id, so that a reload comes back to it. */
  function show(game: KeptGame) {
    loaded()?.room.show(game);
    setAddress(game.terms.id);
    scrollTo({ top: 0 });
  }

  /** Puts the id of the game that is shown into the address, in the place of a code. */
  function setAddress(id: string | undefined) {
    const url = new URL(location.href);
    url.search = "";
    url.hash = id === undefined ? "" : `id=${id}`;
    if (url.href !== location.href) history.pushState(null, "", url);
  }

  const current = () => loaded()?.room.get().game ?? null;
  const addressOf = (game: KeptGame) =>
    (game.live ? liveAddress : friendAddress)(loaded()!.games.codeOf(game), document.baseURI);

  /** Plays an action by its text; returns false if it is not allowed. */
  function play(text: string): boolean {
    const isDone = loaded()?.room.play(text) ?? false;
    if (isDone) sound.play("move");
    return isDone;
  }

  const act = (kind: "agree" | "decline" | "resign", side: Side) => play(`${side} ${kind}`);

  /** Shows the link as text, selected, where copying is not allowed. */
  function showLink() {
    const field = document.querySelector<HTMLTextAreaElement>("#friend-link");
    field?.closest("details")?.setAttribute("open", "");
    field?.select();
    notify(t("friend.copyFailed"), { ms: 0 });
  }

  async function send(how: "share" | "copy") {
    const game = current();
    if (!game) return;
    const url = addressOf(game);
    const isShared =
      how === "share" &&
      canShare() &&
      (await shareBySystem({ title: t("friend.share.title"), text: t("friend.share.text"), url }));
    if (isShared || (await toClipboard(url))) {
      loaded()?.room.sent();
      if (!isShared) notify(t("friend.copied"));
    } else showLink();
  }

  return {
    play,
    show,
    send,
    addressOf,
    act,
    ask: (question: Question, side: Side) => play(`${side} ask ${question}`),
    host({ side, handicap, ruleset }: NewGame) {
      const parts = loaded();
      if (!parts) return;
      const { games, choices } = parts;
      const drawn = Math.random() < 0.5 ? "red" : "black";
      const hostSide = side === "random" ? drawn : side;
      const { how, clock } = choices.get();
      const isLive = how === "live";
      const relay = isLive ? choices.relay(document.baseURI) : "";
      if (relay === null) return;
      choices.keep();
      const terms = {
        startFen: HANDICAPS[handicap],
        ruleset,
        hostSide,
        isLive,
        clock: isLive ? CLOCKS[clock] : null,
      };
      const room = { word: newSecret(), isSecret: true, relay };
      const live = isLive ? { ...liveSeatOf(room, terms), isSeated: true } : null;
      show(games.host(terms, "", live));
    },
    watch() {
      loaded()?.room.watch();
      setAddress(current()?.terms.id);
    },
    async copyForWatchers() {
      const game = current();
      const code = game && loaded()?.games.codeOf(game, true);
      if (!code) return;
      const isCopied = await toClipboard(liveAddress(code, document.baseURI));
      notify(t(isCopied ? "friend.live.copiedForWatchers" : "friend.copyFailed"));
    },
    /** Takes in what a link has brought. */
    accept() {
      loaded()?.room.accept();
      setAddress(current()?.terms.id);
    },
    takeBoth: () => loaded()?.room.takeBoth(),
    rematch() {
      loaded()?.room.rematch();
      setAddress(current()?.terms.id);
    },
    home() {
      loaded()?.room.leave();
      setAddress(undefined);
    },
    rename: (name: string) => loaded()?.room.rename(name.trim().slice(0, 60)),
    remove(game: KeptGame) {
      const games = loaded()?.games;
      if (!games) return;
      games.remove(game.terms.id);
      const undo = { label: t("control.undo"), onAction: () => games.putBack(game) };
      notify(t("friend.removed"), { ms: 10_000, ...undo });
    },
    /** Opens a pasted link or code; returns false if the text has none. */
    paste(text: string): boolean {
      const code = codeOfLink(text);
      if (code === null) return false;
      loaded()?.room.open(code);
      return true;
    },
  };
}
