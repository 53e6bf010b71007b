/** Live games on the page, each person with a browser context of their own, over the relay of `chuhe serve`. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import test from "node:test";
import type { TestContext } from "node:test";
import type { Page } from "playwright-core";
import { type Broker, startMosquitto, startRelay } from "./broker-helpers.ts";
import { device, person } from "./friend-helpers.ts";
import { ROOT, startServer } from "./helpers.ts";
import { findProgram } from "./hosting-helpers.ts";

const PROGRAM = `${ROOT}target/debug/chuhe`;
const skip = existsSync(PROGRAM) ? false : "there is no target/debug/chuhe";
/** Messages that browsers write to the console when a connection is refused or lost. */
const CONNECTION = /WebSocket connection to .* failed|ERR_INTERNET_DISCONNECTED/;

type Device = Awaited<ReturnType<typeof liveDevice>>;

/** Names the relay to a page, as the host's relays.json does. */
const nameRelays = (page: Page, relays: string[]) =>
  page.route("**/relays.json", (route) => route.fulfill({ json: { relays } }));

/** A device whose page has a relay. */
async function liveDevice(t: TestContext, url: string, { url: relay }: Pick<Broker, "url">) {
  const own = await device(t, url);
  await nameRelays(own.page, [relay]);
  return { ...own, ...live(own.page) };
}

function live(page: Page) {
  const state = () => page.evaluate(() => chuheFriend.live.session?.get());
  return {
    state,
    /** Waits until the connection is open. */
    connected: () => page.locator("#friend-presence[data-connection=open]").waitFor(),
    lost: () => page.locator("#friend-presence[data-connection=lost]").waitFor(),
    /** Waits until both players are in the room. */
    together: () =>
      page.waitForFunction(() => globalThis.chuheFriend?.live?.session?.get().here.length === 2),
    /** Waits until the line has come. */
    sees: (moves: string) =>
      page.waitForFunction(
        (line) => globalThis.chuheFriend?.room?.replayed?.moves.join(" ") === line,
        moves,
      ),
    press: (name: string) => page.getByRole("button", { name, exact: true }).click(),
    details: (id: string) => page.click(`#${id} summary`),
  };
}

/** Two people at the start of a live game: Red has made it, and Black has joined by the link. */
async function together(t: TestContext, { clock = "none", relay = null as Broker | null } = {}) {
  const server = await startServer(t);
  const url = `${server.url}friend.html`;
  relay ??= await startRelay(t, PROGRAM);
  const red = await liveDevice(t, url, relay);
  const black = await liveDevice(t, url, relay);
  await red.open();
  await red.page.check("input[name=how][value=live]", { force: true });
  await red.page.selectOption("#friend-clock", clock);
  await red.page.click("#friend-new [type=submit]");
  await red.connected();
  const link = await red.link();
  await black.open(link);
  await black.accept();
  await black.together();
  await red.together();
  return { url, relay, red, black, link };
}

/** Plays moves, each by the side to move, and waits until the other has them. */
async function playMoves(red: Device, black: Device, moves: string[]) {
  const [[first], line] = [moves, [] as string[]];
  const isRedFirst = "0123".includes(first!.charAt(1));
  for (const [index, move] of moves.entries()) {
    const [mover, other] = (index % 2 === 0) === isRedFirst ? [red, black] : [black, red];
    await mover.move(move);
    line.push(move);
    await other.page.waitForFunction(
      (made) => globalThis.chuheFriend?.room?.replayed?.moves.at(-1) === made,
      move,
    );
  }
}

const noErrors = (...devices: { errors: string[] }[]) =>
  assert.deepEqual(
    devices.flatMap(({ errors }) => errors).filter((error) => !CONNECTION.test(error)),
    [],
  );

test(
  "two play live, a third watches: moves, phrases, a draw declined, a takeback, the end and another game",
  { skip },
  async (t) => {
    const { url, relay, red, black } = await together(t, { clock: "10+5" });
    await playMoves(red, black, ["h2e2", "h9g7", "h0g2", "i9h9"]);
    assert.match(await red.page.locator("#friend-below .player-clock").innerText(), /^(10:0|9:5)/);

    await red.details("friend-about");
    await red.page.click("#friend-watchers");
    await red.page.locator("#toast", { hasText: "can watch" }).waitFor();
    const watching = await red.page.evaluate(() => navigator.clipboard.readText());
    const watcher = await liveDevice(t, url, relay);
    await watcher.open(watching);
    await watcher.says("You are invited to watch");
    assert.equal(await watcher.page.locator("#friend-accept").count(), 0);
    await watcher.page.click("#friend-watch");
    await watcher.sees("h2e2 h9g7 h0g2 i9h9");
    await red.says("1 watches");

    await black.details("friend-phrases");
    await black.press("Good move!");
    for (const each of [red, watcher])
      await each.page.locator(".friend-said", { hasText: "Good move!" }).waitFor();

    await black.details("friend-actions");
    await black.press("Offer a draw");
    await red.press("Decline");
    await black.page.locator("#toast", { hasText: "Your friend declines." }).waitFor();
    await black.press("Ask to take back my move");
    await red.press("Agree");
    for (const each of [red, black, watcher]) await each.sees("h2e2 h9g7 h0g2");

    await black.press("Resign");
    await black.press("Press again to resign");
    await red.page.locator("#friend-result[data-outcome=won]").waitFor();
    await watcher.page.locator("#friend-result[data-outcome=seen]").waitFor();
    await red.page.click("#friend-rematch");
    await black.says("wants another game");
    await black.page.click("#friend-rematch");
    for (const each of [red, black, watcher]) await each.sees("");
    await red.says("You play Black");
    await black.says("You play Red");
    await playMoves(black, red, ["b2e2", "h9g7"]);
    await watcher.sees("b2e2 h9g7");
    noErrors(red, black, watcher);
  },
);

test("a relay that is killed and started again in mid-game loses nothing", { skip }, async (t) => {
  const { relay, red, black } = await together(t);
  await playMoves(red, black, ["h2e2", "h9g7"]);
  for (const move of ["h0g2", "i9h9"]) {
    const mover = move === "h0g2" ? red : black;
    const restarted = relay.restart(() =>
      Promise.all([red.lost(), black.lost(), mover.move(move)]),
    );
    await restarted;
    await red.together();
    await black.together();
    for (const each of [red, black])
      await each.page.waitForFunction(
        (made) => globalThis.chuheFriend?.room?.replayed?.moves.at(-1) === made,
        move,
      );
  }
  noErrors(red, black);
});

test("a connection with delays that breaks again and again loses nothing", { skip }, async (t) => {
  const relay = await startRelay(t, PROGRAM);
  const { red, black } = await together(t, { relay });
  const cuts: (() => void)[] = [];
  for (const { page } of [red, black]) {
    // From now on, messages come late, and connections can be cut.
    await page.routeWebSocket(/\/mqtt$/, (socket) => {
      const server = socket.connectToServer();
      const late = (send: () => void) => setTimeout(send, 200);
      socket.onMessage((message) => void late(() => server.send(message)));
      server.onMessage((message) => void late(() => socket.send(message)));
      cuts.push(() => void socket.close({ code: 1001, reason: "cut" }));
    });
    await page.reload();
    await page.locator("#friend[data-ready]").waitFor();
  }
  await red.together();
  await black.together();
  const moves = ["h2e2", "h9g7", "h0g2", "i9h9"];
  for (const [index, move] of moves.entries()) {
    const [mover, other] = index % 2 === 0 ? [red, black] : [black, red];
    await mover.move(move);
    for (const cut of cuts.splice(0)) cut();
    await other.page.waitForFunction(
      (made) => globalThis.chuheFriend?.room?.replayed?.moves.at(-1) === made,
      move,
    );
  }
  for (const each of [red, black]) assert.equal(await each.moves(), moves.join(" "));
  noErrors(red, black);
});

const MOSQUITTO = findProgram("mosquitto");
const RELAYS = {
  "chuhe serve": { isMissing: skip, begin: (t: TestContext) => startRelay(t, PROGRAM) },
  mosquitto: {
    isMissing: MOSQUITTO ? false : "mosquitto is not installed",
    begin: (t: TestContext) => startMosquitto(t, MOSQUITTO!),
  },
};

for (const [name, { isMissing, begin }] of Object.entries(RELAYS))
  test(
    `over ${name}, a reload in mid-game comes back to the room, with clocks and moves`,
    {
      skip: isMissing,
    },
    async (t) => {
      const { red, black } = await together(t, { clock: "5+3", relay: await begin(t) });
      await playMoves(red, black, ["h2e2", "h9g7", "h0g2"]);
      await black.page.reload();
      await black.together();
      await black.sees("h2e2 h9g7 h0g2");
      await playMoves(red, black, ["i9h9"]);
      await red.sees("h2e2 h9g7 h0g2 i9h9");
      assert.match(await red.page.locator("#friend-below .player-clock").innerText(), /^[45]:/);
      noErrors(red, black);
    },
  );

test(
  "a phone that sleeps for ten minutes on its turn can be claimed against, and wakes up to the result",
  {
    skip,
  },
  async (t) => {
    const { url, red, black } = await together(t);
    await red.page.clock.install();
    await red.page.reload();
    await red.together();
    await playMoves(red, black, ["h2e2"]);
    // The phone's browser is stopped, and its connection ends.
    await black.page.goto(new URL("manifest.webmanifest", url).href);
    await red.says("Your friend is away");
    await red.page.clock.fastForward("00:30");
    await red.page.locator("#friend-countdown").waitFor();
    await red.page.clock.fastForward("10:00");
    await red.press("Claim a win");
    await red.page.locator("#friend-result[data-outcome=won]").waitFor();
    await black.page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem("chuhe:friends")!);
      stored.games[0].live.seen -= 600_000;
      localStorage.setItem("chuhe:friends", JSON.stringify(stored));
    });
    await black.page.goBack();
    await black.page.locator("#friend-result[data-outcome=lost]").waitFor();
    await black.says("did not come back");
    noErrors(red, black);
  },
);

test(
  "of two tabs of one person the later one plays, until the game is taken back",
  { skip },
  async (t) => {
    const { red, black } = await together(t);
    const page = await black.context.newPage();
    await nameRelays(page, [await relayOf(black.page)]);
    const second = {
      ...person(page, black.page.url()),
      ...live(page),
      page,
      errors: [] as string[],
    };
    await second.open();
    await second.together();
    await black.says("open in another tab");
    await red.move("h2e2");
    await second.sees("h2e2");
    await second.move("h9g7");
    await red.sees("h2e2 h9g7");
    await black.sees("h2e2 h9g7");
    await black.page.bringToFront();
    await black.press("Play here");
    await black.together();
    await second.says("open in another tab");
    await red.move("h0g2");
    await black.sees("h2e2 h9g7 h0g2");
    noErrors(red, black);
  },
);

/** The address of the first relay that a page has. */
const relayOf = (page: Page) =>
  page.evaluate(async () => (await (await fetch("relays.json")).json()).relays[0] as string);

test(
  "a robot that opens the link first, or looks without a tap, takes no seat",
  { skip },
  async (t) => {
    const server = await startServer(t);
    const url = `${server.url}friend.html`;
    const relay = await startRelay(t, PROGRAM);
    const red = await liveDevice(t, url, relay);
    await red.open();
    await red.page.check("input[name=how][value=live]", { force: true });
    await red.page.click("#friend-new [type=submit]");
    await red.connected();
    const link = await red.link();

    assert.match(await (await fetch(link)).text(), /Play a friend/);
    const robot = await liveDevice(t, url, relay);
    const sockets: string[] = [];
    robot.page.on("websocket", (socket) => sockets.push(socket.url()));
    await robot.open(link);
    await robot.says("invites you to a live game");
    await robot.page.goto("about:blank");
    assert.deepEqual(
      sockets.filter((address) => address.includes("/mqtt")),
      [],
    );

    const black = await liveDevice(t, url, relay);
    await black.open(`${link.replace("?live#g=", "?fbclid=abc&live%23g=")}).`);
    await black.accept();
    await black.together();
    const third = await liveDevice(t, url, relay);
    await third.open(link);
    await third.accept();
    await third.page.locator("#toast", { hasText: "you watch" }).waitFor();
    await playMoves(red, black, ["h2e2", "h9g7"]);
    await third.sees("h2e2 h9g7");
    noErrors(red, black, third);
  },
);

test("without a relay the page says how to get one, and what is wrong with an address", async (t) => {
  const server = await startServer(t);
  const red = await device(t, `${server.url}friend.html`);
  await nameRelays(red.page, []);
  await red.open();
  await red.page.check("input[name=how][value=live]", { force: true });
  await red.page.locator("#friend-no-relay", { hasText: "relays.json" }).waitFor();
  await red.page.fill("#friend-relay", "ftp://relay.example");
  await red.page.click("#friend-new [type=submit]");
  await red.page.locator("[role=alert]", { hasText: "“ftp://relay.example” is not" }).waitFor();
  await red.page.check("input[name=how][value=link]", { force: true });
  await red.page.click("#friend-new [type=submit]");
  await red.move("h2e2");
  await red.says("Your move is made");
  noErrors(red);
});
