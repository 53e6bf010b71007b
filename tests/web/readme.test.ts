/** Runs the examples of README.md unchanged: in Node, in a page, in a bundled page, and in a shell. */
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import test, { type TestContext } from "node:test";
import { promisify } from "node:util";
import { ROOT, openApp } from "./helpers.ts";

const run = promisify(execFile);
/** The npm package, which `./build.sh npm` makes. */
const PACKAGE = `${ROOT}target/npm`;
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
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(PACKAGE, join(folder, "node_modules/chuhe"));
  return folder;
}

/** Makes a folder for a page, with the package beside it, until the end of the test. */
function pageFolder(t: TestContext) {
  mkdirSync(`${ROOT}target/tests`, { recursive: true });
  const folder = mkdtempSync(`${ROOT}target/tests/readme-`);
  t.after(() => rmSync(folder, { recursive: true }));
  cpSync(PACKAGE, join(folder, "chuhe"), { recursive: true });
  return folder;
}

const ICON = '<link rel="icon" href="data:," />';

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
  const folder = pageFolder(t);
  writeFileSync(join(folder, "index.html"), PAGE.replace("<title>", `${ICON}<title>`));
  const { page, errors } = await openApp(t, { root: folder.slice(ROOT.length) });
  await page.waitForFunction(() => document.querySelector("#answer")?.textContent !== "thinking");
  assert.match((await page.textContent("#answer")) ?? "", MOVE);
  assert.deepEqual(errors, []);
});

test("the engine works inside another program's worker", async (t) => {
  const folder = pageFolder(t);
  const page = `<!doctype html>${ICON}<script type="module">
    const worker = new Worker("own.js", { type: "module" });
    worker.onmessage = ({ data }) => (document.title = data);
  </script>`;
  const own = `import init, { getBestMove, startPosition } from "./chuhe/chuhe.js";
    import { EngineClient } from "./chuhe/engine.js";
    await init();
    const { move } = getBestMove(startPosition(), { depth: 3 });
    const other = await new EngineClient().getBestMove(startPosition(), { depth: 3 });
    postMessage([move, other.move].join(" "));`;
  writeFileSync(join(folder, "index.html"), page);
  writeFileSync(join(folder, "own.js"), own);
  const { page: opened, errors } = await openApp(t, { root: folder.slice(ROOT.length) });
  await opened.waitForFunction(() => document.title !== "");
  assert.match(await opened.title(), /^\w{4} \w{4}$/);
  assert.deepEqual(errors, []);
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
    (example) => !/^(chuhe verdict|\.\/build\.sh dist && )/.test(example),
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
