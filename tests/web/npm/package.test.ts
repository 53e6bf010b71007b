/**
 * The npm package, installed from its archive into fresh projects as its users have them: what it contains and declares,
 * programs in Node, Deno and Bun, pages made by each bundler or by none. The projects are those of examples/.
 *
 * `./build.sh npm` makes the package; .tools/bundlers has the programs of package.json in this folder.
 */
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import test, { type TestContext, before } from "node:test";
import { promisify } from "node:util";
import type { XiangqiGameElement } from "../../../www/js/elements/index.ts";
import { press, valueOf, whenDrawn } from "../element-helpers.ts";
import { ROOT, newPage, openPage, startServer, until } from "../helpers.ts";

const run = promisify(execFile);
const PACKAGE = `${ROOT}target/npm`;
const ARCHIVE = `${ROOT}target/chuhe.tgz`;
/** The folder of the programs. Those that a project in it imports are found here too. */
const TOOLS = `${ROOT}.tools/bundlers`;
/** A record in a format that only the second module of the rules reads. */
const WXF = "FORMAT WXF\nRED a;1;;\nSTART{\n1. C2.5 h8+7\n}END\n";
const MOVE = /[a-i]\d[a-i]\d/;

/** Runs a program of the bundlers in the folder of a project. */
const tool = (folder: string, name: string, ...args: string[]) =>
  run(join(TOOLS, "node_modules/.bin", name), args, {
    cwd: folder,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NO_COLOR: "1" },
  });

before(() => rmSync(`${TOOLS}/projects`, { recursive: true, force: true }));

/** Makes a project with the files of an example, and installs the package there. Returns its folder. */
async function project(name: string, example: string) {
  const folder = `${TOOLS}/projects/${name}`;
  mkdirSync(folder, { recursive: true });
  if (example) cpSync(`${ROOT}examples/${example}`, folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), `{ "private": true, "type": "module" }\n`);
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--silent", "--offline"];
  await run("npm", ["install", ...quiet, ARCHIVE], { cwd: folder });
  return folder;
}

/** Serves a folder of a project, and waits until the engine has answered on its page. */
async function answersIn(t: TestContext, folder: string, path = "") {
  const server = await startServer(t, { root: folder.slice(ROOT.length) });
  await answersAt(t, server.url + path);
}

async function answersAt(t: TestContext, url: string) {
  const { page, errors } = await openPage(t, url);
  await page.waitForFunction(() => {
    const text = document.querySelector("#answer")?.textContent ?? "";
    return /play [a-i]\d[a-i]\d/.test(text);
  });
  await page.locator("canvas[data-ready=true]").waitFor();
  assert.deepEqual(errors, []);
  return page;
}

/** Returns a port that was free a moment ago. */
const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

/** Starts a server of the bundlers until the end of the test, and returns its address once it answers. */
async function serving(t: TestContext, folder: string, name: string, ...args: string[]) {
  const port = await freePort();
  const child = spawn(join(TOOLS, "node_modules/.bin", name), [...args, "--port", `${port}`], {
    cwd: folder,
    detached: true, // a program of npm may start others, which end with its group
    stdio: "ignore",
  });
  t.after(() => process.kill(-child.pid!));
  const url = `http://127.0.0.1:${port}/`;
  await until(
    () =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ),
    `${name} answers`,
  );
  return url;
}

test("the package has what it exports, for every way to import, and nothing else", async () => {
  const { stdout } = await tool(PACKAGE, "publint", "--strict");
  assert.match(stdout, /All good!/);
  const ignored = ["chuhe_bg.wasm", "assets/*"]; // files without types
  await tool(TOOLS, "attw", ARCHIVE, "--profile", "esm-only", "--exclude-entrypoints", ...ignored);
  const scripts = readdirSync(PACKAGE).filter((name) => /\.(js|wasm|nnue|bin)$/.test(name));
  const missing = scripts.flatMap((name) => {
    const text = name.endsWith(".js") ? readFileSync(join(PACKAGE, name), "utf8") : "";
    const asked = [...text.matchAll(/(?:from|import|new URL\()\s*\(?["']\.\/([^"']+)["']/g)];
    return asked.flatMap(([, file = ""]) => (scripts.includes(file) ? [] : `${name}: ${file}`));
  });
  assert.deepEqual(missing, []);
});

test("the declarations hold in the strictest project, with the libraries of its target alone", async () => {
  const folder = await project("types", "types");
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
  for (const [module, resolution] of [
    ["esnext", "bundler"],
    ["nodenext", "nodenext"],
  ] as const) {
    const target = ["--target", "es2022", "--lib", "es2022,dom"];
    const modules = ["--module", module, "--moduleResolution", resolution];
    await tool(
      folder,
      "tsc",
      "--ignoreConfig",
      "--noEmit",
      ...strict,
      ...target,
      ...modules,
      "example.ts",
    );
  }
});

for (const [name, ...command] of [["node"], ["bun"], ["deno", "run", "--allow-all"]] as const) {
  test(`${name} runs the rules and the engine in a worker`, async () => {
    const folder = await project(name, "node");
    const { stdout } =
      name === "node"
        ? await run(process.execPath, ["example.mjs"], { cwd: folder })
        : await tool(folder, name, ...command, "example.mjs");
    assert.match(stdout, /炮二平五/);
    assert.match(stdout, /xiangqi-board/);
    assert.match(
      stdout,
      /^[a-i]\d[a-i]\d \{ cp: -?\d+ \}$|^[a-i]\d[a-i]\d \{\n\s*cp: -?\d+,?\n\}$/m,
    );
  });
}

test("a page needs no bundler", async (t) => {
  const folder = await project("plain", "plain");
  cpSync(join(folder, "node_modules/chuhe"), join(folder, "chuhe"), { recursive: true });
  await answersIn(t, folder);
});

test("Vite serves and builds a page", async (t) => {
  const folder = await project("vite", "web");
  await answersAt(t, await serving(t, folder, "vite", "--host", "127.0.0.1"));
  await tool(folder, "vite", "build", "--base", "./");
  await answersIn(t, join(folder, "dist"));
});

test("webpack builds a page", async (t) => {
  const folder = await project("webpack", "web");
  const to = ["--output-path", join(folder, "dist"), "--output-filename", "page.js"];
  await tool(folder, "webpack", "--mode", "production", "--entry", "./page.js", ...to);
  cpSync(join(folder, "index.html"), join(folder, "dist/index.html"));
  await answersIn(t, join(folder, "dist"));
});

test("Rollup builds a page", async (t) => {
  const folder = await project("rollup", "web");
  await tool(folder, "rollup", "--config");
  cpSync(join(folder, "index.html"), join(folder, "dist/index.html"));
  await answersIn(t, join(folder, "dist"));
});

test("esbuild builds a page, beside which the files of the package are copied", async (t) => {
  const folder = await project("esbuild", "web");
  const flags = ["--bundle", "--splitting", "--format=esm", "--outdir=dist"];
  await tool(folder, "esbuild", "page.js", ...flags);
  for (const file of ["worker.js", "chuhe_bg.wasm", "chuhe.nnue"])
    cpSync(join(folder, "node_modules/chuhe", file), join(folder, "dist", file));
  cpSync(join(folder, "index.html"), join(folder, "dist/index.html"));
  await answersIn(t, join(folder, "dist"));
});

for (const name of ["react", "vue", "svelte"])
  test(`the elements take properties and events in ${name}`, async (t) => {
    const folder = await project(name, name);
    await tool(folder, "vite", "build", "--base", "./");
    const server = await startServer(t, { root: join(folder, "dist").slice(ROOT.length) });
    const { page, errors } = await openPage(t, server.url);
    await whenDrawn(page);
    const moves = page.locator("#moves");
    await press(page, "h2", "h8"); // illegal: a cannon jumps only to capture
    await press(page, "e2");
    await moves.filter({ hasText: /^C2\.5$/ }).waitFor();
    assert.deepEqual(await valueOf(page, "lastMove"), ["h2", "e2"]);
    await press(page, "h9", "g7");
    await moves.filter({ hasText: /^C2\.5 H8\+7$/ }).waitFor();
    await page.click("button");
    await moves.filter({ hasText: /^C2\.5$/ }).waitFor();
    assert.match(await valueOf(page, "fen"), /1C2C4\/9\/RNBAKABNR b$/);
    assert.deepEqual(errors, []);
  });

test("Next.js renders the rules on the server, and the board and the engine in the browser", async (t) => {
  const folder = await project("next", "next");
  await tool(folder, "next", "build");
  const url = await serving(t, folder, "next", "start", "--hostname", "127.0.0.1");
  const { page } = await newPage(t, { javaScriptEnabled: false });
  await page.goto(url);
  assert.match(await page.locator("#server").innerText(), /^\d+ pieces can move\.$/);
  assert.match(await (await answersAt(t, url)).innerText("#answer"), MOVE);
});

test("Vite builds the gallery of the elements, which play, read every format and ask the engine", async (t) => {
  const folder = await project("gallery", "elements");
  await tool(folder, "vite", "build", "--base", "./");
  const server = await startServer(t, { root: join(folder, "dist").slice(ROOT.length) });
  const { page, errors } = await openPage(t, server.url);
  await page.locator("#puzzle .status", { hasText: /./ }).waitFor();
  const record = page.locator("#record");
  await record.evaluate((element: XiangqiGameElement, text) => (element.record = text), WXF);
  await record.locator("#status", { hasText: "0 / 2" }).waitFor();
  await record.locator("#engine").click();
  await record.locator("#lines .line").nth(2).waitFor();
  assert.deepEqual(errors, []);
});
