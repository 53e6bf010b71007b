// All modules of the package, with their types.
import init, { Game, Record, getBestMove, type Report } from "chuhe";
import { createBoard, type BoardState } from "chuhe/board";
import { EngineClient, type SearchOptions } from "chuhe/engine";
import { createThreads } from "chuhe/engine/threads";

await init();
const game = new Game();
const report: Report = getBestMove(game.fen(), { depth: 3 });
const board = createBoard(document.body, game.view());
const state: BoardState = board.state;
const engine = new EngineClient({ threads: createThreads(2) });
const options: SearchOptions = { moves: ["h2e2"], depth: 3 };
const answer = await engine.getBestMove(game.fen(), options);
console.log(report.move, state.placement, answer.move, new Record("炮二平五").format());
