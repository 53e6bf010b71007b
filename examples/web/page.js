// A board on which Red plays against the engine. The rules run on the page, the engine in a worker.
import init, { Game } from "chuhe";
import { createBoard } from "chuhe/board";
import { EngineClient } from "chuhe/engine";

await init();
const game = new Game();
const engine = new EngineClient();
await engine.loadNetwork();

const board = createBoard(document.querySelector("#board"), {
  ...game.view(),
  movable: "red",
  onMove: async (from, to) => {
    play(from + to);
    const { move } = await engine.getBestMove(game.fen(), { movetime: 500 });
    if (move) play(move);
  },
});

function play(move) {
  game.play(move);
  board.set(game.view());
}

const { move } = await engine.getBestMove(game.fen(), { depth: 6 });
document.querySelector("#answer").textContent = `I would play ${move}`;
