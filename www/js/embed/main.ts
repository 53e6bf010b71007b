// Shows a game in a frame of another page. The frame's address holds the game, or a tree of moves with comments, which
// `<xiangqi-game>` shows. With `?play=on`, a position can be played on. No engine is started.

import { createI18n, fetchMessages, pickLanguage, translate } from "../core/i18n.ts";
import { notationOf } from "../core/languages.ts";
import type { PositionChange } from "../elements/game-types.ts";
import { XiangqiGameElement } from "../elements/index.ts";
import { choicesOfLink, faultsOfLink, gameHash, parseLink } from "../rules/link.ts";
import { gameName, describePlayers } from "../rules/record-words.ts";
import { rulesetOf, rulesetTag } from "../rules/records.ts";
import { resolveTheme } from "../shell/settings.ts";
import { createStorage } from "../shell/storage.ts";
import type { StudyData } from "../study/study-data.ts";
import { codeIn, hashOfCode, unpackStudy } from "../study/study-link.ts";
import { mainFrom, newTree, withChild } from "../study/tree.ts";
import { byId } from "../ui/dom.ts";

const settings = createStorage(() => localStorage).loadSettings();
const i18n = createI18n(pickLanguage(settings.lang, navigator.languages), fetchMessages);
const game = byId("game", XiangqiGameElement);
const dark = matchMedia("(prefers-color-scheme: dark)");

/** Shows the game as the person's settings say. */
function applySettings() {
  const theme = resolveTheme(settings.theme, dark.matches);
  document.documentElement.dataset.theme = theme;
  document.documentElement.lang = i18n.htmlLang;
  game.theme = `${settings.board} ${theme}`;
  game.pieces = settings.pieces;
  game.notation = notationOf(settings);
  game.board?.set({ motion: settings.motion, showDests: settings.showDests });
}

/** Reads a plain game or a position; null if the address has neither. */
function readGame(): StudyData | null {
  const link = parseLink(location.hash);
  if (!link || faultsOfLink(link).length > 0) return null;
  const { startFen, ruleset, moves, ply } = choicesOfLink(link, 1, "red");
  let nodes = newTree();
  for (const move of moves) nodes = withChild(nodes, nodes.length - 1, move);
  return { startFen, nodes, at: ply, tags: rulesetTag(ruleset), result: "ongoing" };
}

/** Sets the target of the link that opens the game outside the frame. */
function setOpenLink(hash: string, page = "./") {
  byId("open", HTMLAnchorElement).href = new URL(page, document.baseURI).href + hash;
}

/** Shows the names of a game in the title. */
function showTitle({ tags }: StudyData) {
  const name = gameName(tags, describePlayers(tags, i18n));
  if (name) document.title = `${name} · ${i18n.t("share.frameTitle")}`;
}

function listen() {
  addEventListener("keydown", (event) => game.onKey(event));
  addEventListener("hashchange", () => location.reload());
  dark.addEventListener("change", applySettings);
}

async function start() {
  listen();
  applySettings();
  const words = i18n.use(i18n.lang);
  const code = codeIn(location.hash);
  const study = code === null ? readGame() : await unpackStudy(code);
  const isAllowed = new URLSearchParams(location.search).get("play") === "on";
  if (code !== null) setOpenLink(hashOfCode(code), "./analysis.html");
  else
    game.addEventListener("positionchange", ({ detail }) =>
      setOpenLink(gameHash(withLine(detail))),
    );
  game.addEventListener("recorderror", async () => {
    await words;
    game.showNotice(i18n.t("share.embed.broken"));
  });
  game.study = study;
  // Only a position without moves can be played on, so that a person cannot overwrite a shown game.
  game.playOn = isAllowed && study !== null && mainFrom(study.nodes).length === 0;
  await words;
  applySettings();
  translate(document.body, i18n);
  document.title = i18n.t("share.frameTitle");
  if (study) showTitle(study);
  await game.ready;
}

/** Returns the whole line of a game with its rules, for a link to it at its ply. */
const withLine = ({ line, startFen, ply }: PositionChange) => ({
  moves: line,
  startFen,
  ply,
  ruleset: rulesetOf(game.study?.tags ?? {}),
});

const ready = start().catch((error: unknown) => console.warn(error));
/** Access to the board for tests and the browser's console. */
Object.defineProperty(window, "chuhe", {
  value: {
    ready,
    get board() {
      return game.board;
    },
  },
});
