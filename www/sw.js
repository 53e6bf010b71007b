// The service worker of a release. It keeps the release's files in a cache of their own, all or none, and
// answers from there, so that the page works without a network and never sees files of two releases at once.
// tools/release puts the list of files in; while developing there is no service worker.

/**
 * @typedef {object} Release
 * @property {string} id
 * @property {string} folder              where the files are whose names say what is in them
 * @property {Record<string, string>} files   integrity by path relative to the scope; what is kept at once
 * @property {Record<string, string>} later   likewise; what is kept once it was used
 */

/** @type {Release} */
const RELEASE = __RELEASE__;
const FAMILY = `chuhe:${new URL(registration.scope).pathname}:`;
const NAME = FAMILY + RELEASE.id;
/** Requests under way at once while a release is fetched. */
const LANES = 6;
/** The page that stands in frames of other sites. */
const FOR_FRAMES = "embed.html";
/** Has the browser keep pages apart from those of other sites, without which it shares no memory between workers. */
const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));

addEventListener("message", (event) => {
  if (event.data?.type === "takeOver") event.waitUntil(skipWaiting());
  if (event.data?.type === "maintain") event.waitUntil(Promise.all([tidy(), repair()]));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const path = request.method === "GET" ? pathOf(request) : null;
  if (path === null) return;
  if (request.mode === "navigate") event.respondWith(page(path, request));
  else if (path in RELEASE.files || path.startsWith(RELEASE.folder + "/"))
    event.respondWith(file(path, request).then(isolated));
});

/** Relative to the scope; a page by the name of its file. @param {Request} request @returns {string|null} null for what is not ours */
function pathOf({ url, mode }) {
  const { origin, pathname } = new URL(url);
  const scope = new URL(registration.scope);
  if (origin !== scope.origin || !pathname.startsWith(scope.pathname)) return null;
  const path = pathname.slice(scope.pathname.length);
  if (mode !== "navigate") return path;
  const names = [path === "" ? "index.html" : path, `${path}.html`];
  return names.find((name) => name in RELEASE.files) ?? null;
}

/** All files of the release, or none. */
async function install() {
  const existed = await caches.has(NAME);
  try {
    await complete();
  } catch (error) {
    if (!existed) await caches.delete(NAME);
    throw error;
  }
}

/** Fetches what the cache lacks. */
async function complete() {
  const cache = await caches.open(NAME);
  const paths = Object.keys(RELEASE.files);
  const lane = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
      if (!(await cache.match(path))) await cache.put(path, await obtain(path));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** Browsers that are short of room throw away entries: they are fetched again while there is a network. */
async function repair() {
  if (registration.installing || registration.waiting) return;
  await complete().catch((error) => console.warn("The release is not kept whole:", error));
}

/**
 * A file of this release: from the release before if it had the very same, else from the server. What is not
 * exactly what the release's maker saw is refused.
 * @param {string} path @returns {Promise<Response>}
 */
async function obtain(path) {
  const hashed = path.startsWith(RELEASE.folder + "/");
  const kept = hashed ? await caches.match(new URL(path, registration.scope).href) : undefined;
  if (kept) return kept;
  const integrity = RELEASE.files[path] ?? RELEASE.later[path];
  // The address of a host's own choice for index.html is the folder; some answer the name with a redirection.
  const address = path === "index.html" ? "./" : path;
  const request = new Request(new URL(address, registration.scope), {
    integrity,
    cache: hashed ? "default" : "reload",
    credentials: "same-origin",
  });
  const response = await fetch(request);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return plain(response);
}

/** Without the marks of its way here: a redirected answer may not be a page's. @param {Response} response */
async function plain(response) {
  const headers = new Headers(response.headers);
  for (const name of ["content-encoding", "content-length"]) headers.delete(name);
  return new Response(await response.blob(), { headers });
}

/** @param {string} path @param {Request} request */
async function page(path, request) {
  const cache = await caches.open(NAME);
  const answer = (await cache.match(path)) ?? (await fetch(request));
  return path === FOR_FRAMES ? answer : isolated(answer);
}

/**
 * With the headers that keep a page apart; a worker of such a page needs them too.
 * @param {Response} response
 */
function isolated(response) {
  // A redirection, which the browser follows, has no body that could be passed on.
  if (!response.ok) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(ISOLATION)) headers.set(name, value);
  return new Response(response.body, { status: response.status, headers });
}

/**
 * A name that says what is in it is the same file in any release: a page that is still of the release before
 * finds its files, too.
 * @param {string} path @param {Request} request
 */
async function file(path, request) {
  const cache = await caches.open(NAME);
  const hashed = path.startsWith(RELEASE.folder + "/");
  const kept = (await cache.match(path)) ?? (hashed ? await caches.match(request.url) : undefined);
  if (kept) return kept;
  if (!(path in RELEASE.later)) return fetch(request);
  const response = await obtain(path);
  await cache.put(path, response.clone());
  return response;
}

async function activate() {
  await clients.claim();
  await tidy();
}

/**
 * Removes the caches of releases that no page is of any more. Each page holds one lock, with its release's name;
 * as long as a page is loading and has none, nothing is removed.
 */
async function tidy() {
  if (registration.installing || registration.waiting) return;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const { held = [] } = await navigator.locks.query();
  const locks = held.filter(({ name = "" }) => name.startsWith(FAMILY));
  if (locks.length < pages.length) return;
  const used = new Set([NAME, ...locks.map(({ name }) => name)]);
  const names = await caches.keys();
  const unused = names.filter((name) => name.startsWith(FAMILY) && !used.has(name));
  await Promise.all(unused.map((name) => caches.delete(name)));
}
