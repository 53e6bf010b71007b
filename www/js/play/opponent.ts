// Loads the engine: the client of its worker, its network and its opening book, each fetched when it is first needed. The
// game can be played without the network and the book. With `?engine=http` in the address the page's server is asked
// instead.

import type { EngineClient } from "../engine/client.js";
import { BOOK, EngineFile, NETWORK } from "../engine/files.js";
import { pause } from "../engine/pace.js";
import type { Preferences } from "../shell/preferences.ts";
import type { Page } from "./context.ts";
import type { Opponent } from "./engine-turn.ts";

/** The longest time that the first search waits for network and book, in milliseconds. */
const MAX_FILES_WAIT_MS = 2500;

export const isOverHttp = (): boolean =>
  new URLSearchParams(location.search).get("engine") === "http";

export function createOpponentEngine(
  { store, t, notify }: Pick<Page, "store" | "t" | "notify">,
  preferences: Preferences,
) {
  const overHttp = isOverHttp();
  if (overHttp) store.update((state) => ({ ...state, overHttp }));
  const network = new EngineFile(NETWORK);
  const book = new EngineFile(BOOK);
  /** Requests what could not be loaded; each new game tries again. */
  const retries = { network: () => {}, book: () => {} };

  /** The engine plays while the network is loading. */
  async function loadNetwork(client: EngineClient) {
    retries.network = () => {};
    try {
      client.useNetwork(await network.bytes());
    } catch (error) {
      onNetwork(client, error);
    }
  }

  async function loadBook(client: EngineClient) {
    retries.book = () => {};
    try {
      client.useBook(await book.bytes());
    } catch (error) {
      onBook(client, error);
    }
  }

  /** `fault` is null if the engine has its network. */
  function onNetwork(client: EngineClient, fault: unknown) {
    store.update((state) => ({ ...state, network: fault ? "failed" : "loaded" }));
    if (!fault) return;
    network.discard();
    retries.network = () => void loadNetwork(client);
    notify(t("engine.networkFailed"), { ms: 8000 });
  }

  /** `fault` is null if the engine has its book. */
  function onBook(client: EngineClient, fault: unknown) {
    if (!fault) return;
    book.discard();
    retries.book = () => void loadBook(client);
    // The notice about the network covers the book.
    if (store.get().network !== "failed") notify(t("engine.bookFailed"), { ms: 8000 });
  }

  function onState(_state: string, detail?: string) {
    if (detail !== "restarted") return;
    notify(t(overHttp ? "engine.http.again" : "engine.restarted"), { ms: 8000 });
  }

  async function loadHttp() {
    const { HttpClient } = await import("../engine/http-client.js");
    return new HttpClient({
      onState,
      onBusy: () => notify(t("engine.http.waiting"), { ms: 8000 }),
    });
  }

  return {
    /** Makes the engine's client. */
    async load(module: WebAssembly.Module): Promise<Opponent> {
      if (overHttp) return loadHttp();
      const [{ EngineClient }, { followResources, resourcesFor }] = await Promise.all([
        import("../engine/client.js"),
        import("../engine/resources.js"),
      ]);
      const client: EngineClient = new EngineClient({
        module,
        ...(await resourcesFor(preferences.settings)),
        onState,
        onNetwork: (fault) => onNetwork(client, fault),
        onBook: (fault) => onBook(client, fault),
        onShortOfMemory: (size) => notify(t("notice.shortOfMemory", { size }), { ms: 12_000 }),
      });
      followResources(client, preferences);
      // The first move waits for them, so that a level plays alike everywhere.
      const files = Promise.all([loadNetwork(client), loadBook(client)]);
      await Promise.race([files, pause(MAX_FILES_WAIT_MS).over]);
      return client;
    },

    /** Fetches network and book early; a failure is reported when the engine needs them. */
    prefetch() {
      if (overHttp) return;
      for (const file of [network, book]) file.bytes().catch(() => {});
    },

    /** Tries again to load what could not be loaded. */
    retryFiles() {
      retries.network();
      retries.book();
    },
  };
}
