// Rendered on the server too; the engine and the moves of the board run in the browser.
"use client";
import init, { Game } from "chuhe";
import "chuhe/elements";
import { EngineClient } from "chuhe/engine";
import { useEffect, useState } from "react";

export function Play({ fen }) {
  const [shown, setShown] = useState(fen);
  const [answer, setAnswer] = useState("thinking");
  useEffect(() => {
    const engine = new EngineClient();
    async function start() {
      await init();
      const game = new Game(fen);
      await engine.loadNetwork();
      const { move } = await engine.getBestMove(fen, { depth: 6 });
      game.play(move);
      setShown(game.fen());
      setAnswer(`I play ${move}`);
    }
    void start();
    return () => engine.dispose();
  }, [fen]);
  return (
    <>
      <xiangqi-board fen={shown} style={{ width: "20rem" }} />
      <p id="answer">{answer}</p>
    </>
  );
}
