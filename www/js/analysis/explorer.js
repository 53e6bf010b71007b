// The opening explorer under the moves: what was played in the position on the board in the games of the library, how it
// went, and in which games; what the engine's opening book plays, and what the engine thinks of it. Nothing is fetched
// before it is first opened.

import { textIn, LANGUAGES } from "../core/languages.ts";
import { isTagFilled } from "../rules/record-words.ts";
import { button, el, langOfMoves, i18nElement, setText } from "../ui/dom.ts";
import { revealWithin } from "./scroll-into-view.js";
import { scoreInWords, shortScore, toneOf } from "./lines/engine-line.ts";

/** @import { Explored, LibraryEvent, Row } from "../database/types.ts" */
/** @typedef {import("../../pkg-lab/lab.js").LibraryReply} Reply */
/** @typedef {import("../database/library-client.ts").LibraryClient} LibraryClient */
/** @typedef {import("./explorer-scores.js").MoveScores} MoveScores */
/** How games went. @typedef {{ red: number, draws: number, black: number }} Results */
/** A move of the library's games, of the book, or both; `share`: how often the book plays it, of 1. @typedef {Omit<Reply, "notation"> & { share: number }} ListedMove */

/** Games that are named. */
const NAMED = 30;
/** Moves that the engine looks at. */
const SCORED = 12;
/** @type {Record<string, string>} */
const RESULTS = { red: "1-0", black: "0-1", draw: "½-½", ongoing: "*" };

/**
 * @param {HTMLElement} host
 * @param {import("../core/i18n.ts").I18n} i18n
 * @param {object} page
 * @param {() => import("../core/xiangqi.ts").Notation} page.notation
 * @param {(fen: string, move: string) => string} page.write   a move in words
 * @param {(move: string) => void} page.play
 * @param {(pgn: string, ply: number, id: number) => Promise<void>} page.open       a game
 * @param {() => MoveScores|null} page.scores                  what the engine thinks of moves
 */
export function createExplorer(host, i18n, { notation, write, play, open, scores }) {
  const { t } = i18n;
  const count = el("p", "explorer-count");
  count.id = "explorer-count";
  count.setAttribute("role", "status");
  const more = Object.assign(i18nElement("a", "analysis.explorer.add", "link"), {
    href: "library.html",
  });
  more.id = "explorer-add";
  const moves = el("ul", "explorer-list");
  moves.id = "explorer-moves";
  moves.dataset.i18nLabel = "analysis.explorer.moves";
  const games = el("ul", "explorer-list");
  games.id = "explorer-games";
  games.dataset.i18nLabel = "analysis.explorer.games";
  const heading = i18nElement("p", "analysis.explorer.games", "explorer-title");
  const body = el("div", "explorer-body", count, more, moves, heading, games);
  const summary = i18nElement("summary", "analysis.explorer");
  const box = el("details", "explorer", summary, body);
  box.id = "explorer";
  host.append(box);

  /** @type {Promise<LibraryClient>|null} */
  let library = null;
  let fen = "";
  /** The position whose answer is shown: until the next one comes, that of the position before. */
  let shown = "";
  let isAsking = false;
  /** Another part of the page may be shown in its place. */
  let isInView = false;
  /** It was opened, and its moves are not there yet. */
  let isOpening = false;
  /** What is shown is not what is on the board. */
  let isDue = false;
  /** @type {Explored|null} */
  let found = null;
  /** @type {"wait"|"failed"|"found"} */
  let standing = "wait";

  async function openClient() {
    const { openLibrary } = await import("../database/library-client.ts");
    const client = await openLibrary({ onEvent: hear, onEnd: lose });
    await client.open();
    return client;
  }

  /** @param {LibraryEvent} news */
  function hear({ type }) {
    if (type === "overtaken") void ask();
  }

  function lose() {
    library = null;
    standing = "failed";
    draw();
  }

  /** It is open, and somebody may look at it. */
  const isLookedAt = () => box.open && isInView && !document.hidden;

  /** It is looked at, or no longer. */
  function look() {
    if (!isLookedAt()) scores()?.rest();
    else if (isDue || standing !== "found") void ask();
    else draw();
  }

  /** Asks about the position on the board. One question at a time: who goes through a game quickly waits for the last. */
  async function ask() {
    isDue = true;
    if (!isLookedAt() || isAsking) return;
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
      library ??= openClient();
      found = await (await library).explore(asked, NAMED);
      shown = asked;
      standing = "found";
    } catch (error) {
      library = null;
      standing = "failed";
      if (!(/** @type {{ code?: string }} */ (error).code)) reportError(error);
    }
    draw();
  }

  function draw() {
    const isFound = standing === "found" && found !== null;
    setText(count, isFound ? standingOf(/** @type {Explored} */ (found)) : wordsOf(standing));
    more.hidden = !isFound || found?.size !== 0;
    const listed = isFound && found ? listedMoves(found) : [];
    const rows = isFound ? (found?.rows ?? []) : [];
    const hadFocus = body.contains(document.activeElement);
    moves.replaceChildren(...listed.map(moveOf));
    games.replaceChildren(...rows.map(gameOf));
    for (const [list, some] of /** @type {const} */ ([
      [moves, listed.length],
      [games, rows.length],
      [heading, rows.length],
    ]))
      list.hidden = some === 0;
    // Who goes on by keys stays here, though what was pressed is gone.
    if (hadFocus && !body.contains(document.activeElement))
      (moves.querySelector("button") ?? summary).focus();
    score(listed.map(({ move }) => move));
    if (!isOpening || standing === "wait") return;
    isOpening = false;
    revealWithin(box, host);
  }

  /** The engine looks at the moves that are listed. @param {string[]} listed */
  function score(listed) {
    drawScores();
    if (!isLookedAt() || listed.length === 0) return scores()?.rest();
    scores()?.want({ fen: shown, moves: listed.slice(0, SCORED), tell: drawScores });
  }

  function drawScores() {
    for (const place of /** @type {NodeListOf<HTMLElement>} */ (
      moves.querySelectorAll(".explorer-score")
    )) {
      const known = scores()?.of(shown, place.dataset.of ?? "");
      setText(place, known ? shortScore(known, i18n) : "");
      const words = known ? scoreInWords(known, i18n) : "";
      place.title = words;
      place.role = known ? "img" : null;
      place.ariaLabel = known ? words : null;
      place.dataset.tone = known ? toneOf(known) : "";
    }
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

  /** What else there is to say of a move. @param {ListedMove} listed */
  function factsOf({ opening, share, years, players }) {
    const [from, to] = years ?? [];
    const span = from === to ? `${from ?? ""}` : `${from}–${to}`;
    const book = share > 0 && t("analysis.explorer.book", { share: Math.round(share * 100) });
    const facts = [book || "", span, ...players].filter((text) => text !== "");
    const { text, lang } = textIn(opening, i18n.lang);
    const name = el("span", "explorer-opening", text);
    name.lang = LANGUAGES[lang].htmlLang;
    return [
      ...(text ? [name, ...(facts.length > 0 ? [t("list.facts")] : [])] : []),
      facts.join(t("list.facts")),
    ];
  }

  /** @param {ListedMove} listed */
  function moveOf(listed) {
    const { move, games: n } = listed;
    const words = i18n.move(write(shown, move));
    const name = el("span", "explorer-move", words);
    name.lang = langOfMoves(notation(), i18n);
    const engine = el("span", "explorer-score");
    engine.dataset.of = move;
    const row = button(
      "explorer-row",
      () => shown === fen && play(move),
      name,
      el("span", "explorer-games", n > 0 ? String(n) : ""),
      n > 0 ? barOf(listed, sayResults(listed)) : el("span"),
      engine,
      el("span", "explorer-more", ...factsOf(listed)),
    );
    row.dataset.move = move;
    return el("li", "", row);
  }

  /** @param {Row} row @param {number} at */
  function gameOf(row, at) {
    const { id, red, black, result, event, date } = row;
    const names = [red, black].map((name) => (isTagFilled(name) ? name : "?")).join(" – ");
    const facts = [date, event].filter(isTagFilled).join(t("list.facts"));
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
      const pgn = await (await library)?.write(id);
      if (pgn) await open(pgn, ply, id);
    } catch (error) {
      reportError(error);
      lose();
    }
  }

  box.addEventListener("toggle", () => {
    isDue = true;
    isOpening = box.open;
    look();
  });
  document.addEventListener("visibilitychange", look);
  new IntersectionObserver((entries) => {
    isInView = entries.some(({ isIntersecting }) => isIntersecting);
    look();
  }).observe(box);

  return {
    /** @param {string} now  the position on the board */
    update(now) {
      if (fen === now) return;
      fen = now;
      void ask();
    },
    /** Another game came up meanwhile: what is to be seen is that game. */
    stayInPlace: () => (isOpening = false),
    /** The language or the notation has changed. */
    redraw: draw,
  };
}

/** The moves of the games, the most played first, then those that only the book has. @param {Explored} explored @returns {ListedMove[]} */
function listedMoves({ replies: { moves }, book }) {
  const none = { games: 0, red: 0, draws: 0, black: 0, years: null, players: [] };
  const isPlayed = (/** @type {string} */ wanted) => moves.some(({ move }) => move === wanted);
  const shareOf = (/** @type {string} */ wanted) =>
    book.find(({ move }) => move === wanted)?.share ?? 0;
  return [
    ...moves.map((reply) => ({ ...reply, share: shareOf(reply.move) })),
    ...book.filter(({ move }) => !isPlayed(move)).map((known) => ({ ...none, ...known })),
  ];
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
