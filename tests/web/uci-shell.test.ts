/** The wasm as a UCI engine in Node, as matches use it. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";

const SHELL = join(import.meta.dirname, "../../tools/chuhe-uci.ts");

test("the shell answers in UCI and keeps to its limits", { timeout: 60_000 }, async () => {
  const child = spawn(process.execPath, ["--import=tsx", SHELL], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const send = (text: string) => child.stdin.write(`${text}\n`);
  async function readUntil(start: string) {
    const output: string[] = [];
    for (;;) {
      const { value, done } = await lines.next();
      assert.ok(!done, `the shell ended before '${start}'`);
      output.push(value);
      if (value.startsWith(start)) return output;
    }
  }

  send("uci");
  assert.ok((await readUntil("uciok")).some((line) => line.startsWith("id name Chuhe")));
  send("setoption name Hash value 16\nucinewgame\nisready");
  await readUntil("readyok");

  send("position startpos moves h2e2 h9g7\ngo nodes 3000\nisready");
  const searched = await readUntil("bestmove");
  assert.match(searched.at(-1) ?? "", /^bestmove [a-i]\d[a-i]\d/);
  assert.ok(
    searched.some((line) => /^info depth \d+ .* score cp -?\d+ nodes \d+ .* pv [a-i]\d/.test(line)),
  );
  await readUntil("readyok"); // answered after the search, in order

  send("go movetime 200");
  const started = performance.now();
  await readUntil("bestmove");
  assert.ok(performance.now() - started < 5000);

  send("go infinite\nstop");
  await readUntil("bestmove");

  send("position fen 3k5/9/9/9/9/9/9/9/4R4/3RK4 b - - 0 1\ngo wtime 1000 btime 1000 winc 0 binc 0");
  assert.deepEqual((await readUntil("bestmove")).at(-1), "bestmove (none)");
  send("position startpos moves h2h2\ngo depth 3");
  assert.ok((await readUntil("bestmove")).some((line) => line.startsWith("info string error")));

  child.stdin.write("quit\n");
  assert.deepEqual(await once(child, "exit"), [0, null]);
});
