/**
 * Makes a release in dist/ from www/, after `./build.sh wasm`, and checks its sizes: `tsx tools/release/index.ts
 * [FOLDER]`.
 *
 * Vite bundles each page separately, since shared chunks would be many small files for each page. Pages keep their
 * names; all other files are named by their content in `dist/app/`, so that a browser never confuses the files of two
 * releases. The service worker, which has a list of the files, keeps those of one release together in the browser. A
 * file of www/ that the release does not use is an error.
 */
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, parse, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Plugin, type Rolldown, build, minify, transformWithOxc } from "vite";
import { FILES } from "../../vite.config.ts";
import { filesOf } from "./files.ts";
import { withFirstWords } from "./first-words.ts";
import { inlineChunk, inlineText } from "./inline.ts";
import { writeLicences } from "./licences.ts";
import { copyPacks } from "./packs.ts";
import { writeServiceWorker } from "./service-worker.ts";
import { checkSizes, transferSize } from "./size-limits.ts";

/** The folder of the release's files, relative to its pages. */
const FOLDER = "app";
const MANIFEST = "manifest.webmanifest";
/** The module that every page loads in addition to its own, for updates. */
const UPDATES = "js/shell/release.ts";
/** The page whose first script is inlined, and the module that this script imports when the board is drawn. */
const GAME = { page: "index.html", next: "js/play/main.ts" };
/** Further scripts that a game needs before the engine's first move. */
const TO_PLAY = ["pkg/chuhe.js", "js/engine/client.ts", "js/engine/worker.ts"];
/** The list of relays, which a host changes; so the service worker does not know it. */
const RELAYS = "relays.json";
/**
 * Files that the release need not use: files that no page or module refers to, modules that contain only types, packs
 * of games, and the list of relays.
 */
const APART =
  /^(sw\.ts|relays\.json|manifest\.webmanifest|assets\/(OFL\.txt|icons\.html))$|^(js|packs)\/|\.d\.ts$|(^|\/)\./;
const CLASSIC_SCRIPT = /(<script(?! type)[^>]*?) src="([^"]+)"([^>]*)><\/script>/g;
const MODULE_SCRIPT = /<script type="module" crossorigin src="\.\/([^"]+)"><\/script>/;
const STYLESHEET = /<link rel="stylesheet"[^>]* href="\.\/([^"]+)">/g;

interface Image {
  src: string;
}

/** The files that the build of one page has produced. */
class Bundle {
  /** The file in the release by its source in `www`, e.g. "pkg/chuhe_bg.wasm". */
  readonly files = new Map<string, string>();
  /** The files that each script imports statically. */
  readonly imports = new Map<string, string[]>();

  fileOf(source: string): string {
    const file = this.files.get(source);
    if (!file) throw new Error(`www/${source} is not in the release`);
    return file;
  }

  /** Returns the file of a script, and those that it imports statically, directly or not. */
  filesOf(source: string): string[] {
    const files = new Set([this.fileOf(source)]);
    for (const file of files) for (const each of this.imports.get(file) ?? []) files.add(each);
    return [...files];
  }
}

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const WWW = resolve("www");
const out = resolve(process.argv[2] ?? "dist");
/** The paths of all source files that are part of the release. */
const sources = new Set<string>();

/** Releases locale files without white space. */
const compactJson: Plugin = {
  name: "chuhe:compact-json",
  enforce: "post",
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === "asset" && file.fileName.endsWith(".json"))
        file.source = JSON.stringify(JSON.parse(`${file.source}`));
  },
};

await make();

async function make(): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  const names = readdirSync(WWW).filter((name) => name.endsWith(".html"));
  const [updates] = (await bundle(UPDATES)).filesOf(UPDATES);
  const bundles = new Map<string, Bundle>();
  for (const name of names) bundles.set(name, await bundle(name, updates));
  writeManifest();
  refuseForgotten();
  const texts = filesOf(out).map((path) =>
    path.startsWith(FOLDER) ? path : readFileSync(join(out, path)),
  );
  const id = hashOf([...texts, readFileSync(`${WWW}/sw.ts`)].join("\n"));
  for (const name of names) {
    const html = readFileSync(join(out, name), "utf8");
    const meta = `<meta name="release" content="${id}" />`;
    writeFileSync(join(out, name), html.replace("<head>", `$&\n${meta}`));
  }
  const paths = filesOf(out);
  const kept = await writeServiceWorker(out, { id, folder: FOLDER, paths });
  writeLicences(out, { packages: packageNames() });
  copyPacks(WWW, out);
  copyFileSync(join(WWW, RELAYS), join(out, RELAYS));
  await bundleGallery();
  const game = bundles.get(GAME.page) ?? new Bundle();
  checkSizes(out, {
    "first load": firstLoad(game),
    engine: ["pkg/chuhe_bg.wasm", "pkg/chuhe.js"].map((path) => game.fileOf(path)),
    threads: paths.filter((path) => /\/(threads_bg|threads-worker|helper-worker)-/.test(path)),
    network: [game.fileOf("assets/chuhe.nnue")],
    "kept for use offline": kept,
  });
}

/**
 * Bundles a page or a script into the release. `updates` is the file of the script for updates, which is added to each
 * page.
 */
async function bundle(entry: string, updates = ""): Promise<Bundle> {
  const made = new Bundle();
  /** The script that is inlined into the page, and so must not be preloaded by other scripts. */
  let firstScript = "";
  const collect: Plugin = {
    name: "chuhe:collect",
    enforce: "post",
    generateBundle(_, files) {
      for (const file of Object.values(files)) {
        const names = file.type === "chunk" ? [file.facadeModuleId ?? ""] : file.originalFileNames;
        for (const name of names) made.files.set(relative(WWW, resolve(WWW, name)), file.fileName);
        if (file.type === "chunk") made.imports.set(file.fileName, file.imports);
        if (file.type !== "chunk" || !file.isEntry) continue;
        // The styles are inlined into the page, so that no script has to load them.
        file.viteMetadata?.importedCss.clear();
        if (entry === GAME.page) firstScript = file.fileName;
      }
      for (const path of this.getModuleIds()) sources.add(path);
      for (const path of made.files.keys()) sources.add(join(WWW, path));
    },
  };
  const release: Plugin = {
    name: "chuhe:release",
    enforce: "post",
    generateBundle: {
      order: "post", // after Vite's own plugins have filled in the final names
      async handler(_, files) {
        const page = files[entry];
        if (page?.type === "asset")
          page.source = await finish(`${page.source}`, { entry, updates, made }, files);
      },
    },
  };
  await build({
    logLevel: "warn",
    plugins: [compactJson, collect, release],
    worker: { plugins: () => [compactJson, collect] },
    build: {
      outDir: out,
      rolldownOptions: { input: join(WWW, entry) },
      modulePreload: {
        resolveDependencies: (_, paths) => paths.filter((path) => path !== firstScript),
      },
    },
  });
  return made;
}

/**
 * Inlines styles, classic scripts, the game's first script and the first words into a page, and fills in the names that
 * files have in the release.
 */
async function finish(
  html: string,
  { entry, updates, made }: { entry: string; updates: string; made: Bundle },
  files: Rolldown.OutputBundle,
): Promise<string> {
  const fileOf = made.fileOf.bind(made);
  let page = html.replaceAll(/<!--[\s\S]*?-->/g, "").replaceAll(/\n\s+/g, "\n");
  page = withFirstWords(page, WWW, fileOf);
  page = page.replaceAll(
    /(\sdata-(?:words[\w-]*|later))="([^"]+)"/g,
    (_, attribute, path) => `${attribute}="${fileOf(path)}"`,
  );
  // `async`: modules otherwise run in order, and no module has to wait for this one.
  page = page.replace("</head>", `<script type="module" async src="./${updates}"></script>\n$&`);
  for (const [tag, path = ""] of page.matchAll(STYLESHEET)) {
    const { source } = files[path] as Rolldown.OutputAsset;
    delete files[path];
    const text = `${source}`.trim().replaceAll(/url\((["']?)\.\//g, `url($1${FOLDER}/`);
    page = inlineText(page, tag, "<style>", text);
  }
  for (const [tag, head, path = "", rest] of page.matchAll(CLASSIC_SCRIPT))
    page = inlineText(page, tag, `${head}${rest}>`, await classicScript(path));
  if (entry !== GAME.page) return page;
  const [tag = "", path = ""] = MODULE_SCRIPT.exec(page) ?? [];
  const code = inlineChunk(files[path] as Rolldown.OutputChunk, files, FOLDER);
  delete files[path];
  const opening = `<script type="module" data-next="${fileOf(GAME.next)}">`;
  // The words and the layout come before the script, so that they are painted first.
  return inlineText(page.replace(tag, "").replace("</body>", `${tag}$&`), tag, opening, code);
}

/**
 * Bundles the gallery of the elements into the release, from examples/elements. It is no page of the game: it is neither
 * kept for use offline nor updated. What it imports from the npm package comes from the sources, so that both have the
 * same files. Those of the pages stay as the service worker knows them.
 */
async function bundleGallery(): Promise<void> {
  const gallery = { "chuhe/elements": "js/elements/index.ts", chuhe: "pkg/chuhe.js" };
  const keep: Plugin = {
    name: "chuhe:keep",
    enforce: "post",
    generateBundle(_, files) {
      for (const [path, file] of Object.entries(files))
        if (file.type === "asset" && existsSync(join(out, path))) {
          if (!readFileSync(join(out, path)).equals(Buffer.from(file.source)))
            throw new Error(`${path}: the gallery has another file of this name`);
          delete files[path];
        }
    },
  };
  await build({
    configFile: false,
    root: resolve("examples"),
    base: "./",
    publicDir: false,
    logLevel: "warn",
    plugins: [compactJson, keep],
    resolve: {
      alias: Object.entries(gallery).map(([name, path]) => ({
        find: new RegExp(`^${name}$`),
        replacement: join(WWW, path),
      })),
    },
    worker: { format: "es", rolldownOptions: { output: FILES } },
    build: {
      target: "es2022",
      outDir: out,
      emptyOutDir: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: resolve("examples/elements/index.html"), output: FILES },
    },
  });
}

/** Returns the text of a classic script, minified and without its types. `path` is relative to `www`. */
async function classicScript(path: string): Promise<string> {
  const file = join(WWW, path);
  sources.add(file);
  const script = await transformWithOxc(readFileSync(file, "utf8"), file);
  const { code } = await minify(file, script.code, { compress: { target: "es2022" } });
  return code.trim();
}

/** Writes the manifest, with its icons under the names that they have in the release. */
function writeManifest(): void {
  const manifest = JSON.parse(readFileSync(join(WWW, MANIFEST), "utf8"));
  const shortcuts: { icons?: Image[] }[] = manifest.shortcuts ?? [];
  const images = [
    manifest.icons,
    manifest.screenshots ?? [],
    shortcuts.map(({ icons }) => icons ?? []),
  ];
  for (const image of images.flat(2) as Image[]) {
    const source = join(WWW, image.src);
    const { name, ext } = parse(source);
    const bytes = readFileSync(source);
    image.src = `${FOLDER}/${name}-${hashOf(bytes)}${ext}`;
    writeFileSync(join(out, image.src), bytes);
    sources.add(source);
  }
  writeFileSync(join(out, MANIFEST), `${JSON.stringify(manifest)}\n`);
}

function refuseForgotten(): void {
  const isForgotten = (path: string) => !APART.test(path) && !sources.has(join(WWW, path));
  const forgotten = filesOf(WWW).filter(isForgotten);
  if (forgotten.length > 0)
    throw new Error(`nothing in the release names ${forgotten.map((path) => `www/${path}`)}`);
}

/** Returns the files that a browser downloads before a game can be played, with the largest locale file. */
function firstLoad(game: Bundle): string[] {
  const page = readFileSync(join(out, GAME.page), "utf8");
  const named = page.matchAll(/(?:(?:href|src)="(?:\.\/)?|url\(["']?)(app\/[^"')]+)/g);
  const words = [...game.files].filter(([path]) => /^locales\/[^/]+$/.test(path));
  const sizes = words.map(([, file]) => ({ file, size: transferSize(out, file) }));
  const [longest] = sizes.toSorted((a, b) => b.size - a.size);
  const files = [
    ...[...named].map(([, file = ""]) => file),
    ...[GAME.next, ...TO_PLAY].flatMap((path) => game.filesOf(path)),
    game.fileOf("pkg/chuhe_bg.wasm"),
    longest?.file ?? "",
  ];
  // Skips files that were inlined into the page, such as its first script; they no longer exist on their own.
  return [GAME.page, ...new Set(files.filter((file) => existsSync(join(out, file))))];
}

/** Returns the names of the npm packages in the scripts. */
function packageNames(): string[] {
  const names = new Set(
    [...sources].flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []),
  );
  // mqtt's script for browsers has its dependencies inside.
  const inside = names.has("mqtt") ? ["mqtt"] : [];
  for (const name of inside) {
    const { dependencies = {} } = JSON.parse(
      readFileSync(`node_modules/${name}/package.json`, "utf8"),
    );
    const added = Object.keys(dependencies).filter(
      (each) => !names.has(each) && !each.startsWith("@types/"),
    );
    for (const each of added) names.add(each);
    inside.push(...added);
  }
  return [...names].toSorted();
}

/** Returns a short digest of a content, for names of files. */
function hashOf(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 10);
}
