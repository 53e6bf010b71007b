// The list of the files that were chosen or dropped together. One of the files is open at a time.

import { html, nothing, render } from "lit-html";
import { live } from "lit-html/directives/live.js";
import type { I18n } from "../core/i18n.ts";
import type { ReadFault } from "../rules/record-words.ts";
import { el } from "../ui/dom.ts";
import { iconTemplate } from "../ui/icon-template.ts";

/** The largest number of unreadable files in a notice. */
const MAX_NAMED = 3;

interface FilePage {
  /** Opens a file and shows a notice that begins with `first`. Returns the fault if the file cannot be read. */
  take(file: File, first: string): Promise<ReadFault | null>;
  /** Returns the number of studies opened so far, from files or elsewhere. */
  opened(): number;
  notify(words: string): void;
}

export function createFileList(host: HTMLElement, i18n: I18n, { take, opened, notify }: FilePage) {
  let files: File[] = [];
  let unreadable = new Set<number>();
  /** The index of the file that was opened last; -1 before the first. */
  let at = -1;
  /**
   * The value of `opened()` after the file at `at` was opened. If the value has changed, another study was opened
   * since.
   */
  let count = 0;
  /** The number of the latest request to open a file; earlier requests are dropped. */
  let request = 0;
  /** Settles when the current file has been read. The next file waits for it. */
  let reading = Promise.resolve();
  const bar = el("div", "files");
  bar.id = "files";
  bar.hidden = true;
  host.prepend(bar);

  const isShown = () => at >= 0 && count === opened();

  /**
   * Opens the next file in a direction. If another study was opened since the last file, a step back opens that file
   * again.
   */
  const step = (direction: 1 | -1) =>
    go(!isShown() && direction < 0 ? at : at + direction, direction);

  /** Opens the file at `index`. If `direction` is given, skips unreadable files in that direction. */
  function go(index: number, direction?: 1 | -1) {
    request += 1;
    const own = request;
    reading = reading.then(() => open(index, direction, () => own === request));
  }

  async function open(index: number, direction: 1 | -1 | undefined, isCurrent: () => boolean) {
    const faults: string[] = [];
    const described = () => faults.slice(0, MAX_NAMED).join(" ");
    let isOpen = false;
    for (let next = index; !isOpen; next += direction ?? files.length) {
      const file = files[next];
      if (!file) break;
      if (direction && unreadable.has(next)) continue;
      if (!isCurrent()) return;
      const fault = await take(file, described());
      isOpen = fault === null;
      if (isOpen) [at, count] = [next, opened()];
      if (!fault) continue;
      unreadable.add(next);
      faults.push(`${file.name}: ${fault.words}`);
    }
    update();
    if (!isOpen && faults.length > 0) notify(described());
  }

  function stepButton(name: "back" | "on", direction: 1 | -1, isDisabled: boolean) {
    const label = i18n.t(`analysis.files.${name}`);
    // prettier-ignore
    return html`<button type="button" class="step" id="files-${name}" aria-label=${label}
      ?disabled=${isDisabled} @click=${() => step(direction)}>${iconTemplate(name)}</button>`;
  }

  /** Creates an option. `live` resets the selection to the open file if the person's choice could not be opened. */
  const option = (words: string, isSelected: boolean) =>
    html`<option .selected=${live(isSelected)}>${words}</option>`;

  function template() {
    const { t } = i18n;
    const isFileShown = isShown();
    const options = files.map(({ name }, index) => {
      const words = unreadable.has(index) ? t("analysis.files.unreadable", { name }) : name;
      return option(words, isFileShown && index === at);
    });
    const before = t("analysis.files.before", { files: files.length });
    const other = html`<option disabled hidden .selected=${live(true)}>${before}</option>`;
    const onChange = ({ target }: Event) => go((target as HTMLSelectElement).selectedIndex);
    // prettier-ignore
    const select = html`<select class="files-list" id="files-list"
      aria-label=${t("analysis.files")} @change=${onChange}
      >${options}${isFileShown ? nothing : other}</select>`;
    return [
      stepButton("back", -1, isFileShown ? at === 0 : at < 0),
      select,
      html`<span class="files-place">${isFileShown ? `${at + 1}/${files.length}` : ""}</span>`,
      stepButton("on", 1, at === files.length - 1),
    ];
  }

  function update() {
    bar.hidden = files.length < 2;
    if (!bar.hidden) render(template(), bar);
  }

  return {
    update,
    /** Lists files sorted by name, with numbers in numeric order. Opens the first readable file. */
    show(chosen: File[]) {
      const { compare } = new Intl.Collator(i18n.htmlLang, { numeric: true });
      files = chosen.toSorted((a, b) => compare(a.name, b.name));
      unreadable = new Set();
      at = -1;
      update();
      go(0, 1);
    },
  };
}
