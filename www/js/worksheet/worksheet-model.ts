// The worksheet that is edited, without the DOM: its changes, which are stored at once and can be undone.

import type { StoreProblem } from "../core/stored.ts";
import { createStore } from "../core/store.ts";
import { MAX_POSITIONS } from "../share/worksheet-storage.ts";
import type {
  SheetOptions,
  SheetPosition,
  Worksheet,
  WorksheetStorage,
} from "../share/worksheet-storage.ts";

/** The most changes that can be undone. */
const MAX_CHANGES = 200;

export interface WorksheetState {
  sheet: Worksheet;
  /** The worksheets before each change, the oldest first. */
  past: readonly Worksheet[];
  /** The worksheets after each change that is undone, the last of them first. */
  future: readonly Worksheet[];
}

export type WorksheetModel = ReturnType<typeof createWorksheetModel>;

export function createWorksheetModel(
  storage: WorksheetStorage,
  onProblem: (problem: StoreProblem | "unread") => void,
) {
  const { sheet: first, isWhole } = storage.load();
  const store = createStore<WorksheetState>({ sheet: first, past: [], future: [] });
  const { get, subscribe } = store;
  /** The field that was changed last; further changes of the same field are undone along with the first. */
  let field = "";

  function save(sheet: Worksheet) {
    const problem = storage.save(sheet);
    if (problem) onProblem(problem);
  }

  /** Replaces the worksheet. `changed` names the field of a person's typing. */
  function set(sheet: Worksheet, changed = "") {
    const { past, sheet: before } = get();
    const isSameField = changed !== "" && changed === field;
    field = changed;
    const grown = isSameField ? past : [...past, before].slice(-MAX_CHANGES);
    store.set({ sheet, past: grown, future: [] });
    save(sheet);
  }

  const setPositions = (positions: readonly SheetPosition[], changed?: string) =>
    set({ ...get().sheet, positions }, changed);

  return {
    get,
    subscribe,
    /** Reports a stored worksheet that could not be read. */
    begin: () => void (!isWhole && onProblem("unread")),

    /** Loads the worksheet again after another page has changed it. */
    reload() {
      const { sheet, past } = get();
      field = "";
      store.set({ sheet: storage.load().sheet, past: [...past, sheet], future: [] });
    },

    /** Adds positions at the end, as many as fit, and returns their number. */
    add(positions: readonly SheetPosition[]): number {
      const { positions: before } = get().sheet;
      const all = [...before, ...positions].slice(0, MAX_POSITIONS);
      if (all.length > before.length) setPositions(all);
      return all.length - before.length;
    },

    edit(index: number, fields: Partial<Pick<SheetPosition, "caption" | "answer">>) {
      const { positions } = get().sheet;
      const position = positions[index];
      const name = `${Object.keys(fields).join()} ${index}`;
      if (position) setPositions(positions.with(index, { ...position, ...fields }), name);
    },

    /** Moves a position by `steps` places. */
    move(index: number, steps: number) {
      const { positions } = get().sheet;
      const [position, to] = [positions[index], index + steps];
      if (position && to >= 0 && to < positions.length)
        setPositions(positions.toSpliced(index, 1).toSpliced(to, 0, position));
    },

    remove: (index: number) => setPositions(get().sheet.positions.toSpliced(index, 1)),
    clear: () => set({ ...get().sheet, title: "", positions: [] }),
    title: (title: string) => set({ ...get().sheet, title }, "title"),
    options(options: Partial<SheetOptions>) {
      const { sheet } = get();
      set({ ...sheet, options: { ...sheet.options, ...options } });
    },

    /** Returns the worksheet before the last change, which stands for that change; undefined if there is none. */
    lastEdit: () => get().past.at(-1),

    undo() {
      const { sheet, past, future } = get();
      const before = past.at(-1);
      if (!before) return;
      field = "";
      store.set({ sheet: before, past: past.slice(0, -1), future: [sheet, ...future] });
      save(before);
    },

    redo() {
      const { sheet, past, future } = get();
      const [after, ...rest] = future;
      if (!after) return;
      field = "";
      store.set({ sheet: after, past: [...past, sheet], future: rest });
      save(after);
    },
  };
}
