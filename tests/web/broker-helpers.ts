/** Starts relays: `chuhe serve`, and Debian's mosquitto with the files of hosting/mosquitto. */
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { TestContext } from "node:test";
import { ROOT, until } from "./helpers.ts";
import { freePort, start, temporaryFolder } from "./hosting-helpers.ts";

export interface Broker {
  /** The address of the WebSocket. */
  url: string;
  /** Ends the relay, and starts it again on the same port after `meanwhile`. Nothing that it knew is left. */
  restart(meanwhile?: () => Promise<unknown>): Promise<void>;
}

/** Waits until a port takes connections. */
const listens = (port: number) =>
  until(async () => {
    const socket = createConnection(port, "127.0.0.1");
    const [event] = await Promise.race([
      once(socket, "connect").then(() => ["connect"]),
      once(socket, "error").then(() => ["error"]),
    ]).catch(() => ["error"]);
    socket.destroy();
    return event === "connect";
  });

/** Runs a program on a port, again and again. */
async function broker(port: number, run: () => ReturnType<typeof start>): Promise<Broker> {
  let child = run();
  await listens(port);
  return {
    url: `ws://127.0.0.1:${port}/mqtt`,
    async restart(meanwhile) {
      const ended = once(child, "exit");
      child.kill();
      await ended;
      await meanwhile?.();
      child = run();
      await listens(port);
    },
  };
}

/** Starts the relay of `chuhe serve`. */
export async function startRelay(t: TestContext, program: string): Promise<Broker> {
  const port = await freePort();
  return await broker(port, () => {
    const child = start(t, program, ["serve", "--port", `${port}`]);
    createInterface(child.stdout).resume();
    return child;
  });
}

/** Starts mosquitto with its file in hosting, on another port and with files in another folder. */
export async function startMosquitto(t: TestContext, program: string): Promise<Broker> {
  const port = await freePort();
  const own = temporaryFolder(t);
  const hosting = `${ROOT}hosting/mosquitto`;
  const config = readFileSync(`${hosting}/chuhe.conf`, "utf8")
    .replace("listener 9001", `listener ${port}`)
    .replace("/run/mosquitto", own)
    .replace("/usr/lib/x86_64-linux-gnu/", pluginFolder())
    .replace("/etc/mosquitto/conf.d/roles.json", join(own, "roles.json"));
  writeFileSync(join(own, "roles.json"), readFileSync(`${hosting}/roles.json`));
  // Started by root, it would become a user who cannot read the folder.
  writeFileSync(join(own, "chuhe.conf"), `${config}\nuser ${userInfo().username}\n`);
  return await broker(port, () => start(t, program, ["-c", join(own, "chuhe.conf")]));
}

/** Returns the folder of mosquitto's plugins, which is named after the machine. */
function pluginFolder(): string {
  const machine = process.arch === "arm64" ? "aarch64" : "x86_64";
  return `/usr/lib/${machine}-linux-gnu/`;
}
