/**
 * The modules of a page as few files: what an entry always loads becomes one, and what is loaded lazily takes
 * from it what both need. Rollup puts them together, since it knows what a page has already loaded when it asks for
 * more (esbuild would make a file for each set of modules that any two have in common); esbuild makes them small.
 *
 * A module may also go into the page itself, with all that it imports: that saves a round trip before anything can be
 * seen. Nothing can import a script of a page, so it leaves what others need of it where they find it.
 */
import { readFileSync } from "node:fs";
import { rollup } from "@rollup/wasm-node";
import { transform } from "esbuild";
import { COMMON } from "./assets.mjs";

/** @typedef {{ file: string, imports: string[] }} Script  its name in the release, and what it always loads */
/** @typedef {import("@rollup/wasm-node").OutputChunk} Chunk */
/** @typedef {(path: string) => string | Promise<string>} Load  a module's text as it goes into the release */
/** @typedef {(text: string, path: string) => Promise<string>} Rewrite  puts in the names that files have there */

/** Where a page's own script leaves its parts. */
const PARTS = "globalThis.chuheParts";
const PAGE_MODULE = "\0page";
const LATER = "later:";
const NAMES = "[name]-[hash].js";

/**
 * @param {string[]} entries absolute paths
 * @param {string} dir where the files go
 * @param {Rewrite} rewrite
 * @returns {Promise<{ scripts: Map<string, Script>, sources: string[] }>} each module that has a file of its own, and all
 *   that went in
 */
export async function packModules(entries, dir, rewrite) {
  const { chunks, sources } = await bundle(entries, loader(rewrite), dir);
  return { scripts: scriptsOf(chunks), sources };
}

/**
 * @param {string} entry absolute path of the module that goes into the page
 * @param {string} dir where the files go that it asks for later
 * @param {string} folder their folder as the page names it
 * @param {Rewrite} rewrite
 * @returns {Promise<{ code: string, scripts: Map<string, Script>, sources: string[] }>}
 */
export async function packInline(entry, dir, folder, rewrite) {
  const load = loader(rewrite);
  const { inside, later, exports } = await graphOf(entry, load);
  const borrow =
    (/** @type {(path: string) => string[]} */ namesOf) => (/** @type {string} */ path) =>
      inside.has(path) ? borrowing([...inside].indexOf(path), namesOf(path)) : load(path);
  // Once to learn what the others need of it, once more with no more than that.
  const draft = await bundle(
    later,
    borrow((path) => exports.get(path) ?? []),
    null,
  );
  const needed = (/** @type {string} */ path) =>
    draft.chunks.flatMap(({ modules }) => modules[path]?.renderedExports ?? []);
  const { chunks, sources } = await bundle(later, borrow(needed), dir);
  const scripts = scriptsOf(chunks);
  const code = await pageScript({ inside: [...inside], needed, load, scripts });
  return {
    code: code.replaceAll(LATER, `./${folder}/`),
    scripts,
    sources: [...sources, ...inside],
  };
}

/**
 * @param {string[]} entries @param {Load} load @param {string | null} dir where to write them; null: nowhere
 * @returns {Promise<{ chunks: Chunk[], sources: string[] }>}
 */
async function bundle(entries, load, dir) {
  const made = await rollup({
    input: entries,
    preserveEntrySignatures: "allow-extension",
    plugins: [{ name: "release", load, renderChunk: small }],
    onwarn: refuse,
  });
  const options = { entryFileNames: NAMES, chunkFileNames: NAMES, hashCharacters: "hex" };
  const how = /** @type {import("@rollup/wasm-node").OutputOptions} */ (options);
  const { output } = dir === null ? await made.generate(how) : await made.write({ dir, ...how });
  await made.close();
  const chunks = output.filter((each) => each.type === "chunk");
  return { chunks, sources: chunks.flatMap(({ moduleIds }) => moduleIds) };
}

/** @param {Rewrite} rewrite @returns {Load} */
const loader = (rewrite) => (path) => rewrite(readFileSync(path, "utf8"), path);

/** @param {import("@rollup/wasm-node").RollupLog} warning */
function refuse({ message }) {
  throw new Error(message);
}

/** @param {string} code */
async function small(code) {
  const { minify, target, charset, legalComments } = COMMON;
  const how = /** @type {const} */ ({ format: "esm", loader: "js" });
  return (await transform(code, { ...how, minify, target, charset, legalComments })).code;
}

/** What became of each module that has a file of its own, by its source. @param {Chunk[]} chunks */
function scriptsOf(chunks) {
  /** @type {Map<string, Script>} */
  const scripts = new Map();
  for (const { isEntry, isDynamicEntry, facadeModuleId, moduleIds, fileName } of chunks) {
    if (!isEntry && !isDynamicEntry) continue;
    // The one that the others of its file are there for comes last.
    const entry = facadeModuleId ?? moduleIds.at(-1) ?? "";
    scripts.set(entry, { file: fileName, imports: closureOf(fileName, chunks) });
  }
  return scripts;
}

/** @param {string} file @param {Chunk[]} chunks @param {Set<string>} [seen] @returns {string[]} */
function closureOf(file, chunks, seen = new Set()) {
  const chunk = chunks.find(({ fileName }) => fileName === file);
  for (const name of chunk?.imports ?? []) {
    if (seen.has(name)) continue;
    seen.add(name);
    closureOf(name, chunks, seen);
  }
  return [...seen];
}

/**
 * What a module always imports, itself included, what these ask for later, and what each of them exports.
 * @param {string} entry @param {Load} load
 */
async function graphOf(entry, load) {
  /** @type {Map<string, import("@rollup/wasm-node").ModuleInfo>} */
  const infos = new Map();
  const note = (/** @type {import("@rollup/wasm-node").ModuleInfo} */ info) =>
    void infos.set(info.id, info);
  const plugins = [{ name: "graph", load, moduleParsed: note }];
  await (await rollup({ input: entry, plugins, onwarn: refuse })).close();
  /** @type {Set<string>} */
  const inside = new Set();
  const visit = (/** @type {string} */ path) => {
    if (inside.has(path)) return;
    inside.add(path);
    infos.get(path)?.importedIds.forEach(visit);
  };
  visit(entry);
  const asked = [...inside].flatMap((path) => infos.get(path)?.dynamicallyImportedIds ?? []);
  const exports = new Map([...inside].map((path) => [path, infos.get(path)?.exports ?? []]));
  return { inside, later: [...new Set(asked)].filter((path) => !inside.has(path)), exports };
}

/** A module in the place of one that is in the page. @param {number} part @param {string[]} names */
const borrowing = (part, names) =>
  names.map((name) => `export const ${name} = ${PARTS}[${part}].${name};`).join("\n");

/**
 * The script of the page.
 * @param {object} from
 * @param {string[]} from.inside  its modules, the one that is there for itself first
 * @param {(path: string) => string[]} from.needed  what others need of each
 * @param {Load} from.load @param {Map<string, Script>} from.scripts  what it may ask for later
 */
async function pageScript({ inside, needed, load, scripts }) {
  const used = inside.map((path, part) => ({ path, part, names: needed(path) }));
  const given = used.flatMap(({ path, part, names }) =>
    names.map((name) => `import { ${name} as ${name}_${part} } from ${JSON.stringify(path)};`),
  );
  const parts = used.map(
    ({ part, names }) => `{${names.map((name) => `${name}: ${name}_${part}`)}}`,
  );
  const text = [`import ${JSON.stringify(inside[0])};`, ...given, `${PARTS} = [${parts}];`].join(
    "\n",
  );
  const plugin = {
    name: "page",
    resolveId: (/** @type {string} */ id) => (id === PAGE_MODULE ? id : null),
    load: (/** @type {string} */ path) => (path === PAGE_MODULE ? text : load(path)),
    /** @type {import("@rollup/wasm-node").ResolveDynamicImportHook} */
    async resolveDynamicImport(specifier, importer) {
      const id = (await this.resolve(String(specifier), importer))?.id ?? "";
      const file = scripts.get(id)?.file;
      if (!file) throw new Error(`${importer}: ${specifier} has no file of its own`);
      return { id: LATER + file, external: true };
    },
    renderChunk: small,
  };
  const made = await rollup({ input: PAGE_MODULE, plugins: [plugin], onwarn: refuse });
  const { output } = await made.generate({ format: "es" });
  await made.close();
  const [{ code }] = output;
  if (code.includes("import.meta")) throw new Error("a script in a page has no address of its own");
  return code;
}
