/** Drives the page of games between friends. */
import type { TestContext } from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import type { Board } from "../../www/js/board/index.ts";
import type { FriendRoom } from "../../www/js/friend/friend-room.ts";
import type { LivePageState } from "../../www/js/friend/live/live-page.ts";
import { drawn, newPage, pressMove } from "./helpers.ts";

declare global {
  var chuheFriend: {
    ready: Promise<unknown>;
    board: Board;
    room: FriendRoom;
    live: LivePageState;
  };
}

/** A stored game with two moves, in which this device plays Red. */
export const FRIEND_GAMES = JSON.stringify({
  version: 1,
  games: [
    {
      terms: {
        id: "0123456789ab",
        startFen: null,
        ruleset: "asian",
        hostSide: "red",
        isLive: false,
        clock: null,
      },
      actions: ["h2e2", "h9g7"],
      keys: {},
      own: { red: { secret: "0".repeat(64), public: "0".repeat(64) } },
      signature: "0".repeat(128),
      name: "",
      begun: 1,
      changed: 1,
      sent: 2,
      isSaved: false,
      live: null,
    },
  ],
});

/** Opens the page on a device of its own. */
export async function device(t: TestContext, url: string, options: BrowserContextOptions = {}) {
  const { page, errors, context } = await newPage(t, {
    locale: "en-GB",
    permissions: ["clipboard-read", "clipboard-write"],
    viewport: { width: 1100, height: 760 },
    ...options,
  });
  return { page, errors, context, ...person(page, url) };
}

export function person(page: Page, home: string) {
  const moves = () => page.evaluate(() => chuheFriend.room.replayed?.moves.join(" "));
  return {
    moves,
    /** Opens an address, and waits until the page is ready. */
    async open(url = home) {
      await page.goto("about:blank");
      await page.goto(url);
      await page.locator("#friend[data-ready]").waitFor();
    },
    /** Plays a move, and waits until it is made. */
    async move(move: string) {
      await pressMove(page, move);
      await page.waitForFunction((made) => chuheFriend.room.replayed?.moves.at(-1) === made, move);
    },
    /** Copies the link, and returns it. */
    async link() {
      await page.click("#friend-share");
      await page.locator("#toast", { hasText: "Copied" }).waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    },
    /** Plays actions without the board. */
    async plays(...actions: string[]) {
      for (const action of actions)
        await page.evaluate((text) => chuheFriend.room.play(text), action);
      await drawn(page);
    },
    /** Returns the link to send, and counts it as sent. */
    async code() {
      const link = await page.locator("#friend-link").inputValue();
      await page.evaluate(() => chuheFriend.room.sent());
      return link;
    },
    stored: () => page.evaluate(() => localStorage.getItem("chuhe:friends")),
    announced: () => page.locator("#announcer p").allTextContents(),
    accept: () => page.click("#friend-accept"),
    says: (words: string) => page.locator("#friend-game", { hasText: words }).waitFor(),
  };
}

/**
 * Answers a page's connection to the relay wss://relay.example, which its host offers, as a relay without other people.
 * Packets of MQTT 5: https://docs.oasis-open.org/mqtt/mqtt/v5.0/mqtt-v5.0.html
 */
export async function answerAsRelay(page: Page) {
  const relays = ["wss://relay.example/mqtt"];
  await page.route("**/relays.json", (route) => route.fulfill({ json: { relays } }));
  await page.routeWebSocket("wss://relay.example/mqtt", (socket) => {
    socket.onMessage((message) => {
      const answer = answerTo(Buffer.from(message as Buffer));
      if (answer) socket.send(Buffer.from(answer));
    });
  });
}

/** Returns the answer to a packet; null for one without. */
function answerTo(packet: Buffer): number[] | null {
  const kind = packet[0]! >> 4;
  const start = packet.findIndex((byte, index) => index > 0 && byte < 128) + 1;
  if (kind === 1) return [0x20, 3, 0, 0, 0]; // CONNECT: accepted
  if (kind === 8) return [0x90, 4, packet[start]!, packet[start + 1]!, 0, 0]; // SUBSCRIBE: granted
  if (kind === 12) return [0xd0, 0]; // PINGREQ
  if (kind !== 3 || (packet[0]! & 6) === 0) return null;
  const id = start + 2 + packet.readUInt16BE(start);
  return [0x40, 2, packet[id]!, packet[id + 1]!]; // PUBLISH: received
}
