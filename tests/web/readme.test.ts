/** Runs the examples of README.md unchanged: in Node, in a page, in a bundled page, and in a shell. */
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import test, { type TestContext } from "node:test";
import { promisify } from "node:util";
import { ROOT, openApp } from "./helpers.ts";

const run = promisify(execFile);
const README = readFileSync(`${ROOT}README.md`, "utf8");
const MOVE = /^[a-i][0-9][a-i][0-9]$/m;
/** The last line that the example of the engine prints. */
const LAST = /^[a-i][0-9][a-i][0-9] (from the book|found by the search)$/m;

/** Returns the examples in a language. */
function examples(language: string) {
  const fence = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms");
  return [...README.matchAll(fence)].map(([, text]) => text);
}

/** Makes a folder in which Chuhe is installed as a package, until the end of the test. */
function project(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "chuhe-readme-"));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  symlinkSync(ROOT, join(folder, "node_modules/chuhe"));
  symlinkSync(join(ROOT, "node_modules/.bin/esbuild"), join(folder, "node_modules/.bin/esbuild"));
  return folder;
}

/** The folder of the tested program `chuhe`. */
const PROGRAMS = join(ROOT, "target/debug");

/** Runs an example in a shell that finds `chuhe`, up to the first command that fails. */
const shell = (example: string, folder = ROOT) =>
  run("bash", ["-euo", "pipefail", "-c", example], {
    cwd: folder,
    env: { ...process.env, PATH: `${PROGRAMS}${delimiter}${process.env.PATH}` },
  });

/** Returns the shell example with this beginning. */
function shellExample(start: string) {
  const example = examples("sh").find((text) => text.startsWith(start));
  assert.ok(example, `README has no example that begins with ${start}`);
  return example;
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

test("the engine works inside another program's worker", async (t) => {
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

test("the engine works in a page that esbuild bundles as README shows", async (t) => {
  const folder = project(t);
  const page = `${ENGINE.replace("loadNetwork()", 'loadNetwork("chuhe.nnue")')
    .replace(/^await engine.loadBook.*$/m, "")
    .replace(/^console.log\(report.move.*$/m, "document.title = report.move;")}`;
  writeFileSync(join(folder, "page.js"), page);
  await shell(shellExample("npx esbuild"), folder);
  const output = (name: string) => readFileSync(join(folder, "out", name));
  const files = {
    "bundled/index.html": {
      type: "text/html",
      body: `<!doctype html><link rel="icon" href="data:,"><script type="module" src="page.js"></script>`,
    },
    "bundled/page.js": { type: "text/javascript", body: output("page.js") },
    "bundled/worker.js": { type: "text/javascript", body: output("worker.js") },
    "bundled/chuhe_bg.wasm": { type: "application/wasm", body: output("chuhe_bg.wasm") },
    "bundled/chuhe.nnue": { type: "application/octet-stream", body: output("chuhe.nnue") },
  };
  const opened = await openApp(t, { path: "bundled/index.html", files, root: "www" });
  await opened.page.waitForFunction(() => document.title !== "");
  assert.match(await opened.page.title(), MOVE);
  assert.deepEqual(opened.errors, []);
});

test("the program chuhe answers as README shows", async () => {
  const { stdout } = await shell(shellExample("chuhe verdict"));
  const [shown] = examples("json");
  const bare = (text: string) => text.replaceAll(/\s/g, "");
  assert.ok(bare(stdout).startsWith(bare(shown).replace(/…$/, "")), stdout);
});

test("the engine over HTTP answers the request that README shows", async (t) => {
  const [serve, ask] = shellExample("./build.sh dist").trim().split("\n");
  const [, words] = serve.match(/ cargo run --release -- (serve .*)$/) ?? [];
  // Runs the example with the program that the tests have built; a port in use is skipped.
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

test("every shell example of README is run here, or builds, serves or tests the page", () => {
  const others = examples("sh").filter(
    (example) => !/^(npx esbuild|chuhe verdict|\.\/build\.sh dist && )/.test(example),
  );
  assert.deepEqual(
    others.map((example) => example.trim()),
    ["./build.sh serve", "./build.sh test", "./build.sh dist"],
  );
});

test("the example in Rust reads no file of the repository", () => {
  const [example] = examples("rust");
  assert.match(example, /^fn main/m);
  assert.doesNotMatch(example, /\bfs\b|www\//);
});
