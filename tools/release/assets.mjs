/**
 * Files that a script names by `new URL("…", import.meta.url)`: each goes into the release under a name that
 * says what is in it, and the script is given that name. Scripts all lie in one folder there, so a file's
 * address is the same from each of them.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { build, transform } from "esbuild";
import { packInline, packModules } from "./modules.mjs";

/** `new URL("name", import.meta.url)`, with any of the three quotes. */
const ASSET_URL = /new URL\(\s*(["'`])([^"'`]+)\1,\s*import\.meta\.url,?\s*\)/g;
/** The one hole that such a name may have. */
const HOLE = /^([^$]*)\$\{([^}]+)\}([^$]*)$/;

/** What scripts and styles become. */
export const COMMON = /** @type {const} */ ({
  bundle: true,
  minify: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  logLevel: "error",
  metafile: true,
  outdir: "unused",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  loader: { ".svg": "file", ".png": "file", ".webp": "file", ".woff2": "file" },
});

export class Assets {
  /** What has been asked for, by absolute path of the source. @type {Map<string, Promise<string>>} */
  #names = new Map();
  /** What went into bundles, as absolute paths. @type {Set<string>} */
  #bundled = new Set();
  #folder;

  /** @param {string} folder where they go */
  constructor(folder) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** Absolute paths of all sources so far. */
  get sources() {
    return [...this.#names.keys(), ...this.#bundled];
  }

  /**
   * The file's name in the release's folder. A script that is named by its address is a worker, and is bundled.
   * @param {string} source absolute path
   */
  name(source) {
    let name = this.#names.get(source);
    if (!name) {
      const bundled = [".js", ".css"].includes(extname(source));
      name = bundled ? this.#bundle(source) : Promise.resolve(this.#copy(source));
      this.#names.set(source, name);
    }
    return name;
  }

  /** @param {string} source */
  #copy(source) {
    const bytes = readFileSync(source);
    const data = extname(source) === ".json";
    const small = data ? Buffer.from(JSON.stringify(JSON.parse(bytes.toString()))) : bytes;
    return this.#write(basename(source), small);
  }

  /** @param {string} name @param {Uint8Array} bytes */
  #write(name, bytes) {
    const { name: stem, ext } = splitName(name);
    const hashed = `${stem}-${hash(bytes)}${ext}`;
    writeFileSync(join(this.#folder, hashed), bytes);
    return hashed;
  }

  /** @param {string} source */
  async #bundle(source) {
    const { outputs } = await this.build({ entryPoints: [source], format: "esm" });
    const [entry] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint) ?? [];
    if (!entry) throw new Error(`${source}: nothing came of it`);
    return basename(entry);
  }

  /**
   * Has esbuild bundle into the folder.
   * @param {import("esbuild").BuildOptions} options
   */
  async build(options) {
    const outdir = this.#folder;
    const plugins = [...(options.plugins ?? []), this.#plugin()];
    const { metafile } = await build({ ...COMMON, ...options, outdir, plugins });
    if (!metafile) throw new Error("no metafile");
    for (const input of Object.keys(metafile.inputs)) this.#bundled.add(resolve(input));
    return metafile;
  }

  /** Puts modules into the folder, in as few files as can be. @param {string[]} entries absolute paths */
  async modules(entries) {
    const rewrite = this.#rewrite.bind(this);
    const { scripts, sources } = await packModules(entries, this.#folder, rewrite);
    for (const source of sources) this.#bundled.add(source);
    return scripts;
  }

  /**
   * Makes the script that a page holds itself, and puts what it asks for later into the folder.
   * @param {string} entry absolute path @param {string} folder as the page names it
   */
  async inline(entry, folder) {
    const rewrite = this.#rewrite.bind(this);
    const { sources, ...made } = await packInline(entry, this.#folder, folder, rewrite);
    for (const source of sources) this.#bundled.add(source);
    return made;
  }

  /** The text of a file of the folder that is not to be one after all. @param {string} name */
  takeBack(name) {
    const text = readFileSync(join(this.#folder, name), "utf8");
    rmSync(join(this.#folder, name));
    return text;
  }

  /** The text of a script that is no module, made small. @param {string} source absolute path */
  async classic(source) {
    this.#bundled.add(source);
    const { minify, target, charset } = COMMON;
    const text = readFileSync(source, "utf8");
    return (await transform(text, { minify, target, charset })).code;
  }

  /** @returns {import("esbuild").Plugin} */
  #plugin() {
    return {
      name: "addresses",
      setup: ({ onLoad }) => {
        onLoad({ filter: /\.js$/ }, async ({ path }) => {
          if (path.includes("/node_modules/")) return null;
          const contents = await this.#rewrite(readFileSync(path, "utf8"), path);
          return { contents, loader: "js" };
        });
      },
    };
  }

  /** @param {string} text @param {string} path of the script */
  async #rewrite(text, path) {
    let out = "";
    let last = 0;
    for (const match of text.matchAll(ASSET_URL)) {
      const named = await this.#expression(match[2], dirname(path));
      out += `${text.slice(last, match.index)}new URL(${named}, import.meta.url)`;
      last = match.index + match[0].length;
    }
    const rest = text.slice(last);
    if (text.replaceAll(ASSET_URL, "").includes("import.meta"))
      throw new Error(`${path}: import.meta is only for new URL("name", import.meta.url)`);
    return out + rest;
  }

  /** The expression that stands for a name in the release. @param {string} name @param {string} folder */
  async #expression(name, folder) {
    const hole = HOLE.exec(name);
    if (!hole) return JSON.stringify(await this.name(resolve(folder, name)));
    const [, head, variable, tail] = hole;
    const choices = filesLike(resolve(folder, head) + (head.endsWith("/") ? "/" : ""), tail);
    if (choices.length === 0) throw new Error(`no file is like ${name} in ${folder}`);
    const entries = choices.map(async ([key, file]) => [key, await this.name(file)]);
    return `${JSON.stringify(Object.fromEntries(await Promise.all(entries)))}[${variable}]`;
  }
}

/**
 * Files whose path begins and ends so, by what is between.
 * @param {string} head @param {string} tail @returns {[string, string][]}
 */
function filesLike(head, tail) {
  const folder = head.endsWith("/") ? head : dirname(head);
  const begin = head.endsWith("/") ? "" : basename(head);
  return readdirSync(folder)
    .filter((name) => name.startsWith(begin) && name.endsWith(tail) && !name.startsWith("."))
    .map((name) => [name.slice(begin.length, name.length - tail.length), join(folder, name)]);
}

/** @param {string} name */
function splitName(name) {
  const ext = extname(name);
  return { name: name.slice(0, name.length - ext.length), ext };
}

/** A short name for a content. @param {string | Uint8Array} bytes */
export function hash(bytes) {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 10);
}
