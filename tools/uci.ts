/**
 * UCI over standard input and output for an engine of JavaScript, to play matches with it.
 *
 * @import { Answer, Info, Score, SearchOptions } from "../www/js/engine/types.ts"
 */

import { createInterface } from "node:readline";

/**
 * @typedef {object} UciEngine
 * @property {string} name
 * @property {string[]} options  each as UCI lists it: `Hash type spin default 32 min 1 max 512`
 * @property {(name: string, value: string) => unknown} setOption  may return a promise
 * @property {(fen: string, options: SearchOptions, onInfos: (infos: Info[]) => void) => Promise<Answer>} search
 *   rejects with what was wrong with the question
 * @property {() => unknown} stop
 * @property {() => unknown} newGame
 * @property {() => unknown} [quit]  before the program ends; may return a promise
 */

/** Kept back of a game clock for answering, in milliseconds. */
const OVERHEAD_MS = 15;
const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/** @param {string} text */
const say = (text) => void process.stdout.write(`${text}\n`);

/** Ends the program: what comes now would not be what was to be measured. @param {string} cause @returns {never} */
export function fail(cause) {
  console.error(`error: ${cause}`);
  process.exit(3);
}

/** Obeys until the input ends. @param {UciEngine} engine */
export function serve(engine) {
  let fen = START;
  /** @type {string[]} */
  let moves = [];

  /** The time for a move that a game clock leaves: the page has no clocks. @param {string[]} words */
  function clockTime(words) {
    const side = (fen.split(" ")[1] === "b") === (moves.length % 2 === 0) ? "b" : "w";
    const left = numberBehind(words, `${side}time`);
    if (left === undefined) return;
    const available = Math.max(left - OVERHEAD_MS, 1);
    const share = available / 30 + (numberBehind(words, `${side}inc`) ?? 0) * 0.75;
    return Math.max(1, Math.floor(Math.min(share, (available * 2) / 3)));
  }

  /** @param {string[]} words */
  async function go(words) {
    const options = {
      moves,
      depth: numberBehind(words, "depth"),
      nodes: numberBehind(words, "nodes"),
      movetime: numberBehind(words, "movetime") ?? clockTime(words),
    };
    try {
      const { move, ponder } = await engine.search(fen, options, (infos) => infos.forEach(tell));
      say(`bestmove ${move ?? "(none)"}${ponder ? ` ponder ${ponder}` : ""}`);
    } catch (error) {
      say(`info string error: ${error instanceof Error ? error.message : error}\nbestmove (none)`);
    }
  }

  /** @param {string[]} words */
  function position(words) {
    const at = words.includes("moves") ? words.indexOf("moves") : words.length;
    fen = words[1] === "fen" ? words.slice(2, at).join(" ") : START;
    moves = words.slice(at + 1);
  }

  /** What it takes time to obey is a promise. @param {string} line @returns {unknown} */
  function obey(line) {
    const words = line.split(/\s+/);
    switch (words[0]) {
      case "uci":
        say(`id name ${engine.name}\nid author the Chuhe authors`);
        engine.options.forEach((option) => say(`option name ${option}`));
        return say("uciok");
      case "setoption": {
        const at = words.includes("value") ? words.indexOf("value") : words.length;
        return engine.setOption(words.slice(2, at).join(" "), words.slice(at + 1).join(" "));
      }
      case "isready":
        return say("readyok");
      case "ucinewgame":
        return engine.newGame();
      case "position":
        return position(words);
      case "go":
        return go(words);
      default:
        return undefined;
    }
  }

  /** Lines that wait for the one that is being obeyed. @type {string[]} */
  const waiting = [];
  /** @type {string | null} */
  let obeyed = null;

  /** Obeys what waits, one line after the other; `stop` ends the search before it at once. */
  async function drain() {
    if (obeyed !== null) {
      if (obeyed.startsWith("go") && waiting[0] === "stop") engine.stop();
      return;
    }
    for (;;) {
      const line = waiting.shift();
      if (line === undefined) return;
      obeyed = line;
      const pending = obey(line);
      if (line.startsWith("go") && waiting[0] === "stop") engine.stop();
      await pending;
      obeyed = null;
    }
  }

  async function quit() {
    await engine.quit?.();
    process.exit(0);
  }

  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    if (line.trim() === "quit") return void quit();
    waiting.push(line.trim());
    drain().catch(fail);
  });
  lines.on("close", quit);
}

/** @param {Info} info */
function tell({ depth, seldepth, multipv, score, nodes, nps, hashfull, timeMs, pv }) {
  say(
    `info depth ${depth} seldepth ${seldepth} multipv ${multipv} score ${scoreText(score)} nodes ${nodes} ` +
      `nps ${nps} hashfull ${hashfull} time ${Math.round(timeMs)} pv ${pv.join(" ")}`,
  );
}

/** UCI counts mates in moves. @param {Score} score */
function scoreText(score) {
  return "cp" in score
    ? `cp ${score.cp}`
    : `mate ${Math.sign(score.mate) * Math.ceil(Math.abs(score.mate) / 2)}`;
}

/** @param {string[]} words @param {string} name @returns {number | undefined} */
function numberBehind(words, name) {
  const at = words.indexOf(name);
  return at < 0 ? undefined : Number(words[at + 1]);
}
