/**
 * UCI for the engine as the page runs it: in Chromium's workers, with as many threads as the option `Threads` says. For
 * matches by `chuhe-dev match`. Build the wasm first.
 *
 *     npx tsx tests/web/uci-page.ts
 *
 * @import { Answer, Info, SearchOptions } from "../../www/js/engine/types.ts"
 * @typedef {Awaited<ReturnType<typeof prepare>>} Client  What `prepare` leaves in the page.
 * @typedef {{ fen: string, options: SearchOptions }} Question
 */

import { startServer } from "./server.ts";
import { fail, serve } from "../../tools/uci.ts";
import { ROOT, browser } from "./helpers.ts";

const PROBE = {
  "probe.html": { type: "text/html", body: "<!doctype html><title>Probe</title>" },
  "favicon.ico": { type: "image/x-icon", body: "" },
};

/** Runs in the page: makes the client. */
async function prepare() {
  /** @type {typeof import("../../www/js/engine/client.ts")} */
  const { EngineClient } = await import(new URL("js/engine/client.ts", location.href).href);
  /** @type {typeof import("../../www/js/engine/threads.ts")} */
  const { createThreads } = await import(new URL("js/engine/threads.ts", location.href).href);
  if (!crossOriginIsolated) throw new Error("the page cannot share memory");
  const module = await WebAssembly.compileStreaming(fetch("pkg/chuhe_bg.wasm"));
  const client = new EngineClient({ module });
  await client.loadNetwork();
  return {
    client,
    renew: (/** @type {number} */ threads, /** @type {number} */ hashMb) =>
      client.renew({ threads: threads > 1 ? createThreads(threads) : null, hashMb }),
  };
}

const server = await startServer({ root: `${ROOT}www`, files: PROBE, isolated: true });
const chromium = await browser();
const page = await chromium.newPage();
page.on("crash", () => fail("the page crashed"));
await page.goto(`${server.url}probe.html`);
const engine = await page.evaluateHandle(prepare);

const wanted = { threads: 1, hashMb: 32 };
await engine.evaluate(({ renew }, { threads, hashMb }) => renew(threads, hashMb), wanted);

/** What a search last told, for the client tells a line at a time. @type {(infos: Info[]) => void} */
let hear = () => {};
await page.exposeFunction("tellInfo", (/** @type {Info} */ info) => hear([info]));

/** Runs in the page: a search. @param {Client} bench @param {Question} question @returns {Promise<Answer>} */
function search({ client }, { fen, options }) {
  const { tellInfo } = /** @type {any} */ globalThis;
  return client.getBestMove(fen, options, { onInfo: tellInfo });
}

serve({
  name: `Chuhe in Chromium ${chromium.version()}`,
  options: [
    `Hash type spin default ${wanted.hashMb} min 1 max 512`,
    `Threads type spin default ${wanted.threads} min 1 max 64`,
  ],
  async setOption(name, value) {
    if (name === "Hash") wanted.hashMb = Number(value);
    if (name === "Threads") wanted.threads = Number(value);
    await engine.evaluate(({ renew }, { threads, hashMb }) => renew(threads, hashMb), wanted);
  },
  async search(fen, options, onInfos) {
    hear = onInfos;
    const answer = await engine.evaluate(search, { fen, options });
    const helpers = answer.helperNodes?.length ?? 0;
    if (helpers !== wanted.threads - 1)
      fail(`${helpers} helpers searched instead of ${wanted.threads - 1}`);
    return answer;
  },
  stop: () => engine.evaluate(({ client }) => client.stop()),
  newGame: () => engine.evaluate(({ client }) => client.newGame()),
  async quit() {
    await chromium.close();
    await server.close();
  },
});
