// Where the page's engine comes from: its worker's client, its network and its book, each fetched when it is first
// needed, each a failure that play survives. With `?engine=http` in its address the page asks the server it came from
// instead.

import { BOOK, EngineFile, NETWORK } from "../engine/files.ts";
import { pause } from "../engine/pace.ts";

/** @typedef {import("../engine/client.ts").EngineClient} EngineClient */

/** How long the first search waits for what the engine plays better with. */
const FILES_MS = 2500;

export const isOverHttp = () => new URLSearchParams(location.search).get("engine") === "http";

/**
 * @param {import("./context.ts").Page} page
 * @param {import("../shell/preferences.ts").Preferences} preferences
 */
export function createOpponentEngine({ store, t, notify }, preferences) {
  const overHttp = isOverHttp();
  if (overHttp) store.update((state) => ({ ...state, overHttp }));
  const network = new EngineFile(NETWORK);
  const book = new EngineFile(BOOK);
  /** What could not be had is asked for again: each new game is a chance. */
  const askAgain = { network: () => {}, book: () => {} };

  /** The engine plays on while the network is under way. @param {EngineClient} client */
  async function giveNetwork(client) {
    askAgain.network = () => {};
    try {
      client.useNetwork(await network.bytes());
    } catch (error) {
      onJudge(client, error);
    }
  }

  /** @param {EngineClient} client */
  async function giveBook(client) {
    askAgain.book = () => {};
    try {
      client.useBook(await book.bytes());
    } catch (error) {
      onBook(client, error);
    }
  }

  /** The engine has got its network, or goes on without. @param {EngineClient} client @param {unknown} fault */
  function onJudge(client, fault) {
    store.update((state) => ({ ...state, network: fault ? "failed" : "loaded" }));
    if (!fault) return;
    network.discard();
    askAgain.network = () => void giveNetwork(client);
    notify(t("engine.networkFailed"), { ms: 8000 });
  }

  /** The engine has got its book, or thinks from its first move on. @param {EngineClient} client @param {unknown} fault */
  function onBook(client, fault) {
    if (!fault) return;
    book.discard();
    askAgain.book = () => void giveBook(client);
    // Where the network is missing too, what is said of that is enough.
    if (store.get().network !== "failed") notify(t("engine.bookFailed"), { ms: 8000 });
  }

  /** @param {string} _engineState @param {string} [detail] */
  function onState(_engineState, detail) {
    if (detail !== "restarted") return;
    notify(t(overHttp ? "engine.http.again" : "engine.restarted"), { ms: 8000 });
  }

  async function loadHttp() {
    const { HttpClient } = await import("../engine/http-client.ts");
    return new HttpClient({
      onState,
      onBusy: () => notify(t("engine.http.waiting"), { ms: 8000 }),
    });
  }

  return {
    /** The worker's side of the engine is fetched only when the engine is first asked. @param {WebAssembly.Module} module */
    async load(module) {
      if (overHttp) return loadHttp();
      const [{ EngineClient }, { followResources, resourcesFor }] = await Promise.all([
        import("../engine/client.ts"),
        import("../engine/resources.ts"),
      ]);
      const onNetwork = (/** @type {unknown} */ fault) => onJudge(client, fault);
      const onOpenings = (/** @type {unknown} */ fault) => onBook(client, fault);
      const onShortOfMemory = (/** @type {number} */ size) =>
        notify(t("notice.shortOfMemory", { size }), { ms: 12_000 });
      const heard = { onState, onNetwork, onBook: onOpenings, onShortOfMemory };
      const resources = await resourcesFor(preferences.settings);
      const client = new EngineClient({ module, ...resources, ...heard });
      followResources(client, preferences);
      // With them from the first move on, so that a level plays the same everywhere.
      const files = Promise.all([giveNetwork(client), giveBook(client)]);
      await Promise.race([files, pause(FILES_MS).over]);
      return client;
    },

    /** A failure is told when the engine needs it. */
    prefetch() {
      if (overHttp) return;
      for (const file of [network, book]) file.bytes().catch(() => {});
    },

    /** Asks again for what could not be had. */
    askAgain() {
      askAgain.network();
      askAgain.book();
    },
  };
}
