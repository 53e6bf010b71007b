/** A player, a watcher, a stranger or a relay that cheats in a live game: it is refused and told, and never shown. */
import assert from "node:assert/strict";
import test from "node:test";
import { Game } from "../../www/pkg/chuhe.js";
import type { Side } from "../../www/js/core/xiangqi.ts";
import { FriendGame } from "../../www/js/friend/actions.ts";
import type { Terms } from "../../www/js/friend/actions.ts";
import { fromBase64, toBase64 } from "../../www/js/friend/bytes.ts";
import { packGame } from "../../www/js/friend/game-code.ts";
import { peerOf, sealMessage, topicOf } from "../../www/js/friend/live/live-messages.ts";
import type { Message } from "../../www/js/friend/live/live-messages.ts";
import { newSecret, proofOf, roomKeysOf } from "../../www/js/friend/live/room-keys.ts";
import { digestOf, idAfter, newSeatKeys, signDigest } from "../../www/js/friend/seat-keys.ts";
import type { SeatKeys } from "../../www/js/friend/seat-keys.ts";
import { TERMS, pass, seated, settle } from "./friend-relay.ts";

/** The place of a message among those of a visit. */
const ONCE = { visit: "0".repeat(8), number: 1 };
const BLITZ = { ...TERMS, clock: { base: 60, increment: 0 } };

/** A game in which Black's device does what it likes; `line` is what both know. */
async function rigged(terms: typeof TERMS, line: string[] = []) {
  const all = await seated(terms);
  const { relay, room, red, black } = all;
  for (const text of line) {
    const player = red.play(text) || black.play(text);
    assert.ok(player, text);
    await settle(relay);
  }
  const keys = black.game().own.black!;
  const roomKeys = roomKeysOf(room.watchword);
  red.news.length = 0;

  /** Publishes a message that somebody signs. */
  const publish = (message: Message, signer: SeatKeys = keys) => {
    const { topic, payload } = sealMessage(roomKeys, signer, message);
    relay.publish(topic, payload, message.kind !== "say");
  };
  /** Publishes a line that somebody signs; `terms` may be others. */
  function publishLine(
    actions: string[],
    {
      signer = keys,
      clocks = null as Record<Side, number> | null,
      changed = {} as Partial<Terms>,
    } = {},
  ) {
    const own = { ...black.game().terms, ...changed };
    const signature = signDigest(digestOf(own, actions), signer);
    const seats = black.game().keys;
    const code = packGame(Game, { terms: own, actions, keys: seats, signature });
    publish({ kind: "line", code, clocks }, signer);
    return code;
  }
  /** Asserts that Red's game stays, and what Red is told. */
  async function refuses(refusal: string | null) {
    const before = red.moves();
    await settle(relay);
    const told = red.news.filter(({ kind }) => kind !== "away" && kind !== "back");
    assert.equal(red.moves(), before);
    assert.deepEqual(told, refusal === null ? [] : [{ kind: "refused", refusal }]);
  }
  return { ...all, keys, roomKeys, publish, publishLine, refuses };
}

/** The game's code with other bytes for the actions. */
function withActions(code: string, bytes: number[]): string {
  const all = fromBase64(code);
  return toBase64(Uint8Array.from([...all.subarray(0, -3 - bytes.length), ...bytes]));
}

const LINE = ["h2e2", "h9g7"];
type Rigged = Awaited<ReturnType<typeof rigged>>;

/** The cheats: name, what Red is told (null if nothing), the attempt, and the terms and the line before it. */
const CHEATS: [string, string | null, (game: Rigged) => unknown, typeof TERMS?, string[]?][] = [
  [
    "an illegal move",
    "illegal",
    ({ publish, publishLine }) => {
      const code = publishLine([...LINE]);
      publish({ kind: "line", code: withActions(code, [9, 9, 9]), clocks: null });
    },
  ],
  ["a move for the other player", "forged", ({ publishLine }) => publishLine([...LINE, "h0g2"])],
  [
    "a move for the other player with one's own after it",
    "forged",
    ({ publishLine }) => publishLine([...LINE, "h0g2", "i9h9"]),
  ],
  [
    "another move than the one that was made",
    "rewritten",
    ({ publishLine }) => publishLine(["h2e2", "b9c7"]),
  ],
  [
    "a move taken back without asking",
    "rewritten",
    ({ publishLine }) => publishLine(["h2e2", "black ask draw"]),
  ],
  [
    "agreeing to one's own offer of a draw",
    "forged",
    ({ publishLine }) => publishLine([...LINE, "black ask draw", "red agree"]),
  ],
  [
    "agreeing to one's own takeback",
    "forged",
    ({ publishLine }) => publishLine([...LINE, "black ask takeback", "red agree"]),
  ],
  [
    "a resignation of the other player",
    "forged",
    ({ publishLine }) => publishLine([...LINE, "red resign"]),
  ],
  [
    "running out of the other's time",
    "forged",
    ({ publishLine }) => publishLine([...LINE, "red timeout"]),
    BLITZ,
  ],
  [
    "a move instead of a resignation",
    "rewritten",
    ({ publishLine }) => publishLine(["h2e2", "h9g7"]),
    TERMS,
    ["h2e2", "black resign"],
  ],
  [
    "another rule book",
    "terms",
    ({ publishLine }) => publishLine([...LINE], { changed: { ruleset: "plain" } }),
  ],
  [
    "another start",
    "terms",
    ({ publishLine }) =>
      publishLine([], { changed: { startFen: "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1" } }),
  ],
  [
    "more time",
    "terms",
    ({ publishLine }) =>
      publishLine([...LINE], { changed: { clock: { base: 600, increment: 9 } } }),
    BLITZ,
  ],
  [
    "changed sides",
    "terms",
    ({ publishLine }) => publishLine([...LINE], { changed: { hostSide: "black" } }),
  ],
  [
    "a stranger with the room's key",
    "stranger",
    ({ publishLine }) => publishLine([...LINE, "red ask draw"], { signer: newSeatKeys() }),
  ],
  [
    "a message in the name of another",
    "forged",
    ({ relay, roomKeys, red }) => {
      const topic = topicOf(roomKeys, "line", peerOf(newSeatKeys().public));
      const { payload } = sealMessage(roomKeys, red.game().own.red!, {
        kind: "say",
        ...ONCE,
        phrase: "hello",
      });
      relay.publish(topic, payload, true);
    },
  ],
  [
    "a line that somebody else has signed",
    "forged",
    ({ publish, black }) => {
      const actions = [...LINE, "black ask draw"];
      const { terms, keys } = black.game();
      const signature = signDigest(digestOf(terms, actions), newSeatKeys());
      publish({
        kind: "line",
        code: packGame(Game, { terms, actions, keys, signature }),
        clocks: null,
      });
    },
  ],
  [
    "a claim on time while there is time",
    "claim",
    ({ publishLine }) => publishLine([...LINE, "black claim time"]),
    BLITZ,
  ],
  [
    "a claim that the other player has left",
    "claim",
    ({ publishLine }) => publishLine([...LINE, "black claim win"]),
  ],
  ["a claim of a draw", "claim", ({ publishLine }) => publishLine([...LINE, "black claim draw"])],
  [
    "another game that nobody wanted",
    null,
    ({ publishLine, black }) =>
      publishLine([], { changed: { id: idAfter(black.game().terms.id) } }),
  ],
  [
    "an older message again",
    null,
    ({ relay }) => {
      const lines = relay.log.filter(({ topic }) => topic.includes("/line/"));
      for (const { topic, payload } of lines) relay.publish(topic, payload, true);
    },
  ],
  [
    "a message of one topic under another",
    "forged",
    ({ relay, black, roomKeys }) => {
      const peer = peerOf(black.game().own.black!.public);
      const line = relay.log.findLast(({ topic }) => topic === topicOf(roomKeys, "line", peer))!;
      relay.publish(topicOf(roomKeys, "say", peer), line.payload, false);
    },
  ],
  [
    "a message without the room's key",
    "forged",
    ({ relay, roomKeys, keys }) => {
      const other = roomKeysOf(newSecret());
      const { payload } = sealMessage(other, keys, { kind: "say", ...ONCE, phrase: "hello" });
      relay.publish(topicOf(roomKeys, "say", peerOf(keys.public)), payload, false);
    },
  ],
  [
    "a message that is too long",
    "forged",
    ({ relay, roomKeys, keys }) => {
      const topic = topicOf(roomKeys, "say", peerOf(keys.public));
      relay.publish(topic, roomKeys.seal(topic, "x".repeat(3000)), false);
    },
  ],
  [
    "free text",
    "forged",
    ({ publish }) => publish({ kind: "say", ...ONCE, phrase: "you are a fool" as never }),
  ],
];

for (const [name, refusal, cheat, terms = TERMS, line = LINE] of CHEATS)
  test(`refused: ${name}`, async () => {
    const game = await rigged(terms, line);
    cheat(game);
    await game.refuses(refusal);
    assert.equal(game.red.moves(), line.join(" "));
  });

test("a seat is not given to who has the room's key and not the secret, nor to a second one", async () => {
  const { relay, publish, room, red } = await rigged(TERMS);
  const stranger = newSeatKeys();
  publish(
    { kind: "here", ...ONCE, proof: proofOf(room.watchword, stranger.public), name: "" },
    stranger,
  );
  publish(
    { kind: "here", ...ONCE, proof: proofOf(room.secret, stranger.public), name: "" },
    stranger,
  );
  await settle(relay);
  assert.notEqual(red.game().keys.black, stranger.public);
});

test("a clock that claims more than there can be is told, and does not count", async () => {
  const { relay, red, publishLine } = await rigged(BLITZ, ["h2e2", "h9g7", "h0g2"]);
  await pass(relay, 10_000);
  publishLine(["h2e2", "h9g7", "h0g2", "i9h9"], { clocks: { red: 1, black: 500_000 } });
  await settle(relay);
  assert.equal(red.kinds(), "clocks done");
  assert.deepEqual(red.session.clocks(), { red: 60_000, black: 60_000 });
});

test("what a stranger writes over a player's line is put right by the player", async () => {
  const { relay, room, red, black } = await rigged(TERMS, LINE);
  const topic = topicOf(roomKeysOf(room.watchword), "line", peerOf(black.game().own.black!.public));
  await pass(relay, 2000);
  relay.publish(topic, Uint8Array.of(1, 2, 3), true);
  await settle(relay);
  assert.ok(relay.retained.get(topic)!.length > 100);
  const late = room.watch();
  await pass(relay, 5000);
  assert.equal(late.moves(), red.moves());
});

test("a relay learns neither names, moves nor words", async () => {
  const { relay, red } = await rigged(TERMS, LINE);
  red.session.say("hello");
  await settle(relay);
  const text = relay.log.map(({ payload }) => Buffer.from(payload).toString("latin1")).join();
  for (const word of ["h2e2", "hello", "line", red.game().own.red!.public])
    assert.ok(!text.includes(word), word);
});

test("two moves in a row cannot even be written", async () => {
  const { terms } = (await rigged(TERMS)).red.game();
  for (const line of [
    ["h2e2", "b2e2"],
    ["black ask draw", "black ask takeback"],
    ["red resign", "h2e2"],
  ])
    assert.throws(() => new FriendGame(Game, terms, line), RangeError);
});

test("a claim after a blip of the connection is refused, also when it comes again", async () => {
  for (const claim of ["win", "time"]) {
    const { relay, red, publishLine } = await rigged(BLITZ, LINE);
    red.line.cut();
    await pass(relay, 50);
    red.line.restore();
    await pass(relay, 50);
    publishLine([...LINE, `black claim ${claim}`]);
    await pass(relay, 5000);
    assert.equal(red.moves(), LINE.join(" "));
    red.line.cut();
    red.line.restore();
    await pass(relay, 5000);
    assert.equal(red.moves(), LINE.join(" "));
    assert.equal(red.kinds().match(/refused/g)!.length, 1);
  }
});

test("what was said once is not said again by who repeats the message", async () => {
  const { relay, roomKeys, red, black } = await rigged(TERMS, LINE);
  assert.ok(black.session.say("goodbye"));
  await settle(relay);
  const topic = topicOf(roomKeys, "say", peerOf(black.game().own.black!.public));
  const said = relay.log.findLast((each) => each.topic === topic)!;
  relay.publish(topic, said.payload, false);
  await settle(relay);
  assert.equal(red.kinds(), "said");
});

test("who has left is not made present by their old message", async () => {
  const { relay, roomKeys, red, black } = await rigged(TERMS, LINE);
  const topic = topicOf(roomKeys, "here", peerOf(black.game().own.black!.public));
  const here = relay.log.findLast((each) => each.topic === topic && each.payload.length > 0)!;
  black.line.cut();
  await settle(relay);
  relay.publish(topic, here.payload, true);
  await settle(relay);
  assert.deepEqual(red.session.get().here, ["red"]);
});
