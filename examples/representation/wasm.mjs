// Measures the wasm build of this example in Node and, if it is installed, in headless Chromium:
//   node examples/representation/wasm.mjs FILE.wasm [DEPTH]
// `main.rs` describes how to build the file. CHROMIUM names the browser if it is not at the usual path.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

const CASES = [
  "bitboards, playing",
  "mailbox, playing",
  "bitboards, counting",
  "mailbox, counting",
];
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
];

/** @param {string} line */
const print = (line) => process.stdout.write(`${line}\n`);

/** Returns the processor time of this thread in milliseconds if Linux reports it, otherwise the wall-clock time. */
function processorTime() {
  const file = `/proc/${process.pid}/task/${process.pid}/schedstat`;
  return existsSync(file)
    ? Number(readFileSync(file, "utf8").split(" ")[0]) / 1e6
    : performance.now();
}

/**
 * Runs the cases in turns and returns the rates of each case in M nodes/s. The function is sent to the browser
 * as text. Only wall-clock time is available there, so the highest rates are the most accurate on a busy machine.
 * @param {BufferSource} bytes
 * @param {number} depth
 * @param {number} runs
 * @param {() => number} now milliseconds
 */
async function measure(bytes, depth, runs, now = () => performance.now()) {
  const module = await WebAssembly.compile(bytes);
  const imports = {};
  for (const { module: space, name } of WebAssembly.Module.imports(module)) {
    imports[space] ??= {};
    imports[space][name] = () => {
      throw new Error(`${name} was called`);
    };
  }
  const { perft_leaves: leaves } = (await WebAssembly.instantiate(module, imports)).exports;
  const rates = [[], [], [], []];
  const expected = leaves(0, depth) >>> 0;
  for (let run = -1; run < runs; run += 1) {
    for (let kind = 0; kind < 4; kind += 1) {
      const start = now();
      const nodes = leaves(kind, depth) >>> 0;
      if (nodes !== expected) throw new Error(`${nodes} leaves, not ${expected}`);
      const seconds = (now() - start) / 1000;
      if (run >= 0) rates[kind].push(nodes / seconds / 1e6);
    }
  }
  return rates;
}

/** @param {string} place @param {number} depth @param {number[][]} rates */
function report(place, depth, rates) {
  const runs = rates[0].length;
  print(`${place}, perft ${depth}: median of ${runs} runs in turns, M nodes/s (lowest to highest)`);
  rates.forEach((list, kind) => {
    list.sort((a, b) => a - b);
    const [median, low, high] = [list[list.length >> 1], list[0], list[list.length - 1]].map((n) =>
      n.toFixed(1),
    );
    print(`${CASES[kind].padEnd(20)} ${median.padStart(6)} (${low} to ${high})`);
  });
}

/** @param {Buffer} bytes @param {number} depth @param {number} runs @returns {Promise<number[][]>} */
function inChromium(bytes, depth, runs) {
  const work = `${measure}; onmessage = async ({ data }) => postMessage(await measure(...data));`;
  const script = `
    const worker = new Worker(URL.createObjectURL(new Blob([${JSON.stringify(work)}])));
    worker.onmessage = ({ data }) => fetch("/rates", { method: "POST", body: JSON.stringify(data) });
    fetch("/wasm").then((reply) => reply.arrayBuffer()).then((bytes) => worker.postMessage([bytes, ${depth}, ${runs}]));`;
  const profile = mkdtempSync(join(tmpdir(), "representation-"));
  return new Promise((resolve, reject) => {
    const server = createServer(async (request, reply) => {
      if (request.url === "/wasm") return reply.end(bytes);
      if (request.url !== "/rates")
        return reply.setHeader("content-type", "text/html").end(`<script>${script}</script>`);
      let body = "";
      for await (const part of request) body += part;
      reply.end();
      browser.once("exit", () => {
        rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
        resolve(JSON.parse(body));
      });
      browser.kill();
      server.close();
    });
    let browser;
    server.listen(0, "127.0.0.1", () => {
      const url = `http://127.0.0.1:${server.address().port}/`;
      browser = spawn(CHROMIUM, [...FLAGS, `--user-data-dir=${profile}`, url], { stdio: "ignore" });
      browser.once("error", reject);
    });
  });
}

const [file, depthText = "5"] = process.argv.slice(2);
if (!file) {
  print("usage: node examples/representation/wasm.mjs FILE.wasm [DEPTH]");
  process.exit(2);
}
const bytes = readFileSync(file);
const depth = Number(depthText);
report(`node ${process.version}`, depth, await measure(bytes, depth, 7, processorTime));
// Chromium gets short runs, so that some of them are not interrupted.
const short = Math.max(1, depth - 1);
if (existsSync(CHROMIUM)) report("Chromium", short, await inChromium(bytes, short, 40));
else print(`no browser at ${CHROMIUM}`);
