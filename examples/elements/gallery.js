// A gallery of the elements. What has no attribute is set here.
import init, { Game } from "chuhe";
import "chuhe/elements";

const byId = (id) => document.getElementById(id);

byId("language").addEventListener("change", ({ target }) => {
  for (const element of document.querySelectorAll("xiangqi-board, xiangqi-game, xiangqi-puzzle"))
    element.lang = target.value;
});

byId("diagram").arrows = [
  { from: "e1", to: "e9" },
  { from: "e0", to: "d0", pen: "blue" },
];
byId("diagram").marks = { d9: "warn", e4: "green" };

await init();
const game = new Game();
const board = byId("play");
function show() {
  const { fen, dests, lastMove, check, notation } = game.view("wxf");
  Object.assign(board, { fen, legalTargets: dests, lastMove, check });
  byId("moves").textContent = notation.join(" ");
}
board.addEventListener("moveend", ({ detail }) => {
  game.play(detail.move);
  show();
});
byId("undo").addEventListener("click", () => {
  game.undo();
  show();
});
show();

byId("puzzle").addEventListener("solved", ({ detail }) => {
  byId("solved").textContent = `Solved with ${detail.hints} hints and ${detail.mistakes} mistakes.`;
});

byId("form").addEventListener("submit", (event) => {
  event.preventDefault();
  byId("sent").textContent = new FormData(event.target).get("position");
});
