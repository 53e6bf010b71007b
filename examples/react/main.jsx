// A board on which two people play by the rules, and take moves back.
import init, { Game } from "chuhe";
import "chuhe/elements";
import { useState } from "react";
import { createRoot } from "react-dom/client";

function App() {
  const [game] = useState(() => new Game());
  const [view, setView] = useState(() => game.view("wxf"));
  const show = () => setView(game.view("wxf"));
  return (
    <>
      <xiangqi-board
        interactive
        fen={view.fen}
        legalTargets={view.dests}
        lastMove={view.lastMove}
        check={view.check}
        onmoveend={({ detail }) => {
          game.play(detail.move);
          show();
        }}
      />
      <button
        onClick={() => {
          game.undo();
          show();
        }}
      >
        Undo
      </button>
      <p id="moves">{view.notation.join(" ")}</p>
    </>
  );
}

await init();
createRoot(document.querySelector("#app")).render(<App />);
