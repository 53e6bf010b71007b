/** UCI over standard input and output for an engine of JavaScript, to play matches with it. */
import { createInterface } from "node:readline";
import type { Answer, Info, Score, SearchOptions } from "../www/js/engine/types.ts";

interface UciEngine {
  name: string;
  /** Options as UCI lists them: `Hash type spin default 32 min 1 max 512`. */
  options: string[];
  /** Obeyed before the next command if it returns a promise. */
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

/** The part of a game clock that is reserved for answering, in milliseconds. */
const OVERHEAD_MS = 15;
const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

const send = (text: string) => void process.stdout.write(`${text}\n`);

/** Ends the program, since further results would be wrong. */
export function fail(cause: unknown): never {
  console.error(`error: ${cause}`);
  process.exit(3);
}

/** Obeys commands until the input ends. */
export function serve(engine: UciEngine) {
  let fen = START;
  let moves: string[] = [];

  /** Returns the milliseconds for a move by the game clock, which the engine of the page does not know. */
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

  /** Returns a promise for a command that takes time. */
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

  /** Obeys the waiting lines one after the other; `stop` ends the search before it at once. */
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

/** UCI counts mates in moves. */
function scoreText(score: Score) {
  return "cp" in score
    ? `cp ${score.cp}`
    : `mate ${Math.sign(score.mate) * Math.ceil(Math.abs(score.mate) / 2)}`;
}

function numberBehind(words: string[], name: string) {
  const at = words.indexOf(name);
  return at < 0 ? undefined : Number(words[at + 1]);
}
