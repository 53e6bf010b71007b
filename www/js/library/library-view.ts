// Draws the parts of the library page that depend on its state, and the buttons for the games.

import { html, render } from "lit-html";
import type { I18n } from "../core/i18n.ts";
import { byId } from "../ui/dom.ts";
import type { GameList } from "./game-list.ts";
import type { LibraryCommands } from "./library-commands.ts";
import type { LibraryState } from "./library-model.ts";

/** Returns a function that draws these parts for a state of the library. */
export function createLibraryView({ t }: I18n, list: GameList, commands: LibraryCommands) {
  const button = (id: string, words: string, act: () => void, isShown: boolean) =>
    html`<button
      type="button"
      class="button button-small"
      id="library-${id}"
      ?hidden=${!isShown}
      @click=${act}
      .textContent=${words}
    ></button>`;

  function troubleTemplate({ isWorkerDead, trouble }: LibraryState) {
    const reason = isWorkerDead ? "lost" : trouble;
    return html`<p id="library-trouble-words">${reason ? t(`library.trouble.${reason}`) : ""}</p>
      <div class="library-actions">
        ${button("rescue", t("library.rescue"), commands.exportAll, !isWorkerDead)}
        ${button("again", t("action.retry"), commands.storeAgain, !isWorkerDead)}
      </div>`;
  }

  /**
   * Returns the template of the number of games and of the actions. The actions apply to the selected games or, if none
   * is selected, to all games of the list.
   */
  function stateTemplate(shown: number, size: number) {
    const n = list.selection.length;
    const all = shown === size;
    const count = t(all ? "library.count.all" : "library.count", { n: shown, all: size });
    const which = n > 0 ? ".selected" : all ? "" : ".shown";
    const exportWords = t(`library.export${which}`, { n: shown });
    const remove = () => commands.remove(list.selection);
    return html`<p id="library-count" role="status">${size > 0 ? count : ""}</p>
      <p id="library-selected" role="status">${n > 0 ? t("library.selected", { n }) : ""}</p>
      <div class="library-actions">
        ${button("unselect", t("library.unselect"), commands.unselect, n > 0)}
        ${button("label-selected", t("library.labels.open"), commands.label, n > 0)}
        ${button("sheet", t("library.sheet"), commands.addToSheet, n > 0)}
        ${button("print", t("library.print"), commands.print, shown > 0)}
        ${button("remove", t("library.remove"), remove, n > 0)}
        ${button("book", t("library.book"), commands.addToBook, shown > 0)}
        ${button("export", exportWords, commands.export, shown > 0)}
      </div>`;
  }

  return (state: LibraryState): void => {
    const { games, isImporting, isWorkerDead, trouble } = state;
    const { size = 0, ids: { length: shown } = [] } = games ?? {};
    byId("library-empty").hidden = !games || size > 0 || isImporting;
    byId("library-tools").hidden = size === 0;
    byId("library-none").hidden = size === 0 || shown > 0;
    byId("library-grid").hidden = shown === 0;
    byId("library-trouble").hidden = !isWorkerDead && trouble === null;
    render(troubleTemplate(state), byId("library-trouble"));
    render(stateTemplate(shown, size), byId("library-state"));
  };
}
