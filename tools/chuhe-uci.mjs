#!/usr/bin/env node
/**
 * UCI over standard input and output for the wasm in www/pkg, to play matches with it in node.
 *
 *   node tools/chuhe-uci.mjs
 *
 * The search goes through the runner of the page's worker, slices and all, and with the page's network
 * unless the option `Use NNUE` is false: what is measured here is what the page plays.
 *
 * @import { Answer, FromWorker, Info, Score } from "../www/js/engine/types.js"
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Runner } from "../www/js/engine/runner.js";

const WWW = join(import.meta.dirname, "../www");
const NETWORK = join(WWW, "assets/chuhe.nnue");
/** Kept back of a game clock for answering, in milliseconds. */
const OVERHEAD_MS = 15;

const { Engine, initSync, version } = await import(join(WWW, "pkg/chuhe.js"));
const module = new WebAssembly.Module(readFileSync(join(WWW, "pkg/chuhe_bg.wasm")));
initSync({ module });

/** Megabytes of the hash table; the engine is made anew for another size. */
let hashMb = 32;
let fen = "";
/** @type {string[]} */
let moves = [];
let job = 0;
let searching = false;
/** Lines that wait for the end of the search. @type {string[]} */
const waiting = [];

let usesNetwork = true;

const runner = new Runner({
  createEngine: (message) => new Engine(message.hashMb),
  post: answer,
  defer: (task) => setImmediate(task),
  now: () => performance.now(),
});

/** Makes the engine anew, by the options. */
function init() {
  runner.receive({ type: "init", module, hashMb });
  if (usesNetwork) runner.receive({ type: "network", bytes: readFileSync(NETWORK) });
}

/** @param {string[]} words as of `setoption name Use NNUE value false` */
function setOption(words) {
  const at = words.indexOf("value");
  const name = words.slice(2, at < 0 ? undefined : at).join(" ");
  if (name === "Hash") hashMb = Number(words[at + 1]);
  if (name === "Use NNUE") usesNetwork = words[at + 1] === "true";
  init();
}

/** Ends the program: what comes now would not be what was to be measured. @param {string} cause */
function fail(cause) {
  console.error(`chuhe-uci: ${cause}`);
  process.exit(3);
}

/** @param {string} text */
const say = (text) => void process.stdout.write(`${text}\n`);

/** What the worker would tell the page. @param {FromWorker} message */
function answer(message) {
  if (message.type === "info") return message.infos.forEach(tell);
  if (message.type === "crash") return fail(message.message);
  if (message.type === "judge") return message.error ? fail(message.error.message) : undefined;
  if (message.type === "refused")
    say(`info string error: ${message.error.message}\nbestmove (none)`);
  if (message.type === "report") conclude(message.report);
  if (message.type === "ready") return;
  searching = false;
  drain();
}

/** Obeys what has waited, up to the next search. */
function drain() {
  const line = waiting.shift();
  if (line === undefined) return;
  obey(line);
  if (!searching) drain();
}

/** @param {Info} info */
function tell({ depth, seldepth, multipv, score, nodes, nps, hashfull, timeMs, pv }) {
  say(
    `info depth ${depth} seldepth ${seldepth} multipv ${multipv} score ${scoreText(score)} nodes ${nodes} ` +
      `nps ${nps} hashfull ${hashfull} time ${Math.round(timeMs)} pv ${pv.join(" ")}`,
  );
}

/** @param {Answer} report */
function conclude({ move, ponder }) {
  say(`bestmove ${move ?? "(none)"}${ponder ? ` ponder ${ponder}` : ""}`);
}

/** UCI counts mates in moves. @param {Score} score */
function scoreText(score) {
  return "cp" in score
    ? `cp ${score.cp}`
    : `mate ${Math.sign(score.mate) * Math.ceil(Math.abs(score.mate) / 2)}`;
}

/** The number behind a word. @param {string[]} words @param {string} name @returns {number | undefined} */
function number(words, name) {
  const at = words.indexOf(name);
  return at < 0 ? undefined : Number(words[at + 1]);
}

/** The time for a move that a game clock leaves: the page has no clocks. @param {string[]} words */
function clockTime(words) {
  const side = (fen.split(" ")[1] === "b") === (moves.length % 2 === 0) ? "b" : "w";
  const left = number(words, `${side}time`);
  if (left === undefined) return;
  const available = Math.max(left - OVERHEAD_MS, 1);
  const share = available / 30 + (number(words, `${side}inc`) ?? 0) * 0.75;
  return Math.max(1, Math.floor(Math.min(share, (available * 2) / 3)));
}

/** @param {string[]} words */
function go(words) {
  const movetime = number(words, "movetime") ?? clockTime(words);
  const limits = { depth: number(words, "depth"), nodes: number(words, "nodes"), movetime };
  searching = true;
  runner.receive({ type: "search", job: ++job, fen, options: { moves, ...limits } });
}

/** @param {string[]} words */
function position(words) {
  const at = words.includes("moves") ? words.indexOf("moves") : words.length;
  fen = words[1] === "fen" ? words.slice(2, at).join(" ") : START;
  moves = words.slice(at + 1);
}

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/** @param {string} line */
function obey(line) {
  const words = line.trim().split(/\s+/);
  switch (words[0]) {
    case "uci":
      say(`id name Chuhe ${version()} wasm\nid author the Chuhe authors`);
      say(`option name Hash type spin default ${hashMb} min 1 max 512`);
      say("option name Use NNUE type check default true\nuciok");
      break;
    case "setoption":
      setOption(words);
      break;
    case "isready":
      say("readyok");
      break;
    case "ucinewgame":
      runner.receive({ type: "newGame" });
      break;
    case "position":
      position(words);
      break;
    case "go":
      go(words);
      break;
    default:
  }
}

init();
fen = START;
const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  if (line.trim() === "quit") process.exit(0);
  if (line.trim() === "stop") runner.receive({ type: "stop", job });
  else if (searching) waiting.push(line);
  else obey(line);
});
lines.on("close", () => process.exit(0));
