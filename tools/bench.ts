#!/usr/bin/env node
/**
 * Speed beside other engines, on the same positions in one run, as Markdown: nodes a second, time to a depth, how
 * nodes grow with the depth, mates that are found, leaf evaluations by depth.
 *
 *   npx tsx tools/bench.ts [--positions N] [--movetime MS] [--depth N] [--mates N] [--output FILE]
 *
 * The engines take turns at each position, so that whatever else the machine does hits them alike. One that is
 * not installed is left out and named.
 *
 * @typedef {{ name: string, command: string, args: string[], needs: string, setup?: string[] }} Rival
 */

import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { decodeRow } from "../www/js/puzzles/puzzle-set.ts";

const ROOT = join(import.meta.dirname, "..");
const CHUHE = join(ROOT, "target/release/chuhe");
const HASH_MB = 16;
/** The line of the file from which on it is written by hand. */
const KEPT = "<!-- What follows is measured by hand";
/** A search to a depth is given up after this long. */
const PATIENCE_MS = 30_000;
/** Depths at which nodes are compared: the first and the last give the growth. */
const DEPTHS = [10, 12, 14, 16];
/** Within so many nodes mates are looked for. */
const MATE_NODES = [10_000, 100_000, 1_000_000];
/** The shortest mates that are asked about, in moves. */
const LEAST_MATE = 4;
const PUZZLES = join(ROOT, "www/assets/puzzles");
const FAIRY_WASM = join(ROOT, ".tools/fairy-wasm/node_modules/fairy-stockfish-nnue.wasm");

const { values } = parseArgs({
  options: {
    positions: { type: "string", default: "10" },
    movetime: { type: "string", default: "1000" },
    depth: { type: "string", default: "12" },
    mates: { type: "string", default: "120" },
    output: { type: "string", default: join(ROOT, "docs/BENCHMARKS.md") },
  },
});
const DEPTH = Number(values.depth);

/** @param {string} program */
function onPath(program) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/games"];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/** @param {string} tool @param {string} needed */
const shell = (tool, needed) => ({
  command: process.execPath,
  args: ["--import=tsx", join(ROOT, "tools", tool)],
  needs: existsSync(join(ROOT, "tools", tool)) ? needed : join(ROOT, "tools", tool),
});
const XIANGQI = ["setoption name UCI_Variant value xiangqi"];
const FAIRY = onPath("fairy-stockfish") ?? "/usr/games/fairy-stockfish";

/** @type {Rival[]} */
const RIVALS = [
  { name: "Chuhe, native", command: CHUHE, args: ["uci"], needs: CHUHE },
  { name: "Chuhe, wasm in node", ...shell("chuhe-uci.ts", join(ROOT, "www/pkg/chuhe_bg.wasm")) },
  { name: "Fairy-Stockfish, native", command: FAIRY, args: [], needs: FAIRY, setup: XIANGQI },
  {
    name: "fairy-stockfish-nnue.wasm in node",
    ...shell("fairy-uci.ts", FAIRY_WASM),
    setup: XIANGQI,
  },
];

/** An engine as a process. */
class Engine {
  /** @type {string[]} lines not read yet */
  #lines = [];
  /** @type {(() => void) | null} */
  #wake = null;
  #ended = false;

  /** @param {Rival} rival */
  constructor(rival) {
    this.name = rival.name;
    this.process = spawn(rival.command, rival.args, { stdio: ["pipe", "pipe", "ignore"] });
    createInterface({ input: this.process.stdout })
      .on("line", (line) => (this.#lines.push(line), this.#wake?.()))
      .on("close", () => ((this.#ended = true), this.#wake?.()));
  }

  /** @param {string} line */
  say(line) {
    this.process.stdin.write(`${line}\n`);
  }

  /** All lines up to the one that begins so. @param {string} start @param {(line: string) => void} [hear] */
  async until(start, hear) {
    /** @type {string[]} */
    const read = [];
    for (;;) {
      const line = this.#lines.shift();
      if (line !== undefined) read.push(line);
      else if (this.#ended) throw new Error(`${this.name} ended before it said ${start}`);
      else await /** @type {Promise<void>} */ new Promise((resolve) => (this.#wake = resolve));
      if (line !== undefined) hear?.(line);
      if (line?.startsWith(start)) return read;
    }
  }

  /** @param {string[]} setup */
  async greet(setup) {
    this.say("uci");
    const lines = await this.until("uciok");
    this.title = lines.find((line) => line.startsWith("id name "))?.slice("id name ".length) ?? "";
    for (const line of [...setup, `setoption name Hash value ${HASH_MB}`]) this.say(line);
    await this.ready();
  }

  async ready() {
    this.say("isready");
    await this.until("readyok");
  }

  /**
   * Searches a position afresh.
   * @param {string} fen @param {string} limit @param {(line: string) => boolean} [isEnough]  the search may end here
   */
  async search(fen, limit, isEnough = () => false) {
    this.say("ucinewgame");
    this.say(`position fen ${fen.split(" ", 2).join(" ")} - - 0 1`);
    await this.ready();
    const start = performance.now();
    this.say(`go ${limit}`);
    const timer = setTimeout(() => this.say("stop"), PATIENCE_MS);
    const lines = await this.until("bestmove", (line) => isEnough(line) && this.say("stop"));
    clearTimeout(timer);
    const ms = performance.now() - start;
    return { ms, nodes: last(lines, "nodes"), depth: last(lines, "depth"), lines };
  }

  quit() {
    this.say("quit");
    this.process.stdin.end();
  }
}

/** The number after a word in the last line that has it. @param {string[]} lines @param {string} name */
const last = (lines, name) =>
  numberIn(lines.findLast((line) => numberIn(line, name) !== null) ?? "", name) ?? 0;

/** The number after a word in what an engine tells of its search. @param {string} line @param {string} name */
function numberIn(line, name) {
  const words = line.split(/\s+/);
  return words[0] === "info" && words.includes(name)
    ? Number(words[words.indexOf(name) + 1])
    : null;
}

/** @param {(string | number)[][]} rows the first one is the head */
function table([head, ...rows]) {
  const line = (/** @type {(string | number)[]} */ cells) => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, index) => (index === 0 ? "---" : "--:"));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

const count = (/** @type {number} */ value) => Math.round(value).toLocaleString("en-US");
const sum = (/** @type {number[]} */ list) => list.reduce((total, value) => total + value, 0);

/** @param {Engine[]} engines @param {string[]} fens @param {string} limit */
async function race(engines, fens, limit) {
  /** @type {Map<Engine, { ms: number, nodes: number, depth: number }[]>} */
  const found = new Map(engines.map((engine) => [engine, []]));
  for (const fen of fens)
    for (const engine of engines) found.get(engine)?.push(await engine.search(fen, limit));
  return found;
}

/** @param {string[]} args */
const chuhe = (args) =>
  execFileSync(CHUHE, ["bench", ...args], { encoding: "utf8" })
    .trim()
    .split("\n");

/** @param {Engine[]} engines @param {string[]} fens */
async function speedTable(engines, fens) {
  const found = await race(engines, fens, `movetime ${values.movetime}`);
  const speeds = engines.map((engine) => {
    const searches = found.get(engine) ?? [];
    return (sum(searches.map(({ nodes }) => nodes)) / sum(searches.map(({ ms }) => ms))) * 1000;
  });
  const least = Math.min(...speeds);
  const rows = engines.map(({ name, title }, index) => {
    const depths = found.get(engines[index])?.map(({ depth }) => depth) ?? [];
    const depth = (sum(depths) / depths.length).toFixed(1);
    return [
      `${name} (${title})`,
      count(speeds[index]),
      `${(speeds[index] / least).toFixed(1)}x`,
      depth,
    ];
  });
  return table([["engine", "nodes/s", "of the slowest", "mean depth"], ...rows]);
}

/** @param {Engine[]} engines @param {string[]} fens */
async function depthTable(engines, fens) {
  const found = await race(engines, fens, `depth ${DEPTH}`);
  const rows = engines.map((engine) => {
    const searches = found.get(engine) ?? [];
    const times = searches.map(({ ms }) => ms).toSorted((a, b) => a - b);
    const late = searches.filter(({ depth }) => depth < DEPTH).length;
    const mean = sum(searches.map(({ nodes }) => nodes)) / searches.length;
    return [
      engine.name,
      count(times[times.length >> 1]),
      count(times.at(-1) ?? 0),
      count(mean),
      late,
    ];
  });
  const head = ["engine", "median ms", "longest ms", "mean nodes", "not reached"];
  return table([head, ...rows]);
}

/** Nodes to some depths over all positions, and how they grow. @param {Engine[]} engines @param {string[]} fens */
async function growthTable(engines, fens) {
  const found = await race(engines, fens, `depth ${DEPTHS.at(-1)}`);
  const plies = (DEPTHS.at(-1) ?? 0) - DEPTHS[0];
  const rows = engines.map((engine) => {
    const nodes = (found.get(engine) ?? []).map(({ lines }) =>
      DEPTHS.map((depth) => nodesTo(lines, depth)),
    );
    const sums = DEPTHS.map((_, at) => sum(nodes.map((counts) => counts[at])));
    const growths = [sums, ...nodes].map(
      (counts) => ((counts.at(-1) ?? 0) / counts[0]) ** (1 / plies),
    );
    const [whole, ...single] = growths;
    const mean = Math.exp(sum(single.map(Math.log)) / single.length);
    return [engine.name, ...sums.map(count), whole.toFixed(2), mean.toFixed(2)];
  });
  const depths = DEPTHS.map((depth) => `to depth ${depth}`);
  return table([["engine", ...depths, "growth of the sum a ply", "mean growth a ply"], ...rows]);
}

/** Nodes up to the end of a depth. @param {string[]} lines @param {number} depth */
const nodesTo = (lines, depth) =>
  last(
    lines.filter((line) => (numberIn(line, "depth") ?? Infinity) <= depth),
    "nodes",
  );

/** Mates of the page's puzzles, so many of them in even steps, the shorter ones first. @param {number} wanted */
function mates(wanted) {
  const files = readdirSync(PUZZLES).filter((name) => /^\d+\.json$/.test(name));
  const rows = files.flatMap((name) => JSON.parse(readFileSync(join(PUZZLES, name), "utf8")));
  const long = rows
    .map((row) => decodeRow(row, 0, 0))
    .filter(({ kind }) => kind === "mate")
    .map(({ fen, length }) => ({ fen, moves: length }))
    .filter(({ moves }) => moves >= LEAST_MATE)
    .toSorted((one, other) => one.moves - other.moves);
  const step = Math.max(1, long.length / wanted);
  return Array.from(
    { length: Math.min(wanted, long.length) },
    (_, at) => long[Math.floor(at * step)],
  );
}

/** How many mates an engine sees within some nodes. @param {Engine[]} engines @param {ReturnType<typeof mates>} problems */
async function mateTable(engines, problems) {
  const most = MATE_NODES.at(-1) ?? 0;
  /** @type {Map<Engine, number[]>} */
  const needed = new Map(engines.map((engine) => [engine, []]));
  for (const { fen, moves } of problems)
    for (const engine of engines) {
      let nodes = Infinity;
      await engine.search(fen, `nodes ${most}`, (line) => {
        const mate = numberIn(line, "mate") ?? 0;
        if (nodes < Infinity || mate <= 0 || mate > moves) return false;
        nodes = numberIn(line, "nodes") ?? Infinity;
        return true;
      });
      needed.get(engine)?.push(nodes);
    }
  const rows = engines.map((engine) => {
    const all = (needed.get(engine) ?? []).toSorted((one, other) => one - other);
    const within = MATE_NODES.map((limit) => all.filter((nodes) => nodes <= limit).length);
    const median = all[all.length >> 1];
    return [engine.name, ...within, Number.isFinite(median) ? count(median) : "–"];
  });
  return table([
    ["engine", ...MATE_NODES.map((limit) => `within ${count(limit)} nodes`), "median nodes"],
    ...rows,
  ]);
}

function leafTable() {
  const [, ...rows] = chuhe(["--leaves"]).map((line) => line.trim().split(/\s+/));
  const numbers = rows.map((row) => row.map((cell) => (cell === "-" ? "" : count(Number(cell)))));
  const others = ["alpha-beta, unordered", "alpha-beta, ordered", "principal variation search"];
  return table([["depth", "Chuhe", ...others], ...numbers]);
}

/** Laid out as the linter wants it, where it is installed. @param {string} text */
async function tidy(text) {
  try {
    const { format } = await import("prettier");
    return await format(text, { parser: "markdown" });
  } catch {
    return text;
  }
}

/** What an earlier file says that is not measured here. @param {string} path */
function keptPart(path) {
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  return text.includes(KEPT) ? text.slice(text.indexOf(KEPT)) : "";
}

const missing = RIVALS.filter(({ needs }) => !existsSync(needs));
const engines = RIVALS.filter((rival) => !missing.includes(rival)).map(
  (rival) => new Engine(rival),
);
for (const engine of engines)
  await engine.greet(RIVALS.find(({ name }) => name === engine.name)?.setup ?? []);
const fens = chuhe(["--positions"]).slice(0, Number(values.positions));
const natives = engines.filter(({ name }) => name.endsWith("native"));
const problems = mates(Number(values.mates));
const left = missing.map(
  ({ name, needs }) => `Left out: ${name} (${needs.replace(`${ROOT}/`, "")} is missing).`,
);
left.forEach((line) => console.error(line));

const text = `# Benchmarks

Made by \`./build.sh bench\` on ${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model ?? "unknown"}, one thread an engine, ${HASH_MB} MB of hash table,
emptied before each search. The engines take turns at each of ${fens.length} positions of \`chuhe bench --positions\`, so that other
work on the machine affects them alike; trust the proportions more than the figures. Each engine counts nodes and depth
in its own way.

${left.join("\n")}

## Nodes a second

Nodes of searches of ${values.movetime} ms a position, divided by the time that passed outside the engine.

${await speedTable(engines, fens)}

## Time to depth ${DEPTH}

A search is stopped after ${PATIENCE_MS / 1000} s.

${await depthTable(engines, fens)}

## How nodes grow with the depth

The sum over the same positions, natively. One position, whose game is long won, makes up much of it; the last column is
the geometric mean of the positions' own growths.

${await growthTable(natives, fens)}

## Mates found

Of ${problems.length} mates in ${LEAST_MATE} to ${problems.at(-1)?.moves} moves from the page's puzzles, how many an engine claims, in as few moves, within so many
nodes. They come from Chuhe's own games.

${await mateTable(natives, problems)}

## Leaf evaluations from the start position

The other columns are those of a student's report on a Qt program; empty cells are not in it.

${leafTable()}
`;
engines.forEach((engine) => engine.quit());
const tidied = await tidy(text);
console.log(tidied);
writeFileSync(values.output, `${tidied}\n${keptPart(values.output)}`);
