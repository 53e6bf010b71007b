// How games come to the board and leave it: stored, opened, linked, begun anew, written out.

import { analysisAddress } from "../study/session-transfer.ts";
import {
  choicesOfLink,
  faultsOfLink,
  isOfRunningGame,
  levelOfLink,
  parseLink,
} from "../rules/link.ts";
import {
  formatDay,
  isOverByRules,
  isReadableRecord,
  openingOf,
  movesOnly,
  readAny,
  readRecord,
  rejectTooLarge,
  turnOf,
  writeRecord,
} from "../rules/records.ts";
import { describeRulesError } from "../rules/rules.ts";
import { freshFields, isWorthKeeping, newGame } from "../core/game-record.ts";
import { sayBefore, tagsOf } from "./played-game.ts";
import { bottomSide, isOver } from "./state.ts";
import { sideOf } from "../core/xiangqi.ts";
import { GAME_KEY } from "../shell/storage.ts";

/** @import { GameRecord } from "../core/game-record.ts" */

/** What says who plays whom. */
const WHO = /** @type {const} */ (["mode", "side", "level", "fits"]);

/** Reports that a part could not be fetched. @param {unknown} error @returns {null} in place of the part */
function missing(error) {
  reportError(error);
  return null;
}

/** Words about records, fetched when one is opened; null when they cannot be had. */
const recordWords = () => import("../rules/record-words.ts").catch(missing);

/**
 * @param {import("./context.ts").Page} page
 * @param {import("../shell/storage.ts").StoredGame|null} saved
 * @param {Pick<ReturnType<typeof import("./rated-games.ts").createRating>, "opponent" | "help">} rating
 * @param {{ opened: () => void, refused: (data: string|File, fault: import("../rules/record-words.ts").ReadFault) => void }} says
 *        what the sheet for opening is told
 */
export function createGames(page, saved, rating, says) {
  const { store, storage, i18n, t, notify } = page;
  /** @type {GameRecord|null} */
  let before = storage.loadBefore();
  /** It was said that a game could not be kept. */
  let isTold = false;

  /** Puts another game on the board and keeps the one that was there. @param {GameRecord} game */
  function replaceGame(game) {
    const old = store.get().game;
    page.controller.open(game);
    keepBefore(old);
  }

  /** @param {GameRecord} old the game that has left the board */
  function keepBefore(old) {
    if (!isWorthKeeping(old)) return;
    // A first move alone is not worth the game that is kept.
    if (before && old.moves.length === 1 && !old.startFen && !old.record) return;
    before = old;
    storage.saveBefore(old);
  }

  const wayBack = () => before && { label: t("open.back"), onAction: goBack };

  function goBack() {
    try {
      if (before) replaceGame(withReadableRecord(before));
    } catch (error) {
      notify(describeRulesError(error, i18n).join(" ")); // what was stored is against the rules
    }
  }

  /** An opened game goes to the page that analyses, to its first move. @param {Partial<GameRecord>} choices @returns {null} */
  function lookThrough(choices) {
    const game = { ...newGame(), ...choices };
    location.href = addressOf(game, 0, false);
    return null;
  }

  /** Where a game is analysed: it goes there along. @param {GameRecord} game @param {number} ply @param {boolean} flipped */
  function addressOf(game, ply, flipped) {
    const handed = { pgn: written(game, "pgn-iccs"), ply, flipped, isRecord: false, game: null };
    return analysisAddress(handed, game, () => localStorage);
  }

  /** @param {GameRecord} game @param {import("../rules/records.ts").ExportFormat} format */
  function written(game, format) {
    const { rules } = page;
    if (!rules) return "";
    const tags = tagsOf(game, openingOf(rules.Game, game), formatDay(new Date(), "."), i18n);
    return writeRecord(rules, game, format, tags);
  }

  /** A game that is over goes to the library. That it cannot is said once. */
  async function keep() {
    const state = store.get();
    if (!isOver(state) || !state.settings.keepGames) return;
    const pgn = written(state.game, "pgn-iccs");
    try {
      const { queueGame } = await import("../database/library-store.ts");
      await queueGame(pgn);
    } catch {
      if (isTold) return;
      isTold = true;
      notify(t("notice.notKept"), { ms: 12_000 });
    }
  }

  /**
   * Opens whatever a text or a file holds; the game before can be had back.
   * @param {string|File} data @returns {Promise<import("../rules/record-words.ts").ReadFault|null>} what is wrong; null when it is open
   */
  async function take(data) {
    const { rules } = page;
    if (!rules) return null;
    try {
      if (data instanceof File) rejectTooLarge(data.size);
      const read = data instanceof File ? new Uint8Array(await data.arrayBuffer()) : data;
      const { choices, summary: found } = await readAny(read, (text, known) =>
        readRecord(rules, text, store.get().game, known),
      );
      // Nobody is playing: a game that comes is one to look through.
      if (store.get().start && found.plies > 0) return lookThrough(choices);
      replaceGame({ ...store.get().game, ...freshFields(), ...choices });
      says.opened();
      void tellFound(found, data instanceof File);
      return null;
    } catch (error) {
      const words = await recordWords();
      return words ? words.describeReadFault(error, i18n) : { words: t("notice.partFailed") };
    }
  }

  /** Says what is on the board now. @param {import("../rules/records.ts").RecordSummary} found @param {boolean} wasFile */
  async function tellFound(found, wasFile) {
    const back = { ms: 10_000, ...wayBack() };
    const words = await recordWords();
    notify(words ? words.describeOpenedRecord(found, wasFile, i18n) : t("notice.partFailed"), back);
  }

  /**
   * Starts a new game as chosen in the sheet, or goes on with the one on the board when no position is
   * named at all. @param {Partial<GameRecord>} choices
   * @returns {string[]} what is wrong with the choices
   */
  function begin(choices) {
    const { controller } = page;
    const state = store.get();
    const old = state.game;
    const chosen = choices.fits ? { ...choices, ...rating.opponent(choices.level) } : choices;
    try {
      if (choices.startFen === undefined) {
        controller.open(changed(old, chosen));
      } else {
        controller.newGame(chosen);
        if (old.moves.length > 0) keepBefore(old);
        // Somebody may not have meant to leave a game that goes on.
        if (before === old && !isOver(state))
          notify(sayBefore(old, i18n), { ms: 8000, ...wayBack() });
      }
      return [];
    } catch (error) {
      return describeRulesError(error, i18n);
    }
  }

  /**
   * The game on the board with other players: it is not one person's against one opponent any more.
   * @param {GameRecord} old @param {Partial<GameRecord>} chosen @returns {GameRecord}
   */
  function changed(old, chosen) {
    const game = { ...old, ...chosen };
    const isSame = WHO.every((field) => game[field] === old[field]);
    return isSame ? game : { ...game, rated: "never" };
  }

  /** The moves stand alone where their record cannot be read any more; that is said. @param {GameRecord} game */
  function withReadableRecord(game) {
    const { rules } = page;
    if (!rules || game.record === null || isReadableRecord(rules.Record, game.record)) return game;
    notify(t("notice.brokenRecord"), { ms: 12_000 });
    return { ...game, record: null };
  }

  /**
   * Puts the game of a link on the board, a running one once the person wants to play it on.
   * @param {import("../rules/link.ts").Link} link @returns {string[]} what is wrong with it
   */
  function follow(link) {
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
      if (isRunning) void askAbout(link, game);
      else openLinked(link, game);
      return [];
    } catch (error) {
      return describeRulesError(error, i18n);
    }
  }

  /**
   * Asks whether to play a running game on. The game on the board stays until the answer, and stays where the person
   * only looks at the other one. Who closes the sheet keeps a game in progress, and else plays on.
   * @param {import("../rules/link.ts").Link} link @param {GameRecord} game of the link
   */
  async function askAbout(link, game) {
    const panel = await import("./panels/running-game.ts").catch(missing);
    const choice = panel ? await panel.askToPlayOn(game, i18n) : "play";
    if (choice === "replaced") return;
    clearHash();
    const state = store.get();
    const keeps = choice === "closed" && isWorthKeeping(state.game) && !isOver(state);
    if (choice === "look") location.href = addressOf(game, game.ply, game.side === "black");
    else if (!keeps) openLinked(link, game);
  }

  /** The game that was on the board can be had back. @param {import("../rules/link.ts").Link} link @param {GameRecord} game of the link */
  function openLinked(link, game) {
    clearHash();
    replaceGame(game);
    if (link.help !== null) rating.help();
    if (link.game !== null || link.challenge !== null) void greet(link, game);
  }

  /** Announces the game of a link. @param {import("../rules/link.ts").Link} link @param {GameRecord} game of the link */
  async function greet(link, game) {
    const linkNotice = await import("../share/link-notice.ts").catch(missing);
    const words = linkNotice
      ? await linkNotice.describeLink(link, game, i18n)
      : t("notice.partFailed");
    notify(words, { ms: 12_000, ...wayBack() });
  }

  /** Takes a link out of the address. */
  const clearHash = () => history.replaceState(null, "", location.pathname + location.search);

  /** Another tab has played on while this one was loading. @returns {import("../shell/storage.ts").StoredGame|null} */
  function playedElsewhere() {
    const newest = storage.loadGame();
    if (!newest || newest.broken || newest.early) return null;
    return JSON.stringify(newest.game) === JSON.stringify(saved?.game) ? null : newest;
  }

  return {
    take,
    keep,
    goBack,
    begin,

    /** Back to before a move, against the same opponent; the game as it was can be had back. @param {number} ply */
    tryAgain(ply) {
      const { game } = store.get();
      const moves = game.moves.slice(0, ply);
      const rated = game.rated === "never" ? game.rated : "no";
      replaceGame({ ...game, ...freshFields(), rated, moves, ply, training: true });
    },

    /** Another game on the terms of this one; as strong as the person is by now, or at a level. @param {number} [level] */
    again(level) {
      const old = store.get().game;
      page.controller.restart(old.fits ? rating.opponent() : { level: level ?? old.level });
      keepBefore(old);
    },

    /** Dropped or pasted on the page. @param {string|File} data */
    async takeIn(data) {
      const fault = await take(data);
      if (fault) says.refused(data, fault);
    },

    /** Takes the game on the board to the page that analyses. */
    analyse() {
      location.href = this.addressOfAnalysis();
    },

    /** Of the page that analyses, to which the game on the board goes along if there is one. */
    addressOfAnalysis() {
      const { game } = store.get();
      if (!page.rules || !isWorthKeeping(game)) return "analysis.html";
      return addressOf(game, game.ply, bottomSide(store.get()) === "black");
    },

    /** The game goes along whichever way the site's menu is used: here, in a tab beside, by the keyboard. */
    bindAnalysis() {
      const link = /** @type {HTMLAnchorElement} */ (
        document.querySelector(".site-nav [href='analysis.html']")
      );
      for (const press of ["click", "auxclick"])
        link.addEventListener(press, () => (link.href = this.addressOfAnalysis()));
    },

    /** To the engine, or, between two people, agreed; the engine may have offered one itself. */
    offerDraw() {
      const { game, drawOffered } = store.get();
      if (drawOffered || game.mode === "local") page.controller.agree();
      else void page.controller.offerDraw();
    },

    sayTheGameBefore: () => before && sayBefore(before, i18n),

    /**
     * The game on the board as text.
     * @param {import("../rules/records.ts").ExportFormat} format @param {boolean} [bare] the moves alone
     */
    write(format, bare = false) {
      const text = written(store.get().game, format);
      return bare && page.rules ? movesOnly(page.rules.Record, text, format) : text;
    },

    /** What can be handed on. @param {import("../board/index.ts").BoardState} board @returns {import("../share/share-form.ts").Shared} */
    shared(board) {
      const { game, position } = store.get();
      const side = game.mode === "local" ? sideOf(position.turn) : game.side;
      const isRunning = game.mode === "engine" && game.moves.length > 0 && !isOver(store.get());
      const write = this.write;
      const study = async () => {
        if (game.record === null || !page.rules) return null;
        const { studyOfLine } = await import("../study/study-record.ts");
        return studyOfLine(page.rules, write("pgn-iccs"), game.ply);
      };
      const here = { board, at: game.ply, fen: write("fen") };
      return { ...here, game, side, isRunning, study, file: () => write("pgn-chinese") };
    },

    /**
     * Goes on with the stored game, or starts anew and says why.
     * @returns {boolean} the game is the one that was stored when the page began to load
     */
    resume() {
      const { controller } = page;
      const newest = playedElsewhere();
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

    /** Another tab has played on: so does this one. @param {StorageEvent} event */
    followTab({ key }) {
      const stored = key === GAME_KEY ? storage.loadGame() : null;
      if (stored && !stored.broken) page.controller.follow(stored.game);
    },

    /**
     * A position in the address is played once; a reload then finds the game in the store. While a question about it is
     * open, a reload asks again.
     */
    followLink() {
      const link = parseLink(location.hash);
      if (!link) return;
      const lines = follow(link);
      if (lines.length === 0) return;
      clearHash();
      notify(t("notice.badLink", { lines: lines.join(" ") }), { ms: 0 });
    },
  };
}
