/** Live games of two players over a relay in memory: seats, merging, clocks, presence and claims. */
import assert from "node:assert/strict";
import test from "node:test";
import { AWAY_MS } from "../../www/js/friend/live/claims.ts";
import { FriendGame, textOf } from "../../www/js/friend/actions.ts";
import { Game } from "../../www/pkg/chuhe.js";
import type { Player } from "./friend-relay.ts";
import { TERMS, pass, seated, settle } from "./friend-relay.ts";

/** The moves that a player can make now. */
function movesOf(player: Player): string[] {
  const { terms, actions, own } = player.game();
  const game = new FriendGame(Game, terms, actions);
  const moves = game.allowed().filter(({ kind, side }) => kind === "move" && own[side]);
  game.free();
  return moves.map(textOf);
}

test("the guest takes the seat, and both see each other's moves at once", async () => {
  const { relay, red, black } = await seated();
  assert.ok(black.session.isSeated());
  assert.equal(red.kinds(), "joined");
  assert.equal(black.kinds(), "joined");
  assert.deepEqual(red.session.get().here, ["red", "black"]);
  assert.deepEqual(black.session.get().here, ["red", "black"]);
  assert.ok(!black.play("h9g7"));
  assert.ok(red.play("h2e2"));
  await settle(relay);
  assert.ok(black.play("h9g7"));
  await settle(relay);
  assert.equal(red.moves(), "h2e2 h9g7");
  assert.equal(black.moves(), "h2e2 h9g7");
  assert.equal(black.kinds(), "joined done");
});

test("actions at the same time come out the same on both sides", async () => {
  const cases = [
    // Both ask for a draw: it is agreed.
    [["red ask draw"], ["black ask draw"], "red ask draw black agree"],
    // A move goes before an offer, which is made again after it.
    [["h2e2"], ["black ask draw"], "h2e2 black ask draw"],
    // Both resign: Red's goes first.
    [["red resign"], ["black resign"], "red resign"],
    // A resignation goes before a move, which is dropped.
    [["h2e2"], ["black resign"], "black resign"],
  ] as const;
  for (const [ofRed, ofBlack, line] of cases) {
    const { relay, red, black } = await seated();
    relay.delay = () => 500;
    assert.ok(red.play(...ofRed) && black.play(...ofBlack));
    await pass(relay, 500);
    await pass(relay, 500);
    await pass(relay, 500);
    assert.equal(red.moves(), line);
    assert.equal(black.moves(), line);
    assert.ok(!`${red.kinds()} ${black.kinds()}`.includes("refused"));
  }
});

test("a takeback goes back to before one's own move, one ply or two", async () => {
  for (const [asker, left] of [
    ["red", "h2e2"],
    ["black", "h2e2 h9g7 h0g2"],
  ] as const) {
    const { relay, red, black } = await seated();
    const turns = [red, black, red, black];
    for (const [index, move] of ["h2e2", "h9g7", "h0g2", "i9h9"].entries()) {
      turns[index]!.play(move);
      await settle(relay);
    }
    const [one, two] = asker === "red" ? [red, black] : [black, red];
    one.play(`${asker} ask takeback`);
    await settle(relay);
    assert.ok(two.play(`${asker === "red" ? "black" : "red"} agree`));
    await settle(relay);
    const game = red.game();
    assert.equal(red.moves(), black.moves());
    assert.equal(red.games.facts(game).moves, left === "h2e2" ? 2 : 3);
  }
});

test("moves made without a connection are sent after it is back, on either side", async () => {
  const { relay, red, black } = await seated();
  red.line.cut();
  assert.ok(red.play("h2e2"));
  await pass(relay, 30_000);
  assert.equal(black.moves(), "");
  assert.deepEqual(black.session.get().here, ["black"]);
  red.line.restore();
  await pass(relay, 5000);
  assert.equal(black.moves(), "h2e2");
  assert.deepEqual(black.session.get().here, ["red", "black"]);
  black.play("h9g7");
  black.line.cut();
  await settle(relay);
  red.line.cut();
  black.line.restore();
  red.line.restore();
  await settle(relay);
  assert.equal(red.moves(), "h2e2 h9g7");
});

test("random play with delays, losses and lost connections ends in the same line on both sides", async () => {
  for (let seed = 1; seed <= 15; seed++) {
    let state = seed;
    const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
    const { relay, red, black } = await seated();
    relay.delay = () => (random(10) === 0 ? null : random(3000));
    for (let step = 0; step < 60; step++) {
      const player = random(2) === 0 ? red : black;
      const what = random(8);
      if (what === 0) player.line.cut();
      else if (what <= 2) player.line.restore();
      else {
        const side = player === red ? "red" : "black";
        const other = [`${side} ask draw`, `${side} ask takeback`, `${side} decline`];
        const moves = movesOf(player);
        const text = moves[random(moves.length + 1)] ?? other[random(3)]!;
        player.play(text);
      }
      await pass(relay, random(2000));
    }
    relay.delay = () => 0;
    for (const player of [red, black]) {
      player.line.cut();
      player.line.restore();
      await pass(relay, 5000);
    }
    assert.equal(red.moves(), black.moves(), `seed ${seed}`);
    assert.ok(red.moves().length > 0);
    const news = `${red.kinds()} ${black.kinds()}`;
    assert.ok(!news.includes("refused"), `seed ${seed}: ${news}`);
  }
});

test("both wanting another game begins it with sides changed, whoever is away at that moment", async () => {
  const { relay, red, black } = await seated();
  red.play("red resign");
  await settle(relay);
  assert.ok(black.play("black again"));
  await settle(relay);
  black.line.cut();
  assert.ok(red.play("red again"));
  await settle(relay);
  black.line.restore();
  await pass(relay, 5000);
  assert.notEqual(red.game().terms.id, undefined);
  assert.equal(red.game().terms.id, black.game().terms.id);
  assert.deepEqual(Object.keys(red.game().own), ["black"]);
  assert.deepEqual(Object.keys(black.game().own), ["red"]);
  assert.ok(black.play("h2e2"));
  await settle(relay);
  assert.equal(red.moves(), "h2e2");
});

test("a third one watches: with the players' link, if the seat is taken, or with the watchers'", async () => {
  const { relay, room, red, black } = await seated();
  red.play("h2e2");
  await settle(relay);
  const third = room.join();
  const watcher = room.watch();
  await pass(relay, 5000);
  assert.equal(third.kinds().split(" ")[0], "taken");
  for (const each of [third, watcher]) {
    assert.equal(each.moves(), "h2e2");
    assert.ok(!each.session.isSeated());
    assert.ok(!each.play("h9g7") && !each.session.say("hello"));
  }
  assert.equal(red.session.get().watchers, 2);
  black.play("h9g7");
  await settle(relay);
  red.play("red resign");
  await settle(relay);
  black.play("black again");
  red.play("red again");
  await settle(relay);
  await settle(relay);
  assert.equal(watcher.game().terms.id, red.game().terms.id);
  black.play("b2e2");
  await settle(relay);
  assert.equal(watcher.moves(), "b2e2");
  assert.equal(third.moves(), "b2e2");
});

const BLITZ = { ...TERMS, clock: { base: 60, increment: 2 } };

test("each side times itself, gets its increment, and loses when its time is up", async () => {
  const { relay, red, black } = await seated(BLITZ);
  red.play("h2e2");
  await pass(relay, 20_000); // the first moves are not timed
  black.play("h9g7");
  await pass(relay, 10_000);
  assert.deepEqual(red.session.clocks(), { red: 50_000, black: 60_000 });
  assert.deepEqual(black.session.clocks(), { red: 50_000, black: 60_000 });
  red.play("h0g2");
  await settle(relay);
  assert.deepEqual(black.session.clocks(), { red: 52_000, black: 60_000 });
  await pass(relay, 59_999);
  assert.ok(!black.moves().includes("timeout"));
  await pass(relay, 2);
  assert.ok(red.moves().endsWith("black timeout"));
  assert.equal(red.moves(), black.moves());
});

test("devices whose clocks differ by an hour agree on the time that remains", async () => {
  const { relay, red, black } = await seated(BLITZ, 3_600_000);
  const turns = [red, black, red, black];
  for (const [index, move] of ["h2e2", "h9g7", "h0g2", "i9h9"].entries()) {
    await pass(relay, 3000);
    turns[index]!.play(move);
    await settle(relay);
  }
  assert.deepEqual(red.session.clocks(), black.session.clocks());
  assert.deepEqual(red.session.clocks(), { red: 59_000, black: 59_000 });
  assert.ok(!`${red.kinds()} ${black.kinds()}`.includes("clocks"));
});

test("a delay of a second is credited, and a clock that goes wrong by more is told", async () => {
  for (const [delay, isTold] of [
    [900, false],
    [4000, true],
  ] as const) {
    const { relay, red, black } = await seated(BLITZ);
    red.play("h2e2");
    await settle(relay);
    black.play("h9g7");
    await settle(relay);
    relay.delay = () => delay;
    red.play("h0g2");
    await pass(relay, delay);
    assert.equal(black.kinds().includes("clocks"), isTold);
  }
});

test("who is away on their turn can be claimed against after a minute, and not when it is one's own", async () => {
  for (const claim of ["win", "draw"] as const) {
    const { relay, red, black } = await seated();
    black.line.cut();
    await pass(relay, AWAY_MS * 2);
    assert.deepEqual(red.session.claims(), []);
    assert.equal(red.session.awayMs(), 0);
    red.play("h2e2");
    await pass(relay, AWAY_MS - 1);
    assert.deepEqual(red.session.claims(), []);
    await pass(relay, 1);
    assert.deepEqual(red.session.claims(), ["win", "draw"]);
    assert.ok(red.play(`red claim ${claim}`));
    black.line.restore();
    await pass(relay, 5000);
    assert.equal(black.moves(), `h2e2 red claim ${claim}`);
    assert.equal(red.moves(), black.moves());
  }
});

test("who comes back in time ends the countdown, and a move made meanwhile counts", async () => {
  const { relay, red, black } = await seated();
  red.play("h2e2");
  await settle(relay);
  black.line.cut();
  await pass(relay, 50_000);
  assert.equal(red.session.awayMs(), 50_000);
  black.play("h9g7");
  black.line.restore();
  await pass(relay, 5000);
  assert.equal(red.session.awayMs(), 0);
  assert.equal(red.moves(), "h2e2 h9g7");
});

test("a phone that sleeps for ten minutes on its turn loses on time, as its own clock says", async () => {
  const { relay, red, black } = await seated({ ...TERMS, clock: { base: 300, increment: 0 } });
  red.play("h2e2");
  await settle(relay);
  black.play("h9g7");
  await settle(relay);
  red.line.cut();
  red.sleep();
  await pass(relay, 600_000);
  assert.deepEqual(black.session.claims(), ["win", "draw"]);
  red.line.restore();
  red.wakeUp();
  await pass(relay, 5000);
  assert.equal(black.moves(), "h2e2 h9g7 red timeout");
  assert.equal(red.moves(), black.moves());
});

test("set phrases reach the other player and those who watch, one a second", async () => {
  const { relay, room, red, black } = await seated();
  const watcher = room.watch();
  await pass(relay, 5000);
  assert.ok(red.session.say("goodMove"));
  assert.ok(!red.session.say("hello"));
  await settle(relay);
  for (const each of [black, watcher])
    assert.deepEqual(each.news.at(-1), { kind: "said", side: "red", phrase: "goodMove" });
});

test("an offer, its refusal and a takeback that is refused leave the clocks as they are", async () => {
  const { relay, red, black } = await seated(BLITZ);
  red.play("h2e2");
  await settle(relay);
  black.play("h9g7");
  await pass(relay, 10_000);
  red.play("red ask draw");
  await pass(relay, 10_000);
  black.play("black decline");
  await pass(relay, 10_000);
  black.play("black ask takeback");
  await pass(relay, 10_000);
  red.play("red decline");
  await settle(relay);
  for (const each of [red, black])
    assert.deepEqual(each.session.clocks(), { red: 20_000, black: 60_000 });
});

test("an answer to one question is no answer to another that was asked meanwhile", async () => {
  const { relay, red, black } = await seated();
  for (const [player, move] of [
    [red, "h2e2"],
    [black, "h9g7"],
  ] as const) {
    player.play(move);
    await settle(relay);
  }
  red.play("red ask takeback");
  await settle(relay);
  relay.delay = () => 500;
  black.play("black decline");
  red.play("h0g2", "red ask draw");
  for (let round = 0; round < 4; round++) await pass(relay, 500);
  assert.equal(red.moves(), "h2e2 h9g7 red ask takeback h0g2 red ask draw");
  assert.equal(black.moves(), red.moves());
});

test("who watches from the invitation on sees both players, whoever's line comes first", async () => {
  for (const isGuestFirst of [true, false]) {
    const { relay, room, red, black } = await seated();
    red.play("h2e2");
    await settle(relay);
    black.play("h9g7");
    await settle(relay);
    const lines = [...relay.retained].toSorted(([one], [two]) => {
      const own = red.game().keys.red!.slice(0, 32);
      const order = Number(one.endsWith(own)) - Number(two.endsWith(own));
      return isGuestFirst ? order : -order;
    });
    relay.retained.clear();
    for (const [topic, payload] of lines) relay.retained.set(topic, payload);
    const watcher = room.watch();
    await pass(relay, 5000);
    assert.equal(watcher.moves(), "h2e2 h9g7");
    assert.ok(!watcher.kinds().includes("refused"));
  }
});

test("who opens an old link after several games comes to the one that is played", async () => {
  const { relay, room, red, black } = await seated();
  for (const [one, two] of [
    ["red", "black"],
    ["black", "red"],
  ] as const) {
    red.play(`${one} resign`);
    await settle(relay);
    black.play(`${two} again`);
    await settle(relay);
    red.play(`${one} again`);
    await settle(relay);
    await settle(relay);
  }
  red.play("c3c4");
  await settle(relay);
  const [watcher, late] = [room.watch(), room.join()];
  await pass(relay, 5000);
  for (const each of [watcher, late]) {
    assert.equal(each.game().terms.id, red.game().terms.id);
    assert.equal(each.moves(), "c3c4");
    assert.ok(!each.session.isSeated());
  }
});
