// The opening explorer under the moves: what was played in the position on the board in the games of the library, how it
// went, and in which games. Nothing is fetched before it is first opened.

import { isTold } from "../rules/record-words.js";
import { button, el, langOf, said, setText } from "../ui/dom.js";

/** @import { Explored, News, Row } from "../database/types.js" */
/** @typedef {import("../../pkg-lab/lab.js").LibraryReply} Reply */
/** @typedef {import("../database/library-client.js").LibraryClient} LibraryClient */
/** How games went. @typedef {{ red: number, draws: number, black: number }} Results */

/** Games that are named. */
const NAMED = 30;
/** @type {Record<string, string>} */
const RESULTS = { red: "1-0", black: "0-1", draw: "½-½", ongoing: "*" };

/**
 * @param {HTMLElement} host
 * @param {import("../core/i18n.js").I18n} i18n
 * @param {object} page
 * @param {() => import("../core/xiangqi.js").Notation} page.notation
 * @param {(fen: string, move: string) => string} page.write   a move in words
 * @param {(move: string) => void} page.play
 * @param {(pgn: string, ply: number) => void} page.open       a game
 */
export function createExplorer(host, i18n, { notation, write, play, open }) {
  const { t } = i18n;
  const count = el("p", "explorer-count");
  count.id = "explorer-count";
  count.setAttribute("role", "status");
  const more = Object.assign(said("a", "analysis.explorer.add"), { href: "library.html" });
  more.id = "explorer-add";
  const moves = el("ul", "explorer-list");
  moves.id = "explorer-moves";
  moves.dataset.i18nLabel = "analysis.explorer.moves";
  const games = el("ul", "explorer-list");
  games.id = "explorer-games";
  games.dataset.i18nLabel = "analysis.explorer.games";
  const heading = said("p", "analysis.explorer.games", "explorer-title");
  const body = el("div", "explorer-body", count, more, moves, heading, games);
  const summary = said("summary", "analysis.explorer");
  const box = el("details", "explorer", summary, body);
  box.id = "explorer";
  host.append(box);

  /** @type {Promise<LibraryClient>|null} */
  let opening = null;
  let fen = "";
  /** The position whose answer is shown: until the next one comes, that of the position before. */
  let shown = "";
  let isAsking = false;
  /** What is shown is not what is on the board. */
  let isDue = false;
  /** @type {Explored|null} */
  let found = null;
  /** @type {"wait"|"failed"|"found"} */
  let standing = "wait";

  async function openClient() {
    const { openLibrary } = await import("../database/library-client.js");
    const client = await openLibrary({ tell: hear, died: lose });
    await client.open();
    return client;
  }

  /** @param {News} news */
  function hear({ type }) {
    if (type === "overtaken") void ask();
  }

  function lose() {
    opening = null;
    standing = "failed";
    draw();
  }

  /** Asks about the position on the board. One question at a time: who goes through a game quickly waits for the last. */
  async function ask() {
    isDue = true;
    if (!box.open || isAsking) return;
    isAsking = true;
    while (isDue) {
      isDue = false;
      await askOnce(fen);
    }
    isAsking = false;
  }

  /** @param {string} asked */
  async function askOnce(asked) {
    if (standing === "failed") standing = "wait";
    if (standing === "wait") draw();
    try {
      opening ??= openClient();
      found = await (await opening).explore(asked, NAMED);
      shown = asked;
      standing = "found";
    } catch (error) {
      opening = null;
      standing = "failed";
      if (!(/** @type {{ code?: string }} */ (error).code)) reportError(error);
    }
    draw();
  }

  function draw() {
    const isFound = standing === "found" && found !== null;
    setText(count, isFound ? standingOf(/** @type {Explored} */ (found)) : wordsOf(standing));
    more.hidden = !isFound || found?.size !== 0;
    const replies = isFound ? (found?.replies.moves ?? []) : [];
    const rows = isFound ? (found?.rows ?? []) : [];
    const hadFocus = body.contains(document.activeElement);
    moves.replaceChildren(...replies.map(moveOf));
    games.replaceChildren(...rows.map(gameOf));
    for (const [list, some] of /** @type {const} */ ([
      [moves, replies.length],
      [games, rows.length],
      [heading, rows.length],
    ]))
      list.hidden = some === 0;
    // Who goes on by keys stays here, though what was pressed is gone.
    if (hadFocus && !body.contains(document.activeElement))
      (moves.querySelector("button") ?? summary).focus();
  }

  /** @param {"wait"|"failed"|"found"} now */
  const wordsOf = (now) =>
    t(now === "failed" ? "analysis.explorer.failed" : "analysis.explorer.wait");

  /** @param {Results} results */
  const sayResults = ({ red, draws, black }) =>
    t("analysis.explorer.results", { red, draws, black });

  /** @param {Explored} explored */
  function standingOf({ size, replies }) {
    if (size === 0) return t("analysis.explorer.none");
    if (replies.games === 0) return t("analysis.explorer.new", { all: size });
    const counted = t("analysis.explorer.count", { n: replies.games, all: size });
    return [counted, sayResults(replies)].join(t("list.facts"));
  }

  /** @param {Reply} reply */
  function moveOf(reply) {
    const { move, games: n, years, players } = reply;
    const words = i18n.move(write(shown, move));
    const name = el("span", "explorer-move", words);
    name.lang = langOf(notation(), i18n);
    const [from, to] = years ?? [];
    const span = from === to ? `${from ?? ""}` : `${from}–${to}`;
    const facts = [span, ...players].filter((text) => text !== "");
    const row = button(
      "explorer-row",
      () => shown === fen && play(move),
      name,
      el("span", "explorer-games", String(n)),
      barOf(reply, sayResults(reply)),
      el("span", "explorer-more", facts.join(t("list.facts"))),
    );
    row.dataset.move = move;
    return el("li", "", row);
  }

  /** @param {Row} row @param {number} at */
  function gameOf(row, at) {
    const { id, red, black, result, event, date } = row;
    const names = [red, black].map((name) => (isTold(name) ? name : "?")).join(" – ");
    const facts = [date, event].filter(isTold).join(t("list.facts"));
    const ply = found?.plies[at] ?? 0;
    const opens = button(
      "explorer-row is-game",
      () => void openGame(id, ply),
      el("span", "explorer-names", names),
      el("span", "explorer-games", RESULTS[result] ?? ""),
      el("span", "explorer-more", facts),
    );
    return el("li", "", opens);
  }

  /** @param {number} id @param {number} ply */
  async function openGame(id, ply) {
    try {
      const pgn = await (await opening)?.write(id);
      if (pgn) open(pgn, ply);
    } catch (error) {
      reportError(error);
      lose();
    }
  }

  box.addEventListener("toggle", () => void ask());

  return {
    /** @param {string} now  the position on the board */
    update(now) {
      if (fen === now) return;
      fen = now;
      void ask();
    },
    /** The language or the notation has changed. */
    redraw: draw,
  };
}

/** How games went, as lengths; for ears in words. @param {Results} results @param {string} words */
function barOf({ red, draws, black }, words) {
  const parts = [
    ["is-red", red],
    ["is-draw", draws],
    ["is-black", black],
  ].map(([name, share]) => {
    const part = el("span", String(name));
    part.style.flexGrow = String(share);
    return part;
  });
  const bar = el("span", "explorer-bar", ...parts);
  bar.role = "img";
  bar.ariaLabel = words;
  bar.title = words;
  return bar;
}
