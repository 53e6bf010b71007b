// What a page of a release does about releases: keeps its own alive, has the service worker fetch the next,
// and tells when that is there. Nothing is reloaded unless the person says so. tools/release gives every page
// this module and writes the release's name into it; while developing neither is there.

/** How often a page that stays open asks for a new release. */
const ASK_MS = 60 * 60 * 1000;

const id = document.querySelector('meta[name="release"]')?.getAttribute("content");
if (id) {
  keep(id);
  if (window.top === window && navigator.serviceWorker) void begin(navigator.serviceWorker);
}

/** @param {ServiceWorkerContainer} container */
async function begin(container) {
  await whenUsable();
  // A page that no service worker has answered yet is new here: its first one is no news.
  let { controller } = container;
  container.addEventListener("controllerchange", () => {
    if (reloading) location.reload();
    else if (controller && container.controller !== controller) void offer(null);
    ({ controller } = container);
  });
  try {
    const options = /** @type {const} */ ({ updateViaCache: "none" });
    const registration = await container.register(new URL("sw.js", document.baseURI), options);
    watch(registration, container);
    (registration.active ?? (await container.ready).active)?.postMessage({ type: "maintain" });
  } catch (error) {
    console.warn("Without a service worker the page needs the network:", error);
  }
}

/** The service worker keeps what a page with this lock may still ask for. @param {string} release */
function keep(release) {
  const name = `chuhe:${new URL("./", document.baseURI).pathname}:${release}`;
  let leave = () => {};
  const wait = () => new Promise((resolve) => (leave = () => resolve(undefined)));
  // A page without an origin of its own gets no lock; nor does a service worker keep anything for it.
  const hold = () => void navigator.locks?.request(name, { mode: "shared" }, wait).catch(() => {});
  hold();
  // A page that waits behind the back button must hold no lock.
  addEventListener("pagehide", () => leave());
  addEventListener("pageshow", ({ persisted }) => persisted && hold());
}

/** Fetching a release must not compete with the page's own start. */
async function whenUsable() {
  if (document.readyState !== "complete")
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  const { chuhe } = /** @type {{ chuhe?: { ready?: Promise<unknown> } }} */ (globalThis);
  await chuhe?.ready?.catch(() => {});
}

/** @param {ServiceWorkerRegistration} registration @param {ServiceWorkerContainer} container */
function watch(registration, container) {
  const look = () => {
    const { waiting, active } = registration;
    // The first one waits for a moment too, with none before it.
    if (waiting?.state === "installed" && active && container.controller) void offer(waiting);
  };
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", look);
  });
  look();
  let asked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - asked < ASK_MS) return;
    asked = Date.now();
    registration.update().catch(() => {}); // no network: later
  });
}

let reloading = false;

/**
 * Says that a new release is there.
 * @param {ServiceWorker|null} waiting  null: another page has it in use already
 */
async function offer(waiting) {
  const { showNotice } = await import("./release-notice.ts");
  await showNotice(() => {
    reloading = true;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    if (waiting?.state === "installed") waiting.postMessage({ type: "takeOver" });
    else location.reload();
  });
}
