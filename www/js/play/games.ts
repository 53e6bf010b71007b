// Puts games on the board (stored, opened, linked or new ones), and passes them on to the library, the analysis and files.

import type { BoardState } from "../board/index.ts";
import { freshFields, isWorthKeeping, newGame } from "../core/game-record.ts";
import type { GameRecord } from "../core/game-record.ts";
import { sideOf } from "../core/xiangqi.ts";
import {
  choicesOfLink,
  faultsOfLink,
  isOfRunningGame,
  levelOfLink,
  parseLink,
} from "../rules/link.ts";
import type { Link } from "../rules/link.ts";
import type { ReadFault } from "../rules/record-words.ts";
import {
  formatDay,
  isOverByRules,
  isReadableRecord,
  movesOnly,
  openingOf,
  readAny,
  readRecord,
  rejectTooLarge,
  turnOf,
  writeRecord,
} from "../rules/records.ts";
import type { ExportFormat, RecordSummary } from "../rules/records.ts";
import { describeRulesError } from "../rules/rules.ts";
import type { Shared } from "../share/share-form.ts";
import { GAME_KEY } from "../shell/storage.ts";
import type { StoredGame } from "../shell/storage.ts";
import { analysisAddress } from "../study/session-transfer.ts";
import type { Page } from "./context.ts";
import { describeGameBefore, tagsOf } from "./game-words.ts";
import type { RatedGames } from "./rated-games.ts";
import { bottomSide, isOver } from "./state.ts";

/** The fields of a game that define its players. */
const PLAYERS = ["mode", "side", "level", "fits"] as const;

/** Reports that a script could not be fetched, and returns null. */
function reportMissing(error: unknown): null {
  reportError(error);
  return null;
}

/** Fetches the script with the texts about records. Resolves to null if the fetch fails. */
const loadRecordWords = () => import("../rules/record-words.ts").catch(reportMissing);

export interface OpenSheetListener {
  opened(): void;
  refused(data: string | File, fault: ReadFault): void;
}

export function createGames(
  page: Page,
  saved: StoredGame | null,
  rating: Pick<RatedGames, "opponent" | "help">,
  openSheet: OpenSheetListener,
) {
  const { store, storage, i18n, t, notify } = page;
  /** The game that was on the board before the current one; null if there is none. */
  let before = storage.loadBefore();
  let isLibraryFailureShown = false;

  /** Puts another game on the board, and stores the previous game. */
  function replaceGame(game: GameRecord) {
    const old = store.get().game;
    page.controller.open(game);
    storeBefore(old);
  }

  /** Stores the game that has left the board, so that the person can go back to it. */
  function storeBefore(old: GameRecord) {
    if (!isWorthKeeping(old)) return;
    // A game of one move does not replace a stored game.
    if (before && old.moves.length === 1 && !old.startFen && !old.record) return;
    before = old;
    storage.saveBefore(old);
  }

  const backAction = () => before && { label: t("open.back"), onAction: goBack };

  function goBack() {
    try {
      if (before) replaceGame(withReadableRecord(before));
    } catch (error) {
      notify(describeRulesError(error, i18n).join(" ")); // the stored game is against the rules
    }
  }

  /** Returns the address of the analysis, and stores the game so that the analysis can load it. */
  function analysisOf(game: GameRecord, ply: number, flipped: boolean): string {
    const pgn = write(game, "pgn-iccs");
    return analysisAddress(
      { pgn, ply, flipped, isRecord: false, game: null },
      game,
      () => localStorage,
    );
  }

  function write(game: GameRecord, format: ExportFormat): string {
    const { rules } = page;
    if (!rules) return "";
    const tags = tagsOf(game, openingOf(rules.Game, game), formatDay(new Date(), "."), i18n);
    return writeRecord(rules, game, format, tags);
  }

  /** Opens the game in a text or a file. Returns the fault if it cannot be read. */
  async function take(data: string | File): Promise<ReadFault | null> {
    const { rules } = page;
    if (!rules) return null;
    try {
      if (data instanceof File) rejectTooLarge(data.size);
      const content = data instanceof File ? new Uint8Array(await data.arrayBuffer()) : data;
      const { choices, summary } = await readAny(content, (text, read) =>
        readRecord(rules, text, store.get().game, read),
      );
      if (store.get().start && summary.plies > 0) {
        // Nobody is playing, so the game is opened in the analysis.
        location.href = analysisOf({ ...newGame(), ...choices }, 0, false);
        return null;
      }
      replaceGame({ ...store.get().game, ...freshFields(), ...choices });
      openSheet.opened();
      void notifyOpened(summary, data instanceof File);
      return null;
    } catch (error) {
      const words = await loadRecordWords();
      return words ? words.describeReadFault(error, i18n) : { words: t("notice.partFailed") };
    }
  }

  async function notifyOpened(summary: RecordSummary, wasFile: boolean) {
    const options = { ms: 10_000, ...backAction() };
    const words = await loadRecordWords();
    notify(
      words ? words.describeOpenedRecord(summary, wasFile, i18n) : t("notice.partFailed"),
      options,
    );
  }

  /**
   * Starts a new game with these fields. If `fields.startFen` is undefined, changes the fields of the game on the board
   * instead. Returns the error messages if the fields are invalid; empty on success.
   */
  function begin(fields: Partial<GameRecord>): string[] {
    const { controller } = page;
    const state = store.get();
    const old = state.game;
    const chosen = fields.fits ? { ...fields, ...rating.opponent(fields.level) } : fields;
    try {
      if (fields.startFen === undefined) controller.open(withPlayers(old, chosen));
      else {
        controller.newGame(chosen);
        if (old.moves.length > 0) storeBefore(old);
        // The notice offers to go back, since the person may not have meant to leave a game in progress.
        if (before === old && !isOver(state))
          notify(describeGameBefore(old, i18n), { ms: 8000, ...backAction() });
      }
      return [];
    } catch (error) {
      return describeRulesError(error, i18n);
    }
  }

  /**
   * Returns the game with these fields. If the fields change the players, the game is not rated, since the new players
   * have not played all of it.
   */
  function withPlayers(old: GameRecord, fields: Partial<GameRecord>): GameRecord {
    const game = { ...old, ...fields };
    const isSame = PLAYERS.every((field) => game[field] === old[field]);
    return isSame ? game : { ...game, rated: "never" };
  }

  /** Returns the game. If its record can no longer be read, returns the game without the record, and shows a notice. */
  function withReadableRecord(game: GameRecord): GameRecord {
    const { rules } = page;
    if (!rules || game.record === null || isReadableRecord(rules.Record, game.record)) return game;
    notify(t("notice.brokenRecord"), { ms: 12_000 });
    return { ...game, record: null };
  }

  /**
   * Puts the game of a link on the board. If that game is in progress, asks the person first. Returns the error
   * messages if the link is invalid; empty on success.
   */
  function open(link: Link): string[] {
    const faults = faultsOfLink(link).flatMap((fault) => describeRulesError(fault, i18n));
    if (faults.length > 0 || !page.rules) return faults;
    try {
      const toMove = turnOf(page.rules.Game, link.startFen);
      const { game: old } = store.get();
      const fits = old.fits && levelOfLink(link) === null;
      const level = fits ? rating.opponent().level : old.level;
      const game = { ...newGame(), fits, ...choicesOfLink(link, level, toMove) };
      if (link.game !== null) game.rated = "never";
      const isRunning = isOfRunningGame(link) && !isOverByRules(page.rules.Game, game);
      if (isRunning) void askToPlayOn(link, game);
      else openLinked(link, game);
      return [];
    } catch (error) {
      return describeRulesError(error, i18n);
    }
  }

  /**
   * Asks whether to play on the game of a link. The game on the board stays until the person answers. It also stays if
   * the person only looks at the linked game, or closes the sheet during a game in progress. Otherwise the linked game
   * replaces it.
   */
  async function askToPlayOn(link: Link, game: GameRecord) {
    const panel = await import("./panels/running-game.ts").catch(reportMissing);
    const choice = panel ? await panel.askToPlayOn(game, i18n) : "play";
    if (choice === "replaced") return;
    clearHash();
    const state = store.get();
    const keeps = choice === "closed" && isWorthKeeping(state.game) && !isOver(state);
    if (choice === "look") location.href = analysisOf(game, game.ply, game.side === "black");
    else if (!keeps) openLinked(link, game);
  }

  function openLinked(link: Link, game: GameRecord) {
    clearHash();
    replaceGame(game);
    if (link.help !== null) rating.help();
    if (link.game !== null || link.challenge !== null) void notifyLinked(link, game);
  }

  async function notifyLinked(link: Link, game: GameRecord) {
    const notice = await import("../share/link-notice.ts").catch(reportMissing);
    const words = notice ? await notice.describeLink(link, game, i18n) : t("notice.partFailed");
    notify(words, { ms: 12_000, ...backAction() });
  }

  /** Removes a link from the address. */
  const clearHash = () => history.replaceState(null, "", location.pathname + location.search);

  /** Returns the stored game if another tab has changed it since this page began to load; null otherwise. */
  function storedElsewhere(): StoredGame | null {
    const newest = storage.loadGame();
    if (!newest || newest.broken || newest.early) return null;
    return JSON.stringify(newest.game) === JSON.stringify(saved?.game) ? null : newest;
  }

  /** Returns the address of the analysis, which opens the game on the board if there is one. */
  function analysisUrl(): string {
    const { game } = store.get();
    if (!page.rules || !isWorthKeeping(game)) return "analysis.html";
    return analysisOf(game, game.ply, bottomSide(store.get()) === "black");
  }

  const writeCurrent = (format: ExportFormat) => write(store.get().game, format);

  return {
    take,
    goBack,
    begin,

    /** Adds a finished game to the library. A failure is reported only once. */
    async addToLibrary() {
      const state = store.get();
      if (!isOver(state) || !state.settings.keepGames) return;
      const pgn = write(state.game, "pgn-iccs");
      try {
        const { queueGame } = await import("../database/library-store.ts");
        await queueGame(pgn);
      } catch {
        if (isLibraryFailureShown) return;
        isLibraryFailureShown = true;
        notify(t("notice.notKept"), { ms: 12_000 });
      }
    },

    /** Starts a training game against the same opponent from the position after `ply` plies. */
    tryAgain(ply: number) {
      const { game } = store.get();
      const moves = game.moves.slice(0, ply);
      const rated = game.rated === "never" ? game.rated : "no";
      replaceGame({ ...game, ...freshFields(), rated, moves, ply, training: true });
    },

    /**
     * Starts another game with the same settings. An engine that fits the person gets the strength of the current
     * rating; any other engine plays at `level`, by default the level of the last game.
     */
    again(level?: number) {
      const old = store.get().game;
      page.controller.restart(old.fits ? rating.opponent() : { level: level ?? old.level });
      storeBefore(old);
    },

    /** Opens a game that was dropped or pasted on the page. Shows the fault if the game cannot be read. */
    async takeIn(data: string | File) {
      const fault = await take(data);
      if (fault) openSheet.refused(data, fault);
    },

    analyse() {
      location.href = analysisUrl();
    },

    /** Makes the menu's link to the analysis include the game, also when the link opens in a new tab. */
    bindAnalysis() {
      const link = document.querySelector<HTMLAnchorElement>(".site-nav [href='analysis.html']");
      for (const press of ["click", "auxclick"])
        link?.addEventListener(press, () => (link.href = analysisUrl()));
    },

    /**
     * Offers the engine a draw. If the engine has already offered a draw, or if two people play, ends the game as a
     * draw at once.
     */
    offerDraw() {
      const { game, drawOffered } = store.get();
      if (drawOffered || game.mode === "local") page.controller.agree();
      else void page.controller.offerDraw();
    },

    describeBefore: () => before && describeGameBefore(before, i18n),

    /** Writes the game on the board, or only its moves if `bare` is true. */
    write(format: ExportFormat, bare = false): string {
      const text = writeCurrent(format);
      return bare && page.rules ? movesOnly(page.rules.Record, text, format) : text;
    },

    /** Returns the data from which the game can be shared. */
    shared(board: BoardState): Shared {
      const { game, position } = store.get();
      const side = game.mode === "local" ? sideOf(position.turn) : game.side;
      const isRunning = game.mode === "engine" && game.moves.length > 0 && !isOver(store.get());
      const study = async () => {
        if (game.record === null || !page.rules) return null;
        const { studyOfLine } = await import("../study/study-record.ts");
        return studyOfLine(page.rules, writeCurrent("pgn-iccs"), game.ply);
      };
      const file = () => writeCurrent("pgn-chinese");
      return { board, at: game.ply, fen: writeCurrent("fen"), game, side, isRunning, study, file };
    },

    /**
     * Continues the stored game. If there is none, or if it cannot be read, starts a new game; if it cannot be read,
     * also shows a notice. Returns false if another tab has changed the stored game since this page began to load, or
     * if the rules reject the stored game.
     */
    resume(): boolean {
      const { controller } = page;
      const newest = storedElsewhere();
      try {
        const stored = newest ?? saved;
        if (stored && !stored.broken) controller.open(withReadableRecord(stored.game));
        else controller.newGame(rating.opponent());
        if (saved?.broken) notify(t("notice.brokenStore"), { ms: 12_000 });
      } catch {
        storage.putGameAside();
        controller.newGame(rating.opponent());
        notify(t("notice.brokenStore"), { ms: 12_000 });
        return false;
      }
      return newest === null;
    },

    /** Shows the game that another tab has stored. */
    followTab({ key }: StorageEvent) {
      const stored = key === GAME_KEY ? storage.loadGame() : null;
      if (stored && !stored.broken) page.controller.follow(stored.game);
    },

    /**
     * Opens the game in the page's address, and removes the game from the address, so that a reload shows the stored
     * game. While the sheet asks whether to play the game on, the address stays, so that a reload asks again.
     */
    followLink() {
      const link = parseLink(location.hash);
      if (!link) return;
      const faults = open(link);
      if (faults.length === 0) return;
      clearHash();
      notify(t("notice.badLink", { lines: faults.join(" ") }), { ms: 0 });
    },
  };
}
