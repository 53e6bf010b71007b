/** Speaks UCI over standard input and output for an engine in JavaScript, to play matches with it. */
import { createInterface } from "node:readline";
import type { Answer, Info, Score, SearchOptions } from "../www/js/engine/types.ts";

interface UciEngine {
  name: string;
  /** The options as UCI lists them, such as `Hash type spin default 32 min 1 max 512`. */
  options: string[];
  /** Sets an option. If the result is a promise, the next command waits for it. */
  setOption(name: string, value: string): unknown;
  /** Rejects if the position or the options are wrong. */
  search(
    fen: string,
    options: SearchOptions,
    onInfos: (infos: Info[]) => void,
  ): Promise<Pick<Answer, "move" | "ponder">>;
  stop(): unknown;
  newGame(): unknown;
  /** Called before the program ends. */
  quit?(): unknown;
}

/** The time that is reserved for sending an answer, in milliseconds. */
const OVERHEAD_MS = 15;
const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

const send = (text: string) => void process.stdout.write(`${text}\n`);

/** Ends the program, since further results would be wrong. */
export function fail(cause: unknown): never {
  console.error(`error: ${cause}`);
  process.exit(3);
}

/** Executes commands until the input ends. */
export function serve(engine: UciEngine) {
  let fen = START;
  let moves: string[] = [];

  /**
   * Returns the time for a move in milliseconds. Computes it from the game clock, which the page's engine does not
   * handle itself.
   */
  function clockTime(words: string[]) {
    const side = (fen.split(" ")[1] === "b") === (moves.length % 2 === 0) ? "b" : "w";
    const remaining = numberBehind(words, `${side}time`);
    if (remaining === undefined) return undefined;
    const available = Math.max(remaining - OVERHEAD_MS, 1);
    const share = available / 30 + (numberBehind(words, `${side}inc`) ?? 0) * 0.75;
    return Math.max(1, Math.floor(Math.min(share, (available * 2) / 3)));
  }

  async function go(words: string[]) {
    const options = {
      moves,
      depth: numberBehind(words, "depth"),
      nodes: numberBehind(words, "nodes"),
      movetime: numberBehind(words, "movetime") ?? clockTime(words),
    };
    try {
      const { move, ponder } = await engine.search(fen, options, (infos) =>
        infos.forEach(sendInfo),
      );
      send(`bestmove ${move ?? "(none)"}${ponder ? ` ponder ${ponder}` : ""}`);
    } catch (error) {
      send(`info string error: ${error instanceof Error ? error.message : error}\nbestmove (none)`);
    }
  }

  function position(words: string[]) {
    const at = words.includes("moves") ? words.indexOf("moves") : words.length;
    fen = words[1] === "fen" ? words.slice(2, at).join(" ") : START;
    moves = words.slice(at + 1);
  }

  /** Executes a command; returns a promise if it takes time. */
  function obey(line: string): unknown {
    const words = line.split(/\s+/);
    switch (words[0]) {
      case "uci":
        send(`id name ${engine.name}\nid author the Chuhe authors`);
        engine.options.forEach((option) => send(`option name ${option}`));
        return send("uciok");
      case "setoption": {
        const at = words.includes("value") ? words.indexOf("value") : words.length;
        return engine.setOption(words.slice(2, at).join(" "), words.slice(at + 1).join(" "));
      }
      case "isready":
        return send("readyok");
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

  const waiting: string[] = [];
  let running: string | null = null;

  /** Executes the waiting lines one after the other; a `stop` ends the running search at once. */
  async function drain() {
    if (running !== null) {
      if (running.startsWith("go") && waiting[0] === "stop") engine.stop();
      return;
    }
    for (;;) {
      const line = waiting.shift();
      if (line === undefined) return;
      running = line;
      const pending = obey(line);
      if (line.startsWith("go") && waiting[0] === "stop") engine.stop();
      await pending;
      running = null;
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

function sendInfo(info: Info) {
  const { depth, seldepth, multipv, score, nodes, nps, hashfull, timeMs, pv } = info;
  send(
    `info depth ${depth} seldepth ${seldepth} multipv ${multipv} score ${scoreText(score)} nodes ${nodes} ` +
      `nps ${nps} hashfull ${hashfull} time ${Math.round(timeMs)} pv ${pv.join(" ")}`,
  );
}

/** Formats a score for UCI, which counts mates in moves, not in plies. */
function scoreText(score: Score) {
  return "cp" in score
    ? `cp ${score.cp}`
    : `mate ${Math.sign(score.mate) * Math.ceil(Math.abs(score.mate) / 2)}`;
}

function numberBehind(words: string[], name: string) {
  const at = words.indexOf(name);
  return at < 0 ? undefined : Number(words[at + 1]);
}
