/**
 * WebKitGTK by its own driver, in plain WebDriver over HTTP: MiniBrowser on a virtual screen. Each tab is a browser of its
 * own, since a session keeps its storage.
 *
 * The driver gives no console: a script that is put into each document as soon as possible collects its errors.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { SIZE, inPage, programOf, temporary } from "./drivers.ts";
import type { Browser, Point, Tab } from "./drivers.ts";

const DRIVER = [process.env.WEBKIT_DRIVER, "/usr/bin/WebKitWebDriver"];
const BROWSER = [
  process.env.WEBKIT_BROWSER,
  ...["x86_64", "aarch64"].flatMap((machine) =>
    ["webkit2gtk-4.1", "webkitgtk-6.0"].map(
      (api) => `/usr/lib/${machine}-linux-gnu/${api}/MiniBrowser`,
    ),
  ),
  "/usr/libexec/webkit2gtk-4.1/MiniBrowser",
];
/** The time limit of a script in the page, in milliseconds. */
const SCRIPT_MS = 60_000;
const CONTROL = "\uE009";
const KEYS: Record<string, string> = {
  Escape: "\uE00C",
  Enter: "\uE007",
  Tab: "\uE004",
  Control: CONTROL,
};

const middleOf = (a: Point, b: Point) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

type Send = <Value>(method: string, path: string, body?: object) => Promise<Value>;

export async function launch(): Promise<Browser> {
  const driver = programOf("WebKit's driver (webkit2gtk-driver)", DRIVER);
  const binary = programOf("WebKit's MiniBrowser", BROWSER);
  const folder = temporary();
  const screen = await openScreen();
  const env = environment(folder.path, screen.display);
  const manager = spawn(programOf("openbox", ["/usr/bin/openbox"]), { env, stdio: "ignore" });
  const port = await freePort();
  const program = spawn(driver, [`--port=${port}`], { env, stdio: "ignore" });
  const send = senderTo(`http://127.0.0.1:${port}`);
  await whenListening(send);
  return {
    async visit() {
      const options = { binary, args: ["--automation"] };
      const alwaysMatch = { pageLoadStrategy: "none", "webkitgtk:browserOptions": options };
      const { sessionId } = await send<{ sessionId: string }>("POST", "/session", {
        capabilities: { alwaysMatch },
      });
      const session: Send = (method, path, body) =>
        send(method, `/session/${sessionId}${path}`, body);
      await session("POST", "/timeouts", { script: SCRIPT_MS });
      await session("POST", "/window/rect", { x: 0, y: 0, ...SIZE, height: SIZE.height + 100 });
      return tabOf(session, join(folder.path, "downloads"), screen.display);
    },
    async close() {
      for (const one of [program, manager, screen.program]) {
        one.kill();
        if (one.exitCode === null) await once(one, "exit");
      }
      folder.remove();
    },
  };
}

/** Starts a virtual screen; the X server chooses its number. */
async function openScreen() {
  const size = `${SIZE.width + 100}x${SIZE.height + 200}x24`;
  const args = ["-displayfd", "3", "-screen", "0", size, "-nolisten", "tcp"];
  const path = programOf("Xvfb", ["/usr/bin/Xvfb"]);
  const program = spawn(path, args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const [number] = await once(program.stdio[3]!, "data");
  return { program, display: `:${String(number).trim()}` };
}

/** Creates a home folder, in which files are saved. */
function environment(home: string, display: string) {
  // Without the locale the language is "C", and the pages are English.
  const locales = join(home, "locales");
  mkdirSync(locales);
  execFileSync("localedef", ["-i", "zh_CN", "-f", "UTF-8", join(locales, "zh_CN.UTF-8")]);
  mkdirSync(join(home, ".config"));
  mkdirSync(join(home, "downloads"));
  writeFileSync(join(home, ".config/user-dirs.dirs"), 'XDG_DOWNLOAD_DIR="$HOME/downloads"\n');
  return {
    ...process.env,
    HOME: home,
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_CACHE_HOME: join(home, ".cache"),
    XDG_DATA_HOME: join(home, ".local"),
    DISPLAY: display,
    LOCPATH: locales,
    LANG: "zh_CN.UTF-8",
    LANGUAGE: "zh_CN",
    LC_ALL: "zh_CN.UTF-8",
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", // root cannot have one
    WEBKIT_DISABLE_COMPOSITING_MODE: "1", // the screen has no graphics card
  };
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function senderTo(origin: string): Send {
  return async (method, path, body) => {
    const answer = await fetch(
      origin + path,
      body ? { method, body: JSON.stringify(body) } : { method },
    );
    const { value } = await answer.json();
    if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
}

async function whenListening(send: Send) {
  for (let tries = 0; ; tries++)
    try {
      return await send("GET", "/status");
    } catch (error) {
      if (tries === 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
}

declare global {
  /** Errors of the document. */
  var faults: string[] | undefined;
}

/**
 * Runs in the page: collects errors of a document other than the one that began at `before`. Returns the time at which the
 * new one began, once it is complete.
 */
function listenHere(before: number) {
  if (location.protocol !== "http:" || performance.timeOrigin === before) return null;
  if (!globalThis.faults) {
    const faults: string[] = (globalThis.faults = []);
    addEventListener(
      "error",
      ({ message, error, target }) => {
        // No error: a size changed while sizes were reported, and is reported in the next frame.
        if (message?.startsWith("ResizeObserver loop")) return;
        const { src, href } = target as Partial<HTMLScriptElement & HTMLLinkElement>;
        faults.push(`uncaught: ${message ?? src ?? href} ${error?.stack ?? ""}`);
      },
      true,
    );
    addEventListener("unhandledrejection", ({ reason }) =>
      faults.push(`uncaught: ${reason} ${reason?.stack}`),
    );
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      faults.push(`policy: ${violatedDirective} ${blockedURI}`),
    );
    const { error } = console;
    console.error = (...parts) => {
      faults.push(`console: ${parts.join(" ")}`);
      error.apply(console, parts);
    };
  }
  return document.readyState === "complete" ? performance.timeOrigin : null;
}

function tabOf(session: Send, downloads: string, display: string): Tab {
  /** Errors of earlier documents. */
  const past: string[] = [];
  let present = 0;

  const sync = <Value>(script: string, ...args: unknown[]) =>
    session<Value>("POST", "/execute/sync", { script, args });

  const faults = () => sync<string[]>("return globalThis.faults ?? []");

  /** Leaves the document and waits for another one. */
  async function turn(leave: () => Promise<unknown>) {
    if (present) past.push(...(await faults()));
    await leave();
    const end = performance.now() + SCRIPT_MS;
    for (;;) {
      const now = await sync<number | null>(`return (${listenHere})(...arguments)`, present).catch(
        () => null,
      );
      if (now) return void (present = now);
      if (performance.now() > end) throw new Error("no other document came");
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  const perform = (...sources: object[]) => session("POST", "/actions", { actions: sources });

  return {
    downloads,
    open: (url) => turn(() => session("POST", "/url", { url })),
    reload: () => turn(() => session("POST", "/refresh", {})),
    async run<Result>(act: Function, ...args: unknown[]) {
      const script = `const done = arguments[1];
        (async () => ${inPage(act)}(...arguments[0]))().then(
          (value) => done({ value: value ?? null }), (error) => done({ error: String(error?.stack ?? error) }));`;
      const { value, error } = await session<{ value: Awaited<Result>; error?: string }>(
        "POST",
        "/execute/async",
        { script, args: [args] },
      );
      if (error) throw new Error(error);
      return value;
    },
    async point(from, to) {
      const move = ({ x, y }: Point) => {
        const place = { x: Math.round(x), y: Math.round(y) };
        return { type: "pointerMove", duration: 0, origin: "viewport", ...place };
      };
      const actions = [
        move(from),
        { type: "pointerDown", button: 0 },
        ...(to ? [move(middleOf(from, to)), move(to)] : []),
        { type: "pointerUp", button: 0 },
      ];
      await perform({
        type: "pointer",
        id: "mouse",
        parameters: { pointerType: "mouse" },
        actions,
      });
    },
    async press(key) {
      const keys = key.split("+").map((name) => KEYS[name] ?? name);
      const down = keys.map((value) => ({ type: "keyDown", value }));
      const up = keys.toReversed().map((value) => ({ type: "keyUp", value }));
      await perform({ type: "key", id: "keyboard", actions: [...down, ...up] });
    },
    async choose(selector, path) {
      const query = { using: "css selector", value: selector };
      const [id] = Object.values(await session<Record<string, string>>("POST", "/element", query));
      await session("POST", `/element/${id}/value`, { text: path });
    },
    errors: async () => [...past, ...(await faults())],
    picture: async (path) =>
      execFileSync("import", ["-display", display, "-window", "root", path], { timeout: 5000 }),
    close: () => session("DELETE", ""),
  };
}
