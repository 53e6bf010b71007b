// Several files that were chosen or dropped at once: one after the other is looked through.

import { button, el, icon, setText } from "../ui/dom.ts";

/** @typedef {import("../rules/record-words.ts").ReadFault} Fault */

/** Of files that were passed over, so many are told of. */
const TOLD = 3;

/**
 * @param {HTMLElement} host @param {import("../core/i18n.ts").I18n} i18n
 * @param {object} page
 * @param {(file: File, first: string) => Promise<Fault|null>} page.take  opens a file and says so, after what is to be
 *        said first; or says what is wrong with it
 * @param {() => number} page.opened  counts what was opened, files or not
 * @param {(words: string) => void} page.notify
 */
export function createFiles(host, i18n, { take, opened, notify }) {
  /** @type {File[]} */
  let files = [];
  /** Those that could not be read. @type {Set<number>} */
  let unreadable = new Set();
  /** The file that was opened last; -1 before there is one. */
  let at = -1;
  /** What `opened` counted then: with another count something else is on the board. */
  let count = 0;
  /** Of several wishes the last one counts. */
  let wish = 0;
  /** One file is read at a time. */
  let reading = Promise.resolve();
  const list = el("select", "files-list");
  list.id = "files-list";
  list.addEventListener("change", () => go(list.selectedIndex));
  const back = button("step", () => step(-1), icon("back"));
  const on = button("step", () => step(1), icon("on"));
  back.id = "files-back";
  on.id = "files-on";
  const place = el("span", "files-place");
  /** Stands in the list while something else is on the board. */
  const before = Object.assign(el("option"), { disabled: true, hidden: true });
  const bar = el("div", "files", back, list, place, on);
  bar.id = "files";
  bar.hidden = true;
  host.prepend(bar);

  const isShown = () => at >= 0 && count === opened();

  /** The file that way; back to the last one from something else. @param {1|-1} way */
  const step = (way) => go(!isShown() && way < 0 ? at : at + way, way);

  /** Opens a file; with a way, the first one that way that can be read. What cannot be is told of once. @param {number} index @param {1|-1} [way] */
  function go(index, way) {
    wish += 1;
    const mine = wish;
    reading = reading.then(() => look(index, way, () => mine === wish));
  }

  /** @param {number} index @param {1|-1|undefined} way @param {() => boolean} isWanted */
  async function look(index, way, isWanted) {
    /** @type {string[]} */
    const faults = [];
    const told = () => faults.slice(0, TOLD).join(" ");
    let isOpen = false;
    for (let next = index; files[next] && !isOpen; next += way ?? files.length) {
      if (way && unreadable.has(next)) continue;
      if (!isWanted()) return;
      const fault = await take(files[next], told());
      isOpen = fault === null;
      if (isOpen) [at, count] = [next, opened()];
      if (fault) unreadable.add(next);
      if (fault) faults.push(`${files[next].name}: ${fault.words}`);
    }
    update();
    if (!isOpen && faults.length > 0) notify(told());
  }

  function update() {
    bar.hidden = files.length < 2;
    const shown = isShown();
    for (const [index, { name }] of files.entries()) {
      const words = unreadable.has(index) ? i18n.t("analysis.files.unreadable", { name }) : name;
      setText(list.options[index], words);
    }
    if (shown) before.remove();
    else list.append(before);
    setText(before, i18n.t("analysis.files.before", { files: files.length }));
    list.selectedIndex = shown ? at : files.length;
    setText(place, shown ? `${at + 1}/${files.length}` : "");
    back.disabled = shown ? at === 0 : at < 0;
    on.disabled = at === files.length - 1;
    list.setAttribute("aria-label", i18n.t("analysis.files"));
    back.setAttribute("aria-label", i18n.t("analysis.files.back"));
    on.setAttribute("aria-label", i18n.t("analysis.files.on"));
  }

  return {
    update,
    /** By their names, numbers in them as numbers; the first that can be read is opened. @param {File[]} chosen */
    show(chosen) {
      const { compare } = new Intl.Collator(i18n.htmlLang, { numeric: true });
      files = chosen.toSorted((a, b) => compare(a.name, b.name));
      unreadable = new Set();
      at = -1;
      list.replaceChildren(...files.map(({ name }) => el("option", "", name)));
      go(0, 1);
    },
  };
}
