// The page of games with friends: makes them, opens what a link has brought, and plays.

import { render } from "lit-html";
import { createBoard } from "../board/index.ts";
import { oncePerFrame } from "../core/scheduling.ts";
import { otherSide, squareIndex } from "../core/xiangqi.ts";
import { codeOfLink } from "../rules/friend-link.ts";
import type { GameClass } from "../rules/rules.ts";
import { playLook } from "../shell/appearance.ts";
import { createPage } from "../shell/create-page.ts";
import { createGridWords } from "../shell/grid-words.ts";
import { showSiteNav } from "../shell/site-nav.ts";
import { byId } from "../ui/dom.ts";
import { bindKeys } from "../ui/shortcuts.ts";
import { createFriendCommands } from "./friend-commands.ts";
import { createFriendGames } from "./friend-games.ts";
import type { FriendGames } from "./friend-games.ts";
import { createFriendRoom } from "./friend-room.ts";
import type { FriendRoom } from "./friend-room.ts";
import { FRIENDS_KEY, createFriendStorage } from "./friend-storage.ts";
import { boardOf, sideBelow } from "./game-facts.ts";
import { gameTemplate } from "./game-template.ts";
import { homeTemplate } from "./home-template.ts";
import { createLiveChoices } from "./live/live-choices.ts";
import type { LiveChoices } from "./live/live-choices.ts";
import { createLivePage } from "./live/live-page.ts";
import type { LivePage } from "./live/live-page.ts";
import { seatTemplate } from "./live/live-template.ts";
import { fetchRelays } from "./live/relay-list.ts";

const page = createPage({
  words: (lang) => new URL(`../../locales/friend/${lang}.json`, import.meta.url),
  title: "friend.page.title",
  show: () => renderSoon(),
});
const { i18n, t, notify, preferences, sound } = page;
const gridWords = createGridWords(i18n, page.announce, ["grid.help"]);
interface Loaded {
  Game: GameClass;
  games: FriendGames;
  room: FriendRoom;
  live: LivePage;
  choices: LiveChoices;
}
let loaded: Loaded | null = null;
const board = createBoard(byId("board"), {
  ...playLook(preferences),
  placement: ".".repeat(90),
  onMove: (from, to) => loaded && commands.play(from + to),
  onRefused: (from, to) =>
    page.refuse(
      loaded?.room.replayed?.position.refusal(from + to),
      board.state.placement.charAt(squareIndex(from)),
    ),
  onSelect: (square) => square && sound.play("pick"),
  onOutOfTurn: page.notifyTurn,
});
const commands = createFriendCommands(page, () => loaded);
const renderSoon = oncePerFrame(show);

function show() {
  if (!loaded || !i18n.ready) return;
  const { games, room, live, choices } = loaded;
  const isHome = room.replayed === null;
  showSiteNav(isHome);
  byId("friend-home").hidden = !isHome;
  byId("friend-game").hidden = isHome;
  const parts = { page, games, room, commands, live, choices };
  if (isHome) return void render(homeTemplate(parts), byId("friend-home"));
  board.set({
    ...playLook(preferences),
    ...boardOf(room),
    label: t("board.label"),
    words: gridWords(),
  });
  render(gameTemplate(parts), byId("friend-panel"));
  const below = sideBelow(room);
  render(seatTemplate(parts, otherSide(below)), byId("friend-above"));
  render(seatTemplate(parts, below), byId("friend-below"));
  byId("friend-game").classList.toggle("is-live", Boolean(room.get().game?.live));
}

/** Opens the game that the address has: a code that somebody has sent, or the id of a game of this device. */
function follow() {
  if (!loaded) return;
  const { games, room } = loaded;
  const code = codeOfLink(location.href);
  if (code !== null) return room.open(code);
  const known = games.find(new URLSearchParams(location.hash.slice(1)).get("id") ?? "");
  if (known) room.show(known);
  else room.leave();
}

async function start() {
  const { Game } = await page.begin();
  const games = createFriendGames(
    Game,
    createFriendStorage(() => localStorage),
    (problem) => notify(t(`friend.store.${problem}`), { ms: 0 }),
  );
  const choices = createLiveChoices(() => localStorage);
  const relays = fetchRelays(document.baseURI);
  void relays.then(choices.offer);
  const live = createLivePage(page, {
    Game,
    games,
    relays: () => relays,
    onNext: commands.show,
    onTick: renderSoon,
  });
  const room = createFriendRoom(Game, games, live.play);
  loaded = { Game, games, room, live, choices };
  live.bind(room);
  live.subscribe(renderSoon);
  choices.subscribe(renderSoon);
  games.begin();
  games.subscribe(renderSoon);
  room.subscribe(renderSoon);
  addEventListener("hashchange", follow);
  addEventListener("storage", ({ key }) => {
    if (key !== FRIENDS_KEY) return;
    games.reload();
    const { game, received } = room.get();
    const known = game && games.find(game.terms.id);
    if (known && !received) room.show(known);
  });
  bindKeys({ b: () => board.focus() });
  follow();
  byId("friend").dataset.ready = "";
}

const ready = page.run(start, "friend.loadFailed");

/** A handle for scripts and the console. */
Object.assign(globalThis, {
  chuheFriend: Object.defineProperties(
    { ready, board },
    {
      room: { get: () => loaded?.room },
      live: { get: () => loaded?.live.get() },
    },
  ),
});
