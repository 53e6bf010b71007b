/**
 * WebKitGTK by its own driver, in plain WebDriver over HTTP: MiniBrowser on a screen that only exists in memory. Each
 * tab is a browser of its own, since a session keeps its storage.
 *
 * The driver hands out no console and no picture: errors are heard by a reporter that is put into each document as soon
 * as there is one.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { SIZE, inPage, programOf, temporary } from "./drivers.ts";

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
/** What a script in the page may take, in milliseconds. */
const SCRIPT_MS = 60_000;
const CONTROL = "\uE009";
const KEYS = { Escape: "\uE00C", Enter: "\uE007", Tab: "\uE004", Control: CONTROL };

/** @returns {Promise<import("./drivers.ts").Browser>} */
export async function launch() {
  const driver = programOf("WebKit's driver (webkit2gtk-driver)", DRIVER);
  const binary = programOf("WebKit's MiniBrowser", BROWSER);
  const folder = temporary();
  const screen = await openScreen();
  const env = environment(folder.path, screen.display);
  const manager = spawn(programOf("openbox", ["/usr/bin/openbox"]), { env, stdio: "ignore" });
  const port = await freePort();
  const program = spawn(driver, [`--port=${port}`], { env, stdio: "ignore" });
  const ask = asker(`http://127.0.0.1:${port}`);
  await answers(ask);
  return {
    async visit() {
      const options = { binary, args: ["--automation"] };
      const wanted = { pageLoadStrategy: "none", "webkitgtk:browserOptions": options };
      const { sessionId } = await ask("POST", "/session", {
        capabilities: { alwaysMatch: wanted },
      });
      const session = (method, path, body) => ask(method, `/session/${sessionId}${path}`, body);
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

/** A screen in memory; the X server chooses its number. */
async function openScreen() {
  const size = `${SIZE.width + 100}x${SIZE.height + 200}x24`;
  const args = ["-displayfd", "3", "-screen", "0", size, "-nolisten", "tcp"];
  const path = programOf("Xvfb", ["/usr/bin/Xvfb"]);
  const program = spawn(path, args, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const [number] = await once(program.stdio[3], "data");
  return { program, display: `:${String(number).trim()}` };
}

/** A person's home of its own, in which files are saved. @param {string} home @param {string} display */
function environment(home, display) {
  // Without the locale its language would be "C", and the pages English.
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
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", // root has none
    WEBKIT_DISABLE_COMPOSITING_MODE: "1", // nor has the screen a graphics card
  };
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** @param {string} origin */
function asker(origin) {
  return async (
    /** @type {string} */ method,
    /** @type {string} */ path,
    /** @type {any} */ body,
  ) => {
    const answer = await fetch(
      origin + path,
      body ? { method, body: JSON.stringify(body) } : { method },
    );
    const { value } = await answer.json();
    if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
}

/** Until the driver listens. @param {ReturnType<typeof asker>} ask */
async function answers(ask) {
  for (let tries = 0; ; tries++)
    try {
      return await ask("GET", "/status");
    } catch (error) {
      if (tries === 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
}

/** Begins to listen in a document that is not the one before; says which one it is. Runs in the page. */
function listenHere(/** @type {number} */ before) {
  if (location.protocol !== "http:" || performance.timeOrigin === before) return null;
  if (!globalThis.heard) {
    const heard = (globalThis.heard = []);
    addEventListener(
      "error",
      ({ message, error, target }) =>
        heard.push(`uncaught: ${message ?? target.src ?? target.href} ${error?.stack ?? ""}`),
      true,
    );
    addEventListener("unhandledrejection", ({ reason }) =>
      heard.push(`uncaught: ${reason} ${reason?.stack}`),
    );
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      heard.push(`policy: ${violatedDirective} ${blockedURI}`),
    );
    const { error } = console;
    console.error = (...said) => {
      heard.push(`console: ${said.join(" ")}`);
      error.apply(console, said);
    };
  }
  return document.readyState === "complete" ? performance.timeOrigin : null;
}

/**
 * @param {(method: string, path: string, body?: any) => Promise<any>} session
 * @param {string} downloads @param {string} display
 * @returns {import("./drivers.ts").Tab}
 */
function tabOf(session, downloads, display) {
  /** What was heard in documents that are gone. @type {string[]} */
  const past = [];
  let present = 0;

  const sync = (/** @type {string} */ script, /** @type {any[]} */ ...args) =>
    session("POST", "/execute/sync", { script, args });

  const heard = () => sync("return globalThis.heard ?? []");

  /** Until another document is there. @param {() => Promise<unknown>} leave */
  async function turn(leave) {
    if (present) past.push(...(await heard()));
    await leave();
    const end = performance.now() + SCRIPT_MS;
    for (;;) {
      const now = await sync(`return (${listenHere})(...arguments)`, present).catch(() => null);
      if (now) return void (present = now);
      if (performance.now() > end) throw new Error("no other document came");
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  const act = (/** @type {object[]} */ ...sources) =>
    session("POST", "/actions", { actions: sources });

  return {
    downloads,
    open: (url) => turn(() => session("POST", "/url", { url })),
    reload: () => turn(() => session("POST", "/refresh", {})),
    async run(does, ...given) {
      const script = `const done = arguments[1];
        (async () => ${inPage(does)}(...arguments[0]))().then(
          (value) => done({ value: value ?? null }), (error) => done({ error: String(error?.stack ?? error) }));`;
      const { value, error } = await session("POST", "/execute/async", { script, args: [given] });
      if (error) throw new Error(error);
      return value;
    },
    async point(from, to) {
      const move = ({ x, y }) => {
        const place = { x: Math.round(x), y: Math.round(y) };
        return { type: "pointerMove", duration: 0, origin: "viewport", ...place };
      };
      const middle = to && { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
      const actions = [
        move(from),
        { type: "pointerDown", button: 0 },
        ...(to ? [move(middle), move(to)] : []),
        { type: "pointerUp", button: 0 },
      ];
      await act({ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions });
    },
    async press(key) {
      const keys = key.split("+").map((name) => KEYS[name] ?? name);
      const down = keys.map((value) => ({ type: "keyDown", value }));
      const up = keys.toReversed().map((value) => ({ type: "keyUp", value }));
      await act({ type: "key", id: "keyboard", actions: [...down, ...up] });
    },
    async choose(selector, path) {
      const found = await session("POST", "/element", { using: "css selector", value: selector });
      const [id] = Object.values(found);
      await session("POST", `/element/${id}/value`, { text: path });
    },
    errors: async () => [...past, ...(await heard())],
    picture: async (path) =>
      execFileSync("import", ["-display", display, "-window", "root", path], { timeout: 5000 }),
    close: () => session("DELETE", ""),
  };
}
