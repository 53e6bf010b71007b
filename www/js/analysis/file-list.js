// Several files that were chosen or dropped at once: one after the other is looked through.

import { button, el, icon, setText } from "../ui/dom.js";

/**
 * @param {HTMLElement} host @param {import("../core/i18n.js").I18n} i18n
 * @param {(file: File) => Promise<unknown>} take  opens one of them
 */
export function createFiles(host, i18n, take) {
  /** @type {File[]} */
  let files = [];
  let at = 0;
  const list = el("select", "files-list");
  list.id = "files-list";
  list.addEventListener("change", () => go(list.selectedIndex));
  const back = button("step", () => go(at - 1), icon("back"));
  const on = button("step", () => go(at + 1), icon("on"));
  back.id = "files-back";
  on.id = "files-on";
  const place = el("span", "files-place");
  const bar = el("div", "files", back, list, place, on);
  bar.id = "files";
  bar.hidden = true;
  host.prepend(bar);

  /** @param {number} index */
  function go(index) {
    if (!files[index]) return;
    at = index;
    update();
    void take(files[index]);
  }

  function update() {
    bar.hidden = files.length < 2;
    list.selectedIndex = at;
    setText(place, `${at + 1}/${files.length}`);
    back.disabled = at === 0;
    on.disabled = at === files.length - 1;
    list.setAttribute("aria-label", i18n.t("analysis.files"));
    back.setAttribute("aria-label", i18n.t("analysis.files.back"));
    on.setAttribute("aria-label", i18n.t("analysis.files.on"));
  }

  return {
    update,
    /** By their names, numbers in them as numbers; the first is opened. @param {File[]} chosen */
    show(chosen) {
      const { compare } = new Intl.Collator(i18n.html, { numeric: true });
      files = chosen.toSorted((a, b) => compare(a.name, b.name));
      list.replaceChildren(...files.map(({ name }) => el("option", "", name)));
      go(0);
    },
  };
}
