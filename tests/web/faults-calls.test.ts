// Calls of the browser's stores that fail: each page works nevertheless and reports what cannot be stored.
import test from "node:test";
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { Lab } from "../../www/js/lab/lab-client.ts";
import type { Job } from "../../www/js/lab/types.ts";
import { moveOn, openNothing, some, whenStarted } from "./faults-helpers.ts";
import { listen } from "./helpers.ts";
import { TWO, fileOf } from "./library-helpers.ts";

const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/** Breaks a store of the browser. Runs in the page, before its scripts. */
const FAILING: Record<string, () => void> = {
  "localStorage itself": () => {
    const get = () => {
      throw new DOMException("denied", "SecurityError");
    };
    Object.defineProperty(globalThis, "localStorage", { get });
  },
  "both stores themselves": () => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      });
  },
  "no store at all": () => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(globalThis, name, { value: null });
  },
  reading: () => {
    Storage.prototype.getItem = () => {
      throw new DOMException("broken", "UnknownError");
    };
  },
  writing: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("denied", "SecurityError");
    };
  },
  "writing, for want of room": () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  },
  removing: () => {
    Storage.prototype.removeItem = () => {
      throw new DOMException("denied", "SecurityError");
    };
  },
  "looking through it": () => {
    Storage.prototype.key = () => {
      throw new DOMException("broken", "UnknownError");
    };
    const ownKeys = () => {
      throw new DOMException("broken", "UnknownError");
    };
    const store = new Proxy(localStorage, {
      get(area, name) {
        const value: unknown = Reflect.get(area, name);
        return typeof value === "function" ? value.bind(area) : value;
      },
      ownKeys,
    });
    Object.defineProperty(globalThis, "localStorage", { value: store });
  },
  IndexedDB: () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("denied", "SecurityError");
    };
  },
  "IndexedDB, for want of room": () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  },
  "every store": () => {
    const refuse = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    Storage.prototype.setItem = refuse;
    IDBObjectStore.prototype.put = refuse;
  },
  "caches, locks and the service worker": () => {
    const refuse = () => Promise.reject(new DOMException("denied", "SecurityError"));
    for (const name of ["open", "match", "has", "keys", "delete"] as const)
      CacheStorage.prototype[name] = refuse;
    LockManager.prototype.request = refuse;
    ServiceWorkerContainer.prototype.register = refuse;
    ServiceWorkerContainer.prototype.getRegistration = refuse;
  },
};
/** The failures in which localStorage cannot be written, and those in which no store can. */
const UNWRITTEN = /itself|themselves|no store|^writing|^every/;
const NOWHERE = /^every/;
/** The failures in which stored records cannot be read. */
const UNREAD = /^reading/;

/** Runs in the page. Returns true once IndexedDB, which is written asynchronously, has the move that was played. */
async function isArchived() {
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error!));
    });
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === "chuhe-studies")) return false;
  const database = await resultOf(indexedDB.open("chuhe-studies"));
  const studies = await resultOf(database.transaction("studies").objectStore("studies").getAll());
  database.close();
  return JSON.stringify(studies).includes("h2e2");
}

interface Use {
  path: string;
  /** Does something on the page and waits for its effect. */
  act: (page: Page, path: string) => Promise<unknown>;
  /** The notice if that cannot be stored. */
  says?: RegExp;
  /** Runs in the page. Returns true if it was stored without localStorage. */
  keeps?: () => boolean;
}
const USES: Record<string, Use> = {
  "index.html": {
    path: "index.html",
    async act(page, path) {
      await page.evaluate(() => chuhe.leaveStart());
      await page.waitForSelector("[data-screen=board]");
      await moveOn(page, path, "h2e2");
      await page.waitForFunction(() => chuhe.state.game.ply === 2);
    },
    says: /保存/,
  },
  "analysis.html": {
    path: "analysis.html",
    act: (page, path) => moveOn(page, path, "h2e2"),
    says: /保存|存/,
    keeps: () => chuheAnalysis.study.get().nodes.some(({ move }) => move === "h2e2"),
  },
  "puzzles.html": { path: "puzzles.html#p=1", act: (page, path) => moveOn(page, path), says: /存/ },
  "learn.html": { path: "learn.html", act: (page, path) => moveOn(page, path) },
  "lab.html": {
    path: "lab.html",
    act: (page) =>
      page.evaluate(async () => {
        const lab = (await chuhe.ready) as Lab;
        const job: Job = { startFen: null, moves: [], method: "minimax", judge: "a", depth: 1 };
        const { leaves } = await lab.search(job);
        if (leaves !== 44) throw new Error(`${leaves} leaves`);
      }),
  },
  "library.html": {
    path: "library.html",
    async act(page) {
      await page.setInputFiles("#library-file", fileOf("two.pgn", TWO));
      await page.locator(".library-rows .is-red", { hasText: "Hu" }).waitFor();
    },
  },
  "worksheet.html": {
    path: "worksheet.html",
    async act(page) {
      await page.click("#worksheet-add-puzzles");
      await page.locator(".paper-cell").nth(5).waitFor();
    },
    says: /保存/,
  },
  "friend.html": {
    path: "friend.html",
    async act(page, path) {
      await page.click("#friend-new [type=submit]");
      await moveOn(page, path, "h2e2");
    },
    says: /保存/,
  },
  "embed.html": {
    path: `embed.html?play=on#fen=${START.replaceAll(" ", "_")}`,
    act: (page, path) => moveOn(page, path, "h2e2"),
  },
};

for (const [what, fail] of Object.entries(FAILING))
  test(`each page works with a store that fails: ${what}`, async (t) => {
    const { server, context } = await openNothing(t, { reducedMotion: "reduce" });
    await context.addInitScript(fail);
    const names = Object.keys(USES);
    const at = Object.keys(FAILING).indexOf(what);
    for (const name of some(
      [...names.slice(at % names.length), ...names.slice(0, at % names.length)],
      1,
    )) {
      const { path, act, says, keeps } = USES[name];
      const page = await context.newPage();
      const errors = listen(page);
      await page.goto(server.url + path);
      await whenStarted(page, path);
      await act(page, path);
      const isTold = keeps ? NOWHERE : UNWRITTEN;
      if (says && isTold.test(what))
        await page.locator("#toast:visible").filter({ hasText: says }).waitFor();
      if (keeps && !NOWHERE.test(what) && !UNREAD.test(what)) {
        if (UNWRITTEN.test(what)) await page.waitForFunction(isArchived);
        await page.reload();
        await whenStarted(page, path);
        await page.waitForFunction(keeps);
      }
      assert.deepEqual(errors, [], `${name}: ${what}`);
      await page.close();
    }
  });
