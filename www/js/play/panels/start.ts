// The start screen, which replaces the list of moves and the controls. The screen is part of the HTML, so that it can
// be read before this script is loaded. The board beside the screen can be used, and the first move hides the screen.

import type { MessageKey } from "../../core/message-keys.ts";
import { isWorthKeeping } from "../../core/game-record.ts";
import type { I18n } from "../../core/i18n.ts";
import { levelName, levelNumber, strengthName } from "../../core/levels.ts";
import { showSiteNav } from "../../shell/site-nav.ts";
import { byId, setText } from "../../ui/dom.ts";
import type { Choices } from "../game-options.ts";
import { isOver } from "../state.ts";
import type { State } from "../state.ts";
import { createNewcomer, isNewcomer } from "./newcomer.ts";

/** The entries that are not links to other pages. */
const ENTRIES = ["continue", "play", "new", "local"] as const;
type Entry = (typeof ENTRIES)[number];

/** Binds the start screen. `choices` returns the last choices of the new-game sheet. */
export function createStart(
  i18n: I18n,
  commands: Record<Entry | "progress" | "pictures" | "novice", () => void>,
  choices: () => Choices,
) {
  const host = byId("start");
  const entries = ENTRIES.map((name) => {
    const element = byId(`start-${name}`, HTMLButtonElement);
    element.addEventListener("click", commands[name]);
    // The HTML has both parts for each entry.
    const part = (suffix: string) => element.querySelector<HTMLElement>(`.start-${suffix}`)!;
    return { name, element, label: part("label"), more: part("more") };
  });
  const newcomer = createNewcomer(i18n, commands);
  const progress = byId("start-progress");
  progress.addEventListener("click", commands.progress);

  return {
    focus: () => entries.find(({ element }) => !element.hidden)?.element.focus(),

    update(state: State) {
      if (!state.start) host.classList.add("is-back"); // makes the screen fade in when it is shown again
      document.documentElement.dataset.screen = state.start ? "start" : "board";
      showSiteNav(state.start);
      if (!state.start) return;
      newcomer.update(state);
      const { inUse, rating } = state.rating;
      progress.hidden = !inUse || !rating || isNewcomer(state);
      if (rating)
        setText(progress, i18n.t("start.progress", { name: strengthName(rating.level, i18n) }));
      const hasGame = isWorthKeeping(state.game);
      for (const { name, element, label, more } of entries) {
        if (name === "continue") {
          label.dataset.i18n = isOver(state) ? "start.back" : "start.continue";
          element.hidden = !hasGame;
        }
        if (i18n.ready) setText(label, i18n.t(label.dataset.i18n as MessageKey));
        setText(more, describeEntry(name, state, choices(), i18n));
        element.disabled = !state.ready;
        if (name === "play") element.classList.toggle("is-first", !hasGame);
      }
    },
  };
}

/** Returns the text under the name of an entry. */
function describeEntry(entry: Entry, state: State, choices: Choices, i18n: I18n): string {
  if (entry === "play") return describeQuickGame(state, choices, i18n);
  if (entry !== "continue") return "";
  const { mode, fits, level, ply } = state.game;
  const engine = fits ? i18n.t("fit.name") : levelNumber(level, i18n);
  const opponent = mode === "local" ? i18n.t("start.local") : engine;
  return i18n.t("start.continue.more", { opponent, plies: ply });
}

function describeQuickGame(
  { rating: { inUse, rating } }: State,
  choices: Choices,
  i18n: I18n,
): string {
  const { t } = i18n;
  const side = t(`start.side.${choices.side}`);
  if (inUse && !rating) return t("start.play.fit.first", { side });
  if (inUse && rating) return t("start.play.fit", { name: strengthName(rating.level, i18n), side });
  const name = levelName(choices.level, i18n);
  return t("start.play.more", { level: levelNumber(choices.level, i18n), name, side });
}
