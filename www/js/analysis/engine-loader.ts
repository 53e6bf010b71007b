// Loads the engines of the analysis and their neural network when they are first used.

import type { I18n } from "../core/i18n.ts";
import type { Ruleset } from "../core/xiangqi.ts";
import type { EngineClient } from "../engine/client.ts";
import { EngineFile, NETWORK } from "../engine/files.ts";
import { pause } from "../engine/pace.ts";
import type { Preferences } from "../shell/preferences.ts";
import type { Notify } from "../ui/notice.ts";
import { createEngineQueue } from "./engine-queue.ts";
import type { EngineQueue } from "./engine-queue.ts";

/** The longest time that the first search waits for the network, in milliseconds. */
const NETWORK_MS = 4000;
/** The options of the second engine. Its searches in a review are short, so it needs no large hash table. */
const SECOND = { threads: null, hashMb: 16 };

export type NetworkState = "loaded" | "failed";

interface FirstEngine {
  /** The page's preferences, which include the engine's number of threads and its memory. */
  preferences: Preferences;
  /** Called when the network is loaded or has failed to load. Until then, the engine evaluates positions without it. */
  onNetwork(state: NetworkState): void;
  /** Called when the number of threads or the memory has changed; the next search uses the new values. */
  onRenewed(): void;
}

/** Returns a function that loads an engine: the first engine if `first` is present, else the second engine. */
export const engineLoader =
  (module: WebAssembly.Module, notify: Notify, t: I18n["t"], first?: FirstEngine) =>
  async (): Promise<EngineClient> => {
    const reportNoNetwork = () => {
      notify(t("engine.networkFailed"), { ms: 8000 });
      first?.onNetwork("failed");
    };
    const [{ EngineClient }, { followResources, resourcesFor }] = await Promise.all([
      import("../engine/client.ts"),
      import("../engine/resources.ts"),
    ]);
    const client = new EngineClient({
      module,
      ...(first ? await resourcesFor(first.preferences.settings) : SECOND),
      onState: (_state, detail) => detail === "restarted" && notify(t("engine.restarted")),
      onNetwork: (fault) => (fault ? reportNoNetwork() : first?.onNetwork("loaded")),
      onShortOfMemory: (size) => notify(t("notice.shortOfMemory", { size }), { ms: 12_000 }),
    });
    if (first) followResources(client, first.preferences, first.onRenewed);
    const network = new EngineFile(NETWORK)
      .bytes()
      .then((bytes) => client.useNetwork(bytes))
      .catch(reportNoNetwork);
    await Promise.race([network, pause(NETWORK_MS).over]);
    return client;
  };

/** Creates the queue of a second engine. Returns null on a device with one core. */
export const createSecondQueue = (
  module: WebAssembly.Module,
  t: I18n["t"],
  ruleset: () => Ruleset,
): EngineQueue | null =>
  navigator.hardwareConcurrency > 1
    ? createEngineQueue(
        engineLoader(module, () => {}, t),
        ruleset,
      )
    : null;
