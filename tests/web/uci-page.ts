/**
 * UCI for the engine as the page runs it: in Chromium's workers, with as many threads as the option `Threads` sets. For
 * matches by `chuhe-dev match`. Build the wasm first.
 *
 *     npx tsx tests/web/uci-page.ts
 */
import type { Info } from "../../www/js/engine/types.ts";
import { fail, serve } from "../../tools/uci.ts";
import { startServer } from "./server.ts";
import { ROOT, browser } from "./helpers.ts";

const PROBE = {
  "probe.html": { type: "text/html", body: "<!doctype html><title>Probe</title>" },
  "favicon.ico": { type: "image/x-icon", body: "" },
};

declare global {
  /** Reports an info of the search, line by line as the client does. */
  function reportInfo(info: Info): void;
}

/** Runs in the page: creates the client. */
async function prepare() {
  const { EngineClient } = await import("./js/engine/client.ts");
  const { createThreads } = await import("./js/engine/threads.ts");
  if (!crossOriginIsolated) throw new Error("the page cannot share memory");
  const module = await WebAssembly.compileStreaming(fetch("pkg/chuhe_bg.wasm"));
  const client = new EngineClient({ module });
  await client.loadNetwork();
  return {
    client,
    renew: (threads: number, hashMb: number) =>
      client.renew({ threads: threads > 1 ? createThreads(threads) : null, hashMb }),
  };
}

const server = await startServer({ root: `${ROOT}www`, files: PROBE, isolated: true });
const chromium = await browser();
const page = await chromium.newPage();
page.on("crash", () => fail("the page crashed"));
await page.goto(`${server.url}probe.html`);
const engine = await page.evaluateHandle(prepare);

const settings = { threads: 1, hashMb: 32 };
await engine.evaluate(({ renew }, { threads, hashMb }) => renew(threads, hashMb), settings);

/** Receives the infos of the running search. */
let onInfos: (infos: Info[]) => void = () => {};
await page.exposeFunction("reportInfo", (info: Info) => onInfos([info]));

serve({
  name: `Chuhe in Chromium ${chromium.version()}`,
  options: [
    `Hash type spin default ${settings.hashMb} min 1 max 512`,
    `Threads type spin default ${settings.threads} min 1 max 64`,
  ],
  async setOption(name, value) {
    if (name === "Hash") settings.hashMb = Number(value);
    if (name === "Threads") settings.threads = Number(value);
    await engine.evaluate(({ renew }, { threads, hashMb }) => renew(threads, hashMb), settings);
  },
  async search(fen, options, listener) {
    onInfos = listener;
    const answer = await engine.evaluate(
      ({ client }, question) =>
        client.getBestMove(question.fen, question.options, { onInfo: reportInfo }),
      { fen, options },
    );
    const helpers = answer.helperNodes?.length ?? 0;
    if (helpers !== settings.threads - 1)
      fail(`${helpers} helpers searched instead of ${settings.threads - 1}`);
    return answer;
  },
  stop: () => engine.evaluate(({ client }) => client.stop()),
  newGame: () => engine.evaluate(({ client }) => client.newGame()),
  async quit() {
    await chromium.close();
    await server.close();
  },
});
