// The main script of the play page: creates the parts, connects them, and starts the page. boot.ts has already shown
// the board.

import { isWorthKeeping } from "../core/game-record.ts";
import { splitMove } from "../core/xiangqi.ts";
import { loadRules } from "../rules/rules.ts";
import { boardLook } from "../shell/appearance.ts";
import { createPage } from "../shell/create-page.ts";
import { bindDropAndPaste } from "../shell/drop-and-paste.ts";
import { SWITCHES } from "../shell/settings.ts";
import { byId } from "../ui/dom.ts";
import { bindKeys } from "../ui/shortcuts.ts";
import { bindMusic } from "./background-music.ts";
import { createPointer } from "./board-marks.ts";
import { bindCandidates } from "./candidates.ts";
import { bindClock } from "./clock-ticker.ts";
import { bindEvaluation } from "./evaluation.ts";
import { first } from "./first-board.ts";
import { createPieceRules } from "./first-games.ts";
import type { GameEvent } from "./game-events.ts";
import { bindTurningPoint, bindWhy } from "./looking-back.ts";
import { createEventHandler } from "./on-game-event.ts";
import { isOverHttp } from "./opponent.ts";
import { createCommands } from "./play-commands.ts";
import type { ViewCommands } from "./play-commands.ts";
import { createModel } from "./play-model.ts";
import { createView } from "./play-view.ts";
import { createSheets } from "./sheets.ts";
import type { SheetCommands } from "./sheets.ts";

const { store, board, theme } = first;
const shell = createPage({
  title: "page.title",
  storage: first.storage,
  show() {
    if (model.followSettings(shell.preferences.settings)) shell.toast.hide();
    view.render();
  },
  onTranslated: () =>
    first.onProblem((problem) => page.notify(page.t(`notice.store.${problem}`), { ms: 0 })),
  sheet: {
    switches: SWITCHES,
    engine: !isOverHttp(),
    rating: () => store.get().rating,
    progress: () => commands.progress(),
  },
});
const loading = loadRules();
const model = createModel(first, shell, {
  loading,
  emit: (event: GameEvent): void => onGameEvent(event),
  openSheet: {
    opened: (): void => sheets.open.part?.done(),
    refused: (data, fault): void => void sheets.open((sheet) => sheet.refuse(data, fault)),
  },
});
const { page, rating, caution, games } = model;
const { controller } = page;
const pointer = createPointer(board);
const sheets = createSheets(model, first, pointer, (): SheetCommands => commands);
const commands = createCommands(model, first, sheets, (): ViewCommands => view);
const view = createView(model, first, commands);
const onGameEvent = createEventHandler(model, { shell, sheets, commands, view, pointer });

function listen() {
  bindCandidates(store);
  bindEvaluation(page);
  bindWhy(page, {
    look: () => boardLook(store.get().settings, theme()),
    playSound: shell.sound.play,
    announce: page.announce,
  });
  bindTurningPoint(page, games.tryAgain, view.whenResultIsThere);
  games.bindAnalysis();
  bindMusic(page, shell.sound);
  addEventListener("hashchange", followLink);
  addEventListener("storage", games.followTab);
  addEventListener("storage", rating.followTab);
  addEventListener("focus", () => controller.wake());
  bindClock(page); // after the listener of `wake`, so that the clock runs in a tab that plays again
  byId("help").addEventListener("click", commands.help);
  bindDropAndPaste({
    ready: canOpen,
    take: games.takeIn,
    hover: (isOver) => (byId("drop").hidden = !isOver),
  });
  bindKeys({
    ArrowLeft: commands.undo,
    ArrowRight: commands.redo,
    f: commands.flip,
    n: commands.new,
    o: commands.open,
    e: commands.export,
    m: commands.moveNow,
    h: commands.hint,
    p: commands.pause,
    b: commands.board,
    "/": commands.type,
    s: shell.toggleSound,
    "?": commands.help,
    Escape() {
      if (caution.takeBack()) return;
      shell.toast.hide();
      commands.look();
      if (isWorthKeeping(store.get().game)) commands.leaveStart();
    },
  });
}

/**
 * Returns true if a dropped or pasted game can be opened, because no sheet is open except the sheet for opening games.
 */
function canOpen() {
  const sheet = document.querySelector("dialog:modal");
  return store.get().ready && (!sheet || sheet.id === "open-dialog");
}

/**
 * Sets the board's handlers. If `isSameGame` is true, also plays the move that was made before the rules were loaded.
 */
function takeBoardOver(isSameGame: boolean) {
  commands.endResuming();
  const showPieceRule = createPieceRules(page);
  const move = first.setHandlers({
    onMove: (from, to) => void controller.move(from, to),
    onRefused: (from, to) => controller.refuse(from, to),
    onSelect(square) {
      board.set({ risky: controller.losing(square) });
      showPieceRule(square);
      if (square) shell.sound.play("pick");
    },
    // Against the engine there is no notice: the engine's turn would be over before the person had read it.
    onOutOfTurn: (turn) => store.get().game.mode === "local" && shell.notifyTurn(turn),
  });
  if (!move || !isSameGame) return;
  const [from, to] = splitMove(move);
  if (!controller.move(from, to)) controller.keep(); // stores the game without the rejected move
}

function followLink() {
  if (!store.get().ready) return; // `start` follows the link later
  if (!rating.followLink()) games.followLink();
}

async function start() {
  listen();
  const isComplete = rating.load();
  view.render();
  model.begin(await shell.begin(loading));
  takeBoardOver(games.resume());
  if (!isComplete) page.notify(page.t("notice.brokenRating"), { ms: 12_000 });
  followLink();
  // The board can already be used, so the engine's files are fetched early. A failure is reported when the engine needs
  // them.
  if (store.get().game.mode === "engine") model.engine.prefetch();
  void import("./panels/due.ts").then(({ showDue }) => showDue(page)).catch(() => {});
}

// For scripts and the console: `chuhe.game.move("h2", "e2")`, `chuhe.board.centerOf("e2")`, `chuhe.leaveStart()`
first.publish(shell.run(start, "notice.rulesFailed"), {
  game: { get: () => (store.get().ready ? controller : null) },
  leaveStart: { value: commands.leaveStart },
});
