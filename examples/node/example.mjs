// The rules and the engine in Node, Deno or Bun.
import init, { Game, Record } from "chuhe";
import { EngineClient } from "chuhe/engine";

await init();
const game = new Game();
game.play("h2e2");
console.log(game.notation("chinese"), game.dests().get("h9"));

const record = new Record("炮二平五 馬８進７");
console.log(record.format(), record.moves());

const engine = new EngineClient();
await engine.loadNetwork();
const { move, score } = await engine.getBestMove(game.fen(), { depth: 8 });
console.log(move, score);
engine.dispose();

// The elements of a page can be imported, and do nothing here.
const { ELEMENTS } = await import("chuhe/elements");
console.log(Object.keys(ELEMENTS).join());
