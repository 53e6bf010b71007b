// The page of games with friends: makes them, opens what a link has brought, and plays.

import { render } from "lit-html";
import { createBoard } from "../board/index.ts";
import { oncePerFrame } from "../core/scheduling.ts";
import { otherSide, squareIndex } from "../core/xiangqi.ts";
import { codeOfLink, isCutLiveLink } from "../rules/friend-link.ts";
import type { Rules } from "../rules/records.ts";
import type { GameClass } from "../rules/rules.ts";
import { playLook } from "../shell/appearance.ts";
import { createPage } from "../shell/create-page.ts";
import { createGridWords } from "../shell/grid-words.ts";
import { showSiteNav } from "../shell/site-nav.ts";
import { byId } from "../ui/dom.ts";
import { bindKeys } from "../ui/shortcuts.ts";
import { BOARD_SWITCHES } from "../shell/settings.ts";
import { bindDropAndPaste } from "../shell/drop-and-paste.ts";
import { createAnnouncements } from "./game-announcer.ts";
import { createConfirmation } from "./confirmation.ts";
import { createFriendCommands } from "./friend-commands.ts";
import { createFriendGames } from "./friend-games.ts";
import type { FriendGames } from "./friend-games.ts";
import { createFriendRoom } from "./friend-room.ts";
import type { FriendRoom } from "./friend-room.ts";
import { FRIENDS_KEY, createFriendStorage } from "./friend-storage.ts";
import { boardOf, sideBelow } from "./game-facts.ts";
import { gameTemplate, urgentTemplate } from "./game-template.ts";
import { createHandover } from "./handover.ts";
import { homeTemplate } from "./home-template.ts";
import { createLiveChoices } from "./live/live-choices.ts";
import type { LiveChoices } from "./live/live-choices.ts";
import { createLivePage } from "./live/live-page.ts";
import type { LivePage } from "./live/live-page.ts";
import { seatTemplate } from "./live/live-template.ts";
import { createRelayList } from "./live/relay-list.ts";
import { createListCommands } from "./list-commands.ts";

const page = createPage({
  words: (lang) => new URL(`../../locales/friend/${lang}.json`, import.meta.url),
  title: "friend.page.title",
  sheet: { switches: BOARD_SWITCHES },
  show: () => renderSoon(),
});
const { i18n, t, notify, preferences, sound } = page;
const gridWords = createGridWords(i18n, page.announce, ["grid.help"]);
interface Loaded {
  Game: GameClass;
  rules: Rules;
  games: FriendGames;
  room: FriendRoom;
  live: LivePage;
  choices: LiveChoices;
  announceChanges: () => void;
}
let loaded: Loaded | null = null;
let lastTick = "";
let lastView: string | null = null;
/** The id of the finished game whose result has been scrolled into view. */
let shownEnd = "";
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
const list = createListCommands(page, () => loaded, renderSoon);
const handover = createHandover(page, () => loaded);
const confirmation = createConfirmation(renderSoon);

function show() {
  if (!loaded || !i18n.ready) return;
  const { games, room, live, choices, announceChanges } = loaded;
  const isHome = room.replayed === null;
  showSiteNav(isHome);
  byId("friend-home").hidden = !isHome;
  byId("friend-game").hidden = isHome;
  delete document.documentElement.dataset.linked;
  const parts = { page, games, room, commands, list, handover, confirmation, live, choices };
  announceChanges();
  if (isHome) {
    render(homeTemplate(parts), byId("friend-parts"));
    return keepFocus("");
  }
  board.set({
    ...playLook(preferences),
    ...boardOf(room),
    label: t("board.label"),
    words: gridWords(),
  });
  render(urgentTemplate(parts), byId("friend-urgent"));
  render(gameTemplate(parts), byId("friend-panel"));
  showSeats();
  keepFocus(`${room.replayed?.terms.id} ${room.get().received !== null}`);
  const end = room.replayed?.isOver ? room.replayed.terms.id : "";
  if (end !== "" && end !== shownEnd)
    byId("friend-panel").querySelector("#friend-result")?.scrollIntoView({ block: "nearest" });
  shownEnd = end;
  byId("friend-game").classList.toggle("is-live", Boolean(room.get().game?.live));
  handover.saveFinished();
}

/**
 * Moves the focus to the board or the list, where the view has changed and the button that was pressed is gone; `view`
 * names what is shown, "" the first page.
 */
function keepFocus(view: string) {
  const isLost =
    document.activeElement === document.body || !document.activeElement?.checkVisibility();
  if (lastView !== null && view !== lastView && isLost) {
    if (view === "") byId("friend-list-title").focus({ preventScroll: true });
    else board.focus();
  }
  lastView = view;
}

/** Shows the strips of both sides, with their clocks. */
function showSeats() {
  const { room, live } = loaded!;
  const below = sideBelow(room);
  render(seatTemplate({ page, room, live }, otherSide(below)), byId("friend-above"));
  render(seatTemplate({ page, room, live }, below), byId("friend-below"));
}

/** Shows what changes by itself: clocks, the countdown, and what can be claimed. */
function tick() {
  if (!loaded || !i18n.ready) return;
  showSeats();
  const { session } = loaded.live.get();
  const next = session ? `${Math.ceil(session.awayMs() / 1000)} ${session.claims().join()}` : "";
  if (next !== lastTick) renderSoon();
  lastTick = next;
}

/** Opens the game that the address has: a code that somebody has sent, or the id of a game of this device. */
function follow() {
  if (!loaded) return;
  const { games, room } = loaded;
  const code = codeOfLink(location.href);
  if (code !== null) return room.open(code);
  if (isCutLiveLink(location.href)) return room.open("");
  const known = games.find(new URLSearchParams(location.hash.slice(1)).get("id") ?? "");
  if (known) room.show(known);
  else room.leave();
}

/** Takes in a file of games that was dropped, or a text that was pasted outside the fields. */
async function takeIn(data: string | File) {
  if (typeof data !== "string") return list.take(await data.text());
  if (!commands.paste(data)) notify(t("friend.fault.broken"));
  const { game, fault } = loaded?.room.get() ?? {};
  if (game && fault) notify(t(`friend.fault.${fault}`)); // the first page shows it itself
}

async function start() {
  const rules = await page.begin();
  const { Game } = rules;
  const games = createFriendGames(
    Game,
    createFriendStorage(() => localStorage),
    (problem) => notify(t(`friend.store.${problem}`), { ms: 0 }),
  );
  const choices = createLiveChoices(() => localStorage);
  const relays = createRelayList(document.baseURI, () => localStorage);
  void relays().then(choices.offer);
  const live = createLivePage(page, {
    Game,
    games,
    relays,
    onNext: commands.show,
    onChange: renderSoon,
    onTick: tick,
  });
  const room = createFriendRoom(Game, games, live);
  const announceChanges = createAnnouncements(page, Game, room);
  loaded = { Game, rules, games, room, live, choices, announceChanges };
  live.bind(room);
  live.subscribe(renderSoon);
  choices.subscribe(renderSoon);
  games.begin();
  games.subscribe(renderSoon);
  room.subscribe(renderSoon);
  addEventListener("hashchange", follow);
  addEventListener("storage", ({ key }) => {
    if (key !== FRIENDS_KEY) return;
    games.refresh();
    const { game, received } = room.get();
    const known = game && games.find(game.terms.id);
    if (known && !received) room.show(known);
  });
  bindDropAndPaste({
    ready: () => true,
    take: (data) => void takeIn(data),
    hover: () => {},
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
