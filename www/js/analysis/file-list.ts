// The list of the files that were chosen or dropped together, and of the games in a file that has several. One of them
// is open at a time.

import { html, nothing, render } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { I18n } from "../core/i18n.ts";
import type { ReadFault } from "../rules/record-words.ts";
import { el } from "../ui/dom.ts";
import { iconTemplate } from "../ui/icon-template.ts";

/** The largest number of unreadable files in a notice. */
const MAX_NAMED = 3;

/** A file, or one of the games of a file or a text that has several. */
interface Entry {
  name: string;
  source: string | File;
  /** The game as PGN; null for a file that is opened as a whole. */
  pgn: string | null;
}

interface FilePage {
  /** Opens a file and shows a notice that begins with `first`. Returns the fault if the file cannot be read. */
  take(file: string | File, first: string): Promise<ReadFault | null>;
  /** Opens a game of a file. */
  openGame(pgn: string): Promise<ReadFault | null>;
  /** Returns the number of studies opened so far, from files or elsewhere. */
  opened(): number;
  notify(words: string): void;
}

export function createFileList(
  host: HTMLElement,
  i18n: I18n,
  { take, openGame, opened, notify }: FilePage,
) {
  let entries: Entry[] = [];
  let unreadable = new Set<Entry>();
  /** The index of the entry that was opened last; -1 before the first. */
  let at = -1;
  /**
   * The value of `opened()` after the entry at `at` was opened. If the value has changed, another study was opened
   * since.
   */
  let count = 0;
  /** The number of the latest request to open an entry; earlier requests are dropped. */
  let request = 0;
  /** Settles when the current file has been read. The next file waits for it. */
  let reading = Promise.resolve();
  /** What the bar showed last. The template of thousands of games is not rendered again at each move. */
  let shown: unknown[] = [];
  const bar = el("div", "files");
  bar.id = "files";
  bar.hidden = true;
  host.prepend(bar);

  const isShown = () => at >= 0 && count === opened();

  /**
   * Opens the next entry in a direction. If another study was opened since the last entry, a step back opens that
   * entry again.
   */
  const step = (direction: 1 | -1) =>
    go(!isShown() && direction < 0 ? at : at + direction, direction);

  /** Opens the entry at `index`. If `direction` is given, skips unreadable files in that direction. */
  function go(index: number, direction?: 1 | -1) {
    request += 1;
    const own = request;
    reading = reading.then(() => open(index, direction, () => own === request));
  }

  async function open(index: number, direction: 1 | -1 | undefined, isCurrent: () => boolean) {
    const faults: string[] = [];
    const described = () => faults.slice(0, MAX_NAMED).join(" ");
    let isOpen = false;
    for (let next = index; !isOpen; next += direction ?? entries.length) {
      const entry = entries[next];
      if (!entry) break;
      if (direction && unreadable.has(entry)) continue;
      if (!isCurrent()) return;
      const { pgn, source, name } = entry;
      const fault = await (pgn === null ? take(source, described()) : openGame(pgn));
      isOpen = fault === null;
      // The first of several games stands in the place of its file by now.
      const place = entries.indexOf(entry);
      if (isOpen) [at, count] = [place < 0 ? next : place, opened()];
      if (!fault) continue;
      unreadable.add(entry);
      faults.push(`${name}: ${fault.words}`);
    }
    shown = []; // also resets the list if the person's choice could not be opened
    update();
    if (!isOpen && faults.length > 0) notify(described());
  }

  const isGame = (entry: Entry | undefined) => entry !== undefined && entry.pgn !== null;

  function stepButton(name: "back" | "on", direction: 1 | -1, isDisabled: boolean) {
    const isOfGame = isGame(entries[at + direction] ?? entries[at]);
    const label = i18n.t(isOfGame ? `analysis.list.${name}` : `analysis.files.${name}`);
    // prettier-ignore
    return html`<button type="button" class="step" id="files-${name}" aria-label=${label}
      ?disabled=${isDisabled} @click=${() => step(direction)}>${iconTemplate(name)}</button>`;
  }

  /** Creates an option. `live` resets the selection to the open entry if the person's choice could not be opened. */
  const option = (words: string, isSelected: boolean) =>
    html`<option .selected=${live(isSelected)}>${words}</option>`;

  function template() {
    const { t } = i18n;
    const isEntryShown = isShown();
    const options = entries.map((entry, index) => {
      const { name } = entry;
      const words = unreadable.has(entry) ? t("analysis.files.unreadable", { name }) : name;
      return option(words, isEntryShown && index === at);
    });
    const hasGames = entries.some(isGame);
    const before = hasGames
      ? t("analysis.list.before", { games: entries.length })
      : t("analysis.files.before", { files: entries.length });
    const other = html`<option disabled hidden .selected=${live(true)}>${before}</option>`;
    const onChange = ({ target }: Event) => go((target as HTMLSelectElement).selectedIndex);
    // prettier-ignore
    const select = html`<select class="files-list" id="files-list"
      aria-label=${t(hasGames ? "analysis.list" : "analysis.files")} @change=${onChange}
      >${options}${isEntryShown ? nothing : other}</select>`;
    return [
      stepButton("back", -1, isEntryShown ? at === 0 : at < 0),
      select,
      html`<span class="files-place">${isEntryShown ? `${at + 1}/${entries.length}` : ""}</span>`,
      stepButton("on", 1, at === entries.length - 1),
    ];
  }

  function update() {
    bar.hidden = entries.length < 2;
    const next = [entries, unreadable.size, at, isShown(), i18n.lang];
    if (bar.hidden || next.every((value, index) => value === shown[index])) return;
    shown = next;
    render(template(), bar);
  }

  /** Puts the games of a file, whose first one is open, in the place of the file. */
  function expand(entry: Entry, games: { name: string; pgn: string }[]) {
    const index = entries.indexOf(entry);
    if (index < 0 || games.length < 2) return;
    const { source } = entry;
    const isAlone = entries.length === 1;
    const parts = games.map(({ name, pgn }) => ({
      name: isAlone ? name : `${entry.name}: ${name}`,
      source,
      pgn,
    }));
    entries = entries.toSpliced(index, 1, ...parts);
    if (at > index) at += parts.length - 1;
    update();
  }

  return {
    update,
    /** Opens the next or the previous entry, if there is one. */
    step(direction: "back" | "on") {
      const by = direction === "back" ? -1 : 1;
      const next = !isShown() && by < 0 ? at : at + by;
      if (entries.length > 1 && entries[next]) step(by);
    },
    /** Lists files sorted by name, with numbers in numeric order. Opens the first readable file. */
    show(chosen: File[]) {
      const { compare } = new Intl.Collator(i18n.htmlLang, { numeric: true });
      const sorted = chosen.toSorted((a, b) => compare(a.name, b.name));
      entries = sorted.map((file) => ({ name: file.name, source: file, pgn: null }));
      unreadable = new Set();
      at = -1;
      update();
      go(0, 1);
    },
    /** Lists the games of a file or a text that has several; its first game has just been opened. */
    async showGames(source: string | File) {
      const known = entries.find((entry) => entry.source === source && entry.pgn === null);
      const entry = known ?? { name: "", source, pgn: null };
      const openedNow = opened();
      const { gamesInFile } = await import("./games-in-file.ts");
      const games = await gamesInFile(source, i18n).catch(() => []);
      if (!known && (openedNow !== opened() || games.length < 2)) return;
      if (!known) {
        [entries, unreadable] = [[entry], new Set()];
        [at, count] = [0, openedNow];
      }
      expand(entry, games);
    },
  };
}
