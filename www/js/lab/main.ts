// The Lab's page: creates its parts and connects them.

import { translate } from "../core/i18n.ts";
import { notationOf } from "../core/languages.ts";
import { createStore } from "../core/store.ts";
import { type Notation, NOTATIONS } from "../core/xiangqi.ts";
import type { Rules } from "../rules/records.ts";
import { boardLook } from "../shell/appearance.ts";
import { createPage } from "../shell/create-page.ts";
import { createStorage } from "../shell/storage.ts";
import { byId, setOptions, setText } from "../ui/dom.ts";
import { createCompare } from "./compare/index.ts";
import { type Panel, createLab } from "./lab-client.ts";
import { createPosition } from "./lab-position.ts";
import { createPicker } from "./position-picker.ts";
import { createRouteLab } from "./route/index.ts";
import { createSolveLab } from "./solve/index.ts";
import { createTabs } from "./tabs.ts";
import { createTreeView } from "./tree/index.ts";

const PARTS = ["compare", "tree", "solve", "route"] as const;
const page = createPage({
  words: (lang) => new URL(`../../locales/lab/${lang}.json`, import.meta.url),
  title: "lab.page.title",
  show,
});
const { i18n, t, preferences } = page;
const notation = byId("notation", HTMLSelectElement);
/** The parts to update after a change of language, settings or board look; empty until the rules are loaded. */
const parts = createStore<readonly Pick<Panel, "update">[]>([]);

function show() {
  setOptions(notation, NOTATIONS, (name) => t(`settings.notation.${name}`));
  notation.value = notationOf(preferences.settings);
  for (const part of parts.get()) part.update();
}

function listen() {
  byId("theme").addEventListener("click", () =>
    preferences.change({ theme: preferences.theme === "dark" ? "light" : "dark" }),
  );
  notation.addEventListener("change", () =>
    preferences.change({ notation: notation.value as Notation }),
  );
}

function mount(rules: Rules) {
  const position = createPosition(rules.Game);
  const lab = createLab({
    i18n,
    position,
    Game: rules.Game,
    settings: () => preferences.settings,
    look: () => boardLook(preferences.settings, preferences.theme),
    announce: (text) => setText(byId("announcer"), text),
  });
  const storage = createStorage(() => localStorage);
  const picker = createPicker(byId("position"), lab, rules, () => storage.loadGame()?.game);
  const panels: Record<(typeof PARTS)[number], Panel> = {
    compare: createCompare(byId("panel-compare"), lab),
    tree: createTreeView(byId("panel-tree"), lab),
    solve: createSolveLab(byId("panel-solve"), lab),
    route: createRouteLab(byId("panel-route"), lab),
  };
  position.subscribe(picker.update);
  parts.set([picker, ...Object.values(panels)]);
  return { lab, picker, panels };
}

async function start() {
  const tabs = createTabs(PARTS);
  listen();
  const { lab, picker, panels } = mount(await page.begin());
  translate(document.body, i18n);
  show();
  const turnTo = (part: (typeof PARTS)[number]) => {
    picker.show(part === "compare" || part === "tree");
    panels[part].show?.();
  };
  tabs.subscribe(turnTo);
  turnTo(tabs.get());
  byId("lab").dataset.ready = "";
  return lab;
}

const ready = page.run(start, "lab.wordless");

/** A handle for scripts and the console: `const lab = await chuhe.ready`. */
Object.defineProperty(window, "chuhe", { value: { ready } });
