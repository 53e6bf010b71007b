// The start screen: what one can do here, in the place of moves and controls. The board above or beside it can be
// played on all along; the first move puts the screen away.

import { button, byId, el, icon, setText } from "./dom.js";
import { isOver, isWorthKeeping } from "../state.js";

/** @typedef {import("../state.js").State} State */
/** @typedef {"continue"|"play"|"new"|"local"|"open"|"puzzles"|"learn"|"lab"} Way */

/** @type {Record<Way, string>} */
const ICONS = {
  continue: "resume",
  play: "play",
  new: "new",
  local: "people",
  open: "open",
  puzzles: "puzzle",
  learn: "learn",
  lab: "lab",
};
const PAGES = { puzzles: "./puzzles.html", learn: "./learn.html", lab: "./lab.html" };

/**
 * @param {import("../i18n.js").I18n} i18n
 * @param {Record<"continue"|"play"|"new"|"local"|"open", () => void>} actions
 * @param {() => import("../choices.js").Choices} choices  the last ones
 */
export function createStart(i18n, actions, choices) {
  const host = byId("start");
  const title = el("h2", "start-title");
  title.id = "start-title";
  const line = el("p", "start-line");
  /** @type {{ way: Way, element: HTMLElement, label: HTMLElement, more: HTMLElement }[]} */
  const ways = [];
  const make = (/** @type {Way} */ way) => {
    const [label, more] = [el("span", "start-label"), el("span", "start-more")];
    const parts = [icon(ICONS[way]), el("span", "start-words", label, more)];
    const element =
      way === "puzzles" || way === "learn" || way === "lab"
        ? linkTo(PAGES[way], parts)
        : button("start-way", actions[way], ...parts);
    element.id = `start-${way}`;
    ways.push({ way, element, label, more });
    return element;
  };
  const first = el("div", "start-first", make("continue"), make("play"));
  const others = ["new", "local", "open", "puzzles", "learn", "lab"];
  const rest = el("div", "start-rest", ...others.map((way) => make(/** @type {Way} */ (way))));
  host.append(el("div", "start-head", title, line), first, rest);
  const root = document.documentElement;

  return {
    /** The keyboard begins where the eye does. */
    focus: () => ways.find(({ element }) => !element.hidden)?.element.focus(),

    /** @param {State} state */
    update(state) {
      root.dataset.screen = state.start ? "start" : "board";
      host.hidden = !state.start;
      if (host.hidden) return;
      setText(title, i18n.t("start.title"));
      setText(line, i18n.t("start.line"));
      const goesOn = isWorthKeeping(state.game);
      for (const { way, element, label, more } of ways) {
        setText(label, i18n.t(labelOf(way, state)));
        setText(more, moreOf(way, state, choices(), i18n));
        if (element instanceof HTMLButtonElement) element.disabled = !state.ready;
        if (way === "continue") element.hidden = !goesOn;
        if (way === "play") element.classList.toggle("is-first", !goesOn);
      }
    },
  };
}

/** @param {Way} way @param {State} state */
function labelOf(way, state) {
  if (way === "local") return "start.local.way";
  return way === "continue" && isOver(state) ? "start.back" : `start.${way}`;
}

/** @param {string} href @param {Node[]} parts */
function linkTo(href, parts) {
  const link = el("a", "start-way", ...parts);
  link.href = href;
  return link;
}

/** A few words under the name of a way. @param {Way} way @param {State} state @param {import("../choices.js").Choices} choices @param {import("../i18n.js").I18n} i18n */
function moreOf(way, { game }, { side, level }, { t }) {
  if (way === "play")
    return t("start.play.more", {
      level: t("new.level.value", { level }),
      name: t(`level.${level}.name`),
      side: t(`start.side.${side}`),
    });
  if (way !== "continue") return "";
  const rank = t("new.level.value", { level: game.level });
  const opponent = game.mode === "local" ? t("start.local") : rank;
  return t("start.continue.more", { opponent, plies: game.ply });
}
