/** Games between friends without a page: actions, codes and signatures. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { Game, initSync } from "../../www/pkg/chuhe.js";
import { FriendGame, textOf } from "../../www/js/friend/actions.ts";
import type { Terms } from "../../www/js/friend/actions.ts";
import { compareGames } from "../../www/js/friend/compare.ts";
import { packGame, unpackGame } from "../../www/js/friend/game-code.ts";
import type { PackedGame } from "../../www/js/friend/game-code.ts";
import { digestOf, newSeatKeys, signDigest } from "../../www/js/friend/seat-keys.ts";
import { newSecret } from "../../www/js/friend/live/room-keys.ts";
import { HANDICAPS } from "../../www/js/rules/handicaps.ts";

initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });

const TERMS: Terms = {
  id: "0123456789ab",
  startFen: null,
  ruleset: "asian",
  hostSide: "red",
  isLive: false,
  clock: null,
};
const [RED, BLACK] = [newSeatKeys(), newSeatKeys()];

/** Returns a game as the player of its last action sends it. */
function packed(
  actions: string[],
  { terms = TERMS, keys = {} as PackedGame["keys"] } = {},
): PackedGame {
  const game = new FriendGame(Game, terms, actions);
  const side = game.actions.at(-1)?.side ?? terms.hostSide;
  game.free();
  const signature = signDigest(digestOf(terms, actions), side === "red" ? RED : BLACK);
  return { terms, actions, keys, signature };
}

/** Returns the first game of random moves that is so long. */
function randomGame(plies: number): string[] {
  let seed = 1;
  for (;;) {
    const game = new FriendGame(Game, TERMS);
    while (!game.isOver && game.actions.length < plies) {
      const moves = game.allowed().filter(({ kind }) => kind === "move");
      seed = (seed * 16_807) % 2_147_483_647;
      game.play(textOf(moves[seed % moves.length]));
    }
    const actions = game.actions.map(textOf);
    game.free();
    if (actions.length === plies) return actions;
  }
}

test("a code has the whole game, and 200 plies in at most 350 characters", () => {
  const keys = { red: RED.public, black: BLACK.public };
  const fen = "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1";
  for (const game of [
    packed([]),
    packed(["h2e2", "black ask draw", "red decline", "h9g7"], { keys }),
    packed(["e1e2", "d9d8", "red ask takeback", "black agree"], {
      terms: { ...TERMS, startFen: fen, hostSide: "black" },
    }),
    packed(["b0c2", "black resign"], {
      terms: { ...TERMS, startFen: HANDICAPS.rook, ruleset: "plain" },
      keys: { red: RED.public },
    }),
    {
      ...packed(["h2e2", "red claim time", "red again"], {
        terms: { ...TERMS, isLive: true, clock: { base: 5400, increment: 30 } },
      }),
      room: { word: newSecret(), isSecret: true, relay: "wss://relay.example/mqtt" },
    },
  ])
    assert.deepEqual(unpackGame(Game, packGame(Game, game)), game);

  const code = packGame(Game, packed(randomGame(200)));
  assert.ok(code.length <= 350, `${code.length} characters`);
});

test("a code that is cut, changed or of a newer version says so; what follows it is ignored", () => {
  const game = packed(["h2e2", "h9g7", "h0g2"], { keys: { red: RED.public } });
  const code = packGame(Game, game);
  for (const rest of ["&utm_source=chat", ").", "AAAA", "\n> hello"])
    assert.deepEqual(unpackGame(Game, code + rest), game);
  for (let length = 0; length < code.length - 1; length++)
    assert.equal(unpackGame(Game, code.slice(0, length)), "cut", `${length} characters`);
  assert.equal(unpackGame(Game, `Ag${code.slice(2)}`), "newer");
  for (const text of ["AAAAAAAA", "zzzzzzzz", `${code.slice(0, 40)}A${code.slice(41)}`])
    assert.equal(unpackGame(Game, text), "broken", text);
});

test("only what is allowed can be done: one question at a time, answers by the other, nothing after the end", () => {
  const game = new FriendGame(Game, TERMS);
  const refuses = (...texts: string[]) => {
    for (const text of texts) assert.throws(() => game.play(text), RangeError, text);
  };
  refuses("h2h8", "h9g7", "a0a9", "red agree", "red ask takeback", "black ask takeback", "");
  game.play("h2e2");
  game.play("red ask draw");
  refuses("red agree", "red ask takeback", "black ask draw");
  game.play("h9g7"); // a move answers no
  assert.equal(game.question, null);
  game.play("black ask takeback");
  refuses("black agree", "red ask draw");
  game.play("red agree");
  assert.deepEqual([game.moves, game.turn], [["h2e2"], "black"]);
  game.play("h7e7");
  game.play("black ask draw");
  game.play("h0g2");
  assert.equal(game.question, null);
  game.play("red ask draw");
  game.play("h9g7");
  game.play("red ask takeback"); // back to before h0g2: two plies
  game.play("black agree");
  assert.deepEqual(game.moves, ["h2e2", "h7e7"]);
  game.play("red ask draw");
  game.play("h0g2"); // an offer stays while its own player moves
  game.play("black agree");
  assert.deepEqual(game.end, { reason: "agreement", side: null });
  refuses("h9g7", "red resign", "black ask takeback");
  game.free();
});

test("what comes is compared with what is known: later, earlier, forked, forged", () => {
  const known = {
    terms: TERMS,
    actions: ["h2e2", "h9g7", "h0g2"],
    keys: { red: RED.public, black: BLACK.public },
    own: ["red"] as const,
  };
  const compare = (actions: string[], change: Partial<PackedGame> = {}) =>
    compareGames(Game, known, { ...packed(actions), ...change });
  assert.deepEqual(compareGames(Game, null, packed(["h2e2"])), { kind: "unknown", count: 1 });
  assert.deepEqual(compare(known.actions), { kind: "same", count: 0 });
  assert.deepEqual(compare([]), { kind: "earlier", count: 3 });
  assert.deepEqual(compare(["h2e2", "h9g7", "h0g2", "i9h9"]), { kind: "later", count: 1 });
  assert.deepEqual(compare(["h2e2", "b9c7"]), { kind: "forked", count: 1 });
  // Black cannot move for Red, and nobody else for Black.
  const forged = { kind: "forged", count: 0 };
  assert.deepEqual(compare(["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "a9a8"]).kind, "forged");
  const { signature } = packed(["h2e2", "h9g7", "h0g2", "a9a8"]);
  assert.deepEqual(compare(["h2e2", "h9g7", "h0g2", "i9h9"], { signature }), forged);
  const other = newSeatKeys();
  const digest = digestOf(TERMS, ["h2e2", "h9g7", "h0g2", "i9h9"]);
  const stranger = { signature: signDigest(digest, other), keys: { black: other.public } };
  assert.deepEqual(compare(["h2e2", "h9g7", "h0g2", "i9h9"], stranger), forged);
});
