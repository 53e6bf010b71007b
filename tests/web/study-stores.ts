// Stand-ins for the browser's stores, and storages of studies on them, with the real rules.
import { readFileSync } from "node:fs";
import { Game, Record, initSync } from "../../www/pkg/chuhe.js";
import { createStudyStorage } from "../../www/js/analysis/study-storage.ts";
import type { ArchivedStudy, StudyArchive } from "../../www/js/analysis/study-archive.ts";
import { createStudy } from "../../www/js/analysis/study.ts";
import { mainFrom, movesOf } from "../../www/js/study/tree.ts";
import type { Tree } from "../../www/js/study/tree.ts";
import { fake } from "./fake.ts";

initSync({ module: readFileSync(new URL("../../www/pkg/chuhe_bg.wasm", import.meta.url)) });
export const RULES = { Game, Record };
export const line = (text: string) => text.split(" ");
export const show = ({ nodes }: { nodes: Tree }) => movesOf(nodes, mainFrom(nodes)).join(" ");

/** Returns a store like the browser's, with room for so many characters. */
export function store(room = Infinity) {
  const area: { [key: string]: string } = {};
  const hidden = (name: keyof Storage, value: (key: string, text: string) => unknown) =>
    Object.defineProperty(area, name, { value, enumerable: false });
  hidden("getItem", (key) => (Object.hasOwn(area, key) ? area[key] : null));
  hidden("removeItem", (key) => delete area[key]);
  hidden("setItem", (key, text) => {
    const rest = Object.entries(area).filter(([name]) => name !== key);
    const size = rest.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    if (size + key.length + text.length > room)
      throw Object.assign(new Error("full"), { name: "QuotaExceededError" });
    area[key] = text;
  });
  return area as { [key: string]: string } & Storage;
}

/** Returns an archive of studies like that in IndexedDB; `fault` makes its calls fail. */
export const archiveOf = (fault: Error | null = null) => {
  const studies = new Map<string, ArchivedStudy>();
  const guard = () => {
    if (fault) throw fault;
  };
  return fake<StudyArchive & { studies: typeof studies }>({
    studies,
    async put(entries) {
      guard();
      for (const [key, study] of entries) studies.set(key, study);
    },
    async get(key) {
      guard();
      return studies.get(key) ?? null;
    },
    async latest() {
      guard();
      const [first] = [...studies].toSorted(([, a], [, b]) => b.time - a.time);
      return first?.[0] ?? null;
    },
    async find(source) {
      guard();
      return [...studies]
        .filter(([, study]) => study.source === source || study.content === source)
        .map(([key, { text }]) => ({ key, text }));
    },
    async all() {
      guard();
      return [...studies].map(([key, { text }]) => ({ key, text }));
    },
    async remove(key) {
      guard();
      studies.delete(key);
    },
  });
};
export const FULL = Object.assign(new Error("full"), { name: "QuotaExceededError" });

type Beside = Parameters<typeof createStudyStorage>[2];
export type Queue = Beside["link"]["queue"];
export const problems: string[] = [];
/** Opens the storage of a tab; without an area, there is no localStorage. */
export const tab = (
  area: Storage | null,
  own = store(),
  {
    archive = archiveOf(),
    queue = () => {},
    room = Infinity,
  }: { archive?: StudyArchive; queue?: Queue; room?: number } = {},
) =>
  createStudyStorage(
    () => area!,
    () => own,
    {
      archive,
      link: { queue },
      room: async () => room,
      onProblem: (code) => problems.push(code),
    },
  );

export const eventOf = (key: string, newValue: string) => fake<StorageEvent>({ key, newValue });

/** Waits until studies have moved to the archive. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));

export const studyOf = (moves: string) => {
  const study = createStudy(RULES);
  if (moves) study.go(study.addLine(0, line(moves)));
  return { data: study.data(), flipped: false };
};
