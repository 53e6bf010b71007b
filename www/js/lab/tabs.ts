// Parts of the page of which one is seen, each under an address of its own: `#name`.

import { byId } from "../ui/dom.ts";

/**
 * The list of tabs stands in the page: `#tab-NAME` is a link to `#NAME` and `#panel-NAME` what it shows.
 * @param {string[]} names the first is shown unless the address names another one
 * @param {(name: string) => void} onShow
 */
export function createTabs(names, onShow) {
  let shown = "";
  const tabOf = (/** @type {string} */ name) => byId(`tab-${name}`);

  /** @param {string} name */
  function show(name) {
    if (name === shown) return;
    shown = name;
    for (const each of names) {
      const isOn = each === name;
      tabOf(each).setAttribute("aria-selected", String(isOn));
      tabOf(each).tabIndex = isOn ? 0 : -1;
      byId(`panel-${each}`).hidden = !isOn;
    }
    onShow(name);
  }

  function follow() {
    const name = location.hash.slice(1);
    show(names.includes(name) ? name : (names[0] ?? ""));
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const at = names.indexOf(shown);
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: names.length - 1 }[
      event.key
    ];
    if (event.key === " ") tabOf(shown).click();
    if (next === undefined && event.key !== " ") return;
    event.preventDefault();
    if (next === undefined) return;
    const name = names[(next + names.length) % names.length] ?? "";
    location.hash = name;
    show(name);
    tabOf(name).focus();
  }

  for (const name of names) tabOf(name).addEventListener("keydown", onKey);
  addEventListener("hashchange", follow);
  return { follow };
}
