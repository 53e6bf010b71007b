// How games and positions come to the analysis: kept ones, handed-over ones, links, texts and files, the editor. What
// was there before is kept and can be had back.

import { digestOf } from "../database/library-edits.ts";
import { choicesOfLink, faultsOfLink, parseLink } from "../rules/link.ts";
import { describeReadFault, describeOpenedRecord } from "../rules/record-words.ts";
import { readAny, rejectTooLarge } from "../rules/records.ts";
import { describeRulesError } from "../rules/rules.ts";
import { codeIn, unpackStudy } from "../study/study-link.ts";
import { decodeTransfer } from "../study/session-transfer.ts";
import { sourceOf } from "./study-storage.ts";
import { readStudy } from "../study/study-record.ts";
import { emptyStudy } from "./study.ts";
import { mainFrom, movesOf, pathTo } from "../study/tree.ts";

/** @typedef {import("./study.ts").StudyData} StudyData */
/** @typedef {import("./study-storage.ts").LibraryGame} LibraryGame */
/** @typedef {import("../rules/record-words.ts").ReadFault} Fault */

/**
 * @typedef {object} Parts
 * @property {import("../rules/records.ts").Rules} rules
 * @property {import("./study.ts").Study} study
 * @property {ReturnType<typeof import("./study-storage.ts").createStudyStorage>} keep
 * @property {import("../core/i18n.ts").I18n} i18n
 * @property {(words: string, options?: { ms?: number, label?: string, onAction?: () => void }) => void} notify
 * @property {(flipped: boolean) => void} turn  the board
 */

/** @param {Parts} parts @param {{ opened: () => void, refused: (data: string|File, fault: Fault) => void }} says what the sheet for opening is told */
export function createStudyOpener({ rules, study, keep, i18n, notify, turn }, says) {
  const { t } = i18n;
  /** Counts what was opened, so that the last one stays. */
  let asked = 0;

  /** Another study in place of this one, which is kept. @param {StudyData} data @param {string|null} source as what it is opened @param {LibraryGame|null} [game] @throws ChuheError */
  function replace(data, source, game = null) {
    const goBackThere = keep.place();
    keep.begin(source, game);
    try {
      study.open(data);
    } catch (error) {
      goBackThere(); // nothing has changed
      throw error;
    }
  }

  /** Goes on with a kept study. @param {import("./study-storage.ts").Found} found @param {LibraryGame|null} [game]  of which it is @throws ChuheError */
  function turnTo(found, game = null) {
    if (found.key === keep.key) return;
    const goBackThere = keep.place();
    keep.turnTo(found, game);
    try {
      keep.atOnce(() => put(found.kept));
      keep.save(found.kept);
    } catch (error) {
      keep.putAside(found.text);
      goBackThere(); // nothing else has changed
      throw error;
    }
  }

  /**
   * Opens a record; one that was opened before, and added to, comes back as it was left.
   * @param {StudyData} data @param {string} words what is said of it @param {number|null} [ply] that it is opened at
   * @param {LibraryGame|null} [game]  of the library that it is
   * @throws ChuheError
   */
  async function bring(data, words, ply = null, game = null) {
    const source = sourceOf(data);
    const anew = () => replace({ ...data, at: nodeAt(data, ply ?? 0) }, source, game);
    const mine = ++asked;
    const known = await keep.opened(source);
    if (mine !== asked) return;
    if (!known || !reopen(known, game)) {
      anew();
      return say(words);
    }
    if (ply !== null) study.go(nodeAt(study.data(), ply));
    if (known.isSame) return say(words);
    const again = [words, t("analysis.in.again")].filter(Boolean).join(" ");
    notify(again, { ms: 12_000, label: t("analysis.in.anew"), onAction: anew });
  }

  /** @param {import("./study-storage.ts").Found} known @param {LibraryGame|null} game @returns {boolean} whether it is open now */
  function reopen(known, game) {
    try {
      turnTo(known, game);
      return true;
    } catch {
      return false;
    }
  }

  /** @param {import("./study-storage.ts").Kept} kept @throws ChuheError */
  function put({ data, flipped }) {
    study.open(data);
    turn(flipped);
  }

  /** @param {string} words nothing is said where there are none */
  const say = (words) => {
    const wayBack = keep.before() && { label: t("analysis.in.back"), onAction: goBack };
    if (words) notify(words, { ms: 10_000, ...wayBack });
  };

  function goBack() {
    const before = keep.before();
    try {
      if (before) turnTo(before);
    } catch (error) {
      notify(describeRulesError(error, i18n).join(" "));
    }
  }

  /** Opens whatever a text or a file holds. @param {string|File} source @param {string} [first] what is said before the rest @returns {Promise<Fault|null>} what is wrong; null when it is open */
  async function take(source, first = "") {
    try {
      if (source instanceof File) rejectTooLarge(source.size);
      const read = source instanceof File ? new Uint8Array(await source.arrayBuffer()) : source;
      const { data, found } = await readAny(read, (text, known) => readStudy(rules, text, known));
      await bring(
        data,
        `${first} ${describeOpenedRecord(found, source instanceof File, i18n)}`.trim(),
      );
      says.opened();
      return null;
    } catch (error) {
      return describeReadFault(error, i18n);
    }
  }

  /**
   * The study that is open, if it is of this game: one of both lines goes on where the other ends. What was said and
   * tried in it stays.
   * @param {StudyData} data  the game @returns {number[]|null} its nodes in the study, which has all of them now
   */
  function sameGame({ startFen, nodes }) {
    const { startFen: fen, nodes: known } = study.data();
    const line = movesOf(nodes, mainFrom(nodes));
    const main = movesOf(known, mainFrom(known));
    const length = Math.min(line.length, main.length);
    const isSame =
      fen === startFen &&
      length > 0 &&
      main.slice(0, length).join() === line.slice(0, length).join();
    if (!isSame) return null;
    const last = study.addLine(0, line);
    return pathTo(study.data().nodes, last);
  }

  /** What another page handed over. @param {string} text */
  async function takeHanded(text) {
    const handed = decodeTransfer(text);
    try {
      if (!handed) throw new Error("broken");
      const { data } = readStudy(rules, handed.pgn);
      const known = handed.isRecord ? null : sameGame(data);
      if (known) study.go(known[handed.ply - 1] ?? 0);
      else if (handed.isRecord)
        await bring(data, t("analysis.in.library"), handed.ply, gameOf(handed.pgn, handed.game));
      else await bring(data, "", handed.ply);
      turn(handed.flipped);
    } catch {
      notify(t("analysis.in.brokenHanded"), { ms: 12_000 });
    }
  }

  /** A whole study in the address. @param {string} code */
  async function followStudy(code) {
    const data = await unpackStudy(code);
    try {
      if (!data) throw new Error("broken");
      replace(data, sourceOf(data));
      say(t("analysis.in.link"));
    } catch {
      notify(t("analysis.in.brokenLink"), { ms: 0 });
    }
  }

  /** A study, a game or a position in the address. */
  function followLink() {
    const code = codeIn(location.hash);
    if (code !== null) {
      history.replaceState(null, "", location.pathname + location.search);
      return void followStudy(code);
    }
    const link = parseLink(location.hash);
    if (!link) return;
    history.replaceState(null, "", location.pathname + location.search);
    const faults = faultsOfLink(link).flatMap((fault) => describeRulesError(fault, i18n));
    try {
      if (faults.length === 0) {
        const data = studyOfLink(link);
        replace(data, sourceOf(data));
        return say(t("analysis.in.link"));
      }
    } catch (error) {
      faults.push(...describeRulesError(error, i18n));
    }
    notify(t("notice.badLink", { lines: faults.join(" ") }), { ms: 0 });
  }

  /** A game of the library, at one of its plies. @param {string} pgn @param {number} ply @param {number} id */
  const takeGame = (pgn, ply, id) =>
    bring(readStudy(rules, pgn).data, t("analysis.in.library"), ply, gameOf(pgn, id));

  return {
    take,
    takeGame,
    goBack,
    followLink,

    /** Another page has led here to open a record. */
    isAskedToOpen() {
      if (location.hash !== "#open") return false;
      history.replaceState(null, "", location.pathname + location.search);
      return true;
    },

    /** Dropped or pasted on the page. @param {string|File} source */
    async takeIn(source) {
      const fault = await take(source);
      if (fault) says.refused(source, fault);
    },

    /** The study before, in words. */
    sayTheOneBefore() {
      const before = keep.before();
      if (!before) return null;
      const { nodes } = before.kept.data;
      return t("analysis.in.before", { moves: nodes.length - 1 });
    },

    /** A start position, with no moves yet. @param {string|null} startFen @returns {string[]} what is wrong with it */
    begin(startFen) {
      try {
        replace(emptyStudy(startFen), null);
        say(t("analysis.in.begun"));
        return [];
      } catch (error) {
        return describeRulesError(error, i18n);
      }
    },

    /**
     * At the start of the page: what was handed over, else what was open, else nothing.
     * @param {Awaited<ReturnType<Parts["keep"]["load"]>>} kept  what was open
     */
    async resume(kept) {
      const broken = kept === "broken" || (kept && !opens(kept) && keep.putAside());
      if (broken) notify(t("analysis.in.broken"), { ms: 12_000 });
      const handed = keep.takeHanded();
      if (handed !== null) await takeHanded(handed);
      followLink();
    },

    /** Another tab goes on with the same study. @param {StorageEvent} event */
    followTab(event) {
      const kept = keep.heard(event);
      if (kept) opens(kept);
    },
  };

  /** @param {import("./study-storage.ts").Kept} kept @returns {boolean} the rules have it */
  function opens(kept) {
    try {
      keep.atOnce(() => put(kept));
      return true;
    } catch {
      return false;
    }
  }

  /** @param {import("../rules/link.ts").Link} link @returns {StudyData} */
  function studyOfLink(link) {
    const { startFen, moves, ply } = choicesOfLink(link, 1, "red");
    const record = rules.Record.fromMoves(startFen, moves);
    const { data } = readStudy(rules, record.export("pgn-iccs"));
    record.free();
    return { ...data, at: nodeAt(data, ply) };
  }
}

/** A game of the library that is opened now. @param {string} pgn @param {number|null} id @returns {LibraryGame|null} */
const gameOf = (pgn, id) => (id === null ? null : { id, base: digestOf(pgn), left: null });

/** Where one is on the main line after so many plies. @param {Pick<StudyData, "nodes">} data @param {number} ply */
const nodeAt = ({ nodes }, ply) => mainFrom(nodes)[ply - 1] ?? 0;
