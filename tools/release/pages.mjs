/**
 * Pages of a release: each www/*.html with the names of its files exchanged for those of the release. Its
 * stylesheets become one, its modules a bundle with the lazy parts split off. Styles and classic scripts go into the page
 * itself: nothing has to be waited for before it can be seen.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fillIn, mark } from "./inline.mjs";
import { withFirstWords } from "./words.mjs";

/** @typedef {import("./assets.mjs").Assets} Assets */
/** @typedef {import("./modules.mjs").Script} Script */

const TAG = /<(?:link|script|img|source|audio|video)\b[^>]*>/g;
const FIRST_MODULE = /<script\s[^>]*type="module"/;
const LINE_START = /\n\s+/g;
const COMMENT = /<!--[\s\S]*?-->/g;

/**
 * @typedef {object} Page
 * @property {string} name      e.g. "index.html"
 * @property {string} html      as it will be served, without the release's name
 * @property {string[]} first   files of the release's folder that it loads by itself
 * @property {Map<string, Script>} scripts
 */

/**
 * @param {object} from
 * @param {string[]} from.names    of the pages in `www`
 * @param {string} from.www        absolute path
 * @param {string} from.folder     of the release's files, relative to the pages, e.g. "app"
 * @param {Assets} from.assets
 * @param {string} from.extra      a module that every page is given, relative to `www`
 * @returns {Promise<Page[]>}
 */
export async function makePages({ names, www, folder, assets, extra }) {
  const pages = [];
  const common = await assets.modules([join(www, extra)]);
  for (const name of names) {
    const text = readFileSync(join(www, name), "utf8");
    const inline = tagsOf(text).find(isInline);
    const modules = tagsOf(text).filter((tag) => tag !== inline);
    const paths = modules.map(moduleOf).filter(isText);
    // A page by itself: what pages have in common, cut out, would be many small files for each of them.
    const own = paths.length > 0 ? await assets.modules(paths.map((path) => join(www, path))) : [];
    const path = inline && moduleOf(inline);
    const held = path ? await assets.inline(join(www, path), folder) : null;
    const scripts = new Map([...own, ...(held?.scripts ?? []), ...common]);
    const maker = new PageMaker({ name, www, folder, assets, scripts, code: held?.code });
    pages.push({ ...(await maker.make(text, extra)), scripts });
  }
  return pages;
}

class PageMaker {
  /** @type {Set<string>} */
  #first = new Set();
  /** What the page holds itself. @type {string[]} */
  #texts = [];
  #given;

  /**
   * @param {{ name: string, www: string, folder: string, assets: Assets, scripts: Map<string, Script>,
   *   code?: string }} given  `code`: of the module that goes into the page
   */
  constructor(given) {
    this.#given = given;
  }

  /** @param {string} text @param {string} extra @returns {Promise<Omit<Page, "scripts">>} */
  async make(text, extra) {
    const { name } = this.#given;
    const tags = tagsOf(text);
    const styles = tags.filter((tag) => attribute(tag, "rel") === "stylesheet");
    const style = styles.length > 0 ? await this.#style(styles) : "";
    const preloads = await this.#preloads(tags);
    let html = text.replaceAll(COMMENT, "");
    const address = async (/** @type {string} */ path) => this.#url(await this.#asset(path));
    html = await withFirstWords(html, this.#given.www, address);
    for (const tag of tags) {
      if (attribute(tag, "rel") === "modulepreload") html = html.replace(tag, "");
      else if (styles.includes(tag)) html = html.replace(tag, tag === styles[0] ? style : "");
      else html = html.replace(tag, await this.#renamed(tag));
    }
    // Nothing waits for it: modules otherwise run in their order.
    const extraScript = `<script type="module" async src="${this.#script(extra).file}"></script>\n`;
    html = html.replace(FIRST_MODULE, `${preloads}$&`);
    html = html.replace("</head>", `${extraScript}</head>`);
    html = fillIn(html.replaceAll(LINE_START, "\n"), this.#texts);
    return { name, html, first: [...this.#first] };
  }

  /** All stylesheets of the page in one, which the page holds itself. @param {string[]} tags */
  async #style(tags) {
    const { www, name, assets } = this.#given;
    const contents = tags.map((tag) => `@import "./${attribute(tag, "href")}";`).join("\n");
    const entry = `${name.replace(/\.html$/, "")}.css`;
    const metafile = await assets.build({
      entryPoints: [{ in: `page:${entry}`, out: entry.replace(/\.css$/, "") }],
      plugins: [inMemory(contents, www)],
    });
    const outputs = Object.keys(metafile.outputs);
    const file = basename(outputs.find((path) => path.endsWith(".css")) ?? "");
    for (const path of outputs) this.#first.add(basename(path));
    this.#first.delete(file);
    const text = assets.takeBack(file).trim();
    return `<style${this.#hold(text.replaceAll(/url\((["']?)\.\//g, `url($1${this.#url("")}`))}></style>`;
  }

  /** Something that goes into the page. @param {string} text @returns {string} the mark for its tag */
  #hold(text) {
    return mark(this.#texts.push(text) - 1);
  }

  /** A script that goes into the page, without its address. @param {string} tag */
  async #inlined(tag) {
    const { www, assets, code = "" } = this.#given;
    const path = attribute(tag, "src") ?? "";
    const text = moduleOf(tag) ? code : await assets.classic(join(www, path));
    const bare = tag
      .replace(/\s+data-(?:inline|families="[^"]*")/, "")
      .replace(/\s+src="[^"]*"/, "");
    return bare.replace("<script", `<script${this.#hold(text.trim())}`);
  }

  /** What the page's modules always load, and what it asks to be loaded beforehand. @param {string[]} tags */
  async #preloads(tags) {
    const asked = tags
      .filter((tag) => attribute(tag, "rel") === "modulepreload")
      .map((tag) => attribute(tag, "href") ?? "");
    const modules = tags
      .filter((tag) => !isInline(tag))
      .map(moduleOf)
      .filter(isText);
    const files = new Set(
      modules.flatMap((path) => [basename(this.#script(path).file), ...this.#script(path).imports]),
    );
    for (const path of asked) {
      const script = this.#given.scripts.get(join(this.#given.www, path));
      if (!script || modules.includes(path)) continue; // inside another one
      for (const file of [script.file, ...script.imports.map((name) => name)]) files.add(file);
    }
    for (const file of files) this.#first.add(basename(file));
    return [...files]
      .map((file) => `<link rel="modulepreload" href="${this.#url(basename(file))}" />\n`)
      .join("");
  }

  /** @param {string} path relative to www @returns {Script} with its address for the page */
  #script(path) {
    const script = this.#given.scripts.get(join(this.#given.www, path));
    if (!script) throw new Error(`${path} is no module of the release`);
    this.#first.add(script.file);
    return { file: this.#url(script.file), imports: script.imports };
  }

  /** A file's name in the release. @param {string} source absolute path */
  #asset(source) {
    return this.#given.assets.name(source);
  }

  /** A tag whose attributes name files of the release. @param {string} tag */
  async #renamed(tag) {
    const held = /^<script\b.*\ssrc=/s.test(tag) && (!moduleOf(tag) || isInline(tag));
    let renamed = held ? await this.#inlined(tag) : tag;
    for (const [whole, name, value] of renamed.matchAll(/([\w-]+)="([^"#?]+)"/g)) {
      const source = join(this.#given.www, value);
      if (!existsSync(source) || !statSync(source).isFile() || isStable(value)) continue;
      renamed = renamed.replace(whole, `${name}="${await this.#address(tag, name, value)}"`);
    }
    return renamed;
  }

  /** @param {string} tag @param {string} name of the attribute @param {string} path relative to www */
  async #address(tag, name, path) {
    if (moduleOf(tag)) return this.#script(path).file;
    if (this.#given.scripts.has(join(this.#given.www, path))) return this.#script(path).file;
    const file = await this.#given.assets.name(join(this.#given.www, path));
    const atOnce = /^<(?:link|script)/.test(tag) && !name.startsWith("data-");
    if (atOnce) this.#first.add(file);
    return this.#url(file);
  }

  /** @param {string} file */
  #url(file) {
    return `${this.#given.folder}/${file}`;
  }
}

/** Names that other pages, hosts and browsers keep. @param {string} path */
const isStable = (path) => /\.(html|webmanifest)$/.test(path);

/** @param {string} contents @param {string} resolveDir @returns {import("esbuild").Plugin} */
function inMemory(contents, resolveDir) {
  return {
    name: "in-memory",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^page:/ }, ({ path }) => ({ path, namespace: "page" }));
      onLoad({ filter: /.*/, namespace: "page" }, () => ({ contents, resolveDir, loader: "css" }));
    },
  };
}

/** @param {string} html @returns {string[]} */
const tagsOf = (html) => html.match(TAG) ?? [];

/** @param {string} tag @param {string} name */
const attribute = (tag, name) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

/** The module a script tag loads. @param {string} tag */
const moduleOf = (tag) => (attribute(tag, "type") === "module" ? attribute(tag, "src") : undefined);

/** A module that goes into the page. @param {string} tag */
const isInline = (tag) => /\sdata-inline\b/.test(tag);

/** @param {string | undefined} value @returns {value is string} */
const isText = (value) => value !== undefined;
