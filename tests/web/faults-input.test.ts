// Foreign text is never run, becomes no element and requests nothing, wherever it comes in, and is shown unchanged.
// Broken files are opened, or refused in words.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test, { type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { defaultGame } from "../../www/js/core/game-record.ts";
import { describeReadFault } from "../../www/js/rules/record-words.ts";
import { readRecord } from "../../www/js/rules/records.ts";
// The Lab's class reads all formats; the page fetches it for those that its own does not read.
import { Record as LabRecord, initSync as initLab } from "../../www/pkg-lab/lab.js";
import { QUIET } from "./analysis-helpers.ts";
import { answerWith, startBestServer } from "./fakes/best-server.ts";
import {
  INTRUDERS,
  crossed,
  handleOf,
  moveOn,
  openNothing,
  some,
  whenStarted,
} from "./faults-helpers.ts";
import { speaking } from "./locale-helpers.ts";
import { ROOT, until } from "./helpers.ts";
import type { BestAnswer } from "./fakes/best-server.ts";
import { Game } from "./rules-wasm.ts";

initLab({ module: readFileSync(new URL("../../www/pkg-lab/lab_bg.wasm", import.meta.url)) });

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
const intruders = Object.entries(INTRUDERS);

/** Opens a page and notes everything that foreign text must not do. */
async function openWatched(t: TestContext) {
  const app = await openNothing(t);
  const { page, context, server, errors } = app;
  await page.goto(`${server.url}manifest.webmanifest`);
  await page.evaluate(QUIET);
  const done: string[] = [];
  page.on("dialog", (dialog) => {
    done.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(server.url) && !/^(data|blob):/.test(url)) done.push(`request: ${url}`);
  });
  context.on("page", (other) => done.push(`window: ${other.url()}`));

  /** Checks that foreign text has done nothing. */
  async function isHarmless(about: string) {
    const found = await page.evaluate(() => {
      const lead = /^\s*(javascript|data:text|\/\/intruder|https?:\/\/intruder)/i;
      const isForeign = ({ name, value }: Attr) =>
        name === "intruder" || name.startsWith("on") || (name !== "value" && lead.test(value));
      const elements = [...document.querySelectorAll("*")].filter(
        (element) => element.matches("intruder") || [...element.attributes].some(isForeign),
      );
      return {
        ran: "intruded" in globalThis,
        elements: elements.map(({ outerHTML }) => outerHTML.slice(0, 200)),
        prototype: Object.keys(Object.prototype),
      };
    });
    assert.deepEqual(found, { ran: false, elements: [], prototype: [] }, about);
    assert.deepEqual([...errors.splice(0), ...done.splice(0)], [], about);
  }
  return { ...app, isHarmless };
}

// ---- addresses

const fen = START.replaceAll(" ", "_");
/** Everything that each page reads from its address; `*` is the place for a text. */
const ADDRESSES: Record<string, string[]> = {
  "index.html": [
    "#fen=*",
    "#*",
    "#game=*",
    `#game=&fen=*`,
    "#strength=*",
    "#opponent=*",
    "#strength=5&level=*",
    "#challenge=*&strength=5&seed=1",
    "#challenge=x&strength=*&seed=1",
    "#challenge=x&strength=5&seed=*",
    "#game=NvweEKwy&challenge=*&strength=5&seed=1",
    "#game=&ply=*",
    `#fen=${fen}&side=*`,
    `#fen=${fen}&mode=*`,
    "#strength=1&help=*",
    "#rating=*",
    "?engine=*",
    "?*",
  ],
  "analysis.html": ["#fen=*", "#*", "#game=*", "#game=&ply=*", "#study=*", "#study=0*", "?*"],
  "embed.html": ["#*", "#fen=*", "#game=*", "#study=*", `?play=*#fen=${fen}`, "?*"],
  "puzzles.html": ["#*", "#p=*", "#e=*", "?*"],
  "learn.html": ["#*", "#move/*", "?*"],
  "lab.html": ["#*", "?*"],
  "library.html": ["#*", "#fen=*", "?*"],
  "worksheet.html": ["#*", "?*"],
  "friend.html": ["?g=*", "#g=*", "#id=*", "#side=*&handicap=*&ruleset=*", "?*"],
};

for (const [name, addresses] of Object.entries(ADDRESSES))
  test(`foreign text in the address of ${name} does no harm`, async (t) => {
    const { page, server, isHarmless } = await openWatched(t);
    const trials = crossed(addresses, intruders);
    for (const [address, [what, text]] of some(trials, name === "index.html" ? 8 : 4)) {
      // The server accepts only some thousand characters before the #.
      const whole = address.startsWith("?") ? text.slice(0, 500) : text;
      const path = name + address.replace("*", () => encodeURIComponent(whole));
      await page.goto("about:blank");
      await page.goto(server.url + path);
      await whenStarted(page, path);
      await isHarmless(`${name}${address}: ${what}`);
    }
  });

// ---- records

const quoted = (text: string) => text.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
const tagged = (name: string) => (text: string) =>
  `[${name} "${quoted(text)}"]\n\n1. h2e2 {so} h9g7 *`;
const html = (name: string) => (text: string) =>
  `[DhtmlXQ]\n[DhtmlXQ_${name}]${text}[/DhtmlXQ_${name}]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[/DhtmlXQ]`;

/** Returns a file of CBR, version 2, whose texts are UTF-16 in fields of a fixed size. */
function cbr(text: string) {
  const bytes = Buffer.alloc(2214);
  bytes.write("CCBridge Record\0", "latin1");
  bytes[19] = 2;
  bytes[2112] = 1; // Red moves
  bytes.writeUInt16LE(1, 2116);
  const letters: Record<string, number> = {
    R: 0x11,
    N: 0x12,
    B: 0x13,
    A: 0x14,
    K: 0x15,
    C: 0x16,
    P: 0x17,
  };
  const ranks = START.split(" ")[0].replaceAll(/\d/g, (count) => ".".repeat(Number(count)));
  for (const [at, letter] of [...ranks.replaceAll("/", "")].entries())
    if (letter !== ".")
      bytes[2120 + at] = letters[letter.toUpperCase()] + (letter >= "a" ? 0x10 : 0);
  const field = (at: number, size: number, words: string) =>
    Buffer.from(words, "utf16le").copy(bytes, at, 0, size - 2);
  field(180, 128, text);
  field(692, 64, text);
  field(1076, 64, text);
  field(1300, 64, text);
  const comment = Buffer.from(text.slice(0, 2000), "utf16le");
  const length = Buffer.alloc(4);
  length.writeUInt32LE(comment.length);
  return Buffer.concat([bytes, Buffer.from([5, 0, 0, 0]), length, comment]);
}

/** Returns the example of XQF's author, with a text as its names. */
function xqf(text: string) {
  const bytes = Buffer.alloc(0x488);
  const dump = readFileSync(`${ROOT}tests/data/records/xqstudio-1.0.hex`, "utf8");
  for (const line of dump.trim().split("\n")) {
    const [at, values] = line.split(": ");
    Buffer.from(values.replaceAll(" ", ""), "hex").copy(bytes, Number.parseInt(at, 16));
  }
  if (text === "") return bytes;
  for (const [at, size] of [
    [0x50, 63],
    [0xd0, 63],
    [0x130, 15],
    [0x140, 15],
  ]) {
    const words = Buffer.from(text, "utf8").subarray(0, size);
    bytes[at] = words.length;
    bytes.fill(0, at + 1, at + 1 + size);
    words.copy(bytes, at + 1);
  }
  return bytes;
}

/** Records with a text, by its place. */
const RECORDS: Record<string, (text: string) => string | Buffer> = {
  "the text itself": (text: string) => text,
  ...Object.fromEntries(
    "Event Site Date Round Red Black RedTeam BlackTeam Result FEN Opening Annotator Format"
      .split(" ")
      .map((name) => [`the tag ${name}`, tagged(name)]),
  ),
  "a tag's name": (text: string) => `[${text} "x"]\n\n1. h2e2 *`,
  "a comment": (text: string) => `1. h2e2 {${text}} h9g7 (1. ... b9c7 {${text}}) *`,
  "a comment to the end of the line": (text: string) => `1. h2e2 ; ${text}\n h9g7 *`,
  "a comment of a copied line": (text: string) => `[Excerpt "1"]\n\n1. h2e2 {${text}} *`,
  "a copied line": (text: string) => `[Excerpt "1"]\n[FEN "${text}"]\n\n1. h2e2 ${text} *`,
  "a move": (text: string) => `1. h2e2 ${text} *`,
  "what follows the moves": (text: string) => `h2e2 h9g7 ${text}`,
  "a title of DhtmlXQ": html("title"),
  "a name of DhtmlXQ": html("red"),
  "a comment of DhtmlXQ": html("comment1"),
  "a board of DhtmlXQ": html("binit"),
  "a line of UCCI": (text: string) => `position startpos moves h2e2 ${text}`,
  "names of XQF": xqf,
  "names and comments of CBR": cbr,
};

/** Drops a file on the page. */
const drop = (page: Page, name: string, bytes: Uint8Array) =>
  page.evaluate(
    ([title, content]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(content)], title));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
    },
    [name, [...bytes]] as const,
  );

/** Pastes a text outside all fields. */
const paste = (page: Page, text: string) =>
  page.evaluate((words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", words);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  }, text);

/**
 * Puts a record into the page as a file or as a text, waits until it is opened or refused, and
 * returns the notice or the fault.
 */
async function give(page: Page, data: string | Buffer, name: string | null): Promise<string> {
  await page.evaluate(() => {
    for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]"))
      dialog.close();
    document.querySelector<HTMLElement>("#toast")!.hidden = true;
    document.querySelector("#open-fault")?.replaceChildren();
  });
  if (typeof data === "string" && name === null) await paste(page, data);
  else await drop(page, name ?? "game", Buffer.from(data));
  const words = await page.waitForFunction(() => {
    const parts = ["#toast:not([hidden])", "#open-dialog[open] #open-fault"];
    return parts.map((part) => document.querySelector(part)?.textContent).find(Boolean);
  });
  return (await words.jsonValue())!;
}

for (const path of ["index.html", "analysis.html"])
  test(`foreign text in records opened on ${path} does no harm`, async (t) => {
    const { page, server, isHarmless } = await openWatched(t);
    await page.goto(`${server.url}${path}${path === "index.html" ? "#strength=1" : ""}`);
    await whenStarted(page, path);
    if (path === "index.html") await page.evaluate(() => chuhe.leaveStart());
    const trials = crossed(Object.entries(RECORDS), intruders);
    for (const [at, [[where, write], [what, text]]] of trials.entries()) {
      const data = write(text);
      if (data === "") continue;
      // The name of a file is foreign text, too.
      const words = await give(page, data, at % 2 === 0 ? null : text);
      assert.doesNotMatch(words, /undefined|\[object|\{\w+\}(?<!\{(red|n)\})/, `${where}: ${what}`);
      await isHarmless(`${path}, ${where}: ${what}`);
    }
  });

test("names, comments and texts of an analysis are shown, stored and exported unchanged", async (t) => {
  const { page, server, isHarmless } = await openWatched(t);
  const isPlain = (text: string) => !/\p{C}/u.test(text) && text.length < 200;
  const plain = intruders.filter(([, text]) => isPlain(text));
  for (const [what, text] of some(plain, 1)) {
    await page.goto(`${server.url}manifest.webmanifest`);
    await page.evaluate(() => localStorage.clear());
    await page.evaluate(QUIET);
    await page.goto(`${server.url}analysis.html`);
    await whenStarted(page, "analysis.html");
    await give(page, tagged("Red")(text), null);
    await page.locator("#about").filter({ hasText: text.trim() }).waitFor();
    const field = page.locator("#comment-text");
    await field.fill(text);
    await page.keyboard.press("Escape");
    await until(() =>
      page.evaluate((comment) => chuheAnalysis.study.data().nodes[0].comment === comment, text),
    );
    await isHarmless(what);
    await page.reload();
    await whenStarted(page, "analysis.html");
    assert.equal(await field.inputValue(), text, what);
    await page.locator("#about").filter({ hasText: text.trim() }).waitFor();
    await page.click("#control-export");
    await page.locator("#export-form input[value=pgn-iccs]").check({ force: true });
    assert.ok((await page.inputValue("#export-text")).includes(`[Red "${quoted(text)}"]`), what);
    await isHarmless(`${what}, read from the store`);
  }
});

// ---- the engine's server, other windows

/** Answers of a server with a foreign text. */
const ANSWERS: ((text: string) => BestAnswer)[] = [
  (text) => ({ status: 400, body: { code: "badFen", field: text, value: text, message: text } }),
  (text) => ({ status: 400, body: { code: text, message: text } }),
  (text) => ({ status: 200, body: answerWith(text, 5) }),
  (text) => ({ status: 200, body: { ...answerWith("a0a9", 5), ponder: text } }),
  (text) => ({
    status: 200,
    body: { ...answerWith("h9g7", 5), pv: [text], lines: text, score: text },
  }),
  (text) => ({ status: 200, headers: { "Content-Type": "text/html" }, body: text }),
];

test("answers of an engine's server are shown as text", async (t) => {
  const best = await startBestServer(t, `${ROOT}${process.env.CHUHE_SITE ?? "www"}`);
  const { page, isHarmless, errors, server } = await openWatched(t);
  server.url = best.url;
  for (const [write, [what, text]] of crossed(ANSWERS, intruders)) {
    const answer = write(text);
    best.answer = () => answer;
    const path = "?engine=http#strength=5";
    await page.goto("about:blank");
    await page.goto(best.url + path);
    await whenStarted(page, "index.html");
    await moveOn(page, "index.html", "h2e2");
    await page.waitForFunction(() => chuhe.state.engine.status !== "thinking");
    // The console has the fault too.
    const isTold = (line: string) =>
      /status(?: of)? 400|http-client|is against the rules/.test(line);
    errors.splice(0, errors.length, ...errors.filter((line) => !isTold(line)));
    await isHarmless(what);
    assert.equal(await page.evaluate(() => chuhe.state.game.moves[0]), "h2e2", what);
  }
});

test("messages of other windows change nothing", async (t) => {
  const body = '<!doctype html><title>host</title><iframe width="480" height="620"></iframe>';
  const { page, server, isHarmless } = await openWatched(t);
  await page.route("**/host.html", (route) => route.fulfill({ contentType: "text/html", body }));
  for (const path of [`embed.html?play=on#fen=${fen}`, "index.html", "analysis.html"]) {
    await page.goto(`${server.url}host.html`);
    await page.evaluate(
      (src) => Object.assign(document.querySelector("iframe")!, { src }),
      server.url + path,
    );
    const frame = (await (await page.waitForSelector("iframe")).contentFrame())!;
    await whenStarted(frame as unknown as Page, path); // frames have the methods that it calls
    const shown = () =>
      frame.evaluate((name) => globalThis[name].board.state.placement, handleOf(path));
    const before = await shown();
    for (const [what, text] of intruders) {
      await page.evaluate(
        ([message]) => {
          const { contentWindow } = document.querySelector("iframe")!;
          for (const one of [
            message,
            { type: message, move: "h2e2" },
            { type: "init", module: message },
          ])
            contentWindow!.postMessage(one, "*");
        },
        [text],
      );
      await isHarmless(`${path}: ${what}`);
    }
    assert.equal(await shown(), before);
    assert.equal(
      await frame.evaluate(
        () => "intruded" in globalThis || document.querySelector("[intruder]") !== null,
      ),
      false,
    );
  }
});

// ---- broken files

/** Real files and one of each kind. */
const FILES: Record<string, Buffer> = {
  ...Object.fromEntries(
    ["ccgc.pgn", "dpxq.txt", "endgame.pgn", "nine-pieces.pgn"].map((name) => [
      name,
      readFileSync(`${ROOT}tests/data/records/${name}`),
    ]),
  ),
  "xqstudio.xqf": xqf(""),
  "made.cbr": cbr("象棋"),
};

/** Returns a repeatable source of whole numbers below a limit. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

/** Returns copies of a file, cut short or with wrong bytes. */
function broken(file: Buffer, count: number) {
  const next = numbers(file.length);
  return Array.from({ length: count }, (_, at) => {
    if (at % 2 === 0) return file.subarray(0, next(file.length));
    const copy = Buffer.from(file);
    for (let times = 0; times <= at % 8; times++) copy[next(copy.length)] = next(256);
    return copy;
  });
}

const I18N = speaking("zh", "");

test("broken files are read as games or refused in words", () => {
  let refused = 0;
  for (const [name, file] of Object.entries(FILES)) {
    assert.ok(
      readRecord({ Game, Record: LabRecord }, file, defaultGame()).choices.moves,
      `${name} as it is`,
    );
    for (const bytes of some(broken(file, 2000), 100))
      try {
        const { choices } = readRecord({ Game, Record: LabRecord }, bytes, defaultGame());
        new Game(choices.startFen, choices.moves).free();
      } catch (error) {
        refused += 1;
        const { words } = describeReadFault(error, I18N);
        assert.ok(words.length > 3 && !/undefined|\[object/.test(words), `${name}: ${words}`);
        assert.ok(
          !(error instanceof WebAssembly.RuntimeError),
          `${name}: ${(error as Error).stack}`,
        );
      }
  }
  assert.ok(refused > 50, `only ${refused} were refused`);
});

test("broken files dropped on a page are opened or refused in words", async (t) => {
  const { page, server, isHarmless } = await openWatched(t);
  await page.goto(`${server.url}#strength=1`);
  await whenStarted(page, "index.html");
  await page.evaluate(() => chuhe.leaveStart());
  for (const [name, file] of Object.entries(FILES))
    for (const bytes of some(broken(file, 40), 1)) {
      await give(page, bytes, name);
      await isHarmless(name);
    }
  await give(page, FILES["ccgc.pgn"], "ccgc.pgn");
  await page.waitForFunction(() => chuhe.state.game.moves.length > 20);
  await isHarmless("a good one behind them");
});
