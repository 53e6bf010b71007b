/** The package in Node: a real worker, files by their paths, and calls that come too early. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { ROOT } from "./helpers.ts";

const run = promisify(execFile);
/** The npm package, which `./build.sh npm` makes. */
const PACKAGE = `${ROOT}target/npm`;
const chuhe: typeof import("../../www/pkg/chuhe.js") = await import(`${PACKAGE}/chuhe.js`);
const { EngineClient }: typeof import("../../www/js/engine/client.ts") = await import(
  `${PACKAGE}/engine.js`
);
await chuhe.default();
const START = chuhe.startPosition();

/** Creates a client that is closed with its test. */
function clientOf(t: TestContext, config?: object) {
  const client = new EngineClient(config);
  t.after(() => client.dispose());
  return client;
}

/** Creates a folder with the book and the network, removed with its test. */
function folderOf(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), "chuhe node "));
  t.after(() => rmSync(folder, { recursive: true }));
  copyFileSync(`${ROOT}www/assets/chuhe.nnue`, join(folder, "net #1.nnue"));
  copyFileSync(`${ROOT}www/assets/book.bin`, join(folder, "book.bin"));
  return folder;
}

/** Runs a module by Node in a folder. */
async function runIn(folder: string, text: string) {
  const client = pathToFileURL(`${PACKAGE}/engine.js`);
  writeFileSync(join(folder, "run.mjs"), `import { EngineClient } from "${client}";\n${text}`);
  return run(process.execPath, ["run.mjs"], { cwd: folder });
}

test("an onInfo that throws rejects its search, and the engine searches on", async (t) => {
  const client = clientOf(t);
  const failure = new RangeError("mine");
  const onInfo = () => {
    throw failure;
  };
  await assert.rejects(client.getBestMove(START, { depth: 30, onInfo }), failure);
  const later = async () => onInfo();
  await assert.rejects(client.getBestMove(START, { depth: 30, onInfo: later }), failure);
  assert.equal((await client.getBestMove(START, { depth: 3 })).depth, 3);
});

test("an onInfo that throws does not end the process", async (t) => {
  const folder = folderOf(t);
  const { stdout, stderr } = await runIn(
    folder,
    `const engine = new EngineClient();
    const onInfo = () => { throw new Error("mine"); };
    await engine.getBestMove("${START}", { depth: 30, onInfo }).catch((error) => console.log(error.message));
    console.log((await engine.getBestMove("${START}", { depth: 2 })).depth);
    engine.dispose();`,
  );
  assert.deepEqual([stdout, stderr], ["mine\n2\n", ""]);
});

test("other listeners that throw are reported and end neither search nor process", async (t) => {
  const folder = folderOf(t);
  const { stdout, stderr } = await runIn(
    folder,
    `const fail = (name) => () => { throw new Error(name); };
    const engine = new EngineClient({ onState: fail("onState"), onNetwork: fail("onNetwork"), onBook: fail("onBook") });
    await engine.loadNetwork();
    await engine.loadBook();
    console.log((await engine.getBestMove("${START}", { depth: 2 })).depth);
    engine.dispose();`,
  );
  assert.equal(stdout, "2\n");
  for (const name of ["onState", "onNetwork", "onBook"]) assert.match(stderr, new RegExp(name));
});

test("getBestMove ends at once with the error of an onInfo that throws", () => {
  const failure = new RangeError("mine");
  let calls = 0;
  const onInfo = () => {
    calls += 1;
    throw failure;
  };
  assert.throws(() => chuhe.getBestMove(START, { depth: 60, onInfo }), failure);
  const engine = new chuhe.Engine();
  engine.begin(START, { depth: 4 });
  assert.throws(() => engine.step(60_000, onInfo), failure);
  assert.equal(calls, 2, "it is told nothing more");
  while (!engine.step(1000));
  assert.equal(engine.finish().depth, 4);
});

test("networks and books are loaded by address, and by absolute and relative path", async (t) => {
  const folder = folderOf(t);
  const path = join(folder, "net #1.nnue");
  const { stdout } = await runIn(
    folder,
    `const errors = [];
    const engine = new EngineClient({ onNetwork: (error) => errors.push(error), onBook: (error) => errors.push(error) });
    const search = () => engine.getBestMove("${START}", { depth: 2, book: true });
    await search();
    for (const file of ["net #1.nnue", "./net #1.nnue", ${JSON.stringify(path)}]) await engine.loadNetwork(file);
    await engine.loadNetwork(new URL(${JSON.stringify(String(pathToFileURL(path)))}));
    await engine.loadNetwork(${JSON.stringify(String(pathToFileURL(path)))});
    await engine.loadBook("book.bin");
    console.log((await search()).book, JSON.stringify(errors));
    engine.dispose();`,
  );
  assert.equal(stdout, "true [null,null,null,null,null,null]\n");
});

test("a missing file is named", async (t) => {
  const client = clientOf(t);
  const missing = join(tmpdir(), "chuhe-nowhere.nnue");
  for (const load of ["loadNetwork", "loadBook", "loadEndings"] as const) {
    for (const value of ["nope.nnue", "./nope.nnue", missing, pathToFileURL(missing)]) {
      const message = `'${value}' cannot be loaded: there is no such file`;
      const expected = { code: "noFile", field: "url", value, message };
      await assert.rejects(client[load](value), expected, `${load} ${value}`);
    }
    await assert.rejects(client[load](tmpdir()), { code: "noFile", value: tmpdir() });
    await assert.rejects(client[load]("http://["), { code: "noFile", value: "http://[" });
    await assert.rejects(client[load](5 as never), { code: "badOption", field: "url", value: 5 });
    await assert.rejects(client[load](null as never), {
      code: "badOption",
      field: "url",
      value: null,
    });
  }
});

test("a book is played from by searches that ask for it", async (t) => {
  const client = clientOf(t);
  await client.loadBook();
  assert.equal((await client.getBestMove(START, { depth: 2 })).book, false);
  assert.equal((await client.getBestMove(START, { depth: 2, book: true })).book, true);
});

test("solved endings are fetched when one is near, and their values are exact", async (t) => {
  const read: unknown[] = [];
  const client = clientOf(t, { onEndings: (error: unknown) => read.push(error) });
  await client.getBestMove(START, { depth: 2 });
  assert.deepEqual(read, []);
  // Rook against the full defence, the longest win: 64 plies.
  const fen = "9/4a4/b2a1k3/9/R1b6/9/9/9/9/3K5 b - - 0 1";
  while (read.length === 0) await client.getBestMove(fen, { depth: 1 });
  assert.deepEqual(read, [null]);
  const { score, pv } = await client.getBestMove(fen, { depth: 1 });
  assert.deepEqual(score, { mate: -64 });
  assert.equal(pv.length, 40);
});

test("levels below 1 are refused with the range, and strengths go down to 0", async (t) => {
  const client = clientOf(t);
  for (const value of [0, 0.99, -1, 15.5]) {
    const expected = { code: "badOption", field: "level", value };
    await assert.rejects(client.getBestMove(START, { level: value }), expected);
    assert.throws(() => chuhe.getBestMove(START, { level: value }), {
      ...expected,
      message: `option 'level' is ${value}, not a number from 1 to 15`,
    });
  }
  for (const options of [{ level: 1 }, { level: 1.5 }, { strength: 0 }, { strength: 0.5 }])
    assert.match((await client.getBestMove(START, options)).move ?? "", /^[a-i]\d[a-i]\d$/);
  const both = { level: 3, strength: 2 };
  assert.throws(() => chuhe.getBestMove(START, both), {
    code: "badOption",
    field: "strength",
    value: 2,
  });
});

for (const name of ["pkg/chuhe", "pkg-lab/lab"]) {
  test(`every function of ${name} throws notInitialised before init()`, async () => {
    const fresh = await import(`../../www/${name}.js?fresh`);
    const called = Object.entries(fresh).filter(([export_, value]) => {
      if (["default", "initSync"].includes(export_) || typeof value !== "function") return false;
      const isClass = String(value).startsWith("class ");
      const makesItself = !isClass || String(value).includes("constructor(");
      if (!makesItself) return false;
      const call = () => (isClass ? Reflect.construct(value, [START]) : value(START));
      assert.throws(call, {
        name: "ChuheError",
        code: "notInitialised",
        message: "init() has to be awaited first",
      });
      return true;
    });
    assert.ok(called.length > 5, `${called.length}`);
    await fresh.default();
    assert.equal(fresh.startPosition(), START);
    await fresh.default();
  });
}
