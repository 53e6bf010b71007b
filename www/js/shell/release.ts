// Updates the pages of a release: keeps the page's own release in the service worker, lets the service worker fetch the
// next one, and shows a notice when the next release is ready. The page is reloaded only when the person asks for it.
// tools/release adds this module and the name of the release to every page; during development a page has neither.

/** The shortest time between two checks for a new release in a page that stays open, in milliseconds. */
const CHECK_MS = 60 * 60 * 1000;

const id = document.querySelector('meta[name="release"]')?.getAttribute("content");
if (id) {
  holdRelease(id);
  if (window.top === window && navigator.serviceWorker) void begin(navigator.serviceWorker);
}

async function begin(container: ServiceWorkerContainer): Promise<void> {
  await whenUsable();
  // On a first visit the page has no service worker yet, and getting one is not an update.
  let { controller } = container;
  container.addEventListener("controllerchange", () => {
    if (isReloading) location.reload();
    else if (controller && container.controller !== controller) void offer(null);
    ({ controller } = container);
  });
  try {
    const url = new URL("sw.js", document.baseURI);
    const registration = await container.register(url, { updateViaCache: "none" });
    watch(registration, container);
    (registration.active ?? (await container.ready).active)?.postMessage({ type: "maintain" });
  } catch (error) {
    console.warn("Without a service worker the page needs the network:", error);
  }
}

/** Holds a lock while the page is open; the service worker keeps the files of each release that has a lock. */
function holdRelease(release: string): void {
  const name = `chuhe:${new URL("./", document.baseURI).pathname}:${release}`;
  let unlock = () => {};
  const untilUnlocked = () => new Promise<void>((resolve) => (unlock = resolve));
  // A page with an opaque origin cannot get a lock, but cannot have a service worker either.
  const lock = () =>
    void navigator.locks?.request(name, { mode: "shared" }, untilUnlocked).catch(() => {});
  lock();
  // A page in the back-forward cache must not hold the lock.
  addEventListener("pagehide", () => unlock());
  addEventListener("pageshow", ({ persisted }) => persisted && lock());
}

/** Resolves when the page has started, so that fetching a release does not slow down the start. */
async function whenUsable(): Promise<void> {
  if (document.readyState !== "complete")
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  const { chuhe } = globalThis as { chuhe?: { ready?: Promise<unknown> } };
  await chuhe?.ready?.catch(() => {});
}

function watch(registration: ServiceWorkerRegistration, container: ServiceWorkerContainer): void {
  const check = () => {
    const { waiting, active } = registration;
    // The first service worker also waits for a moment, but at that time no service worker is active.
    if (waiting?.state === "installed" && active && container.controller) void offer(waiting);
  };
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", check);
  });
  check();
  let lastCheck = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - lastCheck < CHECK_MS) return;
    lastCheck = Date.now();
    registration.update().catch(() => {}); // without network the next check tries again
  });
}

let isReloading = false;

/** Shows the notice of a new release. `waiting` is null if another page has already activated the release. */
async function offer(waiting: ServiceWorker | null): Promise<void> {
  const { showNotice } = await import("./release-notice.ts");
  await showNotice(() => {
    isReloading = true;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    if (waiting?.state === "installed") waiting.postMessage({ type: "takeOver" });
    else location.reload();
  });
}
