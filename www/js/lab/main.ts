// The page of the laboratory: wiring only.

import { translate } from "../core/i18n.ts";
import { notationOf } from "../core/languages.ts";
import { boardLook } from "../shell/appearance.ts";
import { createPage } from "../shell/create-page.ts";
import { byId, setOptions, setText } from "../ui/dom.ts";
import { NOTATIONS } from "../core/xiangqi.ts";
import { createStorage } from "../shell/storage.ts";
import { createCompare } from "./compare/index.ts";
import { createLab } from "./lab-client.ts";
import { createPicker } from "./position-picker.ts";
import { createPosition } from "./lab-position.ts";
import { createRouteLab } from "./route/index.ts";
import { createTabs } from "./tabs.ts";
import { createTreeView } from "./tree/index.ts";

/**
 * A part of the page. Elements with `data-i18n` get their words by themselves.
 * @typedef {object} Panel
 * @property {() => void} update          language, settings or looks have changed
 * @property {() => void} [show]          it has come into view
 */

const PARTS = ["compare", "tree", "route"];
const page = createPage({
  words: (lang) => new URL(`../../locales/lab/${lang}.json`, import.meta.url),
  title: "lab.page.title",
  show,
});
const { i18n, t, preferences } = page;
const notation = /** @type {HTMLSelectElement} */ (byId("notation"));

/** Here once the rules are loaded. @type {Record<string, Panel>} */
let panels = {};
/** @type {ReturnType<typeof createPicker>|null} */
let picker = null;
let part = "";

function show() {
  setOptions(notation, [...NOTATIONS], (name) => t(`settings.notation.${name}`));
  notation.value = notationOf(preferences.settings);
  picker?.update();
  for (const name of PARTS) panels[name]?.update();
}

/** @param {string} name */
function turnTo(name) {
  part = name;
  picker?.show(name !== "route");
  panels[name]?.show?.();
}

function listen() {
  byId("theme").addEventListener("click", () =>
    preferences.change({ theme: preferences.theme === "dark" ? "light" : "dark" }),
  );
  notation.addEventListener("change", () =>
    preferences.change({
      notation: /** @type {import("../core/xiangqi.ts").Notation} */ (notation.value),
    }),
  );
}

/** @param {import("../rules/records.ts").Rules} rules */
function mount(rules) {
  const position = createPosition(rules.Game);
  const lab = createLab({
    i18n,
    position,
    Game: rules.Game,
    settings: () => preferences.settings,
    look: () => boardLook(preferences.settings, preferences.theme),
    announce: (words) => setText(byId("announcer"), words),
  });
  const storage = createStorage(() => localStorage);
  picker = createPicker(byId("position"), lab, rules, () => storage.loadGame()?.game);
  panels = {
    compare: createCompare(byId("panel-compare"), lab),
    tree: createTreeView(byId("panel-tree"), lab),
    route: createRouteLab(byId("panel-route"), lab),
  };
  position.subscribe(() => picker?.update());
  return lab;
}

async function start() {
  const tabs = createTabs(PARTS, turnTo);
  listen();
  tabs.follow();
  const lab = mount(await page.begin());
  translate(document.body, i18n);
  show();
  turnTo(part);
  byId("lab").dataset.ready = "";
  return lab;
}

const ready = page.run(start, "lab.wordless");

/** A handle for scripts and the console: `const lab = await chuhe.ready`. */
Object.defineProperty(window, "chuhe", { value: { ready } });
