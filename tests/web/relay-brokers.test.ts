/**
 * The relay of `chuhe serve` and Debian's mosquitto, as docs/RELAY.md has it set up, do the same for mqtt.js, the client of
 * the page.
 */
import { connect, connectAsync } from "mqtt";
import type { IClientOptions, MqttClient } from "mqtt";
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import test from "node:test";
import type { TestContext } from "node:test";
import { type Broker, startMosquitto, startRelay } from "./broker-helpers.ts";
import { ROOT, until } from "./helpers.ts";
import { findProgram } from "./hosting-helpers.ts";

const NOT_AUTHORIZED = 0x87;
const SESSION_TAKEN_OVER = 0x8e;
const TOPIC_INVALID = 0x90;
const QUOTA_EXCEEDED = 0x97;
/** The time in which the cases of one relay have to be through, in milliseconds. */
const TIME_LIMIT = 300_000;

/** A message as the tests compare it: the end of its topic, its text, the retain flag. */
type Message = [topic: string, text: string, retained: boolean];

interface Peer {
  client: MqttClient;
  messages: Message[];
}

const newRoom = () => `chuhe/1/${randomBytes(16).toString("base64url")}`;

/** Waits for an event of a client. */
const happens = <Data>(client: MqttClient, event: "close" | "disconnect" | "error") =>
  new Promise<Data>((resolve) => client.once(event, resolve as () => void));

/** Connects a client that ends with the test. */
async function newClient(t: TestContext, { url }: Broker, options: IClientOptions = {}) {
  const client = await connectAsync(url, { protocolVersion: 5, reconnectPeriod: 0, ...options });
  client.on("error", () => {}); // the test looks at what follows from it
  t.after(() => client.end(true));
  return client;
}

/** Connects a client whose will clears its presence, and enters a room. */
async function enter(t: TestContext, broker: Broker, room: string, name: string): Promise<Peer> {
  const client = await newClient(t, broker, {
    clientId: `${name}-${randomBytes(8).toString("hex")}`,
    will: { topic: `${room}/here/${name}`, payload: Buffer.alloc(0), qos: 1, retain: true },
  });
  const messages: Message[] = [];
  client.on("message", (topic, payload, { retain }) => {
    messages.push([topic.replace(`${room}/`, ""), `${payload}`, retain]);
  });
  await client.subscribeAsync(`${room}/#`, { qos: 1, nl: true });
  return { client, messages };
}

const retained = { qos: 1, retain: true } as const;

/**
 * Asserts that the relay refuses a message: with a reason, by closing the connection, or with a reason that mqtt.js does not
 * expect in PUBACK, such as mosquitto's "packet too large".
 */
async function assertRefused(client: MqttClient, topic: string, payload: string | Buffer) {
  const closed = happens(client, "close").then(() => "closed");
  const failed = happens(client, "error").then(() => "refused");
  const sent = client.publishAsync(topic, payload, { qos: 1 }).then(
    () => "accepted",
    ({ code }: { code: number }) => (code >= 0x80 ? "refused" : `refused with ${code}`),
  );
  assert.match(await Promise.race([closed, failed, sent]), /^(closed|refused)$/, topic);
}

/** The cases in which both relays do the same. */
const CASES: Record<string, (t: TestContext, broker: Broker) => Promise<void>> = {
  "two players hear each other, and the third finds what is retained": async (t, broker) => {
    const room = newRoom();
    const red = await enter(t, broker, room, "red");
    await red.client.publishAsync(`${room}/line/red`, "h2e2", retained);
    await red.client.publishAsync(`${room}/here/red`, "yes", retained);
    const black = await enter(t, broker, room, "black");
    await until(() => black.messages.length === 2);
    const expected = [
      ["here/red", "yes", true],
      ["line/red", "h2e2", true],
    ];
    assert.deepEqual(black.messages.toSorted(), expected);
    await black.client.publishAsync(`${room}/say/black`, "hello", { qos: 1 });
    await until(() => red.messages.length > 0);
    assert.deepEqual(red.messages, [["say/black", "hello", false]], "and nothing of its own");
    const other = await enter(t, broker, newRoom(), "other");
    const third = await enter(t, broker, room, "third");
    await until(() => third.messages.length === 2);
    assert.deepEqual(other.messages, []);
  },

  "the will of a lost client clears its presence": async (t, broker) => {
    const room = newRoom();
    const [red, black] = [
      await enter(t, broker, room, "red"),
      await enter(t, broker, room, "black"),
    ];
    await red.client.publishAsync(`${room}/here/red`, "yes", retained);
    await until(() => black.messages.length === 1);
    red.client.stream.destroy();
    await until(() => black.messages.length === 2);
    assert.deepEqual(black.messages[1], ["here/red", "", false]);
    const late = await enter(t, broker, room, "late");
    await late.client.publishAsync(`${room}/say/late`, "done", { qos: 1 });
    assert.deepEqual(late.messages, []);
  },

  "a client that says goodbye leaves no will": async (t, broker) => {
    const room = newRoom();
    const [red, black] = [
      await enter(t, broker, room, "red"),
      await enter(t, broker, room, "black"),
    ];
    await red.client.endAsync();
    const third = await enter(t, broker, room, "third");
    await third.client.publishAsync(`${room}/say/third`, "later", { qos: 1 });
    await until(() => black.messages.length > 0);
    assert.deepEqual(black.messages, [["say/third", "later", false]]);
  },

  "only the topics of live games are taken": async (t, broker) => {
    const room = newRoom();
    const client = await newClient(t, broker);
    await client.subscribeAsync(`${room}/#`);
    for (const topic of ["test", `${room}/sing/a`, `${room}/say/a/b`, room])
      await assertRefused(client, topic, "x");
  },

  "no subscription reaches more than one room": async (t, broker) => {
    const client = await newClient(t, broker);
    const rest = "AAAAAAAAAAAAAAAAAAAAAA/#";
    const filters = ["#", "+/#", "chuhe/#", "chuhe/1/#", "chuhe/1/+/#", "chuhe/1/+/say/+"];
    for (const filter of [...filters, `chuhe/+/${rest}`, `+/1/${rest}`, `$share/a/chuhe/1/${rest}`])
      await assert.rejects(client.subscribeAsync(filter), filter);
  },

  "too long messages are refused": async (t, broker) => {
    const room = newRoom();
    const red = await enter(t, broker, room, "red");
    const black = await enter(t, broker, room, "black");
    await red.client.publishAsync(`${room}/say/red`, Buffer.alloc(2048, "x"), { qos: 1 });
    await until(() => black.messages.length === 1);
    assert.equal(black.messages[0]![1].length, 2048);
    await assertRefused(red.client, `${room}/say/red`, Buffer.alloc(4096, "x"));
    const late = await enter(t, broker, room, "late");
    await late.client.publishAsync(`${room}/say/late`, "done", { qos: 1 });
    await until(() => black.messages.some(([, text]) => text === "done"));
    assert.equal(black.messages.filter(([topic]) => topic === "say/red").length, 1);
  },

  "a second connection with the same id takes over": async (t, broker) => {
    const clientId = randomBytes(16).toString("hex");
    const first = await newClient(t, broker, { clientId });
    const closed = happens(first, "close");
    const second = await newClient(t, broker, { clientId });
    await closed;
    assert.ok(second.connected);
  },

  "a delayed will is dropped when the client is back in its session": async (t, broker) => {
    const room = newRoom();
    const black = await enter(t, broker, room, "black");
    const options: IClientOptions = {
      clientId: randomBytes(16).toString("hex"),
      clean: false,
      properties: { sessionExpiryInterval: 30 },
      will: {
        topic: `${room}/here/red`,
        payload: Buffer.from("gone"),
        qos: 1,
        retain: true,
        properties: { willDelayInterval: 2 },
      },
    };
    for (const isBack of [true, false]) {
      const red = await newClient(t, broker, options);
      await red.subscribeAsync(`${room}/#`);
      const closed = happens(red, "close");
      red.stream.destroy();
      if (isBack) await closed;
    }
    await until(() => black.messages.length > 0);
    assert.deepEqual(black.messages, [["here/red", "gone", false]]);
  },

  "retained messages expire": async (t, broker) => {
    const room = newRoom();
    const red = await enter(t, broker, room, "red");
    const properties = { messageExpiryInterval: 1 };
    await red.client.publishAsync(`${room}/line/red`, "h2e2", { ...retained, properties });
    await until(async () => {
      const late = await enter(t, broker, room, "late");
      await late.client.publishAsync(`${room}/say/late`, "done", { qos: 1 });
      await late.client.endAsync();
      return late.messages.length === 0;
    });
  },

  "after a restart the players are back and send their games again": async (t, broker) => {
    const room = newRoom();
    const games = ["red", "black"].map((name) => {
      const client = connect(broker.url, { protocolVersion: 5, reconnectPeriod: 50 });
      const heard: string[] = [];
      let connections = 0;
      client.on("error", () => {});
      client.on("message", (topic, payload) => {
        heard.push(`${topic.replace(`${room}/line/`, "")} ${payload}`);
      });
      client.on("connect", async () => {
        connections += 1;
        await client.subscribeAsync(`${room}/#`, { qos: 1, nl: true });
        await client.publishAsync(`${room}/line/${name}`, `${connections}`, retained);
      });
      t.after(() => client.end(true));
      return { client, heard };
    });
    const hear = (text: string) =>
      until(() => games.some(({ heard }) => heard.includes(`red ${text}`)));
    await hear("1");
    await until(() => games.every(({ heard }) => heard.length > 0));
    await broker.restart();
    await until(() => games.every(({ heard }) => heard.some((each) => each.endsWith(" 2"))));
  },
};

const BROKERS = {
  "chuhe serve": {
    program: [`${ROOT}target/debug/chuhe`].find((path) => existsSync(path)),
    start: startRelay,
  },
  mosquitto: { program: findProgram("mosquitto"), start: startMosquitto },
};

for (const [name, { program, start }] of Object.entries(BROKERS))
  test(`${name} as relay`, { timeout: TIME_LIMIT }, async (t) => {
    if (!program) return t.skip(`${name} is not there`);
    const broker = await start(t, program);
    for (const [what, run] of Object.entries(CASES))
      await t.test(what, (part) => run(part, broker));
  });

test("the relay of chuhe serve says more precisely why it refuses something", async (t) => {
  const { program } = BROKERS["chuhe serve"];
  if (!program) return t.skip("there is no target/debug/chuhe");
  const broker = await startRelay(t, program);
  const room = newRoom();
  const client = await newClient(t, broker);
  const refusal = (topic: string, options: object) =>
    client.publishAsync(topic, "x", { qos: 1, ...options }).then(
      () => 0,
      ({ code }: { code: number }) => code,
    );
  assert.equal(await refusal(`${room}/say/a`, {}), NOT_AUTHORIZED, "not in the room");
  await client.subscribeAsync(`${room}/#`);
  assert.equal(await refusal(`${room}/say/a`, {}), 0);
  assert.equal(await refusal(`${room}/say/a`, { retain: true }), NOT_AUTHORIZED, "only once");
  assert.equal(await refusal(`${room}/say/${"a".repeat(44)}`, {}), TOPIC_INVALID);
  const large = client.publishAsync(`${room}/say/a`, Buffer.alloc(2049), { qos: 1 });
  await assert.rejects(large, { code: QUOTA_EXCEEDED });
  const rooms = await Promise.allSettled(
    [1, 2, 3, 4].map(() => client.subscribeAsync(`${newRoom()}/#`)),
  );
  assert.deepEqual(
    rooms.map(({ status }) => status),
    ["fulfilled", "fulfilled", "fulfilled", "rejected"],
  );
  const old = connect(broker.url, { protocolVersion: 4, reconnectPeriod: 0 });
  t.after(() => old.end(true));
  const error = await happens<{ code: number }>(old, "error");
  assert.equal(error.code, 1, "unacceptable protocol version");
  const clientId = "the same";
  const first = await newClient(t, broker, { clientId });
  const told = happens<{ reasonCode: number }>(first, "disconnect");
  await newClient(t, broker, { clientId });
  assert.equal((await told).reasonCode, SESSION_TAKEN_OVER);
});
