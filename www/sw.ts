// The service worker of a release. Each release has its own cache, which holds all files of the release or none, and
// from which they are served. So the page works without a network and never mixes files of two releases. tools/release
// inserts the list of files. There is no service worker during development.

interface Release {
  id: string;
  /** The folder of the files whose names contain a hash of their content. */
  folder: string;
  /** The integrity hashes, by path relative to the scope, of the files that are stored at installation. */
  files: Record<string, string>;
  /** The integrity hashes, by path, of the files that are stored when they are first used. */
  later: Record<string, string>;
}

declare const RELEASE_LIST: Release;
declare const self: ServiceWorkerGlobalScope;

const { registration } = self;
const RELEASE = RELEASE_LIST;
const FAMILY = `chuhe:${new URL(registration.scope).pathname}:`;
const NAME = FAMILY + RELEASE.id;
/** The number of files that are fetched at the same time. */
const LANES = 6;
/** The page that other sites embed in frames; it gets no isolation headers. */
const FOR_FRAMES = "embed.html";
/**
 * The lists of the packs of games and of the relays, which a host can change without a new release. Without a network
 * they are null.
 */
const HOST_LISTS = ["packs/packs.json", "relays.json"];
/** Headers of cross-origin isolation, without which a page cannot share memory with its workers. */
const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

self.addEventListener("message", (event) => {
  if (event.data?.type === "takeOver") event.waitUntil(self.skipWaiting());
  if (event.data?.type === "maintain") event.waitUntil(Promise.all([removeUnused(), repair()]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = request.method === "GET" ? pathOf(request) : null;
  if (path === null) return;
  if (request.mode === "navigate") event.respondWith(page(path, request));
  else if (path in RELEASE.files || isNamedByContent(path))
    event.respondWith(file(path, request).then(isolated));
  else if (HOST_LISTS.includes(path))
    event.respondWith(fetch(request).catch(() => Response.json(null)));
});

const isNamedByContent = (path: string) => path.startsWith(`${RELEASE.folder}/`);

/**
 * Returns the path of a request relative to the scope. For a page, returns the name of its file. Returns null for other
 * sites and for unknown pages.
 */
function pathOf({ url, mode }: Request): string | null {
  const { origin, pathname } = new URL(url);
  const scope = new URL(registration.scope);
  if (origin !== scope.origin || !pathname.startsWith(scope.pathname)) return null;
  const path = pathname.slice(scope.pathname.length);
  if (mode !== "navigate") return path;
  const names = [path === "" ? "index.html" : path, `${path}.html`];
  return names.find((name) => name in RELEASE.files) ?? null;
}

/** Stores all files of the release, or none. */
async function install(): Promise<void> {
  const existed = await caches.has(NAME);
  try {
    await complete();
  } catch (error) {
    if (!existed) await caches.delete(NAME);
    throw error;
  }
}

/** Fetches and stores the files that the cache lacks. */
async function complete(): Promise<void> {
  const cache = await caches.open(NAME);
  const paths = Object.keys(RELEASE.files);
  const lane = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
      if (!(await cache.match(path))) await cache.put(path, await obtain(path));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/**
 * Fetches again the files that the browser has evicted for lack of space. If this fails, for example without a network,
 * only logs a warning.
 */
async function repair(): Promise<void> {
  if (registration.installing || registration.waiting) return;
  await complete().catch((error) => console.warn("The release is not kept whole:", error));
}

/**
 * Returns a file of this release: from the cache of another release if it contains the same file, otherwise from the
 * server. Throws an error if the server's file differs from that of the release.
 */
async function obtain(path: string): Promise<Response> {
  const isNamed = isNamedByContent(path);
  const stored = isNamed ? await caches.match(new URL(path, registration.scope).href) : undefined;
  if (stored) return stored;
  // Some hosts redirect `index.html` to its folder, so the folder is requested instead.
  const address = path === "index.html" ? "./" : path;
  const request = new Request(new URL(address, registration.scope), {
    integrity: RELEASE.files[path] ?? RELEASE.later[path],
    cache: isNamed ? "default" : "reload",
    credentials: "same-origin",
  });
  const response = await fetch(request);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return withoutTransfer(response);
}

/**
 * Returns a copy of a response without its transfer headers and without the mark of a redirect, because browsers reject
 * a redirected response for a page.
 */
async function withoutTransfer(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return new Response(await response.blob(), { headers });
}

async function page(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  const answer = (await cache.match(path)) ?? (await fetch(request));
  return path === FOR_FRAMES ? answer : isolated(answer);
}

/** Adds the isolation headers. The workers of an isolated page need them, too. */
function isolated(response: Response): Response {
  // Passes on errors and redirects unchanged. A redirect has no body to copy, and the browser has to follow it.
  if (!response.ok) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}

/**
 * Returns a file that is not a page. A file whose name contains its hash is the same in every release, so it may come
 * from the cache of another release. Pages of an earlier release find their files in this way, too.
 */
async function file(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(NAME);
  const stored =
    (await cache.match(path)) ??
    (isNamedByContent(path) ? await caches.match(request.url) : undefined);
  if (stored) return stored;
  if (!(path in RELEASE.later)) return fetch(request);
  const response = await obtain(path);
  await cache.put(path, response.clone());
  return response;
}

async function activate(): Promise<void> {
  await self.clients.claim();
  await removeUnused();
}

/**
 * Deletes the caches of releases that no open page uses. Each page holds a lock that is named like the cache of its
 * release. While a page is loading and has no lock yet, nothing is deleted.
 */
async function removeUnused(): Promise<void> {
  if (registration.installing || registration.waiting) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const { held = [] } = await navigator.locks.query();
  const locks = held.filter(({ name = "" }) => name.startsWith(FAMILY));
  if (locks.length < pages.length) return;
  const used = new Set([NAME, ...locks.map(({ name }) => name)]);
  const names = await caches.keys();
  const unused = names.filter((name) => name.startsWith(FAMILY) && !used.has(name));
  await Promise.all(unused.map((name) => caches.delete(name)));
}
