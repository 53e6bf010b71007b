#!/usr/bin/env node
/**
 * Compares the engine with others on the same positions in one run, and writes Markdown: nodes per second, time to a
 * depth, growth of nodes with the depth, mates found, leaf evaluations by depth.
 *
 *   npx tsx tools/bench.ts [--positions N] [--movetime MS] [--depth N] [--mates N] [--output FILE]
 *
 * The engines take turns at each position, so that other load on the machine affects them equally. Engines that are
 * missing are skipped, and named in the output.
 */

import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { format } from "prettier";
import { decodeRow } from "../www/js/practice/puzzle-set.ts";

interface Rival {
  name: string;
  command: string;
  args: string[];
  /** A file that the rival needs. Without this file the rival is skipped. */
  needs: string;
  /** Commands to send after `uci`. */
  setup?: string[];
}
type Row = (string | number)[];

const ROOT = join(import.meta.dirname, "..");
const CHUHE = join(ROOT, "target/release/chuhe");
const HASH_MB = 16;
/** The beginning of the line after which the output file is written by hand. */
const BY_HAND = "<!-- What follows is measured by hand";
/** The time limit of a search to a depth, in milliseconds. */
const LIMIT_MS = 30_000;
/** The depths for which nodes are compared. The growth is computed from the first and the last. */
const DEPTHS = [10, 12, 14, 16];
/** The limits for the search of a mate, in nodes. A mate counts for each limit within which it is found. */
const MATE_NODES = [10_000, 100_000, 1_000_000];
/** The length of the shortest mates that are tested, in moves. */
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

function onPath(program: string) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/games"];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

const shell = (tool: string, needs: string) => ({
  command: process.execPath,
  args: ["--import=tsx", join(ROOT, "tools", tool)],
  needs,
});
const XIANGQI = ["setoption name UCI_Variant value xiangqi"];
const FAIRY = onPath("fairy-stockfish") ?? "/usr/games/fairy-stockfish";

const RIVALS: Rival[] = [
  { name: "Chuhe, native", command: CHUHE, args: ["uci"], needs: CHUHE },
  { name: "Chuhe, wasm in node", ...shell("chuhe-uci.ts", join(ROOT, "www/pkg/chuhe_bg.wasm")) },
  { name: "Fairy-Stockfish, native", command: FAIRY, args: [], needs: FAIRY, setup: XIANGQI },
  {
    name: "fairy-stockfish-nnue.wasm in node",
    ...shell("fairy-uci.ts", FAIRY_WASM),
    setup: XIANGQI,
  },
];

/** A UCI engine that runs as a process. */
class Engine {
  name;
  title = "";
  /** Lines of output that have not been read yet. */
  #lines: string[] = [];
  #wake: (() => void) | null = null;
  #hasEnded = false;
  #process;

  constructor({ name, command, args }: Rival) {
    this.name = name;
    this.#process = spawn(command, args, { stdio: ["pipe", "pipe", "ignore"] });
    createInterface({ input: this.#process.stdout })
      .on("line", (line) => (this.#lines.push(line), this.#wake?.()))
      .on("close", () => ((this.#hasEnded = true), this.#wake?.()));
  }

  send(line: string) {
    this.#process.stdin.write(`${line}\n`);
  }

  /** Returns all lines up to and including the one that begins with `start`. */
  async until(start: string, onLine?: (line: string) => void) {
    const lines: string[] = [];
    for (;;) {
      const line = this.#lines.shift();
      if (line !== undefined) lines.push(line);
      else if (this.#hasEnded) throw new Error(`${this.name} ended before ${start}`);
      else await new Promise<void>((resolve) => (this.#wake = resolve));
      if (line !== undefined) onLine?.(line);
      if (line?.startsWith(start)) return lines;
    }
  }

  async start(setup: string[]) {
    this.send("uci");
    const lines = await this.until("uciok");
    this.title = lines.find((line) => line.startsWith("id name "))?.slice("id name ".length) ?? "";
    for (const line of [...setup, `setoption name Hash value ${HASH_MB}`]) this.send(line);
    await this.ready();
  }

  async ready() {
    this.send("isready");
    await this.until("readyok");
  }

  /** Searches a position with an empty hash table. Stops the search early when `isEnough` returns true for a line. */
  async search(fen: string, limit: string, isEnough: (line: string) => boolean = () => false) {
    this.send("ucinewgame");
    this.send(`position fen ${fen.split(" ", 2).join(" ")} - - 0 1`);
    await this.ready();
    const start = performance.now();
    this.send(`go ${limit}`);
    const timer = setTimeout(() => this.send("stop"), LIMIT_MS);
    const lines = await this.until("bestmove", (line) => {
      if (isEnough(line)) this.send("stop");
    });
    clearTimeout(timer);
    const ms = performance.now() - start;
    return { ms, nodes: last(lines, "nodes"), depth: last(lines, "depth"), lines };
  }

  quit() {
    this.send("quit");
    this.#process.stdin.end();
  }
}

/** Returns the number after the word `name` in the last line that contains the word; 0 if no line does. */
const last = (lines: string[], name: string) =>
  numberIn(lines.findLast((line) => numberIn(line, name) !== null) ?? "", name) ?? 0;

/** Returns the number after the word `name` in an info line; null if the line does not contain the word. */
function numberIn(line: string, name: string) {
  const words = line.split(/\s+/);
  return words[0] === "info" && words.includes(name)
    ? Number(words[words.indexOf(name) + 1])
    : null;
}

function table([head, ...rows]: Row[]) {
  const line = (cells: Row) => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, index) => (index === 0 ? "---" : "--:"));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

const count = (value: number) => Math.round(value).toLocaleString("en-US");
const sum = (list: number[]) => list.reduce((total, value) => total + value, 0);

type SearchResult = Awaited<ReturnType<Engine["search"]>>;

async function race(engines: Engine[], fens: string[], limit: string) {
  const results = new Map(engines.map((engine) => [engine, [] as SearchResult[]]));
  for (const fen of fens)
    for (const engine of engines) results.get(engine)?.push(await engine.search(fen, limit));
  return results;
}

const chuhe = (args: string[]) =>
  execFileSync(CHUHE, ["bench", ...args], { encoding: "utf8" })
    .trim()
    .split("\n");

async function speedTable(engines: Engine[], fens: string[]) {
  const results = await race(engines, fens, `movetime ${values.movetime}`);
  const speeds = engines.map((engine) => {
    const searches = results.get(engine) ?? [];
    return (sum(searches.map(({ nodes }) => nodes)) / sum(searches.map(({ ms }) => ms))) * 1000;
  });
  const least = Math.min(...speeds);
  const rows = engines.map(({ name, title }, index) => {
    const depths = results.get(engines[index])?.map(({ depth }) => depth) ?? [];
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

async function depthTable(engines: Engine[], fens: string[]) {
  const results = await race(engines, fens, `depth ${DEPTH}`);
  const rows = engines.map((engine) => {
    const searches = results.get(engine) ?? [];
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

/**
 * Compares the number of nodes searched to each of `DEPTHS`, summed over all positions, and the growth of this number
 * per ply.
 */
async function growthTable(engines: Engine[], fens: string[]) {
  const results = await race(engines, fens, `depth ${DEPTHS.at(-1)}`);
  const plies = (DEPTHS.at(-1) ?? 0) - DEPTHS[0];
  const rows = engines.map((engine) => {
    const nodes = (results.get(engine) ?? []).map(({ lines }) =>
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

/** Returns the number of nodes searched until a depth was complete. */
const nodesTo = (lines: string[], depth: number) =>
  last(
    lines.filter((line) => (numberIn(line, "depth") ?? Infinity) <= depth),
    "nodes",
  );

/** Returns at most `most` mates, sampled evenly from the page's puzzles and sorted from shorter to longer ones. */
function mates(most: number) {
  const files = readdirSync(PUZZLES).filter((name) => /^\d+\.json$/.test(name));
  const rows = files.flatMap((name) => JSON.parse(readFileSync(join(PUZZLES, name), "utf8")));
  const long = rows
    .map((row) => decodeRow(row, 0, 0))
    .filter(({ kind }) => kind === "mate")
    .map(({ fen, length }) => ({ fen, moves: length }))
    .filter(({ moves }) => moves >= LEAST_MATE)
    .toSorted((one, other) => one.moves - other.moves);
  const step = Math.max(1, long.length / most);
  return Array.from(
    { length: Math.min(most, long.length) },
    (_, at) => long[Math.floor(at * step)],
  );
}

/** Counts the mates that each engine finds within each of `MATE_NODES`. */
async function mateTable(engines: Engine[], problems: ReturnType<typeof mates>) {
  const most = MATE_NODES.at(-1) ?? 0;
  const needed = new Map(engines.map((engine) => [engine, [] as number[]]));
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

/** Returns the part of an earlier file that is written by hand. */
function partByHand(path: string) {
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  return text.includes(BY_HAND) ? text.slice(text.indexOf(BY_HAND)) : "";
}

const missing = RIVALS.filter(({ needs }) => !existsSync(needs));
const engines = RIVALS.filter((rival) => !missing.includes(rival)).map(
  (rival) => new Engine(rival),
);
for (const engine of engines)
  await engine.start(RIVALS.find(({ name }) => name === engine.name)?.setup ?? []);
const fens = chuhe(["--positions"]).slice(0, Number(values.positions));
const natives = engines.filter(({ name }) => name.endsWith("native"));
const problems = mates(Number(values.mates));
const notes = missing.map(
  ({ name, needs }) => `Left out: ${name} (${needs.replace(`${ROOT}/`, "")} is missing).`,
);
notes.forEach((line) => console.error(line));

const text = `# Benchmarks

Made by \`./build.sh bench\` on ${new Date().toISOString().slice(0, 10)}: ${cpus()[0]?.model ?? "unknown"}, one thread an engine, ${HASH_MB} MB of hash table,
emptied before each search. The engines take turns at each of ${fens.length} positions of \`chuhe bench --positions\`, so that other
work on the machine affects them alike; trust the proportions more than the figures. Each engine counts nodes and depth
in its own way.

${notes.join("\n")}

## Nodes a second

Nodes of searches of ${values.movetime} ms a position, divided by the time that passed outside the engine.

${await speedTable(engines, fens)}

## Time to depth ${DEPTH}

A search is stopped after ${LIMIT_MS / 1000} s.

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
const tidied = await format(text, { parser: "markdown" });
console.log(tidied);
writeFileSync(values.output, `${tidied}\n${partByHand(values.output)}`);
