// The bar above a game of the library: its place in the list that the library showed last, and buttons to the games
// before and after it. The list is selected again when a button is first pressed, since games may have changed.

import { html, render } from "lit-html";
import { errorDetails } from "../core/error-details.ts";
import type { I18n } from "../core/i18n.ts";
import { listMemory, searchOf } from "../database/listed-games.ts";
import type { ListedGame, ListedGames } from "../database/listed-games.ts";
import { spellingStore } from "../database/spellings.ts";
import type { Selection } from "../database/types.ts";
import { el } from "../ui/dom.ts";
import { iconTemplate } from "../ui/icon-template.ts";
import type { LibraryAccess } from "./library-access.ts";

interface BarPage {
  library: LibraryAccess;
  /** Returns the id of the library's game that is open; null for other studies. */
  openGame(): number | null;
  open(pgn: string, ply: number, id: number): Promise<void>;
  notify(words: string): void;
  announce(words: string): void;
}

/** The indexes of the games before and after a game. `index` is its index, or the index that it had before. */
export function neighbours(
  ids: Uint32Array,
  { id, index }: ListedGame,
): { back: number; on: number } {
  const at = ids.indexOf(id);
  return at < 0 ? { back: index - 1, on: index } : { back: at - 1, on: at + 1 };
}

export function createListedGamesBar(
  host: HTMLElement,
  i18n: I18n,
  { library, openGame, open, notify, announce }: BarPage,
) {
  const { t } = i18n;
  const memory = listMemory();
  const spellings = spellingStore();
  let list: ListedGames | null = memory.load();
  /** The games of the list; null before they are needed, and after a change of the library. */
  let selection: Selection | null = null;
  let isStepping = false;
  const bar = el("div", "files");
  bar.id = "listed";
  bar.hidden = true;
  host.prepend(bar);

  /** Returns the list's game that is open. */
  const game = (): ListedGame | null =>
    list?.game?.id === openGame() ? (list?.game ?? null) : null;

  const forget = () => (selection = null);

  async function select({ query, position }: ListedGames) {
    const client = await library.open(listeners);
    const asked = { ...query, apart: spellings.load(), lang: i18n.lang };
    selection ??= await client.select(asked, searchOf(position));
    return { client, ...selection };
  }

  const listeners = {
    onEvent({ type }: { type: string }) {
      if (type === "overtaken") forget();
    },
    onEnd: forget,
  };

  async function goTo(direction: "back" | "on", from: ListedGames, current: ListedGame) {
    const { client, ids, plies } = await select(from);
    const index = neighbours(ids, current)[direction];
    const id = ids[index];
    const count = ids.length;
    if (id === undefined) {
      // The list has become shorter.
      const at = Math.max(0, Math.min(current.index, count - 1));
      return remember(from, count > 0 ? { ...current, index: at, count } : null);
    }
    const pgn = await client.write(id);
    if (pgn === "") return forget();
    await open(pgn, plies?.[index] ?? 0, id);
    if (openGame() !== id) return;
    remember(from, { id, index, count });
    announce(t("analysis.list.place", { n: index + 1, all: count }));
  }

  function remember(from: ListedGames, next: ListedGame | null) {
    // The list scrolls along, so that the game is in view when the library shows it.
    const first = Math.max(0, from.first + (next?.index ?? 0) - (from.game?.index ?? 0));
    list = { ...from, first, game: next };
    memory.save(list);
  }

  /** Opens the game before or after the open one. Ignores presses while a game is being opened. */
  async function step(direction: "back" | "on") {
    const current = game();
    if (isStepping || !list || !current) return;
    isStepping = true;
    try {
      await goTo(direction, list, current);
    } catch (error) {
      notify(t("analysis.list.failed"));
      if (!errorDetails(error).code) reportError(error);
    } finally {
      isStepping = false;
      update();
    }
  }

  function stepButton(name: "back" | "on", isDisabled: boolean) {
    const label = t(`analysis.list.${name}`);
    // `disabled` would drop the keyboard's focus at the end of the list.
    // prettier-ignore
    return html`<button type="button" class="step" id="listed-${name}" aria-label=${label} title=${label}
      aria-disabled=${isDisabled} @click=${() => !isDisabled && void step(name)}>${iconTemplate(name)}</button>`;
  }

  function update() {
    // Between the opening of a game and its place in the list, the bar stays as it is, and keeps the keyboard's focus.
    if (isStepping) return;
    const current = game();
    bar.hidden = current === null;
    if (!current) return;
    const { index, count } = current;
    // prettier-ignore
    render([
      stepButton("back", index === 0),
      html`<a class="link files-link" id="listed-all" href="library.html">${t("analysis.list.all")}</a>`,
      html`<span class="files-place">${t("analysis.list.place", { n: index + 1, all: count })}</span>`,
      stepButton("on", index >= count - 1),
    ], bar);
  }

  return {
    update,
    isShown: () => game() !== null,
    step,
  };
}
