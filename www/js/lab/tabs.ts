// The tabs of a page: one panel is shown at a time, and each has its own address `#NAME` or
// `#NAME=DATA`.

import { createStore } from "../core/store.ts";
import { byId } from "../ui/dom.ts";

/**
 * Binds the tabs of the page: `#tab-NAME` is a link to `#NAME`, and `#panel-NAME` is its panel. If the address names no
 * panel, the first one is shown. Returns a store with the name of the shown panel.
 */
export function createTabs<Name extends string>(names: readonly [Name, ...Name[]]) {
  const { get, set, subscribe } = createStore(nameOf(location.hash));

  function nameOf(hash: string): Name {
    const name = hash.slice(1).split("=", 1)[0];
    return names.find((each) => each === name) ?? names[0];
  }

  function update(shown: Name) {
    for (const name of names) {
      const tab = byId(`tab-${name}`);
      tab.setAttribute("aria-selected", String(name === shown));
      tab.tabIndex = name === shown ? 0 : -1;
      byId(`panel-${name}`).hidden = name !== shown;
    }
  }

  function onKey(event: KeyboardEvent) {
    const at = names.indexOf(get());
    const moves: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: names.length - 1,
    };
    const next = moves[event.key];
    if (event.key === " ") byId(`tab-${get()}`).click();
    if (next === undefined && event.key !== " ") return;
    event.preventDefault();
    if (next === undefined) return;
    const name = names.at(next % names.length) ?? names[0];
    location.hash = name;
    set(name);
    byId(`tab-${name}`).focus();
  }

  for (const name of names) byId(`tab-${name}`).addEventListener("keydown", onKey);
  addEventListener("hashchange", () => set(nameOf(location.hash)));
  subscribe(update);
  update(get());
  return { get, subscribe };
}
