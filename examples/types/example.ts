// All modules of the package, with their types.
import { loadEndings } from "chuhe/endings";
import init, { Game, Record, getBestMove, type Report } from "chuhe";
import { createBoard, type BoardState } from "chuhe/board";
import { ELEMENTS } from "chuhe/elements";
import { XiangqiBoardElement, type MoveEnd } from "chuhe/elements/board";
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

const element = document.createElement("xiangqi-board");
element.legalTargets = game.dests();
element.interactive = "red";
element.arrows = [{ from: "h2", to: "e2", pen: "green" }];
element.addEventListener("moveend", (event) => {
  const { move, piece }: MoveEnd = event.detail;
  if (game.refusal(move) !== undefined) event.preventDefault();
  console.log(piece, element.position.e2, element instanceof XiangqiBoardElement, ELEMENTS);
});
element.addEventListener("keydown", ({ key }) => console.log(key));

const endings = await loadEndings();
const solved = endings.probe("4k4/4a4/9/9/9/9/4N4/9/9/3K5 w");
const keeps: ("win" | "draw" | "loss")[] = solved?.moves.map(({ value }) => value) ?? [];
const plies: number | null = solved?.plies ?? null;
console.log(keeps, plies, endings.solve("3k5/9/9/9/9/9/9/9/9/R2K4R w"));
endings.free();
