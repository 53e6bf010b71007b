/**
 * A Vite plugin that completes the pages of `www`: each `www/*.html` is only a short source.
 *
 * A source is the page's body after a comment of lines `name: value`, the first of which is `page`:
 *
 *   title, description   as the browser and search engines show them
 *   styles               names of style sheets in css/, after style.css, in their order
 *   module               the page's script; without it the body has a script itself
 *   icons                names of the icons in assets/icons.html that the page uses
 *   family               folder of locales/ with the page's own words
 *   kept                 prefix of the storage keys that the first words depend on
 *   body                 classes of the body
 *   nav                  `away` hides a phone's bar of navigation until the scripts have run
 *   early                attributes for early.ts: `start` if a first visit begins at a start screen, `words` to preload
 *                        the messages
 *   indexed              `no` for a page that search engines should not list
 *   connects             sources of `connect-src` besides the page's own host
 *
 * Comments in the body are replaced by parts that several pages share: `masthead TOOL...` by the masthead with these
 * buttons, `words` by the script that fills in the first words, `voice` by the live region, and `wordless` by the
 * messages that need no locale file.
 */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { LANGS } from "../www/js/core/languages.ts";

const WWW = fileURLToPath(new URL("../www/", import.meta.url));
const FRONT = /^<!-- page\n([\s\S]*?)-->\n/;
const NAMES = new Set(
  "title description styles module icons family kept body nav early indexed connects".split(" "),
);
/** Every page: its file, its folder in js/, and its icon if the masthead has a link to it. */
export const PAGES = [
  { file: "index.html", room: "play", icon: "play" },
  { file: "analysis.html", room: "analysis", icon: "analyse" },
  { file: "puzzles.html", room: "puzzles", icon: "puzzle" },
  { file: "learn.html", room: "learn", icon: "learn" },
  { file: "lab.html", room: "lab", icon: "lab" },
  { file: "library.html", room: "library", icon: "library" },
  { file: "friend.html", room: "friend", icon: "link" },
  { file: "worksheet.html", room: "worksheet", icon: null },
  { file: "embed.html", room: "embed", icon: null },
] as const;
const SECTIONS = PAGES.flatMap((page) => (page.icon ? [page] : []));
/** The number of sections in the bar on phones; "More" opens the others. */
const IN_BAR = 4;
/** Icons of the navigation, which every page with a masthead has. */
const NAV_ICONS = [...SECTIONS.map(({ icon }) => icon), "more"];
const permits = (connects = ""): string =>
  `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src ${["'self'", ...list(connects)].join(" ")}; ` +
  "style-src 'self'; img-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/** Returns the SVG symbols of icons.html by name. */
function readIcons(): Map<string | undefined, string> {
  const text = readFileSync(`${WWW}assets/icons.html`, "utf8");
  const symbols = [...text.matchAll(/<symbol id="i-([\w-]+)".*?<\/symbol>/gs)];
  return new Map(symbols.map(([symbol, name]) => [name, symbol]));
}

type Front = Record<string, string | undefined>;

/** Splits a source into its front comment and its body. */
function readSource(name: string, text: string): { front: Front; body: string } {
  const [whole, lines = ""] = FRONT.exec(text) ?? [];
  if (!whole) throw new Error(`www/${name} does not begin with <!-- page`);
  const front: Front = Object.fromEntries(
    lines
      .trim()
      .split("\n")
      .map((line) => line.split(/:\s*(.*)/, 2)),
  );
  for (const key in front)
    if (!NAMES.has(key)) throw new Error(`www/${name}: there is no "${key}"`);
  return { front, body: text.slice(whole.length) };
}

const list = (text: string | undefined): string[] => text?.split(" ").filter(Boolean) ?? [];

function headOf({ title, description, styles, module, early, indexed, connects }: Front): string {
  const words = LANGS.map((lang) => `data-words${lang.toLowerCase()}="locales/${lang}.json"`);
  const wants = [
    `data-langs="${LANGS.join(" ")}"`,
    ...(list(early).includes("start") ? ["data-start"] : []),
    ...(list(early).includes("words") ? words : []),
  ];
  return `<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${permits(connects)}" />
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
<meta name="color-scheme" content="light dark" />
<meta name="theme-color" content="#efe5d2" />
${indexed === "no" ? '<meta name="robots" content="noindex" />' : ""}
<meta name="description" content="${description}" />
<title>${title}</title>
<link rel="icon" href="assets/favicon.svg" type="image/svg+xml" />
<link rel="manifest" vite-ignore href="manifest.webmanifest" />
<script vite-ignore src="js/shell/early.ts" ${wants.join(" ")}></script>
<link rel="stylesheet" href="style.css" />
${list(styles)
  .map((name) => `<link rel="stylesheet" href="css/${name}.css" />`)
  .join("\n")}
${module ? `<script type="module" src="${module}"></script>` : ""}`;
}

/** Returns the names of the icons that the page's source lists, and of the navigation's icons if the page has it. */
function iconsOf({ icons }: Front, body: string): string[] {
  const ofNav = body.includes('class="site-nav"') ? NAV_ICONS : [];
  return [...new Set([...list(icons), ...ofNav])];
}

function spriteOf(page: string, icons: string[], body: string): string {
  for (const [, name = ""] of body.matchAll(/href="#i-([\w-]+)"/g))
    if (!icons.includes(name)) throw new Error(`${page} uses the icon ${name} without naming it`);
  const known = readIcons();
  const symbols = icons.map((name) => {
    const symbol = known.get(name);
    if (!symbol) throw new Error(`${page}: icons.html has no ${name}`);
    return symbol;
  });
  return `<svg class="sprite" aria-hidden="true">${symbols.join("\n")}</svg>`;
}

const TOOLS: Record<string, string> = {
  sound: '<button type="button" class="tool" id="sound"></button>',
  help: toolWithIcon("help", "action.help"),
  settings: toolWithIcon("settings", "action.settings"),
  pages: toolWithIcon("pages", "nav.menu", 'aria-expanded="false" aria-controls="site-nav"'),
};

/** Returns a button. `name` is its id and its icon, `label` the locale key of its accessible name. */
function toolWithIcon(name: string, label: string, attributes = ""): string {
  return `<button type="button" class="tool" id="${name}" ${attributes} data-i18n-label="${label}">
  <svg class="icon" aria-hidden="true"><use href="#i-${name}" /></svg>
</button>`;
}

/** Returns the icon and the word of a navigation entry. */
const entryOf = (icon: string, name: string): string =>
  `<svg class="icon" aria-hidden="true"><use href="#i-${icon}" /></svg><span data-i18n="nav.${name}"></span>`;

/**
 * Returns the masthead of a page. If `isTitle`, the wordmark is the page's heading. Otherwise the wordmark is a link to
 * the game.
 */
function mastheadOf(page: string, tools: string[], isTitle: boolean): string {
  const [opening, closing] = isTitle
    ? ['h1 class="brand"', "h1"]
    : ['a class="brand" href="./"', "a"];
  const own = SECTIONS.findIndex(({ file }) => file === `${page}.html`);
  const links = SECTIONS.map(({ file, room, icon }, index) => {
    const current = index === own ? 'aria-current="page"' : "";
    return `<a href="${file === "index.html" ? "./" : file}" ${current}>${entryOf(icon, room)}</a>`;
  });
  const isBehindMore = own >= IN_BAR;
  return `<header class="masthead">
  <${opening}>
    <span class="wordmark" role="img" aria-label="楚河"></span>
    <span class="brand-latin" lang="en">Chuhe</span>
  </${closing}>
  <nav class="site-nav" id="site-nav" data-i18n-label="nav.label">
    ${links.slice(0, IN_BAR).join("\n")}
    <button type="button" class="site-more" aria-expanded="false" aria-controls="site-rest"
      ${isBehindMore ? 'aria-current="true"' : ""}>${entryOf("more", "more")}</button>
    <div class="site-rest" id="site-rest">${links.slice(IN_BAR).join("\n")}</div>
  </nav>
  <div class="tools">
    <span class="tool tool-text tool-list">
      <span aria-hidden="true" data-i18n="action.language.short"></span>
      <select id="language" data-i18n-label="action.language"></select>
    </span>
    ${tools.map((name) => TOOLS[name] ?? toolWithIcon(name, `${page}.action.${name}`)).join("\n")}
  </div>
</header>`;
}

function firstWordsOf({ family, kept, module }: Front): string {
  const families = ["locales/", ...(family ? [`locales/${family}/`] : [])].join(" ");
  return `<script vite-ignore src="js/shell/first-words.ts" data-families="${families}"
    ${kept ? `data-kept="${kept}"` : ""} ${module ? 'data-later="pkg/chuhe_bg.wasm"' : ""}></script>`;
}

const VOICE = '<div class="unseen" id="announcer" aria-live="polite"></div>';

const WORDLESS = `<!-- What must be said without any locale file: in both languages at once. -->
<p class="wordless" id="wordless" role="alert" hidden>
  楚河没有载入，请检查网络，再刷新。<br />Chuhe could not be loaded. Check the connection and reload.
</p>
<p class="wordless" id="too-old" role="alert" hidden>
  这个浏览器太旧：楚河需要 Chrome 或 Edge 111、Firefox 121、Safari 16.4 或更新的版本。<br />
  This browser is too old: Chuhe needs Chrome or Edge 111, Firefox 121, Safari 16.4, or newer.
</p>
<script vite-ignore src="js/shell/old-browser.ts"></script>
<noscript>
  <p class="wordless">
    楚河需要 JavaScript 与 WebAssembly。<br />Chuhe needs JavaScript and WebAssembly.
  </p>
</noscript>`;

/** Completes a source. `name` is the name of its file, e.g. "lab.html". */
export function completePage(name: string, text: string): string {
  const { front, body } = readSource(name, text);
  const page = basename(name, ".html");
  const isTitle = !/<h1[ >]/.test(body);
  const filled = body
    .replace(/<!-- masthead(.*?) -->/, (_, tools) => mastheadOf(page, list(tools), isTitle))
    .replace("<!-- words -->", () => firstWordsOf(front))
    .replace("<!-- voice -->", VOICE)
    .replace("<!-- wordless -->", WORDLESS);
  return `<!doctype html>
<html lang="zh-CN" ${front.nav ? `data-nav="${front.nav}"` : ""}>
  <head>${headOf(front)}</head>
  <body ${front.body ? `class="${front.body}"` : ""}>
    ${spriteOf(name, iconsOf(front, filled), filled)}
    ${filled}
  </body>
</html>`;
}

/** Completes the pages, both on the development server and in a release. */
export const pages = (): Plugin => ({
  name: "chuhe:pages",
  transformIndexHtml: {
    order: "pre",
    handler(html, { path, server }) {
      const page = completePage(basename(path), html);
      // The development server adds imported styles as inline `<style>` elements, which the policy must allow.
      return server ? page.replace("style-src 'self'", "$& 'unsafe-inline'") : page;
    },
  },
});
