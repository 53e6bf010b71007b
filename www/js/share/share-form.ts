// The section of the export sheet that shares the game as a link, a challenge, a picture or a frame for other
// pages. Links are passed to the system's dialog for sharing if there is one, and are copied otherwise.

import type { MessageKey } from "../core/message-keys.ts";
import type { BoardState } from "../board/index.ts";
import { downloadFile, safeFileName } from "../core/download.ts";
import type { GameRecord } from "../core/game-record.ts";
import { translate } from "../core/i18n.ts";
import type { I18n, MessageParams } from "../core/i18n.ts";
import { MAX_LEVEL } from "../core/levels.ts";
import { memoizeAsync } from "../core/memoize.ts";
import type { Side } from "../core/xiangqi.ts";
import { challengeHash, gameHash, runningHash } from "../rules/link.ts";
import { fileName } from "../rules/records.ts";
import type { StudyData } from "../study/study-data.ts";
import { MAX_CODE, hashOfCode, packStudy } from "../study/study-link.ts";
import { button, el, pageUrl, setText, toClipboard } from "../ui/dom.ts";
import { toggle } from "../ui/sheet-parts.ts";
import { engineId } from "./engine-id.ts";
import { canShare, shareBySystem } from "./web-share.ts";

/** The game or position that a page shares. */
export interface Shared {
  game: GameRecord;
  /** The FEN of the position on the board. */
  fen: string;
  /** The side of a person who opens the challenge. */
  side: Side;
  board: BoardState;
  /** The number of moves that led to the position on the board. */
  at: number;
  /** The title of the game or its players, for the names of files. */
  title?: string;
  /** The person's drawings on the board. */
  shapes?: readonly string[];
  /** True while a game against the engine is being played. A link to such a game also holds the opponent. */
  isRunning?: boolean;
  /** The page that a link to the game opens; the play page by default. */
  page?: string;
  /** Returns the study that links and frames hold instead of the game; null if the study has only the game's moves. */
  study?: () => Promise<StudyData | null>;
  /** Writes the whole study as PGN, to save if it is too long for a link. */
  file?: () => string;
}

/** A text for the clipboard, and the locale key of the notice after copying it. */
interface Copy {
  text: string;
  notice: MessageKey;
}

const FRAME = { width: 480, height: 620 };
/** The ways to share, in the order of their buttons, with their locale keys. */
const WAYS = [
  ["link", "share.link"],
  ["challenge", "share.challenge"],
  ["picture", "share.picture"],
  ["embed", "share.embed"],
] as const;

/** Creates the panel. `choice` is a field that a page adds below the title. */
export function createSharePanel(
  host: HTMLElement,
  i18n: I18n,
  shared: () => Shared,
  choice?: HTMLElement,
) {
  const { t } = i18n;
  const status = el("p", "hint export-said");
  status.setAttribute("role", "status");
  const text = el("textarea", "share-text");
  Object.assign(text, { readOnly: true, rows: 3, spellcheck: false, hidden: true });
  const title = el("h3", "field-label");
  const about = el("p", "hint");
  const grid = el("div", "share-grid");
  const saveFile = button("button", () => saveWhole());
  saveFile.id = "share-file";
  const playOn = toggle("playOn", "share.playOnFrame");
  const playOnInput = playOn.querySelector("input");
  if (playOnInput) playOnInput.checked = true;
  host.replaceChildren(title, choice ?? "", grid, playOn, about, text, status, saveFile);

  const report = (key: MessageKey, params?: MessageParams) => setText(status, t(key, params));

  /** Copies the text that `making` resolves to. Does nothing if `making` resolves to null. */
  const copy = async (making: Promise<Copy | null>) => {
    const writing = toClipboard(
      making.then((made) => made?.text ?? Promise.reject(new Error("nothing to copy"))),
    );
    const made = await making;
    if (!made) return;
    text.value = made.text;
    text.hidden = false;
    if (await writing) return report(made.notice);
    text.focus();
    text.select();
    report("share.copyFailed");
  };

  /** Shares an address through the system's dialog; copies it if that fails. */
  const shareAddress = async (making: Promise<Copy | null>) => {
    const made = canShare() ? await making : null;
    if (!made || !(await shareBySystem({ title: t("page.title"), url: made.text })))
      await copy(making);
  };

  function saveWhole() {
    const { title: named, file } = shared();
    const name = fileName("pgn-chinese", new Date(), named);
    downloadFile(name, file?.() ?? "");
    report("export.saved", { name });
  }

  /**
   * Returns the hash and the page of the shared address, and the notice after copying it. If the address would be too
   * long, returns null and offers to save a file.
   */
  async function addressParts(): Promise<
    (Omit<Copy, "text"> & { hash: string; page: string }) | null
  > {
    const { game, page = "./", study: read } = shared();
    const study = (await read?.()) ?? null;
    if (!study) return { hash: gameHash(game), page, notice: "share.linkCopied" };
    const code = await packStudy(study);
    const count = code.length;
    saveFile.hidden = count <= MAX_CODE;
    if (count <= MAX_CODE)
      return { hash: hashOfCode(code), page: "./analysis.html", notice: "share.wholeCopied" };
    report("share.tooLong", { count: grouped(count), max: grouped(MAX_CODE) });
    return null;
  }

  const grouped = (count: number) => new Intl.NumberFormat(i18n.htmlLang).format(count);

  const pictureSheet = memoizeAsync(async () => {
    const { createPictureSheet } = await import("./picture-sheet.ts");
    return createPictureSheet(i18n);
  });

  async function gameAddress(): Promise<Copy | null> {
    const { game, isRunning } = shared();
    const parts = await addressParts();
    if (!parts) return null;
    const { page, hash, notice } = parts;
    if (!isRunning || notice !== "share.linkCopied") return { text: pageUrl(page, hash), notice };
    const running = runningHash(game, await engineId());
    return { text: pageUrl(page, running), notice: "share.runningCopied" };
  }

  async function challengeAddress(): Promise<Copy> {
    const { game, fen, side } = shared();
    const startFen = game.moves.length === 0 && game.startFen === null ? null : fen;
    const hash = challengeHash({ ...game, side, startFen }, await engineId());
    return { text: pageUrl("./", hash), notice: "share.challengeCopied" };
  }

  async function gameFrame(): Promise<Copy | null> {
    const isPlayable = !playOn.hidden && playOnInput?.checked;
    const page = isPlayable ? "./embed.html?play=on" : "./embed.html";
    const parts = await addressParts();
    return parts && { text: frameOf(pageUrl(page, parts.hash), t), notice: "share.embedCopied" };
  }

  const actions: Record<(typeof WAYS)[number][0], () => Promise<void>> = {
    link: () => shareAddress(gameAddress()),
    challenge: () => shareAddress(challengeAddress()),
    async picture() {
      const { board, shapes = [], at, game, title: named = "" } = shared();
      const start = game.startFen === null ? "game" : "position";
      const stem = safeFileName(named) || (at > 0 ? "game" : start);
      const name = at > 0 ? `${stem}-ply-${at}` : stem;
      (await pictureSheet()).show({ board, shapes, name });
    },
    embed: () => copy(gameFrame()),
  };
  const buttons = WAYS.map(([way, key]) => {
    const element = button("button", () => void actions[way]().catch(() => report("share.failed")));
    element.id = `share-${way}`;
    return { key, element };
  });
  grid.append(...buttons.map(({ element }) => element));

  return {
    /** Updates the panel before the sheet is shown. */
    show() {
      const { moves, level } = shared().game;
      setText(title, t("share.title"));
      // A frame with moves can only show the game. A frame with a position alone can be played on.
      playOn.hidden = moves.length > 0;
      translate(playOn, i18n);
      setText(about, t(level < MAX_LEVEL ? "share.about" : "share.aboutTimed"));
      text.setAttribute("aria-label", t("share.text"));
      text.hidden = true;
      saveFile.hidden = true;
      setText(saveFile, t("export.save"));
      setText(status, "");
      for (const { key, element } of buttons) setText(element, t(key));
    },
  };
}

/** Returns the HTML of an iframe with the address `src`. */
function frameOf(src: string, t: I18n["t"]): string {
  const { width, height } = FRAME;
  const frame = document.createElement("iframe");
  const attributes = { src, title: t("share.frameTitle"), width, height, loading: "lazy" };
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, String(value));
  // The page's Content Security Policy forbids setting the attribute `style` itself.
  Object.assign(frame.style, { border: "0", maxWidth: "100%" });
  return frame.outerHTML;
}
