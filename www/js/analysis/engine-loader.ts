// Where the analysis gets its engine: the worker's client and its network, fetched when they are first needed.

import { EngineFile, NETWORK } from "../engine/files.js";
import { pause } from "../engine/pace.js";
import { createEngineQueue } from "./engine-queue.ts";

/** How long the first question waits for the network. */
const NETWORK_MS = 4000;
/** A review looks at many positions: where there is a core for it, by a second engine, which needs no large table. */
const SECOND = { threads: null, hashMb: 16 };

/**
 * @param {WebAssembly.Module} module @param {(words: string, options?: { ms?: number }) => void} notify
 * @param {import("../core/i18n.ts").I18n["t"]} t
 * @param {object} [page]  without it, it is the second engine
 * @param {(state: "loaded"|"failed") => void} page.onNetwork  what became of the network: until it is there the engine
 *   judges by what it has
 * @param {() => void} page.onRenewed  it uses other cores or another memory from the next search on
 * @param {import("../shell/preferences.ts").Preferences} page.preferences  say how many cores it
 *   uses and how much memory
 */
export const engineLoader = (module, notify, t, page) => async () => {
  const without = () => {
    notify(t("engine.networkFailed"), { ms: 8000 });
    page?.onNetwork("failed");
  };
  const [{ EngineClient }, { followResources, resourcesFor }] = await Promise.all([
    import("../engine/client.js"),
    import("../engine/resources.js"),
  ]);
  const client = new EngineClient({
    module,
    ...(page ? await resourcesFor(page.preferences.settings) : SECOND),
    onState: (_state, detail) => detail === "restarted" && notify(t("engine.restarted")),
    onNetwork: (fault) => (fault ? without() : page?.onNetwork("loaded")),
    onShortOfMemory: (size) => notify(t("notice.shortOfMemory", { size }), { ms: 12_000 }),
  });
  if (page) followResources(client, page.preferences, page.onRenewed);
  const network = new EngineFile(NETWORK)
    .bytes()
    .then((bytes) => client.useNetwork(bytes))
    .catch(() => without());
  await Promise.race([network, pause(NETWORK_MS).over]);
  return client;
};

/**
 * @param {WebAssembly.Module} module @param {import("../core/i18n.ts").I18n["t"]} t
 * @param {() => import("../core/xiangqi.ts").Ruleset} ruleset  of what is analysed
 * @returns {ReturnType<typeof createEngineQueue>|null}
 */
export const secondEngine = (module, t, ruleset) =>
  navigator.hardwareConcurrency > 1
    ? createEngineQueue(
        engineLoader(module, () => {}, t),
        ruleset,
      )
    : null;
