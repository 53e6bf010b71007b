// Shows a game in a frame of another page. The frame's address holds the game, or a tree of moves with comments.
// Buttons and arrow keys step through it; with `?play=on`, a position can be played on. Positions and notation come
// from the rules; no engine is started.

import { createBoard } from "../board/index.ts";
import { createI18n, fetchMessages, pickLanguage, translate } from "../core/i18n.ts";
import { notationOf } from "../core/languages.ts";
import { describeReason } from "../core/reason.ts";
import { resolveTheme } from "../shell/settings.ts";
import { describeRefusal } from "../core/words.ts";
import { barePosition, pieceAt } from "../core/xiangqi.ts";
import type { PositionView } from "../core/xiangqi.ts";
import { choicesOfLink, faultsOfLink, gameHash, parseLink } from "../rules/link.ts";
import { describePlayers, isTagFilled } from "../rules/record-words.ts";
import { loadRules } from "../rules/rules.ts";
import type { GameClass } from "../rules/rules.ts";
import { createGridWords } from "../shell/grid-words.ts";
import { createStorage } from "../shell/storage.ts";
import { glyphsOf } from "../study/signs.ts";
import type { StudyData } from "../study/study-data.ts";
import { codeIn, hashOfCode, unpackStudy } from "../study/study-link.ts";
import { nodeAt } from "../study/tree.ts";
import { byId, langOfMoves, setText } from "../ui/dom.ts";
import { createTreeView, lineThrough } from "./tree-view.ts";

/**
 * The line that the buttons step through: the position before each move and after the last move, and the notation of
 * each move.
 */
interface Line {
  positions: PositionView[];
  texts: string[];
}

interface ShownTree {
  study: StudyData;
  view: ReturnType<typeof createTreeView>;
  /** The nodes of the line that the buttons step through. */
  path: number[];
}

interface Play {
  move(move: string): void;
  refusal(move: string): string | undefined;
}

const settings = createStorage(() => localStorage).loadSettings();
const notation = notationOf(settings);
const i18n = createI18n(pickLanguage(settings.lang, navigator.languages), fetchMessages);
const announce = (words: string) => setText(byId("announcer"), words);
let gridWords = createGridWords(i18n, announce, ["grid.help.look"]);
const dark = matchMedia("(prefers-color-scheme: dark)");
const board = createBoard(byId("board"), {
  ...boardLook(),
  placement: barePosition().placement,
  onMove: (from, to) => play?.move(from + to),
  onRefused: explainRefusal,
});
let line: Line = { positions: [], texts: [] };
let ply = 0;
/** Null if the address holds a plain game. */
let tree: ShownTree | null = null;
/** Null if the position cannot be played on. */
let play: Play | null = null;

function boardLook() {
  return {
    ...settings,
    labels: notation,
    theme: resolveTheme(settings.theme, dark.matches),
    movable: null,
  };
}

function readGame() {
  const link = parseLink(location.hash);
  if (!link || faultsOfLink(link).length > 0) return null;
  return choicesOfLink(link, 1, "red");
}

function readLine(Game: GameClass, startFen: string | null, moves: readonly string[]): Line {
  const game = new Game(startFen, []);
  const positions: PositionView[] = [game.view()];
  for (const move of moves) {
    game.play(move);
    positions.push(game.view());
  }
  const texts = game.notation(notation);
  game.free();
  return { positions, texts };
}

/** Shows the title and the players of a game above the board, if they are known. */
function showNames(tags: Record<string, string>) {
  const title = isTagFilled(tags.Title) ? tags.Title : "";
  const parts = [title, describePlayers(tags, i18n)].filter(Boolean);
  if (parts.length === 0 && isTagFilled(tags.Event)) parts.push(tags.Event);
  if (parts.length === 0) return;
  const names = byId("names");
  names.hidden = false;
  names.parentElement?.classList.add("has-names");
  setText(names, parts.join(" · "));
  names.title = names.textContent;
  document.title = `${names.textContent} · ${i18n.t("share.frameTitle")}`;
}

function showTree(Game: GameClass, study: StudyData) {
  const { nodes, startFen } = study;
  showNames(study.tags);
  byId("more").hidden = false;
  byId("more").parentElement?.classList.add("has-tree");
  const view = createTreeView({
    note: byId("note"),
    choices: byId("choices"),
    write(node, children) {
      const before = lineThrough(nodes, node);
      const game = new Game(startFen, before.moves.slice(0, before.ply));
      const texts = children.map(
        (child) => game.line([nodeAt(nodes, child).move ?? ""], notation)[0] ?? "",
      );
      game.free();
      return texts.map((text) => i18n.move(text));
    },
    choose: goToNode,
  });
  function goToNode(node: number) {
    const { path, moves, ply: target } = lineThrough(nodes, node);
    line = readLine(Game, startFen, moves);
    tree = { study, view, path };
    goTo(target);
  }
  goToNode(study.at);
}

/**
 * Lets the person play both sides from the position, if the address has `?play=on`. Only a position without moves can
 * be played on, so a person cannot overwrite a shown game.
 */
function allowMoves(Game: GameClass, startFen: string | null) {
  const isAllowed = new URLSearchParams(location.search).get("play") === "on";
  if (!isAllowed || line.positions.length > 1) return;
  let moves: string[] = [];
  gridWords = createGridWords(i18n, announce, ["grid.help"]);
  play = {
    move(move) {
      moves = [...moves.slice(0, ply), move];
      line = readLine(Game, startFen, moves);
      goTo(moves.length);
      if (!tree) setOpenLink(gameHash({ startFen, moves, ply }));
    },
    refusal(move) {
      const game = new Game(startFen, moves.slice(0, ply));
      const reason = game.refusal(move);
      game.free();
      return reason;
    },
  };
}

/** Explains in the caption why a move was rejected; the next step replaces the explanation. */
function explainRefusal(from: string, to: string) {
  const reason = play?.refusal(from + to);
  if (!reason) return;
  const piece = pieceAt(board.state.placement, from);
  showCaption(describeRefusal({ reason, piece }, i18n), { isRefusal: true });
}

/** Shows a sentence below the board. */
function showCaption(words: string, { lang = i18n.htmlLang, isRefusal = false }) {
  const caption = byId("said");
  caption.lang = lang;
  caption.classList.toggle("is-refusal", isRefusal);
  if (isRefusal) caption.textContent = ""; // so that screen readers announce an equal sentence again
  setText(caption, words);
}

/** Sets the target of the link that opens the game outside the frame. */
function setOpenLink(hash: string, page = "./") {
  byId("open", HTMLAnchorElement).href = new URL(page, document.baseURI).href + hash;
}

/** Returns the node whose position is on the board. */
const nodeOf = ({ path }: ShownTree) => path[ply - 1] ?? 0;

const clampPly = (target: number) => Math.min(Math.max(target, 0), line.positions.length - 1);

function goTo(target: number) {
  const position = line.positions[clampPly(target)];
  if (!position) return;
  ply = clampPly(target);
  const { placement, turn, lastMove, check, dests } = position;
  const drawings = tree?.view.show(tree.study.nodes, nodeOf(tree), langOfMoves(notation, i18n));
  board.set({
    ...boardLook(),
    placement,
    turn,
    lastMove,
    check,
    label: i18n.t("board.label"),
    words: gridWords(),
    ...(play && ply > 0 ? { overlay: null } : drawings),
    ...(play && { movable: "both", dests }),
  });
  showStep(position);
  for (const { id, to } of STEPS) {
    const step = byId(id, HTMLButtonElement);
    step.disabled = clampPly(to()) === ply;
    step.hidden = line.texts.length === 0; // a single position has no steps
  }
}

/**
 * Shows the last move and its number in the caption. If the person plays on from a position, also shows why the game is
 * over. If there are no moves, shows the side to move.
 */
function showStep({ turn, verdict }: PositionView) {
  const { t } = i18n;
  const plies = line.texts.length;
  const side = turn === "b" ? "black" : "red";
  const startText = plies === 0 ? t(`picture.toMove.${side}`) : t("share.embed.start");
  const text = ply === 0 ? startText : i18n.move(line.texts[ply - 1] ?? "");
  const signs = tree ? glyphsOf(nodeAt(tree.study.nodes, nodeOf(tree)).signs) : "";
  const count = plies === 0 ? "" : t("share.embed.ply", { ply, plies });
  const ending = play && verdict.result !== "ongoing" ? describeReason(verdict, i18n) : "";
  const lang = ply === 0 ? i18n.htmlLang : langOfMoves(notation, i18n);
  showCaption([`${text} ${signs}`.trim(), count, ending].filter(Boolean).join("  "), { lang });
}

const STEPS = [
  { id: "first", key: "Home", to: () => 0 },
  { id: "back", key: "ArrowLeft", to: () => ply - 1 },
  { id: "forward", key: "ArrowRight", to: () => ply + 1 },
  { id: "last", key: "End", to: () => Infinity },
];

function listen() {
  for (const { id, to } of STEPS) byId(id).addEventListener("click", () => goTo(to()));
  addEventListener("keydown", (event) => {
    const step = STEPS.find(({ key }) => key === event.key);
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    goTo(step.to());
  });
  addEventListener("hashchange", () => location.reload());
  dark.addEventListener("change", () => {
    document.documentElement.dataset.theme = boardLook().theme;
    goTo(ply);
  });
}

async function start() {
  listen();
  document.documentElement.dataset.theme = boardLook().theme;
  await i18n.use(i18n.lang);
  document.documentElement.lang = i18n.htmlLang;
  document.title = i18n.t("share.frameTitle");
  translate(document.body, i18n);
  const { Game } = await loadRules();
  const code = codeIn(location.hash);
  if (code !== null) {
    const study = await unpackStudy(code);
    if (!study) throw new Error("no study in the address");
    showTree(Game, study);
    setOpenLink(hashOfCode(code), "./analysis.html");
    allowMoves(Game, study.startFen);
    return goTo(ply);
  }
  const game = readGame();
  if (!game) throw new Error("no game in the address");
  line = readLine(Game, game.startFen, game.moves);
  setOpenLink(gameHash(game));
  allowMoves(Game, game.startFen);
  goTo(game.ply);
}

const ready = start().catch((error: unknown) => {
  setText(byId("said"), i18n.t("share.embed.broken"));
  console.warn(error);
});
/** Access to the board for tests and the browser's console. */
Object.defineProperty(window, "chuhe", { value: { ready, board } });
