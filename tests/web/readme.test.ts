/** The examples of README.md, run as they stand: in Node, in a page, in a page that a bundler has made, and in a shell. */
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import test from "node:test";
import { promisify } from "node:util";
import { ROOT, openApp } from "./helpers.ts";

const run = promisify(execFile);
const README = readFileSync(`${ROOT}README.md`, "utf8");
const MOVE = /^[a-i][0-9][a-i][0-9]$/m;
/** What the example of the engine prints last. */
const LAST = /^[a-i][0-9][a-i][0-9] (from the book|found by the search)$/m;

/** The examples in a language. @param {string} language */
function examples(language) {
  const fence = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms");
  return [...README.matchAll(fence)].map(([, text]) => text);
}

/** A folder in which Chuhe is installed as a package, until the end of the test. @param {import("node:test").TestContext} t */
function project(t) {
  const folder = mkdtempSync(join(tmpdir(), "chuhe-readme-"));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  symlinkSync(ROOT, join(folder, "node_modules/chuhe"));
  symlinkSync(join(ROOT, "node_modules/.bin/esbuild"), join(folder, "node_modules/.bin/esbuild"));
  return folder;
}

/** Where the program `chuhe` of the tests is. */
const PROGRAMS = join(ROOT, "target/debug");

/** Runs an example in a shell, which has `chuhe` among its programs; ends with its first command that fails. @param {string} example @param {string} [folder] */
const shell = (example, folder = ROOT) =>
  run("bash", ["-euo", "pipefail", "-c", example], {
    cwd: folder,
    env: { ...process.env, PATH: `${PROGRAMS}${delimiter}${process.env.PATH}` },
  });

/** The shell's example that begins so. @param {string} start */
function shellExample(start) {
  const found = examples("sh").find((example) => example.startsWith(start));
  assert.ok(found, `README has no example that begins with ${start}`);
  return found;
}

const [RULES, ENGINE] = examples("js");
const [PAGE] = examples("html");

for (const [name, example] of Object.entries({ rules: RULES, engine: ENGINE })) {
  test(`the example of the ${name} runs in Node`, async (t) => {
    const folder = project(t);
    writeFileSync(join(folder, "example.mjs"), example);
    const { stdout, stderr } = await run(process.execPath, ["example.mjs"], { cwd: folder });
    assert.equal(stderr, "");
    assert.match(stdout, /[a-i]\d[a-i]\d/);
    if (name === "rules") assert.match(stdout, /^\[ 'g7', 'i7' \]$/m);
    else assert.match(stdout, LAST);
    if (name === "engine") assert.match(stdout, /from the book$/m, "loadBook() has an effect");
  });
}

test("the example of a page runs in a page", async (t) => {
  const files = { "example.html": { type: "text/html", body: PAGE } };
  const { page, errors } = await openApp(t, { path: "example.html", files, root: "www" });
  await page.waitForFunction(() => document.querySelector("#answer")?.textContent !== "thinking");
  assert.match((await page.textContent("#answer")) ?? "", MOVE);
  assert.deepEqual(errors, []);
});

test("the engine works in a worker of somebody else's", async (t) => {
  const files = {
    "example.html": {
      type: "text/html",
      body: `<!doctype html><link rel="icon" href="data:,"><script type="module">
        const worker = new Worker("own.js", { type: "module" });
        worker.onmessage = ({ data }) => (document.title = data);
      </script>`,
    },
    "own.js": {
      type: "text/javascript",
      body: `import init, { getBestMove, startPosition } from "./pkg/chuhe.js";
        import { EngineClient } from "./pkg/engine/client.js";
        await init();
        const { move } = getBestMove(startPosition(), { depth: 3 });
        const other = await new EngineClient().getBestMove(startPosition(), { depth: 3 });
        postMessage([move, other.move].join(" "));`,
    },
  };
  const { page, errors } = await openApp(t, { path: "example.html", files, root: "www" });
  await page.waitForFunction(() => document.title !== "");
  assert.match(await page.title(), /^\w{4} \w{4}$/);
  assert.deepEqual(errors, []);
});

test("the engine works in a page that esbuild has bundled as README tells", async (t) => {
  const folder = project(t);
  const page = `${ENGINE.replace("loadNetwork()", 'loadNetwork("chuhe.nnue")')
    .replace(/^await engine.loadBook.*$/m, "")
    .replace(/^console.log\(report.move.*$/m, "document.title = report.move;")}`;
  writeFileSync(join(folder, "page.js"), page);
  await shell(shellExample("npx esbuild"), folder);
  const made = (/** @type {string} */ name) => readFileSync(join(folder, "out", name));
  const files = {
    "bundled/index.html": {
      type: "text/html",
      body: `<!doctype html><link rel="icon" href="data:,"><script type="module" src="page.js"></script>`,
    },
    "bundled/page.js": { type: "text/javascript", body: made("page.js") },
    "bundled/worker.js": { type: "text/javascript", body: made("worker.js") },
    "bundled/chuhe_bg.wasm": { type: "application/wasm", body: made("chuhe_bg.wasm") },
    "bundled/chuhe.nnue": { type: "application/octet-stream", body: made("chuhe.nnue") },
  };
  const opened = await openApp(t, { path: "bundled/index.html", files, root: "www" });
  await opened.page.waitForFunction(() => document.title !== "");
  assert.match(await opened.page.title(), MOVE);
  assert.deepEqual(opened.errors, []);
});

test("the commands of Chuhe's own answer as README shows", async () => {
  const { stdout } = await shell(shellExample("chuhe verdict"));
  const [shown] = examples("json");
  const bare = (/** @type {string} */ text) => text.replaceAll(/\s/g, "");
  assert.ok(bare(stdout).startsWith(bare(shown).replace(/…$/, "")), stdout);
});

test("the engine over HTTP answers the request that README shows", async (t) => {
  const [serve, ask] = shellExample("./build.sh dist").trim().split("\n");
  const [, words] = serve.match(/ cargo run --release -- (serve .*)$/) ?? [];
  // As the example has it, but what the tests have built; the next port where this one is taken.
  const child = spawn(join(PROGRAMS, "chuhe"), words.replace("dist", "www").split(" "), {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  const [line] = await once(createInterface(child.stdout), "line");
  const [address] = line.match(/http:\/\/127\.0\.0\.1:\d+/) ?? [];
  const usual = "http://127.0.0.1:8080";
  assert.ok(ask.endsWith(` ${usual}/best`), ask);
  const { stdout } = await shell(ask.replace(usual, address));
  assert.match(stdout, /^[a-i]\d[a-i]\d$/);
});

test("README has no example in a shell that is neither tried here nor what builds and tests it", () => {
  const others = examples("sh").filter(
    (example) => !/^(npx esbuild|chuhe verdict|\.\/build\.sh dist && )/.test(example),
  );
  assert.deepEqual(
    others.map((example) => example.trim()),
    ["./build.sh serve", "./build.sh test", "./build.sh dist"],
  );
});

test("the example in Rust runs in any folder: it reads no file of this one", () => {
  const [example] = examples("rust");
  assert.match(example, /^fn main/m);
  assert.doesNotMatch(example, /\bfs\b|www\//);
});
