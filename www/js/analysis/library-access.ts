// The library's worker, which the parts of the analysis share. It is started when a part first needs it.

import type { LibraryClient } from "../database/library-client.ts";
import type { LibraryEvent } from "../database/types.ts";

interface Listeners {
  onEvent(event: LibraryEvent): void;
  /** Called when the worker has ended; `open` then starts another one. */
  onEnd(): void;
}

export type LibraryAccess = ReturnType<typeof createLibraryAccess>;

export function createLibraryAccess() {
  let opening: Promise<LibraryClient> | null = null;
  let listening = new Set<Listeners>();

  async function start() {
    const { openLibrary } = await import("../database/library-client.ts");
    const client = await openLibrary({
      onEvent: (event) => {
        for (const { onEvent } of listening) onEvent(event);
      },
      onEnd: end,
    });
    await client.open();
    return client;
  }

  function end() {
    const ended = listening;
    opening = null;
    listening = new Set();
    for (const { onEnd } of ended) onEnd();
  }

  return {
    /**
     * Returns the client of the open library. Rejects if the library cannot be opened. The same `listeners` are called
     * once for each event, however often they open the library.
     */
    async open(listeners: Listeners): Promise<LibraryClient> {
      listening.add(listeners);
      opening ??= start();
      try {
        return await opening;
      } catch (error) {
        opening = null;
        throw error;
      }
    },
  };
}
