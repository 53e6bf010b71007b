// Ways to hand the game on, at the head of the sheet that writes it: a link to it, a challenge, a picture, a frame
// for other pages. Where the system has a way to share, links and pictures go there; else they are copied.

import { translate } from "../core/i18n.ts";
import { MAX_LEVEL } from "../core/levels.ts";
import { challengeHash, gameHash, runningHash } from "../rules/link.ts";
import { button, el, pageUrl, setText, toClipboard } from "../ui/dom.ts";
import { toggle } from "../ui/sheet-parts.ts";
import { fileName } from "../rules/records.ts";
import { downloadFile } from "../core/download.ts";
import { MAX_CODE, hashOfCode, packStudy } from "../study/study-link.ts";
import { memoizeAsync } from "../core/memoize.ts";
import { engineId } from "./engine-id.ts";
import { canOffer, offer } from "./web-share.ts";

/** @typedef {import("../core/i18n.ts").I18n} I18n */
/** @typedef {import("../core/game-record.ts").GameRecord} GameRecord */

/**
 * @typedef {object} Shared
 * @property {GameRecord} game
 * @property {string} fen       of the position on the board
 * @property {"red"|"black"} side   whom a challenged person plays
 * @property {import("../board/index.js").BoardState} board
 * @property {number} at   how many moves led to what is on the board
 * @property {readonly string[]} [shapes]  what a person has drawn on it
 * @property {boolean} [isRunning]  it is played against the engine: a link to it holds the opponent too
 * @property {string} [page]    that a link to the game opens; the play page by default
 * @property {() => Promise<import("../study/study-data.ts").StudyData|null>} [study]  what links and frames hold instead of
 *           the game, if there is more than its moves
 * @property {() => string} [file]  all of it as PGN, for where a link cannot hold it
 */

const FRAME = { width: 480, height: 620 };

/** @param {HTMLElement} host @param {I18n} i18n @param {() => Shared} shared */
export function createSharePanel(host, i18n, shared) {
  const { t } = i18n;
  const said = el("p", "hint export-said");
  said.setAttribute("role", "status");
  const text = el("textarea", "share-text");
  Object.assign(text, { readOnly: true, rows: 3, spellcheck: false, hidden: true });
  const title = el("h3", "field-label");
  const about = el("p", "hint");
  const grid = el("div", "share-grid");
  const instead = button("button", () => saveWhole());
  instead.id = "share-file";
  const playOn = toggle("playOn", "share.playOnFrame");
  const isPlayOn = /** @type {HTMLInputElement} */ (playOn.querySelector("input"));
  isPlayOn.checked = true;
  host.replaceChildren(title, grid, playOn, about, text, said, instead);

  /** @param {string} key @param {Parameters<typeof t>[1]} [params] */
  const say = (key, params) => setText(said, t(key, params));

  /**
   * @typedef {{ text: string, said: string }|null} Copied  with the key of what is said then; null where there is nothing
   * @param {Promise<Copied>} making
   */
  const copy = async (making) => {
    const writing = toClipboard(
      making.then((made) => made?.text ?? Promise.reject(new Error("nothing to copy"))),
    );
    const made = await making;
    if (!made) return;
    text.value = made.text;
    text.hidden = false;
    if (await writing) return say(made.said);
    text.focus();
    text.select();
    say("share.copyFailed");
  };

  /** @param {Promise<Copied>} making an address */
  const handOn = async (making) => {
    const made = canOffer() ? await making : null;
    if (!made || !(await offer({ title: t("page.title"), url: made.text }))) await copy(making);
  };

  function saveWhole() {
    const name = fileName("pgn-chinese", new Date());
    downloadFile(name, shared().file?.() ?? "");
    say("export.saved", { name });
  }

  /** What an address holds, and the page for it; null where it would be too long, and a file is offered. */
  async function held() {
    const { game, page = "./", study: read } = shared();
    const study = (await read?.()) ?? null;
    if (!study) return { hash: gameHash(game), page, said: "share.linkCopied" };
    const code = await packStudy(study);
    const count = code.length;
    instead.hidden = count <= MAX_CODE;
    if (count <= MAX_CODE)
      return { hash: hashOfCode(code), page: "./analysis.html", said: "share.wholeCopied" };
    say("share.tooLong", { count: grouped(count), max: grouped(MAX_CODE) });
    return null;
  }

  /** @param {number} count */
  const grouped = (count) => new Intl.NumberFormat(i18n.htmlLang).format(count);

  const picturing = memoizeAsync(async () => {
    const { createPictureSheet } = await import("./picture-sheet.ts");
    return createPictureSheet(i18n);
  });

  /** @returns {Promise<Copied>} */
  async function addressOf() {
    const { game, isRunning } = shared();
    const link = await held();
    if (!link) return null;
    if (!isRunning || link.said !== "share.linkCopied")
      return { text: pageUrl(link.page, link.hash), said: link.said };
    const hash = runningHash(game, await engineId());
    return { text: pageUrl(link.page, hash), said: "share.runningCopied" };
  }

  /** @returns {Promise<Copied>} */
  async function challengeOf() {
    const { game, fen, side } = shared();
    const startFen = game.moves.length === 0 && game.startFen === null ? null : fen;
    const hash = challengeHash({ ...game, side, startFen }, await engineId());
    return { text: pageUrl("./", hash), said: "share.challengeCopied" };
  }

  /** @returns {Promise<Copied>} */
  async function frameOfGame() {
    const playable = !playOn.hidden && isPlayOn.checked;
    const page = playable ? "./embed.html?play=on" : "./embed.html";
    const frame = await held();
    return frame && { text: frameOf(pageUrl(page, frame.hash), t), said: "share.embedCopied" };
  }

  const does = {
    link: () => handOn(addressOf()),
    challenge: () => handOn(challengeOf()),
    async picture() {
      const { board, shapes = [], at, game } = shared();
      const name = at > 0 ? `game-ply-${at}` : game.startFen === null ? "game" : "position";
      (await picturing()).show({ board, shapes, name });
    },
    embed: () => copy(frameOfGame()),
  };
  /** @type {[keyof typeof does, string][]} */
  const order = [
    ["link", "share.link"],
    ["challenge", "share.challenge"],
    ["picture", "share.picture"],
    ["embed", "share.embed"],
  ];
  const buttons = order.map(([name]) => {
    const press = () => void does[name]().catch(() => say("share.failed"));
    const made = button("button", press);
    made.id = `share-${name}`;
    return made;
  });
  grid.append(...buttons);

  return {
    /** The sheet is about to be shown. */
    show() {
      const { moves, level } = shared().game;
      setText(title, t("share.title"));
      // A game is there to be looked at; of a position a frame would show nothing more.
      playOn.hidden = moves.length > 0;
      translate(playOn, i18n);
      setText(about, t(level < MAX_LEVEL ? "share.about" : "share.aboutTimed"));
      text.setAttribute("aria-label", t("share.text"));
      text.hidden = true;
      instead.hidden = true;
      setText(instead, t("export.save"));
      setText(said, "");
      order.forEach(([, key], index) => setText(buttons[index], t(key)));
    },
  };
}

/** @param {string} src @param {I18n["t"]} t */
function frameOf(src, t) {
  const { width, height } = FRAME;
  const frame = document.createElement("iframe");
  const facts = { src, title: t("share.frameTitle"), width, height, loading: "lazy" };
  for (const [name, value] of Object.entries(facts)) frame.setAttribute(name, String(value));
  // Not by its attribute, which this page's policy forbids.
  Object.assign(frame.style, { border: "0", maxWidth: "100%" });
  return frame.outerHTML;
}
