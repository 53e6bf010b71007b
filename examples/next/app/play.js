// Runs in the browser: a board, and the engine in a worker.
"use client";
import init, { Game } from "chuhe";
import { createBoard } from "chuhe/board";
import { EngineClient } from "chuhe/engine";
import { useEffect, useRef, useState } from "react";

export function Play({ fen }) {
  const host = useRef(null);
  const [answer, setAnswer] = useState("thinking");
  useEffect(() => {
    const engine = new EngineClient();
    let board;
    async function start() {
      await init();
      const game = new Game(fen);
      board = createBoard(host.current, game.view());
      await engine.loadNetwork();
      const { move } = await engine.getBestMove(fen, { depth: 6 });
      game.play(move);
      board.set(game.view());
      setAnswer(`I play ${move}`);
    }
    void start();
    return () => {
      engine.dispose();
      board?.destroy();
    };
  }, [fen]);
  return (
    <>
      <div ref={host} style={{ width: "20rem" }} />
      <p id="answer">{answer}</p>
    </>
  );
}
