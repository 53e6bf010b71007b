// Rendered on the server, with the rules.
import init, { Game } from "chuhe";
import { Play } from "./play.js";

export default async function Page() {
  await init();
  const game = new Game();
  return (
    <main>
      <p id="server">{game.dests().size} pieces can move.</p>
      <Play fen={game.fen()} />
    </main>
  );
}
