/**
 * Makes the pages of `www` from their sources in `www/pages`: `node tools/pages.mjs`.
 *
 * A source is the page's body after a comment of lines `name: value`, the first of which is `page`:
 *
 *   title, description   as the browser and search engines show them
 *   styles               names of style sheets in css/, after style.css, in their order
 *   module               its script; without it the body has one of its own
 *   icons                those that it uses, of icons.html
 *   family               folder of locales/ with its own words
 *   kept                 key under which the page keeps what its first words depend on
 *   board                `no` for a page without one: its scripts are not fetched ahead
 *   body                 classes of the body
 *   nav                  `away` where a phone's bar of navigation is out of the way until the scripts know better
 *   early                attributes for early.js: `start` where a first visit begins at a start screen, `words` where the
 *                        words are fetched at once
 *   indexed              `no` for a page that search engines are not to list
 *
 * Comments in the body stand for what several pages have: `masthead TOOL...` with the buttons wanted, `words` for the script
 * that fills in the first words, `voice` for the live region, and `wordless` for what is said without any words.
 */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { format } from "prettier";

const WWW = fileURLToPath(new URL("../www/", import.meta.url));
const FRONT = /^<!-- page\n([\s\S]*?)-->\n/;
const NAMES = new Set(
  "title description styles module icons family kept board body nav early indexed".split(" "),
);
const LANGS = ["zh", "zh-Hant", "en", "vi"];
/** Address, name and icon of each section. On phones the last two are behind "More". */
const SECTIONS = [
  ["./", "play", "play"],
  ["analysis.html", "analysis", "analyse"],
  ["puzzles.html", "puzzles", "puzzle"],
  ["learn.html", "learn", "learn"],
  ["lab.html", "lab", "lab"],
  ["library.html", "library", "library"],
];
const IN_BAR = 4;
/** Icons of the navigation, which every page with a masthead has. */
const NAV_ICONS = [...SECTIONS.map(([, , icon]) => icon), "more"];
const PERMITS =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self'; " +
  "img-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/** Symbols by name, as they stand in icons.html. */
const ICONS = new Map(
  [
    ...readFileSync(`${WWW}pages/icons.html`, "utf8").matchAll(
      /<symbol id="i-([\w-]+)".*?<\/symbol>/gs,
    ),
  ].map(([symbol, name]) => [name, symbol]),
);

/** @param {string} name of a source */
function readSource(name) {
  const text = readFileSync(`${WWW}pages/${name}`, "utf8");
  const [whole, front] = FRONT.exec(text) ?? [];
  if (!whole) throw new Error(`www/pages/${name} does not begin with <!-- page`);
  const lines = front.trim().split("\n");
  const about = Object.fromEntries(lines.map((line) => line.split(/:\s*(.*)/, 2)));
  for (const key in about)
    if (!NAMES.has(key)) throw new Error(`www/pages/${name}: there is no "${key}"`);
  return { about, body: text.slice(whole.length) };
}

/** @param {string|undefined} text */
const list = (text) => text?.split(" ").filter(Boolean) ?? [];

/** @param {Record<string, string>} about */
function headOf(about) {
  const { title, description, styles, module, early, indexed } = about;
  const words = LANGS.map((lang) => `data-words${lang.toLowerCase()}="locales/${lang}.json"`);
  const wants = [
    ...(list(early).includes("start") ? ["data-start"] : []),
    ...(list(early).includes("words") ? words : []),
  ];
  const board = about.board === "no" ? [] : ["js/board/index.js"];
  const preloads = module ? [module, ...board, "pkg/chuhe.js"] : [];
  return `<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${PERMITS}" />
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
<meta name="color-scheme" content="light dark" />
<meta name="theme-color" content="#efe5d2" />
${indexed === "no" ? '<meta name="robots" content="noindex" />' : ""}
<meta name="description" content="${description}" />
<title>${title}</title>
<link rel="icon" href="assets/favicon.svg" type="image/svg+xml" />
<link rel="manifest" href="manifest.webmanifest" />
<script src="js/shell/early.js" ${wants.join(" ")}></script>
<link rel="stylesheet" href="style.css" />
${list(styles)
  .map((name) => `<link rel="stylesheet" href="css/${name}.css" />`)
  .join("\n")}
${preloads.map((path) => `<link rel="modulepreload" href="${path}" />`).join("\n")}
${module ? `<script type="module" src="${module}"></script>` : ""}`;
}

/** Returns the icons that the page's source names and those of the navigation. @param {Record<string, string>} about @param {string} body */
function iconsOf({ icons }, body) {
  const ofNav = body.includes('class="site-nav"') ? NAV_ICONS : [];
  return [...new Set([...list(icons), ...ofNav])];
}

/** @param {string} page @param {string[]} icons @param {string} body */
function spriteOf(page, icons, body) {
  for (const [, name] of body.matchAll(/href="#i-([\w-]+)"/g))
    if (!icons.includes(name)) throw new Error(`${page} uses the icon ${name} without naming it`);
  const symbols = icons.map((name) => {
    const symbol = ICONS.get(name);
    if (!symbol) throw new Error(`${page}: icons.html has no ${name}`);
    return symbol;
  });
  return `<svg class="sprite" aria-hidden="true">${symbols.join("\n")}</svg>`;
}

/** @type {Record<string, string>} */
const TOOLS = {
  sound: '<button type="button" class="tool" id="sound"></button>',
  help: toolWithIcon("help", "action.help"),
  settings: toolWithIcon("settings", "action.settings"),
  pages: toolWithIcon("pages", "nav.menu", 'aria-expanded="false" aria-controls="site-nav"'),
};

/** @param {string} name of the button and its icon @param {string} label @param {string} [attributes] */
function toolWithIcon(name, label, attributes = "") {
  return `<button type="button" class="tool" id="${name}" ${attributes} data-i18n-label="${label}">
  <svg class="icon" aria-hidden="true"><use href="#i-${name}" /></svg>
</button>`;
}

/** Returns the icon and the word of a navigation entry. @param {string} icon @param {string} name */
const entryOf = (icon, name) =>
  `<svg class="icon" aria-hidden="true"><use href="#i-${icon}" /></svg><span data-i18n="nav.${name}"></span>`;

/** The page that has a heading of its own leads home by its wordmark. @param {string} page @param {string[]} tools @param {boolean} isTitle */
function mastheadOf(page, tools, isTitle) {
  const brand = isTitle ? ['h1 class="brand"', "h1"] : ['a class="brand" href="./"', "a"];
  const own = page === "index" ? "play" : page;
  const links = SECTIONS.map(([href, name, icon]) => {
    const current = name === own ? 'aria-current="page"' : "";
    return `<a href="${href}" ${current}>${entryOf(icon, name)}</a>`;
  });
  const isBehindMore = SECTIONS.findIndex(([, name]) => name === own) >= IN_BAR;
  return `<header class="masthead">
  <${brand[0]}>
    <span class="wordmark" role="img" aria-label="楚河"></span>
    <span class="brand-latin" lang="en">Chuhe</span>
  </${brand[1]}>
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

/** @param {Record<string, string>} about */
function firstWordsOf({ family, kept, module }) {
  const families = ["locales/", ...(family ? [`locales/${family}/`] : [])].join(" ");
  return `<script src="js/shell/first-words.js" data-families="${families}"
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
<script src="js/shell/old-browser.js"></script>
<noscript>
  <p class="wordless">
    楚河需要 JavaScript 与 WebAssembly。<br />Chuhe needs JavaScript and WebAssembly.
  </p>
</noscript>`;

/** @param {string} name of a source @returns {Promise<string>} the page */
async function pageOf(name) {
  const { about, body } = readSource(name);
  const page = basename(name, ".html");
  const isTitle = !/<h1[ >]/.test(body);
  const filled = body
    .replace(/<!-- masthead(.*?) -->/, (_, tools) => mastheadOf(page, list(tools), isTitle))
    .replace("<!-- words -->", () => firstWordsOf(about))
    .replace("<!-- voice -->", VOICE)
    .replace("<!-- wordless -->", WORDLESS);
  const html = `<!doctype html>
<html lang="zh-CN" ${about.nav ? `data-nav="${about.nav}"` : ""}>
  <head>${headOf(about)}</head>
  <body ${about.body ? `class="${about.body}"` : ""}>
    ${spriteOf(name, iconsOf(about, filled), filled)}
    ${filled}
  </body>
</html>`;
  return format(html, { parser: "html", printWidth: 100 });
}

for (const name of readdirSync(`${WWW}pages`)) {
  if (name === "icons.html") continue;
  writeFileSync(WWW + name, await pageOf(name));
}
