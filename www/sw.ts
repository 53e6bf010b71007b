// The service worker of a release. It keeps the release's files in a cache of their own, all or none, and
// answers from there, so that the page works without a network and never sees files of two releases at once.
// tools/release inserts the list of files; while developing there is no service worker.

interface Release {
  id: string;
  /** The folder of the files that are named by their content. */
  folder: string;
  /** Integrity by path relative to the scope, of files that are kept at once. */
  files: Record<string, string>;
  /** The same of files that are kept once they were used. */
  later: Record<string, string>;
}

declare const RELEASE_LIST: Release;
declare const self: ServiceWorkerGlobalScope;

const { registration } = self;
const RELEASE = RELEASE_LIST;
const FAMILY = `chuhe:${new URL(registration.scope).pathname}:`;
const NAME = FAMILY + RELEASE.id;
/** The number of requests at a time while a release is fetched. */
const LANES = 6;
/** The page that stands in frames of other sites. */
const FOR_FRAMES = "embed.html";
/** Headers that keep pages apart from those of other sites; without them a page shares no memory with its workers. */
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
});

const isNamedByContent = (path: string) => path.startsWith(`${RELEASE.folder}/`);

/** Returns the path relative to the scope, of a page the name of its file; null for what is not of this site. */
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

/** Fetches the files that the cache lacks. */
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

/** Fetches files again that a browser short of room has thrown away, while there is a network. */
async function repair(): Promise<void> {
  if (registration.installing || registration.waiting) return;
  await complete().catch((error) => console.warn("The release is not kept whole:", error));
}

/**
 * Returns a file of this release: from an earlier release if it had the same, else from the server. Throws an error for
 * bytes that differ from those of the release.
 */
async function obtain(path: string): Promise<Response> {
  const isNamed = isNamedByContent(path);
  const stored = isNamed ? await caches.match(new URL(path, registration.scope).href) : undefined;
  if (stored) return stored;
  // The address of a host's own choice for index.html is the folder; some answer the name with a redirection.
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

/** Returns a response without the marks of its transfer: a redirected one may not be a page's. */
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

/** Adds the headers that keep a page apart; a worker of such a page needs them too. */
function isolated(response: Response): Response {
  // A redirection, which the browser follows, has no body that could be passed on.
  if (!response.ok) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}

/**
 * Returns a file other than a page. A file named by its content is the same in every release, so a page of an earlier
 * release finds its files too.
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
 * Removes the caches of releases of which no page is open. Each page holds one lock with the name of its release; while a
 * page is loading and has none, nothing is removed.
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
