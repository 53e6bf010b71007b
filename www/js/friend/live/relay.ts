// The connection to a relay: an MQTT 5 broker over WebSockets, by mqtt.js, which is fetched when a live game is opened.

import type { IClientOptions, MqttClient } from "mqtt";
import { errorDetails } from "../../core/error-details.ts";

/** The events of a connection. */
export interface RelayEvents {
  /** The room is joined, for the first time or again; its retained messages follow. */
  onOpen(): void;
  /** The connection is lost; it is tried again without end. */
  onLost(): void;
  /** The relay refuses the room or a message; `reason` is its own word or number. */
  onRefused(reason: string): void;
  onMessage(topic: string, payload: Uint8Array): void;
}

export interface RelayOptions extends RelayEvents {
  /** The topic filter of the room. */
  filter: string;
  /** The topic whose retained message the relay deletes when the connection is lost. */
  willTopic: string;
}

export interface Relay {
  /** Sends a message if the connection is open; resolves to false if it was not sent. An empty one deletes. */
  publish(topic: string, payload: Uint8Array, retain: boolean): Promise<boolean>;
  /** Tries again at once, for example after the device has slept. */
  wake(): void;
  /** Deletes the retained message of the will, and ends the connection. */
  close(): void;
}

export type Connect = (options: RelayOptions) => Relay;

/** The time after which a relay deletes a retained message, in seconds. */
const EXPIRY_S = 86_400;
const KEEPALIVE_S = 15;
const CONNECT_MS = 8000;
const RETRY_MS = 1000;
/** The share of the wait that is random, so that not all devices come back to a relay at once. */
const RETRY_SPREAD = 2;

/** Returns the WebSocket address of a relay; `address` may be relative to `base`. Null if it is none. */
export function relayUrl(address: string, base: string): URL | null {
  if (!URL.canParse(address, base)) return null;
  const url = new URL(address, base);
  if (url.protocol === "http:") url.protocol = "ws:";
  if (url.protocol === "https:") url.protocol = "wss:";
  url.username = url.password = url.hash = "";
  return url.protocol === "ws:" || url.protocol === "wss:" ? url : null;
}

/** Fetches mqtt.js. Returns a function that connects to the relay at an address. */
export async function loadRelay(url: URL): Promise<Connect> {
  const { default: mqtt } = await import("mqtt");
  return ({ filter, willTopic, ...events }) => {
    const options: IClientOptions = {
      protocolVersion: 5,
      clean: true,
      clientId: `chuhe-${crypto.getRandomValues(new Uint32Array(3)).join("-")}`,
      keepalive: KEEPALIVE_S,
      connectTimeout: CONNECT_MS,
      reconnectPeriod: Math.round(RETRY_MS * (1 + Math.random() * RETRY_SPREAD)),
      resubscribe: false,
      queueQoSZero: false,
      // A timer in a worker from a blob, mqtt.js's own, is forbidden by the page's Content-Security-Policy.
      timerVariant: "native",
      will: { topic: willTopic, payload: new Uint8Array() as never, qos: 1, retain: true },
    };
    return new MqttRelay(mqtt.connect(url.href, options), filter, willTopic, events);
  };
}

class MqttRelay implements Relay {
  readonly #client;
  readonly #willTopic;
  readonly #events;
  /** True while a connection is being made; a second one at the same time would end the first. */
  #isConnecting = true;
  /** Counts the connections. */
  #connection = 0;
  /** True from the subscription on until the connection is lost. */
  #isOpen = false;

  constructor(client: MqttClient, filter: string, willTopic: string, events: RelayEvents) {
    this.#client = client;
    this.#willTopic = willTopic;
    this.#events = events;
    client.on("reconnect", () => (this.#isConnecting = true));
    client.on("connect", () => void this.#enter(filter));
    client.on("close", () => {
      this.#isConnecting = this.#isOpen = false;
      events.onLost();
    });
    client.on("error", (error) => this.#report(error));
    client.on("message", (topic, payload) => events.onMessage(topic, payload));
  }

  async #enter(filter: string): Promise<void> {
    this.#isConnecting = false;
    this.#connection += 1;
    const connection = this.#connection;
    const isCurrent = () => this.#client.connected && connection === this.#connection;
    try {
      await this.#client.subscribeAsync(filter, { qos: 0, nl: true });
      if (!isCurrent()) return;
      this.#isOpen = true;
      this.#events.onOpen();
    } catch (error) {
      if (isCurrent()) this.#events.onRefused(errorDetails(error).message ?? "");
    }
  }

  /** Reports what the relay refuses. A lost connection, which has no code, is none of that. */
  #report(error: unknown): void {
    const { code, message } = errorDetails(error);
    if (typeof code === "number") this.#events.onRefused(message ?? "");
  }

  async publish(topic: string, payload: Uint8Array, retain: boolean): Promise<boolean> {
    if (!this.#isOpen) return false;
    const connection = this.#connection;
    const properties = retain && payload.length > 0 ? { messageExpiryInterval: EXPIRY_S } : {};
    try {
      await this.#client.publishAsync(topic, payload as never, { qos: 1, retain, properties });
      return true;
    } catch (error) {
      // After a lost connection mqtt.js sends the message before the room is joined; the whole state is sent again.
      if (connection === this.#connection && this.#isOpen) this.#report(error);
      return false;
    }
  }

  wake(): void {
    if (this.#client.connected) this.#client.sendPing();
    else if (!this.#isConnecting) {
      this.#isConnecting = true;
      this.#client.reconnect();
    }
  }

  close(): void {
    const end = () => void this.#client.end(true);
    if (!this.#isOpen) return end();
    this.#client.publish(this.#willTopic, "", { qos: 0, retain: true }, end);
  }
}
