// Loads the engine: the client of its worker, its network and its opening book, each fetched when it is first needed.
// The game can be played without the network and the book. With `?engine=http` in the address the engine of the page's
// server is used instead.

import type { EngineClient } from "../engine/client.ts";
import { BOOK, EngineFile, NETWORK } from "../engine/files.ts";
import { pause } from "../engine/pace.ts";
import type { Preferences } from "../shell/preferences.ts";
import type { Page } from "./context.ts";
import type { Opponent } from "./engine-turn.ts";

/** The longest time that the first search waits for network and book, in milliseconds. */
const MAX_FILES_WAIT_MS = 2500;

export const isOverHttp = (): boolean =>
  new URLSearchParams(location.search).get("engine") === "http";

/** Creates functions that load a file and give it to the engine. `onFailed` is called after each failure. */
function createFileLoader(
  url: URL,
  give: (client: EngineClient, bytes: Uint8Array) => void,
  onFailed: () => void,
) {
  const file = new EngineFile(url);
  let retry = () => {};

  async function load(client: EngineClient) {
    retry = () => {};
    try {
      give(client, await file.bytes());
    } catch {
      fail(client);
    }
  }

  function fail(client: EngineClient) {
    file.discard();
    retry = () => void load(client);
    onFailed();
  }

  return {
    load,
    /** Discards a file that the engine cannot use, and reports the failure. */
    fail,
    prefetch: () => void file.bytes().catch(() => {}),
    /** Loads the file again if it failed. */
    retry: () => retry(),
  };
}

export function createOpponentEngine(
  { store, t, notify }: Pick<Page, "store" | "t" | "notify">,
  preferences: Preferences,
) {
  const overHttp = isOverHttp();
  if (overHttp) store.update((state) => ({ ...state, overHttp }));
  const setNetwork = (status: "failed" | "loaded") =>
    store.update((state) => ({ ...state, network: status }));
  const network = createFileLoader(
    NETWORK,
    (client, bytes) => client.useNetwork(bytes),
    () => {
      setNetwork("failed");
      notify(t("engine.networkFailed"), { ms: 8000 });
    },
  );
  const book = createFileLoader(
    BOOK,
    (client, bytes) => client.useBook(bytes),
    () => {
      // If the network has failed too, the notice about it is enough.
      if (store.get().network !== "failed") notify(t("engine.bookFailed"), { ms: 8000 });
    },
  );

  function onState(_state: string, detail?: string) {
    if (detail !== "restarted") return;
    notify(t(overHttp ? "engine.http.again" : "engine.restarted"), { ms: 8000 });
  }

  return {
    /** Creates the engine's client. */
    async load(module: WebAssembly.Module): Promise<Opponent> {
      if (overHttp) {
        const { HttpClient } = await import("../engine/http-client.ts");
        const onBusy = () => notify(t("engine.http.waiting"), { ms: 8000 });
        return new HttpClient({ onState, onBusy });
      }
      const [{ EngineClient }, { followResources, resourcesFor }] = await Promise.all([
        import("../engine/client.ts"),
        import("../engine/resources.ts"),
      ]);
      const client: EngineClient = new EngineClient({
        module,
        ...(await resourcesFor(preferences.settings)),
        onState,
        onNetwork: (fault) => (fault ? network.fail(client) : setNetwork("loaded")),
        onBook: (fault) => fault && book.fail(client),
        onShortOfMemory: (size) => notify(t("notice.shortOfMemory", { size }), { ms: 12_000 }),
      });
      followResources(client, preferences);
      // The first move waits for the files, so that a level has the same strength on every device.
      const files = Promise.all([network.load(client), book.load(client)]);
      await Promise.race([files, pause(MAX_FILES_WAIT_MS).over]);
      // Without the part for books of one's own, the engine plays from its own book.
      return import("./own-book-player.ts").then(
        (part) => part.withOwnBook(client),
        () => client,
      );
    },

    /** Fetches the network and the book early. A failure is reported when the engine needs them. */
    prefetch() {
      if (overHttp) return;
      network.prefetch();
      book.prefetch();
    },

    /** Loads the network and the book again if they have failed. */
    retryFiles() {
      network.retry();
      book.retry();
    },
  };
}
